"""Pictures of tiles in all turns and of regions, joined, in strips, with gaps."""

from __future__ import annotations

from cityleague.engine.twentieth_century.looks.text_map import in_letters
from cityleague.engine.twentieth_century.view import Placed

from ..rows import rows
from .drawn import check_region, own, placed_tile


def region(*tiles: Placed, width: int = 80) -> str:
    lines = in_letters(tiles, own().shapes, width)
    assert in_letters(tiles[::-1], own().shapes, width) == lines, "it depends on the order of the tiles"
    assert max(map(len, lines)) <= width
    return "\n" + "\n".join(lines) + "\n"


# -- tiles


_TURNED = (
    r"""
          0
  ○─Land 1○───────┐
  │ \       \\    │
  │  [A]-----[b]  │
  │ //        |   │
0 ○           |   ○
  │           | / │
  │           x   │
  │         /     │
  └───────○───────┘
""",
    r"""
          0
  ┌─Land 1○───1g──○
  │         \\  / │
  │          [A]  │
  │           |   │
0 ○           |   ○
  │ \         | //│
  │   x------[b]  │
  │     \         │
  └───────○───────┘
""",
    r"""
          0
  ┌─Land 1○───2g──┐
  │     /         │
  │   x           │
  │ / |           │
0 ○   |           ○
  │   |         //│
  │  [b]-----[A]  │
  │     \\      \ │
  └───────○───────○
""",
    r"""
          0
  ┌─Land 1○───3g──┐
  │         \     │
  │  [b]------x   │
  │ //|         \ │
0 ○   |           ○
  │   |           │
  │  [A]          │
  │ /   \\        │
  ○───────○───────┘
""",
)

_FACILITY = (
    r"""
          0
  ┌───T1──○───────┐
  │       | \\    │
  │      <m>  \\  │
  │             \\│
0 │               ○
  │             / │
  │  <l>------x   │
  │ /   \\        │
  ○───────○───────┘
""",
    r"""
          0
  ○───T1──────────┐
  │ \             │
  │  <l>          │
  │ //|           │
0 ○   |      <m>--○
  │   |         //│
  │   x       //  │
  │     \   //    │
  └───────○───────┘
""",
    r"""
          0
  ┌───T1──○───────○
  │         \\  / │
  │   x------<l>  │
  │ /             │
0 ○               │
  │ \\            │
  │   \\ <m>      │
  │     \\|       │
  └───────○───────┘
""",
    r"""
          0
  ┌───T1──○───────┐
  │     //  \     │
  │   //      x   │
  │ //        |   │
0 ○--<m>      |   ○
  │           | //│
  │          <l>  │
  │             \ │
  └───────────────○
""",
)


@rows("turn", range(4))
def test_land_is_drawn_in_all_turns(turn: int) -> None:
    """A citizen in a, none in b; two bridges; as many cubes of garbage as quarter turns."""
    tile = placed_tile("Land 1", (0, 0), turn, citizens=("a",), garbage=turn, bridges=("a-W", "b-N"))
    assert region(tile) == _TURNED[turn]


@rows("turn", range(4))
def test_a_facility_is_drawn_in_all_turns(turn: int) -> None:
    assert region(placed_tile("T1", (0, 0), turn, bridges=("N-E", "l-S"))) == _FACILITY[turn]


def test_a_bridge_can_be_told_from_track_and_is_drawn_only_where_it_lies() -> None:
    without, along = region(placed_tile("Land 3", (0, 0))), region(placed_tile("Land 3", (0, 0), bridges=("a-E",)))
    assert "│  [a]          │" in without
    assert "│  [a]══════════○" in along
    assert "○══════════[a]  │" in region(placed_tile("Land 3", (0, 0), 2, bridges=("a-E",)))
    across = region(placed_tile("Land 3", (0, 0), bridges=("N-S",)))
    assert across.count("│       ║       │\n") == 6
    assert "0 │  [a]  ║       │\n" in across


def test_names_are_cut_in_the_middle_if_they_are_long() -> None:
    assert "\n  ○a l…. 5○───────┐\n" in region(placed_tile("a long name, no. 5", (0, 0)))
    assert "\n  ┌a l… 15────1g──┐\n" in region(placed_tile("a long name, no. 15", (0, 0), garbage=1))
    assert "\n  ┌───T1──○───────┐\n" in region(placed_tile("T1", (0, 0)))


# -- regions


def test_tiles_share_borders_and_track_that_meets_is_marked() -> None:
    """At an edge and at a corner; an edge with track on one side only stays open."""
    assert (
        region(
            placed_tile("Land 3", (0, 0), bridges=("a-E", "N-E")),
            placed_tile("Land 6", (1, 0), 3, bridges=("N-S",)),
            placed_tile("Land 2", (-1, 1), garbage=12),
            placed_tile("Land 8", (0, 1), bridges=("N-E", "S-W"), citizens=("a",)),
            placed_tile("start", (1, 2), 2, citizens=("a",)),
        )
        == r"""
          -1              0               1
                  ┌─Land 3○───────┬─Land 6────────┐
                  │         \\    │               │
                  │           \\  │               │
                  │             \\│               │
0                 │  [a]══════════●═══════════════○
                  │               │               │
                  │               │      [a]      │
                  │               │               │
  ○─Land 2○──12g──○─Land 8○───────┼───────────────┘
  │ \     |       │ \     | \\    │
  │   \   |       │   \   |   \\  │
  │     \ |       │     \ |     \\│
1 ○------[a]------●------[A]------○
  │       | \     │ \\    | \     │
  │       |   \   │   \\  |   \   │
  │       |     \ │     \\|     \ │
  └───────○───────○───────○───────●─start─────────┐
                                  │ \             │
                                  │  [b]          │
                                  │ /   \         │
2                                 ○       \       │
                                  │         \     │
                                  │          [A]  │
                                  │         /     │
                                  └───────○───────┘
"""
    )


def test_a_wide_region_is_drawn_in_strips() -> None:
    """Track that meets track of another strip is marked in both; a strip has the rows in which it has tiles."""
    tiles = [
        placed_tile("Land 2", (0, 0), citizens=("a",)),
        placed_tile("Land 11", (1, 0)),
        placed_tile("Land 14", (2, 0), 1),
    ]
    tiles += [placed_tile("T1", (3, 1), 2)]
    assert (
        region(*tiles, width=36)
        == r"""
          0               1
  ○─Land 2○───────○Land 11○───────┐
  │ \     |       │ \     |       │
  │   \   |       │   \   |       │
  │     \ |       │     \ |       │
0 ○------[A]------●------[a]------●
  │       | \     │       | \     │
  │       |   \   │       |   \   │
  │       |     \ │       |     \ │
  └───────○───────○───────○───────●

          2               3
  ┌Land 14○───────○
  │       |     / │
  │       |   /   │
  │       | /     │
0 ●------[a]------○
  │     / |       │
  │   /   |       │
  │ /     |       │
  ●───────○───────┼───T1──────────○
                  │             / │
                  │   x------<l>  │
                  │ /             │
1                 ○               │
                  │               │
                  │      <m>      │
                  │       |       │
                  └───────○───────┘
"""
    )


def test_empty_rows_and_columns_of_a_strip_are_left_out() -> None:
    """A region goes down one column; only its first and its fifth row reach far to the east."""
    tiles = [placed_tile("Land 3", (x, 0)) for x in range(-1, 1)]
    tiles += [placed_tile("Land 6", (x, 4)) for x in range(-1, 1)] + [placed_tile("Land 9", (-2, y)) for y in range(5)]
    lines = region(*tiles, width=36).splitlines()[1:]
    second = lines[lines.index("") + 1 :]
    assert second[0].split() == ["0"]
    assert [line[:2].strip() for line in second if line[:2].strip()] == ["0", "4"]
    assert second.count("") == 1
    assert len(second) == 1 + 9 + 1 + 9


@rows("length", [4, 5, 9, 12, 40, 120])
def test_regions_of_every_width_fit(length: int) -> None:
    """Some regions are longer than the supply of tiles, so tiles are used more than once."""
    names = ["Land 1", "Land 2", "T1", "start", "Land 3"]
    tiles = [
        placed_tile(names[i % 5], (i - length // 2, i % 3 - 1 - i // 9), (0, 1, 2, 3)[i % 4], garbage=i)
        for i in range(length)
    ]
    lines = in_letters(tiles, own().shapes, 80)
    assert max(map(len, lines)) <= 80
    assert lines.count("") == -(-length // 4) - 1
    check_region(tiles, own(), lines)
