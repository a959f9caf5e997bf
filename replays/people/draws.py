"""What chance brought is asked for in the words of the game: hand by hand, card by card."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from cityleague.engine.chance import verify_draw
from cityleague.engine.looks.asked import Asked
from cityleague.engine.protocol import Draw, Item, Setup
from cityleague.engine.words import abridged, similar
from cityleague.replays.log import ChanceEvent, Problem, decoder
from cityleague.replays.people.console import Desk, Leave, Undo, say_wrapped
from cityleague.replays.people.menu import item_meant, items_typed, signs_of

_FEW = 12
"""How many kinds of items a question lists."""
_VOID = " (nothing of this line counts)"
_UNSEEN = "unseen"
"""What is typed for an item that nobody saw."""


def ask_draw(desk: Desk, setup: Setup, draw: Draw, view: Any, names: Sequence[str]) -> list[Item | None]:
    """Ask until all items of a draw are known, or nobody saw them (None); raises Undo and Leave."""
    answers = DrawAnswers(draw, questions_of(setup, draw, view, names), signs_of(setup))
    lines: list[int] = []  # how many items had been typed before each line
    say_wrapped(desk.console, answers.left())
    while not answers.complete:
        before = len(answers.order)
        try:
            text = desk.ask(f"{answers.question()}> ", answers.completing, lambda: _help(setup, draw))
        except Undo:
            if not lines:
                raise
            del answers.order[lines.pop() :]
            text = ""
        except Leave:
            if before:
                say_wrapped(desk.console, "\nThis draw is not complete: it is asked for again from its first item.")
            raise
        if not text:
            say_wrapped(desk.console, "\n".join([*answers.told(0), answers.left()]))
            continue
        try:
            answers.order += _written(setup, draw, text, before) if text.startswith("{") else answers.meant(text)
        except ValueError as error:
            say_wrapped(desk.console, str(error))
            continue
        lines.append(before)
        told = list(answers.told(before))
        if len(told) > 1:  # the line has answered more than was asked: here is whose is what
            say_wrapped(desk.console, "\n".join(told))
    return answers.order


def questions_of(setup: Setup, draw: Draw, view: Any, names: Sequence[str]) -> list[Asked]:
    """The questions about a draw; a game that has none of its own is asked for the draw by its name in the log."""
    if setup.game.questions is None:
        return [Asked(f"What did the draw {draw.name} bring", draw.take)]
    return list(setup.game.questions(setup, view, draw, names))


class DrawAnswers:
    """What has been typed of a draw so far."""

    def __init__(
        self, draw: Draw, questions: Sequence[Asked], signs: Mapping[str, str], order: Sequence[Item | None] = ()
    ) -> None:
        """`order` is what has been told already."""
        self.draw, self._questions, self._signs = draw, questions, signs
        self.order = list(order)

    @property
    def complete(self) -> bool:
        """Whether all is known."""
        return len(self.order) >= self.draw.take

    def _spans(self) -> Iterator[tuple[Asked, int, int]]:
        """Each question with where its items begin and end in the order."""
        start = 0
        for asked in self._questions:
            yield asked, start, start + asked.take
            start += asked.take

    def due(self) -> tuple[Asked, int]:
        """The question whose items come next, and how many of them have been typed."""
        return next((asked, len(self.order) - start) for asked, start, end in self._spans() if len(self.order) < end)

    def question(self) -> str:
        """What is asked now."""
        asked, typed = self.due()
        return f"{asked.question}{f', {asked.take - typed} more' if typed else ''}? "

    def told(self, since: int) -> Iterator[str]:
        """The answers that have been changed since so many items were typed, a line for each question."""
        for asked, start, end in self._spans():
            if since < end and start < len(self.order):
                items = self.order[start:end]
                so_far = ", so far" if end > len(self.order) else ""
                yield f"{asked.question}{so_far}: {', '.join([self.called(item) for item in items])}"

    def left(self) -> str:
        """What can still be drawn."""
        counts = self.counts()
        there = [f"{self.called(item)} × {count}" if count > 1 else self.called(item) for item, count in counts.items()]
        hidden = f"\n{_UNSEEN} stands for all that nobody saw." if self.draw.hidden else ""
        return f"There are {len(self.draw.items) - len(self.order)}: {abridged(there, _FEW)}.{hidden}"

    def completing(self, text: str) -> list[str]:
        """Completes the last name of a line."""
        names = [*map(self.called, self.counts()), *[_UNSEEN] * self.draw.hidden]
        ends = "," if any(" " in name for name in names) else " ,"
        cut = max(map(text.rfind, ends)) + 1
        blank = " " if text[cut:].startswith(" ") else ""
        return [text[:cut] + blank + name for name in item_meant(text[cut:].strip(), names)]

    def meant(self, text: str) -> list[Item | None]:
        """The items that a line names; raises ValueError."""
        there, room = self.counts(), self.draw.take - len(self.order)
        typed: list[Item | None] = []
        known = dict.fromkeys([*map(self.called, self.draw.items), *map(str, self.draw.items), _UNSEEN])
        for name, times in items_typed(text, known):
            count = times or 1
            if self.draw.hidden and _UNSEEN.startswith(name.casefold()) and not self._meant(name, there):
                typed += [None] * (times or max(room - len(typed), 1))
                continue
            item = self._item(name, there)
            if there[item] < count:
                raise ValueError(f"{self.called(item)}: of these {there[item]} are left, not {count}{_VOID}")
            there[item] -= count
            typed += [item] * count
        if len(typed) > room:
            raise ValueError(f"these are {len(typed)} items, and {room} are to come{_VOID}")
        return typed

    def _item(self, name: str, there: Counter[Item]) -> Item:
        """The item that is meant by a name, or by some letters of it; raises ValueError."""
        called = {self.called(item): item for item in self.draw.items}
        if name in called:
            return called[name]
        logged = {str(item): item for item in self.draw.items}
        if name in logged:
            return logged[name]
        meant = self._meant(name, there)
        if not meant:
            near = similar(name, [*called, *logged])
            hint = f"; did you mean {near}?" if near else "; commas separate names" if " " in name else ""
            raise ValueError(f"{name}: this cannot be drawn{hint}{_VOID}")
        if len(meant) > 1:
            raise ValueError(f"{name}: this can be {abridged(meant, _FEW)}{_VOID}")
        return called[meant[0]]

    def _meant(self, name: str, there: Counter[Item]) -> list[str]:
        """What the items are called that some letters stand for: of those that are left, or else of all."""
        called = {self.called(item): item for item in self.draw.items}
        left = [words for words, item in called.items() if there[item] > 0]
        return item_meant(name, left, self._signs) or item_meant(name, called, self._signs)

    def counts(self) -> Counter[Item]:
        """How many of each item are left to be drawn; what nobody saw is not known to be gone."""
        left = Counter(self.draw.items)
        left.subtract([item for item in self.order if item is not None])
        return +left

    def called(self, item: Item | None) -> str:
        """What people call an item; None is one that nobody saw."""
        return _UNSEEN if item is None else self._questions[0].called.get(item, str(item))


def _written(setup: Setup, draw: Draw, text: str, typed: int) -> list[Item | None]:
    """A whole draw typed as in a log; raises ValueError."""
    if typed:
        raise ValueError("a line of a log has the whole draw: take back what is typed already (undo)")
    try:
        event = decoder(setup.game).event(text.encode(errors="replace"))
    except Problem as problem:
        raise ValueError(problem.message) from None
    if not isinstance(event, ChanceEvent) or event.chance != draw.name:
        raise ValueError(f"the draw {draw.name} is due here")
    if wrong := verify_draw(draw, event.order):
        raise ValueError(wrong)
    return list(event.order)


def _help(setup: Setup, draw: Draw) -> str:
    return "\n".join([
        f"Type what was drawn, {draw.take} in all, in this order, on as many lines as you like;",
        f"a line may go on to what is asked next (see `cityleague rules {setup.game.name} --text`).",
        "The first letters of a name do, if no other begins with them.",
        "park*3 or 3 parks stands for three parks.",
        *[f"{_UNSEEN} stands for the rest, {_UNSEEN}*3 for three: moves tell later what they were."]
        * draw.hidden,
        "Enter shows what is left. undo takes back the last line.",
    ])  # fmt: skip
