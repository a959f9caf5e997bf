"""The tables that games become: their columns, in order, with their types. TABLES.md says what each column means."""

from __future__ import annotations

from collections.abc import Mapping

Columns = Mapping[str, type]
"""By name, the type of a column: str, int, float or bool. Any value but a key may be missing."""

TABLES: Mapping[str, Columns] = {
    "games": {
        "key": int,
        "id": str,
        "file": str,
        "line": int,
        "game": str,
        "rules": str,
        "components": str,
        "options": str,
        "seats": int,
        "seed": str,
        "date": str,
        "title": str,
        "deal": int,
        "table": int,
        "rotation": int,
        "moves": int,
        "proven": bool,
    },
    "seats": {
        "key": int,
        "id": str,
        "seat": int,
        "player": str,
        "spec": str,
        "score": float,
        "rank": int,
        "points": float,
        "margin": float,
        "tiebreaks": str,
        "forfeit": str,
        "ms": float,
    },
    "categories": {"key": int, "id": str, "seat": int, "part": str, "counts": bool, "category": str, "points": float},
    "moves": {
        "key": int,
        "id": str,
        "n": int,
        "line": int,
        "seat": int,
        "round": int,
        "stage": str,
        "type": str,
        "move": str,
        "ms": float,
        "stand_in": bool,
    },
    "draws": {"key": int, "id": str, "n": int, "line": int, "draw": str, "items": str},
}


def tables(*, legal: bool = False, scores: bool = False, analysis: bool = False) -> Mapping[str, Columns]:
    """All tables; what takes time, or an analysis, is in them only if it is asked for."""
    more: dict[str, type] = {}
    if legal:
        more["legal"] = int
    if scores:
        more["scores"] = str
    seats: dict[str, type] = {}
    if analysis:
        more |= {"loss": float, "se": float, "mark": str, "best": str}
        seats["loss"] = float
    return {**TABLES, "seats": {**TABLES["seats"], **seats}, "moves": {**TABLES["moves"], **more}}
