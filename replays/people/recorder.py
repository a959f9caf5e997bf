"""A game that is being written down: its log so far, the position that this leads to, and the way back."""

from __future__ import annotations

import stat
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec import UNSET, UnsetType

from cityleague.engine.chance import outcome, verify_draw
from cityleague.engine.protocol import Decision, Draw, Item, Setup, State
from cityleague.engine.registry import game as find_game
from cityleague.engine.unseen import UNSEEN
from cityleague.replays.log import (
    LOG_VERSION,
    ChanceEvent,
    Header,
    LogError,
    MoveEvent,
    Name,
    Problem,
    RawGame,
    canonical_options,
    convert_options,
    decode_header,
    decoder,
    encode,
    has_field,
    printable,
    read_games,
    write_log,
)
from cityleague.replays.replay import ComponentFiles, Replay, Report, begin, game_of, result_event

_SHOWN = 60
"""How many characters of a name that is too long are shown."""
_UNFINISHED = ("RESULT-MISSING", "GAME-TRUNCATED")


class RecordError(ValueError):
    """A game cannot be recorded like this; the message says why."""


class _Stamp(NamedTuple):
    modified: int  # in nanoseconds
    size: int
    inode: int


class NotSavedError(OSError):
    """The file of a game cannot be written or looked at. Other OSErrors come from whatever shows the game to people."""


class FileChangedError(RuntimeError):
    """Another program has written the file of a game, which is left as it is; the message says what to do next."""


class Recorder:
    """The log of one game in a file of its own, which is written anew after each move and draw.

    What the file holds is always a log that has nothing wrong with it, of a game that may still be running.
    """

    header: Header
    setup: Setup
    state: State[Any]

    def __init__(self, path: str, header: Header, files: ComponentFiles, now: str | None = None) -> None:
        """Begin a game, or go on with the one in the file, if it has the same header.

        `now` is the date of a game that begins, if its header tells none; one that goes on keeps its own. Raises
        RecordError, LogError if something is wrong with the log in the file, and NotSavedError. All methods that save
        raise FileChangedError if somebody else has written the file since it was read or saved last.
        """
        self.path, self._files = path, files
        self.resumed = False
        """Whether the file had the beginning of the game already."""
        self._lines = [encode(msgspec.structs.replace(header, date=header.date or _or_unset(now)))]
        try:
            begin(decode_header(self._lines[0]), files)
            self._known = self._stamp()
            if self._known and self._known.size:
                self.resumed = True
                self._lines = _lines_for(path, header)
        except Problem as problem:
            raise RecordError(problem.message_with_place()) from None
        self.header = decode_header(self._lines[0])
        self._rebuild()
        if not self.resumed:
            self._write(self._lines)

    # -- the game

    def pending(self) -> Draw | Decision | None:
        """What has to be told next; draws that the seed decides are made."""
        pending = self.state.pending()
        while isinstance(pending, Draw) and (order := self._decided(pending)) is not None:
            self.draw(order)
            pending = self.state.pending()
        return pending

    def _decided(self, draw: Draw) -> list[Item] | None:
        """What a draw brings, if the seed decides it or all its items are alike."""
        if isinstance(self.header.seed, str):
            return outcome(self.header.seed, draw)
        return list(draw.items[: draw.take]) if draw.take == 0 or len(set(draw.items)) == 1 else None

    def draw(self, order: Sequence[Item | None]) -> None:
        """Chance brought this (None: something nobody saw); raises RecordError if it cannot have, and NotSavedError."""
        draw = self.state.pending()
        assert isinstance(draw, Draw)
        if wrong := verify_draw(draw, order):
            raise RecordError(wrong)
        self._add(encode(ChanceEvent(chance=draw.name, order=tuple(order))))
        self.state.resolve([UNSEEN if item is None else item for item in order])

    def move(self, seat: int, move: Any) -> None:
        """A seat made this move; raises IllegalMove and NotSavedError."""
        self.state.verify(seat, move)
        self._add(encode(MoveEvent(seat=seat, move=move)))
        self.state.apply(seat, move)

    def undo(self) -> ChanceEvent | MoveEvent[Any] | None:
        """Take back the last move or the last draw that was typed in, and all after it; None at the beginning.

        Raises NotSavedError.
        """
        decode = decoder(self.setup.game).event
        for last in range(len(self._lines) - 1, 0, -1):
            typed = has_field(self._lines[last], "chance") and self.header.seed is UNSET
            if typed or has_field(self._lines[last], "move"):
                event = decode(self._lines[last])
                assert isinstance(event, ChanceEvent | MoveEvent)
                self._write(self._lines[:last])
                self._rebuild()
                return event
        return None

    def finish(self) -> None:
        """Write the result of a game that is over, unless the log has it; raises NotSavedError."""
        if not has_field(self._lines[-1], "result"):
            event = result_event(self.state, self._replay.forfeits)
            self._add(encode(msgspec.structs.replace(event, digest=UNSET)))

    @property
    def moves(self) -> int:
        """How many moves the log has."""
        return sum([has_field(line, "move") for line in self._lines])

    def report(self) -> Report:
        """The game as it stands, with its sheets."""
        return Replay(self._raw(), self._files).run(_UNFINISHED)

    # -- the file

    def _stamp(self) -> _Stamp | None:
        """What tells that the file has been written; None if there is none."""
        try:
            status = Path(self.path).stat()
        except FileNotFoundError:
            return None
        except OSError as error:
            raise NotSavedError(*error.args) from None
        return _Stamp(status.st_mtime_ns, status.st_size, status.st_ino) if stat.S_ISREG(status.st_mode) else None

    def _add(self, line: bytes) -> None:
        self._write([*self._lines, line])

    def _write(self, lines: list[bytes]) -> None:
        if self._stamp() not in (None, self._known):  # a file that is gone is written anew: nothing is lost by that
            raise FileChangedError(
                f"{self.path} was changed by another program; run the same command again to go on from there"
            )
        try:
            write_log(self.path, b"".join([line + b"\n" for line in lines]))
        except OSError as error:
            raise NotSavedError(*error.args) from None
        self._lines, self._known = lines, self._stamp()

    def _raw(self) -> RawGame:
        return RawGame(self.path, 1, (b"".join([line + b"\n" for line in self._lines]),), 0)

    def _rebuild(self) -> None:
        """Play what the log has; raises LogError if something is wrong with it."""
        self._replay = Replay(self._raw(), self._files)
        report = self._replay.run(_UNFINISHED)
        if report.finding:
            raise LogError(report.finding)
        self.setup, self.state = self._replay.setup, self._replay.state


def new_header(
    name: str,
    players: Sequence[str],
    *,
    options: Mapping[str, Any],
    components: bytes | None,
    seed: str | None,
    date: str | None = None,
    place: str | None = None,
    title: str | None = None,
) -> Header:
    """The header of a game that is to be written down; raises RecordError and ComponentsError.

    `options` are values as in a header; `components` is a component file (None: the packaged one).
    """
    game = find_game(name)
    for what, said in [*[("player", player) for player in players], ("place", place), ("game", title)]:
        try:
            msgspec.convert(said, Name | None)
        except msgspec.ValidationError:
            raise RecordError(
                f"{printable(repr(said), _SHOWN)} cannot be a {what}'s name: "
                "a name has 1 to 200 characters that can be printed"
            ) from None
    try:
        header = Header(
            log=LOG_VERSION,
            game=name,
            rules=game.version,
            components=game.components(components).hash,
            options=canonical_options(convert_options(options, game)),
            players=tuple(players),
            seed=_or_unset(seed),
            date=_or_unset(date),
            place=_or_unset(place),
            title=_or_unset(title),
        )
        return decode_header(encode(header))
    except Problem as problem:
        raise RecordError(problem.message_with_place()) from None
    except UnicodeEncodeError:
        raise RecordError("names, titles, seeds and options are UTF-8 text, and one of these is not") from None


def _or_unset(text: str | None) -> str | UnsetType:
    return UNSET if text is None else text


def _lines_for(path: str, header: Header) -> list[bytes]:
    """The lines of the one game in a file, which must be the game with this header."""
    games: list[RawGame] = []
    for one in read_games(path):
        if isinstance(one, Problem):
            raise LogError(one.at(path))
        games.append(one)
    if len(games) != 1:
        raise RecordError(f"{path} holds {len(games)} games; a game that is written down has a file of its own")
    (raw,) = games
    if raw.dropped:
        raise RecordError(f"{path} is too long to go on with")
    lines = [line.rstrip(b"\r") for line in raw.lines if line.strip()]
    try:
        old = decode_header(lines[0])
    except Problem as problem:
        raise LogError(problem.at(path, raw.first)) from None
    for how, there, here in (
        ("which is another game than is", old.game, header.game),
        ("with other players than are", old.players, header.players),
        ("with other options than are", _options(old, header), _options(header, old)),
        ("with another component file than is", old.components, _file_given(header) or old.components),
        ("with another seed than is", old.seed, header.seed),
        ("of another date than is", old.date, header.date or old.date),
        ("played at another place than is", old.place, header.place or old.place),
        ("of another title than is", old.title, header.title or old.title),
    ):
        if there != here:
            played = printable(f"{old.game} by {', '.join(old.players)}")
            raise RecordError(
                f"{path} holds {played}, {how} given here: give the same to go on with it, or name another file"
            )
    return lines


def _file_given(header: Header) -> str | None:
    """The component file of a new game, unless it is the packaged one: a game that goes on may have an older one."""
    return header.components if header.components != find_game(header.game).components(None).hash else None


def _options(header: Header, other: Header) -> object:
    """The options of a game, and the defaults of those that only the rules of the `other` header have."""
    try:
        return _defaults(other) | canonical_options(convert_options(header.options, game_of(header)))
    except Problem:
        return header.options


def _defaults(header: Header) -> dict[str, Any]:
    return canonical_options(game_of(header).options())
