"""Card City XL: short games as written at a table, whose last line breaks a rule.

The letters of the cards are those of RULES.md. Where it matters, a case says why: the figures can be worked out by
hand. In the solo game one card of those drawn is returned first; 3 $ and M on [0, 0] are there from the beginning.
"""

from __future__ import annotations

import json
from typing import Any

from cityleague.engine.components import packaged

from ...by_hand import Event
from ...card_city_xl.by_hand import log
from ..cases import Broken
from ..helpers import dump
from .case import RuleCase, register

CASES: dict[str, list[RuleCase]] = {}
breaks = register(CASES)

SIMPLIFIED: dict[str, Any] = {}
NORMAL = {"level": "normal"}
ADVANCED = {"level": "advanced"}
ARCHITECT = {"variants": ["architect"]}
UNITED = {"variants": ["united_city"]}


def _broken(
    players: int, options: dict[str, Any], *events: Event, blame: str | None, components: dict[str, Any] | None = None
) -> Broken:
    """A log whose last move breaks a rule by what stands in this field; None: as a whole."""
    file = None if components is None else dump(components)
    lines = log(players, options, events, file)
    move = json.loads(lines[-1])["move"]
    return Broken(
        lines=lines,
        components={} if file is None else {"own.json": file},
        line=len(lines) - 1,
        pointer="/move" if blame is None else f"/move/{blame}",
        at=json.dumps(move if blame is None else move[blame]).encode(),
        seat=events[-1][0],
    )


def _solo(options: dict[str, Any], drawn: str, returned: str, *events: Event, blame: str | None, **more: Any) -> Broken:
    """The same alone: what is drawn first, the card of it that is returned, and what follows."""
    return _broken(1, options, ("round-1", drawn), (0, "return", returned), *events, blame=blame, **more)


def _figures(**changes: dict[str, Any]) -> dict[str, Any]:
    """The packaged component file with some figures changed, by section."""
    file: dict[str, Any] = json.loads(packaged("card_city_xl"))
    for section, figures in changes.items():
        file[section] |= figures
    return file


# -- taking turns


@breaks("TURN-GAME-OVER")
def game_over() -> Broken:
    """Two car parks each are the whole game; 4 $ buy nothing afterwards."""
    deck = {"side": 4, "rounds": 1, "share": 2, "residential": 0, "industry": 0, "parking": 2, "commerce": 0}
    return _broken(
        2,
        SIMPLIFIED,
        ("round-1", "K K K K"),
        (0, "divide", "K K", ""),
        (0, "show", "K"),
        (1, "take", "first"),
        (0, "build", "K", (1, 0)),
        (0, "build", "K", (2, 0)),
        (1, "build", "K", (1, 0)),
        (1, "build", "K", (2, 0)),
        (0, "done"),
        blame=None,
        components=_figures(decks={"simplified": {**deck, "leisure": 0}}),
    )


@breaks("TURN-CHANCE-DUE")
def chance_due() -> Broken:
    return _broken(2, SIMPLIFIED, (0, "divide", "R C", ""), blame=None)


@breaks("TURN-CHANCE-DUE")
def market_due() -> Broken:
    """The two open industry cards are drawn after those of the deck."""
    options = {"variants": ["ecological"]}
    return _broken(1, options, ("industries", "I1 I2 I3 I4"), (0, "return", "R"), blame=None)


@breaks("TURN-NOT-YOURS")
def not_yours() -> Broken:
    """Seat 1 takes a lot, but does not divide."""
    return _broken(2, SIMPLIFIED, ("round-1", "R C I K"), (1, "divide", "R C", ""), blame=None)


@breaks("TURN-WRONG-MOVE")
def wrong_move() -> Broken:
    """Nothing is built before all cards are divided."""
    return _broken(2, SIMPLIFIED, ("round-1", "R C I K"), (0, "build", "R", (1, 0)), blame="type")


@breaks("TURN-WRONG-MOVE")
def smog_first() -> Broken:
    """Two industries in a row: before the car park smog must be placed."""
    return _solo(
        NORMAL,
        "I I K R",
        "R",
        (0, "build", "I", (1, 0)),
        (0, "build", "I", (2, 0)),
        (0, "build", "K", (0, 1)),
        blame="type",
    )


# -- phase 1: acquiring


@breaks("CCXL-DIVIDE-NOT-HELD")
def laid_out_what_was_not_drawn() -> Broken:
    return _broken(2, SIMPLIFIED, ("round-1", "R C I K"), (0, "divide", "R R", ""), blame="open")


@breaks("CCXL-DIVIDE-NOT-HELD")
def hid_what_lies_open() -> Broken:
    """There is only one industry among the cards, and it lies open."""
    return _broken(2, NORMAL, ("round-1", "R C I K R C"), (0, "divide", "R I", "I"), blame="hidden")


@breaks("CCXL-DIVIDE-NOT-HELD")
def showed_a_card_of_the_first_lot() -> Broken:
    return _broken(2, SIMPLIFIED, ("round-1", "R C I K"), (0, "divide", "R C", ""), (0, "show", "R"), blame="cards")


@breaks("CCXL-DIVIDE-FIRST-LOT")
def one_open_card() -> Broken:
    return _broken(2, SIMPLIFIED, ("round-1", "R C I K"), (0, "divide", "R", ""), blame="open")


@breaks("CCXL-DIVIDE-FIRST-LOT")
def nothing_hidden() -> Broken:
    """From the normal level on the third card of the first lot is hidden."""
    return _broken(2, NORMAL, ("round-1", "R C I K R C"), (0, "divide", "R C I", ""), blame=None)


@breaks("CCXL-DIVIDE-SECOND-LOT")
def all_open() -> Broken:
    """Of the two cards of the second lot one lies open."""
    return _broken(2, SIMPLIFIED, ("round-1", "R C I K"), (0, "divide", "R C", ""), (0, "show", "I K"), blame="cards")


@breaks("CCXL-DIVIDE-SECOND-LOT")
def one_open_for_two_seats() -> Broken:
    """Two of three seats are still to be served, so two of four cards lie open."""
    draw = ("round-1", "R C I K R C")
    return _broken(3, SIMPLIFIED, draw, (0, "divide", "R C", ""), (0, "show", "I"), blame="cards")


OFFERING = (
    ("removed", "K K K K K K"),
    ("split", "R/C R/C R/C C/I C/I C/I"),
    ("round-1", "R C I K R C"),
    (0, "divide", "R C", "I"),
    (0, "show", "K"),
)
"""The beginning of an advanced game of two, until money can be put on the lots."""


@breaks("CCXL-OFFER-MONEY")
def more_than_there_is() -> Broken:
    """2 $ and 2 $ of 3 $."""
    return _broken(2, ADVANCED, *OFFERING, (0, "offer", 2, 2), blame=None)


@breaks("CCXL-OFFER-MONEY")
def less_than_nothing() -> Broken:
    return _broken(2, ADVANCED, *OFFERING, (0, "offer", -1), blame="first")


@breaks("CCXL-RETURN-NOT-DRAWN")
def returned_another_card() -> Broken:
    return _solo(SIMPLIFIED, "R C K", "I", blame="card")


# -- phase 2: building


@breaks("CCXL-BUILD-NOT-IN-HAND")
def built_the_card_returned() -> Broken:
    draw = ("round-1", "R C K")
    return _broken(1, SIMPLIFIED, draw, (0, "return", "K"), (0, "build", "K", (1, 0)), blame="card")


@breaks("CCXL-BUILD-NOT-IN-HAND")
def built_a_card_of_the_other_lot() -> Broken:
    return _broken(
        2,
        SIMPLIFIED,
        ("round-1", "R C I K"),
        (0, "divide", "R C", ""),
        (0, "show", "K"),
        (1, "take", "first"),
        (0, "build", "R", (1, 0)),
        blame="card",
    )


@breaks("CCXL-BUILD-TURN")
def turned_a_whole_card() -> Broken:
    draw = ("round-1", "R C K")
    return _broken(1, SIMPLIFIED, draw, (0, "return", "K"), (0, "build", "R", (1, 0), 1), blame="turn")


SPLIT = (("removed", "L L L L"), ("split", "R/C C/I C/I I/K"))
"""The set-up of an advanced solo game."""


@breaks("CCXL-BUILD-TURN")
def turned_by_a_side_too_many() -> Broken:
    return _broken(
        1, ADVANCED, *SPLIT, ("round-1", "R/C R C I"), (0, "return", "R"), (0, "build", "R/C", (1, 0), 4), blame="turn"
    )


@breaks("CCXL-BUILD-OCCUPIED")
def on_the_town_hall() -> Broken:
    draw = ("round-1", "R C K")
    return _broken(1, SIMPLIFIED, draw, (0, "return", "K"), (0, "build", "R", (0, 0)), blame="cell")


@breaks("CCXL-BUILD-OCCUPIED")
def on_the_ring() -> Broken:
    return _broken(
        1,
        {"variants": ["suburbs"]},
        (0, "found", (3, 3)),
        ("round-1", "R C K"),
        (0, "return", "K"),
        (0, "build", "C", (0, 1)),
        blame="cell",
    )


@breaks("CCXL-BUILD-OCCUPIED")
def where_the_architect_stands() -> Broken:
    return _solo(ARCHITECT, "R C K", "K", (0, "architect", (1, 0)), (0, "build", "R", (1, 0)), blame="cell")


@breaks("CCXL-BUILD-FOREIGN-DISTRICT")
def across_the_border() -> Broken:
    """[1, 1] touches seat 1's M on [1, 0], and is on its side of the border."""
    return _broken(
        2,
        UNITED,
        ("round-1", "R C I K"),
        (0, "divide", "R C", ""),
        (0, "show", "I"),
        (1, "take", "second"),
        (0, "build", "R", (1, 1)),
        blame="cell",
    )


@breaks("CCXL-BUILD-FOREIGN-DISTRICT")
def among_the_hexagons() -> Broken:
    """[1, -1], above to the right of [0, 0], is seat 0's own; [2, -1], to the right of that, is seat 1's."""
    return _broken(
        3,
        UNITED,
        ("round-1", "R C I K R C"),
        (0, "divide", "R C", ""),
        (0, "show", "I K"),
        (1, "take", "second"),
        (1, "divide", "I K", ""),
        (1, "show", "R"),
        (2, "take", "second"),
        (0, "build", "R", (2, -1)),
        blame="cell",
    )


FIVE_IN_A_ROW = (
    ("round-1", "K K C"),
    (0, "return", "C"),
    (0, "build", "K", (1, 0)),
    (0, "build", "K", (2, 0)),
    ("round-2", "K K R"),
    (0, "return", "R"),
    (0, "build", "K", (3, 0)),
    (0, "build", "K", (4, 0)),
    (0, "done"),
    ("round-3", "I R C"),
    (0, "return", "C"),
)
"""A city of M and four car parks, five cards in all; 3 + 1 + 1 $ would buy an industry. The hand is I and R."""


@breaks("CCXL-BUILD-FRAME")
def six_in_a_row() -> Broken:
    """M and four car parks fill a row of the 5 × 5, [0, 0] to [4, 0]; [-1, 0] would be the sixth cell."""
    return _broken(1, SIMPLIFIED, *FIVE_IN_A_ROW, (0, "build", "I", (-1, 0)), blame="cell")


@breaks("CCXL-BUILD-FRAME")
def six_columns_of_the_larger_grid() -> Broken:
    """[5, 0] touches nothing, but would be in the frame; [6, 0] would not."""
    draw = ("round-1", "R C K K")
    return _broken(1, NORMAL, draw, (0, "return", "K"), (0, "build", "R", (6, 0)), blame="cell")


@breaks("CCXL-BUILD-FRAME")
def beyond_the_ring() -> Broken:
    return _broken(
        1,
        {"variants": ["suburbs"]},
        (0, "found", (3, 3)),
        ("round-1", "R C K"),
        (0, "return", "K"),
        (0, "build", "C", (7, 3)),
        blame="cell",
    )


@breaks("CCXL-BUILD-FRAME")
def rows_of_the_united_city() -> Broken:
    """Seat 0 has built up to row -2, so the five rows, the same for both, end at row 2 at most."""
    return _broken(
        2,
        UNITED,
        ("round-1", "R C K I"),
        (0, "divide", "C K", ""),
        (0, "show", "R"),
        (1, "take", "second"),
        (0, "build", "C", (0, -1)),
        (0, "build", "K", (0, -2)),
        (1, "build", "R", (1, 3)),
        blame="cell",
    )


@breaks("CCXL-BUILD-APART")
def at_a_corner() -> Broken:
    """[1, 1] touches M only with a corner."""
    draw = ("round-1", "R C K")
    return _broken(1, SIMPLIFIED, draw, (0, "return", "K"), (0, "build", "R", (1, 1)), blame="cell")


@breaks("CCXL-BUILD-APART")
def the_architect_has_left() -> Broken:
    """In the second round nothing stands on [1, 0] any more, so [2, 0] touches nothing."""
    return _solo(
        ARCHITECT,
        "K K R",
        "R",
        (0, "architect", (1, 0)),
        (0, "build", "K", (0, 1)),
        (0, "build", "K", (-1, 0)),
        ("round-2", "R C I"),
        (0, "return", "I"),
        (0, "build", "R", (2, 0)),
        blame="cell",
    )


@breaks("CCXL-BUILD-SIZE-LIMIT")
def the_sixth_card_before_the_industry() -> Broken:
    return _broken(1, SIMPLIFIED, *FIVE_IN_A_ROW, (0, "build", "R", (0, 1)), blame="card")


@breaks("CCXL-BUILD-INDUSTRY-NEXT-TO-RESIDENTIAL")
def industry_below_residential() -> Broken:
    return _solo(SIMPLIFIED, "R I K", "K", (0, "build", "R", (1, 0)), (0, "build", "I", (1, 1)), blame="cell")


@breaks("CCXL-BUILD-INDUSTRY-NEXT-TO-RESIDENTIAL")
def residential_below_industry() -> Broken:
    return _solo(SIMPLIFIED, "R I K", "K", (0, "build", "I", (1, 0)), (0, "build", "R", (1, 1)), blame="cell")


@breaks("CCXL-BUILD-INDUSTRY-NEXT-TO-RESIDENTIAL")
def half_an_industry() -> Broken:
    """Turned by 2 the first half, C, faces bottom and left: it is I that faces the R above."""
    return _broken(
        1,
        ADVANCED,
        *SPLIT,
        ("round-1", "R C/I K K"),
        (0, "return", "K"),
        (0, "build", "R", (1, 0)),
        (0, "build", "C/I", (1, 1), 2),
        blame="cell",
    )


@breaks("CCXL-BUILD-INDUSTRY-NEXT-TO-RESIDENTIAL")
def next_to_the_ring() -> Broken:
    """The ring begins R, K, C, R at the top left: [3, 0] is R, and [3, 1] below it."""
    return _broken(
        1,
        {"variants": ["suburbs"]},
        (0, "found", (3, 3)),
        ("round-1", "I C K"),
        (0, "return", "K"),
        (0, "build", "I", (3, 1)),
        blame="cell",
    )


RICH = (
    ("round-1", "C R K"),
    (0, "return", "K"),
    (0, "build", "C", (1, 0)),
    (0, "build", "R", (0, 1)),
)
"""C to the right of M, R below it; 3 + 1 + 1 $ at the end of the round."""


@breaks("CCXL-BUILD-INDUSTRY-NEXT-TO-RESIDENTIAL")
def bought_industry() -> Broken:
    """What is bought is built by the same rules."""
    return _broken(1, SIMPLIFIED, *RICH, (0, "buy", "I", (0, 2)), blame="cell")


@breaks("CCXL-BUILD-SAME-COLOUR")
def residential_twice() -> Broken:
    return _solo(SIMPLIFIED, "R R K", "K", (0, "build", "R", (1, 0)), (0, "build", "R", (2, 0)), blame="cell")


@breaks("CCXL-BUILD-SAME-COLOUR")
def commerce_across_the_border() -> Broken:
    """[0, -1] and [1, -1] touch each other."""
    return _broken(
        2,
        UNITED,
        ("round-1", "C C K K"),
        (0, "divide", "C K", ""),
        (0, "show", "C"),
        (1, "take", "second"),
        (0, "build", "C", (0, -1)),
        (0, "build", "K", (-1, 0)),
        (1, "build", "C", (1, -1)),
        blame="cell",
    )


@breaks("CCXL-BUILD-LEISURE-COST")
def four_dollars() -> Broken:
    """No commerce in the first round: 3 + 1 $."""
    return _solo(
        SIMPLIFIED,
        "R K C",
        "C",
        (0, "build", "R", (1, 0)),
        (0, "build", "K", (0, 1)),
        ("round-2", "L R K"),
        (0, "return", "K"),
        (0, "build", "L", (0, -1)),
        blame="card",
    )


@breaks("CCXL-BUILD-LEISURE-COST")
def the_second_one_in_a_crisis() -> Broken:
    """Two C bring 3 $ a round: 6; 1 after L, then 4; 7. The second L costs 10 $."""
    return _solo(
        {"variants": ["leisure_crisis"]},
        "C C K",
        "K",
        (0, "build", "C", (1, 0)),
        (0, "build", "C", (0, 1)),
        (0, "done"),
        ("round-2", "L K R"),
        (0, "return", "R"),
        (0, "build", "L", (-1, 0)),
        (0, "build", "K", (2, 0)),
        ("round-3", "I R K"),
        (0, "return", "K"),
        (0, "build", "I", (0, -1)),
        (0, "build", "R", (1, 1)),
        ("round-4", "L R K"),
        (0, "return", "K"),
        (0, "build", "L", (-2, 0)),
        blame="card",
    )


@breaks("CCXL-BUILD-LEISURE-COST")
def the_first_one_took_all_the_money() -> Broken:
    """3 + 2 $ pay for one L."""
    return _solo(
        NORMAL,
        "C K I R",
        "R",
        (0, "build", "C", (1, 0)),
        (0, "build", "K", (0, 1)),
        (0, "build", "I", (-1, 0)),
        (0, "done"),
        ("round-2", "L L K R"),
        (0, "return", "R"),
        (0, "build", "L", (1, 1)),
        (0, "build", "L", (0, -1)),
        blame="card",
    )


@breaks("CCXL-BUILD-MOST-CARDS")
def the_only_cell_for_residential() -> Broken:
    """Seat 0 has I on [0, -1] and [0, 1]. Seat 1, with R and I, touches these on [1, -1] and [1, 1].

    So R can only go to [2, 0]. With I there, R could not be built: what else is free touches an I too.
    """
    return _broken(
        2,
        UNITED,
        ("round-1", "I I I R"),
        (0, "divide", "I I", ""),
        (0, "show", "R"),
        (1, "take", "second"),
        (0, "build", "I", (0, -1)),
        (0, "build", "I", (0, 1)),
        (1, "build", "I", (2, 0)),
        blame="cell",
    )


@breaks("CCXL-BUILD-MOST-CARDS")
def smog_on_the_only_cell_for_residential() -> Broken:
    """The second I of seat 1 is below the first, and brings smog; R is still to be built.

    [1, -1] is the only cell for it: [1, 1] touches the I on [2, 1], [1, -2] seat 0's R. Next to smog on [1, -1] would
    be [2, -1], which touches the I on [2, 0], and again [1, -2].
    """
    return _broken(
        2,
        {**NORMAL, **UNITED},
        ("round-1", "K R K I I R"),
        (0, "divide", "K R", "K"),
        (0, "show", "I"),
        (1, "take", "second"),
        (0, "build", "K", (0, -1)),
        (0, "build", "R", (0, -2)),
        (0, "build", "K", (-1, 0)),
        (1, "build", "I", (2, 0)),
        (1, "build", "I", (2, 1)),
        (1, "smog", (1, -1)),
        blame="cell",
    )


@breaks("CCXL-BUILD-MOST-CARDS")
def the_architect_on_the_only_cell_for_industry() -> Broken:
    """Seat 1 begins the second round with two I. Around its M on [1, 0] are R on [2, 0] and [1, 1], and K on [0, -1].

    I can go to [1, -1]; every other free cell next to a card touches R, [1, -2] that of seat 0 on [0, -2]. With the
    architect on [1, -1] nothing could be built: next to him are [2, -1], which touches R, and again [1, -2].
    """
    return _broken(
        2,
        {"variants": ["architect", "united_city"]},
        ("round-1", "K R R R"),
        (0, "divide", "K R", ""),
        (0, "show", "R"),
        (1, "take", "second"),
        (0, "build", "K", (0, -1)),
        (0, "build", "R", (0, -2)),
        (1, "build", "R", (2, 0)),
        (1, "build", "R", (1, 1)),
        ("round-2", "I I K K"),
        (1, "divide", "I I", ""),
        (1, "show", "K"),
        (0, "take", "second"),
        (1, "architect", (1, -1)),
        blame="cell",
    )


@breaks("CCXL-BUILD-DONE")
def done_before_anything_is_built() -> Broken:
    return _solo(ARCHITECT, "R C K", "K", (0, "done"), blame=None)


@breaks("CCXL-BUILD-DONE")
def done_with_a_card_left() -> Broken:
    draw = ("round-1", "R C K")
    return _broken(1, SIMPLIFIED, draw, (0, "return", "K"), (0, "build", "R", (1, 0)), (0, "done"), blame=None)


# -- the architect


@breaks("CCXL-ARCHITECT-NOW")
def without_the_variant() -> Broken:
    draw = ("round-1", "R C K")
    return _broken(1, SIMPLIFIED, draw, (0, "return", "K"), (0, "architect", (1, 0)), blame=None)


@breaks("CCXL-ARCHITECT-NOW")
def twice_in_a_phase() -> Broken:
    return _solo(ARCHITECT, "R C K", "K", (0, "architect", (1, 0)), (0, "architect", (2, 0)), blame=None)


@breaks("CCXL-ARCHITECT-NOW")
def not_the_start_player() -> Broken:
    return _broken(
        2,
        ARCHITECT,
        ("round-1", "R C I K"),
        (0, "divide", "R C", ""),
        (0, "show", "I"),
        (1, "take", "second"),
        (0, "build", "R", (1, 0)),
        (0, "build", "C", (0, 1)),
        (1, "architect", (1, 0)),
        blame=None,
    )


# -- phase 3: development


GROWING = (
    ("round-1", "C I R"),
    (0, "return", "R"),
    (0, "build", "C", (0, 1)),
    (0, "build", "I", (-1, 0)),
    ("round-2", "L R K"),
    (0, "return", "K"),
    (0, "build", "L", (1, 1)),
    (0, "build", "R", (1, 0)),
)
"""R touches M to the left and L below: it must grow. L took all of the 3 + 1 + 1 $."""


@breaks("CCXL-DEVELOP-DISTRICT")
def away_from_the_district() -> Broken:
    """[0, -1] touches M, but no R."""
    return _broken(1, SIMPLIFIED, *GROWING, (0, "develop", "R", (0, -1)), blame="cell")


@breaks("CCXL-DEVELOP-DISTRICT")
def the_other_colour() -> Broken:
    """C touches no R at all; [0, 2] is next to it."""
    return _broken(1, SIMPLIFIED, *GROWING, (0, "develop", "C", (0, 2)), blame="cell")


@breaks("CCXL-BUILD-OCCUPIED")
def developed_on_a_card() -> Broken:
    return _broken(1, SIMPLIFIED, *GROWING, (0, "develop", "R", (1, 1)), blame="cell")


@breaks("CCXL-SUPPLY-EMPTY")
def all_industry_is_in_the_deck() -> Broken:
    """Four industry cards in all, and four in the deck; there are 3 + 1 + 1 + 1 $ to buy one or a park."""
    return _solo(
        NORMAL,
        "C C K K",
        "K",
        (0, "build", "C", (1, 0)),
        (0, "build", "C", (0, 1)),
        (0, "build", "K", (-1, 0)),
        (0, "buy", "I", (0, -1)),
        blame="card",
        components=_figures(industry={"levels": [{"pollution": 1, "cards": 4}]}),
    )


@breaks("CCXL-SUPPLY-EMPTY")
def the_only_industry_of_the_supply_was_bought() -> Broken:
    """Five industry cards, and four in the deck; 3 + 3 $ buy the fifth, and later 1 + 4 $ would buy a park."""
    return _solo(
        NORMAL,
        "C C K K",
        "K",
        (0, "build", "C", (1, 0)),
        (0, "build", "C", (0, 1)),
        (0, "build", "K", (-1, 0)),
        (0, "buy", "I", (0, -1)),
        ("round-2", "K K C R"),
        (0, "return", "R"),
        (0, "build", "K", (2, 0)),
        (0, "build", "K", (0, 2)),
        (0, "build", "C", (-2, 0)),
        (0, "buy", "I", (-1, -1)),
        blame="card",
        components=_figures(industry={"levels": [{"pollution": 1, "cards": 5}]}),
    )


# -- phase 5: buying


@breaks("CCXL-BUY-OFFER")
def residential_is_not_for_sale() -> Broken:
    return _broken(1, SIMPLIFIED, *RICH, (0, "buy", "R", (2, 0)), blame="card")


@breaks("CCXL-BUY-OFFER")
def no_parks_in_the_simplified_game() -> Broken:
    return _broken(1, SIMPLIFIED, *RICH, (0, "buy", "G", (2, 0)), blame="card")


@breaks("CCXL-BUY-OFFER")
def not_in_the_market() -> Broken:
    """In the ecological city only the two open industries can be bought, by their names."""
    options = {"variants": ["ecological"]}
    setup = (("industries", "I1 I2 I3 I4"), ("market", "I1 I2"))
    return _broken(1, options, *setup, *RICH, (0, "buy", "I4", (2, 0)), blame="card")


@breaks("CCXL-BUY-OFFER")
def a_second_park() -> Broken:
    """3 + 4 $, then + 4 $: after a park there are 6 $, and only an industry is still to be had."""
    return _solo(
        NORMAL,
        "C C C K",
        "K",
        (0, "build", "C", (1, 0)),
        (0, "build", "C", (0, 1)),
        (0, "build", "C", (-1, 0)),
        (0, "done"),
        ("round-2", "K K K R"),
        (0, "return", "R"),
        (0, "build", "K", (0, -1)),
        (0, "buy", "G", (0, -2)),
        (0, "buy", "G", (1, -1)),
        blame="card",
    )


@breaks("CCXL-BUY-MONEY")
def the_second_industry() -> Broken:
    """3 + 1 + 1 $ are enough for a park, but the second industry costs 10 $."""
    return _solo(
        NORMAL,
        "C I K R",
        "R",
        (0, "build", "C", (1, 0)),
        (0, "build", "I", (0, 1)),
        (0, "build", "K", (-1, 0)),
        (0, "buy", "I", (0, -1)),
        blame="card",
    )


# -- suburbs


@breaks("CCXL-SUBURBS-TOWN-HALL")
def next_to_a_suburb() -> Broken:
    return _broken(1, {"variants": ["suburbs"]}, (0, "found", (1, 3)), blame="cell")


@breaks("CCXL-SUBURBS-TOWN-HALL")
def on_a_suburb() -> Broken:
    return _broken(1, {"variants": ["suburbs"]}, (0, "found", (0, 0)), blame="cell")
