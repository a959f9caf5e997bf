"""The page of a study: what was tuned, how the games went by the values that were tried, and what came out."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from cityleague.engine.version import __version__
from cityleague.replays.pages.charts import Response, response
from cityleague.replays.pages.files import put
from cityleague.replays.pages.page import page


class StudyShown(NamedTuple):
    """What the page of a study says."""

    title: str
    verdict: str
    facts: Sequence[tuple[str, str]]
    values: Sequence[tuple[str, str, str, str]]
    """Of each parameter: its name, range, default and tuned value."""
    responses: Sequence[Response]


def write_study_page(folder: Path, name: str, shown: StudyShown) -> None:
    """Write the page; raises ForeignFileError and OSError."""
    charts = list(map(response, shown.responses))
    said: dict[str, Any] = {"shown": shown, "charts": charts, "description": shown.verdict}
    said |= {"version": __version__, "url": "", "image": ""}
    put(str(folder), name, lambda: page("study.html", "league.css", **said))
