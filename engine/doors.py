"""What packages hold: modules that are imported only when one of their names is first used, and files."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from importlib import import_module
from pkgutil import get_data
from typing import Any

_LATER = re.compile(r"^    from (\S+) import (\([^)]+\)|.+)$", re.MULTILINE)


def on_first_use(package: str) -> Callable[[str], Any]:
    """The `__getattr__` of a package, for the names that its source imports below `if TYPE_CHECKING`.

    A package sets it behind `if not TYPE_CHECKING`: type checkers would accept misspelt names otherwise.
    """

    @cache
    def modules() -> dict[str, str]:
        found = _LATER.findall(file_in(package, "__init__.py").decode())
        return {name: module for module, names in found for name in re.findall(r"\w+", names)}

    def find(name: str) -> Any:
        if name not in modules():
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(modules()[name]), name)

    return find


def file_in(package: str, name: str) -> bytes:
    """The content of a file that a package holds; raises OSError. (`importlib.resources` is far slower to import.)"""
    data = get_data(package, name)
    if data is None:
        raise FileNotFoundError(f"the package {package} cannot read files")
    return data
