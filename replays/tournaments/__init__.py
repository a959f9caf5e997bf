"""Tournaments: described by a plan, worked out as a schedule, played by workers, resumed, merged, ended early.

All of a tournament is in `games.jsonl` in its folder. This room imports `players` for its games, `league` for the
standing between rounds, `replay`, `log` and `workers`; `reports` and `tuning` import it. A module is
imported when it is first used: one game needs little of this.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cityleague.engine.doors import on_first_use

if TYPE_CHECKING:
    from cityleague.replays.tournaments.games_file import Watched, claimed, locked, log_in, refuse_compressed
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
    from cityleague.replays.tournaments.repeating import Repeated, Sample, repeat_folder, repeat_log, sample_of
    from cityleague.replays.tournaments.rounds import Figures, Outcome, bracket, figures, stages
    from cityleague.replays.tournaments.running import Faults, HopelessError, Progress, game_log, run, sample
    from cityleague.replays.tournaments.schedule import Pairing, Tournament, shard_of
    from cityleague.replays.tournaments.single_games import continued, play_on, play_single, single, trace_of
    from cityleague.replays.tournaments.stopping import EVERY, block_points, rule_of, sequential_test
    from cityleague.replays.tournaments.whole_games import ResumeError, UnreadableError, WholeGames

if not TYPE_CHECKING:
    __getattr__ = on_first_use(__name__)
