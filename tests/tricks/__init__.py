"""Simple plans that a clever player would try against the default bots."""
