"""How commands write: every line for people is harmless to terminals and runners, every document is UTF-8."""

from __future__ import annotations

from collections.abc import Iterable

import click

FOR_PEOPLE = ("text", "table")
"""Formats in the encoding of the terminal; all others are read by programs, which take UTF-8 for granted."""


def say(text: str, *, err: bool = False) -> None:
    """Print lines for people."""
    click.echo(clean(text), err=err)


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
