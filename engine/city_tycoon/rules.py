"""The rules of City Tycoon that a move can break, in the order of the rulebook."""

from cityleague.engine.rules import Rule

_DRAFT = "2. Phase"
_BUILD = "3. Phase"
_SUPPLY = "4. Phase"

PICK = Rule("CT-PICK-NOT-IN-HAND", "A player picks a tile from their hand.", _DRAFT)
HAND = Rule("CT-BUILD-NOT-IN-HAND", "Players sell, build or give for a plant only tiles that they hold.", _BUILD)
COST = Rule("CT-BUILD-MONEY", "A district or a plant is paid for at once.", _BUILD)
PLANTS = Rule("CT-PLANT-NONE-LEFT", "A plant can be built only while one of its kind is left.", _BUILD)
ROOM = Rule("CT-BUILD-NO-ROOM", "Building needs a free cell that touches the city.", _BUILD)
OCCUPIED = Rule("CT-PLACE-OCCUPIED", "A tile goes on a free cell.", _BUILD)
APART = Rule("CT-PLACE-APART", "A tile shares an edge with a tile of the city; terrain does not count.", _BUILD)

DISTRICT = Rule("CT-SUPPLY-NOT-YOURS", "Players supply only their own districts.", _SUPPLY)
ONCE = Rule("CT-SUPPLY-ONCE", "A district is supplied at most once in a round.", _SUPPLY)
DEMAND = Rule("CT-SUPPLY-DEMAND", "One of the district's demands is met.", _SUPPLY)
YELLOW = Rule("CT-SUPPLY-YELLOW", "Players pay yellow cubes from their own stock.", _SUPPLY)
SHORT = Rule(
    "CT-SUPPLY-SHORT", "A demand is met in full: its cubes are available, and the player can pay for them.", _SUPPLY
)
SOURCE = Rule("CT-CUBE-PLANT", "Red and blue cubes come from plants.", _SUPPLY)
COLOUR = Rule("CT-CUBE-COLOUR", "A demand takes exactly the red and blue cubes that it asks for.", _SUPPLY)
EMPTY = Rule("CT-CUBE-EMPTY", "A cube comes from a plant that has cubes left.", _SUPPLY)
PATH = Rule(
    "CT-CUBE-PATH",
    "A cube goes from tile to tile, edge to edge, from its plant to the district, over no tile twice and no terrain.",
    _SUPPLY,
)
FEES = Rule("CT-CUBE-MONEY", "A cube is paid for at once, and leaves money for the other cubes of the demand.", _SUPPLY)

RULES = tuple([rule for rule in [*vars().values()] if isinstance(rule, Rule)])
