"""What an analysis says of a game, as more columns of its rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

import msgspec

from cityleague.replays.archive.rows import Extras, GameRows, Row, rows_with_lines
from cityleague.replays.log import Chosen
from cityleague.replays.replay import files_of

if TYPE_CHECKING:
    from cityleague.replays.analysis import Analyses, Analysis, Judged

_N = 1
"""Where the row of a move has its number."""
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
    files = files_of(tuple((components or {}).items()))
    for raw, game in rows_with_lines(paths, components, jobs, chosen=chosen, extras=extras):
        yield _with_analysis(game, analyses.fitting(raw, files) if raw and "moves" in game.tables else None)


def _with_analysis(game: GameRows, said: Analysis | None) -> GameRows:
    """The rows with the columns of an analysis, which are empty without one."""
    choices = {move + 1: choice for move, choice in said.by_move.items()} if said else {}
    tables = {**game.tables}
    if moves := tables.get("moves"):
        tables["moves"] = [*moves, *zip(*[_judged(choices.get(move)) for move in moves[_N]], strict=True)]
    if seats := tables.get("seats"):
        tables["seats"] = [*seats, tuple([seat.loss for seat in said.seats] if said else [None] * len(seats[0]))]
    return game._replace(tables=tables)


def _judged(choice: Judged | None) -> Row:
    """Loss, standard error, mark and best move."""
    return (choice.loss, choice.se, choice.mark, _encode(choice.best).decode()) if choice else (None,) * 4
