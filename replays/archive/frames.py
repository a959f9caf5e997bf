"""The games of logs from Python: those that are chosen, as they are or as tables for data frames."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, TypedDict, Unpack

from cityleague.replays.archive.rows import TABLES, Extras, rows_of, tables
from cityleague.replays.archive.tabular import grouped, needing_pyarrow
from cityleague.replays.log import Choice, Chosen, Finding, Sample, Span
from cityleague.replays.replay import RecordedGame, games_in

if TYPE_CHECKING:
    import pyarrow

PathLike = str | os.PathLike[str]


class Choosing(TypedDict, total=False):
    """Which games are meant: the options of the commands that read logs, by the same names and with the same values."""

    game: str
    id: str | Iterable[str]
    player: str | Iterable[str]
    seats: int | str
    since: str
    until: str
    rules: str
    rank: int | str
    min_score: float
    sample: int | str


def read_games(
    paths: PathLike | Iterable[PathLike], components: Mapping[str, bytes] | None = None, **choosing: Unpack[Choosing]
) -> Iterator[RecordedGame]:
    """The games of logs that are chosen, good and broken alike: see `RecordedGame`.

    `paths` and `components` are as in `validate`. A choice is written as in the commands: `player="Ada"` or a list of
    players who all play, `game`, `id` (one or a list), `seats=3` or `"2-4"`, `since` and `until`, `rules`, `rank`,
    `min_score`, `sample=100` or `"1%"`. Raises ValueError for one that cannot be understood, and as `recorded_games`.

    >>> from cityleague.replays import read_games
    >>> for game in read_games(["examples/by-hand.jsonl", "examples/neom.jsonl"], player="Ada", rank=1):
    ...     print(game.file, game.line, game.header().id)
    examples/by-hand.jsonl 1 friday-1
    """
    given = _given(paths)
    return games_in(given, components, Chosen(_choice_of(choosing).settled(given)))


def record_batches(
    paths: PathLike | Iterable[PathLike],
    table: str,
    components: Mapping[str, bytes] | None = None,
    jobs: int = 1,
    *,
    legal: bool = False,
    scores: bool = False,
    **choosing: Unpack[Choosing],
) -> Iterator[pyarrow.RecordBatch]:
    """The rows of one table of `cityleague export`, as Arrow's record batches: TABLES.md lists the tables.

    The arguments are those of `read_games` and of the command. What is wrong with games is told by `validate`; here it
    shows in the column `proven` of the table `games`. Raises ImportError without pyarrow, the extra `data`.

    >>> from cityleague.replays import record_batches
    >>> for batch in record_batches("examples/by-hand.jsonl", "moves"):  # doctest: +SKIP
    ...     print(batch.num_rows, batch.schema.field("move").type)
    63 string
    """
    if table not in TABLES:
        raise ValueError(f"there is no table {table!r}; there are {', '.join(TABLES)}")
    with needing_pyarrow():
        from cityleague.replays.archive.as_parquet import GROUP, batch_of, schema_of  # noqa: PLC0415  (slow to import)
    given = _given(paths)
    chosen = Chosen(_choice_of(choosing).settled(given))
    games = rows_of(given, components, jobs, chosen=chosen, extras=Extras(legal, scores))
    columns = tables(legal=legal, scores=scores)[table]
    schema = schema_of(columns)
    groups = grouped(games, {table: columns}, GROUP)
    return (batch_of(some[1], schema) for some in groups if not isinstance(some, Finding))


def _given(paths: PathLike | Iterable[PathLike]) -> list[str]:
    given = [paths] if isinstance(paths, str | os.PathLike) else paths
    return [os.fspath(path) for path in given]


def _choice_of(choosing: Choosing) -> Choice:
    told: dict[str, Any] = {**choosing}
    if unknown := told.keys() - Choosing.__annotations__:
        raise TypeError(f"games are not chosen by {min(unknown)}, but by {', '.join(Choosing.__annotations__)}")
    for singular, plural in (("id", "ids"), ("player", "players")):
        if (names := told.pop(singular, None)) is not None:
            told[plural] = (names,) if isinstance(names, str) else tuple(names)
    for name, kind in (("seats", Span), ("rank", Span), ("sample", Sample)):
        if name in told:
            told[name] = kind.of(str(told[name]))
    return Choice(**told)
