"""What a refusal says about a move, besides its code and its place."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import msgspec

from cityleague.engine.rules import IllegalMove
from cityleague.engine.twentieth_century.moves import Move
from cityleague.replays.replay.hints import with_names

from ..by_hand import Event
from ..replays.cases import Broken
from ..replays.helpers import verdicts
from ..replays.rule_cases.twentieth_century import CASES
from ..rows import rows
from .by_hand import after, course, figures, move

EVERY = [(code, make) for code, several in CASES.items() for make in several]


@rows("code, make", EVERY)
def test_the_message_says_what_is_wrong(code: str, make: Callable[[], Broken], tmp_path: Path) -> None:
    broken = make()
    assert broken.says
    (said,) = verdicts(tmp_path, broken.content, components=broken.components)
    assert said.finding is not None
    players = json.loads(broken.lines[0])["players"]
    assert with_names(broken.says, players) in said.finding.message
    assert len(said.finding.message) < 200


def test_each_code_has_several_cases() -> None:
    few = {code for code, several in CASES.items() if len(several) < 2}
    assert few == {"TURN-GAME-OVER"}


def refused(*events: Event, components: bytes) -> str | None:
    """The code with which the last of these moves of a game of three is refused; None: it is legal."""
    *played, last = course(3, *events[:-1], last=events[-1], components=components)
    state = after(3, played, components)
    said = msgspec.convert(move(last[1:]), Move)
    try:
        state.verify(last[0], said)
    except IllegalMove as error:
        assert said not in state.legal(last[0])
        return error.rule.code
    assert said in state.legal(last[0])
    return None


UP = ((0, "choose", "L1"), (0, "buy", "worker"), (0, "lay", "L1", (1, 0)), (0, "worker", "worker", "L1.b"))
BOTH = figures(technologies={"worker": {"worker": True, "locomotive": True, "waste_separation": True}})


def test_a_citizen_who_moves_to_the_last_free_city_of_new_land_leaves_one_free() -> None:
    """Another land's citizen moves from L1.b to L1.a: the land's own citizen can still settle in L1.b."""
    assert refused(*UP, (0, "locomotive", "worker", "L1.b", "L1.a"), components=BOTH) is None


def test_a_last_free_city_of_new_land_is_kept_from_citizens_of_other_land() -> None:
    assert refused(*UP, (0, "locomotive", "worker", "start.b", "L1.a"), components=BOTH) == "CENTURY-CITY-KEPT"


@rows(
    "last",
    [
        (0, "settle", "L1.a"),
        (0, "dump", "start"),
        (0, "dump", "L1"),
        (0, "separate", "worker", "start"),
        (0, "locomotive", "worker", "start.b", "start.c"),
    ],
)
def test_what_resembles_a_broken_rule_is_legal(last: Event) -> None:
    assert refused(*UP, last, components=BOTH) is None
