"""What a bot says of its move: a few numbers and short texts, for whoever looks into it. No rule reads them."""

from typing import Any

from msgspec import UNSET, UnsetType

from cityleague.engine.protocol import Bot
from cityleague.replays.log import SAID, quote
from cityleague.replays.players.terms import Misbehaviour
from cityleague.replays.players.trace import Speaker

_MOST, _NAME, _TEXT, _WHOLE = 16, 40, 200, 1000
"""Entries; characters of a name, of a text, and of all together as JSON."""
_LARGEST = 10**15


def note_by(bot: Bot) -> str | UnsetType:
    """The note for the last move of a bot, of what it has said: a program in its answer, a class by a dict `info`.

    There is nothing in it that a terminal obeys. Raises Misbehaviour for what is over the bounds.
    """
    info: Any = getattr(bot, "info", None)
    if not isinstance(info, dict):
        if info is None or not isinstance(bot, Speaker):  # a class may have something else by this name
            return UNSET
        raise _refused(f"is an object, not {quote(info)}")
    if len(info) > _MOST:
        raise _refused(f"has at most {_MOST} entries, not {len(info)}")
    for name, value in info.items():
        if not isinstance(name, str) or not 1 <= len(name) <= _NAME:
            raise _refused(f"has names of 1 to {_NAME} characters, not {quote(name)}")
        if isinstance(value, str):
            if len(value) > _TEXT:
                raise _refused(f"has at most {_TEXT} characters in {quote(name)}, not {len(value)}")
        elif type(value) not in (int, float):
            raise _refused(f"has a number or a text in {quote(name)}, not {quote(value)}")
        elif not abs(value) <= _LARGEST:  # which no NaN is
            raise _refused(f"has a number from -10^15 to 10^15 in {quote(name)}, and no other")
    import json  # noqa: PLC0415  (slow to import, and needed only for bots that say something)

    text = json.dumps(info, separators=(",", ":")).replace("\x7f", "\\u007f")
    if len(text) > _WHOLE:
        raise _refused(f"has at most {_WHOLE} characters, not {len(text)}")
    return SAID + text


def _refused(why: str) -> Misbehaviour:
    return Misbehaviour("garbage", f"what it says of its move (info) {why}")
