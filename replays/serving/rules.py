"""The rules of a game as a page that people read."""

from __future__ import annotations

import re
from functools import cache

from markdown_it import MarkdownIt
from markupsafe import Markup

from cityleague.engine.protocol import Game

_LATER = re.compile(r"Components|Options|Numbers|Not(es|ation)\b")
"""How sections begin that are read after how the game is played: by whoever writes logs or bots."""
_LINE = re.compile(r"([,:]?)(\s|>)(<code>\{(?:&quot;type&quot;: &quot;(\w+))?.*?\}</code>)", re.DOTALL)
"""A line of a log, after what comes before it, with the kind of the move."""
_CODES = re.compile(r"\s?(\[[A-Z\d]+-[A-Z][^\]]*\]|\(<code>[A-Z\d]+-[A-Z-]+</code>\))")
"""Codes of rules in brackets."""


@cache
def rules_of(game: Game) -> Markup:
    """RULES.md as HTML: how the game is played comes first, and what only logs need is not shown until it is asked for.

    Sections are found by their titles, rules by their codes. Other files of ours are no links.
    """
    drawn = MarkdownIt("commonmark", {"html": False}).enable("table").render(game.file("RULES.md").decode())
    drawn = re.sub(r'<a href="(?!https?:|#)[^"]*">(.*?)</a>', r"\1", drawn)
    drawn = _CODES.sub(r'<span class="of-log">\g<0></span>', _LINE.sub(_line, drawn))
    drawn = re.sub(r"<table>(?=\s*<thead>\s*<tr>\s*<th>draw<)", '<table class="draws">', drawn)
    for rule in game.catalogue():
        drawn = re.sub(rf"\b{rule.code}\b(?!-)", f'<b id="{rule.code}">{rule.code}</b>', drawn, count=1)
    before, *sections = re.split(r"(?=<h2>)", drawn)
    title, _, about = before.partition("</h1>")
    sections.sort(key=lambda section: bool(_LATER.match(section.removeprefix("<h2>"))))
    drawn = "".join([title.partition(",")[0], "</h1>", *sections, "<h2>This page</h2>", about])
    drawn = re.sub(r"<(h[2-6])>(.*?)</h", lambda head: f'<{head[1]} id="{_slug(head[2])}">{head[2]}</h', drawn)
    return Markup(re.sub(r"(<h[2-6] [^>]*>[^<]*?) \([^<]*\)</h", r"\1</h", drawn))


def _line(found: re.Match[str]) -> str:
    """Where a line of a log is part of a sentence, the kind of its move stays."""
    stop, blank, line, kind = found.groups()
    if stop and kind:
        return f'<span class="of-log">{stop}{blank}{line}</span>'
    return f'{stop}{blank}<em>{kind}</em><span class="of-log"> {line}</span>' if kind else found[0]


def _slug(title: str) -> str:
    return re.sub(r"[^\w-]", "", title.lower().replace(" ", "-"))
