"""Tables in a browser: `cityleague serve` shows the games of a folder, and people play and write them down by tapping.

`Tables` are the games in progress, each a `people.Table` with its people and bots; `application` answers requests about
them, behind a `Guard`; `run` lets a browser ask. A page is made of what one seat may know and nothing else (`Scene`).
What somebody has pointed at, but not done, stands in the address of the page (`Pointed`). This room imports `people`,
`pages` and what these use; only `cli` imports it. It needs the extra `table`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cityleague.engine.doors import on_first_use

if TYPE_CHECKING:
    from cityleague.replays.serving.application import Served as Served
    from cityleague.replays.serving.codes import as_text as as_text
    from cityleague.replays.serving.folder import Folder as Folder
    from cityleague.replays.serving.guard import Guard as Guard
    from cityleague.replays.serving.seated import Seated as Seated
    from cityleague.replays.serving.server import bind as bind
    from cityleague.replays.serving.server import lan_address as lan_address
    from cityleague.replays.serving.server import run as run
    from cityleague.replays.serving.tables import Tables as Tables

if not TYPE_CHECKING:
    __getattr__ = on_first_use(__name__)
