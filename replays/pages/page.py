"""A page: one HTML file that asks nobody for anything, with a policy under which nothing in its data can run.

Names, notes and reasons are text wherever they stand: templates escape them, scripts get them as JSON and set text.
"""

from __future__ import annotations

import json
from base64 import b64encode
from functools import cache
from hashlib import sha256
from importlib import resources
from typing import TYPE_CHECKING, Any

from cityleague.engine.picture import SEATS, clean
from cityleague.replays.pages.svg import STYLE

if TYPE_CHECKING:
    from jinja2 import Environment

MISSING = "pages need jinja2, which is not installed: pip install 'cityleague[pages]'"


class PagesMissing(Exception):
    """The extra `pages` is not installed."""


def require_pages() -> None:
    """Raise PagesMissing unless pages can be made."""
    _environment()


def page(template: str, *files: str, refresh: int | None = None, **values: Any) -> str:
    """A page made by a template out of these values, with the scripts and styles (`.js`, `.css`) of these names.

    It loads itself again after `refresh` seconds. Raises PagesMissing.
    """
    style = _style() + "".join([_file(name) for name in files if name.endswith(".css")])
    script = "".join([_file(name) for name in files if name.endswith(".js")])
    policy = "; ".join([
        "default-src 'none'",
        f"style-src 'sha256-{_hash(style)}'",
        f"script-src 'sha256-{_hash(script)}'" if script else "script-src 'none'",
        "img-src 'none'",
        "base-uri 'none'",
        "form-action 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
    ])  # fmt: skip
    made = _environment().get_template(template)
    return made.render(policy=policy, style=style, script=script, refresh=refresh, **values)


def as_json(data: object) -> str:
    """Data for a script, safe inside `<script type="application/json">`."""
    plain = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return plain.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


@cache
def _environment() -> Environment:
    try:
        from jinja2 import Environment, PackageLoader, StrictUndefined  # noqa: PLC0415
    except ImportError:
        raise PagesMissing(MISSING) from None
    made = Environment(
        loader=PackageLoader("cityleague.replays", "pages/templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    made.filters["clean"] = clean
    return made


@cache
def _style() -> str:
    light = "".join([f".seat{seat}{{color:{colour.light};--seat:{colour.light}}}" for seat, colour in enumerate(SEATS)])
    dark = "".join([f".seat{seat}{{color:{colour.dark};--seat:{colour.dark}}}" for seat, colour in enumerate(SEATS)])
    return f"{STYLE}{light}\n@media screen and (prefers-color-scheme:dark){{{dark}}}\n{_file('page.css')}"


def _file(name: str) -> str:
    return resources.files("cityleague.replays").joinpath(f"pages/templates/{name}").read_text("utf-8")


def _hash(text: str) -> str:
    return b64encode(sha256(text.encode()).digest()).decode()
