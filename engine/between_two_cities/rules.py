"""The rules of Between Two Cities that a move can break, in the order of the rulebook."""

from cityleague.engine.rules import Rule

_PICK = "Spielablauf: Auswählen"
_PLACE = "Spielablauf: Platzieren"

PICK = Rule("B2C-PICK-NOT-IN-HAND", "Both tiles picked must be in the hand.", _PICK)
TILE = Rule("B2C-PLACE-NOT-PICKED", "Only a tile picked and revealed this turn can be placed, once.", _PLACE)
CITY = Rule("B2C-PLACE-CITY-SERVED", "One tile goes into each of the two cities.", _PLACE)
FRAME = Rule("B2C-PLACE-FRAME", "A city never grows wider or higher than four buildings.", _PLACE + ", Hinweis 1")
COVER = Rule("B2C-PLACE-COVERED", "A tile covers no building.", _PLACE + ", Hinweis 1")
FIRST = Rule("B2C-PLACE-FIRST", "The first tile of a city is the cell [0, 0] of its coordinates.", "notation")
TOUCH = Rule("B2C-PLACE-APART", "A tile shares an edge with a building of the city.", _PLACE)

RULES = tuple([rule for rule in [*vars().values()] if isinstance(rule, Rule)])
