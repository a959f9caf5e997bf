"""City Tycoon: games as written at a table, whose last line breaks a rule."""

from __future__ import annotations

from . import city_tycoon_build, city_tycoon_supply

CASES = city_tycoon_build.CASES | city_tycoon_supply.CASES
