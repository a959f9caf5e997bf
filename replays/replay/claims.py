"""What a log says of draws and of the result, held against what is true; and what is due, and may be left out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, NoReturn

from msgspec import UNSET

from cityleague.engine.chance import outcome, verify_draw
from cityleague.engine.protocol import Decision, Draw, Item, State
from cityleague.engine.scoring import Sheet, ranks
from cityleague.replays.log import Forfeit, Problem, Result, ResultEvent, perhaps, printable, quote


def result_event(state: State[Any], forfeits: Sequence[Forfeit]) -> ResultEvent:
    """The result line of a game that is over."""
    sheets = state.scores()
    order = {forfeit.seat: earlier for earlier, forfeit in enumerate(forfeits)}
    return ResultEvent(
        result=Result(
            scores=tuple([sheet.total for sheet in sheets]),
            ranks=tuple(ranks(sheets, order)),
            sheets=tuple(sheets),
            forfeits=tuple(forfeits),
        ),
        digest=state.digest(),
    )


def result_line(computed: ResultEvent) -> dict[str, Any]:
    """A result in the shortest form that a log may have, to be written down by hand."""
    result = computed.result
    line: dict[str, Any] = {"scores": result.scores, "ranks": result.ranks}
    if result.forfeits:
        line["forfeits"] = _forfeits(result)
    return {"result": line}


def compare(claimed: ResultEvent, computed: ResultEvent) -> None:
    """Raise Problem where a claimed result first differs from the computed one.

    What a log leaves out is not compared, and neither are the words that explain a line of a sheet.
    """
    said, true = claimed.result, computed.result
    figures = f"; the scores are {_list(true.scores)}, the ranks {_list(true.ranks)}"
    if said.sheets is not UNSET and true.sheets is not UNSET:
        _require_same("RESULT-SHEET", len(said.sheets), len(true.sheets), "/result/sheets", "number of sheets")
        for seat, (sheet, other) in enumerate(zip(said.sheets, true.sheets, strict=True)):
            _compare_sheet(sheet, other, f"/result/sheets/{seat}", f"seat {seat}")
    for code, name, claims, values in (
        ("RESULT-SCORE", "score", said.scores, true.scores),
        ("RESULT-RANK", "rank", said.ranks, true.ranks),
    ):
        _require_same(code, len(claims), len(values), f"/result/{name}s", f"number of {name}s", figures)
        for seat, (claim, value) in enumerate(zip(claims, values, strict=True)):
            _require_same(code, claim, value, f"/result/{name}s/{seat}", f"{name} of seat {seat}", figures)
    if [(forfeit.seat, forfeit.kind) for forfeit in said.forfeits] != [
        (forfeit.seat, forfeit.kind) for forfeit in true.forfeits
    ]:
        _differ("RESULT-FORFEIT", _forfeits(said), _forfeits(true), "/result/forfeits", "list of forfeits")
    if claimed.digest is not UNSET and computed.digest is not UNSET:
        _require_same("RESULT-DIGEST", claimed.digest, computed.digest, "/digest", "digest of the final state")


def _compare_sheet(claimed: Sheet, computed: Sheet, at: str, who: str) -> None:
    code = "RESULT-SHEET"
    _require_same(code, len(claimed.parts), len(computed.parts), f"{at}/parts", f"number of parts of {who}")
    for i, (said, true) in enumerate(zip(claimed.parts, computed.parts, strict=True)):
        here, what = f"{at}/parts/{i}", f"{who}, {true.title}"
        _require_same(code, said.title, true.title, f"{here}/title", f"title of part {i} of {who}")
        _require_same(code, len(said.lines), len(true.lines), f"{here}/lines", f"number of lines of {what}")
        for k, (line, right) in enumerate(zip(said.lines, true.lines, strict=True)):
            _require_same(code, line.category, right.category, f"{here}/lines/{k}/category", f"line {k} of {what}")
            name = f"{right.category} of {what} ({right.detail})"
            _require_same(code, line.points, right.points, f"{here}/lines/{k}/points", name)
        _require_same(code, said.points, true.points, f"{here}/points", f"sum of {what}")
        _require_same(code, said.counts, true.counts, f"{here}/counts", f"question whether {what} counts")
    _require_same(
        code, len(claimed.tiebreaks), len(computed.tiebreaks), f"{at}/tiebreaks", f"number of tie-breaks of {who}"
    )
    for i, (tie, right_tie) in enumerate(zip(claimed.tiebreaks, computed.tiebreaks, strict=True)):
        here = f"{at}/tiebreaks/{i}"
        _require_same(code, tie.name, right_tie.name, f"{here}/name", f"tie-break {i} of {who}")
        _require_same(code, tie.value, right_tie.value, f"{here}/value", f"tie-break {right_tie.name} of {who}")
    _require_same(code, claimed.last, computed.last, f"{at}/last", f"reason why {who} is last")
    _require_same(code, claimed.title, computed.title, f"{at}/title", f"title of {who}")


def _forfeits(result: Result) -> list[dict[str, object]]:
    return [{"seat": forfeit.seat, "kind": forfeit.kind} for forfeit in result.forfeits]


def _list(figures: Sequence[object]) -> str:
    return f"[{', '.join(map(str, figures))}]"


def _require_same(code: str, claimed: object, computed: object, pointer: str, what: str, more: str = "") -> None:
    if claimed != computed or isinstance(claimed, bool) != isinstance(computed, bool):
        _differ(code, claimed, computed, pointer, what, more)


def _differ(code: str, claimed: object, computed: object, pointer: str, what: str, more: str = "") -> NoReturn:
    message = f"{what}: claimed {quote(claimed)}, computed {quote(computed)}{more}"
    raise Problem(code, message, pointer, expected=[computed])


_LONGEST = 390
"""Length of a message that lists things, in characters."""


def check_order(draw: Draw, order: Sequence[Item | None], seed: str | None) -> None:
    """Raise Problem unless these items can have been drawn; if there is a seed, it must bring just them."""
    expected = outcome(seed, draw) if seed is not None else None
    if order == expected:
        return
    if wrong := verify_draw(draw, order):
        right = [expected] if expected else None
        where, hint = _one_wrong(draw, order)
        raise Problem("CHANCE-ITEMS", printable(wrong, _LONGEST) + hint, where, expected=right)
    if expected is not None:
        at = next(i for i, pair in enumerate(zip(order, expected, strict=True)) if pair[0] != pair[1])
        raise Problem(
            "CHANCE-SEED",
            f"the seed brings {quote(expected[at])} here, not {quote(order[at])}",
            f"/order/{at}",
            expected=[expected],
        )


def _one_wrong(draw: Draw, order: Sequence[Item | None]) -> tuple[str, str]:
    """A pointer to the item that cannot have been drawn, or else to all; and what was probably meant, or nothing."""
    left = Counter(draw.items)
    left.subtract([item for item in order if item is not None])
    wrong = [item for item, count in left.items() if count < 0]
    if len(order) != draw.take or len(wrong) != 1 or left[wrong[0]] < -1:
        return "/order", ""
    at = max(i for i, item in enumerate(order) if item == wrong[0])
    return f"/order/{at}", perhaps(str(wrong[0]), map(str, dict.fromkeys(draw.items)))


def due(state: State[Any]) -> str:
    """What must happen next, in words."""
    pending = state.pending()
    if isinstance(pending, Draw):
        return f"the draw {pending.name} is due"
    if isinstance(pending, Decision):
        seats = " or ".join(map(str, pending.seats))
        return f"a move of seat {seats} is due"
    return "the game is over"


def left_out(state: State[Any], until: str | None = None) -> Iterator[Draw]:
    """The hidden draws that are due, up to this one; a log without a seed may leave them out. Resolve each."""
    while isinstance(draw := state.pending(), Draw) and draw.hidden and draw.name != until:
        yield draw
