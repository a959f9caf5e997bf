"""Results in columns, a hundred bytes for each game; and what people want to know of theirs."""

from __future__ import annotations

import os
from array import array
from collections import defaultdict
from collections.abc import Iterable
from math import ceil
from typing import Generic, Literal, NamedTuple, TypeVar

import msgspec

from cityleague.replays.league.results import Played, Time
from cityleague.replays.log import Forfeit

T = TypeVar("T")


class Group(NamedTuple):
    """What games have in common that are compared with each other."""

    game: str
    options: str
    solo: bool


class _Codes(Generic[T]):
    """A column of values that come again and again: each is kept once, and has a number."""

    def __init__(self) -> None:
        self.column = array("l")
        self.values: list[T] = []
        self._numbers: dict[T, int] = {}

    def add(self, value: T) -> None:
        number = self._numbers.setdefault(value, len(self.values))
        if number == len(self.values):
            self.values.append(value)
        self.column.append(number)

    def of(self, game: int) -> T:
        """The value of a game."""
        return self.values[self.column[game]]


class Results:
    """The results of games. What is said of all of them has a column; what of a few, a dictionary by their numbers."""

    def __init__(self, played: Iterable[Played] = ()) -> None:
        self.groups: defaultdict[Group, array[int]] = defaultdict(lambda: array("l"))
        """The numbers of the games of each group."""
        self.players = _Codes[tuple[str, ...]]()
        self.ranks = _Codes[tuple[int, ...]]()
        self.dates = _Codes[str]()
        """Empty: not known."""
        self.files = _Codes[str]()
        self.lines = array("q")
        self.deals = _Codes[str | None]()
        """None: the game is a deal of its own, which its place names."""
        self.scores = array("d")
        """Of all seats of all games."""
        self.first_scores = array("q")
        """Where those of a game begin."""
        self.bare = array("b")
        self.forfeits: dict[int, tuple[Forfeit, ...]] = {}
        self.times: dict[int, tuple[Time, ...]] = {}
        self.by_people = 0
        """How many games people seem to have played."""
        self._called, self._ends = bytearray(), array("q")
        for result in played:
            self.add(result)

    def __len__(self) -> int:
        return len(self.lines)

    def add(self, result: Played) -> None:
        """Count a game."""
        file, line = result.where
        number = len(self)
        self.groups[Group(result.game, result.options, len(result.players) == 1)].append(number)
        self.players.add(result.players)
        self.ranks.add(result.ranks)
        self.dates.add(result.date or "")
        self.files.add(file)
        self.lines.append(line)
        self.deals.add(None if result.deal == f"{file}:{line}" else result.deal)
        self.first_scores.append(len(self.scores))
        self.scores.extend(result.scores)
        self.bare.append(result.bare)
        if result.forfeits:
            self.forfeits[number] = result.forfeits
        if result.times:
            self.times[number] = result.times
        self.by_people += result.by_people
        self._called += result.called.encode(errors="surrogatepass")
        self._ends.append(len(self._called))

    def place(self, number: int) -> tuple[str, int]:
        """The file of a game, and its first line there."""
        return self.files.of(number), self.lines[number]

    def scores_of(self, number: int) -> array[float]:
        """The scores of a game, by seat."""
        start = self.first_scores[number]
        return self.scores[start : start + len(self.players.of(number))]

    def called(self, number: int) -> str:
        """What people call a game."""
        start = self._ends[number - 1] if number else 0
        return self._called[start : self._ends[number]].decode(errors="surrogatepass")

    def tell_files_from_their_folder(self) -> None:
        """Tell files from the folder that all logs share, so that a table is the same wherever its logs are."""
        logs = {file: os.path.abspath(file) for file in self.files.values if file != "-"}
        try:
            shared = os.path.commonpath([os.path.dirname(path) for path in logs.values()])
        except ValueError:
            return
        names = {file: os.path.relpath(path, shared) for file, path in logs.items()}
        self.files.values = [names.get(file, file) for file in self.files.values]


class Difference(msgspec.Struct, frozen=True):
    """By how much a player is stronger than another."""

    elo: float
    error: float
    """The standard error of that, in Elo."""
    superiority: float
    """How likely it is that the player is stronger at all, from 0 to 1."""

    def more_deals(self, deals: int) -> int | None:
        """How many more deals would show in four cases of five what it seems to be; 0: that is shown; None: none."""
        if max(self.superiority, 1 - self.superiority) >= _SHOWN:
            return 0
        if abs(self.elo) < self.error / 100:
            return None
        return max(1, ceil(deals * ((_IN_FOUR_OF_FIVE * self.error / self.elo) ** 2 - 1)))


_SHOWN = 0.975
"""Who is stronger is shown from this chance on: the 95 % interval of the difference then leaves out 0."""
_IN_FOUR_OF_FIVE = 1.96 + 0.84
"""So many standard errors must a difference be, that four samples of five show it."""


class Against(msgspec.Struct, frozen=True):
    """How a player did against another, in the games in which both sat."""

    opponent: str
    games: int
    ahead: int
    """In how many of them the player was placed ahead."""
    behind: int
    difference: Difference | None = None
    """By how much the player is stronger; None: nothing tells, or the games are not rated."""


class BestGame(msgspec.Struct, frozen=True):
    """The game in which a player scored most."""

    called: str
    """What people call it: its title, else its date, else its id, else its file."""
    file: str
    """From the folder that all logs share; on pages as it was read."""
    line: int


Audience = Literal["people", "bots"]
"""Whom tables are for."""


def audience_of(played: Iterable[Played] | Results) -> Audience:
    """For whom these results are: people if most of the games have a date or no seed; else bots."""
    results = played if isinstance(played, Results) else Results(played)
    return "people" if 2 * results.by_people > len(results) else "bots"
