"""Tests that every game has to pass, be it one of ours or one that another package brings.

A test file takes them in and says which games they are for, by name:

    from cityleague.replays.testing import *  # noqa: F403

    GAMES = ["backyards"]

Then pytest runs them over every number of seats and the ways to play that the game names (`Game.ways`). What they
demand is what `cityleague.engine.protocol` says, and nothing about any one game. Each module is about one side of a
game; `games` holds what they share. This package needs pytest: `pip install 'cityleague[testing]'`.
"""

import pytest

_MODULES = ("bots", "catalogue", "games", "imagining", "legality", "searching", "states", "views")
pytest.register_assert_rewrite(*[f"{__name__}.{module}" for module in _MODULES])  # so that a failure shows its values

from cityleague.replays.testing.bots import *  # noqa: E402, F403
from cityleague.replays.testing.catalogue import *  # noqa: E402, F403
from cityleague.replays.testing.games import pytest_generate_tests as pytest_generate_tests  # noqa: E402
from cityleague.replays.testing.imagining import *  # noqa: E402, F403
from cityleague.replays.testing.legality import *  # noqa: E402, F403
from cityleague.replays.testing.searching import *  # noqa: E402, F403
from cityleague.replays.testing.states import *  # noqa: E402, F403
from cityleague.replays.testing.views import *  # noqa: E402, F403

__all__ = [name for name in globals() if name.startswith(("test_", "pytest_generate"))]
