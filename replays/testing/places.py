"""Where moves are on pictures: what is tapped is there, in view of who taps it, and leads to every move."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import reduce
from itertools import combinations
from operator import and_
from typing import TYPE_CHECKING, Any

from cityleague.engine.chance import Stream
from cityleague.engine.protocol import Draw, Setup
from cityleague.replays.testing.games import decisions, steps, unseen_moves

if TYPE_CHECKING:
    from cityleague.engine.looks.targets import Target, Targets  # see _told


def test_places_of_legal_moves_are_on_the_picture(setup: Setup) -> None:
    if (told := _told(setup)) is None:
        return
    for number, (state, due, legal) in enumerate(decisions(setup, some=12)):
        seat = due.seats[number % len(due.seats)]
        view = state.view(seat)
        lie = _targets(setup, told, view, legal[seat])
        for move in legal[seat]:
            for token, times in Counter(told.places(setup, view, move)).items():
                assert len(lie[token]) >= times, f"{token} has fewer targets than {move} names it"
        spaces = [(token, target) for token, targets in lie.items() for target in targets if target.key is None]
        for (name, there), (other, here) in combinations(spaces, 2):
            assert name == other or not _overlap(there, here), f"{name} and {other} overlap"


def test_what_nobody_saw_is_in_the_palette(setup: Setup) -> None:
    told = _told(setup)
    if told is None or not any(isinstance(step.due, Draw) and step.due.hidden for step in steps(setup, "a")):
        return
    missing = 0
    for number, state, seat, _ in unseen_moves(setup):
        if number % 7 == 0:
            for token, targets in _targets(setup, told, state.view(seat), state.legal(seat)).items():
                missing += not targets
                assert targets or getattr(told, "palette")(setup, token), f"{token} is nowhere"  # noqa: B009
    assert missing, "nothing is needed of a palette"


def test_its_places_and_fields_lead_to_every_move(setup: Setup) -> None:
    from cityleague.replays.people import narrowing_of, value_of  # noqa: PLC0415 see _told

    stream = Stream("places", setup.game.name)
    for number, (state, due, legal) in enumerate(decisions(setup, some=12)):
        seat = due.seats[number % len(due.seats)]
        moves = legal[seat]
        narrowing = narrowing_of(setup, state.view(seat), moves)
        for move in {stream.choice(range(len(moves))) for _ in range(4)}:
            tokens = list(narrowing.places[move].elements())
            taps = stream.draw(tokens, len(tokens))
            for some in range(len(taps) + 1):
                step = narrowing.after(taps[:some])
                assert move in step.moves
                assert step.chosen == move or step.tokens or step.fields, "nothing is left to tap"
            assert move in step.told
            picks: list[tuple[str, str]] = []
            while (step := narrowing.after(taps, picks)).chosen is None:
                pick = [(field.name, value_of(moves[move], field.name) or "") for field in step.fields]
                picks.append(stream.choice([(name, value) for name, value in pick if value]))
            assert step.chosen == move


def test_every_decision_is_asked_in_a_sentence(setup: Setup) -> None:
    check_sentences(setup, "a", 40)


def check_sentences(setup: Setup, seed: str, some: int) -> None:
    """Fail unless about so many decisions of a random game are asked in plain words, if the game has sentences.

    That is so of all moves, of those of a type, of those that are left after a tap, and of single ones.
    """
    from cityleague.engine.looks.targets import SENTENCE  # noqa: PLC0415 see _told

    told, stream = _told(setup), Stream("sentences", seed)
    for state, due, legal in decisions(setup, seed, some) if hasattr(told, "sentence") else ():
        assert told
        seat = stream.choice(due.seats)
        view, moves = state.view(seat), list(legal[seat])
        places = [Counter(told.places(setup, view, move)) for move in moves]
        tokens, numbers = list(dict.fromkeys([token for there in places for token in there])), range(len(moves))
        asked: list[tuple[list[int], list[str]]] = [([*numbers], [])]
        asked += [([i for i in numbers if type(moves[i]) is kind], []) for kind in dict.fromkeys(map(type, moves))]
        asked += [([i for i in numbers if places[i][t]], [t]) for t in stream.draw(tokens, min(len(tokens), 6))]
        asked += [([stream.choice(numbers)], []) for _ in range(6)]
        for left, taps in asked:
            up = reduce(and_, [places[i] for i in left]) | Counter(taps)
            words, button = told.sentence(setup, view, [moves[i] for i in left], up)  # type: ignore[attr-defined]
            where = f"{words!r}, {button!r} for {moves[left[0]]} and {len(left) - 1} more"
            assert 0 < len(words) <= SENTENCE, f"{len(words)} letters: {where}"
            assert 0 < len(button) <= 16, f"{len(button)} letters: {where}"
            assert not re.search(r"\bseats?\b|\d, -?\d|[_{}]|None", f"{words} {button}"), where
            assert len(left) > 1 or words.endswith("?"), f"nothing is asked: {where}"


def test_boards_have_titles(setup: Setup) -> None:
    """Each board of the picture has one, and whoever watches sees no two that are the same."""
    from cityleague.engine.looks.svg import pictures_of  # noqa: PLC0415 see _told

    told, pictures, names = _told(setup), pictures_of(setup.game), _names(setup)
    for state, _, _ in decisions(setup, some=4) if hasattr(told, "titles") else ():
        assert pictures
        for seat in (None, *range(setup.seats)):
            view = state.view(seat)
            own, titles = told.titles(setup, view, names)  # type: ignore[union-attr]
            assert titles.keys() == {sheet.key for sheet in pictures.picture(setup, view, names).sheets if sheet.board}
            assert own.keys() <= titles.keys()
            assert bool(own) == (seat is not None)
            assert len({*(titles | own).values()}) == len(titles)


def _names(setup: Setup) -> list[str]:
    return [f"Player {seat}" for seat in range(setup.seats)]


def _told(setup: Setup) -> Targets | None:
    """The places of the game's moves."""
    from cityleague.engine.looks.svg import targets_of  # noqa: PLC0415 what draws is slow to import

    return targets_of(setup.game)


def _targets(setup: Setup, told: Targets, view: Any, moves: Sequence[Any]) -> dict[str, list[Target]]:
    """Where all places of the moves are; each is on a sheet that the seat sees."""
    from cityleague.engine.looks.svg import pictures_of  # noqa: PLC0415 see _told

    pictures = pictures_of(setup.game)
    assert pictures, "places are on pictures"
    picture = pictures.picture(setup, view, _names(setup))
    keys = {
        sheet.key: {piece.key for piece in sheet.pieces} for sheet in picture.sheets if sheet.owner in (None, view.seat)
    }
    tokens = dict.fromkeys([token for move in moves for token in told.places(setup, view, move)])
    lie = {token: told.targets(setup, view, picture, token) for token in tokens}
    for target in [target for targets in lie.values() for target in targets]:
        assert target.key is None or target.key in keys[target.sheet]
        assert target.sheet in keys
        assert target.width > 0
        assert target.height > 0
    return lie


def _overlap(first: Target, other: Target) -> bool:
    """Whether two boxes on a sheet share more than an edge."""
    return (
        first.sheet == other.sheet
        and first.x + first.width > other.x
        and other.x + other.width > first.x
        and first.y + first.height > other.y
        and other.y + other.height > first.y
    )
