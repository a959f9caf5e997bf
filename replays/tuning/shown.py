"""What a study tells: its verdict in a sentence, and its page."""

from collections.abc import Iterator, Sequence
from math import sqrt
from pathlib import Path

from cityleague.engine.sums import portable_sum
from cityleague.replays.pages import Response, StudyShown, write_study_page
from cityleague.replays.tuning.ranges import Range
from cityleague.replays.tuning.running import PAGE_FILE, By, Study, Tried
from cityleague.replays.tuning.study import HIGH, LOW, Curve, Tested

_GROUPS = 6
"""Into so many parts of equal width a range is divided."""
_LEAST = 5
"""So many trials make a group whose error means something."""
_STEPS = 40


def verdict(study: Study) -> str:
    """What has come out, in a sentence or two, and the spec of the bot that was found."""
    tested = study.tested
    assert tested
    return f"{said_of(study)}\n{study.target.spec(tested.candidate)} ({_test(tested)})"


def said_of(study: Study) -> str:
    """What has come out, for people."""
    each = ", ".join([f"{name} {count}" for name, count in sorted(study.forfeits.items())])
    lost = f" Games were forfeited, and count as lost: {each}." if each else ""
    target, tested = study.target, study.tested
    assert tested
    found = [(range_.name, range_.text(place)) for range_, place in zip(target.ranges, tested.candidate, strict=True)]
    defaults = [(range_.name, f"{range_.default:g}") for range_ in target.ranges if range_.default is not None]
    other = study.against.spec
    if study.against_untuned and len(defaults) == len(found):
        other = f"with {_listed(defaults)}"
    made = f"over {tested.blocks} new deals it made {tested.mean:.3f} ± {tested.error:.3f} league points per game"
    if tested.better:
        said = "is better than"
    else:
        said = "was not shown to be better than" if tested.undecided else "is no better than"
    means = "(± one standard error; 0.5 is as good as the others)"
    return f"{target.bot} with {_listed(found)} {said} {other}: {made} {means}.{lost}"


def _listed(values: Sequence[tuple[str, str]]) -> str:
    *most, last = [f"{name} {value}" for name, value in values]
    return f"{', '.join(most)} and {last}" if most else last


def _test(tested: Tested) -> str:
    ended = ", undecided" if tested.undecided else ""
    return f"SPRT({LOW:g}, {HIGH:g}): {tested.told}{ended}"


def show(study: Study, folder: Path) -> None:
    """Write the page into the folder; raises ForeignFileError and OSError."""
    assert study.tested
    tuned, target = study.tested.candidate, study.target
    searched = [tried for tried in study.tried if tried.trial.deal <= study.deals]
    values = [
        (
            range_.name,
            f"{range_.low:g} to {range_.high:g}",
            "" if range_.default is None else f"{range_.default:g}",
            range_.text(place),
        )
        for range_, place in zip(target.ranges, tuned, strict=True)
    ]
    facts = [
        ("game", f"{study.game}, {study.seats} players"),
        ("deals of the search", f"{study.deals}, by {study.by}"),
        ("deals of the test", str(study.tested.blocks)),
        ("test", _test(study.tested)),
        ("found", study.target.spec(tuned)),
    ]
    responses = [
        _response(range_, number, tuned[number], searched, study.by) for number, range_ in enumerate(target.ranges)
    ]
    title = f"{target.bot} of {study.game}, tuned against {study.against.spec}"
    write_study_page(folder, PAGE_FILE, StudyShown(title, said_of(study), facts, values, responses))


def _response(parameter: Range, number: int, tuned: float, searched: Sequence[Tried], by: By) -> Response:
    places = [tried.trial.point[number] for tried in searched]
    made = [tried.value for tried in searched]
    alone = len(searched[0].trial.point) == 1
    curve = Curve.through(places, made) if alone else None
    steps = [k / _STEPS for k in range(_STEPS + 1) if min(places) <= k / _STEPS <= max(places)]
    fitted = [(parameter.value(place), *curve.at(place)) for place in steps] if curve else []
    marks = [(parameter.value(tuned), "tuned")]
    if parameter.default is not None:
        marks.append((parameter.default, "default"))
    return Response(parameter.name, by, list(groups(parameter, places, made)), fitted, marks)


def groups(parameter: Range, places: Sequence[float], made: Sequence[float]) -> Iterator[tuple[float, float, float]]:
    """Trials with values close together: their mean value, points per game or margin, and its standard error."""
    for group in range(_GROUPS):
        own = [
            (place, points)
            for place, points in zip(places, made, strict=True)
            if min(int(place * _GROUPS), _GROUPS - 1) == group
        ]
        if len(own) >= _LEAST:
            mean = portable_sum([points for _, points in own]) / len(own)
            square = portable_sum([(points - mean) ** 2 for _, points in own]) / (len(own) - 1)
            middle = portable_sum([place for place, _ in own]) / len(own)
            yield parameter.value(middle), mean, sqrt(square / len(own))
