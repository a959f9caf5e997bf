"""Pages for requests: templates, the files they need, and all that a table's page tells."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from itertools import zip_longest
from typing import Any, NamedTuple

from markupsafe import Markup

from cityleague.engine.bots.specs import LEVELS
from cityleague.engine.looks.svg import mark
from cityleague.engine.rules import IllegalMove
from cityleague.replays.log import ForfeitEvent, LogError, MoveEvent, Problem, Result
from cityleague.replays.pages import environment, lean, stylesheet
from cityleague.replays.people import Lasting, Step
from cityleague.replays.serving.boards import symbol_name
from cityleague.replays.serving.news import SECRET, News, news_for, told_of
from cityleague.replays.serving.pointing import Pointed
from cityleague.replays.serving.scene import Scene, Sight, scene_of, sight_of
from cityleague.replays.serving.seated import Seated

_HELD = 111
"""Letters for which two lines beside a question have no room."""
_LAST = 8
"""So many moves a table's page tells, unless all are wanted."""


class Eyes(NamedTuple):
    """Who looks at a table."""

    seat: int | None
    """A seat whose page it is; None: nobody's, or that of whoever has the machine."""
    is_host: bool
    """Whether it is the page of whoever has the machine."""


_environment = cache(lambda: environment("serving/templates"))


def rendered(template: str, **values: Any) -> str:
    """A page made by a template."""
    return _environment().get_template(template).render(**values)


@cache
def static(name: str) -> tuple[str, str] | None:
    """The type and content of a file that pages need; None if there is none of this name."""
    if name == "table.css":
        return "text/css", f"{stylesheet('game.css', 'rare.css')}{lean(_file(name))}"
    if name == "table.js":
        return "text/javascript", lean(_file(name))
    return None


def _file(name: str) -> str:
    return resources.files("cityleague.replays").joinpath(f"serving/templates/{name}").read_text("utf-8")


def table_page(
    seated: Seated,
    eyes: Eyes,
    pointed: Pointed,
    *,
    note: str = "",
    said: str = "",
    known: frozenset[str] = frozenset(),
    phones: Sequence[Mapping[str, Any]] = (),
) -> str:
    """The page of a table for these eyes; `note`: why something was not done, `said`: what was; `known` symbols."""
    table = seated.table
    while True:
        told, revision, lasting = seated.revision, table.revision, table.lasting
        state, steps, stopped = table.state, table.steps, seated.stopped
        seat, answers = _looking(seated, eyes, pointed, state)
        question = table.question(seat) if answers and seat is not None and not stopped else None
        if seated.revision == told:  # the page tells the revision that it shows, though the table goes on meanwhile
            break
    writes = seated.people is None
    sight, picture = sight_of(
        seated.setup,
        seated.names if writes else seen_by(seated.names, seat),
        state,
        seat,
        (lambda drawn: seated.asking(revision, question, drawn)) if question else None,
        tells_draws=writes and not stopped,
        tells_points=writes,
    )
    news = [] if writes else news_for(seated.setup, steps, state, seated.names, seat, seated.drawn, seated.forced)
    told_last = [item.words for item in news if not item.words.endswith(SECRET)]
    recent = [(" ".join(told_last[-few:]), len(told_last) - few) for few in (3, 2, 1)]
    scene = scene_of(sight, picture, pointed, news)
    over = state.pending() is None
    return rendered(
        "table.html",
        **table_values(seated.setup.game.title, sight, scene, pointed),
        name=seated.name,
        names=seated.names,
        steps=len(steps) - 1,
        revision=told,
        lines=lines_of(seated, steps, seat, pointed, news),
        more=not pointed.whole and len(steps) > _LAST,
        is_host=eyes.is_host,
        writes=writes,
        lasting=_lasting(seated, eyes, lasting, sight),
        others=_others(seated, eyes, pointed, sight),
        several=len(seated.people or ()) > 1,
        news=news,
        recent=next((last for last in recent if len(last[0]) + 10 * (last[1] > 0) < _HELD), recent[-1]),
        outcome=outcome_of(seated, sight.names) if over else "",
        bots=() if seated.bots is None else seated.bots,
        note=note,
        said=said,
        stopped=stopped,
        again=len(table.taken_back) if writes else 0,
        may_undo=not stopped and seated.may_undo(seat) and (writes or answers_for(eyes)),
        may_hint=not writes and question is not None,
        hints={"": "a close look", **LEVELS},
        over=over,
        ranks=_result(seated).ranks if over else (),
        known=known,
        phones=phones,
        header=seated.table.header,
        symbol_name=symbol_name,
    )


def glance(seated: Seated) -> dict[str, Any]:
    """A table in a list of games: its boards as everybody sees them, when it is, and who is to decide."""
    people, told = seated.people or (), {"tells_draws": False, "tells_points": False}
    names = seen_by(seated.names, people[0] if len(people) == 1 else None)
    sight, picture = sight_of(seated.setup, names, seated.table.state, None, None, **told)
    return table_values(seated.setup.game.title, sight, scene_of(sight, picture, Pointed()), Pointed())


def table_values(title: str, sight: Sight, scene: Scene, pointed: Pointed) -> dict[str, Any]:
    """What the templates of a table take from what its page shows of a position."""
    return {
        "title": title,
        "sight": sight,
        "scene": scene,
        "pointed": pointed,
        "boards": [(board, Markup(board.drawing), Markup(board.thumbnail)) for board in scene.boards],
        "shown": next((number for number, board in enumerate(scene.boards) if board.is_lit), 0),
        "players": [
            {"name": name, "mark": Markup(mark(seat)), "sheet": sheet, "is_due": seat in sight.due}
            for seat, (name, sheet) in enumerate(zip_longest(sight.names, sight.scores))
        ],
        "symbols": [(name, symbol.title, Markup(symbol.markup)) for name, symbol in scene.symbols.items()],
    }


def answers_for(eyes: Eyes) -> bool:
    """Whether these eyes are those of somebody who may answer."""
    return eyes.is_host or eyes.seat is not None


def _looking(seated: Seated, eyes: Eyes, pointed: Pointed, state: Any) -> tuple[int | None, bool]:
    """Through the eyes of which seat a page looks, and whether it answers for that seat."""
    due = getattr(state.pending(), "seats", ())
    if not eyes.is_host:
        return eyes.seat, eyes.seat in due
    if seated.people is None:  # what was pointed at decides, else who is due
        seat = pointed.seat if pointed.seat in due else next(iter(due), None)
        return seat, seat is not None
    if len(seated.people) == 1:
        return seated.people[0], seated.people[0] in due
    if pointed.seat in seated.people:
        return pointed.seat, pointed.seat in due
    return None, False


def _others(seated: Seated, eyes: Eyes, pointed: Pointed, sight: Sight) -> list[tuple[str, str]]:
    """Through whose eyes somebody could look instead, each with where that leads."""
    if not eyes.is_host or len(seated.people or "people") == 1:
        return []
    seats = sight.due if seated.people is None else seated.people
    return [(seated.names[seat], Pointed(seat=seat).address()) for seat in seats if seat != sight.seat]


def _lasting(seated: Seated, eyes: Eyes, lasting: Lasting, sight: Sight) -> list[tuple[int, str]]:
    """Who has said on this page what to do whenever asked, and the words of it; nobody else learns that."""
    lasts = seated.setup.game.lasts
    here = [seat for seat in lasting if seated.people is None or (seat == sight.seat and answers_for(eyes))]
    return [(seat, lasts(seated.setup, lasting[seat].move)) for seat in here if lasts]


def seen_by(names: Sequence[str], seat: int | None) -> Sequence[str]:
    """The names as a seat reads them: its own is `You`."""
    return [("You" if other == seat and "You" not in names else name) for other, name in enumerate(names)]


def lines_of(
    seated: Seated, steps: Sequence[Step], seat: int | None, pointed: Pointed, news: Sequence[News]
) -> list[dict[str, Any]]:
    """What has happened, the latest first, as the seat may know it; whoever writes a game down knows all of it."""
    writes = seated.people is None
    first = 0 if pointed.whole else max(min([len(steps) - _LAST, *[item.number for item in news]]), 0)
    number = sum([isinstance(step.event, MoveEvent) for step in steps[:first]])
    lines = []
    for at, step in enumerate(steps[first:], first):
        is_move = isinstance(step.event, MoveEvent)
        number += is_move
        if words := told_of(seated.setup, step, seated.names, seat, writes=writes):
            back = Pointed(back=number - 1, whole=pointed.whole).address() if writes and is_move else ""
            told = number if is_move or isinstance(step.event, ForfeitEvent) else None
            lines.append({"number": told, "words": words, "back": back})
        lines += [
            {"number": None, "words": item.words, "back": ""}
            for item in news
            if item.number == at and item.seat is None
        ]
    return lines[::-1]


def _result(seated: Seated) -> Result:
    event = seated.table.report().standing
    assert event
    return event.result


def outcome_of(seated: Seated, names: Sequence[str]) -> str:
    """Who has won, and by how much."""
    standing = _result(seated)
    first = [seat for seat, rank in enumerate(standing.ranks) if rank == 1]
    if len(names) == 1:
        return f"{names[0]}: {standing.scores[0]} points"
    if len(first) > 1:
        return f"{', '.join([names[seat] for seat in first[:-1]])} and {names[first[-1]]} share the win"
    ahead = standing.scores[first[0]] - max([score for seat, score in enumerate(standing.scores) if seat != first[0]])
    verb = "win" if names[first[0]] == "You" else "wins"
    return f"{names[first[0]]} {verb} {f'by {ahead}' if ahead > 0 else 'on the tie-break'}"


def said_of(error: BaseException) -> str:
    """Why something was not done, in words."""
    if isinstance(error, IllegalMove):
        return f"{error.rule.code}: {error.message} ({error.rule.text})"
    if isinstance(error, Problem):
        return error.message_with_place()
    if isinstance(error, LogError):
        return str(error)
    words = str(error).strip()
    return f"{words[:1].upper()}{words[1:]}" + "." * (not words.endswith((".", "?", "!")))


def unsaved(error: OSError) -> str:
    """Why nothing was written."""
    return f"Not done: the game cannot be saved ({error.strerror or error}). Everything before is in its file."
