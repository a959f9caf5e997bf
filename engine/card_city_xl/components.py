"""The component file: how many cards there are, which are split, and what goes into a deck."""

from __future__ import annotations

import msgspec

from cityleague.engine.card_city_xl.cards import COLOURS
from cityleague.engine.card_city_xl.moves import Level
from cityleague.engine.components import ComponentFile, ComponentsError, Provenance, in_range, loader

NAME = "card_city_xl"

MOST = 1000
"""As many cards of a kind as any set of components may have."""

DECK = ("residential", "industry", "parking", "commerce", "leisure")
"""The whole cards of a deck, in the order in which the component file lists them."""
SPLITTABLE = COLOURS[:5]
"""What a half can be."""


class Cards(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many whole cards there are, but for industry."""

    provenance: Provenance
    residential: int
    commerce: int
    leisure: int
    parking: int
    town_halls: int
    parks: int
    smog: int


class Pollution(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Industry cards of one level of pollution, in per cent."""

    pollution: int
    cards: int


class Industry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The industry cards by level, and what half a card pollutes."""

    provenance: Provenance
    levels: tuple[Pollution, ...]
    half: int


class Split(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The split cards: how many of each, by the names of their halves."""

    provenance: Provenance
    cards: dict[str, int]


class Deck(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A level's figures: the side of the grid, rounds, cards a player gets in a round, and the deck for each player."""

    side: int
    rounds: int
    share: int
    residential: int
    industry: int
    parking: int
    commerce: int
    leisure: int

    def count(self, card: str) -> int:
        """How many cards of a kind each player brings into the deck."""
        return int(getattr(self, card))


class Decks(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The decks of the simplified game, and of the normal and advanced ones."""

    provenance: Provenance
    simplified: Deck
    larger: Deck
    larger_for_three: Deck


class CardFile(ComponentFile, frozen=True, forbid_unknown_fields=True):
    """The component file of Card City XL."""

    cards: Cards
    industry: Industry
    split: Split
    decks: Decks


class Box:
    """The checked component file: what is in the box."""

    def __init__(self, file: CardFile, digest: str) -> None:
        self.hash = digest
        self.file = file
        self.industries = {f"industry-{level.pollution}": level.cards for level in file.industry.levels}
        """How many industry cards of each level."""
        self.pollution = {f"industry-{level.pollution}": level.pollution for level in file.industry.levels}
        """What each industry card pollutes, in per cent."""
        self.split = dict(file.split.cards)
        """How many split cards of each kind."""

    def count(self, card: str) -> int:
        """How many whole cards of this kind there are."""
        return sum(self.industries.values()) if card == "industry" else int(getattr(self.file.cards, card))

    def deck(self, level: Level, players: int) -> Deck:
        """The figures of a level for so many players."""
        decks = self.file.decks
        if level == "simplified":
            return decks.simplified
        return decks.larger_for_three if players == 3 else decks.larger


def _check(file: CardFile) -> None:
    for name in Cards.__struct_fields__[1:]:
        in_range(f"cards: {name}", getattr(file.cards, name), 0, MOST)
    levels = [level.pollution for level in file.industry.levels]
    if len(set(levels)) < len(levels):
        raise ComponentsError("industry: a level of pollution stands twice")
    for level in file.industry.levels:
        in_range("industry: pollution", level.pollution, 0, MOST)
        in_range("industry: cards", level.cards, 0, MOST)
    in_range("industry: half", file.industry.half, 0, MOST)
    for name, count in file.split.cards.items():
        halves = name.split("/")
        if len(halves) != 2 or not set(halves) <= set(SPLITTABLE) or halves[0] == halves[1]:
            raise ComponentsError(f"split: {name!r} is not two different of {', '.join(SPLITTABLE)} joined by '/'")
        if set(halves) == {"residential", "industry"}:
            raise ComponentsError(
                f"split: {name!r} cannot be: its halves touch, and industry never touches residential"
            )
        if "/".join(reversed(halves)) in file.split.cards:
            raise ComponentsError(f"split: {name!r} stands twice, once with its halves the other way round")
        in_range(f"split: {name}", count, 0, MOST)
    for name in Decks.__struct_fields__[1:]:
        _check_deck(name, getattr(file.decks, name))


def _check_deck(name: str, deck: Deck) -> None:
    in_range(f"decks: {name}: side", deck.side, 4, 8)
    in_range(f"decks: {name}: rounds", deck.rounds, 1, 100)
    in_range(f"decks: {name}: share", deck.share, 2, 3)
    for card in DECK:
        in_range(f"decks: {name}: {card}", deck.count(card), 0, MOST)
    cards = sum([deck.count(card) for card in DECK])
    if cards != deck.rounds * deck.share:
        raise ComponentsError(
            f"decks: {name}: {deck.rounds} rounds of {deck.share} cards take another deck than {cards}"
        )


load = loader(NAME, CardFile, _check, Box)
"""The cards of a component file (None: the packaged one); raises ComponentsError."""
