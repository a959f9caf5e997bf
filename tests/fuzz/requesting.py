"""What browsers and others ask of `serve`: requests, right or spoilt, and a check of what becomes of table and log."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple
from urllib.parse import urlencode

from cityleague.engine.chance import Stream
from cityleague.engine.registry import GAMES
from cityleague.engine.registry import game as find_game
from cityleague.replays.replay import validate
from cityleague.replays.serving import Folder, Guard, Served, Tables

from ..replays.people.tables import header_of, played, table_of
from ..replays.serving.visiting import KIND, Request, answer_of
from .choosing import EDGE, Choices
from .probing import folder
from .spoiling import spoilt

NAME = "game.jsonl"
FINE = frozenset({200, 303, 400, 403, 404, 405, 408, 409, 413, 414, 415, 421, 503})
"""Statuses that tell of no mistake of ours."""
_EVENTS = (0, 3, 10, 25)
_HOST = b"127.0.0.1:8765"
_GOOD = ((b"host", _HOST), (b"origin", b"http://" + _HOST), (b"content-type", KIND.encode()))
_PATHS = (
    *("/", f"/game/{NAME}", f"/page/{NAME}", f"/game/{NAME}/changes", "/league", "/static/table.js", "/rules/neom"),
    *("/new/record/between_two_cities", "/new/play/card_city_xl", "/seat/x", "/game/..", "/static/../table.html"),
)
_NAMES = (
    *("do", "seat", "q", "move", "moves", "order", "at", "how", "bot0", "bot1", "part.cell", "part.buy", "player0"),
    *(
        "part.tile",
        "part.card",
        "part.district",
        "part.demand",
        "part.plant",
        "part.path",
        "player1",
        "seed",
        "title",
        "place",
        "components",
        "option.level",
        "option.variants",
        "option.x",
    ),
)
_QUERY = ("q", "tap", "pick", "o", "find", "why", "edit", "back", "seat", "times", "whole")
_DOES = ("move", "lasting", "ask", "undo", "back", "again", "draw", "edited", "open", "nothing")
"""A hint starts a process, which takes too long here."""
_TEXTS = (
    *(
        "KEY",
        "KEY",
        "0",
        "1",
        "2",
        "-1",
        "99999",
        "1e3",
        "²",
        "٣",
        "draw deal",
        "null",
        "[1,2]",
        '["shop",null]',
        "[[[[",
    ),
    *("house", "cell=[0,1]", "tile=house", "city 0 1 1", "city 0 nan inf", "mine 1e9 2", "?seat=1&q=KEY", "wood Ben"),
    *("[1,1]", "true", "heuristic", "exec:sh", "../../etc/passwd", "\ud800".encode("utf-8", "replace").decode(), "\0"),
)


class Visit(NamedTuple):
    """A game after so many events, and what is asked of its table."""

    game: str
    events: int
    written: bool
    """Whether somebody writes it down; if not, people play it."""
    requests: list[Request]
    """The word KEY stands for the key of what is asked at the table."""


def visited(choices: Choices) -> Visit:
    """Some requests about a game."""
    requests = [_request(choices) for _ in range(1 + choices.below(4))]
    return Visit(choices.of(sorted(GAMES)), choices.of(_EVENTS), choices.below(2) == 0, requests)


def _request(choices: Choices) -> Request:
    path = choices.of(_PATHS[:3]) if choices.below(3) else choices.of(_PATHS)
    method = choices.of(("GET", "POST", "POST", "HEAD", "PUT")) if choices.below(EDGE) == 0 else "POST"
    if choices.below(3) == 0:
        method = "GET"
    headers = list(_GOOD)
    if choices.below(EDGE) == 0:
        place = choices.below(len(headers))
        headers[place] = (headers[place][0], choices.data(8))
    if choices.below(EDGE) == 0:
        headers.append((choices.of((b"host", b"origin", b"content-length", b"x-known")), choices.data(8)))
    path = choices.text(8) if choices.below(EDGE) == 0 else path
    return Request(method, f"/{path.lstrip('/')}", _fields(choices, _QUERY), _body(choices), headers)


def _body(choices: Choices) -> bytes:
    if choices.below(EDGE) == 0:
        return choices.data(30)
    do = urlencode([("do", choices.of(_DOES)), ("q", "KEY"), ("seat", choices.of(("0", "1", "")))]).encode()
    return do + b"&" + _fields(choices, _NAMES)


def _fields(choices: Choices, names: Sequence[str]) -> bytes:
    pairs = [
        (name, choices.of(_TEXTS) if choices.below(EDGE) else choices.text(6)) for name in choices.some_of(names, 5)
    ]
    query = urlencode(pairs).encode()
    if choices.below(EDGE) == 0:
        query = b"&".join([query] * choices.of((2, 50, 500)))
    return spoilt(choices, [query]) if choices.below(EDGE) == 0 else query


@cache
def _log(game: str, events: int) -> bytes:
    """A game of which so many events have been played at random."""
    table = table_of(header_of(game, find_game(game).seats[0], seed="7"))
    for _ in played(table, Stream("7", "requests"), events):
        pass
    return b"".join([line + b"\n" for line in table.lines])


def check_visit(visit: Visit) -> None:
    """Each request is answered without a mistake of ours, the table goes on, and its log is a game."""
    told: list[BaseException] = []
    with folder() as here:
        path = here / NAME
        path.write_bytes(_log(visit.game, visit.events))
        with contextlib.closing(Tables(Folder(str(here)))) as tables:
            seated = tables.open(NAME, None if visit.written else {})
            guard = Guard(Served(tables).application(), 8765, tell=told.append)
            for request in visit.requests:
                status, body = answer_of(guard, _meant(request, _key(seated)))
                assert not told, told
                assert status in FINE, status
                assert str(here).encode() not in body
                assert b"Traceback" not in body
            assert not seated.stopped, seated.stopped
        for log in here.glob("*.jsonl"):
            assert [verdict.finding for verdict in validate(log, still_running=True)] == [None]


def _key(seated: Any) -> bytes:
    """The key of the first question at a table, or of its draw."""
    standing = seated.table.standing()
    return (standing.questions[0].key if standing.questions else f"draw {getattr(standing.draw, 'name', '')}").encode()


def _meant(request: Request, key: bytes) -> Request:
    return request._replace(query=request.query.replace(b"KEY", key), body=request.body.replace(b"KEY", key))
