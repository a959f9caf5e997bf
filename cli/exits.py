"""How commands end: exit codes, and the exceptions that lead to them."""

from __future__ import annotations

import click

CLEAN, FINDINGS, USAGE, UNREADABLE, FAILED, UNEXPECTED, INTERRUPTED, PIPE_CLOSED = 0, 1, 2, 3, 4, 5, 130, 141


class FailedError(click.ClickException):
    """A failure that neither logs nor options are to blame for: a full disk, a worker process that died."""

    exit_code = FAILED


class FindingsError(click.ClickException):
    """Something wrong with the logs themselves."""

    exit_code = FINDINGS


class UnreadableInputError(click.ClickException):
    """Input that cannot be read."""

    exit_code = UNREADABLE
