"""What packages hold: modules that are imported only when one of their names is first used, and files."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from pkgutil import get_data
from typing import Any


def on_first_use(package: str, modules: Mapping[str, str]) -> Callable[[str], Any]:
    """The `__getattr__` of a package; `modules` tells by name in which module of the package it stands.

    A package sets it behind `if not TYPE_CHECKING`: type checkers would accept misspelt names otherwise.
    """

    def find(name: str) -> Any:
        if name not in modules:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(f"{package}.{modules[name]}"), name)

    return find


def names_in(modules: Mapping[str, str]) -> dict[str, str]:
    """By name, in which module it stands; `modules` has by module the names in it, with blanks between them."""
    return {name: module for module, names in modules.items() for name in names.split()}


def file_in(package: str, name: str) -> bytes:
    """The content of a file that a package holds; raises OSError. (`importlib.resources` is far slower to import.)"""
    data = get_data(package, name)
    if data is None:
        raise FileNotFoundError(f"the package {package} cannot read files")
    return data
