"""A game of a log analysed: its positions from first to last, and what is said of each."""

import contextlib
import gc
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from hashlib import blake2b
from math import sqrt
from typing import Any, NamedTuple

import msgspec

from cityleague.engine.bots.specs import parse
from cityleague.engine.chance import Stream
from cityleague.engine.protocol import Draw, Setup, State
from cityleague.engine.scoring import Sheet
from cityleague.engine.shares import OTHERS, compared
from cityleague.engine.sums import portable_sum
from cityleague.replays.analysis.judging import Estimate, Leads, estimate, judge, worse
from cityleague.replays.analysis.levels import Terms, terms_of
from cityleague.replays.analysis.playouts import Ending, Playouts, Trunk, ending
from cityleague.replays.analysis.records import VERSION, Chances, Judged, Luck, Opening, Record
from cityleague.replays.log import Header, RawGame
from cityleague.replays.replay import ComponentFiles, Replay

_DIGITS = 4
"""After the point, in all figures of an analysis but chances."""
_SHARE_DIGITS = 6
"""The same for chances, which add up to 1."""
_MOST_WORSE = 2
"""Moves that are worse than the best, beside each mark."""
_CONFIRMING = 8
"""Worlds in which a hint must be better than the heuristic's move: an analysis takes thrice as many."""
_SPREAD = 3
"""Moves from all over the list of legal ones, to guess from."""


class Task(NamedTuple):
    """Something to be said of a position."""

    kind: type[Record]
    line: int
    move: int
    state: State[Any]
    """The position; for luck, after the draws."""
    seat: int = 0
    played: Any = None
    before: State[Any] | None = None
    """For luck: before the draws."""
    forfeited: tuple[int, ...] = ()
    """Seats that have forfeited before it, the first one first."""


def opening(raw: RawGame, header: Header, terms: Terms) -> Opening:
    """The line that begins the analysis of a game."""
    return Opening(
        id=header.id or None, analysis=VERSION, game=header.game, players=header.players, hash=hash_of(raw), terms=terms
    )


def tasks(replay: Replay, terms: Terms) -> Iterator[Task]:
    """What there is to say of a game, in order, while it is replayed; raises Problem."""
    after: State[Any] | None = None
    due, lost = 1, _lost(replay)
    for seat, move in replay.walk():
        state, where, drawn = replay.state.copy(), (replay.line, replay.moves), lost
        lost = _lost(replay)
        if terms.luck:
            earlier = after or replay.setup.begin()
            if isinstance(earlier.pending(), Draw):
                yield Task(Luck, *where, state, before=earlier, forfeited=drawn)  # whoever forfeits has seen the draws
        if state.round >= due:
            due = state.round + terms.every
            yield Task(Chances, *where, state, forfeited=lost)
        if terms.candidates and seat not in lost and len(state.legal(seat)) > 1:
            yield Task(Judged, *where, state, seat, move, forfeited=lost)
        if terms.luck:
            after = state.copy()
            after.apply(seat, move)
    yield Task(Chances, replay.line, replay.moves, replay.state, forfeited=_lost(replay))


def _lost(replay: Replay) -> tuple[int, ...]:
    return tuple([forfeit.seat for forfeit in replay.forfeits])


def playouts_of(raw: RawGame, setup: Setup, terms: Terms, forfeited: Sequence[int] = ()) -> Playouts:
    """The playouts of a game; its lines are the seed."""
    return Playouts(setup, hash_of(raw), terms, forfeited)


def analysed(raw: RawGame, files: ComponentFiles, terms: Terms, part: int = 0, parts: int = 1) -> list[Record]:
    """What is said of every `parts`-th position of a game, beginning with position `part`; raises Problem."""
    return [*each(raw, files, terms, part, parts)]


def each(raw: RawGame, files: ComponentFiles, terms: Terms, part: int = 0, parts: int = 1) -> Iterator[Record]:
    """The same, one by one."""
    replay = Replay(raw, files)
    with _garbage_left():
        for number, task in enumerate(tasks(replay, terms)):
            if number % parts == part:
                assert replay.header
                playouts = playouts_of(raw, replay.setup, terms, task.forfeited)
                yield Analyst(replay.header.id or None, playouts, terms).say(task)


@contextlib.contextmanager
def _garbage_left() -> Iterator[None]:
    """Playouts leave next to no cycles behind. To search for them takes 5 % of NEOM's time, 10 % of Card City XL's."""
    searched = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if searched:
            gc.enable()


def hash_of(raw: RawGame) -> str:
    """Of the lines of a game."""
    return blake2b(raw.data, digest_size=16).hexdigest()


class Analyst:
    """Says what there is to say of positions of one game."""

    def __init__(self, game_id: str | None, playouts: Playouts, terms: Terms, *, lessons: bool = True) -> None:
        """`lessons`: whether moves are looked for that are worse than the best."""
        self._id = game_id
        self._playouts = playouts
        # no judge knows what a seat that moves at random comes to: after a forfeit, games are played to their end
        self._terms = msgspec.structs.replace(terms, horizon=0, judge=0.0) if playouts.forfeited else terms
        self._lessons = lessons

    def say(self, task: Task) -> Record:
        """The record of a task."""
        about = {"id": self._id, "line": task.line, "move": task.move}
        if task.kind is Judged:
            return self._judged(task, about)
        return self._luck(task, about) if task.kind is Luck else self._chances(task, about)

    def _chances(self, task: Task, about: dict[str, Any]) -> Chances:
        over = task.state.pending() is None
        if over:
            ends = [ending(task.state.scores(), self._playouts.forfeited)]
        else:
            ends = endings(self._playouts, task.state, f"from/{task.move}", self._terms.playouts, confirming=True)
        times = 0 if over else len(ends)
        scattered = 0 if len(ends[0].places) == 1 else times  # who plays alone wins, whatever comes
        places = shares(ends)
        told = [seat[0] for seat in places]
        told = told if over else tempered(told, times)
        bounds = [band(seat[0], chance, scattered) for seat, chance in zip(places, told, strict=True)]
        return Chances(
            **about,
            round=task.state.round,
            playouts=times,
            chances=_rounded(told, _SHARE_DIGITS),
            low=_rounded([low for low, _ in bounds], _SHARE_DIGITS),
            high=_rounded([high for _, high in bounds], _SHARE_DIGITS),
            places=tuple([_rounded(seat, _SHARE_DIGITS) for seat in places]),
            leads=_rounded(mean_leads(ends)),
            knows_hidden=True,
        )

    def _luck(self, task: Task, about: dict[str, Any]) -> Luck:
        assert task.before
        draw = task.before.pending()
        assert isinstance(draw, Draw)
        name, times = f"luck/{task.move}", self._terms.luck
        before, after = (endings(self._playouts, state, name, times) for state in (task.before, task.state))
        gains = luck(before, after)
        return Luck(
            **about,
            draw=draw.name,
            gains=_rounded([gain.mean for gain in gains]),
            se=_rounded([gain.se for gain in gains]),
            start=_rounded(mean_leads(before)) if task.move == 0 else None,
        )

    def _judged(self, task: Task, about: dict[str, Any]) -> Judged:
        playouts, terms, seat = self._playouts, self._terms, task.seat
        view, end = task.state.view(seat), task.state.round + terms.horizon if terms.horizon else None

        def imagined(world: int) -> State[Any]:
            return playouts.setup.imagine(view, playouts.stream(f"imagined/{task.move}/{world}"))

        advice = f"advice/{task.move}"
        at_first = imagined(0)
        promising = _promising(playouts, at_first.view(seat), at_first.legal(seat), advice)
        moves = _different(at_first, seat, (task.played, *promising), terms.candidates)
        ends = list[list[tuple[float, Sheet]]]()  # by world that confirms a mark, of the moves tried in it

        def trial(moves: Sequence[Any], world: int, tried: Sequence[int], until: int | None = None) -> list[Leads]:
            known, confirming = imagined(world), world >= terms.worlds
            until = until if confirming else end  # what confirms a mark is played to the end, so that no judge errs
            found = list[Ending]()
            for move in tried:
                state = known.copy()
                state.apply(seat, moves[move])
                found += [playouts.play(state, f"{task.move}/{world}", until=until, seat=seat, confirming=confirming)]
            if confirming:
                ends.append([(way.leads[seat], way.sheets[seat]) for way in found if way.sheets])
            return [way.leads for way in found]

        usual = None
        if terms.luck:  # for accounts
            moves, usual = _with_usual(playouts, at_first, seat, moves, advice)
        said = judge(partial(trial, moves), seat, len(moves), terms, usual)
        taught = said.mark and self._lessons
        gains = _gains(ends) if taught else msgspec.UNSET
        rest = _others(at_first, seat, moves, said.best) if taught else []
        wrong = worse(partial(trial, rest, until=end), seat, len(rest), terms, _MOST_WORSE) if rest else []
        return Judged(
            **about,
            seat=seat,
            lead=round(said.lead, _DIGITS) + 0.0,
            best=msgspec.to_builtins(moves[said.best]),
            played=msgspec.to_builtins(task.played),
            loss=round(said.loss, _DIGITS) + 0.0,
            se=round(said.se, _DIGITS),
            mark=said.mark,
            gains=gains,
            worse=tuple([msgspec.to_builtins(rest[move]) for move in wrong]),
            worlds=said.worlds,
            effects=_rounded(said.effects),
            swings=_rounded([swing.mean for swing in said.swings]),
            swing_errors=_rounded([swing.se for swing in said.swings]),
        )


def _rounded(values: Iterable[float], digits: int = _DIGITS) -> tuple[float, ...]:
    return tuple([round(value, digits) + 0.0 for value in values])  # + 0.0: no -0.0


def _gains(ends: Sequence[Sequence[tuple[float, Sheet]]]) -> dict[str, float]:
    """What the second of two moves brings beside the first, by category or part of the sheet, and to the others.

    `ends`: by world, the lead and the sheet after each of them. What chance explains is left out.
    """
    told: dict[str, list[float]] = {**compared([sheet for pair in ends for _, sheet in pair])}
    told[OTHERS] = [sheet.total - lead for pair in ends for lead, sheet in pair]
    more = {name: zip(points[::2], points[1::2], strict=True) for name, points in told.items()}
    gains = {name: estimate([best - made for made, best in pairs]) for name, pairs in more.items()}
    return {name: round(gain.mean, _DIGITS) for name, gain in gains.items() if abs(gain.mean) > 2 * gain.se}


def hint(setup: Setup, state: State[Any], seat: int, name: str, forfeited: Sequence[int] = (), bot: str = "") -> Any:
    """A move for a seat that is due; nothing decides it but what the seat can know, and the name.

    It is what the bot plays; without one, what the game's heuristic plays, unless another move is better by more than
    chance explains.
    """
    if bot:
        made = parse(bot, setup.game).make(setup, Stream(name, bot))
        return made.choose(state.view(seat), state.legal(seat))
    terms = msgspec.structs.replace(terms_of(setup.game.name), confirm=_CONFIRMING)  # somebody waits
    playouts = Playouts(setup, name, terms, forfeited)
    first = playouts.adviser("hint").choose(state.view(seat), state.legal(seat))
    said = Analyst(None, playouts, terms, lessons=False).say(Task(Judged, 0, 0, state, seat, first))
    assert isinstance(said, Judged)
    return msgspec.convert(said.best, setup.game.moves) if said.mark else first


# -- which moves are tried at a choice: the one played first, then those that promise most


def _with_usual(
    playouts: Playouts, world: State[Any], seat: int, moves: Sequence[Any], name: str
) -> tuple[list[Any], int]:
    """These moves with the one that the bot which plays on would make, and which of them that is."""
    usual = playouts.usual(name).choose(world.view(seat), world.legal(seat))
    *known, new = [_after(world, seat, move) for move in (*moves, usual)]
    return ([*moves], known.index(new)) if new in known else ([*moves, usual], len(moves))


def _others(world: State[Any], seat: int, tried: Sequence[Any], best: int) -> list[Any]:
    """Further moves of a seat than those tried, of which the played one is the first. The best one comes first."""
    legal = world.legal(seat)
    spread = [legal[number * len(legal) // _SPREAD] for number in range(min(_SPREAD, len(legal)))]
    different = _different(world, seat, [*tried, *spread], len(tried) + _SPREAD)
    return [tried[best], *[move for move in different[1:] if move != tried[best]]]


def _different(world: State[Any], seat: int, moves: Iterable[Any], most: int) -> list[Any]:
    """At most so many of these moves, the first ones that lead to different states."""
    chosen: dict[str, Any] = {}
    for move in moves:
        chosen.setdefault(_after(world, seat, move), move)
        if len(chosen) == most:
            break
    return list(chosen.values())


def _after(world: State[Any], seat: int, move: Any) -> str:
    state = world.copy()
    state.apply(seat, move)
    return state.digest()


def _promising(playouts: Playouts, view: Any, legal: Sequence[Any], name: str) -> Iterator[Any]:
    """What the game's heuristic plays, what looks best right now, what the heuristic plays next best, and the rest."""
    adviser = playouts.adviser(name)
    first = adviser.choose(view, legal)
    yield first
    worth = playouts.setup.game.prospects(playouts.setup, view, legal)
    order = sorted(range(len(legal)), key=lambda number: -worth[number])
    looks = legal[order[0]]
    yield looks
    others = [move for move in legal if move not in (first, looks)]
    if others:
        second = adviser.choose(view, others)
        if second in others:  # it may answer with a legal move that is not listed
            yield second
    yield from [legal[number] for number in order[1:]]


_Z = 1.96
"""95 %."""


def endings(playouts: Playouts, state: State[Any], name: str, times: int, *, confirming: bool = False) -> list[Ending]:
    """How a game comes out, so many times; playouts of the same name have the same luck, from any position.

    `confirming`: the bot plays on that confirms marks.
    """
    trunk = Trunk()
    return [
        playouts.play(state.copy(), f"{name}/{number}", confirming=confirming, trunk=trunk) for number in range(times)
    ]


def shares(ends: Sequence[Ending]) -> tuple[tuple[float, ...], ...]:
    """By seat: how often it came first, second, and so on."""
    return tuple([
        tuple([portable_sum(column) / len(ends) for column in zip(*seat, strict=True)])
        for seat in zip(*[end.places for end in ends], strict=True)
    ])  # fmt: skip


def tempered(won: Sequence[float], times: int) -> list[float]:
    """The shares of victories by seat, drawn towards equal ones by what so many playouts scatter by chance alone.

    Equal chances differ by chance, too: their chi-squared is `seats - 1` on average. So this part of the squared
    differences is taken for noise. Where nothing but noise is seen, all are equal.

    >>> tempered([0.5, 0.5], 24)
    [0.5, 0.5]
    >>> [round(chance, 3) for chance in tempered([1.0, 0.0], 24)]
    [0.979, 0.021]
    """
    seats = len(won)
    fair = 1 / seats
    scatter = times * seats * portable_sum([(share - fair) ** 2 for share in won])
    kept = max(0.0, 1 - (seats - 1) / scatter) if scatter else 0.0
    return [fair + kept * (share - fair) for share in won]


def band(share: float, chance: float, times: int) -> tuple[float, float]:
    """Wilson's interval for the share that so many playouts have shown, as far as needed to hold the chance told.

    When all agree, it does not vanish; of a result (0 playouts) it does.

    >>> [round(bound, 2) for bound in band(1.0, 0.98, 24)]
    [0.86, 1.0]
    """
    if not times:
        return share, share
    middle = (share + _Z**2 / (2 * times)) / (1 + _Z**2 / times)
    reach = _Z * sqrt(share * (1 - share) / times + (_Z / times) ** 2 / 4) / (1 + _Z**2 / times)
    return max(0.0, min(middle - reach, chance)), min(1.0, max(middle + reach, chance))


def mean_leads(ends: Sequence[Ending]) -> list[float]:
    """By seat: its lead, on average."""
    return [portable_sum(leads) / len(ends) for leads in _by_seat(ends)]


def luck(before: Sequence[Ending], after: Sequence[Ending]) -> list[Estimate]:
    """By seat: how much more lead there is after a draw than before it, with the error of so few playouts."""
    return [
        estimate([late - early for early, late in zip(earlier, later, strict=True)])
        for earlier, later in zip(_by_seat(before), _by_seat(after), strict=True)
    ]


def _by_seat(ends: Sequence[Ending]) -> list[tuple[float, ...]]:
    return list(zip(*[end.leads for end in ends], strict=True))
