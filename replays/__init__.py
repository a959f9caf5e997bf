"""Games on record: the log, replaying and validating games, players, league tables, tournaments, reports.

The names listed here are meant for use from Python, and stay. LIBRARY.md beside this file shows their use. Here a game
is played, validated, and walked through position by position:

>>> from pathlib import Path
>>> from cityleague.replays import play, positions, validate
>>> game = play("between_two_cities", ["heuristic", "greedy"], seed="7")
>>> Path("g.jsonl").write_bytes(game.log)
9839
>>> [verdict.finding for verdict in validate("g.jsonl")]
[None]
>>> for position in positions("g.jsonl"):
...     if position.moves < 2:
...         print(position.line, position.seat, position.move)
3 0 Pick(tiles=('tavern-food', 'tavern-drink'))
4 1 Pick(tiles=('factory', 'factory'))

A tournament gives a table, whose rows are Structs. Logs and folders give tables too, whoever wrote them:

>>> from cityleague.replays import Plan, play_tournament, read_tables
>>> plan = Plan(game="between_two_cities", bots=("random", "heuristic"), deals=2, seed="7")
>>> [(row.place, row.player) for row in play_tournament(plan, "cup").rows]
[(1, 'heuristic'), (2, 'random')]
>>> read_tables("cup", "g.jsonl")[0].games
5

The package is divided into rooms. Each has one door, its `__init__`, which says what the room is for; other code uses
only what the door exports. A room imports only rooms that are listed before it:

1. `log`: lines on disk, and what can be wrong with them
2. `workers`: processes and machines that share the work
3. `replay`: a game of a log, checked against its rules
4. `players`: bots at a table, and the games that they play
5. `analysis`: who was winning, and what would have been better, by playing on
6. `league`: results made into tables
7. `tournaments`: schedules, and playing them
8. `reports`: the results of all of these, for people and machines
9. `archive`: games of logs, written again
10. `pages`: pictures of positions, and pages to look at games with
11. `tuning`: bots whose parameters are tuned by playing
12. `people`: people at a table, who record a game or play against bots
13. `serving`: tables in a browser
14. `pytest_plugin`: logs as tests in somebody's own suite
15. `testing`: tests that every game must pass, for authors of games
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cityleague.engine.doors import on_first_use

if TYPE_CHECKING:
    from cityleague.replays.analysis import Chances, Judged, Luck, Opening, Skipped, Summary, TermsError, analyse
    from cityleague.replays.archive import read_games, record_batches
    from cityleague.replays.league import League, Row, read_tables
    from cityleague.replays.log import Finding, Header, LogChangedError, LogError, Result
    from cityleague.replays.players import Entrant, Limits
    from cityleague.replays.replay import (
        Position,
        RecordedGame,
        Verdict,
        VerdictCache,
        follow,
        positions,
        recorded_games,
        validate,
    )
    from cityleague.replays.tournaments import Plan, PlanError, ResumeError, play, play_tournament
    from cityleague.replays.workers import WorkerError

__all__ = [
    "Chances", "Entrant", "Finding", "Header", "Judged", "League", "Limits", "LogChangedError", "LogError", "Luck",
    "Opening", "Plan", "PlanError", "Position", "RecordedGame", "Result", "ResumeError", "Row", "Skipped", "Summary",
    "TermsError", "Verdict", "VerdictCache", "WorkerError", "analyse", "follow", "play", "play_tournament",
    "positions", "read_games", "read_tables", "record_batches", "recorded_games", "validate",
]  # fmt: skip

if not TYPE_CHECKING:
    __getattr__ = on_first_use(__name__)

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})
