"""What an analysis is worth, measured by other means: `python -m tests.benchmarks.analysis WHAT GAME [GAMES] [JOBS]`.

WHAT is one of

* `time`: CPU seconds a game, at each level
* `bars`: the spread of losses that other worlds confirmed, from which the bars of `levels.py` come
* `ranks`: the average loss of random, greedy, heuristic and mcts, with 95 % intervals
* `marks`: what marks claim, and what the better move gains on fresh seeds, played to the end by the heuristic; whether
  moves that are called worse are
* `chances`: of positions told p, how many came true; Brier scores by round, beside 1/seats and a second set of playouts
* `judge`: the judge's own error by horizon, against playouts to the end
* `expect`: by round, how the lead as the score stands, and as the heuristic expects it, goes with the lead at the end
* `luck`: the mean luck of a seat, which is 0 within its error

Games are between random, greedy and heuristic at all seats in turn (`chances`, `expect`: between heuristics); GAMES of
them (4).
"""

from __future__ import annotations

import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice, pairwise
from statistics import StatisticsError, correlation, fmean, pstdev, quantiles, stdev, variance
from typing import Any

import msgspec

from cityleague.engine.chance import Stream
from cityleague.engine.loop import make_bot, next_decision
from cityleague.engine.protocol import State
from cityleague.engine.registry import game as find
from cityleague.replays.analysis.game import Analyst, Task, analysed
from cityleague.replays.analysis.levels import MEASURES, terms_of
from cityleague.replays.analysis.playouts import Playouts
from cityleague.replays.analysis.records import Chances, Judged, Luck
from cityleague.replays.analysis.running import analyse
from cityleague.replays.replay import Position, RecordedGame
from cityleague.replays.tournaments import play
from cityleague.replays.workers import local_workers

BOTS = ("random", "greedy", "heuristic")
SEARCH = {
    "between_two_cities": "mcts?iterations=32&width=6&horizon=1&judge=heuristic",
    "city_tycoon": "mcts?iterations=32&horizon=1",
    "neom": "mcts?iterations=32&width=6&horizon=2&judge=heuristic",
    "twentieth_century": "mcts?iterations=8&width=3&horizon=2&judge=heuristic",
}
"""What `mcts` plays well with."""
OTHER_SEARCH = "mcts?iterations=8&width=3&horizon=1"
RANKED: dict[str, dict[str, Any]] = {
    "between_two_cities": {"worlds": 12},
    "neom": {"horizon": 2, "worlds": 8},
}
"""How averages are measured: the earlier the heuristic's `expect` ends games, the less they scatter."""
FRESH = 24
BINS = (0, 0.1, 0.2, 0.3, 0.4, 0.6, 0.7, 0.8, 0.9, 1.01)
"""Of chances."""
HORIZONS = (1, 2, 4)
"""At which the judge is measured."""


def seats(name: str) -> int:
    """Three players where the game allows it; Card City XL is for two by default."""
    return 2 if name == "card_city_xl" else min(3, find(name).seats[-1])


def mixed(name: str, number: int, bots: Sequence[str] = BOTS) -> RecordedGame:
    """A game in which the bots take turns in the seats."""
    return play(name, [bots[(number + seat) % len(bots)] for seat in range(seats(name))], seed=f"analysis/{number}")


def lead(state: State[Any], seat: int) -> float:
    """By how many points a seat leads, without the code of the analysis."""
    return ahead([sheet.total for sheet in state.scores()], seat)


def ahead(totals: Sequence[float], seat: int) -> float:
    """By how many points a seat leads the best of the others."""
    return float(totals[seat] - max([*totals[:seat], *totals[seat + 1 :]]))


def finish(state: State[Any], position: Position, seed: str) -> State[Any]:
    """Play a state on by heuristics to its end."""
    bots = [make_bot("heuristic", position.setup, f"{seed}/{player}") for player in range(state.seats)]
    while decision := next_decision(state, seed):
        seat = decision.seats[0]
        state.apply(seat, bots[seat].choose(state.view(seat), state.legal(seat)))
    return state


def lead_after(position: Position, moves: Sequence[Any]) -> list[list[float]]:
    """For each of these moves, the seat's lead at the end, in worlds that the analysis has never seen."""
    seat = position.seat
    assert seat is not None
    ends: list[list[float]] = [[] for _ in moves]
    for number in range(FRESH):
        seed = f"fresh/{number}"
        for found, move in zip(ends, moves, strict=True):
            state = position.setup.imagine(position.view(seat), Stream(seed, "imagined"))
            state.apply(seat, move)
            found.append(lead(finish(state, position, seed), seat))
    return ends


def marked(name: str, number: int) -> list[tuple[float, float, float, list[float]]]:
    """For each mark of a game: what it claims, its standard error, what the better move gains, and what it gains beside
    each of the moves that are called worse.
    """
    game = mixed(name, number)
    places = {position.moves: position for position in game.positions()}
    rows = []
    for judged in analyse(game):
        if isinstance(judged, Judged) and judged.mark:
            position = places[judged.move]
            moves = [position.move, *[_move_of(position, plain) for plain in (judged.best, *judged.worse)]]
            played, best, *worse = map(fmean, lead_after(position, moves))
            rows.append((judged.loss, judged.se, best - played, [best - other for other in worse]))
    return rows


def _move_of(position: Position, plain: Any) -> Any:
    return msgspec.convert(plain, position.setup.game.moves)


def tell_marks(name: str, each: Iterator[list[tuple[float, float, float, list[float]]]]) -> None:
    rows = [row for rows in each for row in rows]
    if not rows:
        print(f"{name}: no marks")
        return
    claimed, gained = fmean(row[0] for row in rows), fmean(row[2] for row in rows)
    error = stdev(row[2] for row in rows) / len(rows) ** 0.5 if len(rows) > 1 else float("nan")
    nothing = sum(row[2] <= 0 for row in rows)
    print(
        f"{name}: {len(rows)} marks claim {claimed:.2f} and gain {gained:.2f} ± {error:.2f} (ratio "
        f"{gained / claimed:.2f}); {nothing} gain nothing"
    )
    worse = [cost for row in rows for cost in row[3]]
    wrong, alone = sum(cost <= 0 for cost in worse), sum(not row[3] for row in rows)
    print(f"{name}: {wrong} of {len(worse)} moves called worse are not; {alone} marks have none")


def losses(name: str, number: int) -> tuple[int, list[float]]:
    """The choices of a game, and the losses that were confirmed with no bar at all."""
    game = mixed(name, number)
    terms = msgspec.structs.replace(terms_of(name), bars=(0.0, 0.0, 0.0))
    said = [judged for judged in analysed(game.raw, game.files, terms) if isinstance(judged, Judged)]
    return len(said), [judged.loss for judged in said if judged.mark]


def tell_bars(name: str, each: Iterator[tuple[int, list[float]]]) -> None:
    choices, found = 0, []
    for count, some in each:
        choices += count
        found += some
    if len(found) < 2:
        print(f"{name}: too few")
        return
    cuts = quantiles(found, n=20)
    print(
        f"{name}: {len(found)} losses in {choices} choices; "
        f"quarter {cuts[4]:.2f}, half {cuts[9]:.2f}, 90 % {cuts[17]:.2f}"
    )


def averages(name: str, number: int) -> list[tuple[str, list[float]]]:
    """By bot: the loss of each of its choices in a game. No mark is confirmed: an average does not need it."""
    bots = (*BOTS, SEARCH.get(name, OTHER_SEARCH))
    game = mixed(name, number, bots)
    terms = msgspec.structs.replace(terms_of(name, **RANKED.get(name, {})), bars=(1e9, 1e9, 1e9))
    said = [judged for judged in analysed(game.raw, game.files, terms) if isinstance(judged, Judged)]
    return [
        (bots[(number + seat) % len(bots)], [-judged.effects[seat] for judged in said if judged.seat == seat])
        for seat in range(seats(name))
    ]


def tell_ranks(name: str, each: Iterator[list[tuple[str, list[float]]]]) -> None:
    by_bot: dict[str, list[float]] = defaultdict(list)
    for rows in each:
        for who, values in rows:
            by_bot[who.partition("?")[0]] += values
    for who, values in by_bot.items():
        error = 1.96 * stdev(values) / len(values) ** 0.5
        print(f"{name}: {who} loses {fmean(values):.3f} ± {error:.3f} a choice ({len(values)})")


def told(name: str, number: int) -> list[tuple[int, float, float, float]]:
    """By round and seat: the chance told, that of other playouts, and what came."""
    game = play(name, ["heuristic"] * seats(name), seed=f"chances/{number}")
    terms = terms_of(name, "quick")
    estimates = [estimate for estimate in analyse(game, "quick") if isinstance(estimate, Chances)]
    end = estimates[-1].chances
    rows = []
    places = {position.moves: position for position in game.positions()}
    for estimate in estimates[:-1]:
        position = places[estimate.move]
        second = Analyst(None, Playouts(position.setup, "other", terms), terms).say(
            Task(Chances, estimate.line, estimate.move, position.state)
        )
        assert isinstance(second, Chances)
        rows += list(zip([estimate.round] * len(end), estimate.chances, second.chances, end, strict=True))
    return rows


def tell_chances(name: str, each: Iterator[list[tuple[int, float, float, float]]]) -> None:
    rows = [row for some in each for row in some]
    fair = 1 / seats(name)
    for low, high in pairwise(BINS):
        bin_ = [row for row in rows if low <= row[1] < high]
        if bin_:
            came = fmean(row[3] for row in bin_)
            print(f"{name}: told {fmean(row[1] for row in bin_):.2f}, came true {came:.2f} ({len(bin_)} seats)")
    for number in sorted({row[0] for row in rows}):
        here = [row for row in rows if row[0] == number]
        brier, always = fmean((row[1] - row[3]) ** 2 for row in here), fmean((fair - row[3]) ** 2 for row in here)
        second = fmean((row[2] - row[3]) ** 2 for row in here)
        print(f"{name}: round {number}: Brier {brier:.3f}; second playouts {second:.3f}; always 1/seats {always:.3f}")


def errors(name: str, number: int) -> dict[int, list[tuple[float, float, float]]]:
    """By horizon: what the judge says of two moves less what playouts to the end say, the error of the latter, and the
    variance of what is said from one world to the next. Horizon 0 is the end.
    """
    game = mixed(name, number)
    found: dict[int, list[tuple[float, float, float]]] = defaultdict(list)
    for position in islice(game.positions(), 5, None, 23):
        legal, seat = position.legal(), position.seat
        if seat is None or len(legal) < 2:
            continue
        adviser = make_bot("heuristic", position.setup, "judge")
        if not hasattr(adviser, "expect"):
            return {}
        first = adviser.choose(position.view(seat), legal)
        other = adviser.choose(position.view(seat), [move for move in legal if move != first])
        worlds = [_gap(position, first, other, adviser, f"judge/{world}") for world in range(12)]
        for horizon in (0, *HORIZONS):
            gaps = [world[horizon] - world[0] for world in worlds]
            scatter = variance([world[horizon] for world in worlds])
            found[horizon].append((fmean(gaps), pstdev(gaps) / len(gaps) ** 0.5, scatter))
    return found


def _gap(position: Position, first: Any, other: Any, judge: Any, seed: str) -> dict[int, float]:
    """What the judge says of one move beside another, by horizon; what the end of the same games says, at 0."""
    worths, others = [_worths(position, move, judge, seed) for move in (first, other)]
    return {horizon: worths[horizon] - others[horizon] for horizon in worths}


def _worths(position: Position, move: Any, judge: Any, seed: str) -> dict[int, float]:
    """The seat's lead after a move, in one world: as the judge sees it at each horizon, and at the end (0)."""
    seat = position.seat
    assert seat is not None
    state = position.setup.imagine(position.view(seat), Stream(seed, "imagined"))
    begun, found = state.round, {}
    state.apply(seat, move)
    bots = [make_bot("heuristic", position.setup, f"{seed}/{player}") for player in range(state.seats)]
    while decision := next_decision(state, seed):
        for horizon in HORIZONS:
            if horizon not in found and state.round >= begun + horizon:
                found[horizon] = ahead(judge.expect(state.view(seat)), seat)
        mover = decision.seats[0]
        state.apply(mover, bots[mover].choose(state.view(mover), state.legal(mover)))
    end = lead(state, seat)
    return dict.fromkeys((0, *HORIZONS), end) | found


def tell_judge(name: str, each: Iterator[dict[int, list[tuple[float, float, float]]]]) -> None:
    by_horizon: dict[int, list[tuple[float, float, float]]] = defaultdict(list)
    for some in each:
        for horizon, rows in some.items():
            by_horizon[horizon] += rows
    if not by_horizon:
        print(f"{name}: its heuristic expects nothing")
    for horizon, rows in by_horizon.items():
        square = fmean(mean**2 - error**2 for mean, error, _ in rows)
        scatter = f"what one world says of two moves scatters by {fmean(row[2] for row in rows) ** 0.5:.2f}"
        if not horizon:
            print(f"{name}: at the end, {scatter} ({len(rows)} positions)")
            continue
        print(f"{name}: after {horizon} rounds the judge errs by {max(square, 0) ** 0.5:.2f} (rms); {scatter}")


def expectations(name: str, number: int) -> list[tuple[int, float, float, float]]:
    """At the first decision of each round: that seat's lead as the score stands, as expected, and at the end."""
    game = play(name, ["heuristic"] * seats(name), seed=f"expect/{number}")
    ends = [float(score) for score in game.result().scores]
    rows: dict[int, tuple[int, float, float, float]] = {}
    for position in game.positions():
        state, seat = position.state, position.seat
        if seat is not None and state.round not in rows:
            bot: Any = make_bot("heuristic", position.setup, "expect")
            expected = bot.expect(position.view(seat))
            rows[state.round] = state.round, lead(state, seat), ahead(expected, seat), ahead(ends, seat)
    return list(rows.values())


def tell_expect(name: str, each: Iterator[list[tuple[int, float, float, float]]]) -> None:
    rows = [row for some in each for row in some]
    for number in sorted({row[0] for row in rows}):
        present, expected, end = zip(*[row[1:] for row in rows if row[0] == number], strict=True)
        try:
            told = f"score {correlation(present, end):.2f}, expected {correlation(expected, end):.2f}"
        except StatisticsError:
            told = "all alike"  # before anybody has moved, or too few games
        print(f"{name}: round {number}: {told} ({len(end)} games)")


def lucks(name: str, number: int) -> list[float]:
    """A seat's luck in a game; that of seat 0 stands for all, which are not independent."""
    game = mixed(name, number)
    return [sum(luck.gains[0] for luck in analyse(game, "deep", candidates=0) if isinstance(luck, Luck))]


def tell_luck(name: str, each: Iterator[list[float]]) -> None:
    values = [value for some in each for value in some]
    print(f"{name}: mean luck {fmean(values):.2f} ± {stdev(values) / len(values) ** 0.5:.2f} in {len(values)} games")


def timed(name: str, number: int) -> dict[str, float]:
    game, spent = mixed(name, number), {}
    for level in ("quick", "normal", "deep"):
        begun = time.process_time()
        analyse(game, level)
        spent[level] = time.process_time() - begun
    return spent


def tell_time(name: str, each: Iterator[dict[str, float]]) -> None:
    rows = list(each)
    print(
        f"{name}: CPU seconds a game:",
        ", ".join(f"{level} {fmean(row[level] for row in rows):.0f}" for level in rows[0]),
    )


MEASURED: dict[str, tuple[Callable[[str, int], Any], Callable[[str, Iterator[Any]], None]]] = {
    "time": (timed, tell_time),
    "bars": (losses, tell_bars),
    "ranks": (averages, tell_ranks),
    "marks": (marked, tell_marks),
    "chances": (told, tell_chances),
    "judge": (errors, tell_judge),
    "expect": (expectations, tell_expect),
    "luck": (lucks, tell_luck),
}


def main(what: str = "", name: str = "", games: str = "4", jobs: str = "1") -> None:
    """Measure one thing in one game."""
    if what not in MEASURED or name not in MEASURES:
        print(__doc__)
        raise SystemExit(2)
    measure, tell = MEASURED[what]
    with local_workers(int(jobs)) as workers:
        tell(name, workers.map(partial(measure, name), range(int(games))))


if __name__ == "__main__":
    main(*sys.argv[1:])
