"""Games on record: the log, replaying and validating games, players, league tables, tournaments, reports.

Rooms, each with one door, its `__init__`, which says what the room is for. Whoever comes from outside uses what the
door exports; and a room enters only those that stand before it:

1. `log`: lines on disk, and what can be wrong with them
2. `workers`: processes and machines among which work is spread
3. `replay`: a game of a log, held against its rules
4. `players`: bots at a table, and the game that they play
5. `league`: results made into tables
6. `tournaments`: schedules, played
7. `reports`: all of it, for people and machines
"""
