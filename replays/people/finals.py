"""A game of which only what lies on the table at its end is known: it is asked for, scored, and a result alone."""

import os
from collections.abc import Sequence
from importlib import import_module
from typing import Any, cast

import msgspec
from msgspec import UNSET

from cityleague.engine.looks.asked import Finals
from cityleague.engine.looks.painter import paint
from cityleague.engine.words import abridged, similar
from cityleague.replays.log import Header, Problem, encode, write_log
from cityleague.replays.pages import names_of
from cityleague.replays.people.console import Command, Completing, Console, Desk, Leave, Undo, nothing, say_wrapped
from cityleague.replays.people.journal import NotSavedError
from cityleague.replays.people.menu import item_meant, points
from cityleague.replays.people.steps import TableError
from cityleague.replays.replay import ComponentFiles, begin, result_event

_NOTE = "entered from what lay on the table at the end, without moves: nothing can be replayed"
_VOID = " (nothing of this line counts)"
_HELP = (
    "Type the signs row by row as they lie there, one row or several on a line, with blanks or without.\n"
    "Names and their first letters do, too: park, tavern-f."
)


def record_finals(path: str, header: Header, files: ComponentFiles, console: Console) -> bool:
    """Ask for all boards of a game that is over, and write its result; whether all were told.

    Raises TableError, NotSavedError, and OSError if the console cannot be used.
    """
    return _Entering(path, header, files, console).go()


class _Entering:
    def __init__(self, path: str, header: Header, files: ComponentFiles, console: Console) -> None:
        if os.path.exists(path) and os.path.getsize(path):
            raise TableError(f"{path} is there already: name another file")
        if isinstance(header.seed, str):
            raise TableError("a game that is entered from its end has no draws: leave out the seed")
        try:
            self._setup, _ = begin(header, files)
            if (game := self._setup.game).finals is None:
                raise TableError(
                    f"what lies on the table at the end does not decide the score of {game.title}: write down the "
                    "points as a result alone (see FORMAT.md), or record the whole game"
                )
            self._finals = cast(Finals, import_module(game.finals))
            self._names = names_of(header.players)
            self._places = self._finals.places(self._setup, self._names)
        except Problem as problem:
            raise TableError(problem.message_with_place()) from None
        except ValueError as error:
            raise TableError(str(error)) from None
        self._path, self._console = path, console
        self._header = msgspec.structs.replace(header, note=_NOTE)
        self._boards: list[list[str]] = []
        self._saved = False

    def go(self) -> bool:
        finals, places = self._finals, self._places
        signs = ", ".join([f"{sign} {name}" for sign, name in finals.signs.items()])
        say_wrapped(
            self._console,
            f"{self._setup.game.title}, only its end, to be written to {self._path}. Each row is {finals.columns} "
            f"signs: {signs}. ? helps at every question.",
        )
        try:
            while True:
                try:
                    if len(self._boards) < len(places):
                        self._boards.append(self._board(places[len(self._boards)]))
                        continue
                    self._over()
                    return True
                except Undo:
                    self._undo()
        except Leave:
            kept = f"{self._path} keeps the result as it was" if self._saved else "Nothing is written"
            self._console.say(f"\n{kept}. All is asked for again if you run the same command again.")
            return self._saved

    def _undo(self) -> None:
        if not self._boards:
            self._console.say("There is nothing to take back.")
            return
        self._boards.pop()
        self._console.say(f"Taken back: {self._places[len(self._boards)]}.")

    # -- one board

    def _board(self, place: str) -> list[str]:
        """The names of what lies on a board, row by row; raises Undo and Leave."""
        columns, rows = self._finals.columns, self._finals.rows
        names: list[str] = []
        lines: list[int] = []  # how many cells had been typed before each line
        while len(names) < rows * columns:
            question = f"{place}, row {len(names) // columns + 1} of {rows}? > "
            try:
                text = self._ask(question, self._complete)
                typed = _cells(self._finals, text, rows * columns - len(names))
            except Undo:
                if not lines:
                    raise
                del names[lines.pop() :]
                continue
            except ValueError as error:
                say_wrapped(self._console, str(error))
                continue
            if typed:
                lines.append(len(names))
            names += typed
            if len(names) == rows * columns and (why := self._finals.wrong(self._setup, [*self._boards, names])):
                say_wrapped(
                    self._console, f"This cannot be: {why}. {place} is asked for again; undo goes further back."
                )
                names, lines = [], []
        return names

    def _complete(self, text: str) -> list[str]:
        cut = text.rfind(" ") + 1
        known = [*self._finals.signs.values(), *self._finals.signs]
        return [text[:cut] + name for name in item_meant(text[cut:], known)]

    def _ask(self, question: str, completing: Completing) -> str:
        say = self._console.say
        desk = Desk(self._console, {
            "board": Command("what you have entered", lambda _: say(self._drawn())),
            "scores": Command("the points of that", lambda _: say(points(self._names, self._state()))),
            "undo": Command("take back the last line, or what was entered before; quit loses it all", _undo),
        })  # fmt: skip
        return desk.ask(question, completing, lambda: _HELP)

    # -- all of them

    def _state(self) -> Any:
        return self._finals.final(self._setup, self._boards)

    def _drawn(self) -> str:
        view = self._state().view(None)
        return paint(self._setup, view, self._console.width, self._names)

    def _over(self) -> None:
        """Write the result and show it; it can still be corrected. Raises Undo and NotSavedError."""
        event = msgspec.structs.replace(result_event(self._state(), ()), digest=UNSET, note=self._note())
        try:
            write_log(self._path, encode(self._header) + b"\n" + encode(event) + b"\n")
        except OSError as error:
            raise NotSavedError(*error.args) from None
        self._saved = True
        told = [
            f"{rank}. {name}: {score} points"
            for rank, name, score in sorted(
                zip(event.result.ranks, self._names, event.result.scores, strict=True), key=lambda place: place[0]
            )
        ]
        self._console.say("\n".join(["", self._drawn(), "", *told, "", f"The result is in {self._path}."]))
        try:
            self._ask("Enter to leave, undo to correct what you entered> ", nothing)
        except Leave:
            return

    def _note(self) -> str:
        """What lies where, for people: a line for each board."""
        sign = {name: sign for sign, name in self._finals.signs.items()}
        columns = self._finals.columns
        lines = []
        for place, board in zip(self._places, self._boards, strict=True):
            rows = [board[start : start + columns] for start in range(0, len(board), columns)]
            lines.append(f"{place}: {' / '.join([' '.join(map(sign.__getitem__, row)) for row in rows])}")
        return "\n".join(lines)


def _undo(_rest: str) -> None:
    raise Undo


def _cells(finals: Finals, text: str, room: int) -> list[str]:
    """What lies on the cells that a line tells: whole rows; raises ValueError."""
    cells = [name for word in text.replace(",", " ").replace("/", " ").split() for name in _named(finals, word)]
    if len(cells) % finals.columns or len(cells) > room:
        rows = room // finals.columns
        to_come = (
            f"{finals.columns} are to come" if rows == 1 else f"a row has {finals.columns}, and {rows} are to come"
        )
        raise ValueError(f"these are {len(cells)}: {to_come}{_VOID}")
    return cells


def _named(finals: Finals, word: str) -> Sequence[str]:
    """The names that a word stands for: one, or several if it is a row of signs; raises ValueError."""
    known, small = {sign.casefold(): name for sign, name in finals.signs.items()}, word.casefold()
    if small in known:
        return [known[small]]
    meant = item_meant(word, known.values())
    if len(meant) == 1:
        return meant
    size = max(map(len, known))
    parts = [small[start : start + size] for start in range(0, len(small), size)]
    if len(parts) > 1 and all(part in known for part in parts):
        return [known[part] for part in parts]
    if meant:
        raise ValueError(f"{word}: this can be {abridged(meant, 12)}{_VOID}")
    near = similar(word, [*known, *known.values()])
    hint = f"; did you mean {near}?" if near else f"; there are {', '.join(finals.signs)}"
    raise ValueError(f"{word}: this is no sign{hint}{_VOID}")
