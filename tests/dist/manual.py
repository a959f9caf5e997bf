"""The manual page of the command, made of what `--help` says of it and of each of its commands."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable, Iterator

import click


def manual(command: click.Group, version: str) -> str:
    """The page `cityleague.1`, in the macros of man(7). It bears no date: the same version makes the same page."""
    with click.Context(command, info_name="cityleague", **command.context_settings) as context:
        about, *more = _paragraphs(command)
        lines = [f'.TH CITYLEAGUE 1 "" "cityleague {version}" "User Commands"', ".nh", ".ad l"]
        lines += [".SH NAME", _text(f"cityleague - {about[0].lower()}{about[1:].rstrip('.')}")]
        lines += [".SH SYNOPSIS", *_usage(command, context)]
        lines += [".SH DESCRIPTION", *_laid_out([about, *more])]
        lines += [".SH OPTIONS", *_options(command, context), ".SH COMMANDS"]
        for name in command.list_commands(context):
            lines += _described(name, command, context)
        lines += [".SH EXIT STATUS", *_laid_out([command.epilog or ""])]
    return "\n".join(lines) + "\n"


def _described(name: str, group: click.Group, parent: click.Context) -> Iterator[str]:
    """The section of one of the commands."""
    command = group.get_command(parent, name)
    assert command
    with click.Context(command, info_name=name, parent=parent) as context:
        yield f".SS {_text(name)}"
        yield from _usage(command, context)
        yield from _laid_out(_paragraphs(command))
        yield from _options(command, context)


def _paragraphs(command: click.Command) -> list[str]:
    return inspect.cleandoc(command.help or "").split("\n\n")


def _usage(command: click.Command, context: click.Context) -> Iterator[str]:
    yield f".B {_text(context.command_path)}"
    yield _text(" ".join(command.collect_usage_pieces(context)))


def _laid_out(paragraphs: Iterable[str]) -> Iterator[str]:
    r"""Paragraphs; the lines of one that begins with `\b` stay as they are, as in click's own help."""
    for paragraph in paragraphs:
        yield ".PP"
        if paragraph.startswith("\b"):
            yield from (".nf", *map(_text, paragraph.splitlines()[1:]), ".fi")
        else:
            yield _text(" ".join(paragraph.split()))


def _options(command: click.Command, context: click.Context) -> Iterator[str]:
    for parameter in command.get_params(context):
        record = parameter.get_help_record(context)
        if record and isinstance(parameter, click.Option):  # an argument has no help of its own
            names, says = record
            yield from (".TP", f".B {_text(names)}", _text(says))


def _text(said: str) -> str:
    """A line of text in which nothing is a request, and every hyphen can be copied into a shell."""
    escaped = said.replace("\\", r"\e").replace("-", r"\-")
    return re.sub(r"^([.'])", r"\\&\1", escaped)
