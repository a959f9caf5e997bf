"""`mcts`: Monte Carlo tree search in imagined games, for every game.

README.md beside this file says how it searches. It is deterministic: its budget is a number of iterations, not a time,
and it computes nothing that differs between machines (square roots are exact, logarithms are not).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isqrt, sqrt
from typing import Annotated, Any, Literal

import msgspec

from cityleague.engine.bots.builtin import Greedy, Random, choose_at, expectation
from cityleague.engine.bots.parameters import Parameters, given, meaning, within
from cityleague.engine.chance import Stream
from cityleague.engine.protocol import Bot, BotFactory, Draw, Setup, State
from cityleague.engine.scoring import ranks
from cityleague.engine.sums import portable_sum


class Search(Parameters, frozen=True):
    """What `mcts` can be told."""

    iterations: Annotated[int, within(4, 1_000_000, "Imagined games for each decision.", scale="log")] = 32
    width: Annotated[int, within(2, 1000, "Moves that are tried.", scale="log")] = 8
    exploration: Annotated[float, within(0, 100, "The constant of PUCT, below the root.")] = 0.5
    horizon: Annotated[int, within(0, 100, "Rounds that are played, with the current one; 0: to the end.")] = 0
    doubt: Annotated[float, within(0, 100, "Standard errors by which a move must beat the heuristic's.")] = 1.0
    policy: Annotated[Literal["heuristic", "greedy", "random"], meaning("Who plays imagined games on.")] = "heuristic"
    judge: Annotated[Literal["score", "heuristic"], meaning("By what a game that stops is judged.")] = "score"

    @classmethod
    def usual(cls, setup: Setup) -> Search:
        """The search by which the game's `strong` plays."""
        name, _, query = setup.game.levels.get("strong", "").partition("?")
        return msgspec.convert(dict(given(query)) if name == "mcts" else {}, cls, strict=False)


class Node:
    """What was learnt about a move: how often it was tried, and what that was worth in sum to the seat that made it."""

    __slots__ = ("children", "total", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.total = 0.0
        self.children: dict[Any, Node] = {}

    @property
    def mean(self) -> float:
        """What the move is worth on average."""
        return self.total / self.visits


class Mcts:
    """Search with a budget of `iterations` for each decision."""

    parameters = Search

    def __init__(self, setup: Setup, stream: Stream, parameters: Mapping[str, str]) -> None:
        told = Search.read(parameters, setup)
        self._iterations, self._width, self._horizon = told.iterations, told.width, told.horizon
        self._exploration, self._doubt = told.exploration, told.doubt
        self._policy = _policy(setup, told.policy)
        self._by_heuristic = told.judge == "heuristic"
        self._setup = setup
        self._seed = f"{stream.below(1 << 32):08x}{stream.below(1 << 32):08x}"
        judge = self._heuristic("judge") if self._by_heuristic else None
        self._expect = expectation(judge)
        self._decisions = 0

    def choose(self, view: Any, legal: Sequence[Any]) -> Any:
        """The heuristic's move, unless another one was clearly better in imagined games."""
        if len(legal) == 1:
            return legal[0]
        self._view = view
        self._decisions += 1
        self._worlds = 0
        advised, *rivals = self._promising(self._heuristic(f"root/{self._decisions}"), view, legal)
        return self._halve(advised, rivals) if rivals else advised

    def _halve(self, advised: Any, rivals: Sequence[Any]) -> Any:
        """Sequential halving of the rivals; the advised move is tried in all worlds, for comparison."""
        root = {move: Node() for move in (advised, *rivals)}
        brought: dict[Any, list[float]] = {move: [] for move in root}
        phases, left = len(rivals).bit_length(), self._iterations
        while rivals:
            times = max(1, self._iterations // (phases * (len(rivals) + 1)))
            for _ in range(min(times, left // (len(rivals) + 1))):
                left -= len(rivals) + 1
                self._worlds += 1
                for move in (advised, *rivals):
                    brought[move].append(self._iterate(move, root[move]))
            best, *_ = rivals = sorted(rivals, key=lambda move: -root[move].mean)
            rivals = rivals[: len(rivals) // 2]
        return best if _is_better(brought[best], brought[advised], self._doubt) else advised

    def _promising(self, adviser: Bot, view: Any, legal: Sequence[Any]) -> list[Any]:
        """The adviser's move, and those that the judge puts next: no more than the budget can tell apart."""
        first = adviser.choose(view, legal)
        width = min(self._width, self._iterations // 2)
        others = [move for move in legal if move != first]
        if self._by_heuristic:
            order = [first]
            while others and len(order) < width:
                move = adviser.choose(view, others)
                if move not in others:
                    break  # it may answer with a legal move that is not listed, and would do so again and again
                order.append(move)
                others.remove(move)
            return order
        worth = dict(zip(legal, self._setup.game.prospects(self._setup, view, legal), strict=True))
        return [first, *sorted(others, key=lambda move: -worth[move])[: width - 1]]

    def _player(self, name: str) -> Bot:
        return self._policy(self._setup, Stream(self._seed, name), {})

    def _heuristic(self, name: str) -> Bot:
        return _policy(self._setup, "heuristic")(self._setup, Stream(self._seed, name), {})

    # -- an iteration

    def _iterate(self, move: Any, node: Node) -> float:
        """Imagine a world, make the move in it, walk down the tree, play out, and record what it was worth."""
        world = f"{self._decisions}/{self._worlds}"
        state = self._setup.imagine(self._view, Stream(self._seed, f"imagined/{world}"))
        end = state.round + self._horizon  # the same for all moves, even one that ends the round
        seat: int = self._view.seat
        path = [(seat, node)]
        state.apply(seat, move)
        while node.visits and not self._by_heuristic:
            due = self._draw(state, world)
            if due is None:
                break
            legal = state.legal(due)
            move = legal[0] if len(legal) == 1 else self._select(node, due, state, legal)
            node = node.children.setdefault(move, Node())
            path.append((due, node))
            state.apply(due, move)
        worths = self._play_out(state, world, end)
        for mover, passed in path:
            passed.visits += 1
            passed.total += worths[mover]
        return worths[seat]

    def _select(self, node: Node, seat: int, state: State[Any], legal: Sequence[Any]) -> Any:
        """A move below the root: one already tried, or the next promising one."""
        width = isqrt(node.visits) + 1
        known = [move for move in legal if move in node.children]
        if len(known) < min(width, len(legal)):
            new = [move for move in legal if move not in node.children]
            return choose_at(self._player("below"), state, seat, new)
        bonus = self._exploration * sqrt(node.visits)
        return max(known, key=lambda move: node.children[move].mean + bonus / (1 + node.children[move].visits))

    def _draw(self, state: State[Any], world: str) -> int | None:
        """Resolve the draws that are due in this world; the seat that decides then, or None at the end of the game."""
        due = state.pending()
        while isinstance(due, Draw):
            state.resolve(Stream(self._seed, f"chance/{world}/{due.name}").draw(due.items, due.take))
            due = state.pending()
        return due.seats[0] if due else None

    def _play_out(self, state: State[Any], world: str, end: int) -> list[float]:
        """Play on by the policy until round `end` begins, or to the end of the game; what it is worth to each seat."""
        players = [self._player(f"playout/{world}/{seat}") for seat in range(state.seats)]
        while (due := self._draw(state, world)) is not None and not (self._horizon and state.round >= end):
            legal = state.legal(due)
            state.apply(due, legal[0] if len(legal) == 1 else choose_at(players[due], state, due, legal))
        if due is None or self._expect is None:
            return worths(state)
        return leads(self._expect(state, self._view.seat))  # a place in the middle of a game says little


def worths(state: State[Any]) -> list[float]:
    """What the state is worth to each seat: half for its place, from 0 to 1, and half for how far it leads.

    A seat that ranks last whatever its score leads nobody. A solo player's worth is the score in hundreds, and far
    below all scores if the game is lost.
    """
    sheets = state.scores()
    if len(sheets) == 1:
        return [-10.0] if sheets[0].last else leads([sheets[0].total])
    least = min([sheet.total for sheet in sheets])
    totals = [float(least if sheet.last else sheet.total) for sheet in sheets]
    places = ranks(sheets)
    values = []
    for rank, lead in zip(places, leads(totals), strict=True):
        place = (sum([other > rank for other in places]) + (places.count(rank) - 1) / 2) / (len(places) - 1)
        values.append((place + lead) / 2)
    return values


def leads(totals: Sequence[float]) -> list[float]:
    """How far each seat leads the best of the others by these scores, from -1 to 1; alone: its score in hundreds."""
    if len(totals) == 1:
        return [totals[0] / 100]
    scale = 1 + portable_sum([abs(total) for total in totals]) / len(totals)
    values = []
    for seat, total in enumerate(totals):
        lead = (total - max([*totals[:seat], *totals[seat + 1 :]])) / scale
        values.append(lead / (1 + abs(lead)))
    return values


def _is_better(values: Sequence[float], other: Sequence[float], doubt: float) -> bool:
    """Whether the mean of `one` exceeds that of `other`, in the same worlds, by more than `doubt` standard errors."""
    gains = [mine - theirs for mine, theirs in zip(values, other, strict=False)]
    mean = portable_sum(gains) / len(gains)
    variance = portable_sum([(gain - mean) ** 2 for gain in gains]) / len(gains)
    return mean > doubt * sqrt(variance / len(gains))


def _policy(setup: Setup, name: str) -> BotFactory:
    """The bot that plays games on; where a game has no heuristic, `greedy` takes its place."""
    every: Mapping[str, BotFactory] = {"heuristic": Greedy, "greedy": Greedy, "random": Random}
    return {**every, **setup.game.bots}[name]
