"""Games on record: the log format, recording, validation and score sheets; tournaments and league tables.

`FORMAT.md` describes the log for people, `events` for programs. `replay` holds a game's lines against its rules.
"""
