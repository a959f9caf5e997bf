"""Results of games as their logs claim them: what league tables are made of."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import msgspec
from msgspec import UNSET

from cityleague.engine.protocol import Game
from cityleague.engine.registry import UnknownGameError
from cityleague.engine.registry import game as find_game
from cityleague.engine.scoring import Points
from cityleague.replays.log import (
    Chosen,
    Finding,
    Forfeit,
    Header,
    Ids,
    LogError,
    Problem,
    RawGame,
    Result,
    ResultEvent,
    Secrets,
    called,
    canonical_options,
    check_result,
    convert_options,
    counted,
    decoder,
    has_field,
    header_of,
    is_bare,
    placed,
)
from cityleague.replays.replay import Verdict, check_names, each_game, examined

if TYPE_CHECKING:
    from cityleague.replays.replay import VerdictCache


_MOST_SEATS = 100


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
    cache: VerdictCache | None = None,
) -> Iterator[Played | Finding]:
    """The results of logs; a game without a readable result, or with an id that was read before, gives a finding.

    With `validate` each game is checked against the rules first, as by `validate` with these components and this cache;
    without, results are taken as the logs state them. Games that are not `chosen` are counted there, and left out.
    Raises ComponentsError, WorkerError and LogChangedError.
    """
    read = (
        examined(paths, components, jobs, _proven, chosen=chosen, cache=cache)
        if validate
        else each_game(paths, _stated, jobs, chosen)
    )
    with contextlib.closing(Ids()) as ids:
        for result in read:
            if isinstance(result, Finding):
                yield result
            else:
                id_, played = result
                yield ids.repeated(id_, *played.where, played.game) or played


_Read = tuple[str | None, Played]
"""The id of a game, and its result."""


def _read(raw: RawGame, header: Header, result: Result) -> _Read:
    played = played_of(header, result, raw)
    if any(b'"ms"' in piece for piece in raw.pieces):
        played = played._replace(times=_times(raw, len(header.players)))
    return header.id or None, played


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


def _proven(raw: RawGame, verdict: Verdict) -> _Read | Finding:
    if verdict.finding:
        return verdict.finding
    assert verdict.result
    id_, played = _read(raw, header_of(raw), verdict.result)
    return id_, played._replace(proven=True)


def _stated(raw: RawGame, _secrets: Secrets) -> _Read | Finding:
    try:
        header, event = game_ends(raw)
    except Problem as problem:
        return problem.at(raw.file, raw.first)
    return _read(raw, header, event.result)


def require_results(paths: Iterable[str]) -> Iterator[Played]:
    """The results of logs; raises LogError at the first game without a readable result."""
    for result in read_results(paths):
        if isinstance(result, Finding):
            raise LogError(result)
        yield result


def game_ends(raw: RawGame) -> tuple[Header, ResultEvent]:
    """Header and result of a game; raises Problem if they are missing or impossible."""
    header = header_of(raw)
    check_names(header.players)
    if len(header.players) > _MOST_SEATS:
        raise Problem(
            "LOG-PLAYERS", f"{len(header.players)} players; no game seats more than {_MOST_SEATS}", "/players"
        )
    last = raw.last_line()
    event = decoder().canonical(last)
    ended = isinstance(event, ResultEvent) or has_field(last, "result")
    if sum([(ended and line == last) or has_field(line, "result") for line in raw.lines_with(b'"result"')]) > 1:
        raise Problem("GAME-AFTER-END", "the game has more than one result; is a header missing?")
    if ended and not event:
        event = decoder().event(last)
    if not isinstance(event, ResultEvent):
        raise Problem("GAME-TRUNCATED", "the game has no result at its end")
    check_result(event.result, len(header.players))
    return header, event


def played_of(header: Header, result: Result, raw: RawGame) -> Played:
    """What a table needs of a game. Games without a seed are told apart by their place: each is a deal of its own.

    A seed decides all chance, so whoever has the same one has the same deal: other players too, and tables of another
    size, for which the same streams begin alike.
    """
    game: Game | None = None
    with contextlib.suppress(UnknownGameError):  # results can be read without the game itself
        game = find_game(header.game)
    options = _options(game, msgspec.json.encode(header.options), header.rules, header.components or None)
    deal = f"{raw.file}:{raw.first}" if header.seed is UNSET else header.seed
    return Played(
        header.game,
        options,
        deal,
        header.players,
        result.scores,
        result.ranks,
        result.forfeits,
        date=header.date or None,
        title=header.title or None,
        where=(raw.file, raw.first),
        called=called(header, "") or placed(raw.file, raw.first),
        by_people=header.seed is UNSET or header.date is not UNSET,
        bare=header.seed is UNSET and is_bare(raw),
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


def half_points(ranks: Sequence[int], seat: int) -> int:
    """Twice the points of a placement: two for each opponent placed behind, one for each who shares the rank."""
    own = ranks[seat]
    return sum([2 * (other > own) + (other == own) for other in ranks]) - 1


class Worth(NamedTuple):
    """What a place is worth."""

    won: float
    """A win is shared by all who were placed first."""
    points: float


@cache
def worths(ranks: tuple[int, ...]) -> list[Worth]:
    """What the places in a game are worth, by seat."""
    most, first = max(2 * (len(ranks) - 1), 1), ranks.count(1)
    return [Worth((rank == 1) / first, half_points(ranks, seat) / most) for seat, rank in enumerate(ranks)]


def margin(scores: Sequence[Points], seat: int) -> Points:
    """The distance to the best opponent's score."""
    return scores[seat] - max([*scores[:seat], *scores[seat + 1 :]])


def when(result: Played) -> tuple[str, tuple[str, int]]:
    """What games are sorted by: their date; those without a date come before all others, by file and line."""
    return (result.date or "", result.where)


def day_of(result: Played) -> str | None:
    """The day on which a game was played."""
    return result.date[:10] if result.date else None


def too_few(games: int) -> str:
    """What stands where a rating would tell nothing."""
    return f"{counted(games, 'game')}: too few for a rating"
