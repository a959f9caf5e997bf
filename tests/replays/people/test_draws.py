"""Draws are asked for in the words of the game, and what is typed goes where the engine puts it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
import pytest

from cityleague.engine.chance import Stream, outcome
from cityleague.engine.looks.text import columns
from cityleague.engine.protocol import Draw, Setup, State
from cityleague.engine.registry import game as find_game
from cityleague.replays.people.console import Command, Completing, Desk, Leave, Undo
from cityleague.replays.people.draws import ask_draw, questions_of

NAMES = ("Ada", "Ben", "Cleo", "Dora", "Emil", "Finn", "Gus")
GAMES: dict[str, list[tuple[int, dict[str, Any]]]] = {
    "between_two_cities": [(2, {}), (3, {"seating": "drawn"})],
    "card_city_xl": [(1, {}), (2, {"level": "advanced", "variants": ["ecological"], "seating": "drawn"})],
    "city_tycoon": [(3, {})],
    "neom": [(1, {}), (2, {"beginner": True}), (3, {}), (3, {"beginner": True})],
    "twentieth_century": [(3, {})],
}
WAYS = [(game, seats, options) for game, ways in GAMES.items() for seats, options in ways]


class Typist:
    """A console at which somebody types these lines, and then leaves."""

    def __init__(self, *lines: str, width: int = 80) -> None:
        self._lines = list(lines)
        self.width, self.said, self.asked = width, "", list[str]()

    def say(self, text: str) -> None:
        self.said += f"{text}\n"

    def ask(self, question: str, completing: Completing) -> str:
        self.asked.append(question)
        if not self._lines:
            raise EOFError
        return self._lines.pop(0)

    def clear(self) -> None:
        """Nothing is on the screen."""


def desk(console: Typist) -> Desk:
    def undo(_rest: str) -> None:
        raise Undo

    return Desk(console, {"undo": Command("take back", undo)})


def draws(game: str, seats: int, options: dict[str, Any]) -> Iterator[tuple[Setup, Draw, State[Any]]]:
    """Each draw of a random game, before it is resolved; whoever asks for the next one has it resolved."""
    chosen = find_game(game)
    setup = Setup(chosen, msgspec.convert(options, chosen.options), chosen.components(None), seats)
    state, stream = setup.begin(), Stream("draws", game)
    while (pending := state.pending()) is not None:
        if isinstance(pending, Draw):
            yield setup, pending, state
            state.resolve(outcome("draws", pending))
        else:
            state.apply(pending.seats[0], stream.choice(state.legal(pending.seats[0])))


def called(draw: Draw, names: Sequence[str], item: Any) -> str:
    """What somebody types for an item."""
    return names[item] if draw.name in {"seating", "order", "start"} else str(item)


@pytest.mark.parametrize(("game", "seats", "options"), WAYS)
def test_every_draw_is_asked_for_in_words_and_comes_out_as_it_was_typed(
    game: str, seats: int, options: dict[str, Any]
) -> None:
    names = NAMES[:seats]
    asked = 0
    for setup, draw, state in draws(game, seats, options):
        order = outcome("draws", draw)
        console = Typist(*[called(draw, names, item) for item in order])
        assert ask_draw(desk(console), setup, draw, state.view(None), names) == order
        asked += len(console.asked)
        for question in console.asked:
            assert question.endswith("? > ")
            assert not re.search(r"the draw|[a-z]-\d", question)  # that would be its name in a log
            assert columns(question) <= 60
    assert asked


@pytest.mark.parametrize(("game", "seats", "options"), [way for way in WAYS if way[0] not in {"card_city_xl"}])
def test_whoever_a_question_names_gets_what_is_typed_there(game: str, seats: int, options: dict[str, Any]) -> None:
    hands = 0
    for setup, draw, state in draws(game, seats, options):
        view = state.view(None)
        questions = questions_of(setup, draw, view, NAMES[:seats])
        assert sum(asked.take for asked in questions) == draw.take
        owners = [
            next((name for name in NAMES if asked.question.startswith(f"{name}'s hand")), None) for asked in questions
        ]
        if None in owners:
            continue
        hands += 1
        order, after = outcome("draws", draw), state.copy()
        after.resolve(order)
        for name, asked in zip(owners, questions, strict=True):
            mine, order = order[: asked.take], order[asked.take :]
            held = after.view(NAMES.index(str(name))).hand  # type: ignore[attr-defined]
            assert Counter(held) == Counter(mine)
    assert hands or seats < 3 or options.get("beginner") or game == "twentieth_century"


def first_draw(game: str, seats: int) -> tuple[Setup, Draw, State[Any]]:
    return next(draws(game, seats, {}))


def test_a_line_may_answer_several_questions_and_is_told_by_whose_it_is() -> None:
    setup, draw, state = first_draw("neom", 3)
    console = Typist("coal", "ga, st")
    assert ask_draw(desk(console), setup, draw, state.view(None), NAMES[:3]) == ["coal", "gas", "stone"]
    assert console.asked == ["Ada's raw material? > ", "Ben's raw material? > "]
    assert console.said.endswith("Ben's raw material: gas\nCleo's raw material: stone\n")


def test_the_question_tells_how_many_are_to_come_and_undo_goes_back_a_line() -> None:
    setup, draw, state = first_draw("city_tycoon", 3)
    console = Typist("ben", "cleo", "undo", "", "ada", "2")
    assert ask_draw(desk(console), setup, draw, state.view(None), NAMES[:3]) == [1, 0, 2]
    assert console.asked[:4] == ["Who is first in the turn order? > ", *["Who is next? > "] * 2, "Who is next? > "]
    setup, draw, state = first_draw("between_two_cities", 3)
    console = Typist("shop*3", "undo", "park*9")
    with pytest.raises(Leave):
        ask_draw(desk(console), setup, draw, state.view(None), NAMES[:3])
    assert console.asked == [
        "Ada's hand of 7 tiles? > ",
        "Ada's hand of 7 tiles, 4 more? > ",
        "Ada's hand of 7 tiles? > ",
        "Ben's hand of 7 tiles, 5 more? > ",
    ]


def test_tiles_of_neom_are_called_by_number_or_name() -> None:
    *_, (setup, draw, state) = [position for position, _ in zip(draws("neom", 3, {}), range(2), strict=False)]
    console = Typist("casino, 125 town hall", "121", "town mall", "130 131", "unseen")
    order = ask_draw(desk(console), setup, draw, state.view(None), NAMES[:3])
    assert order == [121, 125, 130, 131, *[None] * 8]
    assert "121 casino: of these 0 are left, not 1" in console.said
    assert "125 town hall: of these 0 are left, not 1" in console.said


def test_a_game_without_questions_is_asked_for_the_draw_by_its_name() -> None:
    setup, draw, state = first_draw("between_two_cities", 2)
    plain = setup._replace(game=msgspec.structs.replace(setup.game, questions=None))
    console = Typist("shop")
    with pytest.raises(Leave):
        ask_draw(desk(console), plain, draw, state.view(None), NAMES[:2])
    assert console.asked == ["What did the draw round-1a bring? > ", "What did the draw round-1a bring, 13 more? > "]


@pytest.mark.parametrize("game", GAMES)
def test_no_line_is_broken_within_a_word(game: str) -> None:
    texts = []
    for width in (40, 400):
        setup, draw, state = first_draw(game, 3)
        console = Typist("?", "", "nothing of the sort", width=width)
        with pytest.raises(Leave):
            ask_draw(desk(console), setup, draw, state.view(None), NAMES[:3])
        assert max(map(columns, console.said.splitlines())) <= width
        texts.append(console.said.split())
    assert texts[0] == texts[1]
