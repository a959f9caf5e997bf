"""The rules of NEOM that a move can break, in the order of the rulebook."""

from cityleague.engine.rules import Rule

_PICK = "A. Ein Plättchen auswählen"
_BUILD = "AKTION: Ausgewähltes Plättchen bauen"
_BUY = "Fehlende Waren kaufen"
_REPLACE = "Vorhandenes Plättchen ersetzen"
_ANCHOR = "AKTION: Ankergebäude bauen"
_DISASTER = "RUNDENENDE: Katastrophe abhandeln"
_INDEX = "Teil III: Plättchenindex"

PICK = Rule("NEOM-PICK-NOT-THERE", "A tile is picked from the hand, or from those that lie open.", _PICK)
AVERT = Rule(
    "NEOM-PICK-DISASTER", "Alone, a disaster can be picked in the first three rounds of a generation only.", "Solospiel"
)

NOT_PICKED = Rule("NEOM-BUILD-NOT-PICKED", "Only the tile picked in this round can be built.", _BUILD)
NOT_HELD = Rule("NEOM-ANCHOR-NOT-HELD", "Only an anchor that the player holds can be built.", _ANCHOR)
LIMIT = Rule("NEOM-ANCHOR-LIMIT", "A city has no more anchors than the number of the generation.", _ANCHOR)
OUTSIDE = Rule("NEOM-BUILD-OUTSIDE", "A city has 5 × 5 cells, with the origin in the middle.", _BUILD)
REPLACE = Rule(
    "NEOM-BUILD-REPLACE",
    "A tile can replace an extraction tile, the origin, or a tile with which it shares a type.",
    _REPLACE,
)
ROAD = Rule("NEOM-BUILD-ROAD", "A tile is connected by roads with the origin or what replaced it.", _BUILD)
CHOICE = Rule("NEOM-BUILD-CHOICE", "A good is chosen only for a tile that makes a good of choice.", _INDEX)
NEEDS = Rule("NEOM-BUILD-NEEDS", "Some tiles need a number of tiles of a type in the city.", _BUILD)
ALTERNATIVE = Rule("NEOM-BUILD-ALTERNATIVE", "Where a cost has alternatives, one of them is chosen.", _BUILD)
STAND_IN = Rule("NEOM-BUILD-STAND-IN", "A tile stands in for one missing good of its levels in each build.", _INDEX)
NOT_NEEDED = Rule("NEOM-BUY-NOT-NEEDED", "A good is bought only if the build needs it and the city lacks it.", _BUY)
LEVEL = Rule(
    "NEOM-BUY-LEVEL",
    "A solo player buys raw goods only in generation I, trade goods too in II, and all goods in III.",
    "Solospiel",
)
SELLER = Rule(
    "NEOM-BUY-SELLER",
    "A good is bought from a player who makes it; with one or two players the bank sells what no other makes.",
    _BUY,
)
WAY = Rule("NEOM-BUY-WAY", "A purchase says which way the good comes, if there is a choice.", _BUY)
GOOD = Rule("NEOM-BUILD-GOOD", "Every good that a tile needs is made in the city, bought, or stood in for.", _BUILD)
MONEY = Rule("NEOM-BUILD-MONEY", "A build is paid at once; what sellers get counts from the next round.", _BUILD)

SWAP_GIVE = Rule("NEOM-SWAP-GIVE", "A player swaps only his own unbuilt anchors.", _INDEX)
SWAP_TAKE = Rule("NEOM-SWAP-TAKE", "For each anchor given, one discarded anchor is taken.", _INDEX)

PAY = Rule("NEOM-DISASTER-PAY", "A player who cannot pay the whole fine removes tiles.", _DISASTER)
REMOVE = Rule(
    "NEOM-DISASTER-REMOVE", "The tiles that the disaster demands are removed, as far as there are any.", _DISASTER
)

RULES = tuple([rule for rule in [*vars().values()] if isinstance(rule, Rule)])
