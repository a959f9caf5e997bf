"""Drawings that have parts in common, with each such part kept once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from xml.etree.ElementTree import XML, Element, tostring

_USE = 22
"""About how many letters it takes to use a part."""


def shared(drawings: Sequence[str]) -> tuple[list[str], list[str]]:
    """Parts that several drawings hold, alike to the letter, and the drawings, which use them.

    The parts are called `p0`, `p1` and so on. A part may hold what is a part elsewhere; it is kept whole.
    """
    trees = [XML(f"<g>{drawing}</g>") for drawing in drawings]
    count = Counter([_written(element) for tree in trees for element in _inside(tree)])
    worth = {words for words, times in count.items() if (times - 1) * len(words) > (times + 1) * _USE}
    names: dict[str, str] = {}
    for tree in trees:
        _share(tree, worth, names)
    parts = []
    for words, name in names.items():
        part = XML(words)
        part.set("id", name)
        parts.append(_written(part))
    return parts, ["".join([_written(element) for element in tree]) for tree in trees]


def _inside(tree: Element) -> Iterator[Element]:
    for element in tree:
        yield element
        yield from _inside(element)


def _share(tree: Element, worth: set[str], names: dict[str, str]) -> None:
    """Use a part where its drawing stands. What holds others goes first."""
    for i, element in enumerate(tree):
        words = _written(element)
        if words in worth:
            tree[i] = Element("use", {"href": f"#{names.setdefault(words, f'p{len(names)}')}"})
        else:
            _share(element, worth, names)


def _written(element: Element) -> str:
    # " />" ends empty elements, and stands nowhere else: in values and words the ">" is escaped.
    return tostring(element, "unicode").replace(" />", "/>")
