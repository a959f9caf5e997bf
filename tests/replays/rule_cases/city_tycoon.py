"""City Tycoon: games as written at a table, whose last line breaks a rule.

They are played with figures of their own (`by_hand.figures`): two tiles a hand, 20 money for everyone, a tile is sold
for 5; a district costs 2 and asks for a red cube; an exhausting plant costs 2 and has two cubes, a renewing one costs 3
and has one. With two players, water lies on [0, -1], [1, -1], [-1, 0] and [-1, 1], and the centre's plants have two
cubes. Only a seat that can meet some demand is asked, so a seat that is refused one could have met another.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from ...city_tycoon import by_hand
from ...city_tycoon.by_hand import demand, figures
from .case import Cases, RuleCase, case

_case = partial(case, by_hand, players=2, components=by_hand.PLAIN)

HOME = "0 build I-1 2,0"
"""Seat 0's first district, east of the centre."""
WALLED = figures({"I-1": {"reward": {"meadow": 9}}})
"""With [2, 0] built there is room for five of the nine: on [2, -1], [3, 0], [2, 1], [1, 2] and [0, 2]."""
ELECTRIC_PLANTS = "; ".join([f"{number % 2} plant electric exhausting" for number in range(6)])
WATER_PLANTS = "; ".join([f"{number % 3} plant water {('exhausting', 'renewing')[number % 2]}" for number in range(6)])
DEALT = "order: 0 1 2; round-1: I-1 I-3 I-2 I-4 I-5 I-6 I-7 I-8 I-9"
"""Hands of three."""
OTHER = "1 build I-2 2,1"
"""Seat 1's, south of it, and east of the centre too."""
AGAIN = "0 build II-1"
"""Something of round II: round I goes on to its end before."""
SPARE = "0 build I-3 2,-1"
"""Seat 0's second district, north of the first."""
GOODS = {"cost": 0, "reward": {"yellow": 1}, "demands": [demand(yellow=1)]}
"""A district that brings the yellow cube that it asks for."""
SUPPLY = "0 supply 2,0"


def _asks(
    *demands: dict[str, Any], cost: int = 2, reward: Mapping[str, Any] = {}, more: Mapping[str, Any] = {}, **setup: int
) -> bytes:
    """A component file with these demands on I-1."""
    return figures({"I-1": {"cost": cost, "reward": reward, "demands": [*demands]}, **more}, plant={}, **setup)


def _way(path: str, plant: str = "0,0", own: str = "3,0 3,1") -> RuleCase:
    """A cube for [2, 0] on this way; seat 0 also owns what lies on `own`, seat 1 has [2, 1], the plant is on [0, 2]."""
    first, *others = [f"0 build I-{number} {cell}" for number, cell in enumerate(own.split(), 3)]
    told = [HOME, OTHER, first, "1 plant electric renewing 0,2", *others, SUPPLY, f"0 cube {plant} {path}"]
    box = figures(hand=1 + len(own.split()))
    return _case("; ".join(told), "path" if path else "plant", components=box)


CASES: Cases = {
    # -- taking turns
    "TURN-GAME-OVER": [
        # Game over. One tile a hand, and nobody builds.
        _case("", None, then="0 pass", until="over", components=figures(hand=1))
    ],
    "TURN-CHANCE-DUE": [
        _case("", None, then="0 sell I-1"),  # Before there is an order.
        # Before the tiles are dealt. A pick would do: the log may leave out hands that nobody saw.
        _case("order: 1 0; 1 sell I-1", None, written=True),
        # Before the second round. Only seat 0 has a district: with its pass the round is over.
        _case(f"{HOME}; 0 pass", None, then="0 sell II-1"),
    ],
    "TURN-NOT-YOURS": [
        # Second pick.
        _case("", None, then="0 pick I-2", last=(0, "pick", "I-1"), held={0: "I-1 I-2"}, components=figures(hand=3)),
        # Building before the first player.
        _case("", None, then="0 sell I-1", until="building", held={0: "I-1", 1: "I-2"}, order="1 0"),
        _case(f"{HOME}", None, then="0 sell I-2", held={0: "I-1 I-2"}),  # Two tiles in a row.
        _case("0 build I-1", None, then="1 place 2,0"),  # Placing for another.
        _case(f"{HOME}; 1 build I-2 2,1; 0 pass", None, then="0 supply 2,0"),  # Supplying after a pass.
        # Supplying after the last district was supplied.
        _case(f"{HOME}; 1 build I-2 2,1; 0 supply 2,0; 0 cube 0,0", None, then="0 pass"),
    ],
    "TURN-WRONG-MOVE": [
        _case("", "type", then="0 build I-1", until="drafting", held={0: "I-1"}),  # Building in the draft.
        _case("", "type", then="0 pick I-1", until="building", held={0: "I-1"}),  # Picking after the draft.
        _case("", "type", then="0 pass", until="building"),  # Passing with tiles to build.
        _case("", "type", then="0 place 2,0", until="building"),  # Placing before it is paid.
        _case("0 build I-1", "type", then="0 sell I-1"),  # Selling what is to be placed.
        # Selling with terrain to be placed.
        _case(
            f"{HOME}",
            "type",
            then="0 sell I-2",
            held={0: "I-1 I-2"},
            components=figures({"I-1": {"reward": {"water": 1}}}),
        ),
        _case(f"{HOME}", "type", then="0 cube 0,0", until="supplying"),  # A cube without a demand.
        _case(f"{HOME}; 0 supply 2,0", "type", then="0 pass"),  # Passing with cubes to bring.
    ],
    # -- 2. Phase
    "CT-PICK-NOT-IN-HAND": [
        _case("0 pick I-2", "tile", held={1: "I-2"}),  # Picked of the neighbours hand.
        _case("1 pick I-1", "tile"),  # Picked what is not dealt.
        _case("1 pick II-1", "tile"),  # Picked of a later round.
        # Picked of the hand that was passed on. Of the three tiles of seat 0's hand the third is I-2; all hands have
        # been passed to the right.
        _case(
            f"{DEALT}; 0 pick I-1; 1 pick I-4; 2 pick I-7; 0 pick I-2",
            "tile",
            players=3,
            written=True,
            components=figures(hand=3),
        ),
        # Picked from the left neighbour of the left. Hands go to the right: seat 0 has now that of seat 1, not that of
        # seat 2.
        _case(
            f"{DEALT}; 2 pick I-7; 0 pick I-1; 1 pick I-4; 0 pick I-8",
            "tile",
            players=3,
            written=True,
            components=figures(hand=3),
        ),
    ],
    # -- 3. Phase: which tile, and its cost
    "CT-BUILD-NOT-IN-HAND": [
        _case("0 sell I-5", "tile", held={1: "I-5"}),  # Sold another one's tile.
        _case("", "tile", then="0 build I-1", until="building"),  # Built what is not dealt.
        _case(f"{HOME}; 0 build I-1", "tile"),  # Built again.
        _case("0 sell I-1; 0 sell I-1", "tile"),  # Sold again.
        _case(f"{HOME}; 0 plant I-1 water renewing", "tile"),  # A plant for a tile that is gone.
        # Built for too much what is not there. The hand comes first.
        _case("0 build I-5", "tile", held={1: "I-5"}, components=figures({"I-5": {"cost": 99}})),
    ],
    "CT-BUILD-MONEY": [
        _case("0 build I-1", "tile", components=figures({"I-1": {"cost": 21}})),  # A district for more than is there.
        # A second district. 20 - 19 = 1.
        _case(f"{HOME}; 0 build I-2", "tile", components=figures({"I-1": {"cost": 19}})),
        # A tile was sold for too little. 20 + 5 = 25.
        _case("0 sell I-1; 0 build I-2", "tile", components=figures({"I-2": {"cost": 26}})),
        # A plant for more than is there.
        _case(
            "0 plant I-1 electric renewing", "side", components=figures(plant={"renewing": {"cost": 21, "cubes": 1}})
        ),
        # The other side would do. After 18 for the district there are 2, enough for an exhausting plant.
        _case(f"{HOME}; 0 plant I-2 water renewing", "side", components=figures({"I-1": {"cost": 18}})),
        # The first player has less. The second player has 22.
        _case("0 build I-1", "tile", components=figures({"I-1": {"cost": 21}}, step=2)),
        # Neither money nor room. Money comes first.
        _case(
            f"{HOME}; 1 build I-2", "tile", components=figures({"I-1": {"reward": {"meadow": 9}}, "I-2": {"cost": 99}})
        ),
    ],
    "CT-PLANT-NONE-LEFT": [
        # A seventh electric plant.
        _case(f"{ELECTRIC_PLANTS}; 0 plant I-1 electric exhausting", "kind", components=figures(hand=4)),
        # A seventh water plant. Of the electric ones some are left; both sides are printed on the same plant.
        _case(
            f"{WATER_PLANTS}; 0 plant electric renewing; 1 plant I-1 water renewing",
            "kind",
            players=3,
            components=figures(hand=3),
        ),
    ],
    # -- 3. Phase: where
    "CT-BUILD-NO-ROOM": [
        # No district within a ring of terrain.
        _case("0 build I-1 2,0 2,-1 3,0 2,1 1,2 0,2; 1 build I-2", None, components=WALLED),
        _case(f"{HOME}; 0 plant I-2 water exhausting", None, components=WALLED),  # No plant within a ring of terrain.
        _case(f"{HOME}; 1 build II-2", None, components=WALLED),  # Nor in the next round.
    ],
    "CT-PLACE-OCCUPIED": [
        _case(f"{HOME}; 1 build I-2; 1 place 2,0", "cell"),  # On a district.
        _case("0 build I-1; 0 place 1,0", "cell"),  # On the centre.
        _case("0 plant electric exhausting 0,2; 1 plant water exhausting; 1 place 0,2", "cell"),  # A plant on a plant.
        _case("0 build I-1; 0 place 1,-1", "cell", players=3),  # On the water north of the centre.
        _case("0 build I-1; 0 place -1,1", "cell"),  # On the water west of the centre.
        # Terrain on its district.
        _case(f"{HOME}; 0 place 2,0", "cell", components=figures({"I-1": {"reward": {"meadow": 1}}})),
        # Terrain on terrain.
        _case("0 build I-1 2,0 3,0; 0 place 3,0", "cell", components=figures({"I-1": {"reward": {"meadow": 2}}})),
    ],
    "CT-PLACE-APART": [
        _case("0 build I-1; 0 place 9,9", "cell"),  # Far away.
        _case("0 build I-1; 0 place 2,2", "cell"),  # Corner to corner.
        _case("0 build I-1; 0 place 0,-2", "cell"),  # Beyond the water.
        # A plant beyond a meadow. The meadow lies on [2, 1], east of the centre; [3, 1] touches nothing else.
        _case(
            "0 build I-1 1,2 2,1; 1 plant water renewing; 1 place 3,1",
            "cell",
            components=figures({"I-1": {"reward": {"meadow": 1}}}),
        ),
        # Terrain beyond terrain.
        _case("0 build I-1 2,0 3,0; 0 place 4,0", "cell", components=figures({"I-1": {"reward": {"water": 2}}})),
    ],
    # -- which district, which demand
    "CT-SUPPLY-NOT-YOURS": [
        _case(f"{HOME}; 0 supply 5,5", "district"),  # Nothing there.
        _case(f"{HOME}; {OTHER}; 0 supply 2,1", "district"),  # Another one's district.
        _case(f"{HOME}; 0 supply 1,0", "district"),  # The centre.
        _case(f"{HOME}; 0 plant water renewing 3,0; 0 supply 3,0", "district"),  # An own plant.
        _case(f"{HOME}; 0 supply 0,-1", "district"),  # Water.
    ],
    "CT-SUPPLY-ONCE": [
        # Supplied again. There is another district still, so seat 0 is asked again.
        _case(f"{HOME}; 0 build I-3 3,0; {SUPPLY}; {SUPPLY}", "district"),
        # The other demand of the district.
        _case(
            f"{HOME}; 0 build I-3 3,0; 0 supply 2,0 1; 0 supply 2,0 0",
            "district",
            components=_asks(demand(red=1), demand(blue=1)),
        ),
    ],
    "CT-SUPPLY-DEMAND": [
        _case(f"{HOME}; 0 supply 2,0 1", "demand"),  # The second of one.
        # The third of two.
        _case(f"{HOME}; 0 supply 2,0 2", "demand", components=_asks(demand(red=1), demand(blue=1))),
        # Counted from behind.
        _case(f"{HOME}; 0 supply 2,0 -1", "demand", components=_asks(demand(red=1), demand(blue=1))),
    ],
    # -- what it takes
    "CT-SUPPLY-YELLOW": [
        # No goods.
        _case(f"{HOME}; {SPARE}; 0 supply 2,0 0", "demand", components=_asks(demand(yellow=2), more={"I-3": GOODS})),
        # No goods for the demand that is not named. What is left out is demand 0.
        _case(f"{HOME}; {SUPPLY}", "demand", components=_asks(demand(yellow=1), demand(red=1))),
        # One good for two.
        _case(
            f"{HOME}; 0 supply 2,0 1", "demand", components=_asks(demand(red=1), demand(yellow=2), reward={"yellow": 1})
        ),
        # Another one's goods.
        _case(
            f"{HOME}; {OTHER}; {SPARE}; 0 supply 2,0 0",
            "demand",
            components=_asks(demand(yellow=2), more={"I-2": {"reward": {"yellow": 3}}, "I-3": GOODS}),
        ),
        # Spent on another district.
        _case(
            f"{HOME}; 0 build I-3 3,0; 0 supply 3,0; 0 supply 2,0 0",
            "demand",
            components=_asks(
                demand(yellow=1), demand(red=1), reward={"yellow": 1}, more={"I-3": {"demands": [demand(yellow=1)]}}
            ),
        ),
        # Goods of the last round.
        _case(
            f"{HOME}; 0 pass; {AGAIN}; 0 supply 2,0 0",
            "demand",
            components=_asks(demand(yellow=1), reward={"yellow": 3}),
        ),
    ],
    "CT-SUPPLY-SHORT": [
        # More cubes than there are. The general plant has a cube for each player.
        _case(f"{HOME}; 0 supply 2,0 0", "demand", components=_asks(demand(red=3), demand(red=1))),
        # Electricity is no water. 4 red cubes, and 2 blue ones.
        _case(
            f"{HOME}; 1 plant electric exhausting 2,1; 0 supply 2,0 0",
            "demand",
            components=_asks(demand(red=1, blue=3), demand(red=1)),
        ),
        # Others were first.
        _case(
            f"{HOME}; {OTHER}; {SUPPLY}; 1 supply 2,1 0",
            "demand",
            components=_asks(demand(red=2), more={"I-2": {"demands": [demand(red=1), demand(blue=1)]}}),
        ),
        # An exhausted plant. 2 cubes of the plant and 1 of the centre in round I; the centre has 2 again in round II.
        _case(
            f"{HOME}; 0 plant electric exhausting 3,0; {SUPPLY}; 0 cube 3,0; 0 cube 3,0; 0 cube 0,0; {AGAIN}; "
            "0 supply 2,0 0",
            "demand",
            components=_asks(demand(red=3)),
        ),
        # No money for a general plant.
        _case(
            f"{HOME}; 0 supply 2,0 0",
            "demand",
            components=_asks(demand(red=1), demand(yellow=1), cost=20, reward={"yellow": 1}, sale=1),
        ),
        # The own plant has too few. 20 - 17 - 3 = 0: the plant's cube is free, the centre's costs 2.
        _case(
            f"{HOME}; 0 plant electric renewing 3,0; 0 supply 2,0 0",
            "demand",
            components=_asks(demand(red=2), demand(red=1), cost=17),
        ),
        # No money for a crossing. Seat 1's tile lies between the centre and the district: 2 + 2; there are 20 - 18 + 1.
        _case(
            "0 sell I-3; 1 build I-2 2,0; 0 build I-1 3,0; 0 supply 3,0 0",
            "demand",
            components=_asks(demand(red=1), demand(yellow=1), cost=18, reward={"yellow": 1}, sale=1),
        ),
        # No money for all of them. 20 - 17 = 3; 2 for the red cube, 2 for the blue one.
        _case(
            f"{HOME}; 0 supply 2,0 0",
            "demand",
            components=_asks(demand(money=9, red=1, blue=1), demand(red=1), cost=17, hand=1),
        ),
    ],
    # -- which plant
    "CT-CUBE-PLANT": [
        _case(f"{HOME}; {OTHER}; {SUPPLY}; 0 cube 2,1", "plant"),  # Of a district.
        _case(f"{HOME}; {SUPPLY}; 0 cube 1,0", "plant"),  # Of a general tile without a plant.
        _case(f"{HOME}; {SUPPLY}; 0 cube 3,0", "plant"),  # Of a free cell.
        _case(f"{HOME}; {SUPPLY}; 0 cube 1,-1", "plant"),  # Of water that is terrain.
    ],
    "CT-CUBE-COLOUR": [
        _case(f"{HOME}; {SUPPLY}; 0 cube 1,1", "plant"),  # Water in place of electricity.
        # Electricity in place of water.
        _case(
            f"{HOME}; 0 plant electric renewing 3,0; {SUPPLY}; 0 cube 3,0", "plant", components=_asks(demand(blue=1))
        ),
        # One red cube too many. The blue one is missing.
        _case(f"{HOME}; {SUPPLY}; 0 cube 0,0; 0 cube 0,0", "plant", components=_asks(demand(red=1, blue=1))),
    ],
    "CT-CUBE-EMPTY": [
        # A third cube of two.
        _case(
            f"{HOME}; 0 plant electric exhausting 3,0; {SUPPLY}; 0 cube 3,0; 0 cube 3,0; 0 cube 3,0",
            "plant",
            components=_asks(demand(red=3)),
        ),
        # Of a general plant that others emptied. Seat 0 takes both cubes of the centre; seat 1 has a plant of its own.
        _case(
            f"{HOME}; {OTHER}; 1 plant electric renewing 3,1; {SUPPLY}; 0 cube 0,0; 0 cube 0,0; 1 supply 2,1; "
            "1 cube 0,0",
            "plant",
            components=_asks(demand(red=2)),
        ),
        # Of a plant that was exhausted a round ago.
        _case(
            f"{HOME}; 0 plant electric exhausting 3,0; {SUPPLY}; 0 cube 3,0; 0 cube 3,0; {AGAIN}; {SUPPLY}; 0 cube 3,0",
            "plant",
            components=_asks(demand(red=2)),
        ),
    ],
    # -- which way
    "CT-CUBE-PATH": [
        _way("", plant="0,2"),  # No way from a plant that does not touch.
        _way("0,1 2,1 3,1", plant="0,2"),  # The end is missing.
        _way("2,1", plant="0,2"),  # The beginning is missing.
        _way("2,1 0,1", plant="0,2"),  # The wrong way round.
        _way("2,1 3,2 3,1 3,0", own="3,0 3,1 3,2"),  # Over a corner.
        _way("2,1 2,2 3,2 3,1 3,0", own="3,0 3,1 3,2"),  # Over a free cell.
        _way("1,-1 2,-1", own="2,-1 3,0"),  # Over water.
        _way("2,1 3,1 2,1"),  # Twice over a tile.
        _way("2,1 2,0 3,0"),  # There and back over the district.
        _way("2,0"),  # The district is named.
        _way("0,2 0,1", plant="0,2"),  # The plant is named.
        _way("1,0"),  # A cube of a general plant does not cross the centre.
        _way("0,1 1,0", plant="0,2"),  # Two cells of the centre.
        _way("0,1 2,1 1,0", plant="0,2"),  # Back through the centre.
    ],
    # -- what it costs
    "CT-CUBE-MONEY": [
        # A dear way. 20 - 17 = 3; 2 for the cube and 2 for crossing seat 1's tile.
        _case(f"{HOME}; {OTHER}; {SUPPLY}; 0 cube 0,0 2,1", "path", components=_asks(demand(red=1), cost=17, hand=1)),
        # Nothing left for the next cube. 20 - 16 = 4 would be enough for two cubes straight from the centre.
        _case(f"{HOME}; {OTHER}; {SUPPLY}; 0 cube 0,0 2,1", "path", components=_asks(demand(red=2), cost=16, hand=1)),
        # The own plant would be free. 20 - 17 - 3 = 0.
        _case(
            f"{HOME}; 0 plant electric renewing 3,0; {SUPPLY}; 0 cube 0,0",
            "plant",
            components=_asks(demand(red=1), cost=17),
        ),
        # Of another one's plant. It lies behind the centre: 2 for the cube, 2 for the centre; there are 20 - 17.
        _case(
            f"{HOME}; 1 plant electric renewing 0,2; {SUPPLY}; 0 cube 0,2 0,1",
            "path",
            components=_asks(demand(red=1), cost=17, hand=1),
        ),
        # The reward comes too late. 20 - 17 = 3: the 50 for the demand are paid with its last cube.
        _case(
            f"{HOME}; {OTHER}; {SUPPLY}; 0 cube 0,0 2,1",
            "path",
            components=_asks(demand(money=50, red=1), cost=17, hand=1),
        ),
    ],
}
