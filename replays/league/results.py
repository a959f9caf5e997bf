"""Results of games as their logs claim them: what league tables are made of."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import islice
from sys import intern
from typing import Annotated, Any, NamedTuple

import msgspec
from msgspec import UNSET

from cityleague.engine.protocol import Game
from cityleague.engine.registry import UnknownGameError
from cityleague.engine.registry import game as find_game
from cityleague.engine.scoring import Points
from cityleague.replays.log import (
    BLANK,
    Chosen,
    Finding,
    Forfeit,
    Header,
    LogError,
    Problem,
    RawGame,
    Result,
    ResultEvent,
    called,
    canonical_options,
    check_result,
    convert_options,
    decode_header,
    decoder,
    has_field,
    logs_of,
    path_text,
    placed,
    read_games,
    repeated_id,
)
from cityleague.replays.replay import Report, check_names, examined

_MOST_SEATS = 100
_BARE = 2
"""The lines of a result alone: header and result."""


class Time(NamedTuple):
    """How long a seat took over those of its own moves whose time the log tells."""

    moves: int
    milliseconds: float


class Played(NamedTuple):
    """A game's result, as its log claims it."""

    game: str
    options: str
    """As JSON; only games with the same options, rules and components are compared."""
    deal: str
    """The same text for all games on the same deal, whoever plays: what one of them tells, the others tell partly."""
    players: tuple[str, ...]
    scores: tuple[Points, ...]
    ranks: tuple[int, ...]
    forfeits: tuple[Forfeit, ...]
    times: tuple[Time, ...] = ()
    """By seat; empty if the log tells no times."""
    date: str | None = None
    """When it was played, if the log says so."""
    title: str | None = None
    where: tuple[str, int] = ("", 0)
    """The file that has it, and its first line there."""
    called: str = ""
    """What people call it: its title, else its date, else its id, else its file."""
    bare: bool = False
    """Whether it is a result alone, without a seed and without moves: nobody can prove it."""
    proven: bool = False
    """Whether the game was checked against the rules, and has this result."""
    by_people: bool = False
    """Whether people seem to have played it: it has a date, or no seed."""

    @property
    def block(self) -> str:
        """The same text for all games of the same players on the same deal."""
        return "\n".join([self.deal, *sorted(self.players)])


def read_results(
    paths: Iterable[str],
    components: Mapping[str, bytes] | None = None,
    jobs: int = 1,
    *,
    validate: bool = False,
    chosen: Chosen | None = None,
) -> Iterator[Played | Finding]:
    """The results of logs; a game without a readable result, or with an id that was read before, gives a finding.

    With `validate` each game is held against the rules first, as by `validate` with these components and jobs; without,
    results are taken as the logs state them. Games that are not `chosen` are counted there, and left out. Raises
    ComponentsError and WorkerError.
    """
    seen: dict[str, str] = {}
    chosen = chosen or Chosen()
    for one in examined(paths, components, jobs, _proven, chosen=chosen) if validate else _stated(paths, chosen):
        if isinstance(one, Finding):
            yield one
            continue
        place = f"{one.file}:{one.line}"
        if one.id is None or (first := seen.setdefault(one.id, place)) == place:
            yield one.played
        else:
            yield repeated_id(one.id, first, one.file, one.line, one.played.game)


class _Read(NamedTuple):
    """A result, and where it was read."""

    file: str
    line: int
    id: str | None
    played: Played


def _read(raw: RawGame, header: Header, result: Result) -> _Read:
    played = played_of(header, result, raw)
    if b'"ms"' in raw.data:
        played = played._replace(times=_times(raw, len(header.players)))
    return _Read(raw.file, raw.first, header.id or None, played)


class _Line(msgspec.Struct):
    """What a line tells of times."""

    seat: int = -1
    ms: Annotated[float, msgspec.Meta(ge=0)] | None = None
    move: Any = None
    forfeit: Forfeit | None = None


_decode_line = msgspec.json.Decoder(_Line).decode


def _times(raw: RawGame, seats: int) -> tuple[Time, ...]:
    """The time of each seat; what a stand-in took is not that of its bot."""
    moves, sums, lost = [0] * seats, [0.0] * seats, set[int]()
    for text in raw.lines:
        if b'"ms"' in text or b'"forfeit"' in text:
            with contextlib.suppress(msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
                line = _decode_line(text)
                if line.forfeit:
                    lost.add(line.forfeit.seat)
                elif line.move is not None and 0 <= line.seat < seats and line.seat not in lost and line.ms is not None:
                    moves[line.seat] += 1
                    sums[line.seat] += line.ms
    return tuple(map(Time, moves, sums)) if any(moves) else ()


def _proven(raw: RawGame, report: Report) -> _Read | Finding:
    if report.finding:
        return report.finding
    assert report.header
    assert report.result
    read = _read(raw, report.header, report.result.result)
    return read._replace(played=read.played._replace(proven=True))


def _stated(paths: Iterable[str], chosen: Chosen) -> Iterator[_Read | Finding]:
    for path in logs_of(paths):
        for raw in read_games(path):
            if isinstance(raw, Problem):
                yield raw.at(path_text(path))
                continue
            if not chosen.takes(raw):
                continue
            try:
                header, event = game_ends(raw)
            except Problem as problem:
                yield problem.at(raw.file, raw.first)
                continue
            yield _read(raw, header, event.result)


def require_results(paths: Iterable[str]) -> Iterator[Played]:
    """The results of logs; raises LogError at the first game without a readable result."""
    for one in read_results(paths):
        if isinstance(one, Finding):
            raise LogError(one)
        yield one


def game_ends(raw: RawGame) -> tuple[Header, ResultEvent]:
    """Header and result of a game; raises Problem if they are missing or impossible."""
    lines = [line for line in raw.lines if line.strip(BLANK)]
    header = decode_header(lines[0])
    check_names(header.players)
    if len(header.players) > _MOST_SEATS:
        raise Problem(
            "LOG-PLAYERS", f"{len(header.players)} players; no game seats more than {_MOST_SEATS}", "/players"
        )
    results = [line for line in lines if b'"result"' in line and has_field(line, "result")]
    if len(results) > 1:
        raise Problem("GAME-AFTER-END", "the game has more than one result; is a header missing?")
    ended = lines[-1] in results or has_field(lines[-1], "result")
    event = decoder().event(lines[-1]) if ended else None
    if not isinstance(event, ResultEvent):
        raise Problem("GAME-TRUNCATED", "the game has no result at its end")
    check_result(event.result, len(header.players))
    return header, event


def is_bare(raw: RawGame) -> bool:
    """Whether a game is a result alone: a header without a seed, and a result."""
    lines = list(islice((line for line in raw.each_line_with_end() if line.strip(BLANK)), _BARE + 1))
    with contextlib.suppress(Problem):
        return (
            len(lines) == _BARE
            and has_field(lines[1], "result")
            and decode_header(lines[0].rstrip(b"\n")).seed is UNSET
        )
    return False


def played_of(header: Header, result: Result, raw: RawGame) -> Played:
    """What a table needs of a game. Games without a seed are told apart by their place: each is a deal of its own.

    A seed decides all chance, so whoever has the same one has the same deal: other players too, and tables of another
    size, for which the same streams begin alike.
    """
    game: Game | None = None
    with contextlib.suppress(UnknownGameError):  # results can be read without the game itself
        game = find_game(header.game)
    options = _options(game, msgspec.json.encode(header.options), header.rules, header.components or None)
    players = tuple(map(intern, header.players))  # logs say the same names again and again
    deal = f"{raw.file}:{raw.first}" if header.seed is UNSET else header.seed
    return Played(
        header.game,
        options,
        deal,
        players,
        result.scores,
        result.ranks,
        result.forfeits,
        date=header.date or None,
        title=header.title or None,
        where=(raw.file, raw.first),
        called=called(header, placed(raw.file, raw.first)),
        by_people=header.seed is UNSET or header.date is not UNSET,
        bare=is_bare(raw),
    )


@lru_cache(maxsize=1 << 10)
def _options(game: Game | None, given: bytes, rules: str, components: str | None) -> str:
    """The options of a game as they are compared, from those of a header, with what else sets its results apart.

    That is a version of the rules other than today's, and a component file other than the one packaged with them.
    """
    chosen = msgspec.json.decode(given, type=dict[str, Any])
    played = game.versions().get(rules) if game else None
    if played:
        with contextlib.suppress(Problem):  # options that are left out get their defaults
            chosen = canonical_options(convert_options(chosen, played))
    if components and not (played and components == played.components(None).hash):
        chosen["components"] = components
    if not (game and rules == game.version):
        chosen["rules"] = rules
    return msgspec.json.encode(chosen, order="deterministic").decode()
