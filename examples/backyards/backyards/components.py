"""The tiles in the bag."""

from cityleague.engine.components import ComponentFile, FromFile, Provenance, in_range, loader

NAME = "backyards"


class TileFile(ComponentFile, frozen=True, forbid_unknown_fields=True):
    """The component file: how many tiles there are of each kind."""

    provenance: Provenance
    rose: int
    pond: int
    tree: int


class Box(FromFile):
    """The contents of the box: a component file that has passed all checks."""

    def __init__(self, file: TileFile, digest: str) -> None:
        self.hash = digest
        self.tiles = ["rose"] * file.rose + ["pond"] * file.pond + ["tree"] * file.tree


def _check(file: TileFile) -> list[str]:
    return [error for kind in ("rose", "pond", "tree") for error in in_range(kind, getattr(file, kind), 0, 1000)]


load = loader(NAME, TileFile, _check, Box, package=__package__)
