"""The course of a knockout, round by round, for people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cityleague.replays.reports.cleaning import markdown_line, terminal
from cityleague.replays.tournaments import Figures, Outcome, Tournament, bracket, figures, stages


def course(
    names: Sequence[str], seats: int, games: int, results: Sequence[Outcome], *, markdown: bool = False
) -> Iterator[str]:
    """What happened in a knockout that has been played, as lines of text."""
    clean = markdown_line if markdown else terminal
    rounds = len(bracket(len(names), seats))
    for number, stage in enumerate(stages(names, seats, games, results), 1):
        known = figures(results[stage.games])
        tables = stage.order(known)
        yield f"Round {number}" if number < rounds else "Final"
        for table, staying in zip(tables, stage.staying, strict=True):
            yield f"- {clean(_match(table, staying, known, games))}"
        if stage.resting:
            yield f"- without a game: {clean(', '.join(stage.resting))}"
        yield ""
        if number == rounds:
            yield f"Winner: {clean(tables[0][0])}"
            yield ""


def course_of(tournament: Tournament, results: Sequence[Outcome], *, markdown: bool = False) -> list[str]:
    """What happened in each round of a tournament, as lines of text; none unless it is a knockout."""
    if tournament.plan.schedule != "knockout":
        return []
    names = [entrant.name for entrant in tournament.entrants]
    games = tournament.plan.deals * tournament.seats
    return list(course(names, tournament.seats, games, results, markdown=markdown))


def _match(table: Sequence[str], staying: int, known: dict[str, Figures], games: int) -> str:
    """How a table ended, and what decided it if points did not."""
    last, first_out = known[table[staying - 1]], known[table[staying]]
    points = " : ".join([f"{round(float(known[name].points * games), 2):g}" for name in table])
    by = "" if last.points > first_out.points else ", by margin" if last > first_out else ", by seed"
    verb = "beats" if staying == 1 else "beat"
    return f"{', '.join(table[:staying])} {verb} {', '.join(table[staying:])} ({points}{by})"
