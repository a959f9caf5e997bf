"""Tests that every game must pass, whether it is one of ours or comes from another package.

ADDING.md shows the test file that imports them and names the games to test. They demand what
`cityleague.engine.protocol` says, and nothing that is special to one game. Each module tests one aspect of a game;
`games` holds what they share. This package needs pytest.
"""

from pkgutil import iter_modules

import pytest

pytest.register_assert_rewrite(*[f"{__name__}.{module.name}" for module in iter_modules(__path__)])  # to show values

from cityleague.replays.testing.answers import *  # noqa: E402, F403
from cityleague.replays.testing.bots import *  # noqa: E402, F403
from cityleague.replays.testing.catalogue import *  # noqa: E402, F403
from cityleague.replays.testing.games import pytest_generate_tests as pytest_generate_tests  # noqa: E402
from cityleague.replays.testing.imagining import *  # noqa: E402, F403
from cityleague.replays.testing.legality import *  # noqa: E402, F403
from cityleague.replays.testing.places import *  # noqa: E402, F403
from cityleague.replays.testing.states import *  # noqa: E402, F403
from cityleague.replays.testing.views import *  # noqa: E402, F403

__all__ = [name for name in globals() if name.startswith(("test_", "pytest_generate"))]
