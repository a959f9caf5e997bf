"""Addresses as QR codes."""

import segno
from markupsafe import Markup


def code_of(address: str) -> Markup:
    """A code as an SVG element, with the light modules around it that readers expect."""
    return Markup(segno.make(address, micro=False).svg_inline(border=4, light="#fff", omitsize=True, svgclass="code"))


def as_text(address: str) -> str:
    """A code for a terminal."""
    from io import StringIO  # noqa: PLC0415

    text = StringIO()
    segno.make(address, micro=False).terminal(text, border=2, compact=True)
    return text.getvalue()
