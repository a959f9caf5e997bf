"""How long bots took, by the traces of their games."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, TypeVar

from cityleague.engine.errors import InputError
from cityleague.replays.league import Played
from cityleague.replays.log import Found, RefusedInputError, counted, open_input, path_text
from cityleague.replays.reports.tabular import text_table

if TYPE_CHECKING:
    from cityleague.replays.players import Used

T = TypeVar("T")


class TraceError(InputError):
    """A trace that cannot be read; the message says which, and why."""


class Clocks:
    """Looks up the traces of games as they go by, in a folder."""

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._bots: dict[str, list[Used]] = {}
        self._games = self._traced = 0

    def along(self, games: Iterator[Played | T]) -> Iterator[Played | T]:
        """The same games; raises TraceError, and RefusedInputError for a link."""
        for game in games:
            if isinstance(game, Played):
                self._games += 1
                self._note(game)
            yield game

    def _note(self, game: Played) -> None:
        from cityleague.replays.players import trace_file, used  # noqa: PLC0415  (slow to import)

        path = trace_file(self._folder, game.called)  # its id: a bot's game has no other name
        try:
            with open_input(Found(path, self._folder)) as lines:
                seats = used(lines)
        except FileNotFoundError:
            return
        except RefusedInputError:
            raise
        except OSError as error:
            raise TraceError(f"{path_text(str(path))} cannot be read: {error.strerror or error}") from None
        except ValueError as error:
            raise TraceError(f"{path_text(str(path))} is not a trace: {error}") from None
        self._traced += 1
        for seat, time in seats.items():
            if seat < len(game.players):
                self._bots.setdefault(game.players[seat], []).append(time)

    def lines(self, *, markdown: bool = False, width: int | None = None) -> Iterator[str]:
        """The table by bot, slowest first."""
        yield f"Time by the traces of {self._traced} of {counted(self._games, 'game')}, in seconds:\n"
        rows = [_row(name, games) for name, games in self._bots.items()]
        rows.sort(key=lambda row: (-row[3], row[0]))
        head = ["bot", "games", "decisions", "per game", "most", "least left", "lost on time"]
        if rows:
            yield text_table(head, rows, markdown=markdown, width=width, lead=1)


def _row(name: str, games: list[Used]) -> tuple[str, int, int, float, float, float | None, int]:
    seconds = [game.seconds for game in games]
    left = [game.left for game in games if game.left is not None]
    decisions, late = sum([game.decisions for game in games]), sum([game.late for game in games])
    mean = sum(seconds) / len(games)
    return name, len(games), decisions, mean, max(seconds), min(left, default=None), late
