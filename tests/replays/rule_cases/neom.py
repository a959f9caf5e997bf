"""NEOM: games as written at a table, whose last line breaks a rule.

Rounds are divided by `|`. Seats 0, 1, 2 make coal, ore, wood unless a case says otherwise; everyone has 6 money, and 35
more in each later generation if he has sold all tiles before. A purchase is good, seller, way. Of the tiles that serve
most, 2 (a home for 1) has all four exits, 6 (a shop) has none to the east, 7 (a shop) leads from west to east.
"""

from __future__ import annotations

from functools import partial

from ...by_hand import Told, events
from ...neom import by_hand
from ...neom.by_hand import Round
from .case import Cases, case


def _rounds(text: str) -> list[Round]:
    """What each seat does, round by round."""
    rounds: list[Round] = []
    for told in text.split("|"):
        moves: dict[int, list[Told]] = {}
        for seat, *move in events(told):
            moves.setdefault(seat, []).append(tuple(move))
        rounds.append(moves)
    return rounds


_case = partial(case, by_hand, players=3, parse=_rounds)

_TILES = " ".join(map(str, [31, 1, 3, 4, 5, 6, 7, 8, 2, *range(9, 24), *range(25, 31), 32, 24]))
SWAPPING = (
    f"boards: coal ore wood stone; anchors: 123 124 125 126; generation-1: {_TILES}; 0 pick 31; 1 pick 2; 2 pick 16;"
    "3 pick 25; 0 build 31 -1,0; 0 swap [123]"
)
"""A beginner's new anchor must be drawn."""
POST_OFFICE = "0 build 59 -1,0"
"""Stands in for one raw good a build."""
EAST = "0 build 2 1,0 | 0 build 7 2,0"
"""A trade route out of [2, 0]."""
OFFICE = "0 build 31 -1,0"
"""In the game with four players or more."""
OWN = {0: (123, 128, 131)}
"""Seat 0's anchors; 124 is one of those discarded then, as is 130."""
FOUR_HOMES = "0 build 1 0,-1 | 0 build 2 1,0 | 0 build 4 2,0"
"""They cost 1, 1 and 2 of 6 money; the fourth, 3, costs nothing."""
QUARRY = "0 build 19 1,0 | 0 build 2 0,1 | 0 build 17 -1,0"
"""An extraction tile, a home, a fire station."""
FIRE = "0 build 42 1,0 | 0 build 44 0,-1 | 0 build 62 0,1 | 1 pick 64"
"""Two homes and an extraction tile, of which fire takes two."""
VIOLENCE = "0 build 84 1,0 | 0 build 95 0,-1 | 0 build 102 0,1 | 1 pick 104"
"""A home, a shop and a police station."""

CASES: Cases = {
    # -- taking turns
    "TURN-GAME-OVER": [
        _case("", None, players=1, then="0 sell", generation=4)  # Game over.
    ],
    "TURN-CHANCE-DUE": [
        _case("0 pick 121", None, players=2, written=True),  # Before the boards.
        _case("", None, players=1, then="0 pick 2"),  # Before the next tiles.
        # While an anchor is swapped. Seat 1 still has to act, but the new anchor comes first.
        _case(f"{SWAPPING}; 1 sell", None, players=4, written=True, options={"beginner": True}),
    ],
    "TURN-NOT-YOURS": [
        # Second in the draft.
        _case("boards: coal ore; anchors-1: 121 122 123; 1 pick 121", None, players=2, written=True),
        # Picked twice. In the second round; the others have not picked yet.
        _case("", None, then="0 pick 18; 0 pick 19"),
        _case("0 pick 24; 1 sell", None, instead="0 sell"),  # Acted with a disaster.
    ],
    "TURN-WRONG-MOVE": [
        _case("", "type", then="0 sell"),  # Acted before the pick.
        _case("0 build 31 -1,0; 0 swap", "type", players=4, instead="0 sell"),  # Sold in place of swapping.
        _case("0 build 2 1,0; 1 pick 24; 0 pay", "type", instead="0 pick 3"),  # Picked while the flood rises.
    ],
    # -- picking
    "NEOM-PICK-NOT-THERE": [
        _case("1 build 6 1,0; 0 pick 6", "tile"),  # Picked from the hand of another. Seat 1 holds and builds 6.
        # Picked what has been passed. 8 was the last of the hand that seat 0 held in the first round: it is seat 1's
        # now.
        _case(" | 0 pick 8", "tile"),
        _case("1 build 2 1,0; 0 pick 2", "tile", players=2),  # Picked what the other has taken.
        # Drafted what has been passed.
        _case(
            "boards: coal ore wood; anchors: 121 122 123 124 125 126 127 128 129 130 131 132; 0 pick 121; "
            "1 pick 125; 2 pick 129; 0 pick 122",
            "tile",
            written=True,
        ),
        # Drafted what was discarded.
        _case(
            "boards: coal; anchors-1: 121 122 123 124; 0 pick 121; anchors-2: 125 126 127; 0 pick 122",
            "tile",
            players=1,
            written=True,
        ),
    ],
    "NEOM-PICK-DISASTER": [
        _case(" |  |  | 0 pick 24", "tile", players=1, also={4: (24,)})  # Averted in the fourth round.
    ],
    # -- what is built
    "NEOM-BUILD-NOT-PICKED": [
        _case("0 pick 2; 0 build 3 1,0", "tile"),  # Built a tile of the hand.
        _case("0 pick 2; 0 build 126 1,0", "tile", anchors={0: (126,)}),  # Built an anchor as a tile.
    ],
    "NEOM-ANCHOR-NOT-HELD": [
        _case("0 anchor 126 1,0", "tile", anchors={1: (126,)}),  # Built an anchor of another.
        _case("0 anchor 126 1,0 | 0 anchor 126 0,1", "tile", anchors={0: (126,)}),  # Built an anchor twice.
        _case("0 pick 2; 0 anchor 2 1,0", "tile"),  # Built a tile as an anchor.
    ],
    "NEOM-ANCHOR-LIMIT": [
        _case("0 anchor 126 1,0 | 0 anchor 127 0,1", "tile", anchors={0: (126, 127)}),  # A second anchor.
        # A third anchor in the second generation.
        _case(
            "0 anchor 126 1,0 | 0 anchor 127 0,1 | 0 anchor 143 -1,0",
            "tile",
            players=2,
            generation=2,
            anchors={0: (126, 127, 143)},
        ),
    ],
    # -- where
    "NEOM-BUILD-OUTSIDE": [
        _case("0 build 2 3,0", "cell"),  # A third column.
        _case("0 anchor 126 0,-3", "cell", players=1, anchors={0: (126,)}),  # An anchor to the north.
    ],
    "NEOM-BUILD-REPLACE": [
        _case("0 build 6 1,0 | 0 build 2 1,0", "cell"),  # A home on a shop.
        _case("0 build 6 1,0 | 0 anchor 126 1,0", "cell", anchors={0: (126,)}),  # An anchor on a shop. 126 is public.
        # An extraction tile on a home. The other way round it would do.
        _case("0 build 2 1,0 | 0 build 22 1,0", "cell"),
        # Two types on a public tile. 86 is residential and commercial, 102 is neither.
        _case("0 build 102 0,1 | 0 build 86 0,1", "cell", generation=3),
    ],
    "NEOM-BUILD-ROAD": [
        _case("0 build 14 -1,0", "cell"),  # No exit towards the origin. 14 has one exit, to the west.
        _case("0 build 2 1,1", "cell"),  # At a corner of the origin.
        # No exit from there. 2 leads to the west, but 6 has no exit to the east.
        _case("0 build 6 1,0 | 0 build 2 2,0", "cell"),
        # Linked with what it cuts off. 5 in place of 2 leads to 7 in the east and nowhere in the west; 7 was connected
        # over 2 alone.
        _case("0 build 2 1,0 | 0 build 7 2,0 | 0 build 5 1,0", "cell"),
    ],
    "NEOM-BUILD-CHOICE": [
        _case("0 anchor 137 0,1", "produce", anchors={0: (137,)}),  # No good chosen.
        # A raw good chosen. 137 makes a trade good.
        _case("0 anchor 137 0,1 produce=oil", "produce", anchors={0: (137,)}),
        _case("0 build 2 1,0 produce=steel", "produce"),  # A good chosen for a home.
    ],
    "NEOM-BUILD-NEEDS": [
        _case("0 build 84 1,0 | 0 build 85 0,-1 | 0 build 83 -1,0", "tile", generation=3),  # Two homes of three.
        _case("0 build 99 -1,0", "tile", players=1, generation=3),  # No industry at all. 99 itself does not help.
    ],
    "NEOM-BUILD-ALTERNATIVE": [
        _case("0 build 16 1,0 alternative=2", "alternative"),  # A third cost. Beyond coal, 0, and oil, 1.
        _case("0 build 16 1,0 alternative=-1", "alternative"),  # Below the first.
        _case("0 build 6 1,0 alternative=1", "alternative"),  # A second cost where there is one.
    ],
    "NEOM-BUILD-STAND-IN": [
        _case("0 build 11 1,0 virtual=[wood]", "virtual"),  # No post office.
        # A trade good from the post office.
        _case(f"{POST_OFFICE} | 0 build 60 1,0 virtual=[steel]", "virtual", generation=2),
        # Two goods from one post office.
        _case(f"{POST_OFFICE} | 0 build 52 1,0 virtual=[gas oil]", "virtual", generation=2),
        # What the city makes. 51 takes coal and ore; the city makes the coal.
        _case(f"{POST_OFFICE} | 0 build 51 1,0 'ore 1 left' virtual=[coal]", "virtual", generation=2),
        _case(f"{POST_OFFICE} | 0 build 53 1,0 virtual=[ore ore]", "virtual", generation=2),  # Stood in for twice.
    ],
    # -- purchases
    "NEOM-BUY-NOT-NEEDED": [
        _case("0 build 2 1,0 'ore 1 left'", "buy/0"),  # A home takes no ore.
        _case("0 build 14 1,0 coal", "buy/0", players=2),  # Bought what the city makes. As does the bank.
        _case("0 build 11 1,0 'wood 2 left, wood 2 right'", "buy/1"),  # Bought twice.
        # Bought what the post office brings.
        _case(f"{POST_OFFICE} | 0 build 53 1,0 'ore 1 left' virtual=[ore]", "buy/0", generation=2),
        # Bought for the other cost. The second cost of 16 is oil.
        _case("1 build 16 1,0 'coal 0 right' alternative=1", "buy/0"),
    ],
    "NEOM-BUY-LEVEL": [
        _case("0 build 5 0,1 lumber", "buy/0/good", players=1),  # A trade good in the first generation.
        # By a trade route. It makes goods cheaper, but brings no others.
        _case(f"{EAST} | 0 build 9 0,-1 'gold right'", "buy/0/good", players=1),
    ],
    "NEOM-BUY-SELLER": [
        _case("0 build 11 1,0 'wood left'", "buy/0/seller"),  # From the bank among three.
        _case("0 build 11 1,0 'wood 1 left'", "buy/0/seller"),  # From a seat that makes something else.
        _case("0 build 11 1,0 'wood 0 left'", "buy/0/seller"),  # From oneself.
        # The second of two purchases. Seat 3 makes gas, nobody oil.
        _case(
            "0 build 52 1,0 'gas 3 right, oil 3 right'",
            "buy/1/seller",
            players=4,
            generation=2,
            boards="coal ore wood gas",
        ),
        # What is made only since this round. Seat 1 builds a rainforest in the same round.
        _case("1 build 20 -1,0; 0 build 11 1,0 'wood 1 left'", "buy/0/seller", boards="coal ore stone"),
        # From the bank though the other makes it.
        _case("0 build 11 1,0 wood", "buy/0/seller", players=2, boards="coal wood"),
        _case("0 build 11 1,0 'wood 1'", "buy/0/seller", players=2),  # From the other who does not make it.
        _case("0 build 11 1,0 'wood 0'", "buy/0/seller", players=1),  # From a seat alone.
    ],
    "NEOM-BUY-WAY": [
        _case("0 build 11 1,0 'wood 2'", "buy/0/way"),  # No way among three.
        _case("0 build 11 1,0 'wood 2 both'", "buy/0/way"),  # Both ways at once.
        _case("0 build 11 1,0 'wood 1 left'", "buy/0/way", players=2, boards="coal wood"),  # A way between two.
        _case("0 build 11 1,0 'wood left'", "buy/0/way", players=1),  # A trade route that is not there.
        # One trade route of both. Only the right one is active.
        _case(f"{EAST} | 0 build 11 0,1 'wood both'", "buy/0/way", players=1),
        # A trade route twice in a generation.
        _case(f"{EAST} | 0 build 11 0,1 'wood right' | 0 build 12 0,-1 'stone right'", "buy/0/way", players=1),
        # A trade route twice in a build.
        _case(
            "0 build 42 1,0 | 0 build 48 2,0 | 0 build 52 -1,0 'gas right, oil right'",
            "buy/1/way",
            players=1,
            generation=2,
        ),
    ],
    "NEOM-BUILD-GOOD": [
        _case("0 build 11 1,0", "buy"),  # Without the wood.
        _case("0 build 52 1,0 'gas 2 right'", "buy", generation=2, boards="coal ore gas"),  # One good of two.
        # A good lost with its tile. Fire takes the abandoned quarry, and with it the wood for the sawmill.
        _case(
            "0 build 62 1,0 | 0 remove [1,0]; 1 pick 64 | 0 build 55 0,1", "buy", generation=2, boards="coal ore gas"
        ),
    ],
    "NEOM-BUILD-MONEY": [
        _case("0 anchor 129 0,1", "tile", anchors={0: (129,)}),  # Eight of six.
        # Wood for the last coin. 26 and 4 cost 3 and 2 of 6 money; wood costs 2, with seat 3 between 3.
        _case("0 build 26 1,0 | 0 build 4 0,-1 | 0 build 11 0,1 'wood 2 right'", "buy", players=4),
        # With the price of a good sold in this round. 6, and 2 from seat 1 for wood: only from the next round on there
        # are 8.
        _case("1 build 11 1,0 'wood 0 right'; 0 anchor 129 0,1", "tile", boards="wood ore coal", anchors={0: (129,)}),
    ],
    "NEOM-SWAP-GIVE": [
        _case(f"{OFFICE}; 0 swap [121] [124]", "give", players=4, anchors=OWN),  # Gave what another holds.
        _case(f"{OFFICE}; 0 swap [123 123] [124 130]", "give", players=4, anchors=OWN),  # Gave an anchor twice.
        # Gave an anchor that is built.
        _case(f"0 anchor 123 1,0 | {OFFICE}; 0 swap [123] [124]", "give", players=4, anchors=OWN),
    ],
    "NEOM-SWAP-TAKE": [
        _case(f"{OFFICE}; 0 swap [123] [121]", "take", players=4, anchors=OWN),  # Took what another holds.
        _case(f"{OFFICE}; 0 swap [123] [123]", "take", players=4, anchors=OWN),  # Took back what was given.
        _case(f"{OFFICE}; 0 swap [123 128] [124]", "take", players=4, anchors=OWN),  # Took one for two.
        _case(f"{OFFICE}; 0 swap [123 128] [124 124]", "take", players=4, anchors=OWN),  # Took an anchor twice.
        _case(f"{OFFICE}; 0 swap take=[124]", "take", players=4, anchors=OWN),  # Took without giving.
        # A beginner cannot choose.
        _case(
            f"{OFFICE}; 0 swap [123] [124]",
            "take",
            players=4,
            anchors={0: (123,), 1: (125,), 2: (126,), 3: (127,)},
            options={"beginner": True},
        ),
    ],
    # -- disasters
    "NEOM-DISASTER-PAY": [
        _case(f"{FOUR_HOMES} | 0 build 3 -1,0; 1 pick 24; 0 pay", None),  # Four of two.
        # With what a buyer has paid in this round. 2 are there and 2 come in for coal, but the fine of 4 is due before.
        _case(f"{FOUR_HOMES} | 0 build 3 -1,0; 1 pick 24; 2 build 14 1,0 'coal 0 left'; 0 pay", None),
        # Alone. In the fourth round the flood lies open and is not picked.
        _case(f"{FOUR_HOMES} | 0 build 3 -1,0; 0 pay", None, players=1, also={4: (24,)}),
    ],
    "NEOM-DISASTER-REMOVE": [
        _case(f"{QUARRY} | 1 pick 24; 0 remove [1,0]", "cells"),  # A quarry is no building.
        _case(f"{QUARRY} | 1 pick 24; 0 remove [0,0]", "cells"),  # The origin stays.
        _case(f"{QUARRY} | 1 pick 24; 0 remove [0,1 -1,0]", "cells"),  # Two for one.
        _case(f"{QUARRY} | 1 pick 24; 0 remove []", "cells"),  # None for one.
        _case(f"{QUARRY} | 1 pick 24; 0 remove [0,3]", "cells"),  # Outside the city.
        _case(f"{FIRE}; 0 remove [1,0]", "cells", generation=2),  # One of two.
        _case(f"{FIRE}; 0 remove [1,0 1,0]", "cells", generation=2),  # The same twice.
        _case(f"{VIOLENCE}; 0 remove [1,0 0,1]", "cells", generation=3),  # A police station for a shop.
        _case(f"{VIOLENCE}; 0 remove [1,0]", "cells", players=2, generation=3),  # Only the home.
        # One tile of two types for both. 87 is a home or a shop; with 84 there are a home and a shop to remove.
        _case(
            "0 build 84 1,0 | 0 build 87 0,1 'lumber, steel' |  | 0 remove [0,1]",
            "cells",
            players=1,
            also={4: (104,)},
            generation=3,
        ),
    ],
}
