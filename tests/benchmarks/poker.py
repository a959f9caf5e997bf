"""What PokerKit does in the benchmark, as its documentation uses it. It takes long to import, and is only timed."""

from __future__ import annotations

import random

from pokerkit import Automation, HandHistory, NoLimitTexasHoldem, State

from .measure import Contestant

POKERKIT = "PokerKit"
_PLAYERS = 6


def replaying(slices: int, count: int) -> Contestant:
    """No-limit hold'em hands for six, `count` in each slice, loaded from text in PHH and followed state by state.

    Every action counts as a move, those of the dealer too.
    """
    random.seed(0)  # PokerKit shuffles with the module's own generator
    hands = [[_hand(random.Random(f"{number}/{hand}")) for hand in range(count)] for number in range(slices)]
    return Contestant(POKERKIT, lambda number: sum(map(_followed, hands[number])))


def _followed(text: str) -> int:
    history = HandHistory.loads(text)
    for _ in history:
        pass
    return len(history.actions)


def _hand(source: random.Random) -> str:
    """A hand in which players fold, call and raise by chance, the dealer's work being done by PokerKit."""
    game = NoLimitTexasHoldem(
        automations=tuple(Automation), ante_trimming_status=True, raw_antes=0, raw_blinds_or_straddles=(1, 2), min_bet=2
    )
    state = game(200, _PLAYERS)
    while state.status:
        _act(state, source.random())
    return str(HandHistory.from_game_state(game, state).dumps())


def _act(state: State, chance: float) -> None:
    if chance < 0.2 and state.can_fold():
        state.fold()
    elif chance > 0.8 and state.can_complete_bet_or_raise_to():
        state.complete_bet_or_raise_to()
    else:
        state.check_or_call()
