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
    from cityleague.replays.serving.application import Served
    from cityleague.replays.serving.codes import as_text
    from cityleague.replays.serving.folder import Folder
    from cityleague.replays.serving.guard import Guard
    from cityleague.replays.serving.seated import Seated
    from cityleague.replays.serving.server import bind, lan_address, run
    from cityleague.replays.serving.tables import Tables

if not TYPE_CHECKING:
    __getattr__ = on_first_use(__name__)
