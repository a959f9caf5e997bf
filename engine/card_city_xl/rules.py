"""The rules of Card City XL that a move can break, in the order of the rulebook."""

from cityleague.engine.rules import Rule

_ACQUIRE = "Phase 1: Erwerben neuer Gebäude"
_BUILD = "Phase 2: Bauwerke errichten"
_DEVELOP = "Phase 3: Weiterentwicklung"
_END = "Phase 5: Ende der Spielrunde"

NOT_HELD = Rule("CCXL-DIVIDE-NOT-HELD", "Only cards that the divider holds can be laid out in lots.", _ACQUIRE)
FIRST_LOT = Rule("CCXL-DIVIDE-FIRST-LOT", "The first lot is one share: two cards open, the others hidden.", _ACQUIRE)
SECOND_LOT = Rule(
    "CCXL-DIVIDE-SECOND-LOT", "In the second lot one card lies open for each seat that still waits for cards.", _ACQUIRE
)
OFFER = Rule("CCXL-OFFER-MONEY", "A divider puts only money of his own on the lots.", "Fortgeschrittene: Phase 1")
RETURN = Rule("CCXL-RETURN-NOT-DRAWN", "One of the cards drawn goes back under the deck.", "Solospiel: Phase 1")

HAND = Rule("CCXL-BUILD-NOT-IN-HAND", "Only cards of the hand can be built.", _BUILD)
TURN = Rule("CCXL-BUILD-TURN", "The turn of a split card is the number of a side; a whole card has turn 0.", _BUILD)
OCCUPIED = Rule("CCXL-BUILD-OCCUPIED", "A card goes on a free cell.", _BUILD)
FOREIGN = Rule("CCXL-BUILD-FOREIGN-DISTRICT", "Nobody builds in another player's district.", "Die Einheitsstadt")
FRAME = Rule("CCXL-BUILD-FRAME", "All cards of a city fit into its frame.", _BUILD + ": Ihre Stadt")
APART = Rule("CCXL-BUILD-APART", "A card shares a side with a card that is there.", _BUILD + ": Bauregeln")
SIZE = Rule(
    "CCXL-BUILD-SIZE-LIMIT",
    "A city has 5 cards and 5 more for each industry, not counting industry, parks and smog.",
    _BUILD + ": Höchstgrenze",
)
INDUSTRY = Rule(
    "CCXL-BUILD-INDUSTRY-NEXT-TO-RESIDENTIAL", "Industry never touches residential cards.", _BUILD + ": Bauregeln"
)
COLOUR = Rule(
    "CCXL-BUILD-SAME-COLOUR",
    "Residential and commerce cards are not built beside cards of their own colour.",
    _BUILD + ": Bauregeln",
)
LEISURE = Rule("CCXL-BUILD-LEISURE-COST", "Leisure must be paid for.", _BUILD + ": Bauregeln")
MOST = Rule(
    "CCXL-BUILD-MOST-CARDS", "The largest possible number of cards of the hand is built.", _BUILD + ": Bauregeln"
)
BUILD_DONE = Rule("CCXL-BUILD-DONE", "A card that can be built must be built.", _BUILD + ": Bauregeln")
ARCHITECT = Rule(
    "CCXL-ARCHITECT-NOW",
    "The architect is placed by the start player, once in his building phase, while cards are left to build.",
    "Der Architekt greift ein",
)

DISTRICT = Rule(
    "CCXL-DEVELOP-DISTRICT",
    "A district grows where it touches enough culture cards or residential districts.",
    _DEVELOP,
)
SUPPLY = Rule("CCXL-SUPPLY-EMPTY", "A card can come from the supply only if one is left there.", _DEVELOP + "; " + _END)

BUY_OFFER = Rule("CCXL-BUY-OFFER", "Each round one industry and one park can be bought.", _END)
BUY_MONEY = Rule("CCXL-BUY-MONEY", "A purchase is paid at once.", _END)

TOWN_HALL = Rule(
    "CCXL-SUBURBS-TOWN-HALL", "The town hall lies within the ring and does not touch it.", "Etablierte Vorstädte"
)

RULES = tuple([rule for rule in [*vars().values()] if isinstance(rule, Rule)])
