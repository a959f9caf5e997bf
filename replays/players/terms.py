"""Under which terms bots play: limits, and what else holds for all games of a run."""

import re
from collections.abc import Mapping
from typing import Annotated, Any, NamedTuple

import msgspec
from msgspec import UNSET, Meta, UnsetType

from cityleague.replays.log import ForfeitKind

TIMED = "with times, which differ from run to run"
"""The note in the header of a game whose log says how long each move took."""
PLAYED_ON = "then played on"
"""The end of the note in the header of a game that begins in the middle of another one."""
_DAY = 86400.0
_SECONDS = r"[0-9]{1,5}(\.[0-9]{1,3})?"
_CLOCK = rf"(?!0+(\.0+)?\+){_SECONDS}\+{_SECONDS}"


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a bot that is a program may use."""

    decision: Annotated[float, Meta(gt=0, le=_DAY)] = 10.0
    """Seconds for a decision."""
    start: Annotated[float, Meta(gt=0, le=_DAY)] | UnsetType = UNSET
    """Seconds for getting ready, which then count for nothing else; left out, that is like a decision."""
    game: Annotated[float, Meta(gt=0, le=_DAY)] = 300.0
    """Seconds for all decisions of a game."""
    time: str | UnsetType = UNSET
    """A clock instead of `game`: BANK+INCREMENT, the seconds at first and those that each decision adds."""
    memory: Annotated[int, Meta(ge=0, le=1 << 20)] = 1024
    """MiB (Linux): of address space for each process, or in a sandbox of memory for all together; 0: no limit."""
    output: Annotated[int, Meta(ge=1, le=1 << 30)] = 1 << 20
    """Bytes of an answer."""

    def __post_init__(self) -> None:
        if self.time is not UNSET and not re.fullmatch(_CLOCK, self.time):
            raise ValueError(
                f"time is BANK+INCREMENT, seconds above 0 at first and those that each decision adds, such as 60+0.5, "
                f"not {self.time!r}"
            )

    @property
    def clock(self) -> tuple[float, float]:
        """The seconds that a bot has at first, and those that each decision adds."""
        if self.time is UNSET:
            return self.game, 0.0
        bank, _, increment = self.time.partition("+")
        return float(bank), float(increment)


def with_changes(limits: Limits, changes: Mapping[str, Any]) -> Limits:
    """The limits with some of them changed, by numbers or texts. Raises msgspec.ValidationError."""
    return msgspec.convert({**msgspec.to_builtins(limits), **changes}, Limits, strict=False)


class Misbehaviour(Exception):
    """A bot has lost the game by what it did or failed to do."""

    def __init__(self, kind: ForfeitKind, reason: str) -> None:
        super().__init__(reason)
        self.kind: ForfeitKind = kind
        self.reason = reason


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
    info: bool = False
    """Whether the log has what bots say of their moves."""
