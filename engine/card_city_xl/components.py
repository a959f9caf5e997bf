"""The component file: how many cards there are, which are split, and what goes into a deck."""

from collections.abc import Iterator
from itertools import combinations

import msgspec

from cityleague.engine.card_city_xl.cards import COLOURS
from cityleague.engine.card_city_xl.moves import Level
from cityleague.engine.components import (
    ComponentFile,
    FromFile,
    Json,
    Provenance,
    in_range,
    loader,
    plain_packaged,
    to_fill_in,
)
from cityleague.engine.words import quote

NAME = "card_city_xl"

MAX_COUNT = 1000
"""The largest number of cards of one kind in a component file."""

DECK = ("residential", "industry", "parking", "commerce", "leisure")
"""The whole cards of a deck, in the order in which the component file lists them."""
SPLITTABLE = COLOURS[:5]
"""The colours that a half can have."""
NEVER_HALVES = {"residential", "industry"}
"""The pair of colours that no split card has."""


class Cards(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many whole cards there are, except industry."""

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
    """A level's figures: the side of the grid, the rounds, a player's cards in a round, and each player's deck."""

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


class Box(FromFile):
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
        self.names = [*[name for name in COLOURS if name not in ("town-hall", "smog")], *self.industries, *self.split]
        """All cards that players hold, by name."""

    def count(self, card: str) -> int:
        """How many whole cards of this kind there are."""
        return sum(self.industries.values()) if card == "industry" else int(getattr(self.file.cards, card))

    def deck(self, level: Level, players: int) -> Deck:
        """The figures of a level for this number of players."""
        decks = self.file.decks
        if level == "simplified":
            return decks.simplified
        return decks.larger_for_three if players == 3 else decks.larger


def _check(file: CardFile) -> Iterator[str]:
    for name in Cards.__struct_fields__[1:]:
        yield from in_range(f"cards: {name}", getattr(file.cards, name), 0, MAX_COUNT)
    levels = [level.pollution for level in file.industry.levels]
    if len(set(levels)) < len(levels):
        yield "industry: a level of pollution stands twice"
    for level in file.industry.levels:
        yield from in_range("industry: pollution", level.pollution, 0, MAX_COUNT)
        yield from in_range(f"industry: pollution {level.pollution}: cards", level.cards, 0, MAX_COUNT)
    yield from in_range("industry: half", file.industry.half, 0, MAX_COUNT)
    for name, count in file.split.cards.items():
        yield from _check_split(name, count, file)
    for name in Decks.__struct_fields__[1:]:
        yield from _check_deck(f"decks: {name}", getattr(file.decks, name))


def _check_split(name: str, count: int, file: CardFile) -> Iterator[str]:
    halves = name.split("/")
    if len(halves) != 2 or not set(halves) <= set(SPLITTABLE) or halves[0] == halves[1]:
        yield f"split: {quote(name)} is not two different of {', '.join(SPLITTABLE)} joined by '/'"
    elif set(halves) == NEVER_HALVES:
        yield f"split: {name} cannot be: its halves touch, and industry never touches residential"
    else:
        if "/".join(reversed(halves)) in file.split.cards:
            yield f"split: {name} stands twice, once with its halves the other way round"
        yield from in_range(f"split: {name}", count, 0, MAX_COUNT)


def _check_deck(where: str, deck: Deck) -> Iterator[str]:
    yield from in_range(f"{where}: side", deck.side, 4, 8)
    yield from in_range(f"{where}: rounds", deck.rounds, 1, 100)
    yield from in_range(f"{where}: share", deck.share, 2, 3)
    for card in DECK:
        yield from in_range(f"{where}: {card}", deck.count(card), 0, MAX_COUNT)
    cards = sum([deck.count(card) for card in DECK])
    if cards != deck.rounds * deck.share:
        yield f"{where}: {quote(deck.rounds)} rounds of {quote(deck.share)} cards take another deck than {quote(cards)}"


def template() -> Json:
    """The rulebook's cards and decks. The owner fills in which cards are split, and how much industry pollutes."""
    file = plain_packaged(NAME)
    known = list(file["split"]["cards"])
    pairs = ["/".join(pair) for pair in combinations(SPLITTABLE, 2) if set(pair) != NEVER_HALVES]
    others = [pair for pair in pairs if not {pair, "/".join(reversed(pair.split("/")))} & set(known)]
    levels = [{"pollution": None, "cards": None} for _ in file["industry"]["levels"]]
    industry = to_fill_in(levels=levels, half=None)
    return file | {"industry": industry, "split": to_fill_in(cards=dict.fromkeys([*known, *others]))}


load = loader(NAME, CardFile, _check, Box)
"""The cards of a component file (None: the packaged one); raises ComponentsError."""
