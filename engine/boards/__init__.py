"""Boards as sets of numbered cells: bit by bit, and the neighbours on a rectangle."""
