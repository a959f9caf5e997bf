"""Somebody who plays a recorded game again by tapping: the engine tells which move is meant, the page how to do it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from cityleague.engine.protocol import Draw, Setup, State
from cityleague.replays.log import Header
from cityleague.replays.people import in_words, targets_of
from cityleague.replays.replay import validate
from tests.replays.people.tables import Made, events, followed
from tests.replays.serving.visiting import Link, Page, Visitor


class Tapper:
    """Counts what it taps."""

    def __init__(self, visitor: Visitor, setup: Setup, names: Sequence[str]) -> None:
        self.visitor, self.setup, self.names = visitor, setup, names
        self.taps: list[int] = []
        """Of each move."""
        self.draws = 0

    def move(self, page: Page, state: State[Any], seat: int, move: Any) -> Page:
        """Make a move; the page after it."""
        legal = list(state.legal(seat))
        canonical = self.setup.game.canonical
        same = [one == move for one in legal]
        at = (same if True in same else [canonical(one) == canonical(move) for one in legal]).index(True)
        if page.parts.get("question", "").find(f"seat {seat}:") < 0:
            page = self.visitor.get(f"?seat={seat}")
        places = Counter(self._places(state, seat, legal[at]))
        taps = 0
        while True:
            done = [one for one in page.links if one.attributes.get("data-move") == str(at)]
            if done and move == legal[at]:
                self.taps.append(taps + 1)
                query = done[0].query
                fields = {"do": "move", "seat": str(seat), "q": query["q"][0], "move": str(at)}
                return self._sent(self.visitor.post(fields))
            chosen = [one for one in page.forms if one.fields.get("do") == "move" and one.label]
            if chosen and chosen[0].fields["move"] == str(at):
                self.taps.append(max(taps, 1))
                if move == legal[at]:
                    return self._sent(self.visitor.post(chosen[0].fields))
                return self._sent(self._edited(page, chosen[0].fields, move))
            taps += 1
            page = self.visitor.get(self._next(page, places, legal[at]).to)

    def _sent(self, page: Page) -> Page:
        assert page.status == 200, (page.parts.get("said"), page.text[:300])
        return page

    def _edited(self, page: Page, fields: dict[str, str], move: Any) -> Page:
        page = self.visitor.get(page.link("Change its parts").to)
        form = page.form("Do it")
        for name in move.__struct_fields__:
            form[f"part.{name}"] = msgspec.json.encode(getattr(move, name)).decode()
        return self.visitor.post(form)

    def _places(self, state: State[Any], seat: int, move: Any) -> tuple[str, ...]:
        targets = targets_of(self.setup.game)
        return targets.places(self.setup, state.view(seat), move) if targets else ()

    def _next(self, page: Page, places: Counter[str], move: Any) -> Link:
        """A link that leads on to a move."""
        for one in page.links:
            if one.attributes.get("class") in ("lit", "lit small", "chip") and "tap" in one.query:
                taps = Counter(one.query["tap"])
                if taps <= places:
                    return one
        for one in page.links:
            if "pick" in one.query and (one.attributes.get("class") == "chip" or "value" in one.attributes):
                name, _, value = one.query["pick"][-1].partition("=")
                plain = move.__struct_config__.tag if name == "type" else getattr(move, name, ...)
                if plain is not ... and msgspec.json.encode(plain).decode() == value:
                    return one
        at = [one for one in page.links if "data-move" in one.attributes]
        raise AssertionError(f"no way to {move}: {[one.words for one in at][:5]}")

    def write_down(self, page: Page, header: Header, made: Sequence[Made], file: Path) -> Page:
        """Make all draws and moves of a recorded game, as the file then has them; the page at the end."""
        while (so_far := events(lines := file.read_bytes().splitlines())) != made:
            assert so_far == made[: len(so_far)]
            who, what = made[len(so_far)]
            state = followed(header, lines)
            if isinstance(who, str):
                pending = state.pending()
                assert isinstance(pending, Draw)
                page = self.draw(page, pending, what)
            else:
                page = self.move(page, state, who, what)
        assert page.parts["question"] == "The game is over"
        assert [verdict.finding for verdict in validate(str(file))] == [None]
        return page

    def draw(self, page: Page, draw: Draw, order: Sequence[Any]) -> Page:
        """Tell a draw, item by item."""
        told: list[Any] = []
        while True:
            done = [one for one in page.links if one.attributes.get("data-draw")]
            for one in done:
                if json.loads(one.attributes["data-draw"]) == list(order):
                    self.draws += 1
                    return self._sent(
                        self.visitor.post(
                            {"do": "draw", "q": one.attributes["data-key"], "order": one.attributes["data-draw"]}
                        )
                    )
            longest = None
            for one in page.links:
                items = [json.loads(item) for item in one.query.get("o", ())]
                if len(items) > len(told) and items == list(order[: len(items)]) and "times" not in one.query:
                    longest = one if longest is None or len(items) > len(longest.query["o"]) else longest
            assert longest, (told, order)
            told = [json.loads(item) for item in longest.query["o"]]
            self.draws += 1
            page = self.visitor.get(longest.to)


def said(setup: Setup, state: State[Any], seat: int, move: Any, names: Sequence[str]) -> str:
    """A move in words."""
    return in_words(setup, state.view(seat), move, names)
