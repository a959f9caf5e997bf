"""The component file checked, and ready for use."""

from collections import Counter
from collections.abc import Iterator

from cityleague.engine.components import FromFile, Json, in_range, loader, names, plain_packaged, to_fill_in
from cityleague.engine.twentieth_century.figures import (
    PERIODS,
    BuildingFigures,
    CenturyFile,
    CityFigures,
    FacilityFigures,
    Fork,
    Land,
    Offer,
    Period,
    Price,
    StartLand,
    Technology,
    abilities,
)
from cityleague.engine.twentieth_century.tiles import Shape, flaw
from cityleague.engine.words import quote

NAME = "twentieth_century"
SEATS = range(3, 6)
START = "start"
"""The name of the start tile."""

ROUNDS: tuple[Period, ...] = ("I-II", "I-II", "III-IV", "III-IV", "V")
"""The period of each round, from the first. In the last round, which is not listed, nothing is on offer."""
MAX_FIGURE = 100
"""The largest figure that a component file may state."""
MAX_CITIES = 4
"""The most cities, or buildings, on a tile."""
MAX_SPANS = 8
NAME_LENGTH = 20
BONUS_ROUNDS = (2, 4)
"""The rounds that end with a bonus card."""
COUNTS = {"land": 40, "technologies": 30, "damage": 9, "bonus": 6}
"""The contents of the box, without the start tiles."""
BRIDGES = 4


class Box(FromFile):
    """The contents of the box: a component file that has passed all checks."""

    def __init__(self, file: CenturyFile, digest: str) -> None:
        self.hash = digest
        self.basics = file.setup
        self.offers: dict[int, Offer] = {offer.players: offer for offer in file.offers.list}
        """By number of players."""
        self.strips = file.strips.science
        self.pollution = file.pollution
        self.start = file.start.tile
        self.land: dict[str, Land] = {tile.name: tile for tile in file.land.list}
        """By name, in the order of the file; so are all the others."""
        self.technologies: dict[str, Technology] = {
            technology.name: technology for technology in file.technologies.list
        }
        self.abilities = {technology.name: abilities(technology) for technology in file.technologies.list}
        """By technology: its uses."""
        self.damage = {card.name: card for card in file.damage.list}
        self.bonus = {card.name: card for card in file.bonus.list}
        self.shapes: dict[str, Shape] = {START: Shape(START, file.start.tile)}
        """By name: the layout of a land tile or a facility."""
        for tile in file.land.list:
            self.shapes[tile.name] = Shape(tile.name, tile)
        for technology in file.technologies.list:
            if technology.facility:
                self.shapes[technology.name] = Shape(technology.name, technology.facility)
        self.piles: dict[str, dict[Period, tuple[str, ...]]] = {
            kind: {period: tuple([name for name, item in items.items() if item.period == period]) for period in PERIODS}
            for kind, items in (("land", self.land), ("technologies", self.technologies), ("damage", self.damage))
        }
        """The names of each period's land, technologies and damage cards."""


def _call(file: Json) -> Iterator[str]:
    """Check that everything is listed as often as it is in the box."""
    for kind, count in COUNTS.items():
        listed = names(file, kind, "list")
        if listed is not None and len(listed) != count:
            yield f"{kind}: {len(listed)}; the box has {count}"


def _check(file: CenturyFile) -> Iterator[str]:
    yield from _check_course(file)
    yield from _check_names(file)
    yield from _check_start(file.start.tile)
    for tile in file.land.list:
        yield from _check_shape(f"land: {tile.name}", tile)
    for technology in file.technologies.list:
        yield from _check_technology(technology)
    if sum(technology.bridge for technology in file.technologies.list) > BRIDGES:
        yield f"technologies: the box has at most {BRIDGES} bridges"
    yield from _check_cards(file)
    yield from _check_piles(file)


def _check_names(file: CenturyFile) -> Iterator[str]:
    """Check that names are plain and all different."""
    counts = Counter([START, *[item.name for kind in COUNTS for item in getattr(file, kind).list]])
    for name, times in counts.items():
        plain = name.isascii() and name.isprintable() and name == name.strip() and not set(name) & set('"\\')
        if not (0 < len(name) <= NAME_LENGTH and plain):
            yield f"{quote(name)}: a name is up to {NAME_LENGTH} printable ASCII characters long, no quotes"
        if times > 1:
            yield f"{'two' if times == 2 else times} things are called {quote(name)}"


def _check_start(start: StartLand) -> Iterator[str]:
    yield from _check_shape("start", start)
    yield from in_range("start: garbage", start.garbage, 0, MAX_FIGURE)
    letters = [city.node for city in start.cities]
    if len(set(start.citizens)) < len(start.citizens) or not set(start.citizens) <= set(letters):
        yield f"start: citizens live in its cities, at most one in each: {', '.join(letters)}"


def _check_cards(file: CenturyFile) -> Iterator[str]:
    for card in file.damage.list:
        where = f"damage: {card.name}"
        if len(card.columns) != SEATS[-1]:
            yield f"{where}: a card has {SEATS[-1]} columns"
        for number, column in enumerate(card.columns):
            yield from in_range(f"{where}: column {number}: garbage", column.garbage, 0, MAX_FIGURE)
            yield from in_range(f"{where}: column {number}: skulls", column.skulls, 0, MAX_FIGURE)
    for bonus in file.bonus.list:
        where = f"bonus: {bonus.name}"
        if not bonus.lines or len({line.counts for line in bonus.lines}) < len(bonus.lines):
            yield f"{where}: a card has lines, and no two of them count the same"
        for line in bonus.lines:
            yield from in_range(f"{where}: {line.counts}: points", line.points, -MAX_FIGURE, MAX_FIGURE)
            if not line.points:
                yield f"{where}: {line.counts}: the points of a line are not 0"
    each = COUNTS["bonus"] // len(BONUS_ROUNDS)
    for number in BONUS_ROUNDS:
        listed = sum(bonus.round == number for bonus in file.bonus.list)
        if listed != each:
            yield f"bonus: {listed} cards are for round {number}; the box has {each}"


def _check_course(file: CenturyFile) -> Iterator[str]:
    for name in ("coins", "science", "compensation", "largest_bid"):
        yield from in_range(f"setup: {name}", getattr(file.setup, name), 0, MAX_FIGURE)
    if [offer.players for offer in file.offers.list] != [*SEATS]:
        yield f"offers: one each for {', '.join(map(str, SEATS))} players, in this order"
    for period in PERIODS:
        if period not in file.setup.minimum_bid or period not in file.strips.science:
            yield f"{period}: each period has a minimum bid and a strip"
            continue
        yield from in_range(f"setup: minimum_bid: {period}", file.setup.minimum_bid[period], 0, MAX_FIGURE)
        strip = file.strips.science[period]
        if not strip:
            yield f"strips: {period}: a strip has fields"
            continue
        for value in strip:
            yield from in_range(f"strips: {period}", value, 0, MAX_FIGURE)
        for offer in file.offers.list:
            where = f"offers: {offer.players} players: field (the strip of {period} has {len(strip)})"
            yield from in_range(where, offer.field, 1, len(strip))
    track = file.pollution
    if len(track.values) != len(track.clean_land) or len(track.values) % 2 == 0:
        yield "pollution: the track has an odd number of fields, each with a value and one for clean land"
    for name, values in (("values", track.values), ("clean_land", track.clean_land)):
        for value in values:
            yield from in_range(f"pollution: {name}", value, -MAX_FIGURE, MAX_FIGURE)


def _check_piles(file: CenturyFile) -> Iterator[str]:
    """Check that each period has enough for its rounds."""
    for offer in file.offers.list:
        where = f"offers: {offer.players} players"
        yield from in_range(f"{where}: land", offer.land, 1, MAX_FIGURE)
        yield from in_range(f"{where}: technologies (one each)", offer.technologies, offer.players, MAX_FIGURE)
        for kind, items, taken in (
            ("land", file.land.list, offer.land),
            ("technologies", file.technologies.list, offer.technologies),
            ("damage", file.damage.list, 1),
        ):
            for period in PERIODS:
                needed, listed = ROUNDS.count(period) * taken, sum(item.period == period for item in items)
                if listed < needed:
                    yield f"{where}: {kind}: {period} needs {quote(needed)}, and has {listed}"


def _check_shape(where: str, figures: Land | StartLand | FacilityFigures) -> Iterator[str]:
    cities = () if isinstance(figures, FacilityFigures) else figures.cities
    buildings = figures.buildings if isinstance(figures, FacilityFigures) else ()
    nodes: list[CityFigures | BuildingFigures | Fork] = [*cities, *buildings, *figures.forks]
    letters = [node.node for node in nodes]
    kind = "buildings" if isinstance(figures, FacilityFigures) else "cities"
    yield from in_range(f"{where}: {kind}", len(cities or buildings), 1, MAX_CITIES)
    if not all(len(letter) == 1 and letter.isascii() and letter.islower() for letter in letters):
        yield f"{where}: the name of a node is one small letter"
        return
    if len(set(letters)) < len(letters):
        yield f"{where}: two nodes have the same letter"
        return
    for city in cities:
        for good in ("coins", "science", "prosperity"):
            yield from in_range(f"{where}: {city.node}: {good}", getattr(city, good), 0, MAX_FIGURE)
    for building in buildings:
        yield from in_range(f"{where}: {building.node}: bonus", building.bonus, 1, MAX_FIGURE)
    yield from _check_pieces(where, figures)


def _check_pieces(where: str, figures: Land | StartLand | FacilityFigures) -> Iterator[str]:
    """Check that track and spans lie as they may."""
    too_many = [*in_range(f"{where}: spans", len(figures.spans), 0, MAX_SPANS)]
    yield from too_many
    for kind, pieces in (("track", figures.track), ("spans", figures.spans)):
        if len({frozenset(piece.split("-")) for piece in pieces}) < len(pieces):
            yield f"{where}: {kind}: a piece is listed twice"
            return
    if too_many:
        return
    try:
        error = flaw(Shape(where, figures))
    except (KeyError, ValueError):
        error = "track and spans join two of its nodes and ports, as in 'a-N'"
    if error:
        yield f"{where}: {error}"


def _check_technology(technology: Technology) -> Iterator[str]:
    where = f"technologies: {technology.name}"
    for name in ("garbage", "skulls", "flowers"):
        yield from in_range(f"{where}: {name}", getattr(technology, name), 0, MAX_FIGURE)
    prices: list[tuple[str, Price | None]] = [
        ("recycling", technology.recycling),
        ("remediation", technology.remediation),
    ]
    if technology.quality_of_life:
        prices.append(("quality_of_life", technology.quality_of_life.price))
        yield from in_range(f"{where}: quality_of_life: points", technology.quality_of_life.points, 1, MAX_FIGURE)
    for use, price in prices:
        if price:
            yield from in_range(f"{where}: {use}: coins", price.coins, 0, MAX_FIGURE)
            yield from in_range(f"{where}: {use}: science", price.science, 0, MAX_FIGURE)
    if technology.facility:
        if abilities(technology):
            yield f"{where}: a facility has no other uses"
        yield from _check_shape(where, technology.facility)
    elif not abilities(technology) and not technology.flowers:
        yield f"{where}: it does nothing"


def template() -> Json:
    """The packaged file with null for all that only a real copy tells: offers, costs, tiles and cards."""
    file = plain_packaged(NAME)
    offers = [{"players": players, "land": None, "technologies": None, "field": None} for players in SEATS]
    land_figures = ("period", "cities", "forks", "track", "spans")
    technology_figures = ("period", "garbage", "skulls", "flowers")
    damage = [card | {"columns": None} for card in file["damage"]["list"]]
    return file | {
        "offers": to_fill_in(list=offers),
        "strips": to_fill_in(science=dict.fromkeys(PERIODS)),
        "pollution": to_fill_in(values=None, clean_land=None),
        "land": to_fill_in(
            list=[{"name": tile["name"], **dict.fromkeys(land_figures)} for tile in file["land"]["list"]]
        ),
        "technologies": to_fill_in(
            list=[
                {"name": technology["name"], **dict.fromkeys(technology_figures)}
                for technology in file["technologies"]["list"]
            ]
        ),
        "damage": to_fill_in(list=damage),
    }


load = loader(NAME, CenturyFile, _check, Box, _call)
"""The tiles of a component file (None: the packaged one); raises ComponentsError."""
load_2 = loader(NAME, CenturyFile, _check, Box, _call, file="older/0.2.0.json")
"""Likewise, with what was packaged with rules 2."""
