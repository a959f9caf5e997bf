"""Under which terms bots play: limits, and what else holds for all games of a run."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, NamedTuple

import msgspec
from msgspec import Meta

_DAY = 86400.0


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a bot that is a program may use."""

    decision: Annotated[float, Meta(gt=0, le=_DAY)] = 10.0
    """Seconds for a decision, and for getting ready."""
    game: Annotated[float, Meta(gt=0, le=_DAY)] = 300.0
    """Seconds for all decisions of a game."""
    memory: Annotated[int, Meta(ge=0, le=1 << 20)] = 1024
    """MiB (Linux): of address space for each process, or in a sandbox of memory for all together; 0: no limit."""
    output: Annotated[int, Meta(ge=1, le=1 << 30)] = 1 << 20
    """Bytes of an answer."""


def with_changes(limits: Limits, changes: Mapping[str, Any]) -> Limits:
    """The limits with some of them changed, by numbers or texts. Raises msgspec.ValidationError."""
    return msgspec.convert({**msgspec.to_builtins(limits), **changes}, Limits, strict=False)


class Terms(NamedTuple):
    """What holds for all bots and games of a run. It can be sent to another process or machine."""

    limits: Limits = Limits()
    sandbox: bool = False
    """Whether each program runs in a sandbox of its own."""
    hidden: tuple[str, ...] = ()
    """Folders that no bot in a sandbox may see, wherever they lie."""
    keep: bool = False
    """Whether a program may stay alive for the next game."""
    times: bool = False
    """Whether the log says how long each move took."""
    trace: str | None = None
    """The folder for what is said at the tables; None: nothing of it is kept."""
