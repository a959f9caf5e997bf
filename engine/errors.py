"""The error that every front end shows to its user as it is."""

from __future__ import annotations


class InputError(ValueError):
    """What somebody gave cannot be used: an option, a file, a name, a bot. The message says why, and is for them."""


def require_tuples(owner: object, *names: str) -> None:
    """Raise TypeError for an attribute that should be a tuple and is none, such as `("hand")`, which lacks a comma."""
    for name in names:
        value = getattr(owner, name)
        if type(value) is not tuple:
            whose = getattr(owner, "__qualname__", type(owner).__name__)
            raise TypeError(f"{whose}.{name} is no tuple, but {value!r}; a tuple of one has a comma: (x,)")


def no_sequence(value: object) -> str:
    """What to say of a value that is no list where one is due."""
    return f"gives a {type(value).__name__}; it should be a list, a tuple or another sequence"
