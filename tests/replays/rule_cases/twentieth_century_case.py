"""How the cases of 20th Century are written.

They are played with figures of their own (`by_hand.figures`): 20 coins and science for everyone, columns of damage that
do nothing. With three players L1 to L5 are on offer in round I unless something else is told. All land has two cities,
a in the west and b in the east, on a track from edge to edge; on the start tile there is also c in the south, a plant
without a citizen, which track joins to b and to the tile in the south.
"""

from __future__ import annotations

from functools import partial

from ...twentieth_century import by_hand
from . import case as written

case = partial(written.case, by_hand, players=3, components=by_hand.PLAIN)
