"""What a state does as the game goes on: copies, digests, draws, rounds, scores, and moves made at the same time.

Other processes are handed setups, states, views, legal moves and bots: they go there and come back as they were.
Logs may leave open what a hidden draw brought: moves tell as much of it as the game needs.
"""

import pickle
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

import msgspec

from cityleague.engine.bots.specs import parse
from cityleague.engine.chance import Stream
from cityleague.engine.looks.painter import paint
from cityleague.engine.looks.text import WIDTH
from cityleague.engine.protocol import Draw, Setup, State
from cityleague.engine.scoring import ranks
from cityleague.replays.log import ChanceEvent, MoveEvent, RawGame, encode
from cityleague.replays.players import make_header
from cityleague.replays.replay import ComponentFiles, Replay, Report
from cityleague.replays.testing.games import (
    course,
    decisions,
    full_table,
    happen,
    held_by_both,
    move_on,
    refusal,
    states_at,
    steps,
    unseen_moves,
    view_bytes,
)

LONGEST_QUESTION = 60
"""So many characters of a prompt leave room for the answer."""


def test_a_copy_is_independent(setup: Setup) -> None:
    for number, (state, _) in enumerate(course(setup, some=12)):
        before = state.digest(), view_bytes(state, 0), view_bytes(state, None)
        courses = []
        for copy in (state.copy(), state.copy()):
            stream = Stream("on", str(number))
            both = held_by_both(state, copy)
            assert copy.digest() == before[0]
            courses.append([(move_on(copy, "on", stream), copy.digest()) for _ in range(15) if copy.pending()])
            assert (state.digest(), view_bytes(state, 0), view_bytes(state, None)) == before, (
                f"a copy's events change it: {both}"
            )
        assert courses[0] == courses[1], "two copies that make the same moves go different ways"


def test_every_event_changes_the_digest(setup: Setup) -> None:
    digests = [(state.digest(), step.event) for state, step in course(setup)]
    for (before, event), (after, _) in pairwise(digests):
        assert before != after, f"not by {event}: the digest must tell who is due, too"
    assert all(re.fullmatch("[0-9a-f]{16}", digest) for digest, _ in digests)


def test_whatever_a_draw_brings_is_in_the_digest(setup: Setup) -> None:
    """Also what is dealt in secret: outcomes that anybody can tell apart, now or later, have different digests."""
    draws = [number for number, step in enumerate(steps(setup, "a")) if isinstance(step.due, Draw)]
    for number, (state, step) in enumerate(states_at(setup, "a", draws, some=20)):
        assert isinstance(step.due, Draw)
        name, stream, alike = step.due.name, Stream("outcomes", str(number)), []
        for order in _nearly(step.due, step.event, stream):
            first, other = state.copy(), state.copy()
            first.resolve(step.event)
            other.resolve(order)
            if first.digest() == other.digest():
                assert not _differ(first, other), f"{name}: {order} for {step.event} leaves the digest as it is"
                alike.append((first, other))
        for first, other in alike[: number % 4 == 0]:
            assert not _part(first, other, stream), f"{name}: the digest leaves out what later makes a difference"


def _nearly(draw: Draw, order: Sequence[Any], stream: Stream) -> Iterator[list[Any]]:
    """Other outcomes of a draw: two items have changed places, or one has come instead of another."""
    left = [*(Counter(draw.items) - Counter(order)).elements()]
    for _ in range(4):
        first, other = stream.below(len(order)), stream.below(len(order))
        swapped, replaced = [*order], [*order]
        swapped[first], swapped[other] = order[other], order[first]
        replaced[first] = left[stream.below(len(left))] if left else order[first]
        yield from [changed for changed in (swapped, replaced) if changed != [*order]]


def _differ(state_: State[Any], other: State[Any]) -> bool:
    """Whether somebody can tell two states apart now; the order in which items are listed tells nothing."""
    views = [
        [_unordered(msgspec.to_builtins(state.view(seat))) for seat in (None, *range(state.seats))]
        for state in (state_, other)
    ]
    return views[0] != views[1]


def _unordered(value: Any) -> Any:
    """The same, with every list of items sorted."""
    if isinstance(value, dict):
        return {key: _unordered(part) for key, part in value.items()}
    if not isinstance(value, list | tuple):
        return value
    return sorted(value, key=str) if all(isinstance(item, str | int) for item in value) else [*map(_unordered, value)]


def _part(first: State[Any], other: State[Any], stream: Stream) -> bool:
    """Whether the same events lead two states apart, to the end of the game."""
    number = 0
    while (due := first.pending()) is not None:
        there, event, number = other.pending(), move_on(first, "on", stream), number + 1
        if isinstance(due, Draw):
            if not isinstance(there, Draw) or Counter(there.items) != Counter(due.items):
                return True
            other.resolve(event)
        elif refusal(other, *event) is not None:
            return True
        else:
            other.apply(*event)
        if number % 10 == 0 and _differ(first, other):
            return True
    return _differ(first, other) or first.scores() != other.scores()


def test_the_order_of_simultaneous_moves_leaves_no_trace(setup: Setup) -> None:
    stream = Stream("order", setup.game.name)
    several = compared = 0
    for state, due, legal in decisions(setup):
        if len(due.seats) < 2:
            continue
        several += 1
        first, other = stream.draw(due.seats, 2)
        mine, theirs = stream.choice(legal[first]), stream.choice(legal[other])
        ends = []
        for order in ([(first, mine), (other, theirs)], [(other, theirs), (first, mine)]):
            copy = state.copy()
            for seat, move in order:
                if refusal(copy, seat, move) is None:
                    copy.apply(seat, move)
                else:
                    break
            else:
                ends.append((copy.digest(), copy.pending(), view_bytes(copy, first), view_bytes(copy, None)))
        if len(ends) == 2:
            compared += 1
            assert ends[0] == ends[1]
    assert compared > 5 or compared == several  # a game may have few such decisions, or none


def test_draws_have_names_of_their_own_and_enough_to_draw_from(setup: Setup) -> None:
    draws = [step.due for step in steps(setup, "a") if isinstance(step.due, Draw)]
    assert len({draw.name for draw in draws}) == len(draws)
    assert all(0 < draw.take <= len(draw.items) for draw in draws)
    for number, draw in enumerate(draws):
        again = {item for later in draws[number + 1 :] for item in later.items if draw.aside} & {*draw.items}
        assert not again, f"{draw.name} sets aside what a later draw has: {again}"


def test_questions_about_a_draw_ask_for_all_of_it(setup: Setup) -> None:
    names = ["Ada", "Ben", "Cleo", "Dora", "Emil", "Finn", "Gus", "Hedy"][: setup.seats]
    state = setup.begin()
    for step in steps(setup, "a"):
        if isinstance(step.due, Draw) and setup.game.questions:
            asked = list(setup.game.questions(setup, state.view(None), step.due, names))
            assert sum([question.take for question in asked]) == step.due.take, f"the questions about {step.due.name}"
            assert all(0 < len(question.question) <= LONGEST_QUESTION for question in asked)
        if step.due is not None:
            happen(state, step)


def test_rounds_only_go_forward(setup: Setup) -> None:
    rounds = [state.round for state, _ in course(setup)]
    assert rounds[0] == 1
    assert rounds == sorted(rounds)
    assert set(rounds) == set(range(1, max(rounds) + 1))


def test_sheets_add_up(setup: Setup) -> None:
    for seed in ("a", "b"):
        for state, _ in course(setup, seed, some=20):
            sheets = state.scores()
            assert len(sheets) == setup.seats
            for sheet in sheets:
                assert all(part.points == sum(line.points for line in part.lines) for part in sheet.parts)
                assert sheet.total == sum(part.points for part in sheet.parts if part.counts)
                assert sheet.key == (not sheet.last, sheet.total, *[tie.value for tie in sheet.tiebreaks])
            assert len({tuple(tie.name for tie in sheet.tiebreaks) for sheet in sheets}) == 1
            places = ranks(sheets)
            assert [1 + sum(other.key > sheet.key for other in sheets) for sheet in sheets] == places


def _there_and_back(value: Any) -> Any:
    return pickle.loads(pickle.dumps(value))


def test_a_setup_pickles(setup: Setup) -> None:
    again = _there_and_back(setup)
    assert again.game is setup.game, "a game is pickled by its name and version: the registry must know it"
    assert (again.options, again.seats, again.components.hash) == (setup.options, setup.seats, setup.components.hash)
    assert again.begin().digest() == setup.begin().digest()


def test_a_state_pickles_and_goes_on_as_before(setup: Setup) -> None:
    for number, (state, _) in enumerate(course(setup, some=6)):
        again = _there_and_back(state)
        assert again.digest() == state.digest()
        for seat in (*range(state.seats), None):
            assert view_bytes(again, seat) == view_bytes(state, seat)
        copy = state.copy()
        streams = [Stream("on", str(number)) for _ in range(2)]
        for _ in range(15):
            if copy.pending():
                assert move_on(copy, "on", streams[0]) == move_on(again, "on", streams[1])
                assert copy.digest() == again.digest()


def test_legal_moves_and_views_pickle(setup: Setup) -> None:
    for state, due, legal in decisions(setup):
        seat = due.seats[0]
        assert [*_there_and_back(legal[seat])] == [*legal[seat]]
        assert _there_and_back(state.view(seat)) == state.view(seat)


def test_bots_pickle_and_choose_as_before(setup: Setup) -> None:
    heuristic = setup.game.bots.get("heuristic")
    judges = ["score", *["heuristic"] * hasattr(heuristic, "expect")]
    for spec in (
        "random",
        *[name for name in ("heuristic",) if name in setup.game.bots],
        *[f"mcts?iterations=4&width=2&horizon=1&policy=greedy&judge={judge}" for judge in judges],
    ):
        bot = parse(spec, setup.game).make(setup, Stream("pickle", spec))
        for number, (state, due, legal) in enumerate(decisions(setup)):
            if number == (2 if spec.startswith("mcts") else 6):
                break
            seat = due.seats[0]
            again, view = _there_and_back(bot), state.view(seat)
            assert again.choose(view, legal[seat]) == bot.choose(view, legal[seat]), f"{spec} at decision {number}"


_LEFT_OUT, _ALL_OPEN, _HALF_OPEN = "left out", "all null", "every other item null"


def _hidden(setup: Setup) -> bool:
    return any(isinstance(step.due, Draw) and step.due.hidden for step in steps(setup, "a"))


def _replayed(setup: Setup, how: str) -> Report:
    """The report on a random game, written down like this by somebody who did not see what was hidden."""
    header = msgspec.structs.replace(
        make_header(setup, [f"p{seat}" for seat in range(setup.seats)], specs=["random"] * setup.seats, seed="a"),
        seed=msgspec.UNSET,
    )
    lines = [encode(header)]
    for step in steps(setup, "a"):
        if isinstance(step.due, Draw):
            if not step.due.hidden:
                lines.append(encode(ChanceEvent(chance=step.due.name, order=tuple(step.event))))
            elif how != _LEFT_OUT:
                shown = [item if how == _HALF_OPEN and i % 2 else None for i, item in enumerate(step.event)]
                lines.append(encode(ChanceEvent(chance=step.due.name, order=tuple(shown))))
        elif step.due is not None:
            seat, move = step.event
            lines.append(encode(MoveEvent(seat=seat, move=move)))
    log = b"".join([line + b"\n" for line in lines])
    return Replay(RawGame("log", 1, (log,), 0), ComponentFiles()).run(["RESULT-MISSING"])


def test_a_log_that_leaves_hidden_draws_open_has_the_same_scores(setup: Setup) -> None:
    if not _hidden(setup):
        return
    *_, (end, _) = course(setup, some=1)
    for how in (_LEFT_OUT, _ALL_OPEN, _HALF_OPEN) if setup is full_table(setup.game.name) else (_HALF_OPEN,):
        report = _replayed(setup, how)
        assert report.finding is None, f"hidden draws {how}"
        assert report.standing is not None
        assert report.unseen
        assert report.over
        assert report.standing.result.sheets == tuple(end.scores()), f"hidden draws {how}"


def test_a_state_that_leaves_hidden_draws_open_can_be_played_and_looked_at_as_ever(setup: Setup) -> None:
    if not _hidden(setup):
        return
    canonical = setup.game.canonical
    for number, state, seat, move in unseen_moves(setup):
        assert refusal(state, seat, move) is None
        if number % 15 == 0:
            _look(setup, state)
            listed = state.legal(seat)
            assert canonical(move) in set(map(canonical, listed)), "a move that may have been made is not listed"
            assert len(set(listed)) == len(listed), "a move is listed twice"
            assert not [move for move in listed[:: len(listed) // 20 + 1] if refusal(state, seat, move)]


def _look(setup: Setup, state: Any) -> None:
    for seat in (None, *range(setup.seats)):
        view = state.view(seat)
        assert msgspec.json.encode(view)
        assert max(map(len, paint(setup, view).splitlines())) <= WIDTH
