"""What others do in the benchmark: python-chess and catanatron, each as its documentation uses it.

Where there was a choice, it was made in favour of the peer: see each function.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from random import Random

import chess
from catanatron import Color, Game, RandomPlayer

from .measure import Contestant

CHESS, CATANATRON = "python-chess", "catanatron"
_PLIES = 200


def versions(*distributions: str) -> str:
    """These packages with their versions."""
    return ", ".join(f"{name} {version(name)}" for name in distributions)


def record(folder: Path, slices: int, count: int) -> None:
    """Games of python-chess for `replaying_chess`, `count` in each slice, no two of them the same."""
    for number in range(slices):
        played = [_played(Random(f"{number}/{game}")) for game in range(count)]
        _chess(folder, number).write_text(json.dumps(played))


def _chess(folder: Path, number: int) -> Path:
    return folder / f"chess-{number}.json"


def _played(source: Random) -> list[str]:
    """Any of all legal moves, for 200 plies or until there is none; never asked whether the game is drawn."""
    board = chess.Board()
    moves = []
    while board.ply() < _PLIES and (legal := list(board.legal_moves)):
        move = source.choice(legal)
        board.push(move)
        moves.append(move.uci())
    return moves


def replaying_chess(folder: Path, slices: int) -> Contestant:
    """Recorded games as UCI moves through `Board.push_uci`: parse, check legality, move; nothing else.

    As many different games as cityleague validates, because a program that does the same again and again finds all
    its code and data at hand. The moves wait as separate strings in memory: there is no file to read, no result to
    recompute.
    """
    games = [json.loads(_chess(folder, number).read_text()) for number in range(slices)]
    return Contestant(CHESS, lambda number: sum(map(_replayed, games[number % slices])))


def _replayed(moves: Sequence[str]) -> int:
    board = chess.Board()
    for move in moves:
        board.push_uci(move)
    return len(moves)


def playing_catan(count: int) -> Contestant:
    """Games of catanatron's four random bots, by `Game.play`; every action in the game's record counts as a move."""
    return Contestant(CATANATRON, lambda number: sum(_catan(number * count + game + 1) for game in range(count)))


def _catan(seed: int) -> int:
    game = Game([RandomPlayer(color) for color in Color], seed=seed)
    game.play()
    return len(game.state.actions)
