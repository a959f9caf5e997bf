"""What a game's page answers first: when it was decided, the costliest move, what was better, what marks mean."""

from __future__ import annotations

import html
import json
import re
from itertools import accumulate
from pathlib import Path

import pytest

from cityleague.engine.registry import game as find_game
from cityleague.replays.analysis import Analyses
from cityleague.replays.pages import game_page
from cityleague.replays.replay import ComponentFiles

from ..evenings import evening
from ..rows import daily
from .analyses import GAMES, analysed_page, lines_of, log_path, made_up, summed, write
from .games import NAMES, events, log_of, page_of, raw_of, written
from .screen import Screen
from .test_game_page import data_of

PHONE = (390, 844)
TITLE = """
const told = JSON.parse(document.getElementById('data').textContent).titles;
const title = (use) => { const words = told[use.getAttribute('href').slice(2)];
  return words === 1 ? document.querySelector(use.getAttribute('href')).textContent : words; };"""
"""In a script: the words of what is drawn."""


def answers(page: str) -> list[tuple[int, str]]:
    """The steps that the page leads to first, and why; 0: nowhere."""
    found = re.search(r'<ul class="before-lesson moments">(.*?)</ul>', page, re.DOTALL)
    assert found
    return [
        (int(step or 0), html.unescape(words))
        for _, step, words in re.findall(r'<li>(<a href="#move=(\d+)">Move \2</a> )?(.*?)</li>', found[1])
    ]


def moves_list(page: str) -> str:
    """The list of moves, without advice."""
    _, _, listed = page.partition('<ol id="moves"')
    return re.sub(r'<i class="advice">.*?</i>', "", listed.partition("</ol>")[0], flags=re.DOTALL)


def rounds_of(page: str) -> list[str]:
    """The round of each move, as the list has it."""
    rounds, number = [""], ""
    for heading, times in re.findall(
        r"<li[^>]*>((?:Generation|Round) [^<]*)|<span(?: class=.follows.)?(?: data-at=.([\d ]+).)?(?: data-t[^>]*)?>",
        moves_list(page),
    ):
        number = heading.lower() or number
        rounds += [number] * (0 if heading else len(times.split()) or 1)
    return rounds


def scores_of(page: str) -> list[tuple[float, ...]]:
    """The points after each move, as the page's script has them."""
    return [*zip(*[accumulate(gains) for gains in data_of(page)["s"]], strict=True)]


@pytest.mark.parametrize(("game", "seats"), daily([(game, seats) for seats in (0, -1) for game in NAMES], 3))
def test_without_an_analysis_a_game_is_decided_where_the_winner_leads_for_good(game: str, seats: int) -> None:
    log = log_of(game, max(find_game(game).seats[seats], 2))
    page, result = page_of(log), events(log)[-1]["result"]
    ((step, words),) = answers(page)
    scores, winner = scores_of(page), result["ranks"].index(1)
    leads = [all(own < row[winner] for seat, own in enumerate(row) if seat != winner) for row in scores]
    if leads[-1]:
        assert all(leads[step:])
        assert not leads[step - 1]
        name = re.escape(json.loads(re.search(r'"names":(\[.*?\])', page)[1])[winner])  # type: ignore[index]
        when = rounds_of(page)[step]
        assert re.fullmatch(rf"Decided in {when}: {name} was ahead for good from there, by points\.", words)
    else:
        assert step == len(scores) - 1
        assert re.fullmatch(r"Decided at the very end: by points, .* was not ahead\.", words)


@pytest.mark.parametrize("game", GAMES)
def test_with_an_analysis_a_game_is_decided_where_the_winner_is_clearly_ahead_for_good(game: str) -> None:
    """From there on the interval of the winner's chance is above all other chances, and above a half."""
    page = analysed_page(game)
    points = [line for line in lines_of(game) if line["kind"] == "chances"]
    winner = points[-1]["chances"].index(1)
    step, words = next((step, words) for step, words in answers(page) if words.startswith("Decided"))
    clear = {
        point["move"]: point["low"][winner]
        > max([0.5, *[chance for seat, chance in enumerate(point["chances"]) if seat != winner]])
        for point in points
    }
    assert all(is_clear for move, is_clear in clear.items() if move >= step)
    before = max(move for move in clear if move < step)
    assert not clear[before]
    when = f"moves {before + 1} to {step}"
    if step == points[-1]["move"]:
        assert re.match(rf"Decided in the last rounds?, {when}: .* was not clearly ahead before", words)
    else:
        assert re.match(rf"Decided in {rounds_of(page)[step]}, {when}: .* clearly .* after them", words)


def test_where_the_winner_is_not_alone_nothing_was_decided() -> None:
    *lines, last = events(log_of("between_two_cities", 2))
    assert answers(page_of(written([*lines, last])))
    assert not answers(page_of(written(lines[:9])))


@pytest.mark.parametrize("game", GAMES)
def test_the_costliest_move_tells_what_it_cost_and_what_was_better(game: str) -> None:
    page = analysed_page(game)
    worst = max([line for line in lines_of(game) if line.get("mark")], key=lambda line: line["loss"])
    _, (step, words), *_ = answers(page)
    assert step == worst["move"] + 1
    better = re.search(
        rf'"advice"><b>\S+</b> \w+: it cost <span>{worst["loss"]:.1f} .*?Better: <span>(.*?)</span>', page
    )
    assert better
    assert words.startswith("The costliest move: ")
    seats = {line["seat"] for line in lines_of(game) if line.get("mark")}
    whose = {step for step, words in answers(page) if "ostliest" in words}
    for seat in seats:
        own = [line for line in lines_of(game) if line.get("mark") and line["seat"] == seat]
        assert max(own, key=lambda line: line["loss"])["move"] + 1 in whose, "everybody's"
    assert len(whose) == len(seats)
    fell = r"(?: In that round the chance to win fell from (\d+)% to (\d+)%\.)?"
    pattern = rf"\. It cost about (\d+) points? of lead\. Better: {re.escape(html.unescape(better[1]))}\.{fell}"
    told = re.search(rf"{pattern}$", words)
    assert told
    assert abs(int(told[1]) - worst["loss"]) <= 0.55, "its error stands beside the move"
    points = [line for line in lines_of(game) if line["kind"] == "chances"]
    at = max(number for number, point in enumerate(points) if point["move"] <= worst["move"])
    before, after = [point["chances"][worst["seat"]] for point in points[at : at + 2]]
    assert told.groups()[1:] == (
        (f"{100 * before:.0f}", f"{100 * after:.0f}") if before - after >= 0.1 else (None, None)
    )


def test_where_no_move_is_marked_a_sentence_says_so_and_what_the_worst_cost(tmp_path: Path) -> None:
    unmarked = [line | {"mark": None, "worse": []} if line.get("mark") else line for line in lines_of("neom")]
    raw = raw_of(log_path("neom").read_bytes())
    path = write(tmp_path / "a", summed(unmarked))
    _, (step, words), *_ = answers(game_page(raw, ComponentFiles(), analysis=Analyses([str(path)]).of(raw)))
    choices = [line for line in unmarked if line["kind"] == "choice"]
    worst = max(choices, key=lambda line: line["loss"])
    assert step == 0, "there is nothing to be seen"
    told = re.fullmatch(r"No clear mistake: no move cost more than (\d+\.\d) points\.", words)
    assert told
    assert worst["loss"] <= float(told[1]) <= worst["loss"] + 0.1


@pytest.mark.parametrize(("page", "panel"), daily([("neom", "analysis"), ("evening", "score")]))
def test_a_tap_anywhere_on_an_answer_goes_there(screen: Screen, page: str, panel: str) -> None:
    """Whoever looks through one seat's eyes is not told: it may be a secret."""
    screen.resize(*PHONE)
    screen.open(analysed_page(page) if page == "neom" else game_page(raw_of(evening(0, "neom")), ComponentFiles()))
    screen.panel(panel)
    steps = screen.run("return [...document.querySelectorAll('.moments a')].map((one) => +one.hash.split('=')[1])")
    for number, step in enumerate(steps, 1):
        box = f"const one = document.querySelector('.moments li:nth-child({number})');"
        box += "one.scrollIntoView({block: 'nearest'}); const box = one.getBoundingClientRect();"
        x, y, high = screen.run(f"{box} return [box.right - 9, box.bottom - 9, box.height]")
        assert high >= 44
        assert y < PHONE[1]
        screen.touch([(x, y)])
        screen.wait_until(f"document.getElementById('slider').value === '{step}'")
    assert steps
    screen.run("const s = document.getElementById('seat'); s.value = '0'; s.dispatchEvent(new Event('change'))")
    assert not screen.texts(".moments")


def test_the_better_move_bears_a_word_and_leaves_the_one_played_in_sight(screen: Screen) -> None:
    """Where both lie in one place, that of the better one is smaller."""
    screen.resize(*PHONE)
    for game, step, together in (("between_two_cities", 51, False), ("neom", 59, True)):
        screen.open(analysed_page(game), f"#move={step}")
        tags = screen.run("return [...document.querySelectorAll('#boards text.tag')].map((one) => one.textContent)")
        assert set(tags) == {"better", "played"}
        assert tags.count("played") == 1
        area = (
            "const area = (one) => { const box = one.getBoundingClientRect(); return [box.x, box.right, box.width] };"
        )
        ghost, ring = screen.run(
            f"{area} return ['.ghost.outline', '.ring'].map((one) => area(document.querySelector('#mains ' + one)))"
        )
        assert (ghost[2] < 0.7 * ring[2]) == together
        assert not together or ring[0] + 5 < ghost[0] < ghost[1] <= ring[1] + 5
    screen.click("#forward")
    assert not screen.run("return document.querySelector('#boards .tag')")


@pytest.mark.parametrize("game", GAMES)
def test_where_the_better_move_names_a_piece_nothing_else_is_outlined(game: str) -> None:
    page = analysed_page(game)
    titles = dict(enumerate(map(str, data_of(page)["titles"])))
    marks = data_of(page)["better"]
    named = 0
    for step, (drawn, *_) in marks.items():
        heads = [set(re.findall(r"\w+", re.split("[:,]", titles.get(symbol, ""))[0])) for _, symbol, *_ in drawn]
        (words,) = [turn for number, turn in enumerate(betters(page), 1) if str(number) == step]
        told = [bool(head) and head <= set(re.findall(r"\w+", words)) for head in heads]
        assert all(told) or not any(told), (step, words, heads)
        named += any(told)
    assert named


def betters(page: str) -> list[str]:
    """The better move of each one, or nothing, as the list of moves has it."""
    found = []
    for item in re.findall(r'<li(?: class="secret")?>(.*?)</li>', page[page.index('<ol id="moves"') :]):
        told = re.findall(
            r"<span(?: class=.follows.)?(?: data-at=.([\d ]+).)?(?: data-times=.\d+.)?>",
            item.partition('<i class="advice">')[0],
        )
        better = re.findall(r"Better: <span>(.*?)</span>", item) or [""]
        found += better * sum([len(times.split()) or 1 for times in told])
    return [html.unescape(words) for words in found]


@pytest.mark.parametrize("game", GAMES)
def test_what_would_be_better_hides_no_piece_that_lies_there(screen: Screen, game: str) -> None:
    page = analysed_page(game)
    for step in [*data_of(page)["better"]][:12]:
        screen.open(page, f"#move={step}")
        hidden = screen.run("""
            const over = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2
                && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2;
            const box = (one) => one.getBoundingClientRect(), area = (one) => box(one).width * box(one).height;
            const tiles = [...document.querySelectorAll("#boards g + g > use")].filter((one) => box(one).width);
            return [...document.querySelectorAll("#boards use.ghost")].flatMap((ghost) => tiles.filter((one) =>
                over(box(ghost), box(one)) && area(ghost) > 0.3 * area(one)).map((one) => one.textContent));
        """)
        assert not hidden, step
        assert screen.run(
            "return getComputedStyle(document.querySelector('#boards .outline') || document.body).fill"
        ) in ("none", "rgb(0, 0, 0)")


def test_marks_on_the_curve_differ_by_shape_and_are_told(screen: Screen) -> None:
    """One sign in the legend for each kind on the curve, of the same shape; no two kinds have the same."""
    screen.resize(*PHONE)
    for page, panel in ((analysed_page("between_two_cities"), "analysis"), (page_of(log_of("neom", 3)), "score")):
        screen.open(page)
        screen.panel(panel)
        shapes = (
            "Object.fromEntries([...document.querySelectorAll(arguments[0])].map((one) =>"
            " [one.getAttribute('class'), one.getAttribute('d').replace(/^M\\S+ /, '')]))"
        )
        marks, legend = [screen.run(f"return {shapes}", f"{place} .tick") for place in ("#ticks", "#legend")]
        assert marks == legend
        assert len(set(marks.values())) == len(marks) > 2
        told = [f"tick {words}" for words in screen.texts("#legend span")]
        assert sorted(told) == sorted(legend)


@pytest.mark.parametrize("game", daily([*NAMES], 2))
def test_pictures_beside_moves_show_what_the_move_names(screen: Screen, game: str) -> None:
    """No counter, no letter, nothing that is used up: what is drawn is told in the words."""
    screen.open(page_of(log_of(game, 3)))
    script = (
        TITLE
        + """
        const words = (one) => [...one.querySelectorAll(":scope>span")].map((part) => part.textContent).join("; ");
        return [...document.querySelectorAll("#moves li[id]")].map((one) =>
          [words(one), [...one.querySelectorAll(".tile use")].map(title)])"""
    )
    moves = screen.run(script)
    assert_named(moves)
    assert sum(len(titles) for _, titles in moves) > len(moves) / 9


@pytest.mark.parametrize("game", daily(["city_tycoon", *NAMES[1:]]))
def test_pictures_of_answers_show_what_they_name(screen: Screen, game: str, tmp_path: Path) -> None:
    log = log_of(game, max(find_game(game).seats[0], 2))
    analysis = made_up(log, tmp_path / "a.jsonl", every=2)
    screen.open(game_page(raw_of(log), ComponentFiles(), analysis=analysis))
    screen.panel("analysis")
    screen.click("#learn-start")
    shown = 0
    for _ in range(8):
        answers = screen.run(
            f"{TITLE} return [...document.querySelectorAll('#guesses button')].map((one) =>"
            " [one.querySelector('span').textContent, [...one.querySelectorAll('.tile use')].map(title)])"
        )
        assert answers
        letters = screen.run(
            "return [...document.querySelectorAll('#boards text.choice')].map((one) => one.textContent)"
        )
        for number, (words, _) in enumerate(answers):
            if words.startswith("the same, at "):  # a picture shows what the words above name
                answers[number][0] = answers[number - 1][0]
                assert words[13] == "ABC"[number]
                assert words[13] in letters
        assert_named(answers)
        shown += sum(len(titles) for _, titles in answers)
        screen.run("document.getElementById('reveal').click(); document.getElementById('learn-next').click()")
    assert shown


def assert_named(told: list[tuple[str, list[str]]]) -> None:
    """Each picture, given by its title, is of something that the words name."""
    for words, titles in told:
        assert len(set(titles)) == len(titles)
        for title in titles:
            head = re.split("[:,(]", title)[0]
            assert re.search("[A-Za-z]", head)
            said = [word for word in re.findall(r"[^\s,;()]+", head) if word not in ("land", "facility", "technology")]
            assert set(said) <= set(re.findall(r"[^\s,;()]+", words)), (words, title)
