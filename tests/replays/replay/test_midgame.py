"""A game after so many moves: what follows in the log may be wrong, what comes before may not."""

from __future__ import annotations

from pathlib import Path

import pytest

from cityleague.replays.log import ChanceEvent, LogError, MoveEvent, decoder
from cityleague.replays.replay import ComponentFiles, game_after

from ...rows import rows
from ..helpers import edited, index_of, recorded, write

GOOD = recorded()


@rows(
    "line, old, new, code",
    [
        (index_of(GOOD, b'"pick"', 20), b'"seat":', b'"seat":9', "LOG-SEAT"),
        (index_of(GOOD, b'"place"'), b"[0,0]", b"[9,9]", "B2C-PLACE-FIRST"),
    ],
)
def test_a_move_that_is_wrong_is_no_matter_before_it(
    line: int, old: bytes, new: bytes, code: str, tmp_path: Path
) -> None:
    number = sum(b'"move"' in earlier for earlier in GOOD[:line])
    right = game_after(write(tmp_path, GOOD, "right.jsonl"), ComponentFiles(), number)
    wrong = write(tmp_path, edited(GOOD, line, old, new))
    there = game_after(wrong, ComponentFiles(), number)
    assert (there.moves, there.state.digest()) == (number, right.state.digest())
    events = map(decoder(right.setup.game).event, GOOD[1:line])
    played = [event for event in events if isinstance(event, ChanceEvent | MoveEvent)]
    assert list(right.past) == list(there.past) == played
    with pytest.raises(LogError, match=code):
        game_after(wrong, ComponentFiles(), number + 1)
