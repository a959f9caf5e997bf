"""The command `analyse`: what would have been better, told as lines of JSON."""

from __future__ import annotations

import os
import shlex
import sys
import time
from collections.abc import Generator
from typing import TYPE_CHECKING, Any

import click

from cityleague.cli import common
from cityleague.cli.choosing import choice_options, chosen_of, tell_choice
from cityleague.cli.exits import INTERRUPTED, Command, FailedError
from cityleague.cli.follow import cluster_option, workers_of
from cityleague.cli.logs import Status, allow_empty_option, games_of, log_files, report_finding
from cityleague.cli.output import progress_bar, say, word_of

if TYPE_CHECKING:
    from cityleague.replays.analysis import Planned, Progress
    from cityleague.replays.log import Choice, Chosen
    from cityleague.replays.replay import ComponentFiles


@click.command(cls=Command)
@click.argument("logs", nargs=-1, required=True, metavar="LOG...", type=common.LOG)
@click.option(
    "-o", "--output", required=True, type=click.Path(dir_okay=False), metavar="FILE", help="Add the lines to this file."
)
@click.option(
    "--level",
    type=click.Choice(["quick", "normal", "deep"]),
    default="normal",
    show_default=True,
    help="quick: who was winning. normal: what would have been better, too. deep: more of it, and luck.",
)
@click.option("--candidates", type=int, metavar="N", help="Moves tried at each choice; 0 leaves choices out.")
@click.option("--worlds", type=int, metavar="N", help="Imagined worlds in which a mark is looked for.")
@click.option("--confirm", type=int, metavar="N", help="Other worlds in which it must hold; at least 24.")
@click.option("--playouts", type=int, metavar="N", help="Playouts for the chances of a round; at least 24.")
@click.option("--horizon", type=int, metavar="N", help="Rounds after which the heuristic judges; 0: at the end.")
@click.option("--policy", type=click.Choice(["heuristic", "greedy", "random", "easy", "good"]), help="Who plays on.")
@choice_options
@allow_empty_option
@common.components_option(multiple=True)
@common.jobs_option("analyse")
@cluster_option("Analyse")
@click.pass_context
def analyse(
    context: click.Context,
    /,
    logs: tuple[str, ...],
    output: str,
    choice: Choice,
    allow_empty: bool,
    components: tuple[str, ...],
    jobs: int,
    cluster: str | None,
    **terms: Any,
) -> None:
    """Say who was winning, and which moves were mistakes, by playing on from each position.

    At each round games are played on to see how often each seat wins. At each choice, the move played and a few others
    are tried in imagined worlds that fit what the player knew. A move is marked if another did clearly better, in other
    worlds than those in which that was found. All of it is the opinion of a bot, within its error: ANALYSIS.md.

    The lines are added game by game. The same command again goes on where it was stopped; options that are left out
    follow from the level and the game.

    `show --analysis` and `report --analysis` make pages of it: the curve, the marks, and lessons.

    Example: cityleague analyse g.jsonl -o analysis.jsonl -j 2
    """
    from cityleague.replays.analysis import run
    from cityleague.replays.log import ENDINGS, OTHER_ENDINGS
    from cityleague.replays.workers import WorkerError

    at_work = workers_of(cluster, jobs)
    status = Status()
    files = common.component_files(components)
    paths = log_files(logs, allow_empty=allow_empty)
    chosen = chosen_of(choice, paths)
    if output in paths:
        raise click.UsageError(f"{output} is a log: name another file with -o")
    if output == "-" or output.lower().endswith(ENDINGS + OTHER_ENDINGS):
        raise click.UsageError(f"{output}: the lines are added game by game; name a file, not compressed, with -o")
    games = _games(paths, files, status, chosen, terms)
    tell_choice(chosen, status.code, allow_empty=allow_empty)
    if not games:
        context.exit(status.code)
    try:
        progress = run(games, output, tuple(common.contents(components).items()), at_work)
        _follow(progress, games, files, 0 if cluster else jobs)
    except WorkerError as error:
        raise FailedError(f"{error} The same command goes on with the analysis.") from None
    except OSError as error:
        raise common.unwritable(output, error) from None
    _tell_what_shows_it(games, logs, output, components)
    context.exit(status.code)


def _games(
    paths: list[str], files: ComponentFiles, status: Status, chosen: Chosen, terms: dict[str, Any]
) -> list[Planned]:
    """The games to be analysed; what is wrong with one of them is reported."""
    from cityleague.replays.analysis import examine
    from cityleague.replays.log import Finding, is_bare

    games = []
    for raw in games_of(paths, status):
        if not chosen.takes(raw):
            continue
        if is_bare(raw):
            say(f"{raw.file}:{raw.first}: a result without moves: left out", err=True)
            continue
        plan = examine(raw, files, **terms)
        if isinstance(plan, Finding):
            report_finding(plan, status)
            continue
        if plan.skip:
            say(f"{raw.file}:{raw.first}: not analysed: {plan.skip}", err=True)
        games.append(plan)
    return games


def _tell_what_shows_it(games: list[Planned], logs: tuple[str, ...], output: str, components: tuple[str, ...]) -> None:
    """The command that makes pages of what was said."""
    told = [plan for plan in games if not plan.skip]
    if not told or "-" in logs:
        return
    command = ["cityleague", "report", *map(word_of, logs), "--analysis", output, "-o", "site"]
    if len(games) == 1 and (told[0].opening.id or told[0].raw.first == 1):  # else `show` would show another game
        only = ["--id", told[0].opening.id] if told[0].opening.id else []
        command = ["cityleague", "show", word_of(told[0].raw.file), *only, "--analysis", output]
        command += ["--format", "html", "-o", "game.html"]
    command += [word for path in components for word in ("--components", path)]
    say(f"to see it:\n  {shlex.join(command)}", err=True)


def _follow(progress: Generator[Progress], games: list[Planned], files: ComponentFiles, jobs: int) -> None:
    """Tell how long it will take, then how far it is; with 0 jobs, others do it, and how many they are may change."""
    from cityleague.replays.analysis import PARTS
    from cityleague.replays.log import counted

    done = 0
    try:
        begun = next(progress)
        done = begun.done
        if begun.dropped:
            say(f"cut off an unfinished game ({begun.dropped} bytes); it is analysed again", err=True)
        if done:
            say(f"already there: {done} of {counted(begun.total, 'game')}", err=True)
        if done < begun.total:
            shared = "" if jobs else ", shared by the workers of the cluster"
            say(f"this will take about {_duration(games[done:], files, jobs or 1)}{shared}", err=True)
        bar_of = "{l_bar}{bar}| {n:.2f}/{total} games [{elapsed}<{remaining}]"
        with progress_bar(total=begun.total, initial=done, bar_format=bar_of) as bar:
            for reached in progress:
                done = reached.done
                if bar:
                    bar.update(done + reached.parts / PARTS - bar.n)
    except KeyboardInterrupt:
        progress.close()
        command = shlex.join(["cityleague", *sys.argv[1:]])
        so_far = f"stopped after {done} of {counted(len(games), 'game')}"
        say(f"{so_far}; to go on, run the same command again:\n  {command}", err=True)
        raise SystemExit(INTERRUPTED) from None


def _duration(games: list[Planned], files: ComponentFiles, jobs: int) -> str:
    """How long it takes, from the time of games of each kind that are played through."""
    from cityleague.replays.analysis import forecasts

    seconds = 0.0
    for kind in forecasts(games, files):
        begun = time.process_time()
        kind.play()
        seconds += kind.games * (time.process_time() - begun)
    seconds /= min(jobs, os.cpu_count() or 1)
    unit, count = ("second", round(seconds)) if seconds < 100 else ("minute", round(seconds / 60))
    return f"{max(count, 1)} {unit}{'s' * (count > 1)}"
