"""20th Century: the land auction, technologies, environmental damage."""

from __future__ import annotations

from ...twentieth_century.by_hand import figures
from .case import Cases
from .twentieth_century_case import case

UP = "0 choose L1"
"""Seat 0, the start player, puts up L1."""
WON = f"{UP}; 0 bid 2; 1 pass; 2 pass"
"""Seat 0 has L1, and chooses again."""
ALONE = "0 drop; 1 drop"
"""Of three players seat 2 is the last one in."""

CASES: Cases = {
    # -- 2. Landauktion: which land
    "CENTURY-LAND-NOT-OFFERED": [
        # Land that has not been drawn.
        case("0 choose L6", "tile", "'L6' is not on offer; on offer: L1, L2, L3, L4, L5"),
        case(f"{WON}; {UP}", "tile", "'L1' is not on offer; on offer: L2, L3, L4, L5"),  # Land that is sold.
        case("round 2; 2 choose L5", "tile", "'L5' is not on offer; on offer: L6"),  # Land that went with its round.
        case("0 choose L17", "tile", "'L17' is not on offer"),  # Land of a later period.
        case(f"{ALONE}; 2 choose start", "tile", "'start' is not on offer"),  # The start tile.
        case("3 choose mine", "tile", "'mine' is not on offer", players=4, start=3),  # A technology put up.
        # Neither on offer nor to be paid. What is on offer comes first.
        case("0 choose L6", "tile", "'L6' is not on offer", components=figures(coins=1)),
    ],
    "CENTURY-START-PASS": [
        case("0 pass", "type", "chooses land or drops out"),  # The start player passes.
        case(f"{UP}; 0 bid 2; 1 bid 3; 1 pass", "type", "chooses land or drops out"),  # The winner passes.
        case("0 drop; 0 decline; 1 pass", "type", "chooses land or drops out"),  # The next start player passes.
        case(f"{ALONE}; 2 pass", "type", "chooses land or drops out"),  # The last one in passes.
    ],
    # -- 2. Landauktion: bids
    "CENTURY-BID-MINIMUM": [
        case(f"{UP}; 0 bid 1", "coins", "1 coins; the minimum is 2"),  # One in the first round.
        case(f"{UP}; 0 bid 0", "coins", "0 coins; the minimum is 2", players=5),  # Nothing bid.
        case(f"{UP}; 0 bid -20", "coins", "-20 coins; the minimum is 2", players=4),  # Less than nothing.
        case("round 3; 1 choose L17; 1 bid 2", "coins", "2 coins; the minimum is 3"),  # Two in the third round.
        case("round 5; 0 choose L33; 0 bid 3", "coins", "3 coins; the minimum is 4"),  # Three in the fifth round.
    ],
    "CENTURY-BID-RAISE": [
        case(f"{UP}; 0 bid 2; 1 bid 2", "coins", "2 coins; the highest bid is 2"),  # As much as the highest bid.
        case(f"{UP}; 0 bid 2; 1 bid 1", "coins", "1 coins; the highest bid is 2"),  # Less than the minimum now.
        # More than the first bid only.
        case(f"{UP}; 0 bid 2; 1 bid 7; 2 bid 5", "coins", "5 coins; the highest bid is 7", players=4),
        # The own bid again.
        case(f"{UP}; 0 bid 5; 1 pass; 2 bid 6; 0 bid 5", "coins", "5 coins; the highest bid is 6"),
    ],
    "CENTURY-BID-COINS": [
        case(f"{UP}; 0 bid 21", "coins", "21 coins; seat 0 holds 20"),  # A first bid of more than is there.
        case(f"{UP}; 0 bid 20; 1 bid 21", "coins", "21 coins; seat 1 holds 20"),  # A higher bid of more than is there.
        # What was paid for other land. 20 - 2 = 18.
        case(f"{WON}; 0 choose L2; 0 bid 19", "coins", "19 coins; seat 0 holds 18"),
        # Land put up without the minimum.
        case(f"{UP}", "tile", "the minimum is 2 coins; seat 0 holds 1", components=figures(coins=1)),
        # The last one in has nothing left. 5 - 2 - 2 = 1.
        case(
            f"{ALONE}; 2 drop; 3 drop; 4 choose L1; 4 choose L2; 4 choose L3",
            "tile",
            "the minimum is 2 coins; seat 4 holds 1",
            players=5,
            components=figures(coins=5),
        ),
    ],
    # -- 2. Landauktion: technologies
    "CENTURY-TECHNOLOGY-NOT-OFFERED": [
        # A technology that has not been drawn.
        case("0 buy life", "technology", "'life' is not on offer; on offer: mine, worker, worker-2, bridge"),
        # A technology that is sold.
        case("0 buy mine; 1 buy mine", "technology", "'mine' is not on offer; on offer: worker, worker-2, bridge"),
        # The own technology of the round before.
        case("0 buy mine; round 2; 0 buy mine", "technology", "'mine' is not on offer"),
        case("2 buy P13", "technology", "'P13' is not on offer", players=4),  # A technology of a later period.
        case("0 buy L1", "technology", "'L1' is not on offer; on offer: mine"),  # Land bought as a technology.
    ],
    "CENTURY-TECHNOLOGY-SCIENCE": [
        # A technology on the first field.
        case("0 buy mine", "technology", "mine costs 5 science; seat 0 holds 4", components=figures(science=4)),
        # With four players it costs more.
        case(
            "0 buy mine", "technology", "mine costs 6 science; seat 0 holds 5", players=4, components=figures(science=5)
        ),
        # On the last field the marker stays. With four fields, the second tile that is sold brings it there.
        case(
            f"{UP}; 0 choose L2; 0 choose L3; 0 choose L4; 0 buy mine",
            "technology",
            "mine costs 3 science; seat 0 holds 2",
            components=figures(science=2),
        ),
        # After paying for another one. 9 - 5 - 2 + 2: what it cost, what was bid for a column, and what a city yields.
        case(
            "0 buy mine; 0 contain 0 2; round 2; 0 buy bridge-2",
            "technology",
            "bridge-2 costs 5 science; seat 0 holds 4",
            components=figures(science=9),
        ),
    ],
    # -- 3. Umweltschäden
    "CENTURY-DAMAGE-COLUMN": [
        case("2 contain 3 0", "column", "column 3; columns are 0 to 2"),  # A fourth column for three.
        case("3 contain 4 0", "column", "column 4; columns are 0 to 3", players=4),  # The last column for four.
        case("4 contain 5 99", "column", "column 5; columns are 0 to 4", players=5),  # A sixth column.
        case("2 contain -1 0", "column", "column -1; columns are 0 to 2"),  # A column on the left of the left one.
    ],
    "CENTURY-DAMAGE-LIMIT": [
        case("2 contain 0 13", "science", "13 science; 0 to 12 can be bid"),  # Beyond the scale.
        # Beyond the scale to outbid its end.
        case("2 contain 0 12; 0 contain 0 13", "science", "13 science; 0 to 12 can be bid"),
        case("2 contain 0 -1", "science", "-1 science; 0 to 12 can be bid"),  # Less than no science.
        # Beyond the scale and the means. The scale comes first.
        case("2 contain 1 21", "science", "21 science; 0 to 12 can be bid"),
    ],
    "CENTURY-DAMAGE-RAISE": [
        case("2 contain 0 0; 0 contain 0 0", "science", "0 science; column 0 stands at 0"),  # Nothing on nothing.
        # Less than the figure.
        case("3 contain 2 5; 0 contain 2 4", "science", "4 science; column 2 stands at 5", players=4),
        # Outbid and no higher.
        case(
            "2 contain 0 1; 0 contain 0 2; 1 contain 1 0; 2 contain 0 2", "science", "2 science; column 0 stands at 2"
        ),
    ],
    "CENTURY-DAMAGE-SCIENCE": [
        # More science than is there.
        case("2 contain 0 8", "science", "8 science; seat 2 holds 7", components=figures(science=7)),
        # More than is left after a technology. 9 - 5 = 4.
        case("2 buy mine; 2 contain 0 5", "science", "5 science; seat 2 holds 4", components=figures(science=9)),
        # The other one has more. Seat 2 has bought a technology, seat 0 has not.
        case(
            "2 buy mine; 2 contain 1 4; 0 contain 1 5; 2 contain 1 6",
            "science",
            "6 science; seat 2 holds 4",
            components=figures(science=9),
        ),
    ],
}
