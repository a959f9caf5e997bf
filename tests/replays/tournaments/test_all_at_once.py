"""Everything at once: many games of five bots, two of which misbehave, on two machines, one of which dies."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from ..workers.machines import Dask, misbehaving
from .helpers import GAME, cityleague, games, started, until_gone, until_grown

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")


@pytest.mark.exhaustive
@pytest.mark.parametrize("deals", [3, 25])
def test_a_tournament_on_a_cluster_that_loses_a_worker_has_the_table_of_one_played_here(
    deals: int, tmp_path: Path
) -> None:
    modes = ("crash_later", "illegal")
    bots = ["heuristic", "greedy", "random", *[f"{mode}={misbehaving(mode, tmp_path)}" for mode in modes]]
    named = [word for bot in bots for word in ("--bot", bot)]
    command = ["tournament", "--game", GAME, *named, "--seats", "2", "--seed", "0", "--deals", str(deals)]
    command += ["--forfeit-limit", "1", "--format", "json"]
    cluster = Dask(tmp_path)
    try:
        cluster.join(2)
        there = started(*command, "--cluster", cluster.address, "-o", "there", cwd=tmp_path)
        until_grown(tmp_path / "there" / "games.jsonl", 40_000 * deals, there)
        assert there.poll() is None
        cluster.kill(1)
        told = there.communicate(timeout=300)
        assert there.returncode == 0, told
    finally:
        cluster.end()
    until_gone(str(tmp_path))
    here = cityleague(*command, "-o", "here", cwd=tmp_path, timeout=300)
    assert told == (here.stdout, here.stderr) == (here.stdout, "")
    assert games(tmp_path / "there") == games(tmp_path / "here")
    (league,) = json.loads(here.stdout)
    assert league["games"] == 20 * deals  # 500 of them in the exhaustive run
    forfeits = {row["player"]: row["forfeits"] for row in league["rows"]}
    lost = {"crash_later": {"crash": 8 * deals}, "illegal": {"illegal": 8 * deals}}
    assert forfeits == {"heuristic": {}, "greedy": {}, "random": {}, **lost}
    for row in league["rows"]:
        assert abs(row["elo"]) < 2000
        assert row["elo_low"] is None or row["elo_low"] < row["elo"]
        assert row["elo_high"] is None or row["elo"] < row["elo_high"]
