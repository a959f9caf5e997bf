"""A page: an HTML file that loads nothing but small pictures of its site. By its policy nothing in its data can run.

Names, notes and reasons are text wherever they stand: templates escape them, scripts get them as JSON and set text.
"""

from __future__ import annotations

import json
import os
import re
import sys
from base64 import b64encode
from contextlib import suppress
from functools import cache
from hashlib import sha256
from importlib.util import cache_from_source
from typing import TYPE_CHECKING, Any

from cityleague.engine.doors import file_in
from cityleague.engine.looks.picture import SEATS, clean
from cityleague.engine.looks.svg import style
from cityleague.engine.version import __version__
from cityleague.replays.pages.advice import average, reasons, told_once

if TYPE_CHECKING:
    from jinja2 import Environment
    from jinja2.bccache import Bucket


def page(template: str, *files: str, refresh: int | None = None, colours: int = 0, **values: Any) -> bytearray:
    """A page made by a template out of these values, with the scripts and styles (`.js`, `.css`) of these names.

    It is made as bytes, little by little: a text with an emoji takes four for each letter. The page loads itself again
    after `refresh` seconds, and has the colours of as many seats.
    """
    styles = stylesheet(*[name for name in files if name.endswith(".css")], colours=colours)
    script = "".join([lean(_file(name)) for name in files if name.endswith(".js")])
    script = _SPACED.sub(lambda found: found[found.lastindex or 0], script).replace(";}", "}")
    policy = "; ".join([
        "default-src 'none'",
        f"style-src 'sha256-{_hash(styles)}'",
        f"script-src 'sha256-{_hash(script)}'" if script else "script-src 'none'",
        "img-src 'self' file:" if values.get("site") else "img-src 'none'",  # a site has small pictures of its games
        "base-uri 'none'",
        "form-action 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
    ])  # fmt: skip
    made = _environment().get_template(template)
    parts = made.stream(policy=policy, style=styles, script=script, refresh=refresh, **values)
    parts.enable_buffering(1 << 10)  # of them are put together at a time
    told = bytearray()
    for part in parts:
        told += part.encode()
    return told


def as_json(data: object) -> str:
    """Data for a script, safe inside `<script type="application/json">`."""
    return json.dumps(_cleaned(data), ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def _cleaned(data: Any) -> Any:
    """The same data; no text in it holds characters that cannot be seen."""
    if isinstance(data, str):
        return clean(data)
    if isinstance(data, dict):
        return {name: _cleaned(value) for name, value in data.items()}
    return [_cleaned(value) for value in data] if isinstance(data, list | tuple) else data


@cache  # with it go the compiled templates: a league's pages take more than twice as long without
def _environment() -> Environment:
    made = environment("pages/templates")
    made.filters |= {"average": average, "reasons": reasons, "told_once": told_once}
    return made


def environment(folder: str) -> Environment:
    """What makes pages of a folder's templates, kept compiled (which takes long) beside compiled modules, if it may."""
    from jinja2 import Environment, FileSystemBytecodeCache, FunctionLoader, StrictUndefined  # noqa: PLC0415  (slow)

    class Kept(FileSystemBytecodeCache):
        def load_bytecode(self, bucket: Bucket) -> None:
            with suppress(OSError):  # in an archive
                super().load_bytecode(bucket)

        def dump_bytecode(self, bucket: Bucket) -> None:
            if not sys.dont_write_bytecode:
                with suppress(OSError):
                    super().dump_bytecode(bucket)

    name = f"{folder.replace('/', '-')}-{__version__}-%s"
    made = Environment(
        loader=FunctionLoader(lambda name: _file(name, folder)),
        bytecode_cache=Kept(os.path.dirname(cache_from_source(__file__)), name),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    made.filters["clean"] = clean
    return made


def stylesheet(*files: str, colours: int = len(SEATS)) -> str:
    """The style of all pages, with the colours of so many seats, and what these files add to it."""
    seats = list(enumerate(SEATS[:colours]))
    light = [f".seat{i}{{color:{seat.light};stroke-dasharray:{seat.dashes or 'none'}}}" for i, seat in seats]
    dark = [f".seat{i}{{color:{seat.dark}}}" for i, seat in seats]
    scheme = f"{''.join(light)}\n@media screen and (prefers-color-scheme:dark){{{''.join(dark)}}}\n"
    symbols = style("var(--text)", "var(--faint)", "var(--paper)", "var(--edge)", "var(--ring)")
    return "".join([symbols, scheme, *[lean(_file(name)) for name in ("page.css", *files)]]).replace("\n", "")


def lean(code: str) -> str:
    """A script or a style without indents and comments: those of a line, and those two blanks after code."""
    lines = [line.partition("  //")[0].strip() for line in code.splitlines()]
    return "\n".join([line for line in lines if line and not line.startswith(("//", "/*"))]).replace(";}", "}") + "\n"


_SPACED = re.compile(
    r'("[^"\n]*"|`[^`]*`|/\S+/)|[ \t]*(?:([{(\[,;:=<>!?&|*%])\s*|([})\]])[ \t]*(?![+-]))| ?([+-]) (?![+-])'
)
"""In a script: texts, and patterns without blanks, which stay as they are; signs that need no space beside them."""


def _file(name: str, folder: str = "pages/templates") -> str:
    return file_in("cityleague.replays", f"{folder}/{name}").decode()


def _hash(text: str) -> str:
    return b64encode(sha256(text.encode()).digest()).decode()
