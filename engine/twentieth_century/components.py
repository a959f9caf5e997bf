"""The component file checked, and ready for use."""

from __future__ import annotations

from cityleague.engine.components import ComponentsError, in_range, loader
from cityleague.engine.twentieth_century.figures import (
    PERIODS,
    CenturyFile,
    FacilityFigures,
    Land,
    Offer,
    Period,
    Price,
    StartLand,
    Technology,
)
from cityleague.engine.twentieth_century.tiles import Shape, flaw
from cityleague.engine.twentieth_century.uses import abilities

NAME = "twentieth_century"
SEATS = range(3, 6)
START = "start"
"""What the tile is called with which everybody starts."""

ROUNDS: tuple[Period, ...] = ("I-II", "I-II", "III-IV", "III-IV", "V")
"""The periods of the rounds in which there is something on offer, from the first; there is one round more."""
MOST = 100
"""As large as any figure of a component file may be."""
MOST_CITIES = 4
"""On a tile."""
MOST_SPANS = 8
NAME_LENGTH = 20
BONUS_ROUNDS = (2, 4)
"""The rounds that end with a bonus card."""
LAND, TECHNOLOGIES, DAMAGE_CARDS, BONUS_CARDS, BRIDGES = 40, 30, 9, 6, 4
"""How many there are in the box, without the start tiles."""


class Box:
    """The checked component file: what is in the box."""

    def __init__(self, file: CenturyFile, digest: str) -> None:
        self.hash = digest
        self.setup = file.setup
        self.offers: dict[int, Offer] = {offer.players: offer for offer in file.offers.list}
        """By number of players."""
        self.strips = file.strips.science
        self.pollution = file.pollution
        self.start = file.start.tile
        self.land: dict[str, Land] = {tile.name: tile for tile in file.land.list}
        """By name, in the order of the file; so are all the others."""
        self.technologies: dict[str, Technology] = {one.name: one for one in file.technologies.list}
        self.abilities = {one.name: abilities(one) for one in file.technologies.list}
        """What technologies can be used for."""
        self.damage = {card.name: card for card in file.damage.list}
        self.bonus = {card.name: card for card in file.bonus.list}
        self.shapes: dict[str, Shape] = {START: Shape(START, file.start.tile)}
        """What land tiles and facilities look like."""
        for tile in file.land.list:
            self.shapes[tile.name] = Shape(tile.name, tile)
        for one in file.technologies.list:
            if one.facility:
                self.shapes[one.name] = Shape(one.name, one.facility)
        self.piles: dict[str, dict[Period, tuple[str, ...]]] = {
            what: {period: tuple([name for name, item in items.items() if item.period == period]) for period in PERIODS}
            for what, items in (("land", self.land), ("technologies", self.technologies), ("damage", self.damage))
        }
        """The names of each period's land, technologies and damage cards."""


def _check(file: CenturyFile) -> None:
    _check_course(file)
    _check_names(file)
    _check_start(file.start.tile)
    for tile in file.land.list:
        _check_shape(f"land: {tile.name}", tile)
    for one in file.technologies.list:
        _check_technology(one)
    if sum(one.bridge for one in file.technologies.list) > BRIDGES:
        raise ComponentsError(f"technologies: there are {BRIDGES} bridges at most")
    _check_cards(file)
    _check_piles(file)


def _check_names(file: CenturyFile) -> None:
    """There are as many things as in the box, no two of a name."""
    names: list[str] = [START]
    for what, items, wanted in (
        ("land", file.land.list, LAND),
        ("technologies", file.technologies.list, TECHNOLOGIES),
        ("damage", file.damage.list, DAMAGE_CARDS),
        ("bonus", file.bonus.list, BONUS_CARDS),
    ):
        if len(items) != wanted:
            raise ComponentsError(f"{what}: {len(items)}; there are {wanted}")
        names += [item.name for item in items]
    for name in names:
        plain = name.isascii() and name.isprintable() and name == name.strip() and not set(name) & set('"\\')
        if not (0 < len(name) <= NAME_LENGTH and plain):
            raise ComponentsError(f"{name!r}: a name is up to {NAME_LENGTH} printable ASCII characters long, no quotes")
    if twice := [name for name in names if names.count(name) > 1]:
        raise ComponentsError(f"two things are called {twice[0]!r}")


def _check_start(start: StartLand) -> None:
    _check_shape("start", start)
    in_range("start: garbage", start.garbage, 0, MOST)
    letters = [city.node for city in start.cities]
    if len(set(start.citizens)) < len(start.citizens) or not set(start.citizens) <= set(letters):
        raise ComponentsError(f"start: citizens live in cities of it, one in each: {', '.join(letters)}")


def _check_cards(file: CenturyFile) -> None:
    for card in file.damage.list:
        if len(card.columns) != SEATS[-1]:
            raise ComponentsError(f"damage: {card.name}: a card has {SEATS[-1]} columns")
        for number, column in enumerate(card.columns):
            in_range(f"damage: {card.name}: column {number}: garbage", column.garbage, 0, MOST)
            in_range(f"damage: {card.name}: column {number}: skulls", column.skulls, 0, MOST)
    for bonus in file.bonus.list:
        if not bonus.lines or len({line.counts for line in bonus.lines}) < len(bonus.lines):
            raise ComponentsError(f"bonus: {bonus.name}: a card has lines, and counts nothing twice")
        for line in bonus.lines:
            in_range(f"bonus: {bonus.name}: {line.counts}: points", line.points, -MOST, MOST)
            if not line.points:
                raise ComponentsError(f"bonus: {bonus.name}: {line.counts}: a line is worth points")
    for number in BONUS_ROUNDS:
        if sum(bonus.round == number for bonus in file.bonus.list) != BONUS_CARDS // len(BONUS_ROUNDS):
            raise ComponentsError(f"bonus: {BONUS_CARDS // 2} cards are for round 2, as many for round 4")


def _check_course(file: CenturyFile) -> None:
    for name in ("coins", "science", "compensation", "largest_bid"):
        in_range(f"setup: {name}", getattr(file.setup, name), 0, MOST)
    if [offer.players for offer in file.offers.list] != [*SEATS]:
        raise ComponentsError(f"offers: for {', '.join(map(str, SEATS))} players, in this order")
    for period in PERIODS:
        if period not in file.setup.minimum_bid or period not in file.strips.science:
            raise ComponentsError(f"{period}: there is a minimum bid and a strip for each period")
        in_range(f"setup: minimum_bid: {period}", file.setup.minimum_bid[period], 0, MOST)
        strip = file.strips.science[period]
        if not strip:
            raise ComponentsError(f"strips: {period}: a strip has fields")
        for value in strip:
            in_range(f"strips: {period}", value, 0, MOST)
        for offer in file.offers.list:
            where = f"offers: {offer.players} players: field (the strip of {period} has {len(strip)})"
            in_range(where, offer.field, 1, len(strip))
    track = file.pollution
    if len(track.values) != len(track.clean_land) or len(track.values) % 2 == 0:
        raise ComponentsError("pollution: an odd number of fields, each with a value and one for clean land")
    for name, values in (("values", track.values), ("clean_land", track.clean_land)):
        for value in values:
            in_range(f"pollution: {name}", value, -MOST, MOST)


def _check_piles(file: CenturyFile) -> None:
    """Each period has enough for its rounds."""
    for offer in file.offers.list:
        where = f"offers: {offer.players} players"
        in_range(f"{where}: land", offer.land, 1, MOST)
        in_range(f"{where}: technologies (one each)", offer.technologies, offer.players, MOST)
        for period in PERIODS:
            rounds = ROUNDS.count(period)
            for what, items, taken in (
                ("land", file.land.list, offer.land),
                ("technologies", file.technologies.list, offer.technologies),
                ("damage", file.damage.list, 1),
            ):
                there = sum(item.period == period for item in items)
                if there < rounds * taken:
                    raise ComponentsError(f"{where}: {what}: {rounds * taken} needed for {period}, {there} there")


def _check_shape(where: str, figures: Land | StartLand | FacilityFigures) -> None:
    cities = () if isinstance(figures, FacilityFigures) else figures.cities
    buildings = figures.buildings if isinstance(figures, FacilityFigures) else ()
    letters = [
        *[city.node for city in cities],
        *[one.node for one in buildings],
        *[fork.node for fork in figures.forks],
    ]
    if not all(len(letter) == 1 and letter.isascii() and letter.islower() for letter in letters):
        raise ComponentsError(f"{where}: nodes are called by one small letter")
    if len(set(letters)) < len(letters):
        raise ComponentsError(f"{where}: two nodes have one letter")
    if isinstance(figures, FacilityFigures):
        in_range(f"{where}: buildings", len(buildings), 1, MOST_CITIES)
    else:
        in_range(f"{where}: cities", len(cities), 1, MOST_CITIES)
    for city in cities:
        for good in ("coins", "science", "prosperity"):
            in_range(f"{where}: {city.node}: {good}", getattr(city, good), 0, MOST)
    for building in buildings:
        in_range(f"{where}: {building.node}: bonus", building.bonus, 1, MOST)
    in_range(f"{where}: spans", len(figures.spans), 0, MOST_SPANS)
    for what, pieces in (("track", figures.track), ("spans", figures.spans)):
        if len({frozenset(piece.split("-")) for piece in pieces}) < len(pieces):
            raise ComponentsError(f"{where}: {what}: a piece stands there twice")
    try:
        error = flaw(Shape(where, figures))
    except (KeyError, ValueError):
        raise ComponentsError(f"{where}: track and spans join two of its nodes and ports, as in 'a-N'") from None
    if error:
        raise ComponentsError(f"{where}: {error}")


def _check_technology(one: Technology) -> None:
    where = f"technologies: {one.name}"
    for name in ("garbage", "skulls", "flowers"):
        in_range(f"{where}: {name}", getattr(one, name), 0, MOST)
    prices: list[tuple[str, Price | None]] = [("recycling", one.recycling), ("remediation", one.remediation)]
    if one.quality_of_life:
        prices.append(("quality_of_life", one.quality_of_life.price))
        in_range(f"{where}: quality_of_life: points", one.quality_of_life.points, 1, MOST)
    for what, price in prices:
        if price:
            in_range(f"{where}: {what}: coins", price.coins, 0, MOST)
            in_range(f"{where}: {what}: science", price.science, 0, MOST)
    if one.facility:
        if abilities(one):
            raise ComponentsError(f"{where}: a facility does nothing else")
        _check_shape(where, one.facility)
    elif not abilities(one) and not one.flowers:
        raise ComponentsError(f"{where}: it does nothing")


load = loader(NAME, CenturyFile, _check, Box)
"""The tiles of a component file (None: the packaged one); raises ComponentsError."""
