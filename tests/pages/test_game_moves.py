"""The list of moves of a game's page: a round and a player are found in it, on a phone too; there is room to read."""

from __future__ import annotations

import json
import re
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

from cityleague.engine.scoring import Sheet
from cityleague.replays.pages import game_page, names_of
from cityleague.replays.pages.steps import Step, walk
from cityleague.replays.replay import ComponentFiles

from ..rows import daily
from .analyses import analysed_page, made_up
from .games import NAMES, ends_of, events, log_of, page_of, raw_of, written
from .screen import Screen
from .test_game_page import data_of

PHONE, ACROSS, DESKTOP = (390, 844), (844, 390), (1280, 800)
READ = {PHONE: 300, ACROSS: 180, DESKTOP: 400}
"""How high the list is at least once somebody looks for something in it, in pixels."""
SHOWN = """
const list = document.getElementById("moves"), room = list.getBoundingClientRect();
const round = list.querySelector(".round"), sticks = getComputedStyle(round).position === "sticky";
const heading = sticks ? round.offsetHeight : 0;
return [...list.querySelectorAll("[id]")].filter((one) => one.offsetParent).map((one) => {
  const box = one.getBoundingClientRect(), seen = box.top >= room.top + heading - 1 && box.bottom <= room.bottom + 1;
  return [+one.id.slice(1), one.querySelector("b").textContent, one.style.counterSet, seen];
})"""
"""The moves that the list has: number, player, the number that is set beside it, and whether it is in view."""


def steps_of(game: str) -> list[Step]:
    """The steps of a game of three."""
    return walk(raw_of(log_of(game, 3)), ComponentFiles()).steps


def turns_of(steps: list[Step], seat: int) -> list[int]:
    """The last move of each turn of a player: what is neither secret nor anybody else's comes in one line."""
    found = []
    for number, (step, after) in enumerate(zip(steps, [*steps[1:], None], strict=True)):
        if step.move and step.move.seat == seat:
            goes_on = after and after.move and after.move.seat == seat and after.round == step.round
            if not goes_on or step.move.secret or (after and after.move and after.move.secret):
                found.append(number)
    return found


def choose(screen: Screen, number: int) -> None:
    """Go to a round."""
    script = "const round = document.getElementById('round'); round.selectedIndex = arguments[0] - 1; "
    screen.run(script + "round.dispatchEvent(new Event('change', {bubbles: true}))", number)


@pytest.mark.parametrize(
    ("game", "size"), daily([(game, size) for size in (PHONE, ACROSS, DESKTOP) for game in NAMES], 2), ids=str
)
def test_what_a_player_did_in_a_round_is_found_with_two_taps(screen: Screen, game: str, size: tuple[int, int]) -> None:
    """All moves of the player in it, and none of others; the first one is shown on the boards."""
    screen.resize(*size)
    screen.open(page_of(log_of(game, 3)), "#move=1")
    name = screen.texts("#pick button:last-child")[-1]
    screen.run("document.querySelector('#pick button:last-child').click()")
    choose(screen, 2)
    screen.wait_until("location.hash !== '#move=1'")  # then all heights are known
    steps = steps_of(game)
    second = [*dict.fromkeys(step.round for step in steps[1:])][1]
    own = [number for number in turns_of(steps, 2) if steps[number].round == second]
    listed = screen.run(SHOWN)
    assert {player for _, player, _, _ in listed} == {name}
    assert all(counter == f"move {number}" for number, _, counter, _ in listed)
    assert int(screen.text("#number").split()[0]) <= own[0]
    seen = [number for number, _, _, is_seen in listed if is_seen]
    assert seen[0] == own[0]
    assert seen[: len(own)] == own[: len(seen)]
    above = "document.querySelectorAll('#moves .round')[1].getBoundingClientRect().top"
    assert screen.run(f"return {above} >= document.getElementById('moves').getBoundingClientRect().top - 1")
    assert screen.run("return document.getElementById('moves').clientHeight") >= READ[size]
    assert screen.run("return document.getElementById('round').value").lower() == re.sub(r" of \d+", "", second)
    screen.run("document.querySelector('#pick button:last-child').click()")
    every = sorted([number for seat in range(3) for number in turns_of(steps, seat)])
    assert [number for number, *_ in screen.run(SHOWN)] == every, "all of them again"


def test_what_a_player_does_in_turn_is_told_in_a_line(screen: Screen) -> None:
    """So a round of City Tycoon has a few lines for a player, with a number for what was done several times."""
    screen.resize(*PHONE)
    screen.open(page_of(log_of("city_tycoon", 3)), "#move=1")
    screen.click("#pick .chip:last-child")
    choose(screen, 2)
    steps = steps_of("city_tycoon")
    moves = [step for step in steps if step.move and step.move.seat == 2 and step.round == "round 2 of 4"]
    lines = [number for number, *_ in screen.run(SHOWN) if steps[number].round == "round 2 of 4"]
    assert len(lines) <= 20 < len(moves)
    for number in lines:
        before = max([0, *[other for other in turns_of(steps, 2) if other < number]])
        begun = next(i for i in range(before + 1, number + 1) if (move := steps[i].move) and move.seat == 2)
        gain = steps[number].scores[2] - steps[begun - 1].scores[2]
        assert screen.run("return document.querySelector(`#m${arguments[0]} em`)?.textContent || '+0'", number) in (
            f"{gain:+g}",
            *["+0"] * (not gain),
        )
        words = screen.run("return document.getElementById(`m${arguments[0]}`).textContent", number)
        for step in steps[begun : number + 1]:
            assert step.move
            assert step.move.words in words
        said = [step.move.words for step in steps[begun : number + 1] if step.move]
        times = (
            "return [...document.querySelectorAll(`#m${arguments[0]} span`)].map((one) => +(one.dataset.times || 1))"
        )
        assert screen.run(times, number) == [*Counter(said).values()]
        screen.run("document.getElementById(`m${arguments[0]}`).click()", number)
        assert screen.text("#number").split()[0] == str(number), "the board shows what came of it"


def test_with_a_player_picked_one_steps_from_line_to_line(screen: Screen) -> None:
    """Also from the middle of a line, and from a move of somebody else."""
    screen.open(page_of(log_of("city_tycoon", 3)), "#move=1")
    screen.click("#pick .chip:last-child")
    listed = [number for number, player, *_ in screen.run(SHOWN) if player == screen.texts("#pick .chip")[-1]]
    steps = steps_of("city_tycoon")
    long = next(number for number in listed[3:] if (move := steps[number - 1].move) and move.seat == 2)
    at = listed.index(long)
    for begun, button, wanted in (
        (long - 1, "forward", listed[at : at + 4]),
        (long - 1, "back", listed[at - 1 :: -1][:3]),
        (listed[at - 1] + 1, "forward", listed[at : at + 2]),
    ):
        slide = "const slider = document.getElementById('slider'); slider.value = arguments[0]; "
        screen.run(f"{slide} slider.dispatchEvent(new Event('input'))", begun)
        for number in wanted:
            screen.click(f"#{button}")
            assert screen.text("#number").split()[0] == str(number)


def test_a_step_goes_to_the_end_of_what_carries_out_a_move(screen: Screen) -> None:
    """To build a tile and to place it is one step, told as the move; the scrubber reaches what lies between."""
    screen.open(page_of(log_of("city_tycoon", 3)), "#move=0")
    steps = steps_of("city_tycoon")
    _, *ends = ends_of(log_of("city_tycoon", 3))
    begun = next(i for i in range(len(ends)) if ends[i + 1] > ends[i] + 1)
    for button, wanted in (("forward", ends[: begun + 3]), ("back", ends[begun + 1 :: -1])):
        for number in wanted:
            screen.click(f"#{button}")
            assert screen.text("#number").split()[0] == str(number)
            main = next(step.move for step in steps[number::-1] if step.move and not step.move.follows)
            assert screen.text("#now") == f"{screen.texts('.score bdi')[main.seat]} {main.words}"
    built = ends[begun] + 1
    screen.run(
        "const slider = document.getElementById('slider'); slider.value = arguments[0];"
        " slider.dispatchEvent(new Event('input'))",
        built,
    )
    assert screen.text("#number").split()[0] == str(built)
    screen.click("#forward")
    assert screen.text("#number").split()[0] == str(ends[begun + 1])


def test_with_a_player_picked_each_line_has_words(screen: Screen, tmp_path: Path) -> None:
    """Also that of a tile which is placed after a marked move has built it: what only carries out a move is small."""
    log = log_of("city_tycoon", 2)
    screen.open(game_page(raw_of(log), ComponentFiles(), analysis=made_up(log, tmp_path / "a.jsonl")))
    assert screen.run("return document.querySelectorAll('#moves li>span.follows:first-of-type').length"), (
        "there are such"
    )
    size = "(one) => parseFloat(getComputedStyle(one).fontSize)"
    alone = (
        "return [...document.querySelectorAll('#moves li[id]:not([hidden], .brief)')].map((line) =>"
        f" Math.max(...[...line.querySelectorAll(':scope>span')].map({size})))"
    )
    for place in range(len(screen.texts("#pick .chip"))):
        screen.run("document.querySelectorAll('#pick .chip')[arguments[0]].click()", place)
        sizes = screen.run(alone)
        assert len(sizes) > 10
        assert min(sizes) > 10


def test_what_a_player_picks_in_a_row_lies_in_a_row_and_a_tap_tells_it(screen: Screen) -> None:
    screen.resize(*PHONE)
    screen.open(page_of(log_of("neom", 3)), "#move=0")
    screen.click("#pick .chip:last-child")
    drafted = [step.move.words for step in steps_of("neom") if step.move and step.move.seat == 2][:4]
    assert screen.texts(".brief") == [f"greedy#3 {words}" for words in drafted], "later each is built before the next"
    screen.open(page_of(log_of("city_tycoon", 3)), "#move=0")
    screen.click("#pick .chip:last-child")
    state = """
        const size = (line) => parseFloat(getComputedStyle(line.querySelector(':scope>span')).fontSize);
        return [...document.querySelectorAll('#moves .brief:not([hidden])')].map((line) =>
          [+line.id.slice(1), size(line), line.querySelectorAll('.tile').length, getComputedStyle(line).display])"""
    before = screen.run(state)
    picks = [
        at for at, step in enumerate(steps_of("city_tycoon")) if step.move and step.move.seat == 2 and step.move.secret
    ]
    assert [number for number, *_ in before] == picks
    assert all(size == 0 and tiles and display == "inline-block" for _, size, tiles, display in before)
    screen.run(f"document.getElementById('m{before[3][0]}').click()")
    assert [number for number, size, *_ in screen.run(state) if size] == [before[3][0]]
    seen_by = "const seat = document.getElementById('seat'); seat.value = 0; seat.dispatchEvent(new Event('change'))"
    screen.run(seen_by)
    assert not screen.texts(".brief"), "others did not see it, and read so"
    for _ in range(2):
        screen.click("#pick .chip:last-child")
        assert not screen.texts(".brief")


PICTURED = """
const { titles } = JSON.parse(document.getElementById('data').textContent);
const drawn = document.querySelectorAll('.symbols > defs > g');
const title = (number) => titles[number] === 1 ? drawn[number].textContent : titles[number];
const lines = [...document.querySelectorAll('#moves li[id]')].filter((line) => !line.querySelector('span~span'));
return lines.map((line) => [line.querySelector('span').textContent,
  [...line.querySelectorAll(':scope>.tile use')].map((one) => title(+one.getAttribute('href').slice(2)))])"""
"""The words of each line that tells a single move, and what its pictures are of."""


def test_pictures_stand_in_the_order_of_the_words(screen: Screen) -> None:
    screen.open(page_of(log_of("between_two_cities", 3)))
    several = [(words, tiles) for words, tiles in screen.run(PICTURED) if len(tiles) > 1]
    assert len(several) > 5
    for words, tiles in several:
        places = [words.index(tile.partition(":")[0]) for tile in tiles]  # no tile that the words do not name
        assert places == sorted(places), (words, tiles)


ENDS = """
return [...document.querySelectorAll('.score bdi, .chip bdi')].map((name) => {
  const text = name.firstChild, range = document.createRange(), room = name.getBoundingClientRect();
  return [0, text.length - 1].map((at) => {
    range.setStart(text, at);
    range.setEnd(text, at + 1);
    const letter = range.getBoundingClientRect();
    return letter.left >= room.left - 1 && letter.right <= room.right + 1;
  });
})"""
"""Of each name in the strip and of the filter: whether there is room for its first and its last letter."""


@pytest.mark.parametrize(
    ("names", "at"),
    [(["greedy", "greedy#2", "greedy#3", "greedy#4"], 1), (["Alexandra", "Bernadette", "Cleopatra", "Dominic"], 0)],
)
def test_of_names_that_begin_alike_the_ends_are_shown(screen: Screen, names: list[str], at: int) -> None:
    """Copies of a bot differ by a number behind its name."""
    header, *lines = events(log_of("neom", 4))
    screen.resize(*PHONE)
    screen.open(page_of(written([{**header, "players": names}, *lines])))
    shown = screen.run(ENDS)
    assert len(shown) == 8, "the strip and the filter name everybody"
    assert all(ends[at] for ends in shown)
    assert not all(all(ends) for ends in shown), "there is not enough room for all of each"


def test_a_tap_on_a_player_in_the_strip_shows_what_that_player_did(screen: Screen) -> None:
    """From any panel; the list stands where the game does. Moves 40 and 41 are told in a line."""
    screen.resize(*PHONE)
    screen.open(page_of(log_of("between_two_cities", 3)), "#move=40")
    screen.panel("score")
    screen.click("#scores .score:nth-child(2)")
    in_view = "((one, list) => one.top >= list.top && one.bottom <= list.bottom)"
    last = "[...document.querySelectorAll('#moves li[id]:not([hidden])')].findLast((one) => +one.id.slice(1) < 41)"
    boxes = f"...[{last}, document.getElementById('moves')].map((one) => one.getBoundingClientRect())"
    screen.wait_until(f"{in_view}({boxes})")  # only then all heights are known
    listed = screen.run(SHOWN)
    assert {player for _, player, _, _ in listed} == {"greedy#2"}
    near = [number for number, _, _, is_seen in listed if is_seen]
    assert near[0] <= 41 <= near[-1] + 3
    assert screen.texts("#pick [aria-pressed=true]")[-1] == "greedy#2"
    screen.click("#scores .score:nth-child(3)")
    assert {player for _, player, _, _ in screen.run(SHOWN)} == {"greedy#3"}
    assert any(is_seen for number, _, _, is_seen in screen.run(SHOWN) if number > 41)
    for button, wanted in (("forward", min), ("back", max)):  # from move to move of the list
        at = int(screen.text("#number").split()[0])
        others = [number for number, player, _, _ in screen.run(SHOWN) if player == "greedy#3"]
        screen.click(f"#{button}")
        there = [number for number in others if (number > at if button == "forward" else number < at)]
        assert screen.run("return document.querySelector('#moves [aria-current]').id") == f"m{wanted(there)}"


def test_a_player_picked_after_a_round_is_shown_from_that_round_on(screen: Screen) -> None:
    """The boards show the first move of the player from there; at the end of a game all stays."""
    screen.resize(*PHONE)
    screen.open(page_of(log_of("between_two_cities", 3)))
    choose(screen, 2)
    first = int(screen.text("#number").split()[0])
    screen.click("#pick button:last-child")
    own = next(
        at
        for at, step in enumerate(steps_of("between_two_cities"))
        if at >= first and step.move and step.move.seat == 2
    )
    screen.wait_until(f"location.hash === '#move={own}'")
    assert min(number for number, _, _, is_seen in screen.run(SHOWN) if is_seen) >= own
    last = len(steps_of("between_two_cities")) - 1
    screen.open(page_of(log_of("between_two_cities", 3)), f"#move={last}")
    for chip in range(3):
        screen.run("document.querySelectorAll('#pick .chip')[arguments[0]].click()", chip)
        assert screen.text("#number") == f"{last} / {last}"


def test_coming_back_to_the_moves_the_current_one_is_in_view_with_its_advice(screen: Screen) -> None:
    screen.resize(*PHONE)
    step = next(iter(data_of(analysed_page("between_two_cities"))["better"]))
    screen.open(analysed_page("between_two_cities"), f"#move={step}")
    screen.panel("analysis")
    screen.panel("moves")
    (is_seen,) = [is_seen for number, _, _, is_seen in screen.run(SHOWN) if number == int(step)]
    assert is_seen, "all of it, to its last line"


def test_the_strip_of_a_phone_names_the_players(screen: Screen) -> None:
    """As much of the name as there is room for, beside the points, which are whole."""
    screen.resize(*PHONE)
    for seats in (2, 4):
        screen.open(page_of(log_of("neom", seats)))
        box = "((one) => one.getBoundingClientRect())"
        names = screen.run(f"return [...document.querySelectorAll('#scores bdi')].map({box})")
        points = screen.run(f"return [...document.querySelectorAll('#scores b')].map({box})")
        assert all(name["width"] >= 20 for name in names)
        assert all(name["right"] <= other["left"] for name, other in zip(names, points, strict=True))
        assert max(other["right"] for other in points) <= PHONE[0]


def test_the_game_opens_on_the_city_that_counts_for_the_winner(screen: Screen) -> None:
    screen.resize(*PHONE)
    log = log_of("between_two_cities", 3)
    result = json.loads(log.splitlines()[-1])["result"]
    best = result["sheets"][result["ranks"].index(1)]
    (counts,) = [part for part in best["parts"] if part["counts"]]
    steps = walk(raw_of(log), ComponentFiles()).steps
    (title,) = [sheet.title for sheet in steps[-1].picture.sheets if sheet.key == counts["title"]]
    screen.open(page_of(log))
    assert screen.texts(".board.shown h3") == [title]


@pytest.mark.parametrize("game", daily(["card_city_xl", "neom", "twentieth_century"], 1))
def test_the_game_opens_on_the_city_of_the_winner(screen: Screen, game: str) -> None:
    screen.resize(*PHONE)
    log = log_of(game, 3)
    header, *_, last = map(json.loads, log.splitlines())
    screen.open(page_of(log))
    (title,) = screen.texts(".board.shown h3")
    names = names_of(header["players"])
    assert title.startswith(f"{names[last['result']['ranks'].index(1)]}'s ")


@pytest.mark.parametrize("game", ["between_two_cities", "neom"])
def test_a_choice_in_secret_shows_a_city_of_whoever_makes_it(screen: Screen, game: str) -> None:
    screen.resize(*PHONE)
    screen.open(page_of(log_of(game, 3)), "#move=0")
    for _ in range(2):  # by the third choice all are revealed
        screen.click("#forward")
        assert screen.text("#now b") in re.split("'s | & ", screen.text(".board.shown h3"))


def test_a_move_and_its_heading_tell_the_same_round(screen: Screen) -> None:
    screen.open(page_of(log_of("city_tycoon", 2)))
    for number in (1, 2, 3):
        choose(screen, number + 1)
        screen.click("#back")
        assert screen.run("return document.getElementById('round').value") == f"Round {number}"
        assert screen.text("#caption").startswith(f"round {number}, ")


def test_the_list_gets_room_and_gives_it_back(screen: Screen) -> None:
    screen.resize(*PHONE)
    screen.open(page_of(log_of("neom", 3)))
    high = "return document.getElementById('moves').clientHeight"
    before = screen.run(high)
    screen.click("#grow")
    assert screen.run(high) >= max(READ[PHONE], 2 * before)
    assert screen.run("return document.getElementById('boards').clientHeight") > 150
    screen.click("#grow")
    assert screen.run(high) == before
    screen.resize(*ACROSS)
    screen.click("#grow")
    assert screen.run(high) >= READ[ACROSS]
    assert screen.run("return document.getElementById('forward').getBoundingClientRect().height") >= 44
    screen.resize(*PHONE)
    screen.assert_usable_by_everybody("#of-moves")


def test_a_players_moves_of_a_round_are_told_shortly_with_what_they_came_to(screen: Screen) -> None:
    """What only carries out a move comes with a tap on its line."""
    screen.resize(*PHONE)
    steps = steps_of("city_tycoon")
    screen.open(page_of(log_of("city_tycoon", 3)), "#move=1")
    screen.click("#pick .chip:last-child")
    sums = screen.run("return [...document.querySelectorAll('#moves .round')].map((one) => one.dataset.more)")
    ends = [
        [step.scores[2] for step in steps if step.move and step.round == f"round {number} of 4"][-1]
        for number in range(1, 5)
    ]
    own = [
        sum(
            step.scores[2] - before.scores[2]
            for before, step in pairwise(steps)
            if step.move and step.move.seat == 2 and step.round == f"round {number} of 4"
        )
        for number in range(1, 5)
    ]
    brought = [words[2] for words in data_of(page_of(log_of("city_tycoon", 3)))["gained"]]
    assert sums == [
        f"{before} → {after}: {words}{f'; {gained} by own moves' * (gained != after - before)}"
        for before, after, words, gained in zip([steps[0].scores[2], *ends], ends, brought, own, strict=False)
    ]
    assert any("by own moves" in told for told in sums), "what others do and what is due brings points, too"
    rest = "[...document.querySelectorAll('#moves li:not([hidden])>.follows')]"
    size = f"return {rest}.map((one) => parseFloat(getComputedStyle(one).fontSize))"
    assert {*screen.run(size)} == {0}
    screen.run(f"{rest}[0].parentNode.click()")
    assert screen.run(size)[0] > 10
    screen.click("#pick .chip:last-child")
    assert 0 not in screen.run(size)


@pytest.mark.parametrize("game", daily([*NAMES], 2))
def test_a_round_tells_where_its_points_came_from(game: str) -> None:
    """The three categories that changed most; where they are fewer, they add up to what the score did."""
    steps, data = steps_of(game), data_of(page_of(log_of(game, 3)))
    rounds = data["marks"]["round"]
    assert len(data["gained"]) == len(rounds)
    for words, first, last in zip(data["gained"], rounds, [*rounds[1:], len(steps) - 1], strict=True):
        for seat in range(3):
            then, now = [of_sheet(steps[number].sheets[seat]) for number in (first, last)]
            gains = {name: now[name] - then[name] for name in {**then, **now} if now[name] != then[name]}
            told = {name: int(points) for name, points in re.findall(r"([^,+-]+) ([+-]\d+)", words[seat])}
            told = {name.strip(): points for name, points in told.items()}
            few = len([1 for step in steps[first + 1 : last + 1] if step.move and step.move.seat == seat]) < 4
            boards = [[part.title for part in steps[at].sheets[seat].parts if part.counts] for at in (first, last)]
            if few or boards[0] != boards[1]:
                assert not told
                continue
            assert told.items() <= gains.items()
            least = min(map(abs, told.values()), default=0)
            assert len(told) == min(len(gains), 3)
            assert all(abs(points) <= least for name, points in gains.items() if name not in told)
            if len(told) < 3:
                assert sum(told.values()) == steps[last].scores[seat] - steps[first].scores[seat]
    assert game == "neom" or any("+" in told for words in data["gained"] for told in words), (
        "rounds have few moves there"
    )


def of_sheet(sheet: Sheet) -> Counter[str]:
    """The points of a sheet by category; by part, where it has many of them."""
    points: Counter[str] = Counter()
    counting = [part for part in sheet.parts if part.counts]
    for part in counting:
        for name, value in (
            [(part.title, part.points)] if counting[4:] else [(of.category, of.points) for of in part.lines]
        ):
            points[name] += int(value)
    return points


def test_the_strip_tells_through_whose_eyes_one_looks(screen: Screen) -> None:
    screen.open(page_of(log_of("neom", 3)), "#move=20&seat=1")
    assert screen.text("#caption").startswith("seen by greedy#2, generation 1, round")
    screen.open(page_of(log_of("neom", 3)), "#move=20&seat=none")
    assert screen.text("#caption").startswith("seen by spectators, ")
    screen.open(page_of(log_of("neom", 3)), "#move=20")
    assert screen.text("#caption").startswith("generation 1, round")


def test_with_a_player_picked_hidden_points_stay_hidden_and_print_has_all_words(screen: Screen) -> None:
    screen.open(page_of(log_of("twentieth_century", 3)))
    screen.click("#pick .chip:last-child")
    told = "return getComputedStyle(document.querySelector('#moves .round'), '::after').content"
    assert "attr" in screen.run(told) or "score" in screen.run(told)
    seen_by = "const seat = document.getElementById('seat'); seat.value = 0; seat.dispatchEvent(new Event('change'))"
    screen.run(seen_by)
    assert screen.run(told) == "none", "a seat does not know the points of others"
    screen.open(page_of(log_of("city_tycoon", 3)), "#move=0")
    screen.click("#pick .chip:last-child")
    words = "[...document.querySelectorAll('#moves li:not([hidden])>span')]"
    sizes = f"return {words}.map((one) => getComputedStyle(one).fontSize)"
    assert "0px" in screen.run(sizes)
    screen.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    try:
        assert "0px" not in screen.run(sizes)
    finally:
        screen.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
