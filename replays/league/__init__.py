"""Results of logs made into league tables: points, ratings with their intervals, standings.

It takes results as the logs state them, whoever wrote the logs; validation proves them. This room imports `log`, and
`replay` to check a header's players; `tournaments` (for pairing and stopping), `reports` and `pages` import it. A
module is imported when it is first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cityleague.engine.doors import on_first_use

if TYPE_CHECKING:
    from cityleague.replays.league.columns import Results as Results
    from cityleague.replays.league.people import Against as Against
    from cityleague.replays.league.people import Audience as Audience
    from cityleague.replays.league.people import audience_of as audience_of
    from cityleague.replays.league.people import day_of as day_of
    from cityleague.replays.league.people import too_few as too_few
    from cityleague.replays.league.people import when as when
    from cityleague.replays.league.ratings import course as course
    from cityleague.replays.league.results import Played as Played
    from cityleague.replays.league.results import game_ends as game_ends
    from cityleague.replays.league.results import half_points as half_points
    from cityleague.replays.league.results import margin as margin
    from cityleague.replays.league.results import played_of as played_of
    from cityleague.replays.league.results import read_results as read_results
    from cityleague.replays.league.results import worths as worths
    from cityleague.replays.league.tables import SOLO_TIEBREAKS as SOLO_TIEBREAKS
    from cityleague.replays.league.tables import TIEBREAKS as TIEBREAKS
    from cityleague.replays.league.tables import League as League
    from cityleague.replays.league.tables import Row as Row
    from cityleague.replays.league.tables import across as across
    from cityleague.replays.league.tables import anchored as anchored
    from cityleague.replays.league.tables import league_tables as league_tables
    from cityleague.replays.league.tables import read_tables as read_tables

if not TYPE_CHECKING:
    __getattr__ = on_first_use(__name__)
