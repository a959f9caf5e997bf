"""What others do in the benchmark: python-chess, PokerKit and catanatron, each as its documentation uses it.

Where there was a choice, it was made in favour of the peer: see each function.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path

import chess
import chess.pgn
from catanatron import Color, Game, RandomPlayer
from measure import Contestant
from pokerkit import Automation, HandHistory, NoLimitTexasHoldem, State

CHESS, POKERKIT, CATANATRON = "python-chess", "PokerKit", "catanatron"
_DISTRIBUTIONS = {CHESS: "chess", POKERKIT: "pokerkit", CATANATRON: "catanatron"}

_FAMOUS = Path(__file__).parent / "games.pgn"
_CHESS_REPLAYS = 50
_CHESS_PLAYOUTS = 30
_PLIES = 200
_HANDS = 150
_PLAYERS = 6
_CATAN_GAMES = 5


def versions() -> dict[str, str]:
    """The peers that are measured, with their versions."""
    return {name: version(distribution) for name, distribution in _DISTRIBUTIONS.items()}


def replaying_chess() -> Contestant:
    """Famous games as UCI moves through `Board.push_uci`: parse, check legality, move; nothing else.

    Real games, because what a legality check costs depends on the position. The moves wait as separate strings in
    memory: there is no file to read, no result to recompute.
    """
    games = _famous_games()
    return Contestant(CHESS, lambda _: sum(_replay(moves) for _ in range(_CHESS_REPLAYS) for moves in games))


def _famous_games() -> list[list[str]]:
    famous = []
    with _FAMOUS.open() as file:
        while (game := chess.pgn.read_game(file)) is not None:
            if game.errors:
                raise RuntimeError(f"{_FAMOUS}: {game.errors[0]}")
            famous.append([move.uci() for move in game.mainline_moves()])
    return famous


def _replay(moves: Sequence[str]) -> int:
    board = chess.Board()
    for move in moves:
        board.push_uci(move)
    return len(moves)


def playing_chess() -> Contestant:
    """Any of all legal moves, for 200 plies or until there is none; never asked whether the game is drawn."""
    return Contestant(CHESS, lambda _: sum(_chess_playout(random.Random(seed)) for seed in range(_CHESS_PLAYOUTS)))


def _chess_playout(source: random.Random) -> int:
    board = chess.Board()
    while board.ply() < _PLIES and (moves := list(board.legal_moves)):
        board.push(source.choice(moves))
    return int(board.ply())


def replaying_poker() -> Contestant:
    """No-limit hold'em hands for six, loaded from text in PHH and followed state by state.

    Every action counts as a move, those of the dealer too.
    """
    hands = _hands()
    return Contestant(POKERKIT, lambda _: sum(map(_follow, hands)))


def _follow(text: str) -> int:
    history = HandHistory.loads(text)
    for _ in history:
        pass
    return len(history.actions)


def _hands() -> list[str]:
    random.seed(0)  # PokerKit shuffles with the module's own generator
    return [_hand(random.Random(seed)) for seed in range(_HANDS)]


def _hand(source: random.Random) -> str:
    """A hand in which players fold, call and raise by chance, the dealer's work being done by PokerKit."""
    game = NoLimitTexasHoldem(
        automations=tuple(Automation),
        ante_trimming_status=True,
        raw_antes=0,
        raw_blinds_or_straddles=(1, 2),
        min_bet=2,
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


def playing_catan() -> Contestant:
    """catanatron's four random bots, by `Game.play`; every action in the game's own record counts as a move."""
    return Contestant(CATANATRON, lambda _: sum(_catan_playout(seed) for seed in range(1, _CATAN_GAMES + 1)))


def _catan_playout(seed: int) -> int:
    game = Game([RandomPlayer(color) for color in Color], seed=seed)
    game.play()
    return len(game.state.actions)
