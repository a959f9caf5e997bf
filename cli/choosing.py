"""Which games a command is about: the options that choose them, alike in all commands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial, wraps
from typing import TYPE_CHECKING, Any, cast

import click

from cityleague.cli.common import F, GameName, all_of
from cityleague.cli.exits import CLEAN
from cityleague.cli.output import say

if TYPE_CHECKING:
    from cityleague.replays.log import Choice, Chosen, Sample, Span


class _GamePlayed(GameName):
    """The name of a game; an id, as it was given here in an earlier version, is refused with advice."""

    def fail(self, message: str, param: click.Parameter | None = None, ctx: click.Context | None = None) -> Any:
        """Raise BadParameter."""
        super().fail(f"{message}. To choose a game by its id, use --id", param, ctx)


class _Reading(click.ParamType):  # type: ignore[type-arg]  # before click 8.2 it takes none
    """A value that a function reads from a text; it raises ValueError, whose message is told."""

    def __init__(self, name: str, read: Callable[[str], object]) -> None:
        self.name, self._read = name, read

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> object:
        """What the text means."""
        try:
            return self._read(value)
        except ValueError as error:
            self.fail(str(error), param, ctx)


def _of(kind: str, text: str) -> Span | Sample:
    from cityleague.replays.log import Sample, Span

    return Sample.of(text) if kind == "sample" else Span.of(text)


_POINTS = click.types.FloatParamType()
_POINTS.name = "number"  # it is told of what is none
_DAY = "this day (2026-11-23), month (2026-11) or year (2026)"
_WHOSE = "of each --player, or else of any seat"
_options = all_of(
    click.option("--game", type=_GamePlayed(), metavar="GAME", help="Only games of GAME."),
    click.option("--id", "ids", multiple=True, metavar="ID", help="Only the game with this id, or one of these."),
    click.option("--since", metavar="DATE", help=f"Only games played on {_DAY}, or after it."),
    click.option("--until", metavar="DATE", help="Only games played then, or before it."),
    click.option(
        "--player",
        "players",
        multiple=True,
        metavar="NAME",
        help="Only games of this player. Given several times: games in which all of them play.",
    ),
    click.option(
        "--seats",
        type=_Reading("range", partial(_of, "span")),
        metavar="N|N-M",
        help="Only games of so many players: 3, or 2-4.",
    ),
    click.option("--rules", metavar="VERSION", help="Only games by this version of their rules."),
    click.option(
        "--rank",
        type=_Reading("range", partial(_of, "span")),
        metavar="N|N-M",
        help=f"Only games with this rank {_WHOSE}.",
    ),
    click.option(
        "--min-score", type=_POINTS, metavar="POINTS", help=f"Only games with at least this final score {_WHOSE}."
    ),
    click.option(
        "--sample",
        type=_Reading("sample", partial(_of, "sample")),
        metavar="N|N%[:SEED]",
        help="Of the games that are chosen so, only N or about N %. Whatever their order, the same are taken; another "
        "SEED takes others.",
    ),
)
_NAMES = ("game", "ids", "players", "seats", "since", "until", "rules", "rank", "min_score", "sample")


def choice_options(command: F) -> F:
    """The options that choose games: the command is given a `choice`, an empty one if there are none of them."""

    @wraps(command)
    def with_choice(*arguments: Any, **more: Any) -> Any:
        from cityleague.replays.log import Choice

        given = {name: more.pop(name) for name in _NAMES}
        if "" in (given["since"], given["until"], given["rules"], *given["players"], *given["ids"]):
            raise click.UsageError(
                "--since, --until, --player, --id and --rules need a value: leave out what does not matter"
            )
        texts = {name: given[name] or "" for name in ("game", "since", "until", "rules")}
        try:
            choice = Choice(**given | texts)
        except ValueError as error:
            raise click.UsageError(str(error)) from None
        return command(*arguments, choice=choice, **more)

    return cast("F", _options(with_choice))


def chosen_of(choice: Choice, logs: Sequence[str]) -> Chosen:
    """What counts the games of these logs that are chosen."""
    from cityleague.replays.log import Chosen

    try:
        return Chosen(choice.settled(logs))
    except ValueError as error:
        raise click.UsageError(str(error)) from None


def tell_choice(chosen: Chosen, code: int, *, allow_empty: bool) -> None:
    """Say which games were left out because they do not tell what matters, and if none was chosen.

    That is wrong usage: it raises UsageError, unless it is allowed or another exit code tells something worse.
    """
    for reason in chosen.reasons:
        say(reason, err=True)
    if not chosen.nothing:
        return
    if not allow_empty and code == CLEAN:
        raise click.UsageError(f"{chosen.nothing}; with --allow-empty that is not an error")
    say(chosen.nothing, err=True)
