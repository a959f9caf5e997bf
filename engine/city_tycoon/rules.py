"""The rules of City Tycoon that a move can break, in the order of the rulebook."""

from cityleague.engine.rules import Rule

_DRAFT = "2. Phase"
_BUILD = "3. Phase"
_SUPPLY = "4. Phase"

PICK = Rule("CT-PICK-NOT-IN-HAND", "A tile is picked from the hand.", _DRAFT)
HAND = Rule("CT-BUILD-NOT-IN-HAND", "Only tiles of one's own are sold, built or given for a plant.", _BUILD)
COST = Rule("CT-BUILD-MONEY", "A district or a plant is paid at once.", _BUILD)
PLANTS = Rule("CT-PLANT-NONE-LEFT", "A plant is built as long as one of its kind is left.", _BUILD)
ROOM = Rule("CT-BUILD-NO-ROOM", "What is built needs a free cell that touches the city.", _BUILD)
OCCUPIED = Rule("CT-PLACE-OCCUPIED", "A tile goes on a free cell.", _BUILD)
APART = Rule("CT-PLACE-APART", "A tile shares an edge with a tile of the city; terrain is none.", _BUILD)

DISTRICT = Rule("CT-SUPPLY-NOT-YOURS", "One supplies districts of one's own.", _SUPPLY)
ONCE = Rule("CT-SUPPLY-ONCE", "A district is supplied once in a round.", _SUPPLY)
DEMAND = Rule("CT-SUPPLY-DEMAND", "One of the district's demands is met.", _SUPPLY)
YELLOW = Rule("CT-SUPPLY-YELLOW", "Yellow cubes come from one's own stock.", _SUPPLY)
SHORT = Rule("CT-SUPPLY-SHORT", "A demand is met as a whole: its cubes are there, and money to pay for them.", _SUPPLY)
SOURCE = Rule("CT-CUBE-PLANT", "Red and blue cubes come from plants.", _SUPPLY)
COLOUR = Rule("CT-CUBE-COLOUR", "A demand gets just as many red and blue cubes as it asks for.", _SUPPLY)
EMPTY = Rule("CT-CUBE-EMPTY", "A plant gives the cubes that it has.", _SUPPLY)
PATH = Rule(
    "CT-CUBE-PATH",
    "A cube goes from tile to tile, edge to edge, from its plant to the district, over no tile twice and no terrain.",
    _SUPPLY,
)
FEES = Rule("CT-CUBE-MONEY", "A cube is paid at once, and money is left for the rest of the demand.", _SUPPLY)

RULES = (
    PICK, HAND, COST, PLANTS, ROOM, OCCUPIED, APART,
    DISTRICT, ONCE, DEMAND, YELLOW, SHORT, SOURCE, COLOUR, EMPTY, PATH, FEES,
)  # fmt: skip
