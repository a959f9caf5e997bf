"""Memory and seconds of commands by the number of games.

    python -m tests.benchmarks.size FOLDER 10000 100000

Results alone (header and result, three of eight players) are what `table`, `report --pages none` and `validate` read,
for each number of games; games of two bots that play at random, a fiftieth of each number, what `validate`, `table`,
`export`, the resumed tournament and the merge of two shards read. The slope is what a game more takes, between the
least and the greatest number. It is printed as the rows of a table in Markdown.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from itertools import cycle, islice, permutations
from pathlib import Path

from cityleague.engine.registry import game
from cityleague.replays.log import LOG_VERSION, Header, Result, ResultEvent, encode

_GAME = "between_two_cities"
_PEAK = Path(__file__).with_name("peak.py")
_CLI = [sys.executable, "-m", "cityleague.cli"]
_PLAYED = 50
"""So many results alone are written for each game that is played."""
_NAMES = ("Ada", "Ben", "Cleo", "Dov", "Eve", "Finn", "Gus", "Hal")


def results_alone(games: int) -> Iterator[bytes]:
    """Lines of games of which the log has only the result."""
    rules = game(_GAME).version
    for number, players in enumerate(islice(cycle(permutations(_NAMES, 3)), games)):
        best = 50 + number % 37
        header = Header(log=LOG_VERSION, game=_GAME, rules=rules, players=players, id=f"g-{number}")
        scores, ranks = (best, best - number % 5, best - 6), (1, 1 + bool(number % 5), 3)
        yield encode(header) + b"\n" + encode(ResultEvent(result=Result(scores=scores, ranks=ranks))) + b"\n"


def commands(folder: Path, games: int) -> Iterator[tuple[str, int, list[str]]]:
    """What is measured, on how many games; the logs are written on the way."""
    log, cup = folder / f"{games}.jsonl", folder / f"cup-{games}"
    with log.open("wb") as file:
        file.writelines(results_alone(games))
    yield "table, results alone", games, ["table", str(log)]
    yield "report --pages none, results alone", games, ["report", str(log), "--pages", "none", "-o", f"{cup}-site"]
    yield "validate, results alone", games, ["validate", str(log), "--max-findings", "1"]
    deals = games // _PLAYED // 2
    plan = ["tournament", "--game", _GAME, "--bots", "a=random,b=random", "--seed", "7", "--deals", str(deals)]
    shards = [str(cup / f"shard-{number}") for number in (1, 2)]
    for number, shard in enumerate(shards, 1):
        subprocess.run(
            [*_CLI, *plan, "--shard", f"{number}/2", "-o", shard, "-j", "2"], check=True, capture_output=True
        )
    merged = str(cup / "all")
    yield "merge of two shards", 2 * deals, ["tournament", "--merge", *shards, "-o", merged]
    yield "resume of a tournament that is over", 2 * deals, [*plan, "-o", merged]
    yield "validate, whole games", 2 * deals, ["validate", merged]
    yield "table, whole games", 2 * deals, ["table", merged]
    for format_, suffix in (("jsonl", ".jsonl"), ("csv", ""), ("sqlite", ""), ("parquet", "")):
        more = ["export", merged, "--format", format_, "-o", f"{cup}-{format_}{suffix}"]
        yield f"export --format {format_}, whole games", 2 * deals, more


def measured(command: Sequence[str]) -> tuple[float, float]:
    """Seconds of processor time, and bytes of the largest process."""
    output = subprocess.run([sys.executable, str(_PEAK), *_CLI, *command], capture_output=True, check=True).stdout
    usage = json.loads(output)
    if usage["exit"] not in (0, 1):
        raise RuntimeError(f"{' '.join(command)} exits with {usage['exit']}")
    return usage["processor"], usage["largest"]


def main() -> None:
    """Print a row for each command."""
    folder, sizes = Path(sys.argv[1]), sorted(map(int, sys.argv[2:]))
    folder.mkdir(parents=True, exist_ok=True)
    rows: dict[str, list[tuple[int, float, float]]] = {}
    for size in sizes:
        for name, games, command in commands(folder, size):
            rows.setdefault(name, []).append((games, *measured(command)))
    print("| | games | seconds | MiB | a game more: µs | KiB |\n|---|---|---|---|---|---|")
    for name, found in rows.items():
        (few, short, small), (many, long, large) = found[0], found[-1]
        more = max(many - few, 1)
        slope = (f"{(long - short) / more * 1e6:,.0f}", f"{(large - small) / more / 1024:.2f}")
        columns = [
            " → ".join(f"{value:,.{places}f}" for value in values)
            for places, values in (
                (0, [games for games, _, _ in found]),
                (1, [seconds for _, seconds, _ in found]),
                (0, [memory / (1 << 20) for _, _, memory in found]),
            )
        ]
        print(f"| {' | '.join([name, *columns, *slope])} |", flush=True)


if __name__ == "__main__":
    main()
