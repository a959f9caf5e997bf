"""The tiles of the bag."""

from cityleague.engine.components import ComponentFile, ComponentsError, Provenance, in_range, loader

NAME = "backyards"
KINDS = ("rose", "pond", "tree")


class TileFile(ComponentFile, frozen=True, forbid_unknown_fields=True):
    """The component file: how many tiles there are of each kind."""

    provenance: Provenance
    tiles: dict[str, int]


class Box:
    """The checked file, as the game uses it."""

    def __init__(self, file: TileFile, digest: str) -> None:
        self.hash = digest
        self.tiles = [kind for kind in KINDS for _ in range(file.tiles[kind])]


def _check(file: TileFile) -> None:
    if set(file.tiles) != set(KINDS):
        raise ComponentsError(f"tiles: the kinds are {', '.join(KINDS)}, not {', '.join(file.tiles) or 'none'}")
    for kind, count in file.tiles.items():
        in_range(f"tiles: {kind}", count, 0, 1000)


load = loader(NAME, TileFile, _check, Box, package=__package__)
