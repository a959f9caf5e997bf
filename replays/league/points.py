"""What a placement is worth, for pairing, tables and ratings."""

from __future__ import annotations

from collections.abc import Sequence

from cityleague.engine.scoring import Points


def half_points(ranks: Sequence[int], seat: int) -> int:
    """Twice the points of a placement: two for each opponent placed behind, one for each who shares the rank."""
    own = ranks[seat]
    return sum([2 * (other > own) + (other == own) for other in ranks]) - 1


def margin(scores: Sequence[Points], seat: int) -> Points:
    """The distance to the best opponent's score."""
    return scores[seat] - max([*scores[:seat], *scores[seat + 1 :]])
