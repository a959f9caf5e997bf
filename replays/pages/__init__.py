"""Pictures of positions, and pages to look at games with: SVG, and HTML that needs nothing else.

This room imports `replay`; nothing imports it but the command line.
"""

from cityleague.replays.pages.svg import changed, pictures_of, svg

__all__ = ["changed", "pictures_of", "svg"]
