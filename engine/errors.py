"""The error that every front end shows to its user as it is."""

from __future__ import annotations


class InputError(ValueError):
    """What somebody gave cannot be used: an option, a file, a name, a bot. The message says why, and is for them."""
