"""The site of the documents, which `make docs` builds with Sphinx: from the Markdown where it stands, the docstrings of
all public names, and the help of the commands.

SITE is the menu and says at which address each file stands. So links stay as GitHub wants them, and an address
survives when its file moves. A Markdown file that is not listed is an error.
"""

from __future__ import annotations

import re
from importlib import metadata
from pathlib import Path
from typing import Any

import msgspec
from sphinx.application import Sphinx
from sphinx.project import Project

GAMES = ("between_two_cities", "card_city_xl", "city_tycoon", "neom", "twentieth_century")
SITE: dict[str, dict[str, str]] = {
    "Begin": {"index": "README.md", "begin": "cli/BEGIN.md"},
    "Guides": {
        "guides/evening": "replays/people/EVENING.md",
        "guides/league": "replays/league/LEAGUE.md",
        "guides/ci": "replays/reports/CI.md",
        "guides/tournament": "replays/tournaments/TOURNAMENTS.md",
        "guides/bot-in-python": "engine/bots/README.md",
        "guides/bot-in-any-language": "replays/players/BOTS.md",
        "guides/train": "examples/learning/README.md",
        "guides/tune": "replays/tuning/TUNING.md",
        "guides/analyse": "replays/analysis/ANALYSIS.md",
        "guides/from-python": "replays/LIBRARY.md",
        "guides/tables": "replays/archive/TABLES.md",
        "guides/add-a-game": "engine/ADDING.md",
        "guides/what-a-game-may-have": "engine/OPTIONAL.md",
    },
    "Games": {
        **{f"games/{game.replace('_', '-')}": f"engine/{game}/RULES.md" for game in GAMES},
        "games/backyards": "examples/backyards/backyards/RULES.md",
    },
    "Reference": {
        "reference/commands": "cli/COMMANDS.md",
        "reference/help": ".docs/help.md",
        "reference/log": "replays/log/FORMAT.md",
        "reference/lines": "replays/analysis/LINES.md",
        "reference/words": "cli/WORDS.md",
        "reference/corpus": "examples/conformance/README.md",
        "reference/engine": ".docs/api/engine.md",
        "reference/environments": ".docs/api/environments.md",
        "reference/replays": ".docs/api/replays.md",
        "reference/testing": ".docs/api/testing.md",
        "reference/views": ".docs/api/views.md",
    },
    "How it works": {
        "how/design": "replays/DESIGN.md",
        "how/proof": "replays/PROOF.md",
        "how/ratings": "replays/league/RATINGS.md",
        "how/analysis": "replays/analysis/METHOD.md",
        "how/sandbox": "replays/players/SANDBOX.md",
        "how/speed": "tests/benchmarks/README.md",
    },
    "Project": {
        "project/changes": "CHANGELOG.md",
        "project/contributing": "CONTRIBUTING.md",
        "project/security": "SECURITY.md",
        "project/analysed": "examples/analysed/README.md",
    },
}
"""By heading of the menu: addresses, and the file that stands at each."""
ADDRESSES = {file: address for pages in SITE.values() for address, file in pages.items()}

project = "cityleague"
release = metadata.version("cityleague")
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.githubpages", "sphinx_click"]
source_suffix = {".md": "markdown"}
exclude_patterns = [".venv", ".fuzz", ".hypothesis", ".github", ".*_cache", "build", "demo", "dist", "*.egg-info"]
myst_heading_anchors = 4
suppress_warnings = ["myst.header"]  # a part that is taken alone may begin at the second level
smartquotes = False  # or else --seed gets a dash
highlight_language = "text"  # of indented blocks
default_role = "py:obj"  # docstrings have Markdown's backticks: a link, or else code
autodoc_default_options = {"members": True, "undoc-members": True, "member-order": "bysource"}
autodoc_typehints = "signature"
autodoc_type_aliases = {name: name for name in ("BySeat", "Cell", "Component", "Numbered", "Seat")}
maximum_signature_line_length = 88
html_theme = "furo"
html_title = f"cityleague {release}"
html_favicon = "favicon.svg"
html_static_path = ["site.css"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_search_summary = False  # a script would fetch pages, which browsers refuse without a server
html_show_sphinx = False
html_show_copyright = False
html_theme_options = {"top_of_page_buttons": []}

_own = Project.path2doc


def _addressed(self: Project, filename: str) -> str | None:
    path = Path(filename)
    if path.is_absolute() and path.is_relative_to(self.srcdir):
        path = path.relative_to(self.srcdir)
    return ADDRESSES.get(path.as_posix()) or _own(self, filename)


Project.path2doc = _addressed  # type: ignore[assignment]


def _menu(app: Sphinx, docname: str, source: list[str]) -> None:
    """Put the menu behind the first page; GitHub never sees it."""
    if docname == "index":
        for caption, pages in SITE.items():
            listed = "\n".join(f"/{address}" for address in pages if address != "index")
            if listed:
                source[0] += f"\n```{{toctree}}\n:hidden:\n:caption: {caption}\n\n{listed}\n```\n"


def _docstring(app: Sphinx, what: str, name: str, obj: Any, options: Any, lines: list[str]) -> None:
    """Make Markdown's indented blocks those of reStructuredText, and leave out what says nothing."""
    if lines and re.match(r"Alias for field number \d+$", lines[0]):
        lines[:] = []
    for i, line in enumerate(lines):
        after = next((later for later in lines[i + 1 :] if later.strip()), "")
        block = len(after) - len(after.lstrip()) - (len(line) - len(line.lstrip())) >= 4
        if line.rstrip().endswith(":") and not line.endswith("::") and block and not lines[i + 1].strip():
            lines[i] = f"{line}:"


def _signature(app: Sphinx, what: str, name: str, obj: Any, *rest: Any) -> tuple[str, None] | None:
    """The fields of a Struct stand below it."""
    return ("", None) if what == "class" and issubclass(obj, msgspec.Struct) else None


def _skip(app: Sphinx, what: str, name: str, obj: Any, skip: bool, options: Any) -> bool | None:
    """Of a game's modules, show what bots see and answer: neither functions nor what is imported."""
    room = getattr(obj, "__module__", "")
    if what == "module" and callable(obj) and (room.endswith((".view", ".moves")) or not room.startswith("cityleague")):
        return not (isinstance(obj, type) and issubclass(obj, msgspec.Struct))
    return True if what == "class" and name in ("secrets", "holdings") and not room else None


def _help(app: Sphinx, context: Any, lines: list[str]) -> None:
    """Make the examples in a command's help code, and every star a star."""
    text = "\n".join(lines).replace("*", r"\*")
    text = re.sub(r"^(?:\| )?Example: (.*)$", r"Example::\n\n    \1", text, flags=re.MULTILINE)
    lines[:] = text.split("\n")


def setup(app: Sphinx) -> None:
    """Called by Sphinx."""
    app.connect("source-read", _menu)
    app.connect("autodoc-process-docstring", _docstring)
    app.connect("autodoc-process-signature", _signature)
    app.connect("autodoc-skip-member", _skip)
    app.connect("sphinx-click-process-description", _help)
