"""Commands that play single games: play, check-bot."""

from __future__ import annotations

import signal
from pathlib import Path

import click

from cityleague.cli.common import (
    CLEAN,
    FINDINGS,
    GAME,
    complete_bots,
    components_option,
    content_of,
    format_option,
    limit_option,
    named_values,
    options_option,
    sandbox_option,
    times_option,
    trace_option,
    unwritable,
)


@click.command()
@click.argument("game", type=GAME)
@click.argument("bots", nargs=-1, required=True, metavar="BOT...", shell_complete=complete_bots)
@click.option("--seed", default="0", show_default=True, help="Any text; decides all chance and all bots.")
@click.option(
    "-o",
    "--output",
    type=click.Path(allow_dash=True),
    default="-",
    show_default="standard output",
    help="The log to write; compressed if its name ends in .gz or .zst.",
)
@options_option
@limit_option
@sandbox_option
@trace_option
@times_option
@components_option(multiple=False)
def play(
    game: str,
    bots: tuple[str, ...],
    seed: str,
    output: str,
    options: tuple[str, ...],
    limits: tuple[str, ...],
    sandbox: bool,
    trace: str | None,
    times: bool,
    components: Path | None,
) -> None:
    """Play one game of GAME between bots and write its log.

    A BOT is the name of a built-in bot (see `cityleague games`), with parameters if it has any
    (heuristic?name=value), a Python class (package.module:Class), or any program (exec:COMMAND; see BOTS.md). The same
    command writes the same bytes.

    Example: cityleague play between_two_cities random greedy heuristic --seed 7 -o g.jsonl
    """
    from cityleague.replays.log import write_log
    from cityleague.replays.reports import outcome
    from cityleague.replays.tournaments import (
        Plan,
        PlanError,
        Tournament,
        limits_from,
        numbered,
        options_from,
        play_single,
        trace_of,
    )

    signal.signal(signal.SIGTERM, signal.default_int_handler)  # as Ctrl-C: bots that are programs are ended
    texts = named_values("--option", options)
    try:
        plan = Plan(
            game=game,
            bots=tuple(numbered(bots)),
            seats=len(bots),
            seed=seed,
            options=options_from(texts, game),
            components=click.format_filename(components) if components else None,
            limits=limits_from(named_values("--limit", limits)),
            sandbox=sandbox,
            times=times,
        )
        log = play_single(Tournament(plan, content_of(components)), trace)
    except PlanError as error:
        raise click.UsageError(str(error)) from None
    except OSError as error:
        raise unwritable(trace, error) from None
    try:
        write_log(output, log)
    except BrokenPipeError:
        raise
    except OSError as error:
        raise unwritable(output, error) from None
    click.echo(outcome(log), err=True)
    if trace:
        click.echo(f"trace: {trace_of(trace, log)}", err=True)


@click.command("check-bot")
@click.argument("bot")
@click.argument("game", type=GAME)
@click.option("--games", type=click.IntRange(1), default=2, show_default=True, help="Games for each number of players.")
@options_option
@limit_option
@sandbox_option
@trace_option
@format_option(["table", "json", "csv", "markdown"], "table")
@click.pass_context
def check_bot(
    context: click.Context,
    bot: str,
    game: str,
    games: int,
    options: tuple[str, ...],
    limits: tuple[str, ...],
    sandbox: bool,
    trace: str | None,
    format_: str,
) -> None:
    """Let BOT play GAME with every number of players, against random bots, and report what it does wrong.

    Each game is played twice: the bot should make the same moves again. The exit code is 1 if the bot has forfeited.
    What it heard and said last before a forfeit is shown below the table.

    Example: cityleague check-bot 'exec:./mybot --level 3' neom
    """
    from cityleague.cli.games import print_rows
    from cityleague.engine.bots.specs import BotSpecError
    from cityleague.engine.protocol import OptionsError
    from cityleague.engine.registry import game as find_game
    from cityleague.replays.log import Problem, convert_options
    from cityleague.replays.players import Terms, first_forfeit, trials
    from cityleague.replays.tournaments import PlanError, limits_from, options_from

    found = find_game(game)
    try:
        chosen = convert_options(options_from(named_values("--option", options), game), found)
        terms = Terms(limits_from(named_values("--limit", limits)), sandbox, trace=trace)
        results = list(trials(bot, found, terms, games, chosen))
    except (BotSpecError, OptionsError, PlanError) as error:
        raise click.UsageError(str(error)) from None
    except Problem as problem:
        raise click.UsageError(f"options: {problem.message}") from None
    except OSError as error:
        raise unwritable(trace, error) from None
    rows = [
        [str(one.seats), str(one.seat), str(one.moves), "yes" if one.repeats else "no", one.forfeit] for one in results
    ]
    print_rows(["seats", "seat", "moves", "same again", "forfeit"], rows, format_)
    for line in first_forfeit(results):
        click.echo(line, err=format_ not in ("table", "markdown"))
    context.exit(FINDINGS if any(one.forfeit for one in results) else CLEAN)
