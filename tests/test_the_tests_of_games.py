"""The tests that every game has to pass find what is wrong with a game, and say what it is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest
from backyards import GAME
from backyards.bots import Heuristic, Weights
from backyards.bots import imagine as imagined_as_it_is
from backyards.components import Box
from backyards.moves import Lay, Options
from backyards.state import BackyardsState
from backyards.table import Table
from backyards.view import View
from msgspec.structs import asdict, replace

from cityleague.engine.bots.specs import BotSpecError
from cityleague.engine.chance import Stream
from cityleague.engine.env.encoding import Generic
from cityleague.engine.looks.asked import Asked
from cityleague.engine.protocol import Draw, Setup, State
from cityleague.engine.registry import game as find_game
from cityleague.engine.scoring import Sheet
from cityleague.replays.testing import answers, bots, imagining, legality, states, views
from cityleague.replays.testing.games import full_table, setup_of, setups

# The tests that are tried more than once, in fewer words.
adds_up = imagining.test_what_is_imagined_adds_up_to_the_box
adds_up_with_the_next_draw = imagining.test_what_is_imagined_between_draws_adds_up_with_the_next_draw
finds_the_truth = imagining.test_the_truth_can_be_imagined
lies_in_each_place = imagining.test_whatever_is_hidden_is_imagined_in_each_place
keeps_what_is_known = imagining.test_all_that_a_seat_knows_is_kept
digests_draws = states.test_whatever_a_draw_brings_is_in_the_digest
applies = legality.test_apply_makes_what_verify_accepts_and_nothing_else
hides = views.test_an_encoding_tells_nothing_that_is_hidden
names_secrets = views.test_what_not_everybody_sees_is_named_as_a_secret


def setup_with(
    state: type[BackyardsState], *, imagine: Callable[[Table, View], None] = lambda table, view: None
) -> Setup:
    """The example with another class of state; `imagine` changes each imagined table."""

    def begin(options: Options, seats: int, box: Box) -> BackyardsState:
        return state.at(Table(options, seats, box))

    def imagined(setup: Setup, view: View, stream: Stream) -> BackyardsState:
        table = imagined_as_it_is(setup, view, stream).table
        imagine(table, view)
        return state.at(table)

    return setup_of(replace(GAME, setup=begin, imagine=imagined), 3)


def spoilt(setup: Setup, spoil: Callable[[Any, Any], None]) -> Setup:
    """A game in which this changes each table that is imagined; it gets the view, too."""

    def imagined(own: Setup, view: Any, stream: Stream) -> Any:
        state: Any = setup.game.imagine(own, view, stream)
        spoil(state.table, view)
        return state

    return setup._replace(game=replace(setup.game, imagine=imagined))


def fails(check: Callable[[Any], object], tried: object, why: str | None = None) -> None:
    """The test that every game has to pass fails, and says why."""
    with pytest.raises(AssertionError, match=why):
        check(tried)


class Telling(View, frozen=True, gc=False):
    """A view that tells all hands in a field of its own."""

    hands: tuple[tuple[str, ...], ...] = ()


class TellingState(BackyardsState):
    __slots__ = ()

    def view(self, seat: int | None) -> View:
        return Telling(**asdict(super().view(seat)), hands=tuple(map(tuple, self.table.hands)))


def test_a_hidden_hand_in_a_view_is_found() -> None:
    fails(keeps_what_is_known, setup_with(TellingState), "does a view tell too much")


def peek(table: Table, view: View) -> None:
    """Imagine the hands of others as they are."""
    assert isinstance(view, Telling)
    table.hands = [list(hand) for hand in view.hands]


def test_a_hidden_hand_that_is_copied_from_a_view_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    setup = setup_with(TellingState, imagine=peek)
    keeps_what_is_known(setup)
    names_secrets(setup)
    monkeypatch.setattr(imagining, "setups", lambda name: {name: setup})
    fails(imagining.test_secrets_are_not_always_known_to_others, "backyards", "others hold the same hand")


def test_a_secret_that_is_not_named_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(View, "secrets", ())
    fails(names_secrets, setup_with(BackyardsState), "does not name what only seat 0 sees")


def test_a_hand_shown_to_spectators_is_found() -> None:
    class State(BackyardsState):
        __slots__ = ()

        def view(self, seat: int | None) -> View:
            return replace(super().view(seat), hand=tuple(self.table.hands[seat or 0]))

    fails(keeps_what_is_known, setup_with(State), "seat 1 imagines this otherwise")


def test_a_list_that_copies_share_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    copied = Table.copy

    def sharing(table: Table) -> Table:
        new = copied(table)
        new.yards = table.yards
        return new

    monkeypatch.setattr(Table, "copy", sharing)
    fails(states.test_a_copy_is_independent, setup_with(BackyardsState), "both hold the same yards")


def test_an_event_that_the_digest_ignores_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Table, "plain", lambda table: [table.stage, table.round])
    fails(states.test_every_event_changes_the_digest, setup_with(BackyardsState), r"not by \(0, Lay\(")


def test_hands_that_the_digest_ignores_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    digests_draws(setup_with(BackyardsState))
    monkeypatch.setattr(Table, "plain", lambda table: [table.stage, table.round, table.actor, table.yards])
    fails(digests_draws, setup_with(BackyardsState), r"round-1: \[.*\] for \[.*\] leaves the digest as it is")


def test_a_hidden_pile_that_the_digest_ignores_is_found() -> None:
    """Nobody sees the order of the bag before its tiles are dealt."""

    class Ordered(Table):
        copied = ("order",)
        __slots__ = copied

        def __init__(self, options: Options, seats: int, box: Box) -> None:
            super().__init__(options, seats, box)
            self.order: list[str | int] = []

    class State(BackyardsState):
        __slots__ = ()
        table: Ordered

        def draw(self) -> Draw:
            if not self.table.order:
                return Draw("order", range(1000), 1, hidden=True)
            due = super().draw()
            start = int(self.table.order[0]) % len(due.items)
            return due._replace(items=[*due.items[start:], *due.items[:start]][: due.take])

        def resolve(self, order: Sequence[str | int]) -> None:
            if not self.table.order:
                self.table.order = list(order)
            else:
                super().resolve(order)

    def begin(options: Options, seats: int, box: Box) -> State:
        return State.at(Ordered(options, seats, box))

    fails(
        digests_draws,
        setup_of(replace(GAME, setup=begin), 3),
        "order: the digest leaves out what later makes a difference",
    )


def test_a_draw_of_which_not_all_is_asked_for_is_named() -> None:
    def first_alone(_setup: Setup, _view: View, draw: Draw, _names: Sequence[str]) -> list[Asked]:
        return [Asked("The first tile")]

    setup = setup_with(BackyardsState)
    states.test_questions_about_a_draw_ask_for_all_of_it(setup)
    with pytest.raises(AssertionError, match="the questions about round-1"):
        states.test_questions_about_a_draw_ask_for_all_of_it(
            setup._replace(game=replace(setup.game, questions=first_alone))
        )


def test_a_move_that_is_not_listed_is_named() -> None:
    def two_legal_moves(table: Table, seat: int) -> Sequence[Lay]:
        (stage,) = BackyardsState.stages.values()
        return list(stage.legal(table, seat)[:2])

    class State(BackyardsState):
        __slots__ = ()
        stages = {name: replace(stage, legal=two_legal_moves) for name, stage in BackyardsState.stages.items()}  # noqa: RUF012

    fails(
        legality.test_verify_accepts_nothing_that_legal_does_not_list,
        setup_with(State),
        r"verify accepts Lay\(.*\) of seat \d; legal does not list it",
    )


def test_a_verify_that_changes_what_the_digest_does_not_tell_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    class State(BackyardsState):
        __slots__ = ()

        def verify(self, seat: int, move: Lay) -> None:
            super().verify(seat, move)
            self.table.hands[seat] = []

    applies(setup_with(BackyardsState))
    monkeypatch.setattr(Table, "plain", lambda table: [table.stage, table.round, table.due])
    fails(applies, setup_with(State), "verify changes the state")


def test_an_apply_that_takes_what_verify_refuses_is_found() -> None:
    class State(BackyardsState):
        __slots__ = ()

        def apply(self, seat: int, move: Lay) -> None:
            if move.tile not in self.table.hands[seat]:
                self.table.hands[seat].append(move.tile)
            super().apply(seat, move)

    fails(applies, setup_with(State))


def test_a_default_out_of_bounds_is_found() -> None:
    class Wrong(Weights, frozen=True):
        """The most of it is 10."""

        @classmethod
        def usual(cls, setup: Setup) -> Wrong:
            return cls(promise=4.0 * setup.seats)

    class Wanting(Heuristic):
        parameters = Wrong

    setup = setup_of(replace(GAME, bots={"heuristic": Wanting}), 3)
    fails(bots.test_the_parameters_of_bots_are_declared_soundly, setup, r"the default 12\.0 is not within 0 to 10")
    bots.test_the_parameters_of_bots_are_declared_soundly(setup._replace(seats=2))


def test_a_bot_that_refuses_what_it_declares_is_found() -> None:
    class Refusing(Heuristic):
        def __init__(self, setup: Setup, stream: Stream, parameters: Mapping[str, str]) -> None:
            super().__init__(setup, stream, parameters)
            if self._promise > 9:
                raise ValueError("that is too much")

    setup = setup_of(replace(GAME, bots={"heuristic": Refusing}), 3)
    bots.test_the_parameters_of_bots_are_declared_soundly(setup)
    with pytest.raises(BotSpecError, match="that is too much"):
        bots.test_the_bots_take_what_they_declare_and_nothing_else(setup)


def test_a_bot_that_looks_at_what_its_seat_cannot_know_is_found() -> None:
    class Looking(Heuristic):
        """Takes a tile that its left neighbour holds."""

        def choose(self, view: View, legal: Sequence[Lay]) -> Lay:
            return legal[0]

        def choose_at(self, state: BackyardsState, seat: int, legal: Sequence[Lay]) -> Lay:
            theirs = state.table.hands[(seat + 1) % state.seats]
            return next((move for move in legal if move.tile in theirs), legal[0])

    class Overriding(Looking):
        """Another way to choose from a view alone, which the table does not override."""

        def choose(self, view: View, legal: Sequence[Lay]) -> Lay:
            return legal[-1]

    looks = bots.test_a_bot_that_looks_at_the_table_answers_as_by_its_view
    fails(looks, setup_of(replace(GAME, bots={"heuristic": Looking}), 3), "looks at what seat . cannot know")
    looks(setup_of(replace(GAME, bots={"heuristic": Overriding}), 3))


def leaking(monkeypatch: pytest.MonkeyPatch, leak: Callable[[Table, int], float]) -> None:
    """The example with an encoding that knows too much."""

    class Spoilt(Generic):
        def __init__(self, setup: Setup) -> None:
            super().__init__(setup)
            self.columns = (*self.columns, "leak")

        def observe(self, state: State[Any], seat: int) -> Any:
            numbers = super().observe(state, seat)
            numbers[-1] = leak(state.table, seat)  # type: ignore[attr-defined]
            return numbers

    monkeypatch.setattr(views, "encoding_of", Spoilt)


@pytest.mark.parametrize(
    "leak",
    [
        lambda table, seat: table.hands[(seat + 1) % 3].count("rose"),
        lambda table, seat: table.hands[(seat + 2) % 3].count("rose"),
        lambda table, seat: table.bag[: len(table.bag) // 2].count("rose"),
    ],
    ids=["the next hand", "another hand", "the bag"],
)
def test_an_encoding_that_knows_too_much_is_found(
    monkeypatch: pytest.MonkeyPatch, leak: Callable[[Table, int], float]
) -> None:
    setup = setup_with(BackyardsState)
    hides(setup)
    leaking(monkeypatch, leak)
    fails(hides, setup, "is told what it cannot know: leak")


def test_an_imagined_hand_with_more_than_the_box_has_is_found() -> None:
    def ponds(table: Table, view: View) -> None:
        table.hands = [["pond"] * 8 if seat != view.seat else hand for seat, hand in enumerate(table.hands)]

    adds_up(setup_with(BackyardsState))
    setup = setup_with(BackyardsState, imagine=ponds)
    fails(adds_up, setup, r"seat \d imagines more .*pond")
    fails(lies_in_each_place, setup, r"more of these in hands than can be there: .*pond")


@pytest.mark.parametrize("name", ["between_two_cities", "city_tycoon", "neom"])
def test_a_tile_that_is_imagined_twice_is_found(name: str) -> None:
    def twice(table: Any, view: Any) -> None:
        other = (view.seat + 1) % table.seats
        table.hands[other] = [table.hands[other][0] for _ in table.hands[other]]

    fails(adds_up, spoilt(full_table(name), twice), "imagines more")


@pytest.mark.parametrize("setup", setups("card_city_xl").values(), ids=list(setups("card_city_xl")))
def test_a_card_that_is_imagined_twice_is_found(setup: Setup) -> None:
    """It stays in the deck when it is dealt; alone there is but the deck."""

    def stay(table: Any, view: Any) -> None:
        for hand in [hand for seat, hand in enumerate(table.hands) if seat != view.seat or setup.seats == 1]:
            for card in hand.cards:
                table.deck[card] = table.deck.get(card, 0) + 1

    fails(adds_up_with_the_next_draw, spoilt(setup, stay), "imagines more or fewer")


@pytest.mark.parametrize("setup", setups("twentieth_century").values(), ids=list(setups("twentieth_century")))
def test_a_technology_that_is_imagined_twice_is_found(setup: Setup) -> None:
    def share(table: Any, view: Any) -> None:
        table.uses[view.seat - 1] |= table.uses[view.seat]

    fails(adds_up, spoilt(setup, share), "imagines more")


def test_what_comes_back_to_the_bag_is_no_mistake_of_those_who_imagine() -> None:
    """The next draw then depends on the moves in between, so that nothing follows from it."""

    class State(BackyardsState):
        __slots__ = ()

        def apply(self, seat: int, move: Lay) -> None:
            super().apply(seat, move)
            if move.tile == "tree" and move.cell % 2:
                self.table.yards[seat][move.cell] = "weed"

    adds_up_with_the_next_draw(setup_with(State))


def test_what_is_never_imagined_though_it_is_possible_is_found() -> None:
    def sorted_hands(table: Table, view: View) -> None:
        others = [seat for seat in range(table.seats) if seat != view.seat]
        sizes = [len(table.hands[seat]) for seat in others]
        for seat in others:
            table.hands[seat] = []
        tiles = sorted(table.bag)
        for seat, size in zip(others, sizes, strict=True):
            table.hands[seat], tiles = tiles[:size], tiles[size:]

    finds_the_truth(setup_with(BackyardsState))
    setup = setup_with(BackyardsState, imagine=sorted_hands)
    adds_up(setup)
    fails(finds_the_truth, setup, "never imagines that these, by seat, are held")


def test_a_hand_that_is_imagined_as_it_really_is_is_found() -> None:
    lies_in_each_place(setup_with(BackyardsState))
    setup = setup_with(TellingState, imagine=peek)
    adds_up(setup)
    finds_the_truth(setup)
    fails(lies_in_each_place, setup, "never, or hardly ever, imagines these")


def test_a_kind_that_one_seat_never_gets_is_found() -> None:
    """The others get it as often as ever."""

    def spare(table: Table, view: View) -> None:
        seat = ((view.seat or 0) + 1) % table.seats
        others = [tile for tile in table.bag if tile != "pond"]
        table.hands[seat] = [others.pop() if tile == "pond" and others else tile for tile in table.hands[seat]]

    setup = setup_with(BackyardsState, imagine=spare)
    adds_up(setup)
    fails(lies_in_each_place, setup, r"hardly ever, .*'pond'\)")


def imagining_only(name: str, wanted: Callable[[Any, int], bool]) -> Setup:
    """A game of three whose imagined states are as wanted, if one of 60 is."""

    def imagined(setup: Setup, view: Any, stream: Stream) -> Any:
        for _ in range(60):
            state = find_game(name).imagine(setup, view, stream)
            if wanted(state, view.seat):
                break
        return state

    return setup_of(replace(find_game(name), imagine=imagined), 3)


def holds(state: State[Any], seat: int, thing: str | int) -> bool:
    return thing in imagining.held_by(state, seat, Counter([thing]))


@pytest.mark.parametrize(
    ("name", "thing"),
    [("between_two_cities", "park"), ("card_city_xl", "commerce"), ("city_tycoon", "I-4"), ("neom", 12), ("neom", 125)],
)
def test_what_one_seat_is_never_imagined_to_hold_is_found(name: str, thing: str | int) -> None:
    setup = imagining_only(name, lambda state, seat: not holds(state, (seat + 1) % 3, thing))
    fails(lies_in_each_place, setup, rf"hardly ever, .*, {thing!r}\)")


def test_what_is_imagined_in_a_hand_every_time_is_missed_in_the_pile() -> None:
    setup = imagining_only("neom", lambda state, seat: any(holds(state, other, 125) for other in {0, 1, 2} - {seat}))
    fails(lies_in_each_place, setup, r"hardly ever, .*\(None, 125\)")


def test_holdings_that_are_no_secrets_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    imagining.test_holdings_are_secrets(setup_with(BackyardsState))
    monkeypatch.setattr(View, "holdings", ("yards",))
    fails(imagining.test_holdings_are_secrets, setup_with(BackyardsState))
    monkeypatch.setattr(View, "secrets", ("yards", "no_such"))
    fails(imagining.test_holdings_are_secrets, setup_with(BackyardsState), "secrets are fields")


class Unlisted(BackyardsState):
    """What it answers is no list: of each method, what a slip of the author's would make of it."""

    __slots__ = ()
    slip = ""

    def draw(self) -> Draw:
        due = super().draw()
        items: Any = Counter(due.items) if self.slip == "items" else due.items
        return due._replace(items=items)

    def legal(self, seat: int) -> Any:
        legal: Sequence[Lay] = super().legal(seat)
        if self.slip == "set":
            return set(legal)
        return iter(legal) if self.slip == "generator" else legal

    def view(self, seat: int | None) -> View:
        return replace(super().view(seat), yards=iter(())) if self.slip == "yards" else super().view(seat)

    def scores(self) -> Any:
        sheets: list[Sheet] = super().scores()
        if self.slip == "parts":
            return [replace(sheet, parts=sheet.parts[0]) for sheet in sheets]
        return iter(sheets) if self.slip == "scores" else sheets


@pytest.mark.parametrize(
    ("slip", "why"),
    [
        ("items", r"Draw\.items gives a Counter"),
        ("set", r"State\.legal gives a set"),
        ("generator", r"State\.legal gives a list_iterator"),
        ("yards", r"View\.yards gives a tuple_iterator"),
        ("scores", r"State\.scores gives a list_iterator"),
        ("parts", r"Sheet\.parts gives a Part"),
    ],
)
def test_what_is_no_list_is_named(monkeypatch: pytest.MonkeyPatch, slip: str, why: str) -> None:
    answers.test_lists_are_lists(setup_with(Unlisted))
    monkeypatch.setattr(Unlisted, "slip", slip)
    fails(answers.test_lists_are_lists, setup_with(Unlisted), f"{why}; it should be a list")
