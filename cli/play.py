"""Commands that play single games: play, check-bot."""

from __future__ import annotations

import contextlib
import signal
import sys
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from cityleague.cli import common
from cityleague.cli.exits import CLEAN, FINDINGS, Command
from cityleague.cli.output import progress_bar, say, say_all
from cityleague.replays.reports import ROW_FORMATS

if TYPE_CHECKING:
    from cityleague.replays.players import Terms
    from cityleague.replays.replay import Midgame
    from cityleague.replays.tournaments import Pairing


@click.command(cls=Command)
@click.argument("game", type=common.GAME_OR_BOT)
@click.argument("bots", nargs=-1, metavar="BOT...", shell_complete=common.complete_bots)
@click.option("--seed", help="Any text; decides all chance and all bots.  [default: 0; with `me`, a new one]")
@click.option(
    "-o",
    "--output",
    type=click.Path(allow_dash=True),
    default="-",
    show_default="standard output",
    help="The log to write; compressed if its name ends in .gz or .zst.",
)
@common.options_option
@common.limit_option
@common.sandbox_option
@common.trace_option
@common.times_option
@common.info_option
@common.middle_options("--from", "Play on from the middle of a game; GAME is left out.")
@common.components_option(multiple=False)
def play(
    game: str,
    bots: tuple[str, ...],
    seed: str | None,
    output: str,
    options: tuple[str, ...],
    limits: tuple[str, ...],
    sandbox: bool,
    trace: str | None,
    times: bool,
    info: bool,
    start: str | None,
    move: int | None,
    game_id: str | None,
    components: str | None,
) -> None:
    """Play one game of GAME, between bots or against them.

    A BOT is an opponent that is easy, good or strong, another built-in bot (see `cityleague games`), with parameters if
    it has any (heuristic?name=value), a Python class (package.module:Class), or any program (exec:COMMAND; see
    BOTS.md). The same command writes the same bytes.

    `me`, or NAME=me, is a person, who is asked for each move and sees what that seat sees: `?` lists what can be
    typed, `hint` and `hint good` tell what a bot would do. Without --seed, nobody knows what chance will bring then.

    With --from, the bots take over all seats of a recorded game after some moves, with the seed of that game.

    \b
    Examples:
      cityleague play between_two_cities random greedy heuristic --seed 7 -o g.jsonl
      cityleague play neom me good -o mine.jsonl
      cityleague play --from g.jsonl --move 30 greedy greedy heuristic -o h.jsonl
    """
    from cityleague.replays.log import check_ending
    from cityleague.replays.players import ME, Terms
    from cityleague.replays.reports import outcome
    from cityleague.replays.tournaments import (
        Plan,
        Tournament,
        continued,
        limits_from,
        numbered,
        options_from,
        play_on,
        play_single,
        single,
        trace_of,
    )

    check_ending(output)
    texts = common.named_values("--option", options)
    middle = common.middle_of("--from", start, move, game_id, components)
    if middle is not None and game == middle.header.game:
        raise click.UsageError(f"--from LOG tells the game: leave out {game}")
    seated = bots if middle is None else (game, *bots)
    people = any(entrant.spec == ME for entrant in numbered(seated))
    chance = seed if seed is not None else _seed_for_people(output, start) if people else "0"
    content = common.content_of(components)
    try:
        bot_limits = limits_from(common.named_values("--limit", limits))
        if middle is not None:
            if texts or (seed is not None and middle.header.seed):
                raise click.UsageError("--from LOG tells the options and the seed: leave out --option and --seed")
            terms = Terms(bot_limits, sandbox, times=times, trace=trace, info=info)
            pairing = continued(middle, seated, chance, times=times)
        elif not bots:
            raise click.UsageError("Missing argument 'BOT...'.")
        else:
            plan = Plan(
                game=game,
                bots=tuple(numbered(bots)),
                seats=len(bots),
                seed=chance,
                options=options_from(texts, game),
                components=click.format_filename(components) if components else None,
                limits=bot_limits,
                sandbox=sandbox,
                times=times,
                info=info,
            )
            tournament = Tournament(plan, content, with_people=people)
            terms, pairing = tournament.terms(trace=trace), single(tournament)
        if people:
            log = _with_people(pairing, middle, terms, content, chance, output, start)
        else:
            common.spare_games(output, pairing.header.players, [bot.identity() for bot in pairing.entrants])
            log = play_single(tournament, trace) if middle is None else play_on(middle, seated, terms, chance)
            _write(output, log)
    except BrokenPipeError:
        raise
    except OSError as error:
        raise _untraceable(trace, error) from None
    if log:
        say(outcome(log), err=True)
        if trace:
            say(f"trace: {trace_of(trace, log)}", err=True)


def _with_people(
    pairing: Pairing,
    middle: Midgame | None,
    terms: Terms,
    content: bytes | None,
    seed: str,
    output: str,
    start: str | None,
) -> bytes:
    """The log of a game that people have played to its end; empty if they have left before.

    They are asked on standard error. Each answer is saved at once, and a file that has another game is kept.
    """
    import shlex

    from cityleague.cli.prompt import console
    from cityleague.replays.log import LogError, Problem
    from cityleague.replays.people import Journal, NotSavedError, TableError, company, play_with_bots
    from cityleague.replays.replay import ComponentFiles

    if output == "-" and sys.stdout.isatty():
        raise click.UsageError("name a file for the log of a game that you play: -o FILE")
    if hasattr(signal, "SIGHUP"):  # Windows has none
        signal.signal(signal.SIGHUP, signal.default_int_handler)  # who closes the terminal leaves, and keeps the game
    header, seated, _ = pairing
    again = _same_file(output, start)
    files = ComponentFiles({"": content} if content else {})
    try:
        journal = Journal(None if output == "-" else output)
        table = company(journal, header, files, past=middle.past if middle else (), seed=seed, anew=again)
        if table is None:
            raise click.UsageError(
                f"{output} is there already: go on with --from {shlex.quote(output)} --move N, or name another file"
            )
        over = play_with_bots(table, console(err=True), seated, terms, content, seed)
    except (TableError, Problem, LogError) as error:
        raise click.UsageError(str(error)) from None
    except NotSavedError as error:
        raise common.unwritable(output, error) from None
    log = b"".join([line + b"\n" for line in table.lines])
    if output == "-":
        _write(output, log)
    if over:
        return log
    if output == "-":
        say("\nThe game is on standard output as far as it came.", err=True)
    elif again:
        players = [bot.name if bot.name == bot.spec else f"{bot.name}={bot.spec}" for bot in seated]
        words = ["cityleague", "play", "--from", output, "--move", str(table.moves), *players, "-o", output]
        say(f"\nThe game is in {output} as far as it came. To go on:\n{shlex.join(words)}", err=True)
    else:
        say(f"\nThe game is in {output} as far as it came. To go on, run the same command again.", err=True)
    return b""


def _same_file(output: str, start: str | None) -> bool:
    from cityleague.replays.log import identity_of

    return start is not None and identity_of(output) is not None and identity_of(output) == identity_of(start)


def _seed_for_people(output: str, start: str | None) -> str:
    """The seed if none is given: that of the game in the file, if it goes on, and else one that nobody knows."""
    from cityleague.replays.log import LogError
    from cityleague.replays.people import TableError, seed_of

    if output != "-" and not _same_file(output, start):
        with contextlib.suppress(LogError, TableError, OSError):  # whatever it is, it is no game to go on with
            if seed := seed_of(output):
                return seed
    import secrets

    return secrets.token_hex(8)


def _write(output: str, log: bytes) -> None:
    from cityleague.replays.log import write_log

    with common.writing(output):
        write_log(output, log)


def _untraceable(trace: str | None, error: OSError) -> Exception:
    """The exception where traces cannot be written; without --trace, it was something else."""
    return error if trace is None else common.unwritable(error.filename or trace, error)


@click.command("check-bot", cls=Command)
@click.argument("bot")
@click.argument("game", type=common.GAME, required=False)
@click.option("--games", type=click.IntRange(1), default=2, show_default=True, help="Games for each number of players.")
@common.options_option
@common.limit_option
@common.sandbox_option
@common.trace_option
@common.middle_options("--at", "Ask for one decision of a recorded game again, instead of playing; GAME is left out.")
@click.option("--from-start", is_flag=True, help="With --at: ask first for all earlier decisions of this seat.")
@common.components_option(multiple=False, needs="--at")
@common.format_option(ROW_FORMATS, "table")
@click.pass_context
def check_bot(
    context: click.Context,
    bot: str,
    game: str | None,
    games: int,
    options: tuple[str, ...],
    limits: tuple[str, ...],
    sandbox: bool,
    trace: str | None,
    start: str | None,
    move: int | None,
    game_id: str | None,
    from_start: bool,
    components: str | None,
    format_: str,
) -> None:
    """Check that BOT plays GAME by the rules.

    It plays with every number of players, against random bots. Each game is played twice: the bot should make the same
    moves again. What it heard and said last before a forfeit is shown below the table. Without a forfeit, the
    parameters that the bot declares are listed there, and what is wrong with them: it should take the values that it
    declares, and no others. The exit code is 1 if the bot has forfeited, or its parameters are not as declared.

    With --at, the bot is asked what it would do after some moves of a recorded game. It is made anew, with the random
    numbers that a bot at this seat had at first, and does not know the decisions before. With --from-start it is asked
    for those first, in their order; the game goes on as in the log, whatever it answers. Below the table stands where
    it answered otherwise.

    \b
    Examples:
      cityleague check-bot 'exec:./mybot --level 3' neom
      cityleague check-bot 'exec:./mybot --level 3' --at g.jsonl --move 30
      cityleague check-bot 'exec:./mybot --level 3' --at g.jsonl --move 30 --from-start
    """
    from cityleague.cli.games import print_rows, takes
    from cityleague.engine.registry import game as find_game
    from cityleague.replays.log import Problem, convert_options
    from cityleague.replays.players import Terms, ask_again, check_declaration, first_forfeit, possible_setups, trials
    from cityleague.replays.tournaments import limits_from, numbered, options_from

    bot = numbered([bot])[0].spec
    middle = common.middle_of("--at", start, move, game_id, components)
    texts = common.named_values("--option", options)
    if middle is not None and (game or texts):
        raise click.UsageError("--at LOG tells the game and its options: leave out GAME and --option")
    if middle is None and (from_start or components):
        raise click.UsageError(f"{'--from-start' if from_start else '--components'} needs --at LOG")
    if middle is not None and context.get_parameter_source("games") is not ParameterSource.DEFAULT:
        raise click.UsageError("--at LOG asks for one decision and plays no games: leave out --games")
    try:
        terms = Terms(limits_from(common.named_values("--limit", limits)), sandbox, trace=trace)
        if middle is not None:
            answer = ask_again(bot, middle, terms, from_start=from_start)
            cells = [str(answer.seat), answer.move, answer.logged, f"{answer.milliseconds:g}", answer.forfeit]
            head, rows = ["seat", "move", "in the log", "ms", "forfeit"], [cells]
            told, lost = answer.evidence(), bool(answer.forfeit)
        elif game is None:
            raise click.UsageError("Missing argument 'GAME'.")
        else:
            protocol = find_game(game)
            chosen = convert_options(options_from(texts, game), protocol)
            playing = trials(bot, protocol, terms, games, chosen)
            count = games * len(possible_setups(protocol, chosen))
            with progress_bar(playing, total=count, unit="game", leave=False) as watched:
                results = list(watched)
            rows = [
                [str(trial.seats), str(trial.seat), str(trial.moves), "yes" if trial.repeats else "no", trial.forfeit]
                for trial in results
            ]
            head = ["seats", "seat", "moves", "same again", "forfeit"]
            told, lost = first_forfeit(results), any(trial.forfeit for trial in results)
            if not lost:  # who forfeits need not be asked what it takes
                parameters, wrong = check_declaration(bot, protocol, terms, chosen)
                takings = [f"{each.name}={each.default} ({takes(each)}): {each.about}" for each in parameters]
                says = [f"It says of its last move: {trial.info}" for trial in results[-1:] if trial.info]
                told, lost = [*takings, *wrong, *says], bool(wrong)
                told = ["", *told] if told else []
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    except Problem as problem:
        raise click.UsageError(problem.message_with_place()) from None
    except OSError as error:
        raise _untraceable(trace, error) from None
    print_rows(head, rows, format_)
    say_all(told, format_, err=format_ not in ("table", "markdown"))
    context.exit(FINDINGS if lost else CLEAN)
