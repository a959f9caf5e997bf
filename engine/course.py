"""What the courses of all games share: a table, and stages at which seats decide.

A game is a `Table`, its data, and a `Course`, which says what happens next. While players decide, the table is at a
`Stage`. `Table.due` says which seats have to decide. The stage's `moves` are what they can do: each type of move has a
function that verifies it, and an apply function that receives `verify`'s result, makes the move and calls
`Table.decided`. When no seat is due any more, `Course.advance` goes on: it is the part of a game that reads like its
rulebook. At every other stage chance has to speak, or the game is over.
"""

from __future__ import annotations

import abc
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NoReturn, Self, TypeVar

import msgspec

from cityleague.engine.boards.bits import members, set_of
from cityleague.engine.errors import require_tuples
from cityleague.engine.protocol import Decision, Draw, Kind, OptionsError, State, checksum
from cityleague.engine.rules import CHANCE_DUE, GAME_OVER, NOT_YOURS, WRONG_MOVE, refuse

OVER = "over"
"""The stage of a table at which the game has ended."""


def check_seats(seats: int, allowed: range) -> None:
    """Raise OptionsError if a game is not for this number of players."""
    if type(seats) is not int:
        raise TypeError(f"a number of players is a whole number, not {seats!r}")
    if seats not in allowed:
        raise OptionsError(f"{seats} players; the game is for {allowed[0]} to {allowed[-1]}")


class Table:
    """A game's data. A subclass names each attribute once, in the group that says how `copy` treats it.

    `shared`: values that are never changed in place; `copied`: lists and dicts of such values; `nested`: lists of
    objects that have a method `copy`. `__slots__` joins the three groups, without those of a base class.
    """

    shared: ClassVar[tuple[str, ...]] = (
        "actor",  # the seat whose turn it is, where seats decide one after the other
        "due",  # the seats that have to decide, as a set
        "round",  # the rounds begun, from 1
        "seats",  # how many play
        "stage",
    )
    copied: ClassVar[tuple[str, ...]] = ()
    nested: ClassVar[tuple[str, ...]] = ()
    __slots__ = shared

    def __init_subclass__(cls) -> None:
        """TypeError for an attribute of which nobody has said how it is copied, and for a group that is no tuple."""
        require_tuples(cls, "shared", "copied", "nested")
        named = {*Table.shared, *cls.shared, *cls.copied, *cls.nested}
        if "__slots__" not in vars(cls):
            raise TypeError(f"{cls.__qualname__} has no __slots__: it names its attributes there")
        for name in vars(cls)["__slots__"]:
            if name not in named:
                raise TypeError(f"{cls.__qualname__}.{name} is in none of the groups shared, copied and nested")
        cls.copy = _copier(cls)  # type: ignore[method-assign]

    def __init__(self, seats: int, allowed: range, stage: str) -> None:
        """A table for this number of players; raises OptionsError if the game is not for that many."""
        check_seats(seats, allowed)
        self.seats, self.stage, self.round = seats, stage, 1
        self.actor = self.due = 0

    def all_decide(self, stage: str) -> None:
        """All seats have to decide, at this stage."""
        self.stage, self.due = stage, set_of(self.seats)

    def ask(self, seat: int) -> None:
        """A seat has to decide, in addition to those that are due already."""
        self.due |= 1 << seat

    def give_turn(self, seat: int, stage: str) -> None:
        """It is the turn of one seat, at this stage."""
        self.stage, self.actor, self.due = stage, seat, 1 << seat

    def decided(self, seat: int) -> None:
        """A seat has made its decision."""
        self.due &= ~(1 << seat)

    def is_due(self, seat: int) -> bool:
        """Whether a seat has to decide."""
        return bool(self.due >> seat & 1)

    @abc.abstractmethod
    def plain(self) -> object:
        """All that distinguishes this table from others, as simple values: the digest is made of it."""

    if TYPE_CHECKING:  # each class gets its own when it is made

        def copy(self) -> Self: ...


def _copier(cls: type[Table]) -> Any:
    """The `copy` of a kind of table, a statement for each attribute: a loop over names takes twice as long."""
    lines = [f"new.{name} = self.{name}" for name in (*Table.shared, *cls.shared)]
    lines += [f"new.{name} = self.{name}.copy()" for name in cls.copied]
    lines += [f"new.{name} = [inner.copy() for inner in self.{name}]" for name in cls.nested]
    names: dict[str, Any] = {"make": object.__new__, "cls": cls}
    exec("def copy(self):\n new = make(cls)\n " + "\n ".join([*lines, "return new"]), names)
    names["copy"].__doc__ = "An independent copy."
    return names["copy"]


M = TypeVar("M", bound=msgspec.Struct)
T = TypeVar("T", bound=Table)
Found = TypeVar("Found")
"""What `verify` finds out on the way, as a plain value: a footprint, a bill."""


class Action(msgspec.Struct, Generic[T, M, Found], frozen=True):
    """A type of move, verified and made by functions that only a `Course` calls, one right after the other."""

    verify: Callable[[T, int, M], Found]
    """Raises IllegalMove, or returns what `apply` needs of all that it found out; None if that is nothing."""
    apply: Callable[[T, int, M, Found], None]
    """Makes a move that was found legal. It must not ask again what `verify` has answered."""


def always_legal(_table: Table, _seat: int, _move: msgspec.Struct) -> None:
    """Verify a move that any seat that is due may make."""


def only_decide(table: Table, seat: int, _move: msgspec.Struct, _found: None) -> None:
    """Make a move that changes nothing, but that the seat has decided."""
    table.decided(seat)


Moves = Mapping[type[msgspec.Struct], Action[Any, Any, Any]]
"""The moves of a stage, by their types."""


class Stage(msgspec.Struct, frozen=True):
    """What the seats that are due can do."""

    kind: Kind
    moves: Moves
    legal: Callable[[Any, int], Sequence[Any]]
    expected: tuple[type[msgspec.Struct], ...] = ()
    """The moves that a refusal of another one names; empty: all of them."""


@cache  # 9 % of random play in Between Two Cities
def decision(kind: Kind, due: int) -> Decision:
    """The decision of a set of seats."""
    return Decision(kind, tuple(members(due)))


class Course(State[M], Generic[M, T]):
    """A state made of a table and stages. A game adds `draw`, `resolve`, `advance`, `view` and `scores`."""

    __slots__ = ("_stages", "seats", "table")
    seats: int
    table: T
    stages: ClassVar[Mapping[str, Stage]]
    _stages: Mapping[str, Stage]

    @classmethod
    def at(cls, table: T) -> Self:
        """A game that has reached this table."""
        new = object.__new__(cls)
        new.table, new.seats, new._stages = table, table.seats, cls.stages  # it is found quicker here than in the class
        return new

    def __reduce__(self) -> tuple[Callable[[T], Self], tuple[T]]:
        """For pickle: the table is all."""
        return self.at, (self.table,)

    # -- what a game adds

    @abc.abstractmethod
    def draw(self) -> Draw:
        """What chance has to bring at this stage."""

    @abc.abstractmethod
    def advance(self, seat: int) -> None:
        """Go on: all who were due at the table's stage have decided, `seat` last."""

    # -- the protocol

    @property
    def round(self) -> int:
        """The rounds begun, from 1."""
        return self.table.round

    def pending(self) -> Draw | Decision | None:
        """What must happen next; None when the game is over."""
        table = self.table
        stage = self._stages.get(table.stage)
        if stage is not None:
            return decision(stage.kind, table.due)
        return None if table.stage == OVER else self.draw()

    def verify(self, seat: int, move: M) -> None:
        """Raise IllegalMove if the seat may not make this move now."""
        table = self.table
        try:
            action = self._stages[table.stage].moves[type(move)]
            due = table.due >> seat & 1
        except (KeyError, TypeError, ValueError):  # a seat that is no number, or below 0
            self._refuse_turn(seat, move)
        if not due:
            self._refuse_turn(seat, move)
        action.verify(table, seat, move)

    def legal(self, seat: int) -> Sequence[M]:
        """Every legal move of the seat, or the subset that `Game.canonical` describes."""
        table = self.table
        try:
            due = table.due >> seat & 1
        except (TypeError, ValueError):  # no number, or one below 0
            self._require_player(seat)
            raise
        stage = self._stages.get(table.stage)
        if stage is not None and due:
            return stage.legal(table, seat)
        self.require_seat(seat)
        return []

    def apply(self, seat: int, move: M) -> None:
        """Make a move; raises IllegalMove, and then nothing has changed."""
        table = self.table
        try:  # as in `verify`: a call would take 1.7 % of validation in Between Two Cities
            action = self._stages[table.stage].moves[type(move)]
            due = table.due >> seat & 1
        except (KeyError, TypeError, ValueError):
            self._refuse_turn(seat, move)
        if not due:
            self._refuse_turn(seat, move)
        verify, make = action.verify, action.apply
        make(table, seat, move, verify(table, seat, move))
        if not table.due:
            self.advance(seat)

    def require_seat(self, seat: int | None) -> None:
        """Raise ValueError for a seat that does not exist, and TypeError for what is no seat; None is a spectator."""
        if seat is not None and not hasattr(seat, "__index__"):
            raise TypeError(f"a seat is a whole number from 0 to {self.seats - 1}, not {seat!r}")
        if seat is not None and not 0 <= seat < self.seats:
            raise ValueError(f"there is no seat {seat}; there are 0 to {self.seats - 1}")

    def _require_player(self, seat: int | None) -> None:
        if seat is None:
            raise TypeError(f"a spectator makes no moves: name a seat from 0 to {self.seats - 1}, not None")
        self.require_seat(seat)

    def hint(self, _seat: int, _move: M) -> str:
        """Additional help for a seat whose move does not fit the stage; a game may override it."""
        return ""

    def _refuse_turn(self, seat: int, move: M) -> NoReturn:
        """Raise IllegalMove: why a seat cannot make a move of this type now."""
        self._require_player(seat)
        if not isinstance(move, msgspec.Struct):
            raise TypeError(
                f"a move is an object of the game's own types, not {move!r}; Game.move_of makes it of a dict"
            )
        table, hint = self.table, self.hint(seat, move)
        if table.stage == OVER:
            refuse(GAME_OVER, f"the game is over{hint}")
        stage = self._stages.get(table.stage)
        if stage is None:
            refuse(CHANCE_DUE, f"{self.draw().name} must be drawn first{hint}")
        if not table.is_due(seat):
            first, *others = members(table.due)
            if stage.kind == "sequential":
                refuse(NOT_YOURS, f"it is seat {first}'s turn ({table.stage}){hint}")
            seats = f"seats {', '.join(map(str, (first, *others)))}" if others else f"seat {first}"
            refuse(NOT_YOURS, f"seat {seat} has nothing more to decide; {seats} must ({table.stage}){hint}")
        moves = " or ".join([str(move.__struct_config__.tag) for move in stage.expected or stage.moves])
        refuse(WRONG_MOVE, f"stage {table.stage}: {moves} is due{hint}", "type")

    def digest(self) -> str:
        """A checksum of the whole state in 16 hex digits, the same however the state came about."""
        return checksum(self.table.plain())

    def copy(self) -> Self:
        """An independent copy."""
        return self.at(self.table.copy())
