"""What the page of a game says of its analysis: the curve of chances, marked moves, and what a script needs to show."""

from collections.abc import Iterator, Sequence
from math import ceil
from typing import Any

from cityleague.replays.pages.advice import Advice, Other, reasons, roughly, summed
from cityleague.replays.pages.chances import curves, fall, turns
from cityleague.replays.pages.frames import Frames, short
from cityleague.replays.pages.steps import Walk


def marked(told: Walk) -> dict[int, Advice]:
    """The marked moves, by the steps that they lead to."""
    return {number: move.advice for number, step in enumerate(told.steps) if (move := step.move) and move.advice}


def curve(told: Walk) -> dict[str, Any] | None:
    """The first chart, once for each kind of screen, and how everybody did; None without an analysis."""
    if not told.analysis or not told.steps:
        return None
    alone, terms = len(told.names) == 1, told.analysis.opening.terms
    return {
        "drawings": [] if alone else curves(told.analysis, told.names, len(told.steps) - 1, [*marked(told).values()]),
        "alone": alone,
        "expected": told.analysis.chances[0].leads[0],
        "judged": terms.candidates > 0,
        "bars": terms.bars if marked(told) else (),
        "lucky": any((summary.loss or 0) < 0 for summary in told.analysis.seats),
        "told": [(who.seat, told.names[who.seat], summed(who)) for who in told.analysis.seats if who.loss is not None],
        "accounts": list(_accounts(told)),
    }


def moments(told: Walk) -> Iterator[tuple[int, str]]:
    """What somebody asks first: when it was decided, what cost most, where it turned. Steps (or 0), and sentences."""
    decided = [*_decided(told)]
    yield from ((step, f"D{said[1:]}.") for step, _, said in decided)
    worst_of: dict[int, tuple[int, Advice]] = {}
    for number, advice in sorted(marked(told).items(), key=lambda mark: -mark[1].choice.loss):
        worst_of.setdefault(advice.choice.seat, (number, advice))
    for place, (seat, (number, advice)) in enumerate(worst_of.items()):
        (choice, better, *_), made, name = advice, told.steps[number].move, told.names[seat]
        assert made
        whose = f"{_whose(name)} costliest:" if place else f"The costliest move: {name}"
        fallen = told.analysis and fall(told.analysis.chances, advice)
        so = " In that round the chance to win fell from {:.0%} to {:.0%}.".format(*fallen) if fallen else ""
        why = f"; by the end: {reasons(choice)}" * bool(reasons(choice))
        yield number, f"{whose} {made.words}. It cost {roughly(choice)}. Better: {better.words}{why}.{so}"
    if told.analysis and told.analysis.choices and not worst_of:
        worst = max(told.analysis.choices, key=lambda choice: choice.loss)
        most = max(ceil(worst.loss * 10) / 10, 0.1)
        yield 0, f"No clear mistake: no move cost more than {most:.1f} points."
    known = [step for step, *_ in decided]
    yield from ((at, f"T{said[1:]}.") for at, kind, said in jumps(told) if kind == "turning point" and at not in known)


def _decided(told: Walk) -> Iterator[tuple[int, str, str]]:
    """From where on the winner was ahead for good: by the chances of an analysis, or else by points."""
    result = told.replay.result.result if told.replay.result and told.over else None
    if result is None or len(told.names) == 1 or result.ranks.count(1) > 1:
        return
    winner = result.ranks.index(1)
    course: list[tuple[int, Sequence[float], float]] = [
        (number, step.scores, step.scores[winner]) for number, step in enumerate(told.steps)
    ]
    clearly, how, least = "", "points", float("-inf")
    name = f"{told.names[winner]} w{'ere' if told.names[winner] == 'You' else 'as'}"
    if told.analysis:  # beyond the error of a chance, and rather than all others together
        course = [(point.move, point.chances, point.low[winner]) for point in told.analysis.chances]
        clearly, how, least = " clearly", "chances to win", 0.5
    behind = [max([least, *values[:winner], *values[winner + 1 :]]) >= own for _, values, own in course]
    since = max([i + 1 for i, is_so in enumerate(behind) if is_so], default=0)
    if since == len(course):
        yield len(told.steps) - 1, "decided", f"decided at the very end: by {how}, {name} not ahead"
        return
    step, when, then = course[since][0], "at the beginning", "from there"
    if since:
        first, when = course[since - 1][0] + 1, f"in {told.steps[step].round}"
        if first < step:  # chances are known by rounds alone
            when, then = f"{when}, moves {first} to {step}", "after them"
        if told.analysis and step == len(told.steps) - 1:
            when = f"last round{'s' * (told.steps[first].round != told.steps[step].round)}, moves {first} to {step}"
            yield step, "decided", f"decided in the {when}: {name} not clearly ahead before"
            return
    yield step, "decided", f"decided {when}: {name}{clearly} ahead for good {then}, by {how}"


def _accounts(told: Walk) -> Iterator[tuple[int, str, list[str]]]:
    """By seat: its name, and where its lead at the end has come from, part by part."""
    assert told.analysis
    for summary in told.analysis.seats:
        if summary.account and len(told.names) > 1:
            parts = summary.account
            measured = ((parts.luck, parts.luck_se), (parts.own, parts.own_se), (parts.others, parts.others_se))
            with_errors = [f"{value:+z.1f}\N{NO-BREAK SPACE}±\N{NO-BREAK SPACE}{se:.1f}" for value, se in measured]
            points = [f"{parts.lead:+z.1f}", f"{parts.start:+z.1f}", *with_errors, f"{parts.remainder:+z.1f}"]
            yield summary.seat, told.names[summary.seat], points


def jumps(told: Walk) -> Iterator[tuple[int, str, str]]:
    """Where it was decided, turning points and marked moves: the step, the kind, and what there is to say."""
    decided = [*_decided(told)]
    yield from decided
    for turn in turns(told.analysis.chances if told.analysis else ()):
        if turn.move <= (decided[0][0] if decided else len(told.steps) - 1):  # then nothing turns any more
            way = "rises" if turn.after > turn.before else "falls"
            said = f"{_whose(told.names[turn.seat])} chance to win {way} from {turn.before:.0%} to {turn.after:.0%}"
            yield turn.move, "turning point", f"turning point: {said} in moves {turn.since + 1} to {turn.move}"
    for number, advice in marked(told).items():
        yield number, "marked move", f"{_whose(told.names[advice.choice.seat])} {advice.choice.mark}"


def _whose(name: str) -> str:
    return "Your" if name == "You" else f"{name}'s"


def better(told: Walk, frames: Frames) -> dict[str, Any]:
    """By the steps of marked moves: what is drawn of the better one, the cost, points at once, other moves.

    What a move would have brought is `[sheet, symbol, x, y]`, what it would have taken `[sheet, symbol]`.
    """
    return {
        str(number): [_drawn(advice.better, frames), roughly(advice.choice), advice.why]
        + [[other.words, _drawn(other, frames)] for other in advice.worse]
        for number, advice in marked(told).items()
    }


def _drawn(other: Other, frames: Frames) -> list[list[float]]:
    known = frames.sheets
    return [
        [known[key], frames.symbols[symbol], *map(short, spot)] for key, symbol, spot in other.drawn if key in known
    ]
