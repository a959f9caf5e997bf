"""Which cityleague this is. The version stands in pyproject.toml alone; here is what was installed."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version

try:
    __version__ = version("cityleague")
except PackageNotFoundError:  # its modules are found, but by a path that somebody has set
    __version__ = "(not installed)"
