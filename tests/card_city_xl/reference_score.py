"""What a city of Card City XL is worth, straight from RULES.md: slow, plain, and independent of the engine."""

from __future__ import annotations

from typing import Any

from .reference_city import City

TITLES: dict[str, tuple[int | None, ...]] = {
    "residents": (30, 40, 50, 60, 70, 80, 90, 100, 120),
    "economy": (60, 80, 100, 110, 120, 130, 140, 160, 170),
    "industry": (30, 35, 40, 45, 50, 55, 60, 65, 70),
    "commerce": (20, 30, 40, 50, 60, 65, 70, 75, 80),
    "satisfaction": (None, 10, None, 15, None, 20, 25, None, 30),
}
NAMES = ("hamlet", "small village", "village", "small town", "city", "town", "large town", "metropolis", "conurbation")


def title(victory: str, total: float) -> str:
    """What a solo player has made of his market town."""
    reached = "market town"
    for name, points in zip(NAMES, TITLES[victory], strict=True):
        if points is not None and total >= points:
            reached = name
    return reached


def result(city: City, place: int, victory: str, money: int, half: int | None) -> dict[str, Any]:
    """What a player's part of a city is worth; `half` is what half an industry pollutes, None if nobody minds."""
    points: dict[str, float] = {}
    pollution = 0 if half is None else city.pollution(place, half)
    cards = len(city.owned(place))
    last = False
    tiebreaks = [money, cards]
    if victory == "residents":
        points["residential districts"] = city.residents(place)
        points["money"] = money // 5
        points["empty cells"] = city.empty_cells(place, lambda cell: 1 if city.beside(cell, "park") else -1)
        points["smog"] = -2 * city.number(place, "smog")
        points["pollution"] = -pollution
        tiebreaks = [money % 5]
    elif victory == "economy":
        points["money"] = money
        points["empty cells"] = city.empty_cells(place, lambda cell: 5 if city.beside(cell, "park") else -5)
        points["pollution"] = -pollution
        tiebreaks = [cards]
    elif victory in {"industry", "commerce"}:
        points[victory] = city.cards_of_kind(place, victory)
        points["parking"] = city.cards_of_kind(place, "parking")
        points["empty cells"] = city.empty_cells(place, lambda cell: city.beside(cell, victory))
        points["pollution"] = pollution
    else:
        points["residential districts"] = city.satisfaction(place)
        if pollution > 30:
            price = 5 * (pollution - 30)
            last = price > money
            money -= 0 if last else price
        tiebreaks = [money]
    return {"total": sum(points.values()), "tiebreaks": tiebreaks, "last": last, "categories": dict(points)}
