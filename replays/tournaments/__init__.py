"""Tournaments: described by a plan, worked out as a schedule, played by workers, resumed, merged, ended early.

All of a tournament is in `games.jsonl` in its folder. This room imports `players` for its games, `league` for the
standing between rounds, `replay`, `log` and `workers`; `reports` and `tuning` import it.
"""

from cityleague.replays.tournaments.deals import ResumeError
from cityleague.replays.tournaments.games_file import (
    UnreadableError,
    Watched,
    claimed,
    locked,
    log_in,
    refuse_compressed,
    whole_length,
)
from cityleague.replays.tournaments.knockout import bracket, stages
from cityleague.replays.tournaments.meetings import coverage
from cityleague.replays.tournaments.merging import MergeError, merge
from cityleague.replays.tournaments.plan import (
    LATEST,
    Edition,
    Plan,
    PlanError,
    entrant_of,
    limits_from,
    make_plan,
    numbered,
    options_from,
)
from cityleague.replays.tournaments.playing import play, play_tournament
from cityleague.replays.tournaments.proving import Proof, flaw
from cityleague.replays.tournaments.record import PLAN_FILE, as_toml, fingerprints_of, read_record, specs_in
from cityleague.replays.tournaments.repeating import Repeated, repeat_folder, repeat_log
from cityleague.replays.tournaments.running import (
    Faults,
    HopelessError,
    Progress,
    continued,
    game_log,
    play_on,
    play_single,
    run,
    sample,
    single,
    trace_of,
)
from cityleague.replays.tournaments.sampling import Sample, sample_of
from cityleague.replays.tournaments.schedule import Pairing, Tournament, shard_of
from cityleague.replays.tournaments.standing import Figures, Outcome, figures
from cityleague.replays.tournaments.stopping import EVERY, block_points, rule_of, sequential_test

__all__ = [
    "EVERY",
    "LATEST",
    "PLAN_FILE",
    "Edition",
    "Faults",
    "Figures",
    "HopelessError",
    "MergeError",
    "Outcome",
    "Pairing",
    "Plan",
    "PlanError",
    "Progress",
    "Proof",
    "Repeated",
    "ResumeError",
    "Sample",
    "Tournament",
    "UnreadableError",
    "Watched",
    "as_toml",
    "block_points",
    "bracket",
    "claimed",
    "continued",
    "coverage",
    "entrant_of",
    "figures",
    "fingerprints_of",
    "flaw",
    "game_log",
    "limits_from",
    "locked",
    "log_in",
    "make_plan",
    "merge",
    "numbered",
    "options_from",
    "play",
    "play_on",
    "play_single",
    "play_tournament",
    "read_record",
    "refuse_compressed",
    "repeat_folder",
    "repeat_log",
    "rule_of",
    "run",
    "sample",
    "sample_of",
    "sequential_test",
    "shard_of",
    "single",
    "specs_in",
    "stages",
    "trace_of",
    "whole_length",
]
