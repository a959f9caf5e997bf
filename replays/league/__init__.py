"""Results of logs made into league tables: points, ratings with their intervals, standings.

It takes results as the logs state them, whoever wrote the logs; validation proves them. This room imports `log`, and
`replay` to check a header's players; `tournaments` (for pairing and stopping) and `reports` import it.
"""

from cityleague.replays.league.points import half_points, margin
from cityleague.replays.league.ratings import course
from cityleague.replays.league.results import (
    Played,
    check_result,
    game_ends,
    played_of,
    read_results,
    require_results,
)
from cityleague.replays.league.tables import (
    SOLO_TIEBREAKS,
    TIEBREAKS,
    League,
    Row,
    anchored,
    league_tables,
    read_tables,
)

__all__ = [
    "SOLO_TIEBREAKS",
    "TIEBREAKS",
    "League",
    "Played",
    "Row",
    "anchored",
    "check_result",
    "course",
    "game_ends",
    "half_points",
    "league_tables",
    "margin",
    "played_of",
    "read_results",
    "read_tables",
    "require_results",
]
