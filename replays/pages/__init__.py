"""Pictures of positions, and pages to look at games and leagues with: SVG, PNG, and HTML that needs nothing else.

This room imports `log`, `workers`, `replay`, `analysis` and `league`; `tuning`, `people` and `cli` import it. A
module is imported when it is first used, so that boards as text do not wait for pictures.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cityleague.engine.doors import on_first_use

if TYPE_CHECKING:
    from cityleague.replays.pages.charts import Response as Response
    from cityleague.replays.pages.files import ConverterMissing as ConverterMissing
    from cityleague.replays.pages.files import png as png
    from cityleague.replays.pages.game import game_page as game_page
    from cityleague.replays.pages.headlines import headline as headline
    from cityleague.replays.pages.live import LivePage as LivePage
    from cityleague.replays.pages.opinions import opinion as opinion
    from cityleague.replays.pages.page import lean as lean
    from cityleague.replays.pages.page import stylesheet as stylesheet
    from cityleague.replays.pages.positions import Shown as Shown
    from cityleague.replays.pages.positions import position as position
    from cityleague.replays.pages.reading import Sources as Sources
    from cityleague.replays.pages.reading import count_games as count_games
    from cityleague.replays.pages.reading import read_records as read_records
    from cityleague.replays.pages.records import Record as Record
    from cityleague.replays.pages.records import Records as Records
    from cityleague.replays.pages.sharing import NOWHERE as NOWHERE
    from cityleague.replays.pages.sharing import Share as Share
    from cityleague.replays.pages.sharing import base_address as base_address
    from cityleague.replays.pages.sharing import share_at as share_at
    from cityleague.replays.pages.site import Made as Made
    from cityleague.replays.pages.site import check_output as check_output
    from cityleague.replays.pages.site import league_page as league_page
    from cityleague.replays.pages.site import write_page as write_page
    from cityleague.replays.pages.site import write_site as write_site
    from cityleague.replays.pages.steps import names_of as names_of
    from cityleague.replays.pages.studies import StudyShown as StudyShown
    from cityleague.replays.pages.studies import check_study_page as check_study_page
    from cityleague.replays.pages.studies import write_study_page as write_study_page
    from cityleague.replays.pages.svg import pictures_of as pictures_of

if not TYPE_CHECKING:
    __getattr__ = on_first_use(__name__)
