"""A game of a log, checked against its rules: set up from its header, replayed line by line, its result recomputed.

`Replay` is the one reader of games; validation, score sheets and pictures use it. This room imports `log`, and
`workers` to validate in parallel; `players`, `league`, `tournaments` and `reports` import it. What validation does
without is imported when it is first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cityleague.engine.doors import on_first_use
from cityleague.replays.replay.claims import left_out, result_event, result_line
from cityleague.replays.replay.headers import (
    ComponentFiles,
    begin,
    check_names,
    check_seats,
    file_of,
    files_of,
    game_of,
    set_up,
)
from cityleague.replays.replay.replay import Replay
from cityleague.replays.replay.report import Report, Verdict, remembered, verdict_of
from cityleague.replays.replay.validation import each_game, examined, replayed, validate

if TYPE_CHECKING:
    from cityleague.replays.replay.cache import VerdictCache
    from cityleague.replays.replay.following import follow
    from cityleague.replays.replay.midgame import Midgame, first_rounds, game_after
    from cityleague.replays.replay.recorded import Position, RecordedGame, games_in, positions, recorded_games
    from cityleague.replays.replay.scoring import Scored, report_of, scored, without_result

if not TYPE_CHECKING:
    __getattr__ = on_first_use(__name__)
