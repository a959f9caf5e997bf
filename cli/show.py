"""The command `show`: a game to look at."""

from __future__ import annotations

import sys
from os.path import basename, exists, samefile
from typing import TYPE_CHECKING

import click

from cityleague.cli import common
from cityleague.cli.exits import CLEAN, Command
from cityleague.cli.logs import Status, games_of, log_files, report_finding
from cityleague.cli.output import clean, document, say, terminal_width
from cityleague.engine.looks.text import LEAST_WIDTH, WIDTH, wrapped
from cityleague.engine.words import printable

if TYPE_CHECKING:
    from cityleague.replays.analysis import Analysis
    from cityleague.replays.pages import Shown
    from cityleague.replays.replay import Report


@click.command(cls=Command)
@click.argument("log", metavar="LOG", type=common.LOG)
@click.option("--move", type=click.IntRange(0), help="The position after this many moves.  [default: the end]")
@common.id_option("The game with this id.  [default: the first]")
@click.option("--seat", type=click.IntRange(0), help="What this seat knows.  [default: what everybody can see]")
@click.option(
    "--width",
    type=click.IntRange(LEAST_WIDTH),
    help=f"Text has at most this many columns.  [default: the terminal's width, or {WIDTH} without a terminal]",
)
@common.format_option(["text", "svg", "png", "json", "html"], "text")
@click.option("-o", "--output", type=click.Path(dir_okay=False, allow_dash=True), help="Write to this file.")
@common.base_url_option("its address")
@common.analysis_option(multiple=False)
@common.components_option(multiple=True)
@click.pass_context
def show(
    context: click.Context,
    log: str,
    move: int | None,
    game_id: str | None,
    seat: int | None,
    width: int | None,
    format_: str,
    output: str | None,
    base: str | None,
    analysis: str | None,
    components: tuple[str, ...],
) -> None:
    """Show the boards of a game, at the end or after any move.

    A position comes with the draws that follow its last move. The boards are shown as text, as a picture (svg; png
    where a converter is installed), or as the view and the legal moves that a bot gets (json). A page (html) holds the
    whole game: one steps through it, and #move=31&seat=1 after its address leads to a position. A game with something
    wrong in it is shown as it stands just before that.

    Example: cityleague show g.jsonl --format html -o game.html
    """
    status = Status()
    files = common.component_files(components)
    whole = format_ == "html"
    if whole and not (move is seat is width is None):
        raise click.UsageError("a page shows every move as every seat sees it: leave out --move, --seat and --width")
    if width is not None and format_ != "text":
        raise click.UsageError(f"--width is for text, and {format_} has no columns: leave it out")
    logs = log_files([log])
    output = None if output == "-" else output
    if base and not (whole and output):
        raise click.UsageError("--base-url is for a page in a file: use it with --format html and -o FILE.html")
    if output is not None and exists(output) and any(exists(path) and samefile(output, path) for path in logs):
        raise click.UsageError(f"{output} is the log: name another file with -o")
    if analysis is not None and format_ not in {"html", "text"}:
        raise click.UsageError(f"--analysis is for html and text: leave it out with {format_}")
    from cityleague.replays.log import id_of, is_bare
    from cityleague.replays.pages import position
    from cityleague.replays.replay import report_of

    analyses = None if analysis is None else common.analyses_of([analysis])

    for raw in games_of(logs, status):
        if game_id is not None and id_of(raw) != game_id:
            continue
        if is_bare(raw):
            if format_ != "text" or move or seat is not None or analyses:
                raise click.UsageError("a result alone has no boards, moves or page: leave out all but --format text")
            report = report_of(raw, files)
            if report.finding:
                report_finding(report.finding, status)
            else:
                _write(_alone(report, width or terminal_width()), output, format_)
            context.exit(status.code)
        said = analyses.fitting(raw, files) if analyses else None
        if analyses and said is None:
            why = next((f": {analysed.reason}" for analysed in analyses.skipped(raw)), "; analyse this log first")
            raise click.UsageError(f"{analysis} has no analysis of this game{why}")
        shown = position(raw, files, move)
        if move is not None and shown.replay.moves < move and not shown.finding:
            raise click.UsageError(f"the game has {shown.replay.moves} moves, not {move}")
        if whole:
            from cityleague.replays.pages import Share, game_page

            page = game_page(raw, files, basename(output or ""), Share(base or ""), said)
            _write(page.encode(), output, format_)
        elif shown.begun:
            _write(_content(shown, format_, seat, width, said), output, format_)
        if shown.finding:
            report_finding(shown.finding, status)
        context.exit(status.code)
    if status.code == CLEAN:
        raise click.UsageError(f"{log} has no game with the id {game_id}" if game_id else f"{log} has no game")
    context.exit(status.code)


def _content(shown: Shown, format_: str, seat: int | None, width: int | None, analysis: Analysis | None) -> bytes:
    """A position in one of the formats, as bytes."""
    from cityleague.replays.reports import json_text

    try:
        if format_ == "text":
            return clean(
                f"{_heading(shown)}{_opinion(shown, analysis, seat)}\n\n{shown.text(seat, width or terminal_width())}\n"
            ).encode()
        if format_ == "json":
            return json_text(shown.json(seat)).encode() + b"\n"
        svg = shown.svg(seat)
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    if svg is None:
        raise click.UsageError("this game draws no pictures: use --format text or html")
    if format_ == "svg":
        return svg.encode()
    from cityleague.replays.pages import ConverterMissing, png

    try:
        return png(svg)
    except ConverterMissing as error:
        raise click.UsageError(f"{error}, or use --format svg") from None


def _alone(report: Report, width: int) -> bytes:
    """A result alone: its sheets, and what its author has remarked."""
    from cityleague.replays.reports import sheet_table

    assert report.result
    notes = [note for event in (report.header, report.result) if event and (note := event.note)]
    lines = [printable(line) for note in notes for line in note.splitlines()]
    return clean("\n".join([*sheet_table([report], width=width), *wrapped(lines, width, 4), ""])).encode()


def _heading(shown: Shown) -> str:
    replay = shown.replay
    players = replay.header.players if replay.header else ()
    return "\n".join([
        f"game {printable(shown.called)}, after move {replay.moves}:",
        *[f"  seat {number}: {printable(player)}" for number, player in enumerate(players)],
    ])  # fmt: skip


def _opinion(shown: Shown, analysis: Analysis | None, seat: int | None) -> str:
    """What an analysis says of the position, below the heading."""
    if analysis is None:
        return ""
    from cityleague.replays.pages import opinion

    return "".join([f"\n{printable(line)}" for line in opinion(shown, analysis, seat)])


def _write(content: bytes, output: str | None, format_: str) -> None:
    """To the file, which is written whole; or to standard output."""
    if output is None:
        if format_ == "png" and sys.stdout.isatty():
            raise click.UsageError("a terminal cannot show PNG: name a file with -o")
        if format_ == "text":
            say(content.decode().removesuffix("\n"))
        else:
            document(content, end="")
        return
    from cityleague.replays.log import write_whole

    common.spare_games(output)
    with common.writing(output):
        write_whole(output, content)
