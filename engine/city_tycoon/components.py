"""The component file checked, and ready for use."""

from collections.abc import Iterator
from typing import Any

from cityleague.engine.city_tycoon.figures import TERRAINS, CityFile, Demand, District, PlantFigures, Terrain
from cityleague.engine.city_tycoon.moves import PLANT_KINDS, PlantKind
from cityleague.engine.city_tycoon.town import SEATS, WATER_BESIDE_CENTRE
from cityleague.engine.components import FromFile, Json, each_once, in_range, loader, names, plain_packaged, to_fill_in
from cityleague.engine.unseen import UNSEEN

NAME = "city_tycoon"

MAX_FIGURE = 1000
"""The largest figure that a component file may state."""
ROUNDS = ("I", "II", "III", "IV")
PER_ROUND = 30
PLANTS = 6
"""Of each kind."""
NUMBERS = tuple([str(number) for number in range(1, PLANTS + 1)])
DISTRICTS = tuple([f"{mark}-{number}" for mark in ROUNDS for number in range(1, PER_ROUND + 1)])
"""The names of all districts."""
MAX_DEMANDS = 6
"""The most demands of a district. The rulebook sets no limit; this one keeps a district to one line of text."""
KIND_LENGTH = 30
CENTRE_WATER = max(map(len, WATER_BESIDE_CENTRE.values()))
"""The most terrain tiles that setup lays beside the centre."""


class Box(FromFile):
    """The contents of the box: a component file that has passed all checks."""

    def __init__(self, file: CityFile, digest: str) -> None:
        self.hash = digest
        self.basics = file.setup
        self.plants: dict[PlantKind, dict[int, PlantFigures]] = {
            kind: {plant.number: plant for plant in sorted(file.plants.of(kind), key=lambda plant: plant.number)}
            for kind in PLANT_KINDS
        }
        """By kind and number."""
        self.districts: dict[str, District] = {tile.name: tile for tile in file.districts.list}
        """By name, in the order of the file."""
        self.brings: dict[str, tuple[Terrain, ...]] = {
            tile.name: tuple([terrain for terrain in TERRAINS for _ in range(tile.reward.of(terrain))])
            for tile in file.districts.list
        }
        """By name: the terrain that comes with a district, one by one."""
        self.rounds: dict[int, tuple[str, ...]] = {
            number: tuple([name for name in self.districts if name.split("-")[0] == mark])
            for number, mark in enumerate(ROUNDS, 1)
        }
        """The names of each round's districts."""
        self.rank = {name: i for i, name in enumerate([*self.districts, UNSEEN])}
        """The position of each district in the order of the file."""


def _call(file: Json) -> Iterator[str]:
    for kind in PLANT_KINDS:
        yield from each_once(f"plants: {kind}", names(file, "plants", kind), NUMBERS)
    yield from each_once("districts", names(file, "districts", "list"), DISTRICTS)


def _check(file: CityFile) -> Iterator[str]:
    basics = file.setup
    for name, low in (
        ("money", 0), ("step", 0), ("sale", 0), ("fee", 1), ("money_for_point", 1), ("terrain", CENTRE_WATER),
    ):  # fmt: skip
        yield from in_range(f"setup: {name}", getattr(basics, name), low, MAX_FIGURE)
    yield from in_range("setup: hand", basics.hand, 1, PER_ROUND // SEATS[-1])
    for kind in PLANT_KINDS:
        for plant in file.plants.of(kind):
            for name, side in (("exhausting", plant.exhausting), ("renewing", plant.renewing)):
                where = f"plants: {kind} {plant.number}: {name}"
                yield from in_range(f"{where}: cost", side.cost, 0, MAX_FIGURE)
                yield from in_range(f"{where}: cubes", side.cubes, 1, MAX_FIGURE)
    for tile in file.districts.list:
        yield from _check_district(tile)


def _check_district(tile: District) -> Iterator[str]:
    where = f"districts: {tile.name}"
    if len(tile.kind) > KIND_LENGTH or not (tile.kind.isascii() and tile.kind.isprintable()):
        yield f"{where}: kind is up to {KIND_LENGTH} printable ASCII characters long"
    yield from in_range(f"{where}: cost", tile.cost, 0, MAX_FIGURE)
    for name in ("points", "yellow", *TERRAINS):
        yield from in_range(f"{where}: reward: {name}", getattr(tile.reward, name), 0, MAX_FIGURE)
    for terrain in TERRAINS:
        points = tile.reward.points_for.of(terrain)
        yield from in_range(f"{where}: reward: points_for: {terrain}", points, 0, MAX_FIGURE)
    if len(tile.demands) > MAX_DEMANDS:
        yield f"{where}: a district has {MAX_DEMANDS} demands at most, not {len(tile.demands)}"
    for number, demand in enumerate(tile.demands[:MAX_DEMANDS]):
        yield from _check_demand(f"{where}: demand {number}", demand)


def _check_demand(where: str, demand: Demand) -> Iterator[str]:
    for direction, part in (("takes", demand.takes), ("gives", demand.gives)):
        values = [getattr(part, name) for name in part.__struct_fields__]
        for name, value in zip(part.__struct_fields__, values, strict=True):
            yield from in_range(f"{where}: {direction}: {name}", value, 0, MAX_FIGURE)
        if not any(values):
            yield f"{where}: a demand {direction} something"


def template() -> Json:
    """The packaged file without the figures of plants and districts: those are to be read off a real copy."""
    side = {"cost": None, "cubes": None}
    plants = {
        kind: [{"number": int(number), "exhausting": side, "renewing": side} for number in NUMBERS]
        for kind in PLANT_KINDS
    }
    districts = [{"name": name, "cost": None, "reward": None, "demands": None} for name in DISTRICTS]
    return plain_packaged(NAME) | {"plants": to_fill_in(**plants), "districts": to_fill_in(list=districts)}


def _as_today(file: Json) -> Json:
    """A file as version 0.1.0 had them, as it is written today: one list was for both kinds of plants."""
    plants, districts = file.get("plants"), file.get("districts")
    if not (isinstance(plants, dict) and "list" in plants):
        return file
    both = {key: value for key, value in plants.items() if key != "list"} | dict.fromkeys(PLANT_KINDS, plants["list"])
    if isinstance(districts, dict) and isinstance(districts.get("list"), list):
        districts = districts | {"list": [*map(_district_as_today, districts["list"])]}
    return file | {"plants": both, "districts": districts}


def _district_as_today(tile: Any) -> Any:
    """The points for terrain that touches a district were told as a kind of terrain and a number."""
    if isinstance(tile, dict) and isinstance(reward := tile.get("reward"), dict):
        touching = reward.get("points_for")
        if isinstance(touching, dict) and isinstance(touching.get("terrain"), str):
            return tile | {"reward": reward | {"points_for": {touching["terrain"]: touching.get("points")}}}
    return tile


load = loader(NAME, CityFile, _check, Box, _call, convert=_as_today)
"""The tiles of a component file (None: the packaged one); raises ComponentsError."""
load_for_rules_2 = loader(NAME, CityFile, _check, Box, _call, file="older/0.2.0.json", convert=_as_today)
"""The same; None: the one that was packaged with rules 2."""
load_for_rules_1 = loader(NAME, CityFile, _check, Box, _call, file="older/0.1.0.json", convert=_as_today)
"""The same; None: the one that was packaged with rules 1."""
