"""The result at the end of a game, read without the lines before it."""

from __future__ import annotations

import contextlib
from functools import lru_cache
from itertools import islice

import msgspec
from msgspec import UNSET

from cityleague.engine.components import plain
from cityleague.engine.scoring import Points
from cityleague.replays.log.decode import decode_header, decoder
from cityleague.replays.log.events import MAX_LINE, Forfeit, Result, ResultEvent, has_field
from cityleague.replays.log.findings import Problem
from cityleague.replays.log.reading import BLANK, RawGame

_MOST_POINTS = 10**9
_BARE = 2
"""The lines of a result alone: header and result."""


class Claim(msgspec.Struct, frozen=True, gc=False):
    """What a result says of who won; its score sheets, which are most of its bytes, are skipped."""

    scores: tuple[Points, ...]
    ranks: tuple[int, ...]
    forfeits: tuple[Forfeit, ...] = ()


class _Line(msgspec.Struct, gc=False):
    result: Claim


_decode = msgspec.json.Decoder(_Line).decode


def claim_of(game: RawGame, seats: int) -> Claim:
    """Who won, by the last line of a game, of which nothing else is examined; raises Problem. A seventh of the time."""
    line = game.last_line()
    try:
        claim = _decode(line) if len(line) <= MAX_LINE and not plain.too_deep(line) else None
    except (msgspec.MsgspecError, UnicodeDecodeError):
        claim = None
    if claim is None or game.dropped:
        raise Problem("GAME-TRUNCATED", "the game has no result at its end")
    check_result(claim.result, seats)
    return claim.result


def is_bare(game: RawGame) -> bool:
    """Whether a game is a result alone: a header without a seed, and a result."""
    lines = list(islice((line for line in game.each_line_with_end() if line.strip(BLANK)), _BARE + 1))
    with contextlib.suppress(Problem):
        return (
            len(lines) == _BARE
            and has_field(lines[1], "result")
            and decode_header(lines[0].rstrip(b"\n")).seed is UNSET
        )
    return False


def result_of(game: RawGame, seats: int) -> ResultEvent:
    """The result that stands in the last line of a game; raises Problem if none stands there that is possible."""
    event = None if game.dropped else decoder().event(game.last_line())
    if not isinstance(event, ResultEvent):
        raise Problem("GAME-TRUNCATED", "the game has no result at its end")
    check_result(event.result, seats)
    return event


def check_result(result: Result | Claim, seats: int) -> None:
    """Raise Problem if no game with this number of seats can have this result."""
    for name, values in (("scores", result.scores), ("ranks", result.ranks)):
        if len(values) != seats:
            raise Problem(f"RESULT-{name[:-1].upper()}", f"{seats} players, but {len(values)} {name}")
    if not _are_ranks(result.ranks):
        raise Problem("RESULT-RANK", f"nobody can be ranked {list(result.ranks)}")
    if max(map(abs, result.scores), default=0) > _MOST_POINTS:
        raise Problem("RESULT-SCORE", "a score is beyond all measure")
    lost = [forfeit.seat for forfeit in result.forfeits]
    if lost and (len(set(lost)) < len(lost) or any(seat >= seats for seat in lost)):
        raise Problem("RESULT-FORFEIT", "the forfeits are not of different seats of this game")


@lru_cache(maxsize=1 << 10)  # the same few occur in all games; a choice by rank gains a fifth of its time
def _are_ranks(ranks: tuple[int, ...]) -> bool:
    return all(rank == 1 + sum(other < rank for other in ranks) for rank in ranks)
