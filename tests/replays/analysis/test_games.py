"""Games analysed: where the better move is known, what is told is held against it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from math import sqrt
from statistics import fmean, stdev

import msgspec
import pytest
from msgspec import structs

from cityleague.engine.protocol import Decision, Game
from cityleague.engine.registry import GAMES
from cityleague.engine.registry import game as find
from cityleague.engine.scoring import Line, Sheet, part
from cityleague.replays.analysis.game import Analyst, Task, band, luck
from cityleague.replays.analysis.levels import Terms, terms_of
from cityleague.replays.analysis.playouts import Ending, Playouts, ending
from cityleague.replays.analysis.records import Chances, Judged, Luck, Opening, Record, Summary, line_of, record_of
from cityleague.replays.analysis.running import analyse
from cityleague.replays.replay import Position, RecordedGame
from cityleague.replays.tournaments import play

B2C = "between_two_cities"


def choices(records: Sequence[Record]) -> list[Judged]:
    return [record for record in records if isinstance(record, Judged)]


def curve(records: Sequence[Record]) -> list[Chances]:
    return [record for record in records if isinstance(record, Chances)]


def end(position: Position, move: object) -> list[Sheet]:
    """The sheets when nobody has any choice after this move; without the code of the analysis."""
    state = position.state.copy()
    assert position.seat is not None
    state.apply(position.seat, move)
    while due := state.pending():
        assert isinstance(due, Decision)
        (forced,) = state.legal(due.seats[0])
        state.apply(due.seats[0], forced)
    return list(state.scores())


def lead(position: Position, move: object) -> float:
    """The one at the end."""
    assert position.seat is not None
    totals = [sheet.total for sheet in end(position, move)]
    return float(totals.pop(position.seat) - max(totals))


def test_the_better_lot_is_known(toy: Game) -> None:
    """A tower (1) stands against the first one's tower; a pit (-3) loses by 4. A mill comes last."""
    game = play("toy", ["always?lot=tower", "always?lot=pit"])
    opening, *records = analyse(game, candidates=4, policy="greedy")
    assert isinstance(opening, Opening)
    last = choices(records)[-1]
    assert (last.seat, last.move, last.line) == (1, 1, 4)
    assert (last.best, last.played) == ({"type": "build", "lot": "tower"}, {"type": "build", "lot": "pit"})
    assert (last.lead, last.loss, last.mark, last.worlds) == (-4, 4, "blunder", 24)
    assert last.effects == (4, -4)
    assert last.gains == {"floors": 4}
    assert last.worse == tuple({"type": "build", "lot": lot} for lot in ("mill", "half"))
    assert curve(records)[-1].chances == (1, 0)
    summary = records[-1]
    assert isinstance(summary, Summary)
    assert (summary.choices, summary.best, summary.marks["blunder"]) == (1, 0, 1)


def test_who_plays_the_best_lot_loses_nothing(toy: Game) -> None:
    said = choices(analyse(play("toy", ["always?lot=tower", "always?lot=tower"]), candidates=4))[-1]
    assert (said.best, said.loss, said.mark, said.gains) == (said.played, 0, None, msgspec.UNSET)
    assert b"gains" not in line_of(said)


@pytest.mark.parametrize(("seed", "mark"), [("1", None), ("10", "blunder"), ("15", "inaccuracy")])
def test_the_loss_of_a_last_move_is_counted_out(seed: str, mark: str | None) -> None:
    """After the last choice nothing is drawn and all moves are forced: all its results can be listed."""
    game = play(B2C, ["random", "random", "random"], seed=seed)
    position = [position for position in game.positions() if len(position.legal()) > 1][-1]
    assert position.seat is not None
    terms = terms_of(B2C, candidates=1000)
    analyst = Analyst(None, Playouts(position.setup, "seed", terms), terms)
    said = analyst.say(Task(Judged, position.line, position.moves, position.state, position.seat, position.move))
    assert isinstance(said, Judged)
    worths = {line_of_move(move): lead(position, move) for move in position.legal()}
    assert said.loss == max(worths.values()) - lead(position, position.move)
    assert said.lead == lead(position, position.move)
    assert worths[line_of_move(said.best)] == max(worths.values())
    assert said.mark == mark
    if mark:
        played, best = [counted(end(position, move)[position.seat]) for move in (position.move, best_of(said))]
        own = {name: best[name] - played[name] for name in best | played if best[name] != played[name]}
        others = sum(own.values()) - said.loss
        assert said.gains == own | ({"the best of the others": others} if others else {})


def best_of(said: Judged) -> object:
    """The move that did best."""
    return msgspec.convert(said.best, find(B2C).moves)


def counted(sheet: Sheet) -> Counter[str]:
    """Points by category, in the parts that count."""
    found = Counter[str]()
    for section in sheet.parts:
        for line in section.lines:
            found[line.category] += int(line.points) * section.counts
    return found


def line_of_move(move: object) -> bytes:
    return msgspec.json.encode(move, order="sorted")


@cache
def quick(name: str, seats: int) -> tuple[RecordedGame, list[Record]]:
    game = play(name, ["random"] * seats, seed="7")
    return game, analyse(game, "quick")


@pytest.mark.parametrize("name", GAMES)
def test_chances_add_up_to_one(name: str) -> None:
    """From a late position, which takes less time."""
    game = play(name, ["random"] * find(name).seats[1], seed="7")
    late = [position for position in game.positions() if position.seat is not None]
    position = late[len(late) * 9 // 10]
    terms = terms_of(name)
    said = Analyst(None, Playouts(position.setup, "seed", terms), terms).say(Task(Chances, 1, 1, position.state))
    assert isinstance(said, Chances)
    assert sum(said.chances) == pytest.approx(1, abs=1e-5)
    for seat, places in enumerate(said.places):
        assert sum(places) == pytest.approx(1, abs=1e-5)
        assert all(0 <= share <= 1 for share in places)
        assert 0 <= said.low[seat] <= said.chances[seat] <= said.high[seat] <= 1
        assert said.low[seat] < said.high[seat]
    assert (said.playouts, said.knows_hidden) == (terms.playouts, True)


@pytest.mark.exhaustive
def test_there_is_a_point_for_each_round_and_the_end_is_the_result() -> None:
    game, records = quick(B2C, 3)
    points = curve(records)
    assert [point.round for point in points] == [1, 2, 3, 3]
    assert all(point.move < other.move for point, other in pairwise(points))
    result = game.result()
    end = points[-1]
    assert end.playouts == 0
    assert end.chances == end.low == end.high
    winners = [rank == 1 for rank in result.ranks]
    assert end.chances == pytest.approx([won / sum(winners) for won in winners])
    scores = result.scores
    assert end.leads == tuple(score - max(scores[:seat] + scores[seat + 1 :]) for seat, score in enumerate(scores))


@pytest.mark.parametrize(("share", "times"), [(1, 24), (0, 24), (0.5, 24), (7.5 / 24, 24), (1 / 3, 100)])
def test_the_bounds_of_a_chance_are_those_that_a_test_would_just_accept(share: float, times: int) -> None:
    for bound in band(share, share, times):
        assert abs(share - bound) == pytest.approx(1.96 * sqrt(bound * (1 - bound) / times), abs=1e-9)


def sheet(points: float, last: str = "") -> Sheet:
    return Sheet((part("city", [Line("all", points, "")]),), (), last)


def test_tied_seats_share_their_places() -> None:
    end = ending([sheet(5), sheet(9), sheet(9), sheet(1)])
    assert end.places == ((0, 0, 1, 0), (0.5, 0.5, 0, 0), (0.5, 0.5, 0, 0), (0, 0, 0, 1))
    assert end.leads == (-4, 0, 0, -8)


def test_a_seat_that_is_last_for_a_reason_or_has_forfeited_leads_nobody() -> None:
    assert ending([sheet(5), sheet(9, "smog")]).leads == (1, -1)
    assert ending([sheet(5), sheet(9)], forfeited=[1]).places == ((1, 0), (0, 1))
    assert ending([sheet(9), sheet(5)], forfeited=[0, 1]).places == ((0, 1), (1, 0)), "the later forfeit ranks higher"
    assert (ending([sheet(5)]).leads, ending([sheet(5, "lost")]).leads) == ((5,), (-1,))


def test_luck_is_what_a_draw_changes() -> None:
    leads, gains = (1.0, 3.0, 2.0, 8.0), (-2.0, 3.0, 4.0, 7.0)
    before = [Ending((lead, -lead), ()) for lead in leads]
    after = [Ending((lead + gain, -lead - gain), ()) for lead, gain in zip(leads, gains, strict=True)]
    first, second = luck(before, after)
    assert first == pytest.approx((3, stdev(gains) / 2))
    assert second.mean == -3


def test_a_draw_that_brings_what_it_must_is_no_luck(toy: Game) -> None:
    """The weather of the toy game changes nothing; a seat's lead is accounted for to the last point."""
    records = analyse(play("toy", ["always?lot=tower", "always?lot=pit"]), "deep")
    (draw,) = [record for record in records if isinstance(record, Luck)]
    assert (draw.draw, draw.gains, draw.move) == ("weather", (0, 0), 0)
    for summary in records[-2:]:
        assert isinstance(summary, Summary)
        assert summary.account
        parts = summary.account
        assert parts.start + parts.luck + parts.own + parts.others + parts.remainder == pytest.approx(parts.lead)
        for who, error in ((True, parts.own_se), (False, parts.others_se)):
            errors = [
                choice.swing_errors[summary.seat] for choice in choices(records) if (choice.seat == summary.seat) is who
            ]
            assert error == pytest.approx(sqrt(sum(square**2 for square in errors)), abs=1e-3)
    assert isinstance(records[-1], Summary)
    assert records[-1].account
    parts = records[-1].account
    assert (parts.lead, parts.own, parts.others, parts.remainder) == (-4, -3, -1, 0)


def test_records_are_read_as_they_were_written(toy: Game) -> None:
    records = analyse(play("toy", ["always?lot=tower", "always?lot=pit"]), "deep")
    assert [record_of(line_of(record)) for record in records] == records


@pytest.mark.exhaustive
def test_what_is_hidden_decides_nothing_about_a_choice() -> None:
    """Another deal of what the seat cannot see, and the same is said of its choice."""
    position = next(play(B2C, ["random"] * 3, seed="7").positions())
    terms = terms_of(B2C)
    analyst = Analyst(None, Playouts(position.setup, "seed", terms), terms)
    said = []
    assert position.seat is not None
    for number in range(2):
        view = position.view(position.seat)
        state = position.setup.imagine(view, analyst._playouts.stream(f"another/{number}"))
        said.append(analyst.say(Task(Judged, 3, 0, state, position.seat, position.move)))
    assert said[0] == said[1]


@pytest.mark.exhaustive
def test_whoever_plays_better_loses_less() -> None:
    bots = ("random", "greedy", "heuristic")
    losses: dict[str, list[float]] = {bot: [] for bot in bots}
    for number in range(12):
        seated = [bots[(number + seat) % 3] for seat in range(3)]
        for choice in choices(analyse(play(B2C, seated, seed=f"order/{number}"))):
            losses[seated[choice.seat]].append(-choice.effects[choice.seat])
    assert fmean(losses["random"]) > fmean(losses["greedy"]) > fmean(losses["heuristic"])


@pytest.mark.exhaustive
def test_the_bot_that_confirms_decides_what_is_lost_and_nothing_else() -> None:
    game = play(B2C, ["random", "greedy", "heuristic"], seed="confirmed")
    by_greedy, by_random = (
        some_choices(game, structs.replace(terms_of(B2C, policy="greedy"), confirmed_by=bot))
        for bot in ("greedy", "random")
    )
    assert [(choice.effects, choice.lead) for choice in by_greedy] == [
        (choice.effects, choice.lead) for choice in by_random
    ]
    other = [choice for choice, two in zip(by_greedy, by_random, strict=True) if choice.loss != two.loss]
    assert other
    assert all(choice.worlds >= 8 for choice in other)
    assert terms_of(B2C, policy="greedy").confirmed_by == "greedy"


def some_choices(game: RecordedGame, terms: Terms) -> list[Judged]:
    """Each third choice of the second half."""
    places = [position for position in game.positions() if len(position.legal()) > 1]
    analyst = Analyst(None, Playouts(places[0].setup, "seed", terms), terms)
    said = [
        analyst.say(Task(Judged, place.line, place.moves, place.state, place.seat or 0, place.move))
        for place in places[len(places) // 2 :: 3]
    ]
    return [record for record in said if isinstance(record, Judged)]
