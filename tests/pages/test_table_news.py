"""What others have done is shown one move after the other, until somebody taps; with reduced motion all at once."""

from __future__ import annotations

import pytest

from ..replays.serving.visiting import House
from .fingers import MAIN, Fingers, begin
from .screen import Screen

PHONE = (390, 844)
NEXT = "a.tile:not(.up, .off), #boards a.lit"
TAPPED = (MAIN, "a.tile:not(.up, .off)", "#boards a.lit", ".tray a.chip", "[data-take]")
SHOWN = "return document.querySelector('#tabs :checked').value"
LATER = "return document.querySelectorAll('#boards .later').length"


def placed(screen: Screen, there: House) -> str:
    """A game in which others put tiles into their cities after the seat has; the board that it looked at."""
    screen.resize(*PHONE)
    players = {"player0": "Ada", **{f"bot{seat}": "greedy" for seat in (1, 2)}}
    fingers = Fingers(screen, there, begin(there, "between_two_cities", "play", players))
    for _ in range(2):  # tiles are chosen; one is put into a city, for the other there is one place
        screen.wait_until("document.querySelector('#asking.mine') && !document.querySelector('#toast')")
        while screen.run("return document.querySelector(arguments[0]) === null", MAIN):
            fingers.tap(NEXT)
        before = screen.run(SHOWN)
        fingers.tap(MAIN)
    return str(before)


def test_news_are_shown_one_after_the_other_and_a_tap_ends_them(screen: Screen, there: House) -> None:
    screen.motion(on=True)
    try:
        before = placed(screen, there)
        screen.wait_until(f"document.querySelector('#toast') && {SHOWN.removeprefix('return ')} !== {before!r}")
        told = screen.texts("#toast")[0]
        assert told in screen.texts("#news li")
        screen.run("document.querySelector('#question').click()")
        assert screen.run("return document.querySelector('#toast')") is None
        assert screen.run(LATER) == 0
        assert screen.run(SHOWN) == before, "the board that was looked at is shown again"
    finally:
        screen.motion(on=False)


@pytest.mark.exhaustive
def test_news_end_by_themselves(screen: Screen, there: House) -> None:
    screen.motion(on=True)
    try:
        placed(screen, there)
        screen.wait_until(
            "document.querySelector('#toast') !== null && document.querySelector('#asking.mine') !== null"
        )
        screen.wait_until("document.querySelector('#toast') === null")
        assert screen.run(LATER) == 0
        assert screen.run("return document.querySelectorAll('#boards .new').length") > 0
    finally:
        screen.motion(on=False)


def test_with_reduced_motion_nothing_moves(screen: Screen, there: House) -> None:
    placed(screen, there)
    screen.wait_until("document.querySelector('#asking.mine') !== null")
    assert screen.run("return document.querySelector('#toast')") is None
    assert screen.run("return document.querySelectorAll('#boards .new').length") > 0
    assert len(screen.texts("#news li")) >= 2
    assert not screen.run("return document.getAnimations().filter((one) => one.animationName === 'ring').length")


def test_a_new_phase_is_told_in_the_strip(screen: Screen, there: House) -> None:
    """Who hears the page is told it, too; it is marked until something else has happened."""
    screen.resize(*PHONE)
    players = {"player0": "Ada", **{f"bot{seat}": "random" for seat in (1, 2)}, "seed": "7"}
    fingers = Fingers(screen, there, begin(there, "twentieth_century", "play", players))
    phases = set()
    for _ in range(60):
        screen.wait_until("document.querySelector('#asking.mine') && !document.body.classList.contains('busy')")
        before = screen.text("#top small[role=status]")
        fingers.tap(next(way for way in TAPPED if screen.run(f"return !!document.querySelector({way!r})")))
        now = screen.text("#top small")
        if now.startswith("Round 1 ") and before.startswith("Round 1 "):
            phases |= {now.partition(", ")[2]}
        if now != before:
            screen.wait_until("document.querySelector('#top small.fresh') || !document.querySelector('#asking.mine')")
        if "administration" in phases:
            break
    assert phases >= {"land auction", "administration"}, phases
