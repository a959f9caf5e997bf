"""The command `tournament`."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cityleague.cli import common
from cityleague.cli.exits import Command
from cityleague.cli.follow import cluster_option, merge_all, page_along, play_all, repeat_all, sample_from, workers_of
from cityleague.cli.logs import anchor_option, print_table
from cityleague.cli.output import say, say_all
from cityleague.replays.reports import STANDING_FORMATS

if TYPE_CHECKING:
    from cityleague.replays.tournaments import Outcome, Plan, Tournament

SAMPLE = 3
"""How many games are played to estimate how long all of them take."""
SCHEDULES = ["round-robin", "gauntlet", "swiss", "knockout"]


@click.command(cls=Command)
@click.argument("paths", nargs=-1, type=click.Path(exists=True, path_type=Path), metavar="[FILE|DIR...]")
@click.option("--game", type=common.GAME, help="The game to play.")
@click.option("--bots", multiple=True, metavar="A,B,...", help="The bots; NAME=BOT gives a bot a name of your own.")
@click.option("--bot", "more_bots", multiple=True, metavar="BOT", help="One more bot, which may contain commas.")
@click.option("--deals", type=click.IntRange(1), help="How many deals each table plays.  [default: 10]")
@click.option(
    "--seats", type=click.IntRange(1), help="How many play at a table.  [default: all bots, if the game allows it]"
)
@click.option(
    "--seed",
    help="Any text that decides all chance and all bots, for repetition.  [default: nobody can know the deals]",
)
@click.option("--from-file", type=common.FILE, metavar="LOG", help="Begin each deal after the first round of a game.")
@common.options_option
@common.limit_option
@common.sandbox_option
@common.trace_option
@common.times_option
@common.info_option
@click.option(
    "--forfeit-limit",
    type=click.FloatRange(0, 1),
    default=0.5,
    show_default=True,
    help="Stop when a bot has played 20 games or more and forfeited more than this share of them.",
)
@common.components_option(multiple=False)
@common.jobs_option("play")
@cluster_option("Play")
@click.option(
    "-o",
    "--output",
    type=common.OutputPath(file_okay=False, path_type=Path),
    help="The tournament's folder.  [default: named after the TOML file]",
)
@click.option("--schedule", type=click.Choice(SCHEDULES), help="Who meets whom.  [default: round-robin]")
@click.option(
    "--until",
    metavar="RULE",
    help="Stop early. top=N: when it is shown that the first N are better than all others. sprt=LOW,HIGH: when a "
    "sequential test tells whether the first of two bots is LOW or HIGH Elo above the other or its copies; "
    "sprt=LOW,HIGH,A,B sets how likely HIGH (A) and LOW (B) may be wrong, by default 0.05 each.",
)
@click.option("--table-every", type=click.IntRange(1), metavar="N", help="Print the table so far after every N games.")
@click.option(
    "--page", type=common.OutputPath(path_type=Path), metavar="FILE", help="Keep a page of the league up to date."
)
@anchor_option
@click.option("--tables", type=click.IntRange(1), help="Tables per deal; all bots meet equally often.  [default: all]")
@click.option(
    "--rounds", type=click.IntRange(1), help="Rounds of a Swiss tournament.  [default: enough to find the best]"
)
@click.option(
    "--shard", metavar="I/N", help="Play only every N-th block, beginning with block I. Not for swiss and knockout."
)
@click.option(
    "--merge", "merging", is_flag=True, help="Join the shards in the folders DIR; without --replay, nothing is played."
)
@click.option(
    "--no-validate", "unproven", is_flag=True, help="Join the shards without holding their games against the rules."
)
@click.option(
    "--replay",
    metavar="SHARE",
    help="Play a share of the blocks again (5%), three of each shard at least, and compare: of the folder DIR, or with "
    "--merge of the shards before they are joined. 5%:HEX takes the same blocks as before.",
)
@click.option("--allow-changed", is_flag=True, help="Go on though a bot has changed: from now on under another name.")
@click.option("--dry-run", is_flag=True, help="Only say how many games there are; no bot is started.")
@click.option("--estimate", is_flag=True, help="With --dry-run: play a few games, and say how long all take.")
@click.option("--time", "former_estimate", is_flag=True, hidden=True)
@common.format_option(STANDING_FORMATS, "table")
@click.pass_context
def tournament(
    context: click.Context,
    /,
    paths: tuple[Path, ...],
    game: str | None,
    bots: tuple[str, ...],
    more_bots: tuple[str, ...],
    options: tuple[str, ...],
    limits: tuple[str, ...],
    trace: str | None,
    forfeit_limit: float,
    components: str | None,
    jobs: int,
    cluster: str | None,
    output: Path | None,
    until: str | None,
    table_every: int | None,
    page: Path | None,
    anchor: tuple[str, float] | None,
    shard: str | None,
    merging: bool,
    unproven: bool,
    replay: str | None,
    allow_changed: bool,
    dry_run: bool,
    estimate: bool,
    former_estimate: bool,
    format_: str,
    **described: Any,
) -> None:
    """Play bots against each other and print their league table.

    Round robin: every table that can be made of the bots plays. Gauntlet: every table with the first bot plays; of two
    bots, copies of the second fill the table. Swiss: in each round, bots that do equally well meet. Knockout: the best
    of each table go on. At every table and on every deal, everyone sits once in every seat.

    A TOML FILE describes the tournament, or options do, or both; options win. The games are written to games.jsonl in
    the folder. The same command again, or the folder DIR alone, plays what is missing: after Ctrl-C, after a crash, or
    with more deals (swiss: more rounds). Games that are there already are not checked; `validate` does that.

    Without a seed nobody can know the deals before they are played: see TOURNAMENTS.md.

    --shard plays a part of the tournament, on any machine; --merge joins the parts: the moves of each
    game are made again, without the bots, and must give the same bytes.

    \b
    Examples:
      cityleague tournament --game between_two_cities --bots random,greedy --deals 20 -j 2 -o cup
      cityleague tournament examples/tournament.toml -o cup
      cityleague tournament cup --deals 40
      cityleague tournament examples/tournament.toml --shard 1/2 -o one
      cityleague tournament --merge one two -o cup
      cityleague tournament cup --replay 5%
    """
    from cityleague.replays.league import read_results
    from cityleague.replays.reports import course_of
    from cityleague.replays.tournaments import Tournament, read_record, repeat_folder, rule_of, run, shard_of

    timed = estimate or former_estimate
    more = {"--shard": shard, **{f"--{name}": described[name] for name in ("deals", "rounds", "times", "info")}}
    file, folders = _sources(paths, merging, described=game is not None)
    if file and paths[0].is_dir() and not merging:
        record = read_record(paths[0])
        output, shard = output or paths[0], shard or (record.shard if record else None)
    playing = {
        "--shard": shard, "--until": until, "--cluster": cluster, "--dry-run": dry_run, "--table-every": table_every,
        "--trace": trace,
    }  # fmt: skip
    _refuse_contradictions(playing, merging=merging, unproven=unproven, timed=timed)
    others = {} if merging else {"--page": page} | ({} if game else more)
    sample = sample_from(replay, {**playing, "--allow-changed": allow_changed, "--cluster": None, **others})
    described |= {
        "game": game,
        "bots": [*[bot for some in bots if some for bot in some.split(",")], *more_bots],
        "components": components,
        "limits": common.named_values("--limit", limits),
    }
    with _hint_at_commas(bots):
        plan = _plan(file, described, common.named_values("--option", options), named=file in paths)
        if merging and sample:
            _refuse_foreign_bots(plan, paths, file)
        content = _components(plan, components)
        with_bots = timed or bool(sample) or not (merging or dry_run)
        planned = Tournament(plan, content, shard_of(shard), with_bots=with_bots)
    folder = output or (Path(file.stem) if file and file in paths else _no_folder(dry_run=dry_run))
    enough, at_work = rule_of(until, planned, folder) if until else None, workers_of(cluster, jobs)
    if dry_run:
        say("\n".join(_forecast(planned, content, jobs, timed=timed)))
        return
    with common.writing(page):
        live = page_along(page, folder) if page else None
    entrants = [entrant.name for entrant in planned.entrants]
    if anchor and anchor[0] not in entrants:
        raise click.UsageError(f"--anchor: {anchor[0]!r} is not a bot of this tournament")

    def show(*, so_far: bool = False) -> int:
        """Print the table; return the exit code."""
        traced = trace if plan.limits.time and not so_far else None
        shown, played = "table" if so_far else format_, read_results([str(folder)])
        code = print_table(played, shown, "bots", entrants, anchor=anchor, err=so_far, trace=traced)
        if enough and (figure := enough.so_far()):
            say(figure, err=so_far or format_ not in ("table", "markdown"))
        return code

    if merging:
        merge_all(planned, folders, folder, content, at_work, live, validate=not unproven, sample=sample)
        context.exit(show())
    if sample:
        repeat_all(lambda tell: repeat_folder(planned, folder, sample, tell, content, at_work), folder)
        context.exit(show())
    results: list[Outcome] = []
    played = run(planned, folder, content, at_work, forfeit_limit, enough, results, trace, allow_changed=allow_changed)
    play_all(live.along(played) if live else played, folder, table_every, lambda: show(so_far=True))
    say_all(
        course_of(planned, results, markdown=format_ == "markdown"), format_, err=format_ not in ("table", "markdown")
    )
    context.exit(show())


@contextmanager
def _hint_at_commas(bots: Sequence[str]) -> Iterator[None]:
    """What is wrong with a plan is told with a hint, if --bots may have cut a command."""
    from cityleague.replays.tournaments import PlanError

    try:
        yield
    except PlanError as error:
        cut = any("exec:" in some.rpartition(",")[0] for some in bots)
        hint = "; --bots is cut at every comma: give a command that has one with --bot" if cut else ""
        raise click.UsageError(f"{error}{hint}") from None


def _refuse_contradictions(playing: Mapping[str, object], *, merging: bool, unproven: bool, timed: bool) -> None:
    """Raise UsageError for options that do not go together; `playing` are those of a run that plays."""
    if merging and (wrong := [name for name, value in playing.items() if value]):
        raise click.UsageError(f"--merge plays nothing, and does not go with {' and '.join(wrong)}")
    if timed and not playing["--dry-run"]:
        raise click.UsageError("--estimate goes with --dry-run")
    if unproven and not merging:
        raise click.UsageError("--no-validate goes with --merge")


def _no_folder(*, dry_run: bool) -> Path:
    """Where a tournament is played whose folder is not named: raises UsageError unless nothing is."""
    if not dry_run:
        raise click.UsageError("no folder to write to: name one with -o DIR")
    return Path()


def _refuse_foreign_bots(plan: Plan, paths: Sequence[Path], file: Path | None) -> None:
    """Raise UsageError if the plan comes from a shard and has programs: its sender must not decide what runs here."""
    from cityleague.engine.bots.specs import is_foreign
    from cityleague.replays.tournaments import entrant_of

    for bot in map(entrant_of, plan.bots):
        if file and file not in paths and is_foreign(bot.spec):
            raise click.UsageError(
                f"--replay would start {bot.spec!r}, as a shard's {file} says: "
                "describe the tournament by a TOML file of your own, or by options"
            )


def _sources(paths: Sequence[Path], merging: bool, *, described: bool) -> tuple[Path | None, Sequence[Path]]:
    """The TOML file, if there is one, and the folders to be merged. The folder of a tournament has such a file, and so
    has that of a shard; it serves unless options describe the tournament."""
    from cityleague.replays.tournaments import PLAN_FILE

    if not merging and len(paths) == 1 and paths[0].is_dir():
        if not (paths[0] / PLAN_FILE).is_file():
            raise click.UsageError(
                f"{paths[0]} has no {PLAN_FILE} to go on from: describe the tournament, and give the folder with -o"
            )
        return paths[0] / PLAN_FILE, ()
    file = paths[0] if paths and not paths[0].is_dir() else None
    folders = paths[1:] if file else paths
    if not merging and folders:
        raise click.UsageError(f"{folders[0]}: one file describes a tournament, or one folder")
    if merging and not folders:
        raise click.UsageError("--merge needs the folders of the shards")
    for folder in folders:
        if not folder.is_dir():
            raise click.UsageError(f"{folder}: not the folder of a shard")
    if merging and not file and not described:
        file = next((plan for folder in folders if (plan := folder / PLAN_FILE).is_file()), None)
        if file is None:
            raise click.UsageError(
                f"{folders[0]} has no {PLAN_FILE}: describe the tournament, by a TOML file or options"
            )
    return file, folders


def _plan(file: Path | None, described: dict[str, Any], options: dict[str, str], *, named: bool) -> Plan:
    """The plan in a file, which was `named` or is in a folder that was, and in options."""
    from cityleague.replays.log import Found, RefusedInputError, read_whole
    from cityleague.replays.tournaments import make_plan

    given = {name: value for name, value in described.items() if value not in (None, False, [], {})}
    try:
        content = read_whole(str(file) if named else Found(file, file.parent)) if file else b""
        return make_plan(content, str(file), file.parent if file else Path(), given, options)
    except RefusedInputError:
        raise
    except OSError as error:
        raise click.UsageError(f"{file}: {error.strerror}") from None


def _components(plan: Plan, named: str | None) -> bytes | None:
    """The content of the component file, if there is one: what a plan names must be a file, not a pipe or a device."""
    from cityleague.replays.log import Found

    return common.content_of(named or (Found(plan.components, os.sep) if plan.components else None))


def _forecast(planned: Tournament, content: bytes | None, jobs: int, *, timed: bool) -> Iterator[str]:
    """How many games there are, and if they are to be timed, how long they take if they are like the first ones."""
    from cityleague.replays.reports import forecast
    from cityleague.replays.tournaments import sample

    yield from forecast(planned)
    if not timed:
        return
    begun = time.monotonic()
    games = sum(1 for _ in sample(planned, content, SAMPLE))
    seconds = (time.monotonic() - begun) / games * planned.count() / jobs
    yield f"about {timedelta(seconds=round(seconds))} (h:mm:ss) with -j {jobs}, as the first {games} took"
