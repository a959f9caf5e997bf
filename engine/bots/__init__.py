"""Bots that play any game, and the specs that name bots.

A bot sees its seat's view and the legal moves, nothing else. It has a stream of random numbers of its own, so that
the same game is played the same way anywhere, at any time.
"""
