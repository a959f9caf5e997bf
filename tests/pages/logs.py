"""Made-up logs of results alone, for pages about leagues with any names."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

ATTACKS = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(2)>',
    "' onmouseover='alert(3)",
    "javascript:alert(4)",
    "</script></style></title><b>bold",
    "{{ 7 * 7 }} ${7 * 7} &lt;i&gt;",
    "שלום <bdo dir=rtl>" + "ל" * 150,
    "A" * 100 + "漢" * 60 + "B" * 40,
)
"""Names that would do harm as markup, and names that would break a layout."""


def log(
    path: Path,
    games: int,
    players: Sequence[str],
    *,
    seats: int = 3,
    game: str = "between_two_cities",
    word: str = "word",
    forfeits: bool = False,
) -> Path:
    """Write results of so many games; `word` stands wherever a log may have text. If asked to, all forfeit in turn."""
    lines: list[object] = []
    for number in range(games):
        names = [players[(number + seat) % len(players)] for seat in range(min(seats, len(players)))]
        scores = [40 + 7 * players.index(name) % 11 + number % 5 for name in names]
        lost = number % len(names) if forfeits else None
        keys = [(seat == lost, -score) for seat, score in enumerate(scores)]
        header = {"log": 1, "game": game, "rules": "1", "players": names}
        lines.append({**header, "seed": f"{number // 3} {word}", "id": f"{number} {word}"})
        result = {
            "scores": scores,
            "ranks": [1 + sum(other < key for other in keys) for key in keys],
            "sheets": [_sheet(score, word) for score in scores],
            "forfeits": [{"seat": lost, "kind": "illegal", "reason": f"reason {word}"}] if forfeits else [],
        }
        lines.append({"result": result})
    path.write_bytes(b"".join([msgspec.json.encode(line) + b"\n" for line in lines]))
    return path


def _sheet(score: int, word: str) -> object:
    lines = [
        {"category": "shops", "points": score - 15, "detail": word},
        {"category": word, "points": 15, "detail": word},
    ]
    return {"parts": [{"title": word, "points": score, "counts": True, "lines": lines}], "tiebreaks": []}
