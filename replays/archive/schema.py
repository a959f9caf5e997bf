"""The tables that games become: their columns, in order, with their types. TABLES.md says what each column means."""

from collections.abc import Mapping

import msgspec

from cityleague.engine.doors import file_in

Columns = Mapping[str, type]
"""By name, the type of a column: str, int, float or bool. Any value but a key may be missing."""

_KINDS: dict[str, type] = {"str": str, "int": int, "float": float, "bool": bool}
_NAMED: dict[str, dict[str, str]] = msgspec.json.decode(file_in("cityleague.replays.archive", "tables.json"))
TABLES: Mapping[str, Columns] = {
    table: {column: _KINDS[kind] for column, kind in columns.items()} for table, columns in _NAMED.items()
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
