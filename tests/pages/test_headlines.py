"""How games ended, in words: what a page, its tab and lists of games call a result."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import pytest

from cityleague.replays.pages.headlines import headline

FEW = ("Ada", "Ben", "Cleo")
SEVEN = ("Ada", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gus")


@pytest.mark.parametrize(
    ("names", "scores", "ranks", "forfeited", "words"),
    [
        (FEW[:1], [54], [1], (), "Ada scores 54"),
        (FEW[:1], [12], [1], {0}, "Ada forfeits"),
        (FEW[:2], [50, 47], [1, 2], (), "Ada beats Ben by 3"),
        (FEW[:2], [40.5, 52], [2, 1], (), "Ben beats Ada by 11.5"),
        (FEW[:2], [50.5, 47.5], [1, 2], (), "Ada beats Ben by 3"),
        (FEW[:2], [50, 50], [2, 1], (), "Ben beats Ada on a tie-break"),
        (FEW[:2], [30, 50], [1, 2], (), "Ada beats Ben"),
        (FEW[:2], [50, 50], [1, 1], (), "Ada and Ben tie"),
        (FEW[:2], [10, 60], [1, 2], {1}, "Ada wins; Ben forfeits"),
        (FEW[:2], [10, 60], [2, 1], {0, 1}, "Ada and Ben forfeit"),
        (FEW, [50, 40, 45], [1, 3, 2], (), "Ada wins by 5, ahead of Cleo and Ben"),
        (FEW, [50, 40, 50], [1, 3, 2], (), "Ada wins on a tie-break, ahead of Cleo and Ben"),
        (FEW, [30, 40, 45], [1, 3, 2], (), "Ada wins, ahead of Cleo and Ben"),
        (FEW, [50, 50, 50], [1, 1, 1], (), "Ada, Ben and Cleo tie"),
        (FEW, [50, 50, 45], [1, 1, 3], (), "Ada and Ben share first place"),
        (FEW, [50, 40, 90], [1, 2, 3], {2}, "Ada beats Ben by 10; Cleo forfeits"),
        (FEW, [40, 40, 90], [1, 1, 3], {2}, "Ada and Ben tie; Cleo forfeits"),
        (FEW, [50, 40, 90], [3, 1, 2], {0, 2}, "Ben wins; Ada and Cleo forfeit"),
        (FEW, [90, 50, 40], [1, 2, 3], {0}, "Ben beats Cleo by 10; Ada forfeits"),  # a result that was not checked
        (["You", "Ben"], [50, 30], [1, 2], (), "You beat Ben by 20"),
        (["You", "Ben", "Cleo"], [50, 30, 20], [1, 2, 3], (), "You win by 20, ahead of Ben and Cleo"),
        (["You", "Ben"], [50, 30], [1, 2], {0}, "Ben wins; You forfeit"),
        (SEVEN, [7, 6, 5, 4, 3, 2, 1], range(1, 8), (), "Ada wins by 1, ahead of Ben, Cleo, Dan, Eva and 2 others"),
        (SEVEN, [7] * 7, [1] * 7, (), "Ada, Ben, Cleo, Dan and 3 others tie"),
        (SEVEN, [7, 7, 5, 4, 3, 2, 1], [1, 1, *range(3, 8)], (), "Ada and Ben share first place"),
    ],
)
def test_a_result_is_told_as_a_person_would(
    names: Sequence[str], scores: Sequence[float], ranks: Sequence[int], forfeited: Collection[int], words: str
) -> None:
    assert headline(names, scores, ranks, forfeited) == words


def test_long_names_are_cut_in_the_middle() -> None:
    words = headline(["A" * 100 + "1", "漢" * 100 + "2", "Cleo"], [3, 2, 1], [1, 2, 3])
    assert len(words) < 80
    assert words.startswith("AAAA")
    assert "A1 wins by 1, ahead of 漢" in words
    assert words.endswith("漢2 and Cleo")
