"""What an analysis is worth: `python -m tests.benchmarks.analysis WHAT GAME [GAMES] [JOBS] [PYTHON]`.

WHAT is one of

* `time`: CPU seconds a game, at each level
* `bars`: the spread of losses that other worlds confirmed, from which the bars of `levels.py` come
* `ranks`: the average loss of random, greedy, heuristic and mcts, with 95 % intervals
* `marks`: what marks claim, and what the better move gains on fresh seeds, played to the end by the heuristic; whether
  moves that are called worse are; the CPU seconds of `quick` and `normal`, beside those of PYTHON, an interpreter that
  has another version of cityleague and analyses the same positions in turn. 10/7 is a seventh of the positions of each
  of ten games, another one in each, so that seven games stand for one whole game
* `chances`: of positions told p, how many came true; Brier scores by round, beside 1/seats and a second set of playouts
* `judge`: the judge's own error by horizon, against playouts to the end
* `expect`: by round, how the lead as the score stands, and as the heuristic expects it, goes with the lead at the end
* `luck`: the mean luck of a seat, which is 0 within its error

Games are between random, greedy and heuristic at all seats in turn (`chances`, `expect`: between heuristics). GAMES are
so many (4), or those of numbers, as in 10:20.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice, pairwise
from pathlib import Path
from statistics import StatisticsError, correlation, fmean, pstdev, quantiles, stdev, variance
from typing import Any, NamedTuple

import msgspec

from cityleague.engine.bots.builtin import choose_at
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
RANKED: dict[str, dict[str, Any]] = {"between_two_cities": {"worlds": 12}, "neom": {"horizon": 2, "worlds": 8}}
"""How averages are measured: the earlier the heuristic's `expect` ends games, the less they scatter."""
FRESH = 24
BINS = (0, 0.1, 0.2, 0.3, 0.4, 0.6, 0.7, 0.8, 0.9, 1.01)
"""Of chances."""
HORIZONS = (1, 2, 4)
"""At which the judge is measured."""
OTHER = """
import sys, time
from cityleague.replays import recorded_games
from cityleague.replays.analysis.game import analysed
from cityleague.replays.analysis.levels import terms_of
log, level, part, parts = sys.argv[1:]
(game,) = recorded_games(log)
terms, begun = terms_of(game.header().game, level), time.process_time()
analysed(game.raw, game.files, terms, int(part), int(parts))
print(time.process_time() - begun)
"""
"""What another version does."""


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
        state.apply(seat, choose_at(bots[seat], state, seat, state.legal(seat)))
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


class Marked(NamedTuple):
    """A mark: what it claims, what the better move gains, and what it gains beside each move that is called worse."""

    claim: float
    gain: float
    worse: list[float]


class Part(NamedTuple):
    """What is said of a part of a game, and the CPU seconds by level that it took us and the other version."""

    share: float
    choices: int
    marks: list[Marked]
    ours: dict[str, float]
    theirs: dict[str, float]


def marked(name: str, number: int, parts: int = 1, other: str = "") -> Part:
    """The marks in a part of a game."""
    game = mixed(name, number)
    places = {position.moves: position for position in game.positions()}
    ours, theirs = {}, {}
    for level in ("quick", "normal"):
        begun = time.process_time()
        said = analysed(game.raw, game.files, terms_of(name, level), number % parts, parts)
        ours[level] = time.process_time() - begun
        if other:
            theirs[level] = seconds(other, game, level, number % parts, parts)
    judged = [record for record in said if isinstance(record, Judged)]
    return Part(
        1 / parts, len(judged), [_proven(places[record.move], record) for record in judged if record.mark], ours, theirs
    )


def _proven(position: Position, mark: Judged) -> Marked:
    moves = [position.move, *[_move_of(position, plain) for plain in (mark.best, *mark.worse)]]
    played, best, *worse = map(fmean, lead_after(position, moves))
    return Marked(mark.loss, best - played, [best - lead for lead in worse])


def seconds(python: str, game: RecordedGame, level: str, part: int, parts: int) -> float:
    """CPU seconds that the cityleague of another interpreter takes for a part of a game."""
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder, "game.jsonl")
        log.write_bytes(game.log)
        told = subprocess.run(
            [python, "-c", OTHER, log, level, str(part), str(parts)], stdout=subprocess.PIPE, check=True, cwd=folder
        )
    return float(told.stdout)


def _move_of(position: Position, plain: Any) -> Any:
    return msgspec.convert(plain, position.setup.game.moves)


def tell_marks(name: str, each: Iterator[Part]) -> None:
    parts = []
    for part in each:
        spent = [f"{level} {part.ours[level]:.1f} ({part.theirs.get(level, 0):.1f}) s" for level in part.ours]
        told = [f"{mark.claim:.1f} ({mark.gain:.1f})" for mark in part.marks]
        print(f"{name}: {', '.join(spent)}; marks claim (gain): {', '.join(told) or 'none'}", flush=True)
        parts.append(part)
    marks = [mark for part in parts for mark in part.marks]
    print(f"{name}: {len(marks)} marks in {sum(part.choices for part in parts)} choices")
    if marks:
        claimed, gained = fmean(mark.claim for mark in marks), fmean(mark.gain for mark in marks)
        ratio = gained / claimed
        error = pstdev([mark.gain - ratio * mark.claim for mark in marks]) / max(1, len(marks) - 1) ** 0.5 / claimed
        print(
            f"{name}: they claim {claimed:.2f} and gain {gained:.2f} (ratio {ratio:.2f} ± {error:.2f}); "
            f"{sum(mark.gain <= 0 for mark in marks)} gain nothing"
        )
        worse = [cost for mark in marks for cost in mark.worse]
        wrong, alone = sum(cost <= 0 for cost in worse), sum(not mark.worse for mark in marks)
        print(f"{name}: {wrong} of {len(worse)} moves called worse are not; {alone} marks have none")
    games = sum(part.share for part in parts)
    for level in parts[0].ours:
        ours = sum(part.ours[level] for part in parts)
        theirs = sum(part.theirs.get(level, 0) for part in parts)
        beside = f"; the other version {theirs / games:.1f} s, {theirs / ours:.2f} times as much" if theirs else ""
        print(f"{name}: {level} takes {ours / games:.1f} s of CPU a game{beside}")


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


def main(what: str = "", name: str = "", games: str = "4", jobs: str = "1", python: str = "") -> None:
    """Measure one thing in one game."""
    if what not in MEASURED or name not in MEASURES:
        print(__doc__)
        raise SystemExit(2)
    measure, tell = MEASURED[what]
    numbers, _, parts = games.partition("/")
    first, _, end = numbers.rpartition(":")
    if what == "marks":
        measure = partial(marked, parts=int(parts or 1), other=python)
    with local_workers(int(jobs)) as workers:
        tell(name, workers.map(partial(measure, name), range(int(first or 0), int(end))))


if __name__ == "__main__":
    main(*sys.argv[1:])
