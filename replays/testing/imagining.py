"""What a seat cannot know can be imagined, without using anything that is hidden from it."""

from cityleague.engine.chance import Stream
from cityleague.engine.protocol import Draw, Setup
from cityleague.replays.testing.games import course, differing, hides, move_on, seats_looking, setups


def test_all_that_a_seat_knows_is_kept(setup: Setup) -> None:
    for number, (state, step) in enumerate(course(setup, some=30)):
        for seat in seats_looking(state, step, number):
            before = state.digest()
            other = setup.imagine(state.view(seat), Stream("imagined", str(seat)))
            assert state.digest() == before
            for watcher in (seat, None):  # what everybody sees, the seat knows
                assert not differing(other.view(watcher), state.view(watcher)), (
                    f"seat {seat} imagines this otherwise: does imagine not keep it, or does a view tell too much?"
                )
            assert other.round == state.round
            assert other.legal(seat) == step.legal.get(seat, [])
            drawn = other.pending()
            if isinstance(step.due, Draw):
                assert isinstance(drawn, Draw)
                assert (drawn.name, drawn.take, len(drawn.items)) == (step.due.name, step.due.take, len(step.due.items))
            else:
                assert drawn == step.due


def test_open_scores_are_known_to_everybody(setup: Setup) -> None:
    if not setup.game.open_scores:
        return
    for number, (state, _) in enumerate(course(setup, some=12)):
        seat = number % setup.seats
        other = setup.imagine(state.view(seat), Stream("imagined", str(seat)))
        assert [sheet.total for sheet in other.scores()] == [sheet.total for sheet in state.scores()], (
            f"seat {seat} cannot know these scores; is open_scores right?"
        )


def test_nothing_is_used_that_is_hidden(setup: Setup) -> None:
    """Two states that a seat cannot tell apart give the same imagined ones."""
    for number, (state, step) in enumerate(course(setup, some=12)):
        for seat in seats_looking(state, step, number):
            other = setup.imagine(state.view(seat), Stream("another", str(seat)))
            for stream in ("1", "2"):
                once, again = [
                    setup.imagine(state_.view(seat), Stream("imagined", stream)) for state_ in (state, other)
                ]
                assert once.digest() == again.digest()


def test_secrets_are_not_always_known_to_others(name: str) -> None:
    """Otherwise a view tells them, and `imagine` makes use of it."""
    by_seats = sorted(setups(name).values(), key=lambda setup: -setup.seats)
    told = {*type(by_seats[0].begin().view(None)).secrets}
    for setup in by_seats:
        for number, (state, _) in enumerate(course(setup, some=40)):
            if not told:
                return
            seat = number % setup.seats
            other = setup.imagine(state.view(seat), Stream("imagined", str(seat)))
            for owner in {*range(setup.seats)} - {seat}:
                told -= {*differing(other.view(owner), state.view(owner))}
    assert not told, f"View.secrets: whatever game is imagined, others hold the same {', '.join(sorted(told))}"


def test_an_imagined_game_can_be_played_to_its_end(setup: Setup) -> None:
    for number, (state, _) in enumerate(course(setup, some=8)):
        seat = number % setup.seats
        other, stream = setup.imagine(state.view(seat), Stream("imagined", "")), Stream("on", str(seat))
        while other.pending() is not None:
            move_on(other, "on", stream)
        assert len(other.scores()) == setup.seats


def test_what_is_hidden_is_imagined_differently_from_time_to_time(setup: Setup) -> None:
    if not hides(setup):
        return
    assert any(
        len({setup.imagine(state.view(seat), Stream("imagined", str(number))).digest() for number in range(4)}) > 1
        for state, _ in course(setup, some=40)
        for seat in range(setup.seats)
    )
