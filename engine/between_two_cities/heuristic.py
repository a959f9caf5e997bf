from cityleague.engine.bots.builtin import Greedy as Heuristic
