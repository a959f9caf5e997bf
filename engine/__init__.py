"""The games: rules, components, scoring, and the bots that play them.

Nothing here reads or prints anything, apart from the component files packaged with each game, and nothing
here knows of logs. Start at `protocol` for what a game is, at `registry` for which games there are.
"""
