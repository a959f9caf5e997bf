"""Games of an archive written again: those that were chosen, byte for byte, in one log or in several.

This room holds no game longer than it takes to write it, whatever the size of the archive.
"""

from cityleague.replays.archive.copying import By, Copied, copy_games
from cityleague.replays.archive.duplicates import How
from cityleague.replays.archive.outputs import OverInputError

__all__ = ["By", "Copied", "How", "OverInputError", "copy_games"]
