"""What is said at a table to and by each bot, with times: for whoever looks into a bot, never for the log.

How long bots took is known by traces alone, for a log holds no times that a bot could lose by. What a bot says of its
move itself, a few numbers and short texts, is a note in the log, too; no rule reads it.
"""

import codecs
import os
import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from heapq import merge
from typing import Any, Literal, NamedTuple

import msgspec
from msgspec import UNSET, UnsetType

from cityleague.engine.protocol import Bot
from cityleague.replays.log import SAID, quote, write_below
from cityleague.replays.players.terms import Misbehaviour

What = Literal["hears", "says", "stderr", "traceback", "forfeits"]
Note = Callable[[What, bytes], object]
"""Takes down what one bot hears or says."""

MOST = 8 << 20
"""Bytes that are kept of what a seat hears and says in a game, and as many of its standard error: the last ones."""
_LONGEST = 1 << 20
"""Bytes of one entry."""
_QUOTED = 500
"""Characters of an entry in a quotation."""
_LINES = 12
"""How many lines of standard error or of a traceback are quoted."""

_encode = msgspec.json.Encoder().encode


def unheard(_what: What, _content: bytes) -> None:
    """Takes down nothing."""


class Speaker(ABC):
    """A bot that hears and says lines, and takes them down by itself: a program."""

    note: Note = staticmethod(unheard)

    @abstractmethod
    def end_game(self, result: Mapping[str, Any]) -> None:
        """Hear how the game has ended."""


class _Entry(NamedTuple):
    milliseconds: float
    seat: int
    what: What
    content: bytes


class _Tail:
    """The last entries of one seat, as many as there is room for."""

    def __init__(self) -> None:
        self.entries: deque[_Entry] = deque()
        self.size = self.dropped = 0

    def append(self, entry: _Entry) -> None:
        self.entries.append(entry)
        self.size += len(entry.content)
        while self.size > MOST and len(self.entries) > 1:
            self.size -= len(self.entries.popleft().content)
            self.dropped += 1


class Trace:
    """All that is said in one game. Times count from the moment when this is made."""

    def __init__(self) -> None:
        self._begun = time.monotonic()
        self._tails: dict[tuple[int, bool], _Tail] = {}

    def of(self, seat: int) -> Note:
        """What takes notes for a seat."""

        def note(what: What, content: bytes) -> None:
            milliseconds = round((time.monotonic() - self._begun) * 1000, 3)
            tail = self._tails.setdefault((seat, what == "stderr"), _Tail())
            tail.append(_Entry(milliseconds, seat, what, content[:_LONGEST]))

        return note

    def lines(self) -> list[bytes]:
        """Everything in the order of time, a line of JSON for each entry."""
        decoders = {seat: codecs.getincrementaldecoder("utf-8")("replace") for seat, _ in self._tails}
        lines = [
            _encode({"seat": seat, "dropped": tail.dropped, "of": "stderr" if errors else "talk"})
            for (seat, errors), tail in sorted(self._tails.items(), key=lambda item: item[0])
            if tail.dropped
        ]
        for entry in merge(*[tail.entries for tail in self._tails.values()], key=lambda entry: entry.milliseconds):
            if entry.what == "stderr":  # a character may be spread over two pieces
                content: Any = decoders[entry.seat].decode(entry.content)
            elif entry.what == "hears" and len(entry.content) < _LONGEST:  # JSON of ours; what it says can be anything
                content = msgspec.Raw(entry.content)
            else:
                content = entry.content.decode(errors="replace")
            lines.append(_encode({"seat": entry.seat, "ms": entry.milliseconds, entry.what: content}))
        return lines

    def write(self, path: str) -> None:
        """Write all lines to a file, whose folder is made if need be. Raises OSError."""
        write_below(*os.path.split(path), b"".join([line + b"\n" for line in self.lines()]))

    def last_words(self, seat: int) -> list[str]:
        """What a seat heard and said last, and the end of its standard error and of its traceback, in lines."""
        found: dict[str, str] = {}
        talk = self._tails.get((seat, False), _Tail()).entries
        for entry in talk:
            found[entry.what] = entry.content.decode(errors="replace")
        lines = [f"{what} {_shortened(found[what])}" for what in ("hears", "says") if found.get(what)]
        errors = b"".join([entry.content for entry in self._tails.get((seat, True), _Tail()).entries])
        for what, text in (("stderr", errors.decode(errors="replace")), ("traceback", found.get("traceback", ""))):
            lines += [f"{what}: {_shortened(line)}" for line in text.rstrip().splitlines()[-_LINES:]]
        return lines


def trace_file(folder: str, game: str) -> str:
    """The file in the folder of traces for the game with this id, in which a foreign log may have any characters."""
    return os.path.join(folder, f"{game.replace('/', '_').replace(os.sep, '_')}.trace")


def _shortened(text: str) -> str:
    return text if len(text) <= _QUOTED else f"{text[:_QUOTED]}… ({len(text)} characters)"


class Used(NamedTuple):
    """The time that a bot took in a game."""

    decisions: int
    """How many it was asked for."""
    seconds: float
    """For all that counts on its clock: decisions, and getting ready unless that has a limit of its own."""
    left: float | None
    """The fewest seconds that were left after a decision, before it added its increment; None: there was no clock."""
    late: bool
    """Whether it lost on time."""


class _Decision(msgspec.Struct):
    left: float | None = None


class _Heard(msgspec.Struct):
    """What a bot was sent: a greeting has limits, a result neither."""

    decide: _Decision | None = None
    limits: dict[str, Any] | None = None


class _Line(msgspec.Struct):
    seat: int
    ms: float = 0.0
    hears: _Heard | str | UnsetType = UNSET
    says: str | UnsetType = UNSET
    forfeits: str | UnsetType = UNSET
    dropped: int = 0
    of: str = ""


_decode = msgspec.json.Decoder(_Line).decode


def used(trace: Iterable[bytes]) -> dict[int, Used]:
    """The time of each seat whose trace is whole. Raises ValueError if these are not the lines of a trace."""
    seats: dict[int, _Seat] = {}
    lost: set[int] = set()
    for text in trace:
        line = _decode(text)
        if line.dropped and line.of == "talk":
            lost.add(line.seat)
        else:
            seats.setdefault(line.seat, _Seat()).note(line)
    return {number: seat.used for number, seat in sorted(seats.items()) if number not in lost}


class _Seat:
    """Follows what one seat hears and says."""

    def __init__(self) -> None:
        self.used = Used(0, 0.0, None, late=False)
        self._asked: float | None = None
        """When it was asked what it has not answered, in milliseconds; None: nothing that counts on its clock."""
        self._left: float | None = None

    def note(self, line: _Line) -> None:
        """The next line about this seat."""
        if self._asked is not None and (line.hears, line.says, line.forfeits) != (UNSET, UNSET, UNSET):
            seconds, left = (line.ms - self._asked) / 1000, self.used.left
            self._asked = None
            if self._left is not None:
                now = max(0.0, self._left - seconds)
                left = now if left is None else min(left, now)
            self.used = self.used._replace(seconds=self.used.seconds + seconds, left=left)
        if line.forfeits is not UNSET and line.forfeits.startswith("timeout:"):
            self.used = self.used._replace(late=True)
        if isinstance(line.hears, str):  # a long one, which is cut
            line.hears = _Heard(_Decision() if line.hears.startswith('{"decide"') else None)
        if line.hears is UNSET:
            return
        decision, limits = line.hears.decide, line.hears.limits
        self._left = decision.left if decision else None
        if decision:
            self.used = self.used._replace(decisions=self.used.decisions + 1)
        if decision or (limits is not None and "start" not in limits):
            self._asked = line.ms


_ENTRIES, _NAME, _TEXT, _NOTE = 16, 40, 200, 1000
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
    if len(info) > _ENTRIES:
        raise _refused(f"has at most {_ENTRIES} entries, not {len(info)}")
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
    if len(text) > _NOTE:
        raise _refused(f"has at most {_NOTE} characters, not {len(text)}")
    return SAID + text


def _refused(why: str) -> Misbehaviour:
    return Misbehaviour("garbage", f"what it says of its move (info) {why}")
