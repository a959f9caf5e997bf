"""Tournaments: described by a plan, worked out as a schedule, played by workers, resumed, merged, ended early.

All of a tournament is in `games.jsonl` in its folder. This room imports `players` for its games, `league` for the
standing between rounds, `replay`, `log` and `workers`; `reports` and `tuning` import it. A module is
imported when it is first used: one game needs little of this.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cityleague.engine.doors import on_first_use

if TYPE_CHECKING:
    from cityleague.replays.tournaments.games_file import Watched as Watched
    from cityleague.replays.tournaments.games_file import claimed as claimed
    from cityleague.replays.tournaments.games_file import locked as locked
    from cityleague.replays.tournaments.games_file import log_in as log_in
    from cityleague.replays.tournaments.games_file import refuse_compressed as refuse_compressed
    from cityleague.replays.tournaments.merging import MergeError as MergeError
    from cityleague.replays.tournaments.merging import merge as merge
    from cityleague.replays.tournaments.plan import LATEST as LATEST
    from cityleague.replays.tournaments.plan import Edition as Edition
    from cityleague.replays.tournaments.plan import Plan as Plan
    from cityleague.replays.tournaments.plan import PlanError as PlanError
    from cityleague.replays.tournaments.plan import entrant_of as entrant_of
    from cityleague.replays.tournaments.plan import limits_from as limits_from
    from cityleague.replays.tournaments.plan import make_plan as make_plan
    from cityleague.replays.tournaments.plan import numbered as numbered
    from cityleague.replays.tournaments.plan import options_from as options_from
    from cityleague.replays.tournaments.playing import play as play
    from cityleague.replays.tournaments.playing import play_tournament as play_tournament
    from cityleague.replays.tournaments.proving import Proof as Proof
    from cityleague.replays.tournaments.proving import flaw as flaw
    from cityleague.replays.tournaments.record import PLAN_FILE as PLAN_FILE
    from cityleague.replays.tournaments.record import as_toml as as_toml
    from cityleague.replays.tournaments.record import fingerprints_of as fingerprints_of
    from cityleague.replays.tournaments.record import read_record as read_record
    from cityleague.replays.tournaments.record import specs_in as specs_in
    from cityleague.replays.tournaments.repeating import Repeated as Repeated
    from cityleague.replays.tournaments.repeating import Sample as Sample
    from cityleague.replays.tournaments.repeating import repeat_folder as repeat_folder
    from cityleague.replays.tournaments.repeating import repeat_log as repeat_log
    from cityleague.replays.tournaments.repeating import sample_of as sample_of
    from cityleague.replays.tournaments.rounds import Figures as Figures
    from cityleague.replays.tournaments.rounds import Outcome as Outcome
    from cityleague.replays.tournaments.rounds import bracket as bracket
    from cityleague.replays.tournaments.rounds import figures as figures
    from cityleague.replays.tournaments.rounds import stages as stages
    from cityleague.replays.tournaments.running import Faults as Faults
    from cityleague.replays.tournaments.running import HopelessError as HopelessError
    from cityleague.replays.tournaments.running import Progress as Progress
    from cityleague.replays.tournaments.running import continued as continued
    from cityleague.replays.tournaments.running import game_log as game_log
    from cityleague.replays.tournaments.running import play_on as play_on
    from cityleague.replays.tournaments.running import play_single as play_single
    from cityleague.replays.tournaments.running import run as run
    from cityleague.replays.tournaments.running import sample as sample
    from cityleague.replays.tournaments.running import single as single
    from cityleague.replays.tournaments.running import trace_of as trace_of
    from cityleague.replays.tournaments.schedule import Pairing as Pairing
    from cityleague.replays.tournaments.schedule import Tournament as Tournament
    from cityleague.replays.tournaments.schedule import coverage as coverage
    from cityleague.replays.tournaments.schedule import shard_of as shard_of
    from cityleague.replays.tournaments.stopping import EVERY as EVERY
    from cityleague.replays.tournaments.stopping import block_points as block_points
    from cityleague.replays.tournaments.stopping import rule_of as rule_of
    from cityleague.replays.tournaments.stopping import sequential_test as sequential_test
    from cityleague.replays.tournaments.whole_games import ResumeError as ResumeError
    from cityleague.replays.tournaments.whole_games import UnreadableError as UnreadableError
    from cityleague.replays.tournaments.whole_games import WholeGames as WholeGames

if not TYPE_CHECKING:
    __getattr__ = on_first_use(__name__)
