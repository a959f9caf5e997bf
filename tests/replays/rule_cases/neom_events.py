"""Cases of NEOM: the building office, and disasters."""

from __future__ import annotations

from ...by_hand import Told
from ...neom.by_hand import Rounds
from ..cases import Broken
from .case import RuleCase, register
from .neom_case import broken

CASES: dict[str, list[RuleCase]] = {}
breaks = register(CASES)

OFFICE = {0: ("build", 31, (-1, 0))}
"""In the game with four players or more."""
OWN = {0: (123, 128, 131)}
"""Seat 0's anchors; 124 is one of those discarded then, as is 130."""


def _swapped(give: list[int], take: list[int], blame: str) -> Broken:
    return broken(4, OFFICE, anchors=OWN, last=(0, "swap", give, take), blame=blame)


@breaks("NEOM-SWAP-GIVE")
def gave_what_another_holds() -> Broken:
    return _swapped([121], [124], "give")


@breaks("NEOM-SWAP-GIVE")
def gave_an_anchor_twice() -> Broken:
    return _swapped([123, 123], [124, 130], "give")


@breaks("NEOM-SWAP-GIVE")
def gave_an_anchor_that_is_built() -> Broken:
    rounds: Rounds = ({0: ("anchor", 123, (1, 0))}, OFFICE)
    return broken(4, *rounds, anchors=OWN, last=(0, "swap", [123], [124]), blame="give")


@breaks("NEOM-SWAP-TAKE")
def took_what_another_holds() -> Broken:
    return _swapped([123], [121], "take")


@breaks("NEOM-SWAP-TAKE")
def took_back_what_was_given() -> Broken:
    return _swapped([123], [123], "take")


@breaks("NEOM-SWAP-TAKE")
def took_one_for_two() -> Broken:
    return _swapped([123, 128], [124], "take")


@breaks("NEOM-SWAP-TAKE")
def took_an_anchor_twice() -> Broken:
    return _swapped([123, 128], [124, 124], "take")


@breaks("NEOM-SWAP-TAKE")
def took_without_giving() -> Broken:
    return _swapped([], [124], "take")


@breaks("NEOM-SWAP-TAKE")
def a_beginner_cannot_choose() -> Broken:
    anchors = {0: (123,), 1: (125,), 2: (126,), 3: (127,)}
    options = {"beginner": True}
    return broken(4, OFFICE, anchors=anchors, options=options, last=(0, "swap", [123], [124]), blame="take")


# -- disasters

FOUR_HOMES = (
    {0: ("build", 1, (0, -1))},
    {0: ("build", 2, (1, 0))},
    {0: ("build", 4, (2, 0))},
)
"""They cost 1, 1 and 2 of 6 money; the fourth, 3, costs nothing."""


@breaks("NEOM-DISASTER-PAY")
def four_of_two() -> Broken:
    round_ = {0: ("build", 3, (-1, 0)), 1: ("pick", 24)}
    return broken(3, *FOUR_HOMES, round_, last=(0, "pay"), blame=None)


@breaks("NEOM-DISASTER-PAY")
def with_what_a_buyer_has_paid_in_this_round() -> Broken:
    """2 are there and 2 come in for coal, but the fine of 4 is due before."""
    round_ = {
        0: ("build", 3, (-1, 0)),
        1: ("pick", 24),
        2: ("build", 14, (1, 0), "coal 0 left"),
    }
    return broken(3, *FOUR_HOMES, round_, last=(0, "pay"), blame=None)


@breaks("NEOM-DISASTER-PAY")
def alone() -> Broken:
    """In the fourth round the flood lies open and is not picked."""
    rounds: Rounds = (*FOUR_HOMES, {0: ("build", 3, (-1, 0))})
    return broken(1, *rounds, also={4: (24,)}, last=(0, "pay"), blame=None)


QUARRY = ({0: ("build", 19, (1, 0))}, {0: ("build", 2, (0, 1))}, {0: ("build", 17, (-1, 0))})
"""An extraction tile, a home, a fire station."""


def _flooded(*cells: tuple[int, int]) -> Broken:
    return broken(3, *QUARRY, {1: ("pick", 24)}, last=(0, "remove", cells), blame="cells")


@breaks("NEOM-DISASTER-REMOVE")
def a_quarry_is_no_building() -> Broken:
    return _flooded((1, 0))


@breaks("NEOM-DISASTER-REMOVE")
def the_origin_stays() -> Broken:
    return _flooded((0, 0))


@breaks("NEOM-DISASTER-REMOVE")
def two_for_one() -> Broken:
    return _flooded((0, 1), (-1, 0))


@breaks("NEOM-DISASTER-REMOVE")
def none_for_one() -> Broken:
    return _flooded()


@breaks("NEOM-DISASTER-REMOVE")
def outside_the_city() -> Broken:
    return _flooded((0, 3))


FIRE: tuple[dict[int, Told], ...] = (
    {0: ("build", 42, (1, 0))},
    {0: ("build", 44, (0, -1))},
    {0: ("build", 62, (0, 1))},
    {1: ("pick", 64)},
)
"""Two homes and an extraction tile, of which fire takes two."""


@breaks("NEOM-DISASTER-REMOVE")
def one_of_two() -> Broken:
    return broken(3, *FIRE, generation=2, last=(0, "remove", [(1, 0)]), blame="cells")


@breaks("NEOM-DISASTER-REMOVE")
def the_same_twice() -> Broken:
    return broken(3, *FIRE, generation=2, last=(0, "remove", [(1, 0), (1, 0)]), blame="cells")


VIOLENCE: tuple[dict[int, Told], ...] = (
    {0: ("build", 84, (1, 0))},
    {0: ("build", 95, (0, -1))},
    {0: ("build", 102, (0, 1))},
    {1: ("pick", 104)},
)
"""A home, a shop and a police station."""


@breaks("NEOM-DISASTER-REMOVE")
def a_police_station_for_a_shop() -> Broken:
    return broken(3, *VIOLENCE, generation=3, last=(0, "remove", [(1, 0), (0, 1)]), blame="cells")


@breaks("NEOM-DISASTER-REMOVE")
def only_the_home() -> Broken:
    return broken(2, *VIOLENCE, generation=3, last=(0, "remove", [(1, 0)]), blame="cells")


@breaks("NEOM-DISASTER-REMOVE")
def one_tile_of_two_types_for_both() -> Broken:
    """87 is a home or a shop; with 84 there are a home and a shop to remove."""
    rounds: Rounds = (
        {0: ("build", 84, (1, 0))},
        {0: ("build", 87, (0, 1), "lumber, steel")},
        {},
        {},
    )
    return broken(1, *rounds, also={4: (104,)}, generation=3, last=(0, "remove", [(0, 1)]), blame="cells")
