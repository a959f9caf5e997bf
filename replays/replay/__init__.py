"""A game of a log, checked against its rules: set up from its header, replayed line by line, its result recomputed.

`Replay` is the one reader of games; validation, score sheets and pictures use it. This room imports `log`, and
`workers` to validate in parallel; `players`, `league`, `tournaments` and `reports` import it. What validation does
without is imported when it is first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cityleague.engine.doors import on_first_use
from cityleague.replays.replay.component_files import ComponentFiles as ComponentFiles
from cityleague.replays.replay.component_files import file_of as file_of
from cityleague.replays.replay.component_files import files_of as files_of
from cityleague.replays.replay.draws import left_out as left_out
from cityleague.replays.replay.headers import begin as begin
from cityleague.replays.replay.headers import check_names as check_names
from cityleague.replays.replay.headers import check_seats as check_seats
from cityleague.replays.replay.headers import game_of as game_of
from cityleague.replays.replay.replay import Replay as Replay
from cityleague.replays.replay.report import Report as Report
from cityleague.replays.replay.report import Verdict as Verdict
from cityleague.replays.replay.report import remembered as remembered
from cityleague.replays.replay.report import verdict_of as verdict_of
from cityleague.replays.replay.results import result_event as result_event
from cityleague.replays.replay.results import result_line as result_line
from cityleague.replays.replay.validation import each_game as each_game
from cityleague.replays.replay.validation import examined as examined
from cityleague.replays.replay.validation import replayed as replayed
from cityleague.replays.replay.validation import validate as validate

if TYPE_CHECKING:
    from cityleague.replays.replay.cache import VerdictCache as VerdictCache
    from cityleague.replays.replay.midgame import Midgame as Midgame
    from cityleague.replays.replay.midgame import game_after as game_after
    from cityleague.replays.replay.recorded import Position as Position
    from cityleague.replays.replay.recorded import RecordedGame as RecordedGame
    from cityleague.replays.replay.recorded import games_in as games_in
    from cityleague.replays.replay.recorded import positions as positions
    from cityleague.replays.replay.recorded import recorded_games as recorded_games
    from cityleague.replays.replay.scoring import Scored as Scored
    from cityleague.replays.replay.scoring import report_of as report_of
    from cityleague.replays.replay.scoring import scored as scored
    from cityleague.replays.replay.scoring import without_result as without_result

if not TYPE_CHECKING:
    __getattr__ = on_first_use(__name__)
