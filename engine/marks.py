"""Marks in the types of views and moves: what a number or a word stands for. The generic encoding reads them.

money: BySeat[int]                  # one for each seat
fees: BySeatAndBank[int]            # and one more at the end
order: InOrder                      # seats, the first of them first
actor: Seat                         # the number of a seat
hand: tuple[Component, ...]         # tiles or cards, by the names that `Game.names` lists
"""

from __future__ import annotations

from typing import Annotated, TypeAlias, TypeVar

from msgspec import Meta

T = TypeVar("T")

BySeat: TypeAlias = Annotated[tuple[T, ...], Meta(extra={"mark": "by seat"})]
BySeatAndBank: TypeAlias = Annotated[tuple[T, ...], Meta(extra={"mark": "by seat and bank"})]
InOrder: TypeAlias = Annotated[tuple[int, ...], Meta(extra={"mark": "order"})]
Seat: TypeAlias = Annotated[int, Meta(extra={"mark": "seat"})]
Component: TypeAlias = Annotated[str, Meta(extra={"mark": "component"})]
Numbered: TypeAlias = Annotated[int, Meta(extra={"mark": "component"})]
"""A component that is named by a number."""
