"""What an analysis tells, as the lines of its file: `LINES.md` describes each of them."""

from typing import Any, Literal

import msgspec

from cityleague.engine.scoring import Remark
from cityleague.replays.analysis.levels import Terms

VERSION = 1
"""Of the format."""
Mark = Literal["inaccuracy", "mistake", "blunder"]


class _Record(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind"):
    """A line: `kind` comes first."""

    id: str | None
    """The game's id, if its header has one."""


class Opening(_Record, frozen=True, kw_only=True, tag="game"):
    """Begins the analysis of a game."""

    analysis: int
    """Version of the format."""
    game: str
    players: tuple[str, ...]
    """By seat, as every list in these records, unless it says otherwise."""
    hash: str
    """Of the game's lines: it seeds all random numbers of the analysis."""
    terms: Terms


class Chances(_Record, frozen=True, kw_only=True, tag="chances"):
    """Who wins from here, by playouts: at the first decision of a round, and at the end."""

    line: int
    move: int
    """How many moves have been made: `show --move` shows the position."""
    round: int
    playouts: int
    """0: the game is over, and the chances are its result."""
    chances: tuple[float, ...]
    """To win, drawn towards equal chances by what so few playouts scatter; a shared victory counts in parts."""
    low: tuple[float, ...]
    high: tuple[float, ...]
    """Wilson's interval (95 %) of the share of victories, for the error of so few playouts alone."""
    places: tuple[tuple[float, ...], ...]
    """In what share of the playouts each seat came first, second, and so on; places that are tied are shared."""
    leads: tuple[float, ...]
    """By how many points each seat leads the best of the others at the end, on average."""
    knows_hidden: bool
    """The playouts begin at the true position, with hands that the players did not see."""


class Judged(_Record, frozen=True, kw_only=True, tag="choice"):
    """A choice: what the move played costs, beside the best one that was tried."""

    line: int
    move: int
    """How many moves have been made before it."""
    seat: int
    lead: float
    """By how many points the seat leads the best of the others at the end, on average, after the move played."""
    best: Any
    """The move that did best. It is the one played unless another did better by more than a standard error."""
    played: Any
    loss: float
    """Points of lead that the move played costs. For a mark, other worlds say so than those in which it was found."""
    se: float
    """Standard error of the loss, with that of the judge, if one has spoken."""
    mark: Mark | None
    worse: tuple[Any, ...] = ()
    """Beside a mark: other moves, up to two, that were tried as well and are clearly worse than the best."""
    gains: dict[Remark, float] | msgspec.UnsetType = msgspec.UNSET
    """Beside a mark: points that the best move brings to the own sheet by the end, by category or part, and to the best
    of the others; what chance explains is left out. Unset without a mark, and in analyses before 0.4."""
    worlds: int
    """In how many imagined worlds the loss was measured."""
    effects: tuple[float, ...]
    """What the move played did to each seat's lead, beside moves that other worlds chose: the loss for averages."""
    swings: tuple[float, ...] = ()
    """With luck: what it did to each seat's lead, beside the move that the bot which plays on would have made."""
    swing_errors: tuple[float, ...] = ()
    """Their standard errors."""


class Luck(_Record, frozen=True, kw_only=True, tag="luck"):
    """What chance brought between two moves: what it did to each seat's expected lead, by playouts before and after."""

    line: int
    """Of the move that follows."""
    move: int
    """How many moves had been made."""
    draw: str
    """The first of the draws."""
    gains: tuple[float, ...]
    se: tuple[float, ...]
    start: tuple[float, ...] | None = None
    """Before the first move: the lead that each seat could expect."""


class Account(msgspec.Struct, frozen=True, kw_only=True):
    """Where the points of a seat's lead at the end have come from: the parts add up to it."""

    lead: float
    start: float
    """What the seat could expect before anything was drawn."""
    luck: float
    luck_se: float
    own: float
    """By its own choices, beside what the bot that plays on would have chosen."""
    own_se: float
    others: float
    """By those of the others, likewise."""
    others_se: float
    remainder: float
    """What the playouts do not explain."""


class Summary(_Record, frozen=True, kw_only=True, tag="seat"):
    """A seat's choices together. The one of the last seat ends the game."""

    seat: int
    player: str
    choices: int
    loss: float | None
    """Points of lead lost on average in a choice, which the picking of the best does not flatter; null: too few."""
    se: float | None
    marks: dict[str, int]
    best: float | None
    """The share of choices in which the move played was the best."""
    account: Account | None = None


class Skipped(_Record, frozen=True, kw_only=True, tag="skipped"):
    """A game that cannot be analysed: its only line after the first."""

    reason: str


Record = Opening | Chances | Judged | Luck | Summary | Skipped

_encoder = msgspec.json.Encoder(order="deterministic")
_decoder: msgspec.json.Decoder[Record] = msgspec.json.Decoder(Record)


def line_of(record: Record) -> bytes:
    """A record as a line of the file."""
    return _encoder.encode(record) + b"\n"


def record_of(line: bytes) -> Record:
    """The record that a line holds; raises msgspec.MsgspecError. Moves are as in the log, in plain values."""
    return _decoder.decode(line)
