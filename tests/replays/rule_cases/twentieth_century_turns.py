"""20th Century: taking turns."""

from __future__ import annotations

from .case import Cases
from .twentieth_century_case import case

UP = "0 choose L1"
"""Seat 0, the start player, puts up L1."""
WON = f"{UP}; 0 bid 2; 1 pass; 2 pass"
"""Seat 0 has L1, and chooses again."""

CASES: Cases = {
    "TURN-GAME-OVER": [
        case("", None, "the game is over", then="0 drop", until="over")  # Game over.
    ],
    "TURN-CHANCE-DUE": [
        case(f"{UP}", None, "start must be drawn", written=True),  # Before there is a start player.
        # Before the second bonus card.
        case("start: 1; bonus-2: B2; 1 drop", None, "bonus-4 must be drawn", written=True),
        # Before technologies are on offer.
        case(
            f"start: 0; bonus-2: B1; bonus-4: B4; land-1: L1 L2 L3 L4 L5; {UP}",
            None,
            "technologies-1 must be drawn",
            written=True,
        ),
        case("0 done; 1 done; 2 done", None, "land-2 must be drawn", then="0 choose L6"),  # Before the second round.
    ],
    "TURN-NOT-YOURS": [
        case("", None, "it is seat 0's turn", then="1 choose L1", until="choosing"),  # Not the start player.
        case(f"{UP}", None, "it is seat 0's turn (opening)", then="1 bid 2"),  # Bidding before who chose.
        case(f"{UP}; 0 bid 2", None, "it is seat 1's turn (bidding)", then="0 bid 3"),  # Raising the own bid.
        # Bidding after a pass. It goes to and fro between seats 0 and 2.
        case(f"{UP}; 0 bid 2; 1 pass; 2 bid 3; 0 bid 4", None, "it is seat 2's turn", then="1 bid 9"),
        case("0 drop", None, "it is seat 0's turn (buying)", then="1 buy mine"),  # A technology for who is still in.
        # Damage counter clockwise. Seat 2 dropped out last, so seat 0 comes next.
        case("2 contain 0 0", None, "it is seat 0's turn (containing)", then="1 contain 1 0"),
        # Damage for whose figure stands highest.
        case("2 contain 0 0; 0 contain 0 1", None, "it is seat 1's turn", then="0 contain 1 1"),
        # A technology used after it is done.
        case("0 buy worker; 0 done", None, "seat 0 has nothing more to decide", then="0 worker worker start.c"),
        case("1 done", None, "seat 1 has nothing more to decide", then="1 done"),  # Done twice.
        # Recycling without a plant.
        case(
            "0 buy worker; 0 worker worker start.c",
            None,
            "seat 1 has nothing more to decide",
            then="1 clear start.c start",
            until="recycling",
        ),
    ],
    "TURN-WRONG-MOVE": [
        case("", "type", "choose or drop is due", then="0 bid 2", until="choosing"),  # Bidding without land put up.
        case(f"{UP}", "type", "bid is due", then="0 pass"),  # Passing on the first bid.
        case(f"{UP}", "type", "bid is due", then="0 drop"),  # Dropping out on the first bid.
        # Choosing other land in place of a bid.
        case(f"{UP}; 0 bid 2", "type", "bid or pass or drop is due", then="1 choose L2"),
        case("0 drop", "type", "buy or decline is due", then="0 pass"),  # Passing a technology.
        case("", "type", "contain is due", then="2 decline", until="containing"),  # Declining damage.
        # Laying before the damage is contained.
        case(f"{WON}", "type", "contain is due", then="2 lay L1 1,0", until="containing"),
        # Recycling before the yield.
        case("0 buy worker; 0 worker worker start.c", "type", "done is due", then="0 clear start.c start"),
        # Not recycling. A plant must remove what it can.
        case("0 buy worker; 0 worker worker start.c", "type", "clear is due", then="0 done", until="recycling"),
    ],
}
