"""The command that shows games in a browser: serve."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import click

from cityleague.cli.exits import Command, FailedError
from cityleague.cli.output import say

if TYPE_CHECKING:
    from cityleague.replays.serving import Seated

_PORT = 8765


@click.command(cls=Command)
@click.argument("folder", type=click.Path(file_okay=False, path_type=str))
@click.option("--port", type=click.IntRange(0, 65535), default=_PORT, show_default=True, help="Where; 0: any free one.")
@click.option("--lan", is_flag=True, help="Let phones in this network have seats of games that people play.")
def serve(folder: str, port: int, lan: bool) -> None:
    """Show games in a browser, to play them and to write them down.

    Open the address that is printed. Each game is a file in FOLDER, which is made if it is missing, saved after each
    answer. Component files beside them (*.json) can be chosen. Ctrl-C ends; all games can be gone on with, here, with
    `record` and with `play`.

    With --lan, each player can open an address of their own on a phone, which is shown as a code to scan.

    Example: cityleague serve games
    """
    try:
        from cityleague.replays.serving import Folder, Guard, Served, Tables, bind, lan_address, run
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("cityleague"):
            raise
        advice = "install the extra `table`, with pip install '.[table]' in the repository"
        raise FailedError(f"serve needs {error.name}: {advice}") from None

    address = lan_address() if lan else None
    if lan and address is None:
        raise FailedError("this machine is in no network that phones could be in: leave out --lan, or connect it")
    try:
        if not os.path.exists(folder):
            os.mkdir(folder)
        games = Folder(folder)
        listening = bind("0.0.0.0" if lan else "127.0.0.1", port)
    except OSError as error:
        if error.filename is not None:
            raise click.UsageError(f"{folder}: cannot be used: {error.strerror}") from None
        raise FailedError(f"port {port} cannot be used: {error.strerror}; name another one with --port") from None
    port = listening.getsockname()[1]

    def show_codes(seated: Seated) -> None:
        """The addresses of a table for phones."""
        from cityleague.replays.serving import as_text

        for phone in served.phones(seated):
            say(f"{phone['words']}: {phone['address']}\n{as_text(phone['address'])}", err=True)

    tables = Tables(games)
    served = Served(tables, f"{address}:{port}" if address else None, show_codes)
    guard = Guard(served.application(), port, address, tell=_tell)
    say(f"The games in {folder}: http://127.0.0.1:{port}/", err=True)
    if lan:
        say("Phones can open the seats of games that people play. The network has no encryption.", err=True)
    say("Ctrl-C ends.", err=True)
    try:
        run(guard, [listening])
    finally:
        tables.close()
    say("\nThe tables are closed; all that was answered is in the files.", err=True)


def _tell(error: BaseException) -> None:
    """Say in one line that a page could not be made."""
    place = error.__traceback__
    while place and place.tb_next:
        place = place.tb_next
    where = f" ({place.tb_frame.f_code.co_filename}, line {place.tb_lineno})" if place else ""
    say(f"Error: a page could not be made, please report it: {ascii(error)[:300]}{where}", err=True)
