"""For each rule of each game, logs in which one move breaks it."""

from __future__ import annotations

from . import between_two_cities, card_city_xl, city_tycoon, neom, twentieth_century
from .case import Cases

RULE_CASES: dict[str, Cases] = {
    "between_two_cities": between_two_cities.CASES,
    "card_city_xl": card_city_xl.CASES,
    "city_tycoon": city_tycoon.CASES,
    "neom": neom.CASES,
    "twentieth_century": twentieth_century.CASES,
}
"""By game and code."""
