"""The parameters of a bot's spec, read one by one; an unknown one is an error."""

from __future__ import annotations

from collections.abc import Mapping, Sequence


class Parameters:
    """The values of a spec's `name=value&...`. Each is read by its name; `done` refuses those that nobody read."""

    def __init__(self, given: Mapping[str, str]) -> None:
        self._rest = dict(given)
        self._known: list[str] = []

    def integer(self, name: str, default: int, *, low: int, high: int) -> int:
        """A whole number from low to high; ValueError for anything else."""
        text = self._take(name)
        if text is None:
            return default
        try:
            value = int(text)
        except ValueError:
            raise ValueError(f"{name} takes a whole number, not {text!r}") from None
        if not low <= value <= high:
            raise ValueError(f"{name} takes {low} to {high}, not {value}")
        return value

    def number(self, name: str, default: float, *, low: float, high: float) -> float:
        """A number from low to high; ValueError for anything else."""
        text = self._take(name)
        if text is None:
            return default
        try:
            value = float(text)
        except ValueError:
            raise ValueError(f"{name} takes a number, not {text!r}") from None
        if not low <= value <= high:  # also refuses NaN
            raise ValueError(f"{name} takes {low:g} to {high:g}, not {text}")
        return value

    def choice(self, name: str, known: Sequence[str]) -> str:
        """One of the known words, by default the first; ValueError for anything else."""
        value = self._take(name)
        if value is None:
            return known[0]
        if value not in known:
            raise ValueError(f"{name} takes {', '.join(known)}, not {value!r}")
        return value

    def _take(self, name: str) -> str | None:
        self._known.append(name)
        return self._rest.pop(name, None)

    def done(self) -> None:
        """ValueError if a parameter is left over."""
        if self._rest:
            known = f"it takes {', '.join(self._known)}" if self._known else "it takes none"
            raise ValueError(f"unknown parameter {', '.join(map(repr, self._rest))}; {known}")
