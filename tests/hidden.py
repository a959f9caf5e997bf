"""What views hide and show: a change of a table leaves a trace in the views of those who may know it, and no others."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any

import msgspec

from cityleague.engine.protocol import State

Change = Callable[[Any], object]
"""It changes a table."""
Watcher = int | None


def view_bytes(state: State[Any], watcher: Watcher) -> bytes:
    """What a seat or a spectator sees, byte for byte."""
    return msgspec.json.encode(state.view(watcher))


def views(state: State[Any]) -> dict[Watcher, bytes]:
    """What everybody sees."""
    return {watcher: view_bytes(state, watcher) for watcher in (None, *range(state.seats))}


def changed(state: Any, change: Change) -> Any:
    """A copy of the state with its table changed."""
    other = state.copy()
    change(other.table)
    return other


def noticed(before: Mapping[Watcher, bytes], state: State[Any]) -> set[Watcher]:
    """Who sees something else than before."""
    return {watcher for watcher, seen in before.items() if view_bytes(state, watcher) != seen}


def kept_secret(
    states: Iterable[Any], secrets: Callable[[Any], Iterator[tuple[str, Collection[int], Change]]]
) -> set[str]:
    """Hold secrets against the views: only those who know of them notice a change, which is a change all the same.

    `secrets`: of a table, the name of each, the seats that know of it, and the change. Returns the names.
    """
    checked = set()
    for state in states:
        before, digest = views(state), state.digest()
        due, legal = state.pending(), [state.legal(seat) for seat in range(state.seats)]
        for name, knowing, change in secrets(state.table):
            other, where = changed(state, change), (name, state.table.stage)
            assert noticed(before, other) == {*knowing}, where
            assert other.digest() != digest, where
            assert other.pending() == due, where
            for seat in {*range(state.seats)} - {*knowing}:
                assert other.legal(seat) == legal[seat], where
            checked.add(name)
    return checked


def seen_by_all(states: Iterable[Any], open_things: Callable[[Any], Iterator[tuple[str, Change]]]) -> set[str]:
    """Hold what lies open against the views: everybody notices a change. Returns the names."""
    checked = set()
    for state in states:
        before = views(state)
        for name, change in open_things(state.table):
            assert noticed(before, changed(state, change)) == {*before}, (name, state.table.stage)
            checked.add(name)
    return checked
