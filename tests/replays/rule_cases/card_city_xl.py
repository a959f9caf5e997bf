"""Card City XL: short games as written at a table, whose last line breaks a rule.

The letters of the cards are those of RULES.md. Where it matters, a case says why: the figures can be worked out by
hand. In the solo game one card of those drawn is returned first; 3 $ and M on [0, 0] are there from the beginning.
"""

from __future__ import annotations

import json
from functools import partial
from typing import Any

from cityleague.engine.components import packaged

from ...card_city_xl import by_hand
from ..helpers import dump
from .case import Cases, RuleCase, case

SIMPLIFIED: dict[str, Any] = {}
NORMAL = {"level": "normal"}
ADVANCED = {"level": "advanced"}
ARCHITECT = {"variants": ["architect"]}
ECOLOGICAL = {"variants": ["ecological"]}
SUBURBS = {"variants": ["suburbs"]}
UNITED = {"variants": ["united_city"]}


def _case(options: dict[str, Any], told: str, blame: str | None, *, players: int, **setup: Any) -> RuleCase:
    return case(by_hand, told, blame, players=players, written=True, options=options, **setup)


solo, two, three = [partial(_case, players=players) for players in (1, 2, 3)]


def _figures(**changes: dict[str, Any]) -> bytes:
    """The packaged component file with some figures changed, by section."""
    file: dict[str, Any] = json.loads(packaged("card_city_xl"))
    for section, figures in changes.items():
        file[section] |= figures
    return dump(file)


OFFERING = "removed: K K K K K K; split: R/C R/C R/C C/I C/I C/I; round-1: R C I K R C; 0 divide [R C] [I]; 0 show [K]"
"""The beginning of an advanced game of two, until money can be put on the lots."""
SPLIT = "removed: L L L L; split: R/C C/I C/I I/K"
"""The set-up of an advanced solo game."""
FIVE_IN_A_ROW = (
    "round-1: K K C; 0 return C; 0 build K 1,0; 0 build K 2,0; round-2: K K R; 0 return R; "
    "0 build K 3,0; 0 build K 4,0; 0 done; round-3: I R C; 0 return C"
)
"""A city of M and four car parks, five cards in all; 3 + 1 + 1 $ would buy an industry. The hand is I and R."""
RICH = "round-1: C R K; 0 return K; 0 build C 1,0; 0 build R 0,1"
"""C to the right of M, R below it; 3 + 1 + 1 $ at the end of the round."""
GROWING = (
    "round-1: C I R; 0 return R; 0 build C 0,1; 0 build I -1,0; round-2: L R K; 0 return K; "
    "0 build L 1,1; 0 build R 1,0"
)
"""R touches M to the left and L below: it must grow. L took all of the 3 + 1 + 1 $."""

CASES: Cases = {
    # -- taking turns
    "TURN-GAME-OVER": [
        # Game over. Two car parks each are the whole game; 4 $ buy nothing afterwards.
        two(
            SIMPLIFIED,
            "round-1: K K K K; 0 divide [K K] []; 0 show [K]; 1 take first; 0 build K 1,0; 0 build K 2,0; "
            "1 build K 1,0; 1 build K 2,0; 0 done",
            None,
            components=_figures(
                decks={
                    "simplified": {
                        "side": 4,
                        "rounds": 1,
                        "share": 2,
                        "residential": 0,
                        "industry": 0,
                        "parking": 2,
                        "commerce": 0,
                        "leisure": 0,
                    }
                }
            ),
        )
    ],
    "TURN-CHANCE-DUE": [
        two(SIMPLIFIED, "0 divide [R C] []", None),  # Chance due.
        # Market due. The two open industry cards are drawn after those of the deck.
        solo(ECOLOGICAL, "industries: I1 I2 I3 I4; 0 return R", None),
    ],
    "TURN-NOT-YOURS": [
        # Not yours. Seat 1 takes a lot, but does not divide.
        two(SIMPLIFIED, "round-1: R C I K; 1 divide [R C] []", None)
    ],
    "TURN-WRONG-MOVE": [
        # Wrong move. Nothing is built before all cards are divided.
        two(SIMPLIFIED, "round-1: R C I K; 0 build R 1,0", "type"),
        # Smog first. Two industries in a row: before the car park smog must be placed.
        solo(NORMAL, "round-1: I I K R; 0 return R; 0 build I 1,0; 0 build I 2,0; 0 build K 0,1", "type"),
    ],
    # -- phase 1: acquiring
    "CCXL-DIVIDE-NOT-HELD": [
        two(SIMPLIFIED, "round-1: R C I K; 0 divide [R R] []", "open"),  # Laid out what was not drawn.
        # Hid what lies open. There is only one industry among the cards, and it lies open.
        two(NORMAL, "round-1: R C I K R C; 0 divide [R I] [I]", "hidden"),
        two(SIMPLIFIED, "round-1: R C I K; 0 divide [R C] []; 0 show [R]", "cards"),  # Showed a card of the first lot.
    ],
    "CCXL-DIVIDE-FIRST-LOT": [
        two(SIMPLIFIED, "round-1: R C I K; 0 divide [R] []", "open"),  # One open card.
        # Nothing hidden. From the normal level on the third card of the first lot is hidden.
        two(NORMAL, "round-1: R C I K R C; 0 divide [R C I] []", None),
    ],
    "CCXL-DIVIDE-SECOND-LOT": [
        # All open. Of the two cards of the second lot one lies open.
        two(SIMPLIFIED, "round-1: R C I K; 0 divide [R C] []; 0 show [I K]", "cards"),
        # One open for two seats. Two of three seats are still to be served, so two of four cards lie open.
        three(SIMPLIFIED, "round-1: R C I K R C; 0 divide [R C] []; 0 show [I]", "cards"),
    ],
    "CCXL-OFFER-MONEY": [
        two(ADVANCED, f"{OFFERING}; 0 offer 2 2", None),  # More than there is. 2 $ and 2 $ of 3 $.
        two(ADVANCED, f"{OFFERING}; 0 offer -1", "first"),  # Less than nothing.
    ],
    "CCXL-RETURN-NOT-DRAWN": [
        solo(SIMPLIFIED, "round-1: R C K; 0 return I", "card")  # Returned another card.
    ],
    # -- phase 2: building
    "CCXL-BUILD-NOT-IN-HAND": [
        solo(SIMPLIFIED, "round-1: R C K; 0 return K; 0 build K 1,0", "card"),  # Built the card returned.
        # Built a card of the other lot.
        two(SIMPLIFIED, "round-1: R C I K; 0 divide [R C] []; 0 show [K]; 1 take first; 0 build R 1,0", "card"),
    ],
    "CCXL-BUILD-TURN": [
        solo(SIMPLIFIED, "round-1: R C K; 0 return K; 0 build R 1,0 1", "turn"),  # Turned a whole card.
        # Turned by a side too many.
        solo(ADVANCED, f"{SPLIT}; round-1: R/C R C I; 0 return R; 0 build R/C 1,0 4", "turn"),
    ],
    "CCXL-BUILD-OCCUPIED": [
        solo(SIMPLIFIED, "round-1: R C K; 0 return K; 0 build R 0,0", "cell"),  # On the town hall.
        solo(SUBURBS, "0 found 3,3; round-1: R C K; 0 return K; 0 build C 0,1", "cell"),  # On the ring.
        # Where the architect stands.
        solo(ARCHITECT, "round-1: R C K; 0 return K; 0 architect 1,0; 0 build R 1,0", "cell"),
        solo(SIMPLIFIED, f"{GROWING}; 0 develop R 1,1", "cell"),  # Developed on a card.
    ],
    "CCXL-BUILD-FOREIGN-DISTRICT": [
        # Across the border. [1, 1] touches seat 1's M on [1, 0], and is on its side of the border.
        two(UNITED, "round-1: R C I K; 0 divide [R C] []; 0 show [I]; 1 take second; 0 build R 1,1", "cell"),
        # Among the hexagons. [1, -1], above to the right of [0, 0], is seat 0's own; [2, -1], to the right of that, is
        # seat 1's.
        three(
            UNITED,
            "round-1: R C I K R C; 0 divide [R C] []; 0 show [I K]; 1 take second; 1 divide [I K] []; "
            "1 show [R]; 2 take second; 0 build R 2,-1",
            "cell",
        ),
    ],
    "CCXL-BUILD-FRAME": [
        # Six in a row. M and four car parks fill a row of the frame, [0, 0] to [4, 0]; [-1, 0] would be the sixth cell.
        solo(SIMPLIFIED, f"{FIVE_IN_A_ROW}; 0 build I -1,0", "cell"),
        # Six columns of the larger grid. [5, 0] touches nothing, but would be in the frame; [6, 0] would not.
        solo(NORMAL, "round-1: R C K K; 0 return K; 0 build R 6,0", "cell"),
        solo(SUBURBS, "0 found 3,3; round-1: R C K; 0 return K; 0 build C 7,3", "cell"),  # Beyond the ring.
        # Rows of the united city. Seat 0 has built up to row -2, so the five rows, the same for both, end at row 2 at
        # most.
        two(
            UNITED,
            "round-1: R C K I; 0 divide [C K] []; 0 show [R]; 1 take second; 0 build C 0,-1; 0 build K 0,-2; "
            "1 build R 1,3",
            "cell",
        ),
    ],
    "CCXL-BUILD-APART": [
        # At a corner. [1, 1] touches M only with a corner.
        solo(SIMPLIFIED, "round-1: R C K; 0 return K; 0 build R 1,1", "cell"),
        # The architect has left. In the second round nothing stands on [1, 0] any more, so [2, 0] touches nothing.
        solo(
            ARCHITECT,
            "round-1: K K R; 0 return R; 0 architect 1,0; 0 build K 0,1; 0 build K -1,0; round-2: R C I; "
            "0 return I; 0 build R 2,0",
            "cell",
        ),
    ],
    "CCXL-BUILD-SIZE-LIMIT": [
        solo(SIMPLIFIED, f"{FIVE_IN_A_ROW}; 0 build R 0,1", "card")  # The sixth card before the industry.
    ],
    "CCXL-BUILD-INDUSTRY-NEXT-TO-RESIDENTIAL": [
        # Industry below residential.
        solo(SIMPLIFIED, "round-1: R I K; 0 return K; 0 build R 1,0; 0 build I 1,1", "cell"),
        # Residential below industry.
        solo(SIMPLIFIED, "round-1: R I K; 0 return K; 0 build I 1,0; 0 build R 1,1", "cell"),
        # Half an industry. Turned by 2 the first half, C, faces bottom and left: it is I that faces the R above.
        solo(ADVANCED, f"{SPLIT}; round-1: R C/I K K; 0 return K; 0 build R 1,0; 0 build C/I 1,1 2", "cell"),
        # Next to the ring. The ring begins R, K, C, R at the top left: [3, 0] is R, and [3, 1] below it.
        solo(SUBURBS, "0 found 3,3; round-1: I C K; 0 return K; 0 build I 3,1", "cell"),
        solo(SIMPLIFIED, f"{RICH}; 0 buy I 0,2", "cell"),  # Bought industry. What is bought is built by the same rules.
    ],
    "CCXL-BUILD-SAME-COLOUR": [
        solo(SIMPLIFIED, "round-1: R R K; 0 return K; 0 build R 1,0; 0 build R 2,0", "cell"),  # Residential twice.
        # Commerce across the border. [0, -1] and [1, -1] touch each other.
        two(
            UNITED,
            "round-1: C C K K; 0 divide [C K] []; 0 show [C]; 1 take second; 0 build C 0,-1; 0 build K -1,0; "
            "1 build C 1,-1",
            "cell",
        ),
    ],
    "CCXL-BUILD-LEISURE-COST": [
        # Four dollars. No commerce in the first round: 3 + 1 $.
        solo(
            SIMPLIFIED,
            "round-1: R K C; 0 return C; 0 build R 1,0; 0 build K 0,1; round-2: L R K; 0 return K; 0 build L 0,-1",
            "card",
        ),
        # The second one in a crisis. Two C bring 3 $ a round: 6; 1 after L, then 4; 7. The second L costs 10 $.
        solo(
            {"variants": ["leisure_crisis"]},
            "round-1: C C K; 0 return K; 0 build C 1,0; 0 build C 0,1; 0 done; round-2: L K R; 0 return R; "
            "0 build L -1,0; 0 build K 2,0; round-3: I R K; 0 return K; 0 build I 0,-1; 0 build R 1,1; "
            "round-4: L R K; 0 return K; 0 build L -2,0",
            "card",
        ),
        # The first one took all the money. 3 + 2 $ pay for one L.
        solo(
            NORMAL,
            "round-1: C K I R; 0 return R; 0 build C 1,0; 0 build K 0,1; 0 build I -1,0; 0 done; "
            "round-2: L L K R; 0 return R; 0 build L 1,1; 0 build L 0,-1",
            "card",
        ),
    ],
    "CCXL-BUILD-MOST-CARDS": [
        # The only cell for residential. Seat 0 has I on [0, -1] and [0, 1]. Seat 1, with R and I, touches these on [1,
        # -1] and [1, 1]. So R can only go to [2, 0]. With I there, R could not be built: what else is free touches an I
        # too.
        two(
            UNITED,
            "round-1: I I I R; 0 divide [I I] []; 0 show [R]; 1 take second; 0 build I 0,-1; 0 build I 0,1; "
            "1 build I 2,0",
            "cell",
        ),
        # Smog on the only cell for residential. The second I of seat 1 is below the first, and brings smog; R is still
        # to be built. [1, -1] is the only cell for it: [1, 1] touches the I on [2, 1], [1, -2] seat 0's R. Next to smog
        # on [1, -1] would be [2, -1], which touches the I on [2, 0], and again [1, -2].
        two(
            NORMAL | UNITED,
            "round-1: K R K I I R; 0 divide [K R] [K]; 0 show [I]; 1 take second; 0 build K 0,-1; "
            "0 build R 0,-2; 0 build K -1,0; 1 build I 2,0; 1 build I 2,1; 1 smog 1,-1",
            "cell",
        ),
        # The architect on the only cell for industry. Seat 1 begins the second round with two I. Around its M on [1, 0]
        # are R on [2, 0] and [1, 1], and K on [0, -1]. I can go to [1, -1]; every other free cell next to a card
        # touches R, [1, -2] that of seat 0 on [0, -2]. With the architect on [1, -1] nothing could be built: next to
        # him are [2, -1], which touches R, and again [1, -2].
        two(
            {"variants": ["architect", "united_city"]},
            "round-1: K R R R; 0 divide [K R] []; 0 show [R]; 1 take second; 0 build K 0,-1; 0 build R 0,-2; "
            "1 build R 2,0; 1 build R 1,1; round-2: I I K K; 1 divide [I I] []; 1 show [K]; 0 take second; "
            "1 architect 1,-1",
            "cell",
        ),
    ],
    "CCXL-BUILD-DONE": [
        solo(ARCHITECT, "round-1: R C K; 0 return K; 0 done", None),  # Done before anything is built.
        solo(SIMPLIFIED, "round-1: R C K; 0 return K; 0 build R 1,0; 0 done", None),  # Done with a card left.
    ],
    # -- the architect
    "CCXL-ARCHITECT-NOW": [
        solo(SIMPLIFIED, "round-1: R C K; 0 return K; 0 architect 1,0", None),  # Without the variant.
        solo(ARCHITECT, "round-1: R C K; 0 return K; 0 architect 1,0; 0 architect 2,0", None),  # Twice in a phase.
        # Not the start player.
        two(
            ARCHITECT,
            "round-1: R C I K; 0 divide [R C] []; 0 show [I]; 1 take second; 0 build R 1,0; 0 build C 0,1; "
            "1 architect 1,0",
            None,
        ),
    ],
    # -- phase 3: development
    "CCXL-DEVELOP-DISTRICT": [
        # Away from the district. [0, -1] touches M, but no R.
        solo(SIMPLIFIED, f"{GROWING}; 0 develop R 0,-1", "cell"),
        # The other colour. C touches no R at all; [0, 2] is next to it.
        solo(SIMPLIFIED, f"{GROWING}; 0 develop C 0,2", "cell"),
    ],
    "CCXL-SUPPLY-EMPTY": [
        # All industry is in the deck. Four industry cards in all, and four in the deck; there are 3 + 1 + 1 + 1 $ to
        # buy one or a park.
        solo(
            NORMAL,
            "round-1: C C K K; 0 return K; 0 build C 1,0; 0 build C 0,1; 0 build K -1,0; 0 buy I 0,-1",
            "card",
            components=_figures(industry={"levels": [{"pollution": 1, "cards": 4}]}),
        ),
        # The only industry of the supply was bought. Five industry cards, and four in the deck; 3 + 3 $ buy the fifth,
        # and later 1 + 4 $ would buy a park.
        solo(
            NORMAL,
            "round-1: C C K K; 0 return K; 0 build C 1,0; 0 build C 0,1; 0 build K -1,0; 0 buy I 0,-1; "
            "round-2: K K C R; 0 return R; 0 build K 2,0; 0 build K 0,2; 0 build C -2,0; 0 buy I -1,-1",
            "card",
            components=_figures(industry={"levels": [{"pollution": 1, "cards": 5}]}),
        ),
    ],
    # -- phase 5: buying
    "CCXL-BUY-OFFER": [
        solo(SIMPLIFIED, f"{RICH}; 0 buy R 2,0", "card"),  # Residential is not for sale.
        solo(SIMPLIFIED, f"{RICH}; 0 buy G 2,0", "card"),  # No parks in the simplified game.
        # Not in the market. In the ecological city only the two open industries can be bought, by their names.
        solo(ECOLOGICAL, f"industries: I1 I2 I3 I4; market: I1 I2; {RICH}; 0 buy I4 2,0", "card"),
        # A second park. 3 + 4 $, then + 4 $: after a park there are 6 $, and only an industry is still to be had.
        solo(
            NORMAL,
            "round-1: C C C K; 0 return K; 0 build C 1,0; 0 build C 0,1; 0 build C -1,0; 0 done; "
            "round-2: K K K R; 0 return R; 0 build K 0,-1; 0 buy G 0,-2; 0 buy G 1,-1",
            "card",
        ),
    ],
    "CCXL-BUY-MONEY": [
        # The second industry. 3 + 1 + 1 $ are enough for a park, but the second industry costs 10 $.
        solo(NORMAL, "round-1: C I K R; 0 return R; 0 build C 1,0; 0 build I 0,1; 0 build K -1,0; 0 buy I 0,-1", "card")
    ],
    # -- suburbs
    "CCXL-SUBURBS-TOWN-HALL": [
        solo(SUBURBS, "0 found 1,3", "cell"),  # Next to a suburb.
        solo(SUBURBS, "0 found 0,0", "cell"),  # On a suburb.
    ],
}
