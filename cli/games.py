"""Commands about the games: games, rules, components, schema."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from cityleague.cli.common import FILE, GAME, GameName, format_option, read
from cityleague.cli.exits import Command
from cityleague.cli.output import document, say, say_all, terminal_width
from cityleague.replays.reports import ROW_FORMATS

if TYPE_CHECKING:
    from cityleague.engine.bots.parameters import Parameter


@click.command(cls=Command)
@click.argument("game", type=GAME, required=False)
@click.option(
    "--seats",
    type=int,
    metavar="N",
    help="For so many players: some defaults depend on it.  [default: 3, or as many as can play]",
)
@format_option(ROW_FORMATS, "table")
def games(game: str | None, seats: int | None, format_: str) -> None:
    """List the games, their players and their bots; with GAME, the parameters of its bots.

    With --format json and csv, parameters have the fields of a declaration: see BOTS.md.

    Example: cityleague games neom --format json
    """
    from cityleague.engine.bots.specs import known
    from cityleague.engine.registry import games as all_games

    if game is not None:
        _parameters(game, seats, format_)
        return
    if seats is not None:
        raise click.UsageError("--seats needs a GAME")
    rows = []
    for each in all_games():
        players = f"{each.seats[0]} to {each.seats[-1]}"
        rows.append([each.name, each.title, players, each.version, ", ".join(known(each))])
    print_rows(["game", "title", "players", "rules", "bots"], rows, format_, lead=1)


def _parameters(name: str, seats: int | None, format_: str) -> None:
    """What can be written behind the `?` of a bot's spec."""
    import msgspec

    from cityleague.engine import prepare
    from cityleague.engine.bots.parameters import Parameter
    from cityleague.engine.bots.specs import of_game
    from cityleague.engine.registry import game as find_game

    game = find_game(name)
    setup = prepare(game.name, min(3, game.seats[-1]) if seats is None else seats)
    found = of_game(game, setup)
    if format_ in ("json", "csv"):  # as programs declare theirs: for tools that tune
        head = ["bot", *Parameter.__struct_fields__]
        rows: list[list[Any]] = [[bot, *msgspec.structs.astuple(parameter)] for bot, parameter in found]
        if format_ == "csv":
            values = head.index("values")
            rows = [[*row[:values], ", ".join(row[values]), *row[values + 1 :]] for row in rows]
    else:  # as it is written in a spec: a terminal has little room
        head = ["bot", "parameter", "takes", "what it is"]
        rows = [[bot, f"{each.name}={each.default}", takes(each), each.about] for bot, each in found]
    print_rows(head, rows, format_, lead=2)


def takes(parameter: Parameter) -> str:
    """What a parameter allows, in words."""
    if parameter.kind == "choice":
        return ", ".join(parameter.values)
    return f"{parameter.low} to {parameter.high}{', log' if parameter.scale == 'log' else ''}"


class _GameOrCode(GameName):
    """The name of a game, or a code or a part of one: the rules that have it."""

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The name, or the rules."""
        from cityleague.engine.registry import UnknownGameError, meant
        from cityleague.replays.log import rules_like

        try:
            meant(value)
        except UnknownGameError as error:
            return rules_like(value) or self.fail(f"{error}; and no rule has {value!r} in its code", param, ctx)
        return super().convert(value, param, ctx)


@click.command(cls=Command)
@click.argument("game", metavar="[GAME|CODE]", type=_GameOrCode(), required=False)
@click.option("--text", is_flag=True, help="Print how the game is played here, and what bots see.")
@format_option(ROW_FORMATS, "table")
def rules(game: Any, text: bool, format_: str) -> None:
    """List the rules that a move in GAME can break, by their codes.

    Without GAME, list what can be wrong with any log. With a CODE, tell that rule and an example of a log that breaks
    it; with a part of a code, list the rules that have it.

    \b
    Examples:
      cityleague rules between_two_cities
      cityleague rules B2C-PLACE-COVERED
    """
    from cityleague.engine.registry import game as find_game

    if text and not isinstance(game, str):
        raise click.UsageError("--text needs a GAME")
    if game is None:
        from cityleague.replays.log import CODES

        print_rows(["code", "what holds"], [[code, sentence] for code, sentence in CODES.items()], format_, lead=1)
    elif text:
        from cityleague.replays.reports import described

        chosen = find_game(game)
        document(chosen.file("RULES.md") + described(chosen).encode(), end="")
    elif isinstance(game, list) and len(game) == 1 and format_ == "table":
        from cityleague.replays.reports import explained

        say_all(explained(game[0]), "text")
    else:
        listed = game if isinstance(game, list) else find_game(game).catalogue()
        rows = [[rule.code, rule.text, rule.section] for rule in listed]
        print_rows(["code", "rule", "rulebook section"], rows, format_, lead=1)


@click.command(cls=Command)
@click.argument("game", type=GAME)
@click.option("--check", type=FILE, help="Check this file instead of printing the packaged one.")
@click.option(
    "--template", is_flag=True, help="Print a file with null for all that must be filled in from a copy of the game."
)
def components(game: str, check: str | None, template: bool) -> None:
    """Print GAME's component file, or check one of your own.

    The hash that a log's header states goes to standard error.

    \b
    Example, to play with tiles of your own:
      cityleague components city_tycoon --template > mine.json   # fill it in
      cityleague components city_tycoon --check mine.json
      cityleague play city_tycoon heuristic greedy --components mine.json
    """
    from cityleague.engine.components import ComponentsError, laid_out
    from cityleague.engine.registry import game as find_game

    chosen = find_game(game)
    if template:
        if check:
            raise click.UsageError("--template prints a file, --check reads one: not both at once")
        if chosen.template is None:
            raise click.UsageError(f"{game} has no template")
        document(laid_out(chosen.template()))
        return
    try:
        digest = chosen.components(read(check) if check else None).hash
    except ComponentsError as error:
        raise click.UsageError(f"{check}: {error}" if check else str(error)) from None
    if check:
        say(digest)
    else:
        document(chosen.file("components.json"), end="")
        say(digest, err=True)


@click.command(cls=Command)
@click.argument("game", type=GAME, required=False)
@click.option(
    "--of",
    type=click.Choice(["view", "bot", "components", "plan", "report"]),
    help="Of a view, of what a program is asked and answers, of a component file (these need GAME), of a tournament's "
    "plan, of a line of `validate --format json`.",
)
def schema(game: str | None, of: Any) -> None:
    """Print the JSON Schema of a line in a log of GAME.

    Without GAME, the schema is for a log of any game.

    \b
    Examples:
      cityleague schema between_two_cities > line.schema.json
      cityleague schema neom --of view
    """
    import msgspec

    from cityleague.engine.registry import games as all_games
    from cityleague.replays.log import schema as schema_of

    if of:
        from cityleague.replays.reports import schema_of as schema_of_another

        try:
            told = schema_of_another(of, game)
        except ValueError as error:
            raise click.UsageError(str(error)) from None
    else:
        told = schema_of([game] if game else [each.name for each in all_games()])
    document(msgspec.json.format(msgspec.json.encode(told), indent=2))


def print_rows(head: list[str], rows: Sequence[Sequence[Any]], format_: str, *, lead: int = 0) -> None:
    """Print a table in one of the formats; `lead` as for `text_table`."""
    more = {"width": terminal_width(), "lead": lead} if format_ == "table" else {}
    table = ROW_FORMATS[format_](head, rows, **more)
    say_all([table], format_)
