"""The command that writes down a game as people play it: record."""

from __future__ import annotations

import click

from cityleague.cli.common import (
    GAME,
    components_option,
    content_of,
    exit_code,
    named_values,
    options_option,
    unwritable,
)
from cityleague.cli.exits import UNREADABLE, FailedError, FindingsError, UnreadableInputError


@click.command()
@click.argument("game", type=GAME)
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
@options_option
@components_option(multiple=False)
def record(
    game: str,
    names: tuple[str, ...],
    output: str,
    date: str,
    place: str | None,
    title: str | None,
    seed: str | None,
    options: tuple[str, ...],
    components: str | None,
) -> None:
    """Write down a game of GAME as people play it at a table.

    NAMEs are in seat order. What comes next is asked for: whose move it is, and what was drawn. A move is chosen by its
    number or by some letters of it, with Tab to complete them. undo takes back the last move. The log is saved after
    each move, and the same command again goes on where it stopped. At the end it has the result. The log tells the date
    and the time at which the game began.

    Example: cityleague record between_two_cities Ada Ben Cleo -o friday.jsonl
    """
    from cityleague.cli.prompt import console
    from cityleague.engine.components import ComponentsError
    from cityleague.engine.registry import game as find_game
    from cityleague.replays.log import LogError, options_from_text
    from cityleague.replays.people import FileChangedError, NotSavedError, Recorder, new_header, record_by_hand
    from cityleague.replays.replay import ComponentFiles

    if output == "-":
        raise click.UsageError("standard output shows the game: name a file for its log, -o FILE")
    content = content_of(components)
    try:
        chosen = options_from_text(named_values("--option", options), find_game(game))
        told = {"place": place, "title": title, "date": None if date in ("now", "none") else date}
        header = new_header(game, names, options=chosen, components=content, seed=seed, **told)
        files = ComponentFiles({str(components): content} if content else {})
        recorder = Recorder(output, header, files, _now() if date == "now" else None)
        record_by_hand(recorder, console())
    except (ComponentsError, ValueError) as error:
        raise click.UsageError(str(error)) from None
    except LogError as error:
        kind = UnreadableInputError if exit_code([error.finding]) == UNREADABLE else FindingsError
        raise kind(str(error)) from None
    except FileChangedError as error:
        raise FailedError(str(error)) from None
    except NotSavedError as error:
        raise unwritable(output, error) from None


def _now() -> str:
    """The time of this place, with its offset from UTC."""
    from datetime import datetime

    return datetime.now().astimezone().isoformat(timespec="seconds")
