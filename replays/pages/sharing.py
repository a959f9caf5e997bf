"""Drawings that have looks and parts in common, with each of them kept once."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from xml.etree.ElementTree import XML, Element, tostring

_USE = 22
"""About how many letters it takes to use a part."""


_LOOKS = (
    "fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "stroke-linejoin", "opacity", "font-size",
    "font-weight", "text-anchor",
)  # fmt: skip
"""Attributes that a style can set as well."""
_PLAIN = re.compile(r"[-#:;,.() \w]*", re.ASCII)
"""What a look must be made of: nothing that could end a style."""
_CLASS = 13
"""About how many letters it takes to name a class."""


def dressed(drawings: Sequence[str]) -> tuple[str, list[str]]:
    """A style with classes `k0`, `k1` and so on for what many elements look like, and the drawings, which use them.

    A class outweighs the attributes of an element that surrounds it, as the attributes that it stands for do.
    """
    trees = [XML(f"<g>{drawing}</g>") for drawing in drawings]
    elements = [element for tree in trees for element in _inside(tree)]
    looks = Counter([_look(element) for element in elements])
    names: dict[str, str] = {}
    for element in elements:
        look = _look(element)
        if _PLAIN.fullmatch(look) and (len(look) - _CLASS) * looks[look] > len(look) + _CLASS:
            for name in _LOOKS:
                element.attrib.pop(name, None)
            own = element.get("class")
            name = names.setdefault(look, f"k{len(names)}")
            element.set("class", f"{own} {name}" if own else name)
    style = "".join([f".{name}{{{look}}}" for look, name in names.items()])
    return style, ["".join([_written(element) for element in tree]) for tree in trees]


def _look(element: Element) -> str:
    """What the element's attributes make it look like, in the words of a style."""
    given = [(name, element.get(name)) for name in _LOOKS]
    return ";".join([f"{name}:{value}{'px' * (name == 'font-size')}" for name, value in given if value])


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
