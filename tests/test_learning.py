"""The weights of judges that were learned are those that the script finds, and are for what the judges look at."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from cityleague.engine.between_two_cities.bots import features as between_two_cities
from cityleague.engine.bots.learned import packaged, weights_of
from cityleague.engine.neom.bots import features as neom

ROOT = Path(__file__).parents[1]
SCRIPT = ROOT / "examples" / "learning" / "train.py"
COLUMNS = {"between_two_cities": between_two_cities.COLUMNS, "neom": neom.COLUMNS}


def file_of(game: str) -> bytes:
    return (ROOT / "engine" / game / "bots" / "learned.json").read_bytes()


@pytest.mark.parametrize("game", COLUMNS)
def test_weights_of_other_columns_are_refused(game: str) -> None:
    columns, read = COLUMNS[game], json.loads(file_of(game))
    assert packaged(game, columns) == [*read["weights"].values()]
    assert len({*columns}) == len(columns) == len(read["weights"])
    short = {**read, "weights": dict(list(read["weights"].items())[1:])}
    with pytest.raises(ValueError, match="the weights are for other columns"):
        weights_of(json.dumps(short).encode(), columns)
    with pytest.raises(ValueError, match="no weights of a judge"):
        weights_of(b'{"weights": 3}', columns)


def trained(folder: Path, *budget: str, **environment: str) -> bytes:
    """The weights that the script finds."""
    output = folder / "learned.json"
    command = [sys.executable, str(SCRIPT), *budget, "-o", str(output)]
    subprocess.run(command, check=True, env={**os.environ, **environment}, cwd=folder, timeout=1800)
    return output.read_bytes()


@pytest.mark.parametrize(("game", "number"), [("between_two_cities", "6"), ("neom", "3")])
def test_threads_and_hashes_make_no_difference(game: str, number: str, tmp_path: Path) -> None:
    budget = ("--game", game, "--games", number, "--own", number)
    first, other = (
        trained(tmp_path, *budget, OMP_NUM_THREADS=count, OPENBLAS_NUM_THREADS=count, PYTHONHASHSEED=count)
        for count in ("1", "2")
    )
    assert first == other


@pytest.mark.exhaustive
@pytest.mark.parametrize("game", COLUMNS)
def test_the_packaged_weights_are_what_the_script_finds(game: str, tmp_path: Path) -> None:
    words: list[str] = json.loads(file_of(game))["made_by"].split()
    assert trained(tmp_path, *words[2:-2]) == file_of(game)
