"""`why` names the rule that forbids what somebody wants, and never fails, whatever is typed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from cityleague.engine.chance import Stream
from cityleague.engine.registry import GAMES
from cityleague.engine.rules import IllegalMove
from cityleague.replays.people.menu import menu_of
from cityleague.replays.people.moves import Asked
from cityleague.replays.people.table import Table
from cityleague.replays.people.why import why_not

from ...rows import rows
from .tables import NAMES, due, header_of, played, table_of

_CODE = re.compile(r"^([A-Z0-9]+(?:-[A-Z0-9]+)+): ")
_AT = re.compile(r"(-|\u2212)?\d+, (-|\u2212)?\d+")
ODD = [
    "park " * 40,
    "e a o i r t n s l u d g c p h",
    "why can i not put the park on the field at the end of the town , or on an other one at the side",
    "9999999999999999999999,-9999999999999999999999",
    "1" * 6000 + "," + "2" * 6000,
    "1,1 2,2 3,3 4,4 5,5",
    "park 1,0 {",
    "\u2212 \u2212 \ud800 \x00 ٣,٤ ²,³",
    "-",
    "0",
    "1",
    "?",
]


def asked_at(table: Table, seat: int) -> Asked:
    view, legal, state = table.state.view(seat), table.state.legal(seat), table.state
    names = NAMES[: table.setup.seats]
    menu = menu_of(table.setup, view, legal, names)
    return Asked(table.setup, names, seat, view, "> ", menu, state.verify, lambda _: [])


def positions(game: str, players: int, seed: str, every: int) -> Iterator[tuple[Table, Asked]]:
    """Some positions of a game at random, each for a seat that is due."""
    table = table_of(header_of(game, players, seed))
    for number, _ in enumerate(played(table, Stream(seed, "why"))):
        if number % every == 0 and (seats := due(table)):
            yield table, asked_at(table, seats[-1])


def codes_at(table: Table, seat: int, cell: tuple[int, int]) -> set[str]:
    """The rules that forbid to put there what the seat could put elsewhere."""
    codes = set()
    for move in table.state.legal(seat):
        if hasattr(move, "cell"):
            try:
                table.state.verify(seat, msgspec.structs.replace(move, cell=cell))
            except IllegalMove as error:
                codes.add(error.rule.code)
    return codes


def check(game: str, players: int, seed: str, every: int) -> int:
    """Ask why nothing can be put on a cell where nothing can; how often a rule was named."""
    stream, named = Stream(seed, "wanted"), 0
    for table, asked in positions(game, players, seed, every):
        catalogue = {rule.code for rule in asked.setup.game.catalogue()}
        legal: list[Any] = [move for move in asked.menu.moves if hasattr(move, "cell")]
        cells = {move.cell for move in legal}
        for _ in range(4 * bool(legal)):
            cell = stream.below(9) - 4, stream.below(9) - 4
            words = asked.menu.words[asked.menu.moves.index(stream.choice(legal))]
            text, there = _AT.subn(f"{cell[0]}, {cell[1]}", words, count=1)
            if not there or cell in cells:
                continue
            said = why_not(asked, text)
            codes = _CODE.findall(said)
            assert codes, (text, said)
            assert codes[0] in catalogue & codes_at(table, asked.seat, cell), (text, said)
            named += 1
    return named


def test_a_place_that_no_move_has_is_refused_by_the_rule_that_the_answer_names() -> None:
    assert check("between_two_cities", 3, "1", 4) > 10
    assert check("neom", 3, "1", 7) > 10


@pytest.mark.exhaustive
@rows("game", sorted(GAMES))
def test_a_place_in_any_game_that_no_move_has_is_refused_by_the_rule_that_the_answer_names(game: str) -> None:
    assert sum([check(game, 3 + number % 2, str(number), 3) for number in range(6)]) > 100


@pytest.mark.exhaustive
@rows("game", sorted(GAMES))
def test_whatever_is_asked_gets_an_answer(game: str) -> None:
    for _, asked in positions(game, 3, "2", 20):
        for text in ODD:
            assert why_not(asked, text)


@pytest.mark.exhaustive
@rows("game", sorted(GAMES))
def test_words_of_moves_in_any_mixture_get_an_answer(game: str) -> None:
    stream = Stream("mixed", game)
    for _, asked in positions(game, 3, "3", 2):
        for _ in range(6):
            words = [word for _ in range(3) for word in stream.choice(asked.menu.words).split()]
            assert why_not(asked, " ".join(stream.draw(words, 1 + stream.below(len(words)))))
