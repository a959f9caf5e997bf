"""Somebody who plays a recorded game again by tapping: the engine tells which move is meant, the page how to do it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from cityleague.engine.looks.svg import targets_of
from cityleague.engine.protocol import Draw, Setup, State
from cityleague.replays.people import move_in_words
from cityleague.replays.replay import validate
from tests.replays.people.tables import Made, events, happened
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
        same = [listed == move for listed in legal]
        at = (same if True in same else [canonical(listed) == canonical(move) for listed in legal]).index(True)
        if page.seat != seat:
            page = self.visitor.get(f"?seat={seat}")
        places = Counter(self._places(state, seat, legal[at]))
        taps = 0
        while True:
            done = [link for link in page.links if link.attributes.get("data-move") == str(at)]
            if done and move == legal[at]:
                self.taps.append(taps + 1)
                query = done[0].query
                fields = {"do": "move", "seat": str(seat), "q": query["q"][0], "move": str(at)}
                return self._sent(self.visitor.post(fields))
            if page.sent and (page.sent["do"], page.sent["move"]) == ("move", str(at)):
                self.taps.append(max(taps, 1))
                if move == legal[at]:
                    return self._sent(self.visitor.post(page.sent))
                return self._sent(self._edited(page, move))
            taps += 1
            page = self.visitor.get(self._next(page, places, legal[at]).to)

    def _sent(self, page: Page) -> Page:
        assert page.status == 200, (page.parts.get("said"), page.text[:300])
        return page

    def _edited(self, page: Page, move: Any) -> Page:
        page = self.visitor.get(page.link("Change its parts").to)
        form = page.sent
        assert form
        for name in move.__struct_fields__:
            form[f"part.{name}"] = msgspec.json.encode(getattr(move, name)).decode()
        return self.visitor.post(form)

    def _places(self, state: State[Any], seat: int, move: Any) -> tuple[str, ...]:
        targets = targets_of(self.setup.game)
        return targets.places(self.setup, state.view(seat), move) if targets else ()

    def _next(self, page: Page, places: Counter[str], move: Any) -> Link:
        """A link that leads on to a move."""
        for link in page.links:
            kinds = {*link.attributes.get("class", "").split()}
            if kinds & {"lit", "tile", "chip"} and not kinds & {"up", "off"} and "tap" in link.query:
                taps = Counter(link.query["tap"])
                if taps <= places:
                    return link
        for link in page.links:
            if "pick" in link.query and (link.attributes.get("class") == "chip" or "value" in link.attributes):
                name, _, value = link.query["pick"][-1].partition("=")
                plain = move.__struct_config__.tag if name == "type" else getattr(move, name, ...)
                if plain is not ... and msgspec.json.encode(plain).decode() == value:
                    return link
        at = [link for link in page.links if "data-move" in link.attributes]
        raise AssertionError(f"no way to {move}: {[link.words for link in at][:5]}")

    def write_down(self, page: Page, made: Sequence[Made], file: Path) -> Page:
        """Make all draws and moves of a recorded game, as the file then has them; the page at the end."""
        state, there = self.setup.begin(), 0
        while (so_far := events(file.read_bytes().splitlines())) != made:
            assert so_far == made[: len(so_far)]
            for event in so_far[there:]:
                happened(state, event)
            there = len(so_far)
            who, what = made[there]
            if isinstance(who, str):
                pending = state.pending()
                assert isinstance(pending, Draw)
                page = self.draw(page, pending, what)
            else:
                page = self.move(page, state, who, what)
        assert "end" in page.parts
        result = json.loads(file.read_bytes().splitlines()[-1])["result"]
        assert page.parts["question"].startswith(self.names[result["ranks"].index(1)]), page.parts["question"]
        assert [verdict.finding for verdict in validate(str(file))] == [None]
        return page

    def draw(self, page: Page, draw: Draw, order: Sequence[Any]) -> Page:
        """Tell a draw, item by item."""
        told: list[Any] = []
        while True:
            done = [link for link in page.links if link.attributes.get("data-draw")]
            for link in done:
                if json.loads(link.attributes["data-draw"]) == list(order):
                    self.draws += 1
                    return self._sent(
                        self.visitor.post(
                            {"do": "draw", "q": link.attributes["data-key"], "order": link.attributes["data-draw"]}
                        )
                    )
            longest = None
            for link in page.links:
                items = [json.loads(item) for item in link.query.get("o", ())]
                if len(items) > len(told) and items == list(order[: len(items)]) and "times" not in link.query:
                    longest = link if longest is None or len(items) > len(longest.query["o"]) else longest
            assert longest, (told, order)
            told = [json.loads(item) for item in longest.query["o"]]
            self.draws += 1
            page = self.visitor.get(longest.to)


def said(setup: Setup, state: State[Any], seat: int, move: Any, names: Sequence[str]) -> str:
    """A move in words."""
    return move_in_words(setup, state.view(seat), move, names)
