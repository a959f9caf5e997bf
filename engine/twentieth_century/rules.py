"""The rules of 20th Century that a move can break, in the order of the rulebook."""

from cityleague.engine.rules import Rule

_AUCTION = "2. Landauktion"
_DAMAGE = "3. Umweltschäden eindämmen"
_ADMINISTRATION = "4. Administration"
_YIELD = "5. Ertrag"
_TECHNOLOGIES = "Technologien"

OFFER = Rule("CENTURY-LAND-NOT-OFFERED", "The start player chooses land that is on offer.", _AUCTION)
NO_PASS = Rule("CENTURY-START-PASS", "The start player chooses land or drops out, and cannot pass.", _AUCTION)
MINIMUM = Rule("CENTURY-BID-MINIMUM", "The first bid is at least the minimum of the round.", _AUCTION)
RAISE = Rule("CENTURY-BID-RAISE", "Each later bid is higher than the highest bid so far.", _AUCTION)
COINS = Rule("CENTURY-BID-COINS", "Players bid only coins that they hold.", _AUCTION)
ON_SALE = Rule("CENTURY-TECHNOLOGY-NOT-OFFERED", "Players buy only technologies that are on offer.", _AUCTION)
PRICE = Rule("CENTURY-TECHNOLOGY-SCIENCE", "A technology costs as much science as the marker shows.", _AUCTION)

COLUMN = Rule("CENTURY-DAMAGE-COLUMN", "Players bid for the columns in use: as many as there are players.", _DAMAGE)
LIMIT = Rule("CENTURY-DAMAGE-LIMIT", "A bid for a column lies within its scale.", _DAMAGE)
HIGHER = Rule("CENTURY-DAMAGE-RAISE", "A bid is higher than the highest bid in its column.", _DAMAGE)
SCIENCE = Rule("CENTURY-DAMAGE-SCIENCE", "Players bid only science that they hold.", _DAMAGE)

LAND = Rule(
    "CENTURY-LAND-NOT-YOURS",
    "Players place and use garbage, citizens and bridges only on tiles of their own region.",
    _ADMINISTRATION,
)
CITY = Rule("CENTURY-CITY-UNKNOWN", "A move names a city that its tile has.", _ADMINISTRATION)
FACILITY = Rule("CENTURY-FACILITY-GARBAGE", "Garbage lies on land, never on a facility.", _ADMINISTRATION)
NEW = Rule(
    "CENTURY-LAY-NOT-NEW", "Players lay land and facilities that they have bought and not laid yet.", _ADMINISTRATION
)
OCCUPIED = Rule("CENTURY-LAY-OCCUPIED", "A tile goes on a free cell.", _ADMINISTRATION)
APART = Rule(
    "CENTURY-LAY-APART", "A tile touches a tile of the player's region by an edge or a corner.", _ADMINISTRATION
)
SETTLED = Rule("CENTURY-SETTLE-NONE", "New land brings one citizen, who settles on it.", _ADMINISTRATION)
TAKEN = Rule("CENTURY-CITY-TAKEN", "A citizen goes to a city without a citizen.", _ADMINISTRATION)
KEPT = Rule(
    "CENTURY-CITY-KEPT", "Other citizens leave new land a free city until its own citizen has settled.", _ADMINISTRATION
)
NO_CUBE = Rule("CENTURY-DUMP-NONE", "Players place only new garbage.", _ADMINISTRATION)
NEW_LAND = Rule(
    "CENTURY-DUMP-NEW-LAND",
    "With the option garbage=new_land, new garbage is placed on land bought in this round, if there is any.",
    _ADMINISTRATION,
)
UNDONE = Rule(
    "CENTURY-DONE-TOO-EARLY",
    "All new tiles, citizens and garbage are placed before the administration ends.",
    _ADMINISTRATION,
)

OWNED = Rule("CENTURY-USE-NOT-YOURS", "Players use their own technologies, for what these can do.", _TECHNOLOGIES)
USED = Rule("CENTURY-USE-AGAIN", "A technology is used once in the game, or once in each round.", _TECHNOLOGIES)
COST = Rule("CENTURY-USE-COST", "Players pay the price of a technology to use it.", _TECHNOLOGIES)
SPAN = Rule("CENTURY-BRIDGE-SPAN", "A bridge lies on one of the spans of a tile.", _TECHNOLOGIES)
CROSSING = Rule("CENTURY-BRIDGE-CROSSING", "A bridge does not lie on or across another bridge.", _TECHNOLOGIES)
CLEAN = Rule("CENTURY-GARBAGE-NONE", "Garbage is taken from land where some lies.", _TECHNOLOGIES)
CITIZEN = Rule("CENTURY-LOCOMOTIVE-CITIZEN", "A locomotive moves the citizen of a city.", _TECHNOLOGIES)
TRACK = Rule(
    "CENTURY-LOCOMOTIVE-TRACK",
    "A locomotive needs track between the two cities that goes through no other city.",
    _TECHNOLOGIES,
)
ELSEWHERE = Rule("CENTURY-COLLECT-ELSEWHERE", "Collected garbage goes to another land tile.", _TECHNOLOGIES)
BEST = Rule("CENTURY-REMEDIATE-END", "A marker at the right end of the track goes no further.", _TECHNOLOGIES)

PLANT = Rule("CENTURY-CLEAR-PLANT", "Each recycling plant with a citizen removes one cube in a round.", _YIELD)
REACH = Rule(
    "CENTURY-CLEAR-REACH",
    "A plant removes garbage from its tile, or from touching land that track joins to it.",
    _YIELD,
)

RULES = tuple([rule for rule in [*vars().values()] if isinstance(rule, Rule)])
