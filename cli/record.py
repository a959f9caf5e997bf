"""The command that writes down a game as people play it: record."""

from __future__ import annotations

import click

from cityleague.cli import common
from cityleague.cli.exits import Command
from cityleague.cli.output import say, terminal_width


@click.command(cls=Command)
@click.argument("game", type=common.GAME)
@click.argument("names", nargs=-1, required=True, metavar="NAME...")
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False),
    required=True,
    help="The log, a file of its own for each game; compressed if its name ends in .gz or .zst.",
)
@click.option(
    "--date",
    default="now",
    show_default="this moment, when the game begins",
    help="When it is played, as 2026-11-23 or 2026-11-23T19:30:00+01:00; none leaves it out.",
)
@click.option("--place", help="Where it is played.")
@click.option("--title", help="What the game is called in lists and on pages.")
@click.option("--seed", help="Let this text decide all draws.  [default: what is drawn is asked for]")
@click.option("--final", is_flag=True, help="Ask only for what lies on the table at the end (Between Two Cities).")
@common.options_option
@common.components_option(multiple=False)
def record(
    game: str,
    names: tuple[str, ...],
    output: str,
    date: str,
    place: str | None,
    title: str | None,
    seed: str | None,
    final: bool,
    options: tuple[str, ...],
    components: str | None,
) -> None:
    """Write down a game of GAME as people play it at a table.

    NAMEs are in seat order. What comes next is asked for: whose move it is, and what was drawn. A move is chosen by its
    number or by some letters of it, with Tab to complete them. undo takes back the last choice. The log is saved after
    each move, and the same command again goes on where it stopped. At the end it has the result. The log tells the date
    and the time at which the game began.

    With --final, the game is over, and only its cities are asked for. They are scored, and the log has a result alone,
    which nothing can prove.

    \b
    Examples:
      cityleague record between_two_cities Ada Ben Cleo -o friday.jsonl
      cityleague record between_two_cities Ada Ben Cleo -o friday.jsonl --final
    """
    from msgspec.structs import replace

    from cityleague.cli.prompt import console
    from cityleague.engine.looks.text import wrapped
    from cityleague.replays.people import NotSavedError, Session, new_header, of_the_box, record_finals, recording
    from cityleague.replays.replay import ComponentFiles
    from cityleague.replays.tournaments import options_from

    if output == "-":
        raise click.UsageError("standard output shows the game: name a file for its log, -o FILE")
    content = common.content_of(components)
    try:
        chosen = options_from(common.named_values("--option", options), game)
        told = {"place": place, "title": title, "date": None if date in ("now", "none") else date}
        header = new_header(game, names, options=chosen, components=content, seed=seed, **told)
        files = ComponentFiles({str(components): content} if content else {})
        if final:
            dated = replace(header, date=header.date or _now()) if date == "now" else header
            record_finals(output, dated, files, console())
            return
        table = recording(output, header, files, _now() if date == "now" else None)
        if not (table.resumed or components or seed) and (note := of_the_box(table.setup.game)):
            say("\n".join([*wrapped(note.split("\n"), terminal_width(), 4), ""]))
        Session(table, console()).go()
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    except NotSavedError as error:
        raise common.unwritable(output, error) from None


def _now() -> str:
    """The time of this place, with its offset from UTC."""
    from datetime import datetime

    return datetime.now().astimezone().isoformat(timespec="seconds")
