"""What somebody has pointed at on a page but not done yet: the address of the page tells it, and nobody else knows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Self
from urllib.parse import parse_qs, urlencode

_MOST = 400
"""So many things can be pointed at; the longest draws have fewer."""
_LONGEST = 400
"""Characters of a text."""


class Pointed(NamedTuple):
    """Empty parts are left out of the address."""

    seat: int | None = None
    """Whose eyes somebody looks through who may choose."""
    key: str = ""
    """The question that all of this is about; once it is another one, nothing has been pointed at."""
    taps: tuple[str, ...] = ()
    """Places, as `people.Narrowing` takes them."""
    picks: tuple[tuple[str, str], ...] = ()
    """Fields of moves with their values, likewise."""
    order: tuple[str, ...] = ()
    """What a draw has brought so far, as JSON."""
    times: int = 1
    """How many items of a draw the next tap stands for."""
    find: str = ""
    edit: int | None = None
    """The legal move whose parts are to be changed."""
    lasts: bool = False
    """Whether the move is chosen that can be made whenever the seat is asked."""
    why: str = ""
    """Where somebody has tapped in vain: the key of a sheet, and a place on it in units."""
    back: int | None = None
    """The move to which somebody may want to go back."""
    whole: bool = False
    """Whether the list of moves is shown from the beginning of the game."""

    @classmethod
    def at(cls, query: str) -> Self:
        """What an address tells after its `?`; whatever cannot be meant is left out."""
        try:
            told = parse_qs(query, max_num_fields=_MOST, errors="replace")
        except ValueError:  # more fields than any page of ours has
            told = {}
        texts = {name: [value[:_LONGEST] for value in values] for name, values in told.items()}
        picks = [tuple(pick.split("=", 1)) for pick in texts.get("pick", ()) if "=" in pick]
        return cls(
            seat=_number(texts, "seat"),
            key=_text(texts, "q"),
            taps=tuple(texts.get("tap", ())),
            picks=tuple([(name, value) for name, value in picks]),
            order=tuple(texts.get("o", ())),
            times=min(max(_number(texts, "times") or 1, 1), 9),
            find=_text(texts, "find"),
            edit=_number(texts, "edit"),
            lasts="lasts" in texts,
            why=_text(texts, "why"),
            back=_number(texts, "back"),
            whole="whole" in texts,
        )

    def but(self, **others: Any) -> str:
        """The same with other parts, as an address that leads there from the same page."""
        return self._replace(**others).address()

    def address(self) -> str:
        """The address that leads there from the same page."""
        parts: list[tuple[str, object]] = []
        if self.seat is not None:
            parts.append(("seat", self.seat))
        about: list[tuple[str, object]] = [
            *[("tap", token) for token in self.taps],
            *[("pick", f"{name}={value}") for name, value in self.picks],
            *[("o", item) for item in self.order],
            *[("times", self.times)] * (self.times > 1),
            *[("find", self.find)] * bool(self.find),
            *[("edit", self.edit)] * (self.edit is not None),
            *[("lasts", 1)] * self.lasts,
            *[("why", self.why)] * bool(self.why),
        ]
        if about:
            parts += [("q", self.key), *about]
        if self.back is not None:
            parts.append(("back", self.back))
        if self.whole:
            parts.append(("whole", 1))
        return f"?{urlencode(parts)}"

    def about(self, key: str) -> Self:
        """The same if it is about this question; if not, nothing has been pointed at."""
        if self.key == key:
            return self
        return type(self)(seat=self.seat, key=key, back=self.back, whole=self.whole, find="")


def _text(texts: Mapping[str, Sequence[str]], name: str) -> str:
    return texts[name][0] if name in texts else ""


def _number(texts: Mapping[str, Sequence[str]], name: str) -> int | None:
    text = _text(texts, name)
    return int(text) if text.isascii() and text.isdigit() and len(text) < 7 else None
