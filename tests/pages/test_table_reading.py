"""What is written on the page of a table can be read on a phone: names of boards, and letters on tiles."""

from __future__ import annotations

import time
from importlib.metadata import EntryPoint

import pytest

from cityleague.engine import registry
from cityleague.engine.registry import GAMES

from ..replays.serving.visiting import House
from ..rows import daily
from .fingers import Fingers, begin
from .screen import Screen

PHONES = (360, 800), (390, 844), (844, 390)
LEAST = 8
"""Letters of fewer pixels are no letters."""
NEXT = ("#asking .main[form=do]", "a.tile:not(.up, .off)", "#boards a.lit", ".tray a.chip", "[data-take]")
"""What somebody taps on, the first that is there."""
CUT = """return [...document.querySelectorAll('#tabs label, .board h2')].filter((one) => {
  if (!one.getClientRects().length) return false;
  const words = document.createRange(), room = one.getBoundingClientRect();
  words.selectNodeContents(one.querySelector('span') || one);
  const box = words.getBoundingClientRect();
  return box.left < room.left - 1 || box.right > room.right + 1 || box.top < room.top || box.bottom > room.bottom
    || (one.querySelector('span') || one).scrollHeight > (one.querySelector('span') || one).clientHeight + 1;
}).map((one) => one.textContent)"""
"""Names that do not fit where they stand."""
LETTERS = r"""return [...document.querySelectorAll('#boards use, .tiles use')].flatMap((used) => {
  if (!used.getClientRects().length || !used.ownerSVGElement) return [];
  const symbol = document.querySelector(used.getAttribute('href')), told = [];
  if (!symbol.querySelector('text')) return [];
  const copy = symbol.cloneNode(true);
  copy.removeAttribute('id');
  used.after(copy);
  for (const text of copy.querySelectorAll('text')) {
    const style = getComputedStyle(text), at = text.getScreenCTM();
    if (style.visibility === 'hidden' || style.display === 'none') continue;
    if (+style.fillOpacity === 0 && (used.closest('#boards')
      || document.querySelector('#boards [href="' + used.getAttribute('href') + '"]'))) continue;
    told.push([text.textContent, parseFloat(style.fontSize) * Math.hypot(at.a, at.b)]);
  }
  for (const path of copy.querySelectorAll('path[fill="#fff"]'))
    for (const [, x, y, wide, high] of path.getAttribute('d').matchAll(/M([\d.]+) ([\d.]+)h([\d.]+)v([\d.]+)H/g))
      for (const text of copy.querySelectorAll('text')) {
        const over = +text.getAttribute('x') - x, down = +text.getAttribute('y') - y;
        if (over > 0 && over < wide && down > 0 && down < +high + 1
          && (+getComputedStyle(text).fillOpacity === 0) !== (+getComputedStyle(path).fillOpacity === 0))
          told.push(['a plate without ' + text.textContent, 0]);
      }
  copy.remove();
  return told;
})"""
"""Letters in view, each with its size in pixels; those in the tray that no board shows, even if nobody sees them."""


@pytest.mark.parametrize(
    ("game", "players"), daily([("city_tycoon", 3), *[(game, seats) for game in GAMES for seats in range(2, 8)]])
)
def test_no_name_of_a_board_is_cut_on_a_phone(game: str, players: int, screen: Screen, there: House) -> None:
    screen.resize(*PHONES[0])
    visitor = there.visitor()
    page = visitor.post({f"player{seat}": f"Player{seat}" for seat in range(players)}, f"/new/record/{game}")
    if page.status == 400:
        pytest.skip("so many cannot play it")
    check_names(screen, there, visitor.path)


def test_no_name_of_a_board_of_another_package_is_cut(
    screen: Screen, there: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend("examples/backyards")
    entry = EntryPoint("backyards", "backyards:GAME", "cityleague.games")
    monkeypatch.setattr(registry, "_entries", lambda: {"backyards": entry})
    players = {f"player{seat}": f"Player{seat}" for seat in range(4)}
    check_names(screen, there, begin(there, "backyards", "record", players))


def check_names(screen: Screen, there: House, path: str) -> None:
    """All boards are looked at on all phones."""
    Fingers(screen, there, path)
    for size in PHONES:
        screen.resize(*size)
        for tab in range(screen.run("return document.querySelectorAll('#tabs label').length")):
            screen.run("document.querySelectorAll('#tabs label')[arguments[0]].click()", tab)
            assert not screen.run(CUT), size


@pytest.mark.parametrize(("game", "size"), daily([(game, size) for size in PHONES[::-1] for game in GAMES]))
def test_letters_can_be_read_or_are_left_out(game: str, size: tuple[int, int], screen: Screen, there: House) -> None:
    """Those of tiles to choose from are not left out, unless a board shows them."""
    screen.resize(*size)
    players = {"player0": "Ada", "bot1": "greedy", "bot2": "random", "seed": "7"}
    fingers = Fingers(screen, there, begin(there, game, "play", players))
    seen = 0
    for step in range(25):
        screen.wait_until("document.querySelector('#asking.mine, #end') && !document.body.classList.contains('busy')")
        if screen.run("return document.querySelector('#end') !== null"):
            break
        if not step % 8:
            for tab in range(screen.run("return document.querySelectorAll('#tabs label').length")):
                screen.run("document.querySelectorAll('#tabs label')[arguments[0]].click()", tab)
                for _ in range(20):  # they follow once the page rests
                    small = [told for told in screen.run(LETTERS) if told[1] < LEAST - 0.1]
                    if not small:
                        break
                    time.sleep(0.05)
                assert not small, step
                seen += len(screen.run(LETTERS))
        fingers.tap(next(way for way in NEXT if screen.run(f"return !!document.querySelector({way!r})")))
    assert seen or game == "between_two_cities"
