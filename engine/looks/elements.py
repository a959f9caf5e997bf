"""SVG elements, as light as they can be: commands that only show text would wait for a library that writes XML."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import json

from cityleague.engine.doors import file_in


class Element:
    """An SVG element, with words before its children."""

    __slots__ = ("attrib", "children", "tag", "text")

    def __init__(self, tag: str, attrib: dict[str, str] | None = None, text: str = "") -> None:
        self.tag, self.attrib, self.text = tag, attrib or {}, text
        self.children: list[Element | str] = []
        """Elements, and markup as it is."""

    def set(self, name: str, value: str) -> None:
        """Give it an attribute."""
        self.attrib[name] = value

    def append(self, child: Element) -> None:
        """Put an element behind the others."""
        self.children.append(child)


def elements_in(package: str, name: str) -> dict[str, list[Element]]:
    """The drawings of a file that a package holds: by name, elements without children, each as a tag and attributes."""
    drawings: dict[str, list[tuple[str, dict[str, str]]]] = json.decode(file_in(package, name))
    return {key: [Element(*element) for element in elements] for key, elements in drawings.items()}


def tostring(node: Element) -> str:
    """An element as markup; values and words are escaped."""
    attributes = "".join([f' {name}="{_escaped(value, _QUOTED)}"' for name, value in node.attrib.items()])
    if not node.children and not node.text:
        return f"<{node.tag}{attributes} />"
    inside = "".join([child if isinstance(child, str) else tostring(child) for child in node.children])
    return f"<{node.tag}{attributes}>{_escaped(node.text, _UNQUOTED)}{inside}</{node.tag}>"


_UNQUOTED = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}
_QUOTED = {**_UNQUOTED, '"': "&quot;", "\r": "&#13;", "\n": "&#10;", "\t": "&#09;"}


def _escaped(words: str, signs: Mapping[str, str]) -> str:
    for sign, escaped in signs.items():
        if sign in words:
            words = words.replace(sign, escaped)
    return words
