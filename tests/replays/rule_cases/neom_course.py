"""Cases of NEOM: whose turn it is, what can be picked, and where tiles can be built.

Seats 0, 1, 2 make coal, ore, wood unless a case says otherwise; everyone has 6 money. Of the tiles that serve most, 2
(a home for 1) has all four exits, 6 (a shop) has none to the east, 7 (a shop) leads from west to east.
"""

from __future__ import annotations

from ...neom.by_hand import Round, Rounds, course
from ..cases import Broken
from .case import RuleCase, register
from .neom_case import broken, broken_log

CASES: dict[str, list[RuleCase]] = {}
breaks = register(CASES)


# -- taking turns


@breaks("TURN-GAME-OVER")
def game_over() -> Broken:
    return broken_log(1, *course(1, generation=4), (0, "sell"), blame=None)


@breaks("TURN-CHANCE-DUE")
def before_the_boards() -> Broken:
    return broken_log(2, (0, "pick", 121), blame=None)


@breaks("TURN-CHANCE-DUE")
def before_the_next_tiles() -> Broken:
    return broken_log(1, *course(1, {}), (0, "pick", 2), blame=None)


@breaks("TURN-CHANCE-DUE")
def while_an_anchor_is_swapped() -> Broken:
    """Seat 1 still has to act, but a beginner's new anchor comes first."""
    anchors = {0: (123,), 1: (124,), 2: (125,), 3: (126,)}
    options = {"beginner": True}
    round_: Round = {0: [("build", 31, (-1, 0)), ("swap", [123])], 1: ("build", 2, (1, 0))}
    events = course(4, round_, anchors=anchors, options=options)
    swap = next(i for i, event in enumerate(events) if event[1] == "swap")
    acted = [event for event in events[:swap] if event[:2] != (1, "build")]
    return broken_log(4, *acted, events[swap], (1, "sell"), blame=None, options=options)


@breaks("TURN-NOT-YOURS")
def second_in_the_draft() -> Broken:
    draws = (("boards", "coal ore"), ("anchors-1", "121 122 123"))
    return broken_log(2, *draws, (1, "pick", 121), blame=None)


@breaks("TURN-NOT-YOURS")
def picked_twice() -> Broken:
    """In the second round; the others have not picked yet."""
    return broken_log(3, *course(3, {}), (0, "pick", 18), (0, "pick", 19), blame=None)


@breaks("TURN-NOT-YOURS")
def acted_with_a_disaster() -> Broken:
    events = course(3, {0: ("pick", 24)}, last=(1, "sell"))
    return broken_log(3, *events[:-1], (0, "sell"), blame=None)


@breaks("TURN-WRONG-MOVE")
def acted_before_the_pick() -> Broken:
    return broken_log(3, *course(3, {}), (0, "sell"), blame="type")


@breaks("TURN-WRONG-MOVE")
def sold_in_place_of_swapping() -> Broken:
    events = course(4, {0: ("build", 31, (-1, 0))}, last=(0, "swap"))
    return broken_log(4, *events[:-1], (0, "sell"), blame="type")


@breaks("TURN-WRONG-MOVE")
def picked_while_the_flood_rises() -> Broken:
    events = course(3, {0: ("build", 2, (1, 0)), 1: ("pick", 24)}, last=(0, "pay"))
    return broken_log(3, *events[:-1], (0, "pick", 3), blame="type")


# -- picking


@breaks("NEOM-PICK-NOT-THERE")
def picked_from_the_hand_of_another() -> Broken:
    """Seat 1 holds and builds 6."""
    return broken(3, {1: ("build", 6, (1, 0))}, last=(0, "pick", 6), blame="tile")


@breaks("NEOM-PICK-NOT-THERE")
def picked_what_has_been_passed() -> Broken:
    """8 was the last of the hand that seat 0 held in the first round: it is seat 1's now."""
    return broken(3, {}, {}, last=(0, "pick", 8), blame="tile")


@breaks("NEOM-PICK-NOT-THERE")
def picked_what_the_other_has_taken() -> Broken:
    return broken(2, {1: ("build", 2, (1, 0))}, last=(0, "pick", 2), blame="tile")


@breaks("NEOM-PICK-NOT-THERE")
def drafted_what_has_been_passed() -> Broken:
    draws = (("boards", "coal ore wood"), ("anchors", "121 122 123 124 125 126 127 128 129 130 131 132"))
    picks = ((0, "pick", 121), (1, "pick", 125), (2, "pick", 129))
    return broken_log(3, *draws, *picks, (0, "pick", 122), blame="tile")


@breaks("NEOM-PICK-NOT-THERE")
def drafted_what_was_discarded() -> Broken:
    rows = (("anchors-1", "121 122 123 124"), (0, "pick", 121), ("anchors-2", "125 126 127"))
    return broken_log(1, ("boards", "coal"), *rows, (0, "pick", 122), blame="tile")


@breaks("NEOM-PICK-DISASTER")
def averted_in_the_fourth_round() -> Broken:
    return broken(1, {}, {}, {}, {}, also={4: (24,)}, last=(0, "pick", 24), blame="tile")


# -- what is built


@breaks("NEOM-BUILD-NOT-PICKED")
def built_a_tile_of_the_hand() -> Broken:
    return broken(3, {0: ("pick", 2)}, last=(0, "build", 3, (1, 0)), blame="tile")


@breaks("NEOM-BUILD-NOT-PICKED")
def built_an_anchor_as_a_tile() -> Broken:
    return broken(3, {0: ("pick", 2)}, anchors={0: (126,)}, last=(0, "build", 126, (1, 0)), blame="tile")


@breaks("NEOM-ANCHOR-NOT-HELD")
def built_an_anchor_of_another() -> Broken:
    return broken(3, {}, anchors={1: (126,)}, last=(0, "anchor", 126, (1, 0)), blame="tile")


@breaks("NEOM-ANCHOR-NOT-HELD")
def built_an_anchor_twice() -> Broken:
    rounds: Rounds = ({0: ("anchor", 126, (1, 0))}, {})
    return broken(3, *rounds, anchors={0: (126,)}, last=(0, "anchor", 126, (0, 1)), blame="tile")


@breaks("NEOM-ANCHOR-NOT-HELD")
def built_a_tile_as_an_anchor() -> Broken:
    return broken(3, {0: ("pick", 2)}, last=(0, "anchor", 2, (1, 0)), blame="tile")


@breaks("NEOM-ANCHOR-LIMIT")
def a_second_anchor() -> Broken:
    rounds: Rounds = ({0: ("anchor", 126, (1, 0))}, {})
    return broken(3, *rounds, anchors={0: (126, 127)}, last=(0, "anchor", 127, (0, 1)), blame="tile")


@breaks("NEOM-ANCHOR-LIMIT")
def a_third_anchor_in_the_second_generation() -> Broken:
    rounds: Rounds = ({0: ("anchor", 126, (1, 0))}, {0: ("anchor", 127, (0, 1))}, {})
    last = (0, "anchor", 143, (-1, 0))
    return broken(2, *rounds, generation=2, anchors={0: (126, 127, 143)}, last=last, blame="tile")


# -- where


@breaks("NEOM-BUILD-OUTSIDE")
def a_third_column() -> Broken:
    return broken(3, {}, last=(0, "build", 2, (3, 0)), blame="cell")


@breaks("NEOM-BUILD-OUTSIDE")
def an_anchor_to_the_north() -> Broken:
    return broken(1, {}, anchors={0: (126,)}, last=(0, "anchor", 126, (0, -3)), blame="cell")


@breaks("NEOM-BUILD-REPLACE")
def a_home_on_a_shop() -> Broken:
    return broken(3, {0: ("build", 6, (1, 0))}, {}, last=(0, "build", 2, (1, 0)), blame="cell")


@breaks("NEOM-BUILD-REPLACE")
def an_anchor_on_a_shop() -> Broken:
    """126 is public."""
    rounds: Rounds = ({0: ("build", 6, (1, 0))}, {})
    return broken(3, *rounds, anchors={0: (126,)}, last=(0, "anchor", 126, (1, 0)), blame="cell")


@breaks("NEOM-BUILD-REPLACE")
def an_extraction_tile_on_a_home() -> Broken:
    """The other way round it would do."""
    return broken(3, {0: ("build", 2, (1, 0))}, {}, last=(0, "build", 22, (1, 0)), blame="cell")


@breaks("NEOM-BUILD-REPLACE")
def two_types_on_a_public_tile() -> Broken:
    """86 is residential and commercial, 102 is neither."""
    rounds: Rounds = ({0: ("build", 102, (0, 1))}, {})
    return broken(3, *rounds, generation=3, last=(0, "build", 86, (0, 1)), blame="cell")


@breaks("NEOM-BUILD-ROAD")
def no_exit_towards_the_origin() -> Broken:
    """14 has one exit, to the west."""
    return broken(3, {}, last=(0, "build", 14, (-1, 0)), blame="cell")


@breaks("NEOM-BUILD-ROAD")
def at_a_corner_of_the_origin() -> Broken:
    return broken(3, {}, last=(0, "build", 2, (1, 1)), blame="cell")


@breaks("NEOM-BUILD-ROAD")
def no_exit_from_there() -> Broken:
    """2 leads to the west, but 6 has no exit to the east."""
    return broken(3, {0: ("build", 6, (1, 0))}, {}, last=(0, "build", 2, (2, 0)), blame="cell")


@breaks("NEOM-BUILD-ROAD")
def linked_with_what_it_cuts_off() -> Broken:
    """5 in place of 2 leads to 7 in the east and nowhere in the west; 7 was connected over 2 alone."""
    rounds: Rounds = ({0: ("build", 2, (1, 0))}, {0: ("build", 7, (2, 0))}, {})
    return broken(3, *rounds, last=(0, "build", 5, (1, 0)), blame="cell")
