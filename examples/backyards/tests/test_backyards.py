from cityleague.replays.testing import *  # noqa: F403

GAMES = ["backyards"]
