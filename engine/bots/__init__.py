"""Bots that play any game, and the specs that name bots.

A bot sees what its seat may see and the legal moves, nothing else. Its random numbers come from a stream of its
own, so that the same game is played the same way wherever and whenever.
"""
