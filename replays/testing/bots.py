"""Games that bots play: their logs are valid, and the same bots play the same game everywhere.

The search bot keeps to its budget, and uses nothing that its seat does not know.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from itertools import cycle, islice
from typing import Any

import msgspec
import pytest

from cityleague.engine.bots.builtin import choose_at, expectation
from cityleague.engine.bots.mcts import Mcts
from cityleague.engine.bots.parameters import Parameter
from cityleague.engine.bots.specs import EVERY_GAME, BotSpecError, known, levels_of, parse
from cityleague.engine.chance import Stream
from cityleague.engine.protocol import Game, Setup
from cityleague.engine.registry import game as find_game
from cityleague.replays.log import RawGame, encode
from cityleague.replays.players import (
    Terms,
    allowed,
    declared_by,
    flaws,
    forbidden,
    make_header,
    record_game,
    with_parameter,
)
from cityleague.replays.replay import ComponentFiles, Replay
from cityleague.replays.testing.games import course, decisions, full_table, hides, setups

_SEARCHER = "mcts?iterations=4&width=2&horizon=1&policy=random"
"""The slow bot, with the smallest budget that it can have. It plays no whole games: it is asked for some moves."""


def _players(game: Game) -> list[str]:
    """The bots of a game that play whole games, and its levels where they are others."""
    return [bot for bot in dict.fromkeys([*EVERY_GAME, *game.bots, *levels_of(game).values()]) if "mcts" not in bot]


def _crowd(name: str) -> Setup:
    """The first setup in which all these bots can play at once; if there is none, the full table."""
    full, players = full_table(name), _players(find_game(name))
    return next((setup for setup in setups(name).values() if setup.seats >= len(players)), full)


def _is_valid(log: bytes) -> None:
    report = Replay(RawGame("log", 1, (log,), 0), ComponentFiles()).run()
    assert report.finding is None
    assert report.result is not None
    assert report.result.result.forfeits == ()
    assert encode(report.result) == log.splitlines()[-1]


def test_every_bot_plays_by_the_rules_and_its_game_is_valid(setup: Setup) -> None:
    """With the default options and the most or the fewest players, all bots play; elsewhere `random` alone does."""
    bots = _players(setup.game)
    if setup is _crowd(setup.game.name) and setup.seats >= len(bots):
        return  # all of them play in the next test
    usual = setup.options == setup.game.options()
    if not usual or setup.seats not in (setup.game.seats[0], setup.game.seats[-1]):
        bots = ["random"]
    for first in range(0, len(bots), setup.seats):
        specs = [*islice(cycle(bots), first, first + setup.seats)]
        header = make_header(setup, [f"p{seat}" for seat in range(setup.seats)], specs=specs, seed="bots")
        lines = record_game(setup, header, [parse(spec, setup.game) for spec in specs])
        _is_valid(b"".join(line + b"\n" for line in lines))


def test_games_by_every_version_of_the_rules_and_of_the_figures_are_valid(name: str) -> None:
    for game in find_game(name).versions().values():
        for file in [None, *[game.file(old) for old in game.superseded]]:
            setup = Setup(game, game.options(), game.components(file), game.seats[0])
            header = make_header(setup, [f"p{seat}" for seat in range(setup.seats)], specs=[], seed="versions")
            lines = record_game(setup, header, [parse("random", game)] * setup.seats)
            assert (header.rules, header.components) == (game.version, setup.components.hash)
            _is_valid(b"".join([line + b"\n" for line in lines]))


def test_a_bot_that_looks_at_the_table_answers_as_by_its_view(setup: Setup) -> None:
    """Also at a table where what its seat cannot know is imagined."""
    for name, spec in [(name, parse(name, setup.game)) for name in _players(setup.game)]:
        for number, (state, due, legal) in enumerate(decisions(setup, "looks", some=6)):
            seat = due.seats[number % len(due.seats)]
            view, moves = state.view(seat), legal[seat]
            imagined = setup.imagine(view, Stream("looks", "imagined"))
            by_view: Any
            by_view, *others = [spec.make(setup, Stream("looks", f"bot/{number}")) for _ in range(3)]
            move = by_view.choose(view, moves)
            expected = expectation(by_view)
            for bot, there in zip(others, (state, imagined), strict=True):
                before = there.digest()
                assert choose_at(bot, there, seat, moves) == move, f"{name} looks at what seat {seat} cannot know"
                if expected is not None:
                    assert expected(there, seat) == by_view.expect(view), f"{name} expects by what is hidden"
                assert there.digest() == before, f"{name} changes the table that it looks at"


def test_a_game_does_not_depend_on_the_order_of_hashes(name: str) -> None:
    """The bots play at once, and again in the last way to play, if there are several; `mcts` looks on at the first."""
    first, last = _crowd(name), [*setups(name).values()][-1]
    several = _players(find_game(name))[::-1]
    games = [
        (name, [*islice(cycle(several), setup.seats)], msgspec.to_builtins(setup.options, order="sorted"))
        for setup in [first] + [last] * (last.options != first.options)
    ]
    runs = [_played(games, hash_seed) for hash_seed in ("0", "4242")]
    first_run, other_run = [[line for log, _ in logs for line in log] for logs in runs]
    assert len(first_run) > first.seats
    for here, there in zip(first_run, other_run, strict=False):
        assert here == there, "this line depends on the hash seed; does something go through a set?"
    assert other_run == first_run
    moves, other_moves = [[chosen for _, chosen in logs] for logs in runs]
    assert moves[0]
    assert other_moves == moves, "what mcts chooses depends on the hash seed"
    assert len(runs[0]) == len(games)
    for log, _ in runs[0]:
        _is_valid(b"".join([line + b"\n" for line in log]))


_PLAY = """
import json, sys
import msgspec
from cityleague.engine import make_bot
from cityleague.replays import play

games, searcher = json.loads(sys.argv[1])
for number, (name, bots, options) in enumerate(games):
    game, chosen = play(name, bots, seed="hash", options=options), []
    every = 1 + game.log.count(b"\\n") // 12
    for position in game.positions() if number == 0 else ():
        if position.seat is not None and position.moves % every == 0:
            bot = make_bot(searcher, position.setup, seed="hash")
            move = bot.choose(position.view(position.seat), position.legal())
            chosen.append(msgspec.json.encode(move).decode())
    print(json.dumps([game.log.decode(), chosen]))
"""


def _played(games: list[tuple[str, list[str], Any]], hash_seed: str) -> list[tuple[list[bytes], list[str]]]:
    """The lines of each log of games, each a name, bots and options, that a process with this hash seed plays.

    Beside those of the first, the moves that `mcts` would have made now and then.
    """
    done = subprocess.run(
        [sys.executable, "-P", "-c", _PLAY, json.dumps([games, _SEARCHER])],
        env=os.environ | {"PYTHONHASHSEED": hash_seed},
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode(errors="replace")
    told = [json.loads(line) for line in done.stdout.splitlines()]
    return [(log.encode().splitlines(), chosen) for log, chosen in told]


def _declared(setup: Setup) -> list[tuple[str, Parameter]]:
    return [(bot, parameter) for bot in known(setup.game) for parameter in declared_by(bot, setup, Terms())]


def test_the_parameters_of_bots_are_declared_soundly(setup: Setup) -> None:
    for bot, parameter in _declared(setup):
        assert [*flaws(parameter)] == [], bot


def test_the_bots_take_what_they_declare_and_nothing_else(setup: Setup) -> None:
    for bot, parameter in _declared(setup):
        for value in allowed(parameter):
            parse(with_parameter(bot, parameter.name, value), setup.game).make(setup, Stream("parameters", bot))
        for value in forbidden(parameter):
            with pytest.raises(BotSpecError, match=f"{parameter.name} takes "):
                parse(with_parameter(bot, parameter.name, value), setup.game)


def test_a_bot_with_its_defaults_spelled_out_is_the_bot(setup: Setup) -> None:
    """What the declaration says of a default is what a bot without parameters plays by."""
    for bot in known(setup.game):
        some = declared_by(bot, setup, Terms())
        told = {parameter.name: str(parameter.default) for parameter in some}
        declaration = getattr(parse(bot, setup.game).factory, "parameters", None)
        if declaration is not None:
            assert declaration.read(told, setup) == declaration.read({}, setup)
        with pytest.raises(BotSpecError, match="unknown parameter 'no_such'; it takes"):
            parse(with_parameter(bot, "no_such", 1), setup.game)


def chosen(setup: Setup, view: Any, legal: Sequence[Any], **parameters: str) -> Any:
    """What the bot plays, with a small budget."""
    quick = {"iterations": "4", "horizon": "1", "policy": "greedy"}
    return Mcts(setup, Stream("s", "bot"), quick | parameters).choose(view, legal)


def test_the_search_chooses_alike_in_states_that_its_seat_cannot_tell_apart(name: str) -> None:
    """In two positions, of which each has another judge."""
    setup = full_table(name)
    compared = 0
    for state, step in course(setup, some=60):
        for seat, legal in step.legal.items():
            if len(legal) > 1 and compared < 2:
                other, judge = setup.imagine(state.view(seat), Stream("another", "")), ("score", "heuristic")[compared]
                if state.digest() != other.digest() or not hides(setup):
                    move = chosen(setup, state.view(seat), legal, judge=judge)
                    state.verify(seat, move)
                    assert chosen(setup, other.view(seat), other.legal(seat), judge=judge) == move
                    compared += 1
    assert compared


@pytest.mark.parametrize(("iterations", "width"), [(4, 8), (10, 8), (30, 1000)])
def test_the_search_keeps_to_its_budget(name: str, iterations: int, width: int) -> None:
    setup = full_table(name)
    worlds = []

    def counted(true: Setup, view: Any, stream: Stream) -> Any:
        worlds.append(stream)
        return setup.game.imagine(true, view, stream)

    counting = setup._replace(game=msgspec.structs.replace(setup.game, imagine=counted))
    searched = 0
    for state, due, listed in decisions(setup, some=3):
        seat = due.seats[0]
        worlds.clear()
        budget = {"iterations": str(iterations), "width": str(width)}
        chosen(counting, state.view(seat), listed[seat], **budget, policy="random")
        assert len(worlds) <= iterations
        assert bool(worlds) == (len(listed[seat]) > 1)
        searched += len(worlds) > iterations // 2
    assert searched or all(len(legal) == 1 for step in course(setup) for legal in step[1].legal.values())


def test_the_search_plays_all_moves_on_to_the_same_round(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    setup = full_table(name)
    ends: list[int] = []
    play_out = Mcts._play_out

    def followed(self: Mcts, state: Any, world: str, end: int) -> list[float]:
        ends.append(end)
        worths = play_out(self, state, world, end)
        assert state.pending() is None or state.round == end
        return worths

    monkeypatch.setattr(Mcts, "_play_out", followed)
    for state, due, listed in islice(decisions(setup, some=8), 8):
        seat = due.seats[0]
        ends.clear()
        chosen(setup, state.view(seat), listed[seat], policy="random")
        assert set(ends) <= {state.round + 1}
