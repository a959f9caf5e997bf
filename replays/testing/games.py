"""What the tests share: the ways to play a game, and random games."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any, NamedTuple

import msgspec
import pytest
from msgspec import inspect

from cityleague.engine.chance import Stream, outcome
from cityleague.engine.course import Table
from cityleague.engine.protocol import Decision, Draw, Game, OptionsError, Setup, State, Way
from cityleague.engine.registry import game as find_game
from cityleague.engine.rules import IllegalMove
from cityleague.engine.unseen import UNSEEN

LONGEST = 100_000
"""Events of a game; a game that has more counts as endless."""


class Step(NamedTuple):
    """A step of a random game: what is due, the legal moves of each seat that is due, and what happens next."""

    due: Draw | Decision | None
    legal: Mapping[int, list[Any]]
    event: Any
    """The outcome of the draw, or a seat and its move; None at the end."""


# -- the ways to play


def setup_of(game: Game, seats: int, options: Mapping[str, Any] | None = None) -> Setup:
    """The game for so many seats, with its packaged component file; raises msgspec.ValidationError."""
    return Setup(game, msgspec.convert(options or {}, game.options), game.components(None), seats)


def values(kind: Any) -> list[Any]:
    """The values that an option of this type can have, if they are few; for a set, each value by itself."""
    place = inspect.type_info(kind)
    if isinstance(place, inspect.BoolType):
        return [False, True]
    if isinstance(place, inspect.LiteralType):
        return list(place.values)
    if isinstance(place, inspect.SetType | inspect.FrozenSetType) and isinstance(place.item_type, inspect.LiteralType):
        return [[value] for value in place.item_type.values]
    return []


def ways(game: Game) -> Sequence[Way]:
    """The ways to play that are tested: those that the game names, or else every value of each option by itself."""
    if game.ways:
        return game.ways
    default = msgspec.to_builtins(game.options())
    tested = [Way(game.seats, {})]
    for field in msgspec.structs.fields(game.options):
        for value in values(field.type):
            options = {field.encode_name: value}
            able = [seats for seats in game.seats if _can_begin(game, seats, options)]
            if able and value != default[field.encode_name]:
                tested.append(Way(able, options))
    return tested


def _can_begin(game: Game, seats: int, options: Mapping[str, Any]) -> bool:
    try:
        setup_of(game, seats, options).begin()
    except OptionsError:
        return False
    return True


@cache  # pytest asks for them for each test
def setups(name: str) -> dict[str, Setup]:
    """The setups that a game is tested with, by label: the seats, and options other than the defaults."""
    game = find_game(name)
    by_label = {}
    for seat_counts, options in ways(game):
        chosen = ["+".join(value) if isinstance(value, list) else f"{value}" for value in options.values()]
        for seats in seat_counts:
            by_label["-".join([name, str(seats), *chosen])] = setup_of(game, seats, options)
    return by_label


def full_table(name: str) -> Setup:
    """The first of these setups with the highest number of seats."""
    return max(setups(name).values(), key=lambda setup: setup.seats)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Give the tests of a module the games that it names in GAMES: `name` or `setup`."""
    games = getattr(metafunc.module, "GAMES", None)
    if games is None or isinstance(games, str):
        raise pytest.UsageError(f"{metafunc.module.__name__}: name the games to test, as in GAMES = ['mygame']")
    if "name" in metafunc.fixturenames:
        metafunc.parametrize("name", games)
    elif "setup" in metafunc.fixturenames:
        by_label = {label: setup for name in games for label, setup in setups(name).items()}
        # The scope sorts the tests by setup, so that each random game is played once and shared by all of them.
        metafunc.parametrize("setup", by_label.values(), ids=list(by_label), scope="module")


# -- random games


def move_on(state: State[Any], seed: str, stream: Stream) -> Any:
    """Make a random move for a random seat, or resolve the draw that is due; return what was done."""
    step = _step(state, seed, stream)
    happen(state, step)
    return step.event


def _step(state: State[Any], seed: str, stream: Stream) -> Step:
    due = state.pending()
    if due is None:
        return Step(None, {}, None)
    if isinstance(due, Draw):
        return Step(due, {}, outcome(seed, due))
    legal = {seat: list(state.legal(seat)) for seat in due.seats}
    seat = stream.choice(due.seats)
    assert legal[seat], f"seat {seat} is due and has no legal move; or has it moved, and is still due?"
    return Step(due, legal, (seat, stream.choice(legal[seat])))


def happen(state: State[Any], step: Step) -> None:
    """Apply a recorded step to the state."""
    if isinstance(step.due, Draw):
        state.resolve(step.event)
    else:
        state.apply(*step.event)


@lru_cache(maxsize=2)  # the tests come setup by setup
def steps(setup: Setup, seed: str) -> list[Step]:
    """A random game from its beginning to its end."""
    state, stream = setup.begin(), Stream(seed, "course")
    taken = []
    for _ in range(LONGEST):
        step = _step(state, seed, stream)
        taken.append(step)
        if step.due is None:
            return taken
        happen(state, step)
    pytest.fail(f"{setup.game.name} has not ended after {LONGEST} events")


def course(setup: Setup, seed: str = "a", some: int = LONGEST) -> Iterator[tuple[State[Any], Step]]:
    """About `some` states of a random game, evenly spread and with the last one, each with the step that follows.

    All of them are one state as the game goes on: a test must not change it.
    """
    yield from states_at(setup, seed, range(len(steps(setup, seed))), some)


def decisions(
    setup: Setup, seed: str = "a", some: int = LONGEST
) -> Iterator[tuple[State[Any], Decision, Mapping[int, list[Any]]]]:
    """About `some` of the states at which seats decide, and what each of them may do."""
    places = [number for number, step in enumerate(steps(setup, seed)) if isinstance(step.due, Decision)]
    for state, step in states_at(setup, seed, places, some):
        if isinstance(step.due, Decision):
            yield state, step.due, step.legal


def states_at(setup: Setup, seed: str, places: Sequence[int], some: int = LONGEST) -> Iterator[tuple[State[Any], Step]]:
    """Some of the states at these places of a random game."""
    wanted = set(places[:: -max(1, len(places) // some)])
    state = setup.begin()
    for number, step in enumerate(steps(setup, seed)):
        if number in wanted:
            yield state, step
        if step.due is not None:
            happen(state, step)


def all_moves(setup: Setup) -> list[Any]:
    """All moves that are legal for some seat at some time in a random game, each once."""
    return list(dict.fromkeys([move for step in steps(setup, "b") for legal in step.legal.values() for move in legal]))


def unseen_moves(setup: Setup) -> Iterator[tuple[int, State[Any], int, Any]]:
    """Each move of a random game in which nobody saw hidden draws: its number among the steps, the state before it,
    its seat, and what it is. The state goes on afterwards.
    """
    state = setup.begin()
    for number, step in enumerate(steps(setup, "a")):
        if isinstance(step.due, Draw):
            state.resolve([UNSEEN] * step.due.take if step.due.hidden else step.event)
        elif step.due is not None:
            yield number, state, *step.event
            state.apply(*step.event)


# -- what tests look at

_json = msgspec.json.encode


def refusal(state: State[Any], seat: int, move: Any) -> str | None:
    """The code of the rule that a move breaks; None if it breaks none."""
    try:
        state.verify(seat, move)
    except IllegalMove as error:
        return error.rule.code
    return None


def view_bytes(state: State[Any], seat: int | None) -> bytes:
    """What a seat sees, as JSON."""
    return _json(state.view(seat))


def held_by_both(state: State[Any], copy: State[Any]) -> str:
    """The attributes of a table in which a state and its copy hold the same object that can be copied, for a message.

    That is as it should be for `shared` ones that are never changed in place, and otherwise what is wrong.
    """
    own, other = (getattr(each, "table", None) for each in (state, copy))
    names = [*own.shared, *own.copied, *own.nested] if isinstance(own, Table) else []
    same = [name for name in names if _same_inside(getattr(own, name), getattr(other, name))]
    return f"both hold the same {', '.join(same)}" if same else "look for what both hold"


def _same_inside(first: Any, other: Any) -> bool:
    """Whether both are, or as lists hold at the same place, one object that can be copied."""
    if first is other:
        return hasattr(first, "copy") and not isinstance(first, frozenset)
    return isinstance(first, list) and any(_same_inside(*both) for both in zip(first, other, strict=False))


def differing(first: Any, other: Any) -> list[str]:
    """The fields in which two views of a game differ, as JSON."""
    fields = type(first).__struct_fields__
    return [name for name in fields if _json(getattr(first, name)) != _json(getattr(other, name))]


def seats_looking(state: State[Any], step: Step, number: int) -> list[int]:
    """The seats that are due, and one more."""
    due = step.due.seats if isinstance(step.due, Decision) else ()
    return sorted({*due, number % state.seats})


@cache  # it plays a game for each setup, and several tests ask
def hides(setup: Setup) -> bool:
    """Whether anything is hidden from a seat, so that a state that it imagines differs from the true one."""
    return any(
        _open(setup.imagine(state.view(seat), Stream("hidden", str(seat)))) != _open(state)
        for state, _ in course(setup, some=20)
        for seat in range(setup.seats)
    )


def _open(state: State[Any]) -> tuple[list[bytes], list[str]]:
    """What all seats see together, and what chance can bring."""
    due = state.pending()
    items = sorted(map(str, due.items)) if isinstance(due, Draw) else []
    return [view_bytes(state, seat) for seat in range(state.seats)], items
