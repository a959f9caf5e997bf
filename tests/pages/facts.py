"""What `show` says about a position as text, as the facts that a picture of it must show too.

They are read from the text alone, by the names and numbers that text and picture share.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable

BUILDINGS = {
    "Sh": "a shop", "Fa": "a factory", "Of": "an office", "Pa": "a park", "Ho": "a house", "Tf": "a tavern (food)",
    "Td": "a tavern (drink)", "Tm": "a tavern (music)", "Tb": "a tavern (bed)",
}  # fmt: skip
CARDS = {
    "R": "residential", "C": "commerce", "K": "parking", "I": "industry", "L": "leisure", "M": "town hall",
    "G": "park", "S": "smog",
}  # fmt: skip


def _between_two_cities(text: str) -> Counter[str]:
    """The buildings in the cities: the codes in the rows that begin with a number."""
    rows = [line for line in text.splitlines() if re.match(r" *-?\d+ ", line)]
    return Counter([BUILDINGS[code] for line in rows for code in re.findall(r"\b[A-Z][a-z]\b", line)])


def _card_city_xl(text: str) -> Counter[str]:
    """The cards in the cities that show one colour: single letters between the lines of the rows."""
    rows = [line for line in text.splitlines() if "│" in line]
    return Counter([CARDS[letter] for line in rows for letter in re.findall(r"(?<=[│ ]) ?([RCKILMGS]) (?=[│ ])", line)])


def _neom(text: str) -> Counter[str]:
    """The tiles in the cities by number, and the money of all."""
    tiles = [f"{number} " for number in re.findall(r"(\d+)[RCIPE](?![a-z])", text)]
    return Counter([*tiles, *[f"money {money}" for money in re.findall(r"money: (\d+)", text)]])


def _city_tycoon(text: str) -> Counter[str]:
    """The districts that are built, by name."""
    return Counter(re.findall(r"\[-?\d+,-?\d+\]\s+([IV]+-\d+) ", text))


def _twentieth_century(text: str) -> Counter[str]:
    """The tiles of the regions, by name."""
    return Counter(re.findall(r"^ *([LT]\d+) +\[", text, re.MULTILINE))


FACTS: dict[str, Callable[[str], Counter[str]]] = {
    "between_two_cities": _between_two_cities,
    "card_city_xl": _card_city_xl,
    "city_tycoon": _city_tycoon,
    "neom": _neom,
    "twentieth_century": _twentieth_century,
}


def missing(game: str, text: str, shown: Iterable[str]) -> Counter[str]:
    """The facts of the text that are not among the titles and tallies of a page."""
    parts = [part for title in shown for part in re.split(r" above | beside ", title)]
    facts = FACTS[game](text)
    there = Counter({fact: sum(1 for part in parts if _says(part, fact)) for fact in facts})
    return facts - there


def _says(part: str, fact: str) -> bool:
    return part.startswith(fact) or re.search(rf"\b{re.escape(fact)}\b", part) is not None
