"""Games played on from a position, by one bot at all seats, with luck that a seed and a name decide.

After a forfeit its stand-in plays on at that seat, as it does in the game.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any, NamedTuple, TypeVar

from msgspec import structs

from cityleague.engine.bots.builtin import choose_at, expectation, stand_in
from cityleague.engine.bots.specs import BotSpec, parse
from cityleague.engine.chance import Stream
from cityleague.engine.protocol import Bot, Draw, Setup, State
from cityleague.engine.scoring import Sheet, ranks
from cityleague.replays.analysis.judging import Leads
from cityleague.replays.analysis.levels import Terms

T = TypeVar("T")


class Trunk:
    """A position that playouts come through."""

    __slots__ = ("_branches", "move")

    def __init__(self) -> None:
        self.move: Any = None
        """The move that is made here whatever luck brings; None: nobody knows."""
        self._branches: dict[Hashable, Trunk] = {}

    def after(self, event: Hashable) -> Trunk:
        """The position after a move, or after what was drawn."""
        branch = self._branches.get(event)
        if branch is None:
            branch = self._branches[event] = Trunk()
        return branch


class Coin(Stream):
    """A bot's random numbers, which tell whether it has needed one."""

    __slots__ = ("_tossed",)

    def __init__(self, seed: str, name: str) -> None:
        super().__init__(seed, name)
        self._tossed = False

    def tossed(self) -> bool:
        """Whether any number was taken since this was asked before."""
        tossed, self._tossed = self._tossed, False
        return tossed

    def below(self, n: int) -> int:
        """A number below n."""
        self._tossed = True
        return super().below(n)

    def choice(self, items: Sequence[T]) -> T:
        """One of the items; a single one needs no number."""
        if len(items) == 1:
            return items[0]
        self._tossed = True
        return super().choice(items)

    def draw(self, items: Sequence[T], take: int) -> list[T]:
        """Some of the items."""
        self._tossed = True
        return super().draw(items, take)


class Ending(NamedTuple):
    """How a game came out."""

    leads: Leads
    places: tuple[tuple[float, ...], ...]
    """Each seat's share of each place: tied seats share theirs. Empty if the game was stopped before its end."""
    sheets: Sequence[Sheet] = ()
    """By seat; empty likewise."""


class Playouts:
    """Plays one game on from its positions, again and again."""

    def __init__(self, setup: Setup, seed: str, terms: Terms, forfeited: Sequence[int] = ()) -> None:
        """`forfeited`: seats that come last, whatever their stand-ins do; whoever forfeited first is the very last."""
        self.setup = setup
        self.forfeited = forfeited
        self._seed = seed
        self._heuristic = parse("heuristic" if "heuristic" in setup.game.bots else "greedy", setup.game)
        self._policy = self._bot(terms.policy)
        self._confirming = self._bot(terms.confirmed_by or terms.policy)
        self._expect = expectation(self.adviser("judge")) if terms.horizon else None

    def _bot(self, name: str) -> BotSpec:
        return self._heuristic if name == "heuristic" else parse(name, self.setup.game)

    def stream(self, name: str) -> Stream:
        """The random numbers of this name in the analysis of this game."""
        return Stream(self._seed, name)

    def adviser(self, name: str) -> Bot:
        """The game's heuristic; `greedy` where there is none."""
        return self._heuristic.make(self.setup, self.stream(name))

    def usual(self, name: str) -> Bot:
        """The bot that plays on."""
        return self._policy.make(self.setup, self.stream(name))

    def play(
        self,
        state: State[Any],
        world: str,
        *,
        until: int | None = None,
        seat: int | None = None,
        confirming: bool = False,
        trunk: Trunk | None = None,
    ) -> Ending:
        """Play this state itself on, to its end, or until round `until` begins; then the judge sees what `seat` sees.

        In worlds of one name, luck is the same: each draw has its own numbers. `confirming`: by the bot that does so.
        `trunk`: what is known of playouts from the same position by the same bot.
        """
        bot = self._confirming if confirming else self._policy
        coins = [Coin(self._seed, f"player/{world}/{seat}") for seat in range(state.seats)]
        players = [
            stand_in(self.setup, coin) if seat in self.forfeited else bot.make(self.setup, coin)
            for seat, coin in enumerate(coins)
        ]
        alike = [not coin.tossed() for coin in coins]  # a bot that begins with a random number keeps it in mind
        at = trunk or Trunk()
        while (due := state.pending()) is not None:
            if isinstance(due, Draw):
                order = self.stream(f"chance/{world}/{due.name}").draw(due.items, due.take)
                state.resolve(order)
                at = at.after(tuple(order))
                continue
            if until is not None and state.round >= until and self._expect is not None:
                return Ending(leads(self._expect(state, seat)), ())
            mover = due.seats[0]
            move = at.move
            if move is None:
                legal = state.legal(mover)
                move = legal[0] if len(legal) == 1 else choose_at(players[mover], state, mover, legal)
                if alike[mover] and not coins[mover].tossed():
                    at.move = move
            state.apply(mover, move)
            at = at.after(move)
        return ending(state.scores(), self.forfeited)


def ending(sheets: Sequence[Sheet], forfeited: Sequence[int] = ()) -> Ending:
    """What these sheets come to; `forfeited`: seats, in the order in which they forfeited.

    A seat that is last for a reason of its own has a point less than all; alone: -1.
    """
    sheets = [
        structs.replace(sheet, last="forfeit") if seat in forfeited else sheet for seat, sheet in enumerate(sheets)
    ]
    lowest = min([sheet.total for sheet in sheets]) if len(sheets) > 1 else 0
    totals = [float(lowest - 1 if sheet.last else sheet.total) for sheet in sheets]
    order = ranks(sheets, {seat: number for number, seat in enumerate(forfeited)})
    return Ending(leads(totals), tuple([_share(rank, order) for rank in order]), sheets)


def leads(totals: Sequence[float]) -> Leads:
    """How far each seat is ahead of the best of the others; alone: its score."""
    if len(totals) == 1:
        return (float(totals[0]),)
    return tuple([total - max([*totals[:seat], *totals[seat + 1 :]]) for seat, total in enumerate(totals)])


def _share(rank: int, order: Sequence[int]) -> tuple[float, ...]:
    """The places of a seat of this rank, which it shares with all that have the same one."""
    tied = order.count(rank)
    return tuple([1 / tied if rank <= place < rank + tied else 0.0 for place in range(1, len(order) + 1)])
