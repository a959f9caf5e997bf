"""The command `tune`: parameters of a bot, tuned by playing."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cityleague.cli import common
from cityleague.cli.exits import Command
from cityleague.cli.follow import cluster_option, play_all, repeat_all, sample_from, workers_of
from cityleague.cli.output import say

if TYPE_CHECKING:
    from cityleague.replays.tuning import By


@click.command(cls=Command)
@click.argument("game", type=common.GAME)
@click.argument("bot", metavar="BOT?NAME=LOW..HIGH")
@click.option("--against", metavar="BOT", help="Who has the other seats.  [default: the same bot, untuned]")
@click.option("--seats", type=click.IntRange(2), default=2, show_default=True, help="How many play at a table.")
@click.option("--deals", type=click.IntRange(8), default=250, show_default=True, help="Deals of the search.")
@click.option("--most", type=click.IntRange(20), default=3000, show_default=True, help="Deals of the test, at most.")
@click.option(
    "--by",
    type=click.Choice(["points", "margin"]),
    default="points",
    show_default=True,
    help="What the search goes by: points per game, or the lead over the best of the others.",
)
@click.option("--seed", default="0", show_default=True, help="Any text that decides all chance and all bots.")
@common.options_option
@common.limit_option
@common.sandbox_option
@common.components_option(multiple=False)
@common.jobs_option("play")
@cluster_option("Play")
@click.option(
    "--replay",
    metavar="SHARE",
    help="Play a share of the blocks in the folder again (5%), three at least, and compare. 5%:HEX takes the same ones "
    "as before.",
)
@click.option(
    "-o",
    "--output",
    required=True,
    type=common.OutputPath(file_okay=False, path_type=Path),
    help="The folder of the study.",
)
def tune(
    game: str,
    bot: str,
    against: str | None,
    most: int,
    by: By,
    options: tuple[str, ...],
    limits: tuple[str, ...],
    components: str | None,
    jobs: int,
    cluster: str | None,
    replay: str | None,
    output: Path,
    **described: Any,
) -> None:
    """Tune parameters of a bot in games against another one.

    BOT is a spec with ranges, heuristic?patience=0.3..2.5. On each deal two sets of values play, each once in every
    seat, against copies of another bot. What the search finds is then tested on other deals, until a sequential test
    tells whether it is better; at most 5 % of studies say so where it is not. "No better" is an answer, too.

    The games are written to games.jsonl in the folder, and a page, study.html, shows how they went. The same command
    again goes on where it was stopped; with --replay it plays games again instead. See TUNING.md.

    Example: cityleague tune city_tycoon 'heuristic?patience=0.3..2.5' --seats 3 --deals 200 -j 2 -o study
    """
    from cityleague.replays.pages import require_ours
    from cityleague.replays.tournaments import Plan, limits_from, numbered, options_from
    from cityleague.replays.tuning import PAGE_FILE, Study, show, verdict, without_ranges

    bot = numbered([bot])[0].spec
    plan = Plan(
        game=game,
        bots=(against or without_ranges(bot),),
        options=options_from(common.named_values("--option", options), game),
        components=components,
        limits=limits_from(common.named_values("--limit", limits)),
        **described,
    )
    study = Study(plan, bot, most, common.content_of(components), by)
    at_work, sample = workers_of(cluster, jobs), sample_from(replay, {})
    if sample:
        repeat_all(lambda tell: study.repeat(output, sample, tell, at_work), output)
        if study.tested:
            say(verdict(study))
        return
    with common.writing(output):
        require_ours(str(output), PAGE_FILE)
        play_all(study.run(output, at_work), output, None, lambda: None, "study")
        show(study, output)
    say(verdict(study))
