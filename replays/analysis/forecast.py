"""How much there is to do before an analysis begins, measured in games played from start to end."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import NamedTuple

from cityleague.replays.analysis.game import Task, playouts_of, tasks
from cityleague.replays.analysis.levels import Terms
from cityleague.replays.analysis.records import Chances, Judged, Luck
from cityleague.replays.analysis.running import Planned
from cityleague.replays.log import RawGame
from cityleague.replays.replay import ComponentFiles, Replay

_TRIED = 0.75
"""Of all trials in the first worlds, about so many are made: rivals that are clearly behind are dropped."""
_LOOKED_AT = 0.15
"""Of all choices, about so many are looked at in further worlds."""


class Forecast(NamedTuple):
    """The effort for all games of one kind."""

    games: float
    """So many games are to be played from start to end."""
    play: Callable[[], object]
    """Plays one."""


def forecasts(plans: Iterable[Planned], files: ComponentFiles) -> Iterator[Forecast]:
    """For each kind of game, one by each bot that plays on. The first game of a kind stands for all, by its length."""
    sizes: dict[tuple[str, int], int] = {}
    first: dict[tuple[str, int], Planned] = {}
    for plan in plans:
        if not plan.skip:
            kind = plan.opening.game, len(plan.opening.players)
            sizes[kind] = sizes.get(kind, 0) + plan.raw.size
            first.setdefault(kind, plan)
    for kind, plan in first.items():
        yield from _forecast(plan.raw, files, plan.opening.terms, sizes[kind] / plan.raw.size)


def _forecast(raw: RawGame, files: ComponentFiles, terms: Terms, times: float) -> Iterator[Forecast]:
    replay = Replay(raw, files)
    all_tasks = list(tasks(replay, terms))
    last = all_tasks[-1]
    play = playouts_of(raw, replay.setup, terms).play
    for confirming, share in ((False, _looked_for), (True, _confirmed)):
        games = sum([share(task, last, terms) for task in all_tasks[:-1]])
        if games:
            yield Forecast(games * times, partial(play, replay.setup.begin(), "forecast", confirming=confirming))


def _looked_for(task: Task, last: Task, terms: Terms) -> float:
    """The playouts for a task by the bot that looks for marks and tells luck, each by the share of a game it takes."""
    left = 1 - task.move / last.move
    if task.kind is Luck:
        return 2 * terms.luck * left
    judged = min(left, terms.horizon / last.state.round) if terms.horizon and not task.forfeited else left
    return _TRIED * terms.worlds * terms.candidates * judged if task.kind is Judged else 0


def _confirmed(task: Task, last: Task, terms: Terms) -> float:
    """The same by the bot that plays the chances, and the worlds in which marks must hold."""
    left = 1 - task.move / last.move
    if task.kind is Judged:
        return _LOOKED_AT * 2 * terms.confirm * left
    return terms.playouts * left if task.kind is Chances else 0
