"""The table as text."""

from backyards.table import WIDTH, View, yard_of
from cityleague.engine.protocol import Setup


def draw(setup: Setup, view: View) -> str:
    """The yards, one below the other: r for a rose, p for a pond, t for a tree."""
    text = [f"round {view.round}: {view.stage}"]
    for seat, size in enumerate(view.hand_sizes):
        yard = yard_of(view, seat)
        rows = [[yard.get((x, y), ".")[0] for x in range(WIDTH)] for y in range(setup.options.depth)]
        text.append(f"seat {seat}: {', '.join(view.hand) if seat == view.seat else f'{size} tiles'}")
        text.extend("  " + " ".join(row) for row in rows)
    return "\n".join(text)
