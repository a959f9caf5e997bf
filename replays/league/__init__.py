"""Results of logs made into league tables: points, ratings with their intervals, standings.

It takes results as the logs state them, whoever wrote the logs; validation proves them. This room imports `log`, and
`replay` to check a header's players; `tournaments` (for pairing and stopping), `reports` and `pages` import it. A
module is imported when it is first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cityleague.engine.doors import on_first_use

if TYPE_CHECKING:
    from cityleague.replays.league.columns import Against, Audience, Difference, Results, audience_of
    from cityleague.replays.league.ratings import course
    from cityleague.replays.league.results import (
        Played,
        day_of,
        game_ends,
        half_points,
        margin,
        played_of,
        read_results,
        too_few,
        when,
        worths,
    )
    from cityleague.replays.league.tables import (
        SOLO_TIEBREAKS,
        TIEBREAKS,
        League,
        Row,
        across,
        anchored,
        league_tables,
        read_tables,
    )

if not TYPE_CHECKING:
    __getattr__ = on_first_use(__name__)
