"""How commands end: exit codes, the exceptions that lead to them, and the commands that end so."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from cityleague.replays.log import Finding

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


def exit_code(findings: Iterable[Finding]) -> int:
    """The exit code for these findings: unreadable input outweighs everything else."""
    return max([UNREADABLE if finding.code.startswith("IO-") else FINDINGS for finding in findings], default=CLEAN)


class Command(click.Command):
    """A command in which no error that the other rooms foresee has to be caught, unless there is more to say of it."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run it; an error that was foreseen becomes its message."""
        try:
            return super().invoke(ctx)
        except (click.ClickException, click.exceptions.Exit):
            raise
        except Exception as error:
            if (foreseen := _foreseen(error, ctx)) is None:
                raise
            raise foreseen from None


def _foreseen(error: Exception, context: click.Context) -> click.ClickException | None:
    """The message for an exception that any command may end with; None if nobody expected it."""
    from cityleague.engine.errors import InputError
    from cityleague.replays.log import LogChangedError, LogError
    from cityleague.replays.people import FileChangedError
    from cityleague.replays.workers import WorkerError

    if isinstance(error, InputError):
        return click.UsageError(str(error), context)
    if isinstance(error, LogError):
        unreadable = exit_code([error.finding]) == UNREADABLE
        return UnreadableInputError(str(error)) if unreadable else FindingsError(str(error))
    return FailedError(str(error)) if isinstance(error, LogChangedError | WorkerError | FileChangedError) else None
