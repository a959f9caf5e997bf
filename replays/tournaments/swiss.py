"""Swiss tournaments: each round seats players together who have met least, preferring neighbours in the standing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

from cityleague.replays.tournaments.matching import pair_off, seat
from cityleague.replays.tournaments.plan import LATEST, Edition
from cityleague.replays.tournaments.standing import AVERAGE, Outcome, Table, figures


def swiss_rounds(entrants: int, seats: int) -> int:
    """The number of rounds needed to single out the best of so many entrants, if the best at a table always wins."""
    rounds = 1
    while seats**rounds < entrants:
        rounds += 1
    return rounds


def swiss(
    names: Sequence[str],
    seats: int,
    rounds: int,
    games: int,
    results: Sequence[Outcome],
    edition: Edition = LATEST,
) -> Iterator[list[Table]]:
    """The tables of each round of a Swiss tournament; each table plays `games` games in a round.

    The first round goes by the order of the names: with two seats the upper half meets the lower half. Later rounds
    seat players together who have met least, preferring neighbours in the standing. Players without a table sit out:
    first those who have sat out least, and of these the lowest in the standing.
    """
    met: Counter[frozenset[str]] = Counter()
    rested: Counter[str] = Counter()
    tables = len(names) // seats
    for number in range(rounds):
        known = figures(results[: number * tables * games])
        standing = sorted(names, key=lambda name: known.get(name, AVERAGE), reverse=True)
        resting = sorted(standing, key=lambda name: -rested[name])[tables * seats :]
        rested.update(resting)
        playing = [name for name in standing if name not in resting]
        if number == 0:
            seated = [tuple(playing[i::tables]) for i in range(tables)]
        else:
            seated = _in_pairs(playing, met) if seats == 2 else _at_tables(playing, seats, met, edition)
        met.update([frozenset(pair) for table in seated for pair in combinations(table, 2)])
        yield seated


def _costs(standing: Sequence[str], met: Counter[frozenset[str]]) -> list[list[int]]:
    return [[met[frozenset([name, other])] for other in standing] for name in standing]


def _in_pairs(standing: Sequence[str], met: Counter[frozenset[str]]) -> list[Table]:
    return [(standing[first], standing[other]) for first, other in pair_off(_costs(standing, met))]


def _at_tables(standing: Sequence[str], seats: int, met: Counter[frozenset[str]], edition: Edition) -> list[Table]:
    tables = seat(_costs(standing, met), seats, in_turn=edition == 1)
    return [tuple([standing[place] for place in table]) for table in tables]
