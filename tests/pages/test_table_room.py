"""The page of a table is a room that stands still: only what lies in it changes from step to step."""

from __future__ import annotations

import json
import re
import statistics
import time
from pathlib import Path
from typing import Any

import pytest

from cityleague.engine.registry import GAMES
from cityleague.replays.serving.rendering import static

from ..replays.serving.visiting import House
from ..rows import daily
from .fingers import DRAWN, MAIN, Fingers, begin
from .screen import Screen

SMALL, UPRIGHT, ACROSS, TABLET, DESKTOP = (360, 800), (390, 844), (844, 390), (768, 1024), (1280, 800)
SIZES = (SMALL, UPRIGHT, ACROSS, TABLET, DESKTOP)
STEPS = 40
BUSY = 1.6
"""Where all takes so much longer since a machine does other things, it can show that taps are quick, but no more."""
QUARTER = 4
"""How much slower than this machine the browser is made."""
TAPS = 16
"""So many are timed; what counts is the median."""
MOST_STEPS = 900
"""No game takes more taps."""
LETTERS = 42
"""The longest sentence that a phone shows in one line."""
IN_TWO_ROWS = 10
"""So many tiles are in view at once; of more, the rest is scrolled to."""
SHARES = {SMALL: 0.42, UPRIGHT: 0.42, TABLET: 0.42, DESKTOP: 0.44}
"""The least part of the screen that boards take."""
NEXT = (MAIN, "a.tile:not(.up, .off)", "#boards a.lit", ".tray a.chip", "[data-take]")
"""What somebody taps on, the first that is there."""
ROOM = """
const box = (node) => { const at = node.getBoundingClientRect(); return [at.left, at.top, at.right, at.bottom]; };
const inside = (node, room) => {
  const [left, top, right, bottom] = box(node);
  return left >= room[0] && top >= room[1] && right <= room[2] && bottom <= room[3];
};
const all = (selector) => [...document.querySelectorAll(selector)].filter((node) => node.getClientRects().length);
const screen = [0, 0, innerWidth, innerHeight], tray = document.querySelector('.tray');
const shown = all(all('.board').length ? '.board' : '#end');
const tiles = all('.tile'), cells = document.querySelectorAll('#boards a.lit');
const table = document.getElementById('boards'), ways = all('.tray .row a.chip');
const [left, top, right, bottom] = box(tray), high = tiles.length > arguments[0] ? 1e9 : 0;
return {
  boards: Object.fromEntries(shown.map((board) => [board.id, box(board)])),
  share: shown.map(box).reduce((sum, [x, y, right, bottom]) => sum + (right - x) * (bottom - y), 0)
    / innerWidth / innerHeight,
  begins: box(table)[1],
  sentence: document.getElementById('question').textContent,
  out: [
    ...all('#top, #boards, #tabs, #asking, #question, .tray, .bar > *').filter((node) => !inside(node, screen)),
    ...shown.filter((board) => !inside(board, box(table))),
    ...all('#boards a.lit').filter((cell) => !inside(cell, box(table))),
    ...tiles.filter((tile) => !inside(tile, [left, top - high, right, bottom + high])),
    ...(ways.length <= 3 && all('a.tile.up').length ? ways.filter((way) => !inside(way, box(tray))) : []),
  ].map((node) => `${node.id || node.getAttribute('class')} ${box(node)} ${node.textContent.trim().slice(0, 40)}`),
  cut: document.getElementById('question').scrollWidth > document.getElementById('question').clientWidth,
  main: all('.bar .main').length,
  numbered: all('#boards use').filter((used) => {
    const symbol = document.querySelector(used.getAttribute('href'));
    return symbol.querySelector('.coordinate') && used.getBBox().height
      && [...symbol.querySelectorAll('.coordinate')].some((number) => used.getBBox().y - used.y.baseVal.value < -6
      || !symbol.querySelector(':not(.coordinate):not(g)'));
  }).length + all('#boards use').filter((used) => {
    const symbol = document.querySelector(used.getAttribute('href'));
    return !symbol.querySelector('title') && /^-?[0-9]+$/.test(symbol.textContent.trim()) && used.getBBox().height;
  }).length,
  dark: cells.length > 0 && !all('a.tile:not(.up, .off), #boards a.lit').length,
  scrolled: [document.scrollingElement.scrollTop, document.scrollingElement.scrollLeft, scrollX, table.scrollTop],
};
"""
"""How the room stands: rectangles are left, top, right, bottom, in pixels; `out` is what is not in view."""


@pytest.mark.parametrize(
    ("game", "size", "steps"),
    daily([("neom", UPRIGHT, 20), *[(game, size, STEPS) for game in GAMES for size in SIZES]]),
)
def test_the_room_stands_still(game: str, size: tuple[int, int], steps: int, screen: Screen, there: House) -> None:
    screen.resize(*size)
    play(screen, there, game, size, steps)


@pytest.mark.parametrize("game", daily([*GAMES]))
def test_a_tap_is_drawn_at_once_at_a_quarter_of_the_speed(game: str, screen: Screen, there: House) -> None:
    """What other programs take of the processors meanwhile is allowed for."""
    screen.resize(*UPRIGHT)
    players = {"player0": "Ada", "bot1": "random", "bot2": "random", "seed": "7"}
    fingers = Fingers(screen, there, begin(there, game, "play", players))
    crowd = []
    screen.driver.execute_cdp_cmd("Emulation.setCPUThrottlingRate", {"rate": QUARTER})
    try:
        for _ in range(TAPS):
            screen.wait_until("document.querySelector('#asking.mine') && !document.body.classList.contains('busy')")
            fingers.tap(next(way for way in NEXT if screen.run(f"return !!document.querySelector({way!r})")))
            crowd.append(others())
    finally:
        screen.driver.execute_cdp_cmd("Emulation.setCPUThrottlingRate", {"rate": 1})
    assert len(fingers.times) >= TAPS - 1
    took, slower = statistics.median(fingers.times), statistics.mean(crowd)
    if took > DRAWN * slower and slower > BUSY:
        pytest.skip("this machine does too much else: what waits for what cannot be told")
    assert took <= DRAWN * slower


def test_no_rule_of_style_concerns_whatever_lies_in_what_changes() -> None:
    """`.tray:has(.up)>*` would: a browser then styles the whole page anew whenever anything on it changes."""
    _, sheet = static("table.css") or ("", "")
    assert ":has(" in sheet
    assert not re.search(r":has\([^{}]*[>+~ ]\*[,{]", sheet)


def others() -> float:
    """How much longer something takes now than it would if this machine did nothing else."""
    begun, worked = time.perf_counter(), time.process_time()
    while time.process_time() - worked < 0.03:
        pass
    return (time.perf_counter() - begun) / 0.03


@pytest.mark.exhaustive
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_is_tapped_to_its_end_in_a_room_that_stands_still(game: str, screen: Screen, there: House) -> None:
    """Who has won is in view at the end."""
    screen.resize(*UPRIGHT)
    play(screen, there, game, UPRIGHT, MOST_STEPS)
    assert screen.run("return document.querySelector('#end') !== null")
    (file,) = Path(there.tables.folder.path).glob("*.jsonl")
    ranks = json.loads(file.read_bytes().splitlines()[-1])["result"]["ranks"]
    room = screen.run(ROOM, IN_TWO_ROWS)
    for name, rank in zip(("You", "Greedy", "Random"), ranks, strict=True):
        assert (name in room["sentence"]) == (rank == 1), room["sentence"]
    assert not room["out"]


def play(screen: Screen, there: House, game: str, size: tuple[int, int], steps: int) -> Fingers:
    """Somebody plays against bots by taps, for so many steps at most: the room is looked at before each of them."""
    players = {"player0": "Ada", "bot1": "greedy", "bot2": "random", "seed": "7"}
    fingers = Fingers(screen, there, begin(there, game, "play", players))
    stood: dict[str, Any] = {}
    for step in range(steps):
        screen.wait_until("document.querySelector('#asking.mine, #end') && !document.body.classList.contains('busy')")
        room = screen.run(ROOM, IN_TWO_ROWS)
        for _ in range(5 * bool(room["numbered"] or room["out"])):  # it is styled a moment later on a busy machine
            screen.wait_until(
                "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))"
            )
            room = screen.run(ROOM, IN_TWO_ROWS)
        for board, box in room["boards"].items():
            assert stood.setdefault(board, box) == box, (step, board)
        assert room["begins"] <= 56
        assert room["share"] >= SHARES.get(size, 0)
        sentence = room["sentence"].rpartition(": ")[2]
        assert 0 < len(sentence) <= LETTERS, (step, sentence)
        assert not room["cut"], (step, sentence)
        assert not room["out"], (step, room["out"])
        assert room["main"] >= 1
        assert not room["numbered"], "columns and rows have numbers"
        assert not room["dark"], (step, "what glows lies on a board that is not shown")
        assert not any(room["scrolled"])
        if screen.run("return document.querySelector('#end') !== null"):
            break
        fingers.tap(next(selector for selector in NEXT if screen.run(f"return !!document.querySelector({selector!r})")))
    assert stood
    return fingers
