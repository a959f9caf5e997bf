"""The small protocol that every game implements.

A game is played as a chain of events. After each, `State.pending()` says what must come next:

* a `Draw`: chance has to speak. The outcome comes from outside, from a seeded generator, a log or people at a
  table, and goes to `State.resolve`. A state holds no generator and no order drawn in advance, so that a bot can
  search a copy of it without seeing the future;
* a `Decision` of one of three kinds:
    - `sequential`: one seat decides;
    - `secret`: several seats make hidden choices, which are shown together when the last is made; until then
      no other seat's view shows them;
    - `open`: several seats may act, in any order;
* None: the game is over, `State.scores()` is final.

Legality has one source, `State.verify`; everything that needs to know whether a move is allowed calls it.

A game is deterministic: the same events give the same state, whatever the hash seed. `ADDING.md` says how to write
a game, and `cityleague.replays.testing` tests whether it keeps what this module promises.
"""

from __future__ import annotations

import abc
from collections.abc import Callable, Iterable, Mapping, Sequence
from hashlib import blake2b
from importlib import import_module
from typing import Any, ClassVar, Generic, Literal, NamedTuple, Protocol, TypeVar

import msgspec

from cityleague.engine.chance import Draw, Item, Stream
from cityleague.engine.doors import file_in
from cityleague.engine.errors import InputError, require_tuples
from cityleague.engine.looks.asked import Asked
from cityleague.engine.rules import TURN_RULES, Rule
from cityleague.engine.scoring import Sheet

__all__ = [
    "Bot", "BotFactory", "Components", "Decision", "Draw", "Game", "Item", "Kind", "OptionsError", "Setup", "State",
    "View", "Way", "checksum",
]  # fmt: skip

Kind = Literal["sequential", "secret", "open"]
"""How a decision is made; the module's docstring explains each kind."""

M = TypeVar("M", bound=msgspec.Struct)

_encode = msgspec.msgpack.Encoder(order="deterministic").encode


def checksum(plain: object) -> str:
    """A 64-bit checksum of simple values in 16 hex digits; `State.digest` is usually made with it."""
    return blake2b(_encode(plain), digest_size=8).hexdigest()


class Decision(NamedTuple):
    """Players are due: any of `seats` (ascending, at least one) may move now.

    Bots are asked in this order. A seat that is still to be asked must not learn what others have chosen in secret.
    """

    kind: Kind
    seats: tuple[int, ...]


class View(msgspec.Struct, frozen=True, gc=False):
    """What a seat may know of a game: its own secrets, not those of others. A game adds fields that encode to JSON."""

    secrets: ClassVar[tuple[str, ...]] = ()
    """The fields in which a seat sees what not everybody sees, such as its hand. The others are the same in all views.

    None of them is always known to the other seats: a state that these imagine may differ in it.
    """
    holdings: ClassVar[tuple[str, ...]] = ()
    """Those of the secrets that list what the seat itself holds, by the items of draws; `holds` counts it.

    Tests assume that other seats know nothing of these things, except what their secrets tell. Of a thing that is there
    only once, they know where it is if any field of their view tells it.
    """

    def __init_subclass__(cls) -> None:
        """TypeError for a list of secrets that is none."""
        require_tuples(cls, "secrets", "holdings")

    seat: int | None
    """The seat whose view this is; None: a spectator, who sees what everybody sees."""

    def holds(self) -> Sequence[Any]:
        """What the seat itself holds: by default, the values of the `holdings`.

        A game whose `holdings` tell what others hold too, or tell a thing twice, replaces this. Over all seats, each
        thing must come once. Lists within lists, and things that nobody draws, do no harm. Tests count it: what is
        held, and what is still to come, is what the box has.
        """
        return [getattr(self, name) for name in self.holdings]


class State(abc.ABC, Generic[M]):
    """A game in progress. Mutable; `seats` counts the players.

    Moves are frozen structs that forbid unknown fields. Each type has a tag, which the field `type` holds. Moves are
    compared and hashed, and a log holds them as JSON.
    """

    __slots__ = ()
    seats: int

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.seats} seats, round {self.round}>"

    @property
    @abc.abstractmethod
    def round(self) -> int:
        """The rounds begun, from 1; the number only goes up, one by one."""

    @abc.abstractmethod
    def pending(self) -> Draw | Decision | None:
        """What must happen next; None when the game is over. The names of a game's draws all differ."""

    @abc.abstractmethod
    def resolve(self, order: Sequence[Item]) -> None:
        """Apply the outcome of the pending draw; the caller has checked it with `chance.verify_draw`.

        Where the draw is `hidden`, an item may be `unseen.UNSEEN`.
        """

    @abc.abstractmethod
    def verify(self, seat: int, move: M) -> None:
        """Raise IllegalMove if `seat` (0 <= seat < seats) may not make this move now.

        The move may hold any values that its type allows, however absurd. No other exception is ever raised.
        """

    @abc.abstractmethod
    def legal(self, seat: int) -> Sequence[M]:
        """Every legal move of the seat, or the subset that `Game.canonical` describes: distinct, in a fixed order.

        A list, or a sequence that makes each move when it is asked for. Nobody changes it, and
        it stays as it is when the state changes.
        A seat that is due has at least one legal move, any other seat has none.
        """

    @abc.abstractmethod
    def apply(self, seat: int, move: M) -> None:
        """Make a move if it is legal; raises IllegalMove as `verify` does, and then nothing has changed."""

    def play(self, seat: int, move: M) -> None:
        """The same as `apply`."""
        self.apply(seat, move)

    @abc.abstractmethod
    def view(self, seat: int | None) -> View:
        """What the seat (None: a spectator) may know, and nothing else."""

    @abc.abstractmethod
    def scores(self) -> list[Sheet]:
        """A score sheet per seat for the game as it stands; all have the same tie-breaks."""

    @abc.abstractmethod
    def digest(self) -> str:
        """A 64-bit checksum of the whole state in 16 hex digits, whatever the way to it; every event changes it."""

    @abc.abstractmethod
    def copy(self) -> State[M]:
        """An independent copy."""


class OptionsError(InputError):
    """A game cannot be set up with these options, this number of players or these components."""


class Components(Protocol):
    """A game's checked component file."""

    @property
    def hash(self) -> str:
        """The file's hash as a log's header states it: `blake2b:` and 32 hex digits."""


class Bot(Protocol):
    """A player that runs in this process. One instance plays one seat of one game.

    A bot that holds resources may have a method `close()`, which is called after the game. A dict that it has as `info`
    after its choice is what it says of its move; BOTS.md tells the bounds.

    OPTIONAL.md tells what a game's own bots may have besides.
    """

    def choose(self, view: Any, legal: Sequence[Any]) -> Any:
        """One of the legal moves (there is at least one), chosen by the seat's view; it changes neither argument."""


class Setup(NamedTuple):
    """All that is fixed before a game begins, and known to everybody: the game, its options, components and seats."""

    game: Game
    options: Any
    components: Any
    seats: int

    def begin(self) -> State[Any]:
        """A new game; raises OptionsError."""
        return self.game.setup(self.options, self.seats, self.components)

    def imagine(self, view: Any, stream: Stream) -> State[Any]:
        """A state in which the seat would have this view: what the seat cannot know is drawn from the stream.

        It is made from the view and nothing else; the same view and stream give the same state.
        """
        return self.game.imagine(self, view, stream)

    def words(self, view: View, move: msgspec.Struct, names: Sequence[str] = ()) -> str:
        """What the seat of this view is about to do, in words, without its name; `names` are the players' by seat.

        A game without pictures has no words: then it is the move as a log has it.

        >>> from cityleague.engine import prepare
        >>> setup = prepare("neom", seats=2)
        >>> setup.words(setup.begin().view(0), setup.game.move_of({"type": "pick", "tile": 149}))
        'picks city treasury (149)'
        """
        from cityleague.engine.looks.text import seat_names  # noqa: PLC0415  (what draws is slow to import)

        if not self.game.pictures:
            return msgspec.json.encode(move).decode()
        describe: Callable[..., str] = import_module(self.game.pictures).describe
        return describe(self, view, move, names or seat_names(self.seats))


class Way(NamedTuple):
    """A way to play: these options (one left out has its default), with any of these numbers of seats."""

    seats: Sequence[int]
    options: Mapping[str, Any]


BotFactory = Callable[[Setup, Stream, Mapping[str, str]], Bot]
"""Makes a bot from a setup, a stream of random numbers and the parameters of its spec (ValueError if they are bad)."""


def itself(move: Any) -> Any:
    """The move itself."""
    return move


class Game(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """A registered game: its names, its parts, and how it begins."""

    name: str
    """The name in commands and logs: small letters, digits and _."""
    title: str
    """The name for people."""
    package: str
    """The package that holds its `RULES.md`, which names every rule by its code, and its `components.json`."""
    seats: range
    """How many can play: every number from the first to the last."""
    version: str
    """The version of the rules as implemented; a log states the one it was played by."""
    older: Mapping[str, Game] = msgspec.field(default_factory=dict)
    """Other versions of the rules that logs state, each as a game like this one, by its version. New games are never
    played by them. They are made of the same modules; what differs is a parameter or data:

        TODAY = Game(version="2", ...)
        BEFORE = structs.replace(TODAY, version="1", options=OldOptions, setup=setup_before, components=load_before)
        GAME = structs.replace(TODAY, older={"1": BEFORE})

    `load_before` is a `loader(..., file="older/NAME.json")`: the file that was packaged at the time.
    """
    superseded: tuple[str, ...] = ()
    """The component files that were packaged with these rules before, as paths in the package: `older/NAME.json`. A log
    tells them by their hash.
    """
    options: type[msgspec.Struct]
    """A frozen struct that forbids unknown fields; every option has a default."""
    moves: Any
    """The tagged union of all moves, as a type that msgspec decodes."""
    rules: tuple[Rule, ...]
    """Every rule that `verify` can name, in the order of the rulebook; no other game uses the same codes."""
    components: Callable[[bytes | None], Components]
    """Decode and check a component file (None: the packaged one); raises ComponentsError."""
    setup: Callable[[Any, int, Any], State[Any]]
    """Begins a game: a state from options, number of seats and components; raises OptionsError."""
    prospects: Callable[[Setup, Any, Sequence[Any]], list[float]]
    """How good each legal move looks right now to the seat with this view: what `greedy` maximises."""
    prospects_at: Callable[[Any, int, Sequence[Any]], list[float]] | None = None
    """The same of a state and a seat, by what the seat may know of it; None: a view is made for `prospects`."""
    imagine: Callable[[Setup, Any, Stream], State[Any]]
    """A state in which the seat would have this view: what the seat cannot know is drawn from the stream.

    The seat has the same view and the same legal moves in it.
    """
    bots: Mapping[str, BotFactory]
    """The bots that play this game only. The one called `heuristic`, if there is one, advises `mcts`."""
    levels: Mapping[str, str] = msgspec.field(default_factory=dict)
    """The bots that people mean by `easy`, `good` and `strong`: specs of `bots`, or of those that every game has.

    One that is left out is `greedy`, the `heuristic`, `mcts`. A parameter that `mcts` is not told is that of `strong`.
    """
    pictures: str | None = None
    """The module that makes a picture of a view and puts moves into words: what `picture.Pictures` says. Text, SVG and
    pages are made from the picture. None: the fields of a view are shown. It is imported when a picture is wanted.
    """
    questions: Callable[[Setup, Any, Draw, Sequence[str]], Iterable[Asked]] | None = None
    """What people who write a game down are asked of a draw, from a spectator's view and their names by seat: each
    question is about the items that come next, and all together have as many as the draw takes. None: they are asked
    for the draw by its name in the log.
    """
    finals: str | None = None
    """The module by which a game can be entered as what lies on the table at its end: what `asked.Finals` says. None:
    that does not decide the score.
    """
    targets: str | None = None
    """The module that tells where the places of moves are on these pictures: what `targets.Targets` says. None: moves
    are chosen from lists. It is imported when somebody is to choose one on a picture.
    """
    open_scores: bool = False
    """Whether the scores so far tell nothing but what everybody sees. If not, players are shown none before the end."""
    private: tuple[type[msgspec.Struct], ...] = ()
    """The types of moves that hold what others must not learn, although they are not made in secret. People at the
    table are told that such a move was made, not what it holds.
    """
    lasts: Callable[[Setup, Any], str] | None = None
    """What somebody says who makes this move whenever asked, until the round ends or until they say otherwise, such as
    `pass until I say so`; empty for moves that are made once. People who would be asked again and again for such a move
    can say so; the log has each move. None: all moves are made once.
    """
    template: Callable[[], dict[str, Any]] | None = None
    """A component file for an owner of the game to fill in: null where only the copy tells. None: no template."""
    names: Callable[[Any], Mapping[str, Sequence[Item]]] | None = None
    """The tiles, cards or kinds that the fields of moves can name, by field, for these components: editors offer them
    for completion. None: none are offered.
    """
    encode: str | None = None
    """The module whose class `Encoder` turns positions and moves into numbers for learners: what `env.Encoding` says,
    made of a setup. None: the types of views and moves are encoded, by their marks (`engine.marks`).
    """
    ways: tuple[Way, ...] = ()
    """Ways to play that are worth testing; empty: the default options, and every value of each single option.

    Give an option that is a set as a list, whose order does not change from one run to the next.
    """
    canonical: Callable[[Any], Any] = itself
    """What equivalent moves have in common: lists in another order, or other ways to pay. `legal` may list only one or
    a few of them. Whenever a move is legal, one with the same value is listed. The default: all moves are listed.
    """

    def __repr__(self) -> str:
        return f"<Game {self.name}, rules {self.version}>"

    def move_of(self, plain: Mapping[str, Any]) -> Any:
        """The move that a log writes like this, legal or not; raises ValueError.

        >>> from cityleague.engine import game
        >>> game("neom").move_of({"type": "pick", "tile": 7})
        Pick(tile=7)
        """
        try:
            return msgspec.convert(plain, self.moves)
        except msgspec.ValidationError as error:
            raise ValueError(f"{self.title} has no such move: {error}") from None

    def plain_of(self, move: msgspec.Struct) -> dict[str, Any]:
        """A move as a log writes it; `move_of` makes the move of it again."""
        plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(move))
        return plain

    def conceals(self, pending: Draw | Decision | None, move: msgspec.Struct) -> bool:
        """Whether others must not learn what a move holds that is made now: in secret, or of a `private` type."""
        return (isinstance(pending, Decision) and pending.kind == "secret") or isinstance(move, self.private)

    def catalogue(self) -> tuple[Rule, ...]:
        """All rules that a move can break, including those of taking turns."""
        return TURN_RULES + self.rules

    def versions(self) -> dict[str, Game]:
        """The game by every version of its rules, today's first."""
        return {self.version: self, **self.older}

    def file(self, name: str) -> bytes:
        """A file that comes with the game: `RULES.md`, `components.json` or `older/NAME.json`."""
        return file_in(self.package, name)
