"""20th Century: games as written at a table, whose last line breaks a rule."""

from __future__ import annotations

from . import (
    twentieth_century_auction,
    twentieth_century_place,
    twentieth_century_track,
    twentieth_century_turns,
    twentieth_century_use,
)

CASES = (
    twentieth_century_turns.CASES
    | twentieth_century_auction.CASES
    | twentieth_century_place.CASES
    | twentieth_century_use.CASES
    | twentieth_century_track.CASES
)
