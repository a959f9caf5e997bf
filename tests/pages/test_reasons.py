"""Why a move was a mistake, as lessons, lists and text tell it; and what a question shows of hands and empty places."""

from __future__ import annotations

import html
import json
import re
from collections import Counter
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path
from typing import Any

import msgspec
import pytest

from cityleague.engine.registry import game as find_game
from cityleague.engine.scoring import Line
from cityleague.engine.shares import OTHERS
from cityleague.replays.analysis import Analyses
from cityleague.replays.pages import game_page
from cityleague.replays.pages.advice import told_once
from cityleague.replays.replay import ComponentFiles, Replay

from ..cli.helpers import run
from ..rows import daily
from .analyses import analysed_page, log_path, made_up
from .games import NAMES, log_of, page_of, raw_of
from .screen import Screen
from .test_analysed import data_of
from .test_analysed_browser import learner, lesson

FOLDER = Path(__file__).parents[2] / "examples" / "analysed"


def marked() -> list[dict[str, Any]]:
    """The marks of the example that is analysed: all of them tell their gains."""
    lines = map(json.loads, (FOLDER / "neom.analysis.jsonl").read_bytes().splitlines())
    return [line for line in lines if line.get("mark")]


def explained(line: dict[str, Any]) -> float:
    """What the gains come to: points that the others lose count as well."""
    return float(sum(points * (-1 if name == OTHERS else 1) for name, points in line["gains"].items()))


def told(line: dict[str, Any]) -> str:
    """The three largest in whole points, and what is left; nothing if all together do not explain half of the loss."""
    if explained(line) < line["loss"] / 2:
        return ""
    largest = sorted(line["gains"].items(), key=lambda gain: -abs(gain[1]))[:3]
    whole = {name: round(points) for name, points in largest if round(points)}
    lost = max(int(Decimal(str(line["loss"])).quantize(Decimal("0.1")).quantize(Decimal(1), ROUND_HALF_UP)), 1)
    whole["the rest"] = lost - sum(-points if name == OTHERS else points for name, points in whole.items())
    return ", ".join([f"{name} {points:+d}" for name, points in whole.items() if points])


def page() -> str:
    """The page of the example."""
    raw = raw_of((FOLDER / "neom.jsonl").read_bytes())
    return game_page(raw, ComponentFiles(), analysis=Analyses([str(FOLDER / "neom.analysis.jsonl")]).of(raw))


def test_what_marks_gain_comes_to_their_losses() -> None:
    """But for what chance explains, which is left out: so not to the point."""
    sums = [explained(line) for line in marked()]
    losses = [line["loss"] for line in marked()]
    assert len(sums) >= 5
    assert abs(sum(sums) / sum(losses) - 1) < 0.3


def test_the_list_and_the_costliest_moves_tell_what_the_better_one_gains() -> None:
    shown = html.unescape(page())
    for line in marked():
        reasons = told(line)
        assert (f"</span>; by the end: {reasons}.</i>" in shown) == bool(reasons)
    worst = max(marked(), key=lambda line: line["loss"])
    assert re.search(rf"The costliest move: .*; by the end: {re.escape(told(worst))}\.", shown)


def test_a_lesson_tells_which_points_are_gained(screen: Screen) -> None:
    asked = [line for line in marked() if line["worse"]]
    screen.open(page())
    learner(screen, str(asked[0]["seat"]))
    screen.click("#learn-start")
    screen.click("#reveal")
    assert f" of lead by the end: {told(asked[0])}" in lesson(screen)[1]


def test_text_tells_it_to_whoever_may_know_the_move() -> None:
    line = marked()[0]
    shown = [FOLDER / "neom.jsonl", "--analysis", FOLDER / "neom.analysis.jsonl", "--move", line["move"] + 1]
    own, other = [run("show", *map(str, shown), "--seat", seat).stdout for seat in (line["seat"], 1 - line["seat"])]
    assert f"; by the end: {told(line)}\n" in own
    assert "by the end" not in other


def test_an_analysis_without_gains_tells_what_it_knows() -> None:
    assert "by the end:" not in analysed_page("neom")


RINGED = """
const ring = document.querySelector('#boards rect.ring'), box = ring.getBoundingClientRect();
const under = document.elementsFromPoint(box.left + 9, box.top + 9);
if (box.left < 0 || box.right > innerWidth || !under.includes(ring.ownerSVGElement))
  return `out of view: ${box.left} ${box.top}`;
const [x, y] = ['x', 'y'].map((side) => ring.getAttribute(side));
return ring.ownerSVGElement.querySelector(`use[x="${x}"][y="${y}"]`).textContent"""
"""What lies where the ring is."""
EDGES = """
return [...document.querySelectorAll('#boards text.choice')].map((letter) => {
  const tile = letter.closest('.board').querySelector(`rect.${letter.getAttribute('class').split(' ').pop()}`);
  return [tile, letter].map((one) => one.getBoundingClientRect()).map((box) => [box.top, box.bottom]);
})"""
"""Of each letter: the top and the bottom of its tile, and its own."""


@pytest.mark.parametrize("width", daily([1280, 390], 1))
def test_what_was_chosen_from_a_hand_is_ringed_there_and_letters_leave_its_figures_free(
    width: int, screen: Screen, tmp_path: Path
) -> None:
    """A letter stands on the lower edge of its tile."""
    screen.resize(width, 800)
    log = log_of("city_tycoon", 3)
    screen.open(game_page(raw_of(log), ComponentFiles(), analysis=made_up(log, tmp_path / "a.jsonl", every=1000)))
    screen.panel("analysis")
    screen.click("#learn-start")
    found = re.search(r"picks (\S+) ", screen.text("#question"))
    assert found
    assert str(screen.run(RINGED)).startswith(f"{found[1]}, ")
    for (top, bottom), (letter, _) in screen.run(EDGES):
        assert letter >= top + 0.7 * (bottom - top)


@pytest.mark.parametrize("game", daily(["between_two_cities", "city_tycoon", "neom", "twentieth_century"], 1))
def test_on_an_empty_place_a_choice_shows_what_it_would_lay(game: str, screen: Screen, tmp_path: Path) -> None:
    """One that several lead to shows each of them."""
    log = log_of(game, max(find_game(game).seats[0], 2))
    analysis = made_up(log, tmp_path / "a.jsonl", every=2)
    screen.open(game_page(raw_of(log), ComponentFiles(), analysis=analysis))
    screen.panel("analysis")
    screen.click("#learn-start")
    drawn = 0
    for _ in range(12):
        empty = """
        const has = (one, name) => [...one.ownerSVGElement.querySelectorAll(`${name}.${one.classList[1]}`)].length;
        return [...document.querySelectorAll('#boards rect.choice')]
          .filter((one) => !one.ownerSVGElement.querySelector(
            `g+g>[x="${one.getAttribute('x')}"][y="${one.getAttribute('y')}"]`))
          .map((one) => [has(one, 'rect'), has(one, 'use')]);"""
        for places, pieces in screen.run(empty):
            assert 0 < pieces <= places
            drawn += pieces
        if not screen.run("return document.getElementById('learn-next').checkVisibility()"):
            break
        screen.click("#reveal")
        screen.click("#learn-next")
    assert drawn or game == "neom", "in NEOM tiles are chosen from hands for the most part"


def test_beside_chances_nobody_leads_in_points() -> None:
    """Whoever is likeliest to win need not have most points: the two would contradict each other."""
    assert "new lead" in data_of(page_of(log_path("between_two_cities").read_bytes()))["marks"]
    assert "new lead" not in data_of(analysed_page("between_two_cities"))["marks"]


def test_a_sheet_leaves_out_what_nobody_paid() -> None:
    shown = page_of(log_of("city_tycoon", 3))
    paid = re.findall(r"<td>(?:paid to|got from) [^<]*</td><td class=.number.>([^<]*)</td>", shown)
    assert paid
    assert "0" not in paid


@pytest.mark.parametrize("game", daily(NAMES, 1))
def test_one_sees_side_by_side_where_the_points_come_from(game: str, screen: Screen) -> None:
    """The winner stands first; with most players a narrow phone shows all of them; the points add up to the totals."""
    screen.resize(360, 780)
    log = log_of(game, find_game(game).seats[-1])
    screen.open(page_of(log))
    screen.panel("score")
    *rows, total = screen.run(
        "return [...document.querySelectorAll('.compared tr')].map((row) =>"
        " [...row.children].map((cell) => cell.textContent))"
    )
    result = json.loads(log.splitlines()[-1])["result"]
    order = sorted(range(len(result["ranks"])), key=lambda seat: result["ranks"][seat])
    players = [json.loads(log.splitlines()[0])["players"][seat] for seat in order]
    sums = [sum(float(points) for points in column) for column in list(zip(*rows[1:], strict=True))[1:]]
    assert sums == [float(points) for points in total[1:]]
    _, *names = rows[0]
    if game == "between_two_cities":  # a column and a sheet for each city: two players share it
        assert [*map(Counter, zip(*[name.split(" & ") for name in names], strict=True))] == [Counter(players)] * 2
        of = dict(zip(names, sums, strict=True))
        lower = {player: min(of[name] for name in names if player in name.split(" & ")) for player in players}
        assert [lower[player] for player in players] == [result["scores"][seat] for seat in order]
        told = screen.run("return [...document.querySelectorAll('.sheets h3')].map((one) => one.textContent)")
        assert told[len(players) :] == [f"{name}: {of[name]:g}" for name in names]
    else:
        assert names == players
        assert sums == [result["scores"][seat] for seat in order]
    assert screen.run("const room = document.querySelector('.compared'); return room.scrollWidth <= room.clientWidth")


@pytest.mark.parametrize("game", daily(NAMES, 1))
def test_what_is_gained_at_once_comes_to_the_difference_of_the_sheets(game: str, tmp_path: Path) -> None:
    """Also where another city counts then: its categories are not compared with those of the first."""
    log = log_of(game, max(find_game(game).seats[0], 2))
    raw, analysis = raw_of(log), made_up(log, tmp_path / "a.jsonl", every=1)
    marks = {choice.move: choice for choice in analysis.choices if choice.mark}
    better = data_of(game_page(raw, ComponentFiles(), analysis=analysis))["better"]
    replay, looked = Replay(raw, ComponentFiles()), 0
    for seat, move in replay.walk():
        if choice := marks.get(replay.moves):
            after = [replay.state.copy(), replay.state.copy()]
            after[0].apply(seat, move)
            after[1].apply(seat, msgspec.convert(choice.best, replay.setup.game.moves))
            made, best = [state.scores()[seat].total for state in after]
            said = better[str(replay.moves + 1)][2].partition("at once: ")[2]
            assert sum(float(part.split()[-1]) for part in said.split(", ") if part) == best - made
            looked += bool(said)
    assert looked


@pytest.mark.parametrize("game", daily(["neom", "card_city_xl"], 1))
def test_what_is_built_over_something_is_drawn_where_it_goes(game: str, tmp_path: Path) -> None:
    log = log_of(game, 2)
    page = game_page(raw_of(log), ComponentFiles(), analysis=made_up(log, tmp_path / "a.jsonl", every=1))
    built = [
        [len(piece) for piece in pieces]
        for _, _, _, *others in data_of(page)["better"].values()
        for words, pieces in others
        if words.startswith("builds ")
    ]
    assert built
    assert all(4 in lengths for lengths in built)


def test_what_is_alike_without_cells_is_told_once() -> None:
    """In Card City XL each empty cell has a line of its own in the log."""
    log = log_of("card_city_xl", 3)
    shown = " ".join(re.sub(r"<.*?>", " ", page_of(log)).split())
    told = 0
    for sheet in json.loads(log.splitlines()[-1])["result"]["sheets"]:
        empty = [line for part in sheet["parts"] for line in part["lines"] if line["category"] == "empty cell"]
        if len(empty) > 1:
            told += 1
            assert f"empty cell {-len(empty)} {len(empty)} × -1" in shown
    assert told
    areas = [Line("area", 2, "1 + 1: [0, 1]"), Line("area", 2, "1 + 1: [2, 2]"), Line("area", 1, "1: [0, 3]")]
    assert told_once(areas) == {("area", 2, "1 + 1"): 2, ("area", 1, "1"): 1}


def test_the_better_tile_bears_its_word_where_the_one_played_lies_in_its_place(screen: Screen, tmp_path: Path) -> None:
    log = log_of("city_tycoon", 2)
    page = game_page(raw_of(log), ComponentFiles(), analysis=made_up(log, tmp_path / "a.jsonl"))
    small = 0
    screen.open(page)
    for step in [*data_of(page)["better"]][:60]:
        screen.follow(f"#move={step}")
        for ghost, word in screen.run(BETTER):
            small += 1
            assert word["left"] + 1 >= ghost["left"] - ghost["width"] / 2
            assert word["right"] <= ghost["right"] + ghost["width"] / 2
    assert small


BETTER = """
const box = (one) => one.getBoundingClientRect().toJSON(), shown = (one) => one.getClientRects().length;
return [...document.querySelectorAll('#boards .board')].flatMap((board) => {
  const isSmall = (one) => /scale\\(0?\\.4/.test(one.getAttribute('transform')) && one.getAttribute('width') > 60;
  const ghosts = [...board.querySelectorAll('rect.ghost')].filter(isSmall);
  const words = [...board.querySelectorAll('text.ghost')].filter((one) => one.textContent === 'better');
  return ghosts.length === 1 && words.length === 1 && shown(ghosts[0]) ? [[box(ghosts[0]), box(words[0])]] : [];
})"""
"""Of each board where the better tile lies small on the one played: where that is, and where its word stands."""
