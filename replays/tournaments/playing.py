"""Games and tournaments played from Python, in a line each."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from cityleague.engine.bots.specs import BotSpec
from cityleague.engine.protocol import Bot
from cityleague.replays.league import League, read_tables
from cityleague.replays.log import RawGame, read_whole
from cityleague.replays.players import Entrant, Limits, Terms, bot_of, make_header, record_game
from cityleague.replays.replay import RecordedGame, file_of
from cityleague.replays.tournaments.plan import Plan, PlanError, numbered
from cityleague.replays.tournaments.running import run
from cityleague.replays.tournaments.schedule import Tournament
from cityleague.replays.workers import local_workers


def play(
    game: str,
    bots: Sequence[str | Bot],
    *,
    seed: str = "0",
    options: Mapping[str, Any] | None = None,
    components: bytes | None = None,
    limits: Limits | None = None,
) -> RecordedGame:
    """One game between bots, by seat: specs, as on the command line, or bots of one's own, as they are.

    A bot of one's own is any object with a method `choose(view, legal)`. It plays one seat, and its class gives its
    name. With specs alone, the log is byte for byte the one that `cityleague play` writes. A bot that raises an
    exception or makes an illegal move forfeits, and a stand-in plays on for it.

    Raises PlanError if such a game cannot be played.

    >>> from cityleague.replays import play
    >>> class First:
    ...     def choose(self, view, legal):
    ...         return legal[0]
    >>> game = play("between_two_cities", [First(), "greedy"], seed="7")
    >>> game.header().players, game.result().scores
    (('First', 'greedy'), (77, 104))
    """
    for bot in bots:
        if isinstance(bot, type) or not (isinstance(bot, str) or callable(getattr(bot, "choose", None))):
            raise PlanError(f"{bot!r} is not a bot: give a spec, or an object with a method `choose`")
    if not isinstance(seed, str):
        raise PlanError(f"a seed is text, such as '7', not {seed!r}")
    bot_limits = limits or Limits()
    entrants = numbered([bot if isinstance(bot, str) else type(bot).__name__ for bot in bots])
    pairs = list(zip(bots, entrants, strict=True))
    checked = [entrant if isinstance(bot, str) else Entrant(entrant.name, _ANY) for bot, entrant in pairs]
    plan = Plan(
        game=game, bots=tuple(checked), seats=len(bots), seed=seed, options=dict(options or {}), limits=bot_limits
    )
    setup = Tournament(plan, components).setup
    header = make_header(
        setup, [entrant.name for entrant in entrants], specs=[entrant.spec for entrant in entrants], seed=seed
    )
    specs = [
        bot_of(entrant, setup.game, Terms(bot_limits))
        if isinstance(bot, str)
        else BotSpec(entrant.spec, lambda *_given, ready_made=bot: ready_made, {})
        for bot, entrant in pairs
    ]
    log = b"".join([line + b"\n" for line in record_game(setup, header, specs)])
    files = file_of(components)
    return RecordedGame(RawGame("(played)", 1, (log,), 0), files)


_ANY = "random"
"""A spec in place of a bot that has none, to check everything else."""


def play_tournament(plan: Plan, folder: str | os.PathLike[str], jobs: int = 1) -> League:
    """Play what is missing of a tournament, into games.jsonl in its folder, and return its league table.

    With a seed in the plan, the file has the bytes that `cityleague tournament` writes, even after interruptions.
    `jobs`: how many processes play; a script that uses more than one needs `if __name__ == "__main__":`.

    Raises PlanError if the tournament cannot be played, ResumeError if the folder holds something else, and OSError.

    >>> from cityleague.replays import Plan, play_tournament
    >>> plan = Plan(game="between_two_cities", bots=("random", "greedy", "heuristic"), deals=2, seed="7")
    >>> table = play_tournament(plan, "cup")
    >>> table.games, [(row.place, row.player) for row in table.rows]
    (6, [(1, 'heuristic'), (2, 'greedy'), (3, 'random')])
    """
    content = read_whole(plan.components) if plan.components else None
    folder = Path(folder)
    for _ in run(Tournament(plan, content), folder, content, local_workers(jobs)):
        pass
    (league,) = read_tables(folder)
    return league
