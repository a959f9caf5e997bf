"""A game's page with its analysis in a real browser: the curve, the marks, the better move, lessons."""

from __future__ import annotations

from pathlib import Path

import pytest
from selenium.webdriver.common.keys import Keys

from cityleague.engine.registry import game as find_game
from cityleague.replays.pages import game_page
from cityleague.replays.replay import ComponentFiles

from ..rows import daily
from .analyses import GAMES, analysed_page, lines_of, made_up
from .games import NAMES, log_of, raw_of
from .screen import Screen

GHOSTS = "document.querySelectorAll('#boards use.ghost')"
OUTLINES = "document.querySelectorAll('#boards .outline')"


def marks_of(game: str, seat: int | None = None) -> list[int]:
    """The steps that marked moves lead to."""
    return [line["move"] + 1 for line in lines_of(game) if line.get("mark") and (seat is None or line["seat"] == seat)]


def asked_of(game: str, seat: int) -> list[int]:
    """Those that a lesson asks about: where other moves are known to be worse, too."""
    return [line["move"] + 1 for line in lines_of(game) if line.get("worse") and line["seat"] == seat]


def now(screen: Screen) -> int:
    """The move that is shown."""
    return int(screen.run("return document.getElementById('slider').value"))


def tap(screen: Screen, element: str) -> None:
    """Touch the middle of an element with a finger."""
    screen.run(f"{element}.scrollIntoView({{block: 'center'}})")
    x, y = screen.run(
        f"const box = {element}.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]"
    )
    screen.touch([(x, y)])


@pytest.mark.parametrize("width", daily([390, 1280]))
def test_curve_and_slider_agree(screen: Screen, width: int) -> None:
    """The cursor stands on the line where the chances of the round are told, and a click on the line goes there."""
    screen.resize(width, 800)
    screen.open(analysed_page("neom"))
    screen.panel("analysis")
    assert (
        screen.run(
            "return [...document.querySelectorAll('.chances')].filter(one => one.getClientRects().length).length"
        )
        == 1
    )
    points = [line for line in lines_of("neom") if line["kind"] == "chances"]
    chart = "document.querySelector('.chances')"
    for point in points[1::5]:
        screen.run(
            "const s = document.getElementById('slider'); s.value = arguments[0]; s.dispatchEvent(new Event('input'))",
            point["move"],
        )
        cursor = screen.run(
            f"const box = {chart}.querySelector('.cursor').getBoundingClientRect(); return box.x + box.width / 2"
        )
        box = screen.run(f"const box = {chart}.querySelector('use').getBoundingClientRect(); return [box.x, box.width]")
        assert abs(cursor - (box[0] + box[1] * point["move"] / points[-1]["move"])) < 5
    for point in points[1::5]:
        screen.run(f"{chart}.scrollIntoView({{block: 'center'}})")
        script = (
            f"const box = {chart}.getBoundingClientRect(), unit = box.width / {chart}.viewBox.baseVal.width;"
            f"const x = box.x + unit * (+{chart}.dataset.left + arguments[0] * {chart}.dataset.step);"
            f"{chart}.dispatchEvent(new MouseEvent('click', {{clientX: x, clientY: box.y + 50, bubbles: true}}))"
        )
        screen.run(script, point["move"])
        assert now(screen) == point["move"]


def test_letters_on_the_phone_are_legible(screen: Screen) -> None:
    screen.resize(390, 800)
    screen.open(analysed_page("neom"))
    screen.panel("analysis")
    heights = screen.run(
        "return [...document.querySelectorAll('.chances text')].map(one => one.getBoundingClientRect().height)"
    )
    assert len(heights) > 5
    assert min(heights) >= 12


@pytest.mark.parametrize("game", GAMES)
def test_marks_on_the_curve_lead_to_their_moves(screen: Screen, game: str) -> None:
    screen.open(analysed_page(game))
    marks = screen.run("return [...document.querySelectorAll('.chances [data-move]')].map(one => +one.dataset.move)")
    assert marks
    for move in marks:
        screen.run(
            "document.querySelector(`.chances [data-move='${arguments[0]}'] circle`)"
            ".dispatchEvent(new MouseEvent('click', {bubbles: true}))",
            move,
        )
        assert now(screen) == move
    sign = "document.querySelector('.chances g')"
    under = f"return document.querySelector('.chances .cursor').compareDocumentPosition({sign})"
    assert screen.run(under) == 4, "the cursor does not hide the sign: the sign follows it"
    screen.panel("moves")
    screen.driver.execute_async_script("setTimeout(arguments[0], 300)")  # the list goes to the current move once more
    screen.run("document.getElementById(arguments[0]).scrollIntoView()", f"m{marks[0]}")
    screen.click(f"#m{marks[0]} .advice")
    assert now(screen) == marks[0]


@pytest.mark.parametrize("game", GAMES)
def test_the_better_move_is_drawn_and_told_at_its_move_alone(screen: Screen, game: str) -> None:
    screen.open(analysed_page(game), "#move=0")
    marks = marks_of(game)
    steps = screen.run(
        f"const look = () => [{GHOSTS}.length + {OUTLINES}.length, document.querySelectorAll('#now .advice').length];"
        "const steps = [look()], forward = document.getElementById('forward');"
        "const last = document.getElementById('slider').max;"
        "while (steps.length <= last) { forward.click(); steps.push(look()); }"
        "return steps"
    )
    assert now(screen) == len(steps) - 1
    for step, (shown, told) in enumerate(steps):
        assert told == (step in marks)
        assert not shown or step in marks
    assert sum(bool(shown) for shown, _ in steps) >= 0.8 * len(marks)


def test_a_ghost_stands_where_the_better_move_puts_the_tile(screen: Screen) -> None:
    """Move 51 of Between Two Cities: a factory two cells above the place where it was put."""
    screen.open(analysed_page("between_two_cities"), "#move=51")
    place = "one => ['x', 'y'].map(side => one.getBoundingClientRect()[side] / one.getScreenCTM().a)"
    ghost, ring = screen.run(f"return [{GHOSTS}[0], document.querySelector('#boards .ring')].map({place})")
    assert ghost == pytest.approx([ring[0], ring[1] - 2 * 72], abs=5)  # lines have a width
    assert screen.text("#now .advice").endswith("elsewhere.")
    screen.open(analysed_page("neom"), "#move=22")  # where the tile lies that waits to be built is no place of a move
    ghost, ring = screen.run(f"return [{GHOSTS}[0], document.querySelector('#boards .ring')].map({place})")
    assert ghost == pytest.approx([ring[0] - 3 * 72, ring[1] + 72], abs=5)


def test_a_seat_does_not_see_what_was_better_for_the_secret_pick_of_another(screen: Screen) -> None:
    screen.open(analysed_page("between_two_cities"), "#move=48&seat=0")
    assert not screen.run("return document.querySelectorAll('#now .advice').length")
    assert "inaccuracy" not in screen.text("#now")
    assert not screen.run("return document.querySelector('#m48 .advice').getClientRects().length")
    assert screen.run(f"return {OUTLINES}.length") == 0
    screen.run("const s = document.getElementById('seat'); s.value = '2'; s.dispatchEvent(new Event('change'))")
    assert screen.run(f"return {OUTLINES}.length") >= 2


@pytest.mark.exhaustive
def test_a_seat_does_not_see_what_another_should_have_done_in_the_open(screen: Screen) -> None:
    """It may be known from that seat's hand alone."""
    marks = [line for line in lines_of("between_two_cities") if line.get("mark") and line["played"]["type"] == "place"]
    step, seat = marks[0]["move"] + 1, marks[0]["seat"]
    for who, told in (("all", True), (seat, True), ((seat + 1) % 3, False), ("none", False)):
        screen.open(analysed_page("between_two_cities"), f"#move={step}&seat={who}")
        assert bool(screen.texts("#now .advice")) == told
        assert bool(screen.texts(f"#m{step} .advice")) == told
        assert bool(screen.run(f"return {OUTLINES}.length")) == told


def test_what_was_decided_in_secret_is_not_told_to_other_seats_before_the_curve(screen: Screen) -> None:
    """The costliest move may be a secret pick; everybody's eyes see it."""
    screen.open(analysed_page("neom"), "#seat=all")
    screen.panel("analysis")
    assert screen.text(".moments")
    for seat in ("0", "none"):
        screen.run(
            "const s = document.getElementById('seat'); s.value = arguments[0]; s.dispatchEvent(new Event('change'))",
            seat,
        )
        assert not screen.texts(".moments")


def learner(screen: Screen, seat: str) -> None:
    """Choose whose mistakes the lesson is about."""
    screen.panel("analysis")
    screen.run("document.getElementById('learner').value = arguments[0]", seat)


def lesson(screen: Screen) -> tuple[str, str]:
    """The question and the answer."""
    return screen.text("#question"), screen.text("#answer")


def better_at(screen: Screen, step: int) -> str:
    """The words of the better move, as the list of moves has them."""
    return str(screen.run(f"return document.querySelectorAll('#m{step} span')[2].textContent"))


def better_letter(screen: Screen, step: int) -> int:
    """Which of the moves to choose from is the better one: what is drawn of it is told first."""
    script = """
        const data = JSON.parse(document.getElementById("data").textContent).better[arguments[0]];
        const words = document.querySelectorAll(`#m${arguments[0]} span`)[2].textContent;
        const all = [[words, data[0]], ...data.slice(3)].sort((a, b) => (a.join() < b.join() ? -1 : 1));
        return all.findIndex((one) => one[1] === data[0]);
    """
    return int(screen.run(script, step))


def test_lessons_by_keyboard(screen: Screen) -> None:
    screen.open(analysed_page("between_two_cities"))
    learner(screen, "1")
    screen.run("document.getElementById('learn-start').focus()")
    screen.press(Keys.ENTER)
    steps = asked_of("between_two_cities", 1)
    for number, step in enumerate(steps, 1):
        assert now(screen) == step - 1, "the position before the mistake"
        assert f"{number} of {len(steps)}, move {step}: random " in lesson(screen)[0]
        assert not screen.run(f"return {GHOSTS}.length + {OUTLINES}.length"), "nothing tells it before the guess"
        assert not screen.texts(".advice")
        guesses, right = screen.texts("#guesses button"), better_letter(screen, step)
        assert len(guesses) > 1
        wrong = next(place for place in range(len(guesses)) if place != right)
        screen.press(*[Keys.TAB] * (wrong + 1))
        screen.press(Keys.ENTER)
        begun = "That is worse, too. Better: "
        if len(guesses) > 2:
            begun = "Right: "
            assert lesson(screen)[1] == "That is worse, too. Guess again."
            active = "return [...document.getElementById('guesses').children].indexOf(document.activeElement)"
            while screen.run(active) != right:
                screen.press(Keys.TAB)
            screen.press(Keys.SPACE)
        assert lesson(screen)[1].startswith(f"{begun}{'ABC'[right]}, {better_at(screen, step)}. It gains about ")
        at_once = screen.run(
            "return JSON.parse(document.getElementById('data').textContent).better[arguments[0]][2]", step
        )
        assert lesson(screen)[1].endswith(f" of lead by the end{at_once}.")
        assert screen.run(f"return {GHOSTS}.length + {OUTLINES}.length")
        assert now(screen) == step - 1
        screen.press(Keys.ENTER)  # the next mistake has the focus; after the last one, the end
    assert not screen.texts("#lesson")
    assert screen.text("#learned").startswith(f"0 of {len(steps)} right at the first guess. The costliest: ")
    screen.panel("moves")
    assert screen.texts(".advice")
    assert screen.run("return document.getElementById('seat').value") == "all"


def test_the_moves_to_choose_from_glow_on_the_boards_with_their_letters(screen: Screen) -> None:
    """Each tile that is asked about is in view, on a board or beside the words; a tap on a place guesses."""
    screen.open(analysed_page("between_two_cities"))
    learner(screen, "1")
    screen.click("#learn-start")
    step = asked_of("between_two_cities", 1)[0]
    letters = screen.run("return [...document.querySelectorAll('#boards text.choice')].map(one => one.textContent)")
    assert set(letters) == set("ABC"[: len(screen.texts("#guesses button"))])
    shown = "const box = one.getBoundingClientRect(); return box.width > 5 && box.top >= 0 && box.bottom <= innerHeight"
    assert screen.run(f"return [...document.querySelectorAll('rect.choice, #guesses .tile')].every(one => {{{shown}}})")
    right = better_letter(screen, step)
    cell = f"document.querySelector('#boards rect.choice.n{right}')"
    screen.run(f"{cell}.dispatchEvent(new MouseEvent('click', {{bubbles: true}}))")
    assert lesson(screen)[1].startswith("Right: ")
    screen.click("#learn-stop")
    assert screen.text("#learned").startswith("1 of 1 right at the first guess.")
    cost, chosen = screen.texts("#learned button")[0].partition(": ")[::2]
    assert float(chosen.removesuffix(" points")) > 0
    screen.click("#learned button")
    assert now(screen) == int(cost.removeprefix("move "))


def test_a_question_marks_what_was_played_and_tells_of_other_boards(screen: Screen) -> None:
    """On a phone: its tab bears the letter of a choice that lies on another board."""
    screen.resize(390, 844)
    page, step = analysed_page("between_two_cities"), asked_of("between_two_cities", 1)[0]
    ring = "return ['x', 'y'].map((side) => document.querySelector('.board.shown .ring').getAttribute(side))"
    screen.open(page, f"#move={step}")
    played = screen.run(ring)
    learner(screen, "1")
    screen.click("#learn-start")
    board = screen.text(".board.shown h3")
    assert screen.run(ring) == played
    words = screen.texts("#guesses span")
    assert len(set(words)) == len(words), "what is said of one is not said of another"
    here, there = [set(screen.texts(place)) for place in (".board.shown text.choice", "#tabs .choice")]
    assert here
    assert there
    assert sorted([*here, *there]) == [*"ABC"]
    screen.click("#reveal")
    assert screen.texts(".board.shown text.tag") == ["better"], "on whatever board it is"
    screen.click("#learn-stop")
    screen.panel("moves")
    screen.run("document.getElementById('forward').click()")
    assert screen.text(".board.shown h3") == board
    assert screen.texts("#tabs i.ghost") == ["better"]


IN_VIEW = """
const [one, room] = [arguments[0], "of-analysis"].map((id) => document.getElementById(id).getBoundingClientRect());
return one.height > 0 && one.top >= room.top && one.bottom <= room.bottom + 1"""
"""Whether an element is in view in the panel of the analysis."""


def test_marks_without_a_question_are_counted_and_the_costliest_is_among_the_last(screen: Screen) -> None:
    screen.open(analysed_page("neom"))
    learner(screen, "1")
    screen.click("#learn-start")
    left = len(marks_of("neom", 1)) - len(asked_of("neom", 1))
    assert lesson(screen)[0].endswith(f"({left} more, without a question: see Moves.)")
    screen.click("#reveal")
    screen.click("#learn-stop")
    assert f"({left} more, without a question: see Moves.)" in screen.text("#learned")
    assert screen.run(IN_VIEW, "learned"), "what came of it is not below the fold"
    losses = sorted(
        [(-line["loss"], line["move"] + 1) for line in lines_of("neom") if line.get("mark") and line["seat"]]
    )
    last = [f"move {step}" for _, step in losses[:3]]
    assert [words.partition(":")[0] for words in screen.texts("#learned button")] == last


def test_a_lesson_tells_whose_mistake_it_is(screen: Screen) -> None:
    """Even if nobody but the learner sees the choice, and another seat was looked through before."""
    screen.open(analysed_page("between_two_cities"), "#seat=0")
    learner(screen, "2")
    screen.click("#learn-start")
    (step,) = marks_of("between_two_cities", 2)
    assert f"move {step}: heuristic picks a shop and a park. It cost about 1 point of lead." in lesson(screen)[0]
    assert "inaccuracy" not in screen.text("#now").lower()
    screen.click("#learn-stop")
    assert screen.run("return document.getElementById('seat').value") == "0", "as before the lesson"
    screen.click("#learn-start")
    screen.click("#reveal")
    assert screen.text("#now").startswith(
        f"Next, move {step}: heuristic picks a shop and a park?! Inaccuracy: it cost "
    )


def test_a_lesson_for_everybody_asks_about_all_mistakes_each_through_its_movers_eyes(screen: Screen) -> None:
    screen.open(analysed_page("between_two_cities"))
    screen.panel("analysis")
    assert screen.run("return document.getElementById('learner').selectedOptions[0].text") == "everybody"
    screen.click("#learn-start")
    asked = sorted([(step, seat) for seat in range(3) for step in asked_of("between_two_cities", seat)])
    assert len({seat for _, seat in asked}) > 1
    for number, (step, seat) in enumerate(asked, 1):
        assert f"{number} of {len(asked)}, move {step}: " in lesson(screen)[0]
        assert screen.run("return document.getElementById('seat').value") == str(seat)
        screen.click("#reveal")
        screen.click("#learn-next" if number < len(asked) else "#learn-stop")
    assert screen.text("#learned").startswith(f"0 of {len(asked)} right at the first guess. The costliest: ")


def test_where_no_other_move_is_known_to_be_worse_nothing_is_asked(screen: Screen) -> None:
    """There is nothing to choose from: the better move is told among the moves alone."""
    screen.open(analysed_page("neom"))
    unfair = [step for step in marks_of("neom", 0) if step not in asked_of("neom", 0)]
    assert unfair
    screen.panel("analysis")
    assert "0" not in screen.run("return [...document.getElementById('learner').options].map(one => one.value)")
    screen.panel("moves")
    assert screen.texts(f"#m{unfair[0]} .advice")


@pytest.mark.exhaustive
def test_lessons_by_touch(screen: Screen) -> None:
    screen.resize(390, 800)
    screen.open(analysed_page("between_two_cities"))
    learner(screen, "1")
    tap(screen, "document.getElementById('learn-start')")
    first, second, last = marks_of("between_two_cities", 1)
    assert now(screen) == first - 1
    screen.assert_fits()
    heights = "[...document.querySelectorAll('#learn button')].map(one => one.getBoundingClientRect().height)"
    assert screen.run(f"return Math.min(...{heights}.filter(one => one))") >= 44
    boxes = "[...document.querySelectorAll('#learn button')].map(one => one.getBoundingClientRect())"
    shown = screen.run(f"return {boxes}.filter(one => one.height).map(one => [one.x, one.right, one.y, one.bottom])")
    for number, (left, right, top, bottom) in enumerate(shown):  # no finger takes one for another
        for a, b, c, d in shown[:number]:
            assert left >= b + 4 or a >= right + 4 or top >= d + 4 or c >= bottom + 4
    tap(screen, "document.getElementById('reveal')")
    assert lesson(screen)[1].startswith(f"Better: {'ABC'[better_letter(screen, first)]}, {better_at(screen, first)}")
    tap(screen, "document.getElementById('learn-next')")
    assert now(screen) == second - 1
    place = better_letter(screen, second)
    tap(screen, f"document.querySelectorAll('#guesses button')[{place}]")
    assert lesson(screen)[1].startswith("Right: ")
    tap(screen, "document.getElementById('learn-next')")
    assert now(screen) == last - 1
    assert "Next mistake" not in screen.texts("#learn button")
    tap(screen, "document.getElementById('learn-stop')")
    assert not screen.texts("#lesson")


@pytest.mark.parametrize(("width", "height"), daily([(360, 520), (390, 844), (844, 390)]))
def test_a_lesson_has_room_on_a_phone(screen: Screen, width: int, height: int) -> None:
    """The board in question is in view, the answer too, and the buttons once the lesson is scrolled."""
    screen.resize(width, height)
    screen.open(analysed_page("between_two_cities"))
    learner(screen, "1")
    tap(screen, "document.getElementById('learn-start')")
    tap(screen, "document.getElementById('reveal')")
    screen.run("document.getElementById('learn-next').scrollIntoView({block: 'end'})")
    high = "document.querySelector(arguments[0]).getBoundingClientRect()"
    assert 52 < screen.run(f"return {high}.bottom", "#learn-next") < height + 1
    assert screen.run(f"return {high}.height", "#boards") > 90
    assert screen.run("return scrollY") == 0


@pytest.mark.parametrize(("width", "scheme"), daily([(390, "dark"), (1280, "light")]))
def test_everybody_can_use_it_and_nothing_scrolls_sideways(screen: Screen, width: int, scheme: str) -> None:
    screen.resize(width, 800)
    screen.scheme(scheme)
    for game in GAMES:
        screen.open(analysed_page(game), f"#move={marks_of(game)[2]}")
        screen.assert_fits()
    screen.run("document.getElementById('learn-start').click()")
    screen.assert_fits()
    if scheme == "light":
        screen.assert_usable_by_everybody()
    else:
        screen.assert_colours_usable_by_everybody()


@pytest.mark.parametrize("game", daily(NAMES, 2))
def test_every_game_can_be_stepped_through(screen: Screen, game: str, tmp_path: Path) -> None:
    """There and back the boards are the same; ghosts and larger boards leave nothing behind."""
    log = log_of(game, find_game(game).seats[0])
    analysis = made_up(log, tmp_path / "a.jsonl", every=2)
    screen.open(game_page(raw_of(log), ComponentFiles(), analysis=analysis), "#move=0")
    look = "[...one.querySelectorAll('use')].map(use => use.outerHTML).sort().join() + one.getAttribute('viewBox')"
    boards = f"[...document.querySelectorAll('#boards svg')].map(one => {look})"
    step = "const s = document.getElementById('slider'); s.value = arguments[0]; s.dispatchEvent(new Event('input'))"
    begun = screen.run(f"return {boards}")
    drawn = 0
    for choice in analysis.choices[:: len(analysis.choices) // 12 | 1]:
        screen.run(step, choice.move + 1)
        drawn += screen.run(f"return {GHOSTS}.length + {OUTLINES}.length")
    assert drawn
    screen.run(step, 0)
    assert screen.run(f"return {boards}") == begun
    assert not screen.run(f"return {GHOSTS}.length")


def test_without_scripts_curve_and_marks_are_there(screen: Screen) -> None:
    screen.scripts(on=False)
    try:
        screen.open(analysed_page("neom"))
        assert screen.driver.find_element("css selector", ".chances").is_displayed()
        assert len(screen.driver.find_elements("css selector", "#moves .advice")) == len(marks_of("neom"))
        assert not screen.driver.find_element("id", "learn").is_displayed()
    finally:
        screen.scripts(on=True)
