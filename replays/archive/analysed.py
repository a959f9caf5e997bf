"""What an analysis says of a game, as more columns of its rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

import msgspec

from cityleague.replays.archive.rows import Extras, GameRows, Row, hashed_rows_of
from cityleague.replays.log import Chosen

if TYPE_CHECKING:
    from cityleague.replays.analysis import Analyses, Analysis, Judged

_N, _SEAT, _PLAYED = 1, 3, 7
"""Where the row of a move has its number, its seat and the move."""
_encode = msgspec.json.Encoder(order="deterministic").encode


def analysed_rows_of(
    paths: Iterable[str],
    components: Mapping[str, bytes] | None,
    jobs: int,
    analyses: Analyses,
    *,
    chosen: Chosen,
    extras: Extras,
) -> Iterator[GameRows]:
    """As `rows_of`, with the columns of analyses; raises AnalysisError if one does not fit its game."""
    for key, one in hashed_rows_of(paths, components, jobs, chosen=chosen, extras=extras):
        yield _with_analysis(one, analyses.with_hash(key))


def _with_analysis(one: GameRows, said: Analysis | None) -> GameRows:
    """The rows with the columns of an analysis, which are empty without one, and for a game that is not proven."""
    said = said if "moves" in one.rows else None
    choices = {choice.move + 1: choice for choice in said.choices} if said else {}
    moves = [(*row, *_judged(row, choices.pop(row[_N], None), said)) for row in one.rows.get("moves", ())]
    if said and choices:
        said.refuse(f"it judges move {min(choices)}, and the game has {len(moves)} moves")
    losses = [seat.loss for seat in said.seats] if said else []
    seats = one.rows.get("seats", [])
    if said and len(losses) != len(seats):
        said.refuse(f"it has {len(losses)} seats, and the game has {len(seats)}")
    more = {"moves": moves, "seats": [(*row, losses[seat] if said else None) for seat, row in enumerate(seats)]}
    return one._replace(rows={name: more.get(name, rows) for name, rows in one.rows.items()})


def _judged(row: Row, choice: Judged | None, said: Analysis | None) -> Row:
    """Loss, standard error, mark and best move."""
    if choice is None or said is None:
        return (None, None, None, None)
    if choice.seat != row[_SEAT] or choice.played != msgspec.json.decode(row[_PLAYED]):
        said.refuse(f"it judges another move than move {row[_N]} of the game")
    return (choice.loss, choice.se, choice.mark, _encode(choice.best).decode())
