"""Games that stand in an archive more than once."""

from hashlib import blake2b
from typing import Any, Literal

import msgspec

from cityleague.replays.log import BLANK, Header, RawGame, Seen

How = Literal["bytes", "moves"]


class _Line(msgspec.Struct):
    """What a line brings to the course of a game."""

    seat: Any = None
    move: Any = None
    chance: Any = None
    order: Any = None


_decode = msgspec.json.Decoder(_Line).decode
_encode = msgspec.json.Encoder(order="deterministic").encode


class Duplicates:
    """The games so far, by a hash of their bytes or of their course."""

    def __init__(self, how: How | None) -> None:
        """`how` games are alike; None: no game is a duplicate."""
        self._how = how
        self._seen = Seen()

    def has(self, game: RawGame, header: Header) -> bool:
        """Whether a game was here before; it is remembered."""
        if not self._how:
            return False
        course = _course(game, header) if self._how == "moves" else None
        key = blake2b(game.data.strip(BLANK) if course is None else course, digest_size=16).hexdigest()
        return self._seen.first(key, "") is not None

    def close(self) -> None:
        """Forget them."""
        self._seen.close()


def _course(game: RawGame, header: Header) -> bytes | None:
    """What game was played, with all its draws and moves; None if there are no moves, or a line cannot be read.

    Who played it, when, how long it took, and what anybody noted are not part of it.
    """
    course = [_encode((header.game, header.rules, header.components or "", header.options, len(header.players)))]
    moves = 0
    for line in game.each_line():
        if not line.strip(BLANK):
            continue
        try:
            event = _decode(line)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            return None
        moves += event.move is not None
        if event.move is not None or event.chance is not None:
            course.append(_encode(event))
    return b"\n".join(course) if moves else None
