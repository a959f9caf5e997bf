"""The rules of a game as a page that people read."""

from __future__ import annotations

import re
from functools import cache

from markdown_it import MarkdownIt
from markupsafe import Markup

from cityleague.engine.protocol import Game


@cache
def rules_of(game: Game) -> Markup:
    """RULES.md as HTML; sections are found by their titles, rules by their codes. Other files of ours are no links."""
    drawn = MarkdownIt("commonmark", {"html": False}).enable("table").render(game.file("RULES.md").decode())
    drawn = re.sub(r'<a href="(?!https?:|#)[^"]*">(.*?)</a>', r"\1", drawn)
    drawn = re.sub(r"<(h[2-6])>(.*?)</h", lambda head: f'<{head[1]} id="{_slug(head[2])}">{head[2]}</h', drawn)
    for rule in game.catalogue():
        drawn = re.sub(rf"\b{rule.code}\b(?!-)", f'<b id="{rule.code}">{rule.code}</b>', drawn, count=1)
    return Markup(drawn)


def _slug(title: str) -> str:
    return re.sub(r"[^\w-]", "", title.lower().replace(" ", "-"))
