"""How commands write: every line for people is harmless to terminals and runners, every document is UTF-8."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable
from contextlib import AbstractContextManager, nullcontext
from typing import Any

import click

FOR_PEOPLE = ("text", "table")
"""Formats in the encoding of the terminal; all others are read by programs, which take UTF-8 for granted."""


_STYLES = (
    (r"(?<=: )error [A-Z0-9]+(?:-[A-Z0-9]+)+(?=: )", "red", True),
    (r"(?m)^    (?:rule|expected|because of line \d+)(?=: )", "cyan", None),
    (r"(?m)^(?:Error|warning)(?=: )", "red", True),
    (r"(?m)^\d+\. .+ \(seat \d+\): -?[\d.]+ points?", None, True),
)
"""What stands out in lines for people, and how, on a terminal with colours; compiled when there are any."""


def say(text: str, *, err: bool = False) -> None:
    """Print lines for people; on a terminal that has them and unless nobody wants them, with colours."""
    click.echo(styled(clean(text)) if _coloured(err) else clean(text), err=err)


def _coloured(err: bool) -> bool:
    """Whether to print colours: as `--color` says; else on terminals, unless NO_COLOR is set or it is a dumb one."""
    context = click.get_current_context(silent=True)
    if context is not None and context.color is not None:
        return context.color
    stream = sys.stderr if err else sys.stdout
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def styled(text: str) -> str:
    """Clean text, with colours."""
    for what, colour, bold in _STYLES:
        text = re.sub(what, click.style(r"\g<0>", fg=colour, bold=bold), text)
    return text


def word_of(path: str) -> str:
    """A path as a word of a command that is told, which would take one that begins with a dash for an option."""
    return f"./{path}" if len(path) > 1 and path.startswith("-") else path


def shell(*words: str) -> str:
    """A command of ours as it is typed."""
    import shlex

    from cityleague.replays.log import path_text

    return shlex.join([path_text(word) for word in ("cityleague", *words)])


def document(content: str | bytes, *, end: str = "\n") -> None:
    """Print a text or a file that programs read, in UTF-8 whatever the locale says."""
    encoded = content.encode("utf-8", "replace") if isinstance(content, str) else content
    click.echo(encoded + end.encode(), nl=False)


def say_all(lines: Iterable[str], format_: str, *, err: bool = False) -> None:
    """Print the lines of a report in one of its formats."""
    for line in lines:
        if err or format_ in FOR_PEOPLE:
            say(line, err=err)
        else:
            document(line)


def question(text: str, *, err: bool = False) -> None:
    """Print a question, behind which the answer is typed."""
    click.echo(clean(text), err=err, nl=False)


def clean(text: str) -> str:
    """Lines for people, in which nothing foreign is a command or a control character."""
    from cityleague.replays.reports import terminal_lines

    return terminal_lines(text)


def terminal_width() -> int:
    """The width of the terminal, or the least width for a drawing; the default if output goes elsewhere."""
    from cityleague.engine.looks.text import LEAST_WIDTH, WIDTH

    if not sys.stdout.isatty():
        return WIDTH
    import shutil

    return max(LEAST_WIDTH, shutil.get_terminal_size((WIDTH, 24)).columns)


def progress_bar(items: Iterable[Any] | None = None, **how: Any) -> AbstractContextManager[Any]:
    """A bar on a terminal; in a pipe, where its library need not be imported, the items alone."""
    if not sys.stderr.isatty():
        return nullcontext(items)
    from tqdm import tqdm

    tqdm.monitor_interval = 0  # its thread would receive the Ctrl-C that is held back while workers start
    return tqdm(items, dynamic_ncols=True, **how)
