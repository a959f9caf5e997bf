"""A table on a console: whoever is due is asked, until the game is over or the people leave.

People who play against bots see what a bot at their seat is given, its own view and its legal moves, and hear of the
moves of others no more than everybody may. Whoever writes a game down sees all that is known, and tells draws, too.
"""

from collections import defaultdict, deque
from collections.abc import Collection
from contextlib import suppress
from functools import partial
from time import monotonic
from typing import Any

from msgspec import UNSET, UnsetType

from cityleague.engine.bots.specs import LEVELS
from cityleague.engine.looks.painter import paint
from cityleague.engine.protocol import Decision, Draw
from cityleague.engine.rules import IllegalMove
from cityleague.replays.analysis import hint
from cityleague.replays.log import ChanceEvent, ForfeitEvent, MoveEvent, Problem, counted, printable
from cityleague.replays.pages import names_of
from cityleague.replays.people.console import (
    Again,
    Back,
    Command,
    Console,
    Desk,
    Elsewhere,
    Leave,
    Stop,
    Undo,
    answer,
    nothing,
    say_wrapped,
)
from cityleague.replays.people.draws import ask_draw
from cityleague.replays.people.menu import menu_of, move_in_words, points
from cityleague.replays.people.moves import Answer, Asked, ask_move, choices_before
from cityleague.replays.people.steps import OutdatedError, Question, Step, lasting_move, news_of, only, with_seat
from cityleague.replays.people.table import Table
from cityleague.replays.people.why import UNLIKE, why_not
from cityleague.replays.players import ME
from cityleague.replays.reports import SHEET_FORMATS

_STANDS = (
    "A move against bots stands once another seat has moved or chance has spoken. To try another one, quit, and play "
    "on from an earlier move (play --from)."
)
_GUESSED = (
    "Nobody saw this hand. Type the whole turn, and what was picked follows from it: what is done with the first tile; "
    "what with the next. Or type what was picked."
)
_ROUNDS = 1
"""After so many rounds, boards and lists of moves are shown when they are asked for."""


class Session:
    """The people at one table, who all use one console."""

    def __init__(
        self, table: Table, console: Console, people: Collection[int] | None = None, *, times: bool = False
    ) -> None:
        """`people`: the seats that are asked, where bots have the others; None: somebody writes down a whole game.

        `times`: whether the log says how long people think.
        """
        self._table, self._console, self._people, self._times = table, console, people, times
        players = table.header.players
        self._names = names_of(["you" if people is not None and player == ME else player for player in players])
        self._typed: dict[int, deque[str]] = defaultdict(deque)
        """By seat: what was typed for moves that come later."""
        self._looking = next(iter(people)) if people and len(people) == 1 else None
        """The seat of whoever looks at the screen, or whose board was shown last."""
        self._drawn = -1
        """At which revision the board was shown last."""
        first = self._first = len(table.steps)
        self._told: dict[int, int] = defaultdict(lambda: first)
        """By seat: of how many steps the person there knows."""
        self._brief: bool | None = None
        self._explained = False

    def go(self) -> bool:
        """Ask until the game is over or people leave; whether it is over. Raises OSError, and what the table raises."""
        if self._people is None:
            self._greet()
        try:
            while True:
                try:
                    revision, pending = self._table.revision, self._table.pending()
                    if pending is None:
                        self._over()
                        return True
                    self._next(pending, revision)
                except Elsewhere as wanted:
                    self._move_to(wanted)
                except (OutdatedError, IllegalMove) as error:  # somebody else uses the same table
                    self._console.say(f"Not done: {error}.")
        except KeyboardInterrupt:  # also while a bot thinks
            if self._people is None:
                self._console.say(
                    f"\nThe game is in {self._table.journal.path} as far as it came: "
                    f"{counted(self._table.moves, 'move')}. To go on, run the same command again."
                )
            return False

    def _greet(self) -> None:
        table, game = self._table, self._table.setup.game.title
        if table.resumed:
            how = f"going on in {table.journal.path} after {counted(table.moves, 'move')}"
        else:
            how = f"written to {table.journal.path} as you type"
        self._console.say(f"{game}, {how}. ? helps at every question.")

    # -- what is asked

    def _next(self, pending: Draw | Decision, revision: int) -> None:
        if isinstance(pending, Draw):
            table = self._table
            table.draw(ask_draw(self._desk(), table.setup, pending, table.state.view(None), self._names), revision)
            self._looking = None  # everything looks different
            return
        seat = self._due(pending)
        if seat is None:
            self._table.wait(revision)
        elif question := self._table.question(seat):
            if only(self._table.setup, question.legal):
                waiting = self._typed[question.seat]  # what was typed for the only move is not for the one after it
                if waiting and menu_of(self._table.setup, question.view, question.legal, self._names).find(waiting[0]):
                    waiting.popleft()
                self._make(Answer(seat, question.legal[0]), question, forced=True)
            else:
                self._ask(question)

    def _due(self, pending: Decision) -> int | None:
        """Who is asked; None while a bot thinks."""
        if self._people is None:
            return next((seat for seat in pending.seats if self._typed[seat]), pending.seats[0])
        return pending.seats[0] if pending.seats[0] in self._people else None

    def _ask(self, question: Question) -> None:
        table, names, seat = self._table, self._names, question.seat
        waiting = self._typed[seat]
        typed = waiting.popleft() if waiting else ""
        if not typed or self._people is not None:
            self._show(seat, question.view)
        setup, due = table.setup, table.pending()
        # from a hand that nobody saw: so many moves are no list to choose from
        guessed = table.unseen and isinstance(due, Decision) and due.kind == "secret"
        if guessed and not typed and not self._explained:
            self._explained = True
            say_wrapped(self._console, _GUESSED)
        asked = Asked(
            setup,
            names,
            seat,
            question.view,
            f"{with_seat(names, seat)}, {'turn' if guessed else 'move'}> ",
            menu_of(setup, question.view, question.legal, names),
            partial(self._verify, seat),
            lambda parts: choices_before(setup, table.state, seat, parts, names, self._typed),
            lasting_move(setup, question.legal),
        )
        begun = monotonic()
        made = ask_move(self._desk(asked), asked, listed=not (self._is_brief() or guessed), typed=typed)
        if not made.as_typed:
            waiting.clear()
        waiting.extend(made.later)
        self._make(made, question, ms=round((monotonic() - begun) * 1000, 3) if self._times else UNSET)

    def _make(self, made: Answer, asked: Question, *, forced: bool = False, ms: float | UnsetType = UNSET) -> None:
        table = self._table
        words = move_in_words(table.setup, table.state.view(made.seat), made.move, self._names)
        key, before = asked.key if made.seat == asked.seat else None, len(table.steps)
        table.answer(made.seat, made.move, key, ms=ms, lasts=made.lasts)
        subject = "Your move:" if self._names[made.seat] == "you" else with_seat(self._names, made.seat)
        more = " (there is no other move)" if forced else " (from now on in this round; stop ends it)" * made.lasts
        self._console.say(f"{subject} {words}{more}.")
        if self._people is None:
            for step in table.steps[before:]:
                if step.by_itself:
                    self._console.say(f"{self._said(step)} (as said before).")

    def _verify(self, seat: int, by: int, move: Any) -> None:
        if self._people is not None and by != seat:
            raise Problem("LOG-SEAT", f"{with_seat(self._names, seat)} is asked here")
        self._table.state.verify(by, move)

    def _over(self) -> None:
        table, console = self._table, self._console
        if self._people is not None:
            return
        sheets = "\n".join(SHEET_FORMATS["table"]([table.report()])).rstrip()
        console.say(f"\nThe game is over, and its result is in {table.journal.path}.\n\n{sheets}")
        with suppress(Leave):
            self._desk().ask(
                "Enter to leave, undo to correct the last move> ", nothing, lambda: "Any answer but undo leaves."
            )

    # -- what is shown

    def _show(self, seat: int, view: Any) -> None:
        """What a person sees and hears before being asked: what others have done since then, and the boards."""
        console, is_other = self._console, seat != self._looking
        if self._people is None:
            self._looking = seat
            if is_other and not self._is_brief():
                console.say(f"\n{self._board()}\n")
            return
        if is_other and type(view).secrets:
            console.clear()
            answer(console, f"{with_seat(self._names, seat)} is to look now, and nobody else. Enter> ")
        self._looking = seat
        steps, since = self._table.steps, self._told[seat]
        self._told[seat] = len(steps)
        told = [news_of(self._table.setup, step, self._names, seat) for step in steps[since:]]
        if others := [news.words for news in told if news and news.seat not in (None, seat)]:
            console.say("\n" + "\n".join(others))
        if is_other or self._drawn != self._table.revision:
            self._drawn = self._table.revision
            console.say(f"\n{self._board()}\n")

    def _is_brief(self) -> bool:
        return self._table.state.round > _ROUNDS if self._brief is None else self._brief

    def _board(self) -> str:
        table = self._table
        return paint(table.setup, table.state.view(self._looking), self._console.width, self._names)

    def _scores(self) -> str:
        if self._people is not None and not self._table.setup.game.open_scores:
            return "The points so far would give secrets away: they are told at the end."
        return points(self._names, self._table.state)

    # -- what can be done besides

    def _desk(self, asked: Asked | None = None) -> Desk:
        commands = {
            "board": Command("the boards again", lambda _: self._console.say(self._board())),
            "scores": Command("the points so far", lambda _: self._console.say(self._scores())),
            "brief": Command("boards and moves only when you ask for them", lambda _: self._be_brief(True)),
            "long": Command("boards and moves at every question", lambda _: self._be_brief(False)),
            "undo": Command("take back the last choice; undo 5 takes back five", self._undo, r"\d{0,4}"),
        }
        if self._people is None:
            commands["back"] = Command("back 12 takes back all after move 12", lambda n: _go(Back(int(n))), r"\d{1,6}")
            commands["again"] = Command(
                "play again what was taken back, as far as it is possible", lambda _: _go(Again())
            )
        if self._lasting():
            commands["stop"] = Command(
                "ask those again who said what they do whenever they are asked", lambda _: _go(Stop())
            )
        if asked is not None:
            if self._people is not None:
                said = "what a bot would do; hint easy, good or strong asks that one; the log notes that you asked"
                commands["hint"] = Command(said, partial(self._hint, asked), f"({'|'.join(LEVELS)})?")
            changes = "edit 3 changes parts of move 3, such as how it is paid for"
            commands["edit"] = Command(changes, lambda _: None, "(?!)")  # an answer, which only this question takes
            commands["why"] = Command("why park 1,0 tells why this is not possible", partial(self._why, asked), r".+")
        return Desk(self._console, commands, certain=self._people is None)

    def _be_brief(self, brief: bool) -> None:
        self._brief = brief
        self._console.say("Boards and moves are shown when you ask for them." if brief else self._board())

    def _why(self, asked: Asked, text: str) -> None:
        why = why_not(asked, text)
        say_wrapped(self._console, f"{why} Enter lists the legal moves." if why == UNLIKE else why)

    def _hint(self, asked: Asked, bot: str) -> None:
        table, seat = self._table, asked.seat
        question = table.question(seat)
        assert question
        self._console.say("Games are played on from here ..." if bot in ("", "strong") else "A bot looks at it ...")
        lost = [forfeit.seat for forfeit in table.forfeits]
        move = hint(table.setup, table.state, seat, f"{seat} {question.key}", lost, bot)
        table.note_hint(seat, question.key)
        words = move_in_words(table.setup, question.view, move, self._names)
        self._console.say(f"A hint, which is a bot's opinion: {words}.")

    def _undo(self, number: str) -> None:
        if self._people is not None and not self._may_take_back():
            say_wrapped(self._console, _STANDS)
            return
        raise Undo(int(number or 1))

    def _may_take_back(self) -> bool:
        """Whether nothing has happened since the last choice of the person who is asked."""
        gone = [step.event for step in self._table.steps[self._table.last_choices(1) :]]
        played = [event for event in gone if isinstance(event, MoveEvent | ChanceEvent | ForfeitEvent)]
        return bool(played) and all(isinstance(event, MoveEvent) and event.seat == self._looking for event in played)

    def _move_to(self, wanted: Elsewhere) -> None:
        """Go on elsewhere in the game; raises FileChangedError and NotSavedError."""
        table, say = self._table, self._console.say
        self._typed.clear()
        if isinstance(wanted, Again):
            again = table.again()
            say(f"Played again: {counted(again.played, 'event')}.")
            if again.stopped:
                say(f"Not possible any more: {self._said(again.stopped)}: {again.why}")
            return
        if isinstance(wanted, Stop):
            for seat in self._lasting():
                table.ask_again(seat)
                say(f"{with_seat(self._names, seat)} is asked again.")
            return
        least = self._first if self._people is not None else 0
        if isinstance(wanted, Undo):
            length = table.last_choices(1 if self._people is not None else wanted.number)
        else:
            assert isinstance(wanted, Back)
            length = table.after_moves(wanted.moves)
        gone = table.cut(max(length, least))
        self._looking = self._looking if self._people is not None else None
        for seat, known in self._told.items():
            self._told[seat] = min(known, len(table.steps))
        choices = [step for step in gone if isinstance(step.event, MoveEvent | ChanceEvent)]
        if not choices:
            say("There is nothing to take back.")
        for step in choices[::-1]:
            say(f"Taken back: {self._said(step)}.")

    def _said(self, step: Step) -> str:
        """A move or draw, in words."""
        event = step.event
        if isinstance(event, MoveEvent):
            words = move_in_words(self._table.setup, step.before.view(event.seat), event.move, self._names)
            return f"{with_seat(self._names, event.seat)} {words}"
        if isinstance(event, ForfeitEvent):
            return f"the forfeit of {with_seat(self._names, event.forfeit.seat)}"
        assert isinstance(event, ChanceEvent)
        return f"the draw {printable(event.chance)}"

    def _lasting(self) -> list[int]:
        """The seats of people here who have said what they do whenever they are asked."""
        return [seat for seat in self._table.lasting if self._people is None or seat in self._people]


def _go(elsewhere: Elsewhere) -> None:
    raise elsewhere
