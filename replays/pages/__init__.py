"""Pictures of positions, and pages to look at games and leagues with: SVG, PNG, and HTML that needs nothing else.

This room imports `log`, `workers`, `replay`, `analysis` and `league`; `tuning`, `people` and `cli` import it. A
module is imported when it is first used, so that boards as text do not wait for pictures.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cityleague.engine.doors import on_first_use

if TYPE_CHECKING:
    from cityleague.replays.pages.charts import Response
    from cityleague.replays.pages.files import ConverterMissing, png, require_ours
    from cityleague.replays.pages.game import game_page, walked_page
    from cityleague.replays.pages.headlines import headline
    from cityleague.replays.pages.live import LivePage
    from cityleague.replays.pages.opinions import opinion
    from cityleague.replays.pages.page import environment, lean, stylesheet
    from cityleague.replays.pages.positions import Shown, position
    from cityleague.replays.pages.reading import Sources, count_games, read_records
    from cityleague.replays.pages.records import Record, Records
    from cityleague.replays.pages.sharing import NOWHERE, Share, base_address, share_at
    from cityleague.replays.pages.site import Made, check_output, league_page, write_page, write_site
    from cityleague.replays.pages.steps import names_of, walk
    from cityleague.replays.pages.studies import StudyShown, write_study_page

if not TYPE_CHECKING:
    __getattr__ = on_first_use(__name__)
