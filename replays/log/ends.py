"""The result at the end of a game, read without the lines before it."""

from __future__ import annotations

from cityleague.replays.log.decode import decoder
from cityleague.replays.log.events import Result, ResultEvent
from cityleague.replays.log.findings import Problem
from cityleague.replays.log.reading import BLANK, RawGame

_MOST_POINTS = 10**9


def result_of(game: RawGame, seats: int) -> Result:
    """The result that stands in the last line of a game; raises Problem if none stands there that is possible."""
    event = None if game.dropped else decoder().event(_last_line(game))
    if not isinstance(event, ResultEvent):
        raise Problem("GAME-TRUNCATED", "the game has no result at its end")
    check_result(event.result, seats)
    return event.result


def _last_line(game: RawGame) -> bytes:
    for piece in reversed(game.pieces):
        if text := piece.rstrip(BLANK):
            return text[text.rfind(b"\n") + 1 :]
    return b""


def check_result(result: Result, seats: int) -> None:
    """Raise Problem if no game with this number of seats can have this result."""
    for name, values in (("scores", result.scores), ("ranks", result.ranks)):
        if len(values) != seats:
            raise Problem(f"RESULT-{name[:-1].upper()}", f"{seats} players, but {len(values)} {name}")
    if any(rank != 1 + sum(other < rank for other in result.ranks) for rank in result.ranks):
        raise Problem("RESULT-RANK", f"nobody can be ranked {list(result.ranks)}")
    if any(abs(score) > _MOST_POINTS for score in result.scores):
        raise Problem("RESULT-SCORE", "a score is beyond all measure")
    lost = [forfeit.seat for forfeit in result.forfeits]
    if len(set(lost)) < len(lost) or any(seat >= seats for seat in lost):
        raise Problem("RESULT-FORFEIT", "the forfeits are not of different seats of this game")
