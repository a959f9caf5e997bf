"""Messages of the engine, with the names of the players."""

from __future__ import annotations

from cityleague.replays.replay.hints import with_names

from ...rows import rows

PLAYERS = ("Ada", "a bot with a name of thirty\x1b", "Cleo")


@rows(
    "message, named",
    [
        ("it is seat 0's turn (placing)", "it is seat 0's turn (Ada) (placing)"),
        ("seat 2 has 3 $", "seat 2 (Cleo) has 3 $"),
        ("seats 0, 2 must", "seats 0 (Ada), 2 (Cleo) must"),
        ("a move of seat 0 or 2 is due", "a move of seat 0 (Ada) or 2 (Cleo) is due"),
        ("seat 1", "seat 1 (a bot with a…hirty\\u001b)"),
        ("the seats of this game are 0 to 2, not 3", "the seats of this game are 0 to 2, not 3"),
        ("seat 3 and seat 12", "seat 3 and seat 12"),
        ("seat 0, 20 money", "seat 0 (Ada), 20 money"),
    ],
)
def test_seats_are_followed_by_the_names_of_their_players(message: str, named: str) -> None:
    assert with_names(message, PLAYERS) == named
