"""Component files: how they are read, checked, named by their hash, and laid out as templates to fill in."""

from cityleague.engine.components.files import (
    ComponentFile,
    ComponentsError,
    FromFile,
    Json,
    Listed,
    Provenance,
    decode,
    each_once,
    fingerprint,
    game_of,
    in_range,
    invented,
    laid_out,
    loader,
    names,
    packaged,
    plain_packaged,
    to_fill_in,
)

__all__ = [
    "ComponentFile", "ComponentsError", "FromFile", "Json", "Listed", "Provenance", "decode", "each_once",
    "fingerprint", "game_of", "in_range", "invented", "laid_out", "loader", "names", "packaged", "plain_packaged",
    "to_fill_in",
]  # fmt: skip
