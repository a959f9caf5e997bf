"""The rules of 20th Century that a move can break, in the order of the rulebook."""

from cityleague.engine.rules import Rule

_AUCTION = "2. Landauktion"
_DAMAGE = "3. Umweltschäden eindämmen"
_ADMINISTRATION = "4. Administration"
_YIELD = "5. Ertrag"
_TECHNOLOGIES = "Technologien"

OFFER = Rule("CENTURY-LAND-NOT-OFFERED", "What is chosen for auction is land on offer.", _AUCTION)
NO_PASS = Rule("CENTURY-START-PASS", "The start player chooses land or drops out; he does not pass.", _AUCTION)
MINIMUM = Rule("CENTURY-BID-MINIMUM", "The first bid is the minimum of the round, or more.", _AUCTION)
RAISE = Rule("CENTURY-BID-RAISE", "A further bid is higher than the highest one.", _AUCTION)
COINS = Rule("CENTURY-BID-COINS", "Nobody bids more coins than he holds.", _AUCTION)
ON_SALE = Rule("CENTURY-TECHNOLOGY-NOT-OFFERED", "What is bought is a technology on offer.", _AUCTION)
PRICE = Rule("CENTURY-TECHNOLOGY-SCIENCE", "A technology costs the science at which the marker stands.", _AUCTION)

COLUMN = Rule("CENTURY-DAMAGE-COLUMN", "There are as many columns as players.", _DAMAGE)
LIMIT = Rule("CENTURY-DAMAGE-LIMIT", "A bid for a column is from 0 to the end of its scale.", _DAMAGE)
HIGHER = Rule("CENTURY-DAMAGE-RAISE", "A bid is higher than the highest one in its column.", _DAMAGE)
SCIENCE = Rule("CENTURY-DAMAGE-SCIENCE", "Nobody bids more science than he holds.", _DAMAGE)

LAND = Rule(
    "CENTURY-LAND-NOT-YOURS", "Garbage, citizens and bridges belong to tiles of one's own region.", _ADMINISTRATION
)
CITY = Rule("CENTURY-CITY-UNKNOWN", "A city is one of those on its tile.", _ADMINISTRATION)
FACILITY = Rule("CENTURY-FACILITY-GARBAGE", "Garbage lies on land, never on a facility.", _ADMINISTRATION)
NEW = Rule("CENTURY-LAY-NOT-NEW", "What is laid is land or a facility bought and not laid yet.", _ADMINISTRATION)
OCCUPIED = Rule("CENTURY-LAY-OCCUPIED", "A tile goes on a free cell.", _ADMINISTRATION)
APART = Rule("CENTURY-LAY-APART", "A tile touches one of the own region by an edge or a corner.", _ADMINISTRATION)
SETTLED = Rule("CENTURY-SETTLE-NONE", "New land brings one citizen, who settles on it.", _ADMINISTRATION)
TAKEN = Rule("CENTURY-CITY-TAKEN", "A citizen goes to a city without one.", _ADMINISTRATION)
KEPT = Rule("CENTURY-CITY-KEPT", "Other citizens leave new land a free city until its own has one.", _ADMINISTRATION)
NO_CUBE = Rule("CENTURY-DUMP-NONE", "Only new garbage is laid out.", _ADMINISTRATION)
UNDONE = Rule(
    "CENTURY-DONE-TOO-EARLY", "New tiles, citizens and garbage are all placed in their round.", _ADMINISTRATION
)

OWNED = Rule("CENTURY-USE-NOT-YOURS", "One uses technologies of one's own, for what they do.", _TECHNOLOGIES)
USED = Rule("CENTURY-USE-AGAIN", "A technology serves once, or once in each round.", _TECHNOLOGIES)
COST = Rule("CENTURY-USE-COST", "What a technology asks for is paid.", _TECHNOLOGIES)
SPAN = Rule("CENTURY-BRIDGE-SPAN", "A bridge lies on one of the spans of a tile.", _TECHNOLOGIES)
CROSSING = Rule("CENTURY-BRIDGE-CROSSING", "A bridge does not lie on or across another one.", _TECHNOLOGIES)
CLEAN = Rule("CENTURY-GARBAGE-NONE", "Garbage is taken from land where some lies.", _TECHNOLOGIES)
CITIZEN = Rule("CENTURY-LOCOMOTIVE-CITIZEN", "A locomotive moves a citizen out of his city.", _TECHNOLOGIES)
TRACK = Rule(
    "CENTURY-LOCOMOTIVE-TRACK", "A locomotive needs track between both cities, through no other.", _TECHNOLOGIES
)
ELSEWHERE = Rule("CENTURY-COLLECT-ELSEWHERE", "Collected garbage goes to other land.", _TECHNOLOGIES)
BEST = Rule("CENTURY-REMEDIATE-END", "A marker at the right end goes no further.", _TECHNOLOGIES)

PLANT = Rule("CENTURY-CLEAR-PLANT", "Each recycling plant with a citizen removes one cube in a round.", _YIELD)
REACH = Rule(
    "CENTURY-CLEAR-REACH", "A plant removes garbage on its tile, or on a touching one that track joins.", _YIELD
)

RULES = (
    OFFER, NO_PASS, MINIMUM, RAISE, COINS, ON_SALE, PRICE,
    COLUMN, LIMIT, HIGHER, SCIENCE,
    LAND, CITY, FACILITY, NEW, OCCUPIED, APART, SETTLED, TAKEN, KEPT, NO_CUBE, UNDONE,
    OWNED, USED, COST, SPAN, CROSSING, CLEAN, CITIZEN, TRACK, ELSEWHERE, BEST,
    PLANT, REACH,
)  # fmt: skip
