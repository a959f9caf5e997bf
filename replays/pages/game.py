"""The page of a game that one steps through: boards, moves in words, scores over the game, score sheets."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from msgspec import structs

from cityleague.engine.looks.elements import tostring
from cityleague.engine.looks.picture import Sheet, shape
from cityleague.engine.looks.svg import mark
from cityleague.engine.scoring import Sheet as ScoreSheet
from cityleague.engine.scoring import ranks
from cityleague.engine.shares import compared
from cityleague.replays.log import RawGame, canonical_options, spoken
from cityleague.replays.pages import analysed
from cityleague.replays.pages.advice import SIGNS, cost, gains
from cityleague.replays.pages.curves import points_curves
from cityleague.replays.pages.frames import Frames
from cityleague.replays.pages.headlines import headline
from cityleague.replays.pages.league import plain
from cityleague.replays.pages.page import as_json, page
from cityleague.replays.pages.sharing import NOWHERE, Share, position_picture
from cityleague.replays.pages.steps import Step, Walk, walk
from cityleague.replays.replay import ComponentFiles

if TYPE_CHECKING:
    from cityleague.replays.analysis import Analysis

_LEAST = 60
"""A sheet is shown at least so many units wide."""
_LARGE = 400
"""A board that is wider or higher, in units, is zoomed on a phone."""
_MANY = 4
"""So many moves of a player in a round are summed up."""
_SCALE = 0.9
"""How large a unit is, in pixels; `player.js` draws to the same scale."""


def game_page(
    raw: RawGame, files: ComponentFiles, name: str = "", share: Share = NOWHERE, analysis: Analysis | None = None
) -> str:
    """The page of a game; one with something wrong in it is shown up to there.

    It may be published as `share` tells, by this name. Raises AnalysisError if its analysis is about something else.
    """
    return walked_page(raw, walk(raw, files, analysis), None, share.tags(name)).decode()


def game_picture(told: Walk) -> str:
    """The last position of a game, to stand beside links to its page (SVG)."""
    return position_picture(_title(told), _description(told), told.steps[-1].picture.sheets if told.steps else ())


def walked_page(raw: RawGame, told: Walk, league: str | None, tags: Mapping[str, str]) -> bytearray:
    """The page of a game that was walked through, with `Share.tags`; `league`: the page to which it leads back."""
    game = told.replay.setup.game if told.steps else None
    frames = Frames(told.steps)
    marks: dict[str, list[int]] = {}
    for step, kind in sorted([*_marks(told), *[(step, kind) for step, kind, _ in analysed.jumps(told)]]):
        marks.setdefault(kind, []).append(step)
    better = analysed.better(told, frames)
    curve = analysed.curve(told)
    values: dict[str, Any] = {
        **tags,
        "league": league,
        "title": _title(told),
        "description": _description(told),
        "game": game.title if game else "",
        "header": told.header,
        "date": spoken(told.header.date) if told.header and told.header.date else "",
        "moves": told.replay.moves,
        "options": list(_options(told)) if told.steps else [],
        "names": told.names,
        "full_names": list(told.header.players) if told.header else [],
        "curve": curve,
        "moments": list(analysed.moments(told)) if told.steps else [],
        "seats": sorted({advice.choice.seat for advice in analysed.marked(told).values() if advice.worse}),
        "finding": told.finding,
        "over": told.over,
        "alike": len({name[:3] for name in told.names}) < len(told.names),
        "data": "",
        "last": len(told.steps) - 1,
        "caption": told.steps[-1].picture.caption if told.steps else "",
        "text": told.steps[-1].text if told.steps else "",
        "source": f"{raw.file}, line {raw.first}",
        "rules": f"{game.title}, rules {told.header.rules}" if game and told.header else "",
    }
    if told.steps:
        values |= {
            "boards": [_board(sheet, frames) for sheet in told.steps[-1].picture.sheets],
            "called": {sheet.key: sheet.title for sheet in told.steps[-1].picture.sheets if sheet.board},
            "players": [(mark(seat), name, told.steps[-1].scores[seat]) for seat, name in enumerate(told.names)],
            "symbols": _symbols(told, frames),
            "turns": list(_turns(told.steps)),
            "signs": SIGNS,
            "cost": cost,
            "points": _points(told, marks.get("round", [])),
            "sheets": _sheets(told),
            "shared": (shared := _shared(told)),
            "compared": compared(shared.values() if shared else [sheet for *_, sheet in _sheets(told)]),
            "scoring": [] if told.steps[-1].text else list(_scoring(told)),
            "data": as_json(
                {
                    **frames.data,
                    "names": told.names,
                    "open": told.replay.setup.game.open_scores,
                    "marks": marks,
                    "gained": list(_gained(told.steps, marks.get("round", []))),
                    **({"better": better} if better else {}),
                    "first": _first(told, frames),
                }
            ),
        }
    reach = zip(frames.data["boards"], frames.data["reach"], strict=True)
    large = any(is_board and max(width, height) > _LARGE for is_board, (_, _, width, height) in reach)
    scripts = ["boards.js", *["zoom.js"] * large, "player.js", *["analysis.js"] * bool(better), "share.js"]
    rare = league or told.finding or any(step.notes or step.forfeits or step.text for step in told.steps)
    styles = ["game.css", *["rare.css"] * bool(rare), *["analysis.css"] * bool(curve), *["zoom.css"] * large]
    styles += ["far.css"] * any('class="fine"' in drawing for drawing in frames.drawings)
    return page("game.html", *styles, *scripts * bool(told.steps), colours=len(told.names), **values)


def _title(told: Walk) -> str:
    """Who has won, or who plays; then the title of the evening, if it has one."""
    if told.header is None:
        return "A game that cannot be read"
    if not told.steps:
        return told.header.title or told.header.game
    places = ranks(told.sheets, lost := _lost(told))
    words = headline(told.names, told.steps[-1].scores, places, lost) if told.over else ", ".join(told.names)
    return f"{words} · {told.header.title}" if told.header.title else words


def _lost(told: Walk) -> dict[int, int]:
    """Who has forfeited, and after how many others."""
    return {forfeit.seat: number for number, forfeit in enumerate(told.replay.forfeits)}


def _description(told: Walk) -> str:
    """A sentence for those who show links to the page."""
    if told.header is None or not told.steps:
        return "A game of which nothing can be shown."
    players = f"{len(told.names)} player{'s' * (len(told.names) != 1)}"
    begun = f"{players}, {told.replay.moves} moves: {told.steps[-1].picture.caption or 'a recorded game'}"
    return f"{begun.rstrip('.')}. Step through every move."


def _options(told: Walk) -> Iterator[tuple[str, str]]:
    """The options that differ from the default, in words."""
    setup = told.replay.setup
    default = canonical_options(setup.game.options()).items()
    chosen = canonical_options(setup.options).items()
    yield from [(name.replace("_", " "), plain(value)) for name, value in chosen if (name, value) not in default]


def _turns(steps: Sequence[Step]) -> Iterator[tuple[Step, Sequence[Step], dict[str, list[int]]]]:
    """What the list of moves tells in a line: the step before, its steps, and moves in words, each with its places.

    What a player does in turn is told together, but for what is secret, has advice, or is followed by a note.
    """
    begins = [0]
    for number, (before, step) in enumerate(pairwise(steps), 1):
        same = step.round == before.round and not (before.notes or before.forfeits)
        moves = [move for move in (before.move, step.move) if move and not (move.secret or move.advice)]
        begins += [number] * (not same or len(moves) < 2 or moves[0].seat != moves[1].seat)
    for first, last in pairwise([*begins, len(steps)]):
        turn, told = steps[first:last], dict[str, list[int]]()
        for at, step in enumerate(turn):
            told.setdefault(step.move.words if step.move else "", []).append(at)
        yield steps[first - 1], turn, told


def _marks(told: Walk) -> Iterator[tuple[int, str]]:
    """Rounds, changes of the lead, forfeits, notes and the finding: the step, and the kind as the legend names it."""
    leaders = None
    for i, step in enumerate(told.steps):
        # A round is marked where the position before its first move is shown.
        yield from [(i, "round") for after in told.steps[i + 1 : i + 2] if after.round != step.round]
        ahead = [seat for seat, points in enumerate(step.scores) if points == max(step.scores)]
        if len(ahead) == 1 and ahead[0] != leaders:
            if leaders is not None and not told.analysis:  # beside chances, who leads in points says little
                yield (i, "new lead")
            leaders = ahead[0]
        yield from [(i, "forfeit")] * bool(step.forfeits) + [(i, "note")] * bool(step.notes)
    if told.finding and told.steps:
        yield (len(told.steps) - 1, "finding")


def _symbols(told: Walk, frames: Frames) -> list[tuple[str, str]]:
    """Drawings, in the order of their numbers; those that lie on the boards at the end have an id."""
    ends = [piece.symbol for sheet in told.steps[-1].picture.sheets for piece in sheet.pieces]
    shown = {frames.symbols[symbol] for symbol in ends if symbol in frames.symbols}
    return [(f"s{number}" if number in shown else "", drawing) for number, drawing in enumerate(frames.drawings)]


def _gained(steps: Sequence[Step], rounds: Sequence[int]) -> Iterator[list[str]]:
    """Of each round, by seat: where most of its points came from. Nothing of few moves, nor where two boards count."""
    for first, last in pairwise([*rounds, len(steps) - 1]):
        made = Counter([step.move.seat for step in steps[first + 1 : last + 1] if step.move])
        told = [gains(*sheets)[:3] for sheets in zip(steps[first].sheets, steps[last].sheets, strict=True)]
        yield [", ".join(words) if made[seat] >= _MANY else "" for seat, words in enumerate(told)]


def _first(told: Walk, frames: Frames) -> int | None:
    """The board of the winner, or that which counts, of a game that is over."""
    winner, _, _, scored = _sheets(told)[0]
    boards = [sheet.key for sheet in told.steps[-1].picture.sheets if sheet.board]
    own = boards[winner : winner + 1] if len(boards) == len(told.names) else []
    counted = [part.title for part in scored.parts if part.counts and part.title in boards]
    return next((frames.sheets[key] for key in [*counted, *own] if told.over), None)


def _board(sheet: Sheet, frames: Frames) -> dict[str, Any]:
    """A sheet as it stands at the end."""
    drawn = [piece for piece in sorted(sheet.pieces, key=lambda piece: piece.layer) if piece.symbol in frames.symbols]
    drawing = shape(
        "svg",
        *[shape("use", href=f"#s{frames.symbols[of.symbol]}", x=float(of.x), y=float(of.y)) for of in drawn],
        viewBox=f"{sheet.left:g} {sheet.top:g} {sheet.width:g} {sheet.height:g}",
        width=f"{max(sheet.width, _LEAST) * _SCALE:.0f}",
        role="group",
        aria_label=sheet.title,
    )
    return {"title": sheet.title, "tallies": sheet.tallies, "drawing": tostring(drawing), "is_board": sheet.board}


def _points(told: Walk, rounds: list[int]) -> list[str]:
    """The lines of all players, and the chart that shows them large."""
    scores = [*zip(*[step.scores for step in told.steps], strict=True)]
    lines = points_curves(scores, rounds)
    ends = [f" {points}" for points in told.steps[-1].scores]
    return [lines.symbol(), lines.chart("Points after each move", "", told.names, ends, ())]


def _scoring(told: Walk) -> Iterator[tuple[str, str]]:
    """What the rules say of categories of the sheets, and before it (of no category) which parts of a sheet count."""
    rules = told.replay.setup.game.file("RULES.md").decode()
    parts = [part for sheet in told.sheets for part in sheet.parts]
    if not all(part.counts for part in parts):
        yield from [("", said) for said in re.findall(r"## End of the game.*\n\n([^.]*\.)", rules)]
    entries = dict(re.findall(r"^- \*\*(\w+)\*\*: (.*(?:\n  .*)*)", rules, re.MULTILINE))
    names = dict.fromkeys([line.category for part in parts for line in part.lines])
    markup = r"\*\*|`|\[([^]]*)]\([^)]*\)"  # of links the words stay
    yield from [(name, re.sub(markup, r"\1", entries[name])) for name in names if name in entries]


def _sheets(told: Walk) -> list[tuple[int, int, bool, ScoreSheet]]:
    """The score sheets, the best first: seat, place, whether it has forfeited, and the sheet with what decided ties."""
    lost = _lost(told)
    placed = sorted([(place, seat) for seat, place in enumerate(ranks(told.sheets, lost))])
    return [(seat, place, seat in lost, _tied(told.sheets, seat)) for place, seat in placed]


def _shared(told: Walk) -> dict[str, ScoreSheet]:
    """The sheet of each board that several players build, by its key; in the order of the players."""
    boards = [sheet.key for sheet in told.steps[-1].picture.sheets if sheet.board]
    parts = [part for *_, sheet in _sheets(told) for part in sheet.parts if part.title in boards]
    builders = Counter([part.title for part in parts])
    return {
        part.title: ScoreSheet((structs.replace(part, counts=True),), ()) for part in parts if builders[part.title] > 1
    }


def _tied(sheets: Sequence[ScoreSheet], seat: int) -> ScoreSheet:
    """A sheet with those tie-breaks alone that tell it from all others of the same total."""
    level = [[tie.value for tie in sheet.tiebreaks] for sheet in sheets if sheet.total == sheets[seat].total]
    own = [tie.value for tie in sheets[seat].tiebreaks]
    asked = [
        next((i + 1 for i, pair in enumerate(zip(own, other, strict=False)) if len({*pair}) > 1), 0) for other in level
    ]
    return structs.replace(sheets[seat], tiebreaks=sheets[seat].tiebreaks[: max(asked)])
