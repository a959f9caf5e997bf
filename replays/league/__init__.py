"""Results of logs made into league tables: points, ratings with their intervals, standings.

It takes results as the logs state them, whoever wrote these; validation proves them. It reads logs through `log`, asks
`replay` whether a header's players can be, and needs nothing else; tournaments (pairing, stopping) and reports enter.
"""

from cityleague.replays.league.points import half_points, margin
from cityleague.replays.league.ratings import SAMPLES
from cityleague.replays.league.results import Played, check_result, read_results, require_results
from cityleague.replays.league.tables import SOLO_TIEBREAKS, TIEBREAKS, League, Row, league_tables, read_tables

__all__ = [
    "SAMPLES",
    "SOLO_TIEBREAKS",
    "TIEBREAKS",
    "League",
    "Played",
    "Row",
    "check_result",
    "half_points",
    "league_tables",
    "margin",
    "read_results",
    "read_tables",
    "require_results",
]
