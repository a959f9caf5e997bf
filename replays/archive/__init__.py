"""Games of an archive written again: those that were chosen, byte for byte, in one log or in several.

This room holds no game longer than it takes to write it, whatever the size of the archive.
"""

from cityleague.replays.archive.copying import Copied, copy_games

__all__ = ["Copied", "copy_games"]
