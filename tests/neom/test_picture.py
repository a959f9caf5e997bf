"""Pictures of NEOM: they show what the views tell, and nothing more; moves in words."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from xml.etree.ElementTree import XML

import pytest

from cityleague.engine.chance import Stream
from cityleague.engine.components import packaged
from cityleague.engine.course import OVER
from cityleague.engine.looks.picture import CELL, Picture, Piece, Sheet, Symbol
from cityleague.engine.looks.svg import pictures_of
from cityleague.engine.neom import GAME
from cityleague.engine.neom.components import Box, load
from cityleague.engine.neom.counting import COUNTERS, income
from cityleague.engine.neom.looks.picture import picture
from cityleague.engine.neom.looks.signs import sign_of
from cityleague.engine.neom.looks.tile_symbols import tile_symbol
from cityleague.engine.neom.looks.words import describe
from cityleague.engine.neom.moves import Anchor, Build, Good, Pay, Pick, Purchase, Remove, Sell, Swap
from cityleague.engine.neom.state import NeomState
from cityleague.engine.neom.table import ACTING, DISASTER, DRAFTING, SWAPPING
from cityleague.engine.neom.view import View
from cityleague.engine.protocol import Setup

from ..rows import daily
from ..test_pictures_of_games import check_symbol
from .helpers import course, own, position
from .odd_files import odd_file

NAMES = ("Ada", "Ben", "Cem", "Dora", "Emil")
WAYS: list[tuple[int, dict[str, Any]]] = [
    *[(seats, {}) for seats in range(1, 6)],
    *[(seats, {"beginner": True}) for seats in range(1, 4)],
    (1, {"tiles": "4+"}),
    (1, {"tiles": "5+"}),
]


def setup_of(state: NeomState) -> Setup:
    return Setup(GAME, state.table.options, state.table.box, state.seats)


def picture_of(state: NeomState, seat: int | None) -> Picture:
    return picture(setup_of(state), state.view(seat), NAMES[: state.seats])


def description_of(state: NeomState, move: Any, seat: int = 0) -> str:
    return describe(setup_of(state), state.view(seat), move, NAMES[: state.seats])


def sheet(shown: Picture, key: str) -> Sheet:
    (named,) = [sheet for sheet in shown.sheets if sheet.key == key]
    return named


def pieces(shown: Picture, key: str) -> dict[str, Piece]:
    return {piece.key: piece for piece in sheet(shown, key).pieces}


def numbers(of: Mapping[str, Piece], start: str) -> list[int]:
    """The numbers of the tiles with such keys, in the order of their places."""
    return [int(piece.symbol.title.split()[0]) for key, piece in of.items() if key.split()[0] == start]


# -- whole games


EVERY_DAY = [(*way, 3) for way in WAYS[1::2]]


@pytest.mark.parametrize(
    ("seats", "options", "every"), daily([*EVERY_DAY, *[(*way, 1) for way in WAYS]], len(EVERY_DAY))
)
def test_every_position_is_shown_to_every_seat(seats: int, options: Mapping[str, Any], every: int) -> None:
    """Every day each seat sees some positions; in the exhaustive run there are all ways to play, and all positions."""
    keys: dict[int | None, list[str]] = {}
    places: dict[str, tuple[float, ...]] = {}
    for step, (state, _) in enumerate(course(seats, options, f"pictures {seats}")):
        if step % every and state.pending() is not None:
            continue
        watchers = (None, *range(seats)) if step % (9 * every) == 0 else (None, step // every % seats)
        for watcher in watchers:
            shown, view = picture_of(state, watcher), state.view(watcher)
            assert [sheet.key for sheet in shown.sheets] == keys.setdefault(
                watcher, [sheet.key for sheet in shown.sheets]
            )
            for part in shown.sheets:
                assert places.setdefault(part.key, part[2:6]) == part[2:6]
            check_cities(state, view, shown)
            check_table(view, shown)
            if watcher is not None and seats > 2:
                check_hand(view, watcher, shown)


def check_cities(state: NeomState, view: View, shown: Picture) -> None:
    """All that the view tells of a city."""
    many = state.seats > 2
    for seat, city in enumerate(view.cities):
        on_it = pieces(shown, f"city {seat}")
        tiles = {key: piece for key, piece in on_it.items() if key.startswith("cell ")}
        if (0, 0) not in {placed.cell for placed in city.tiles}:
            origin = tiles.pop("cell 0,0").symbol.title
            assert f"makes {city.raw}" in origin if city.raw else "not been drawn" in origin
        assert len(tiles) == len(city.tiles)
        for placed in city.tiles:
            (x, y), name = placed.cell, state.table.box.tiles[placed.tile].name
            piece = tiles[f"cell {x},{y}"]
            assert (piece.x, piece.y) == ((x + 2) * CELL, (y + 2) * CELL)
            assert piece.symbol.title.startswith(f"{placed.tile} {name}: ")
        for side, active in (("left", city.left), ("right", city.right)):
            title = on_it[f"route {side}"].symbol.title
            assert title.startswith(f"trade route to the {side}: {'active' if active else 'not active'}")
            assert ("used" in title) == (active and view.used[side == "right"])
        check_goods(view, seat, on_it)
        tallies = dict(sheet(shown, f"city {seat}").tallies)
        assert tallies["money"] == str(view.money[seat])
        assert tallies.get("to come", "0") == str(view.incoming[seat])
        if view.stage != OVER:
            assert tallies["income"] == str(income(state.table.cities[seat], view.generation))
        words = {"pick": "to pick", "act": "to act", "swap": "to swap", "suffer": "to pay"}
        assert not view.due[seat] or words[view.due[seat]] in shown.caption
        open_picks = not many or view.stage in {ACTING, SWAPPING, DISASTER}
        lies = [placed.tile for placed in city.tiles]
        picked = [tile for tile in [view.picked[seat]] if tile and open_picks and tile not in lies]
        assert numbers(on_it, "picked") == picked, "until it is built"
        assert numbers(on_it, "anchor") == ([] if many and view.stage == DRAFTING else list(view.anchors[seat]))


def check_goods(view: View, seat: int, on_it: Mapping[str, Piece]) -> None:
    city = view.cities[seat]
    titles = {key.split()[1]: piece.symbol.title for key, piece in on_it.items() if key.startswith("good ")}
    words = {good: f"makes {good.replace('_', ' ')}" for good in city.goods}
    if len(view.cities) > 2 and view.stage in {ACTING, SWAPPING, DISASTER}:
        assert {good for good, title in titles.items() if "does not sell" not in title} == set(view.sale[seat])
    assert {good: title.partition(",")[0] for good, title in titles.items() if title.startswith("makes")} == words
    assert ("chosen" in on_it) == (city.produced is not None)
    if city.produced:
        assert on_it["chosen"].symbol.title.endswith(f" makes {city.produced.replace('_', ' ')}")


def check_table(view: View, shown: Picture) -> None:
    on_it = pieces(shown, "table")
    assert numbers(on_it, "open") == list(view.open)
    assert numbers(on_it, "discarded") == list(view.discarded)
    assert numbers(on_it, "disaster") == ([view.disaster] if view.disaster else [])
    tallies = dict(sheet(shown, "table").tallies)
    if len(view.cities) == 1:
        assert (tallies["disaster of this generation"] == "over") == view.struck


def check_hand(view: View, seat: int, shown: Picture) -> None:
    on_it, many_know = pieces(shown, f"hand {seat}"), view.stage in {ACTING, SWAPPING, DISASTER, OVER}
    assert numbers(on_it, "hand") == list(view.hand)
    assert numbers(on_it, "picked") == ([] if many_know or not view.picked[seat] else [view.picked[seat]])
    assert numbers(on_it, "anchor") == (list(view.anchors[seat]) if view.stage == DRAFTING else [])
    tallies = dict(sheet(shown, f"hand {seat}").tallies)
    for other, hand in enumerate(view.hands):
        if other != seat:
            assert tallies.get(f"{NAMES[other]} holds", "") == ", ".join(map(str, hand))
    assert ("answer to the disaster" in tallies) == (view.answer is not None)


def games(seats: int) -> Iterator[tuple[NeomState, Any]]:
    for state, event in course(seats, {}, f"moves {seats}"):
        if isinstance(event, tuple):
            yield state, event


@pytest.mark.parametrize("seats", range(1, 6))
def test_every_legal_move_has_words(seats: int) -> None:
    seen = set()
    for state, (seat, move) in games(seats):
        box = state.table.box
        legal = state.legal(seat)
        for choice in (move, *legal[:: max(1, len(legal) // 12)]):
            words = description_of(state, choice, seat)
            assert words.isprintable()
            assert len(words) <= 130
            seen.add(type(choice))
            if isinstance(choice, Pick | Build):
                assert f"{box.tiles[choice.tile].name} ({choice.tile})" in words
            if isinstance(choice, Build):
                assert f" at {choice.cell[0]}, {choice.cell[1]}" in words
                assert words.startswith("builds the anchor " if isinstance(choice, Anchor) else "builds ")
                check_prices(state, seat, choice, words)
            elif isinstance(choice, Remove):
                there = {placed.cell: placed.tile for placed in state.view(None).cities[seat].tiles}
                assert all(str(there[cell]) in words and f" at {cell[0]}, {cell[1]}" in words for cell in choice.cells)
            elif isinstance(choice, Swap):
                assert all(str(number) in words for number in (*choice.give, *choice.take))
            elif isinstance(choice, Sell):
                assert words.startswith("sells ")
                assert words.endswith(f" ({state.table.picked[seat]}) for {box.basics.sale}")
    assert seen >= {Pick, Build, Sell}


def check_prices(state: NeomState, seat: int, move: Build, words: str) -> None:
    """What the sellers get is what the words say."""
    after = state.copy()
    after.apply(seat, move)
    if after.table.incoming == state.table.incoming or after.table.round != state.table.round:
        return
    for other, (old, new) in enumerate(zip(state.table.incoming, after.table.incoming, strict=True)):
        part = next((part for part in re.split(r", buying | and |, ", words) if f"from {NAMES[other]}" in part), "")
        assert bool(part) == (new > old)
    paid = sum(after.table.incoming) - sum(state.table.incoming)
    assert paid == sum(map(int, re.findall(r"[a-z] \((\d+)\)", words.partition(", buying ")[2])))


# -- words


def test_moves_in_words() -> None:
    state = position(3, picked=38, anchors=[125], discarded=[130])
    assert description_of(state, Build(38, (1, 0))) == "builds fire station (38) at 1, 0 for 1"
    assert description_of(state, Anchor(125, (0, -1))) == "builds the anchor town hall (125) at 0, -1"
    assert description_of(state, Sell()) == "sells fire station (38) for 5"
    assert description_of(state, Swap()) == "keeps the unbuilt anchors"
    assert description_of(state, Swap((125,), (130,))) == "swaps town hall (125) for prison (130)"
    assert description_of(state, Swap((125,))) == "swaps town hall (125) for an anchor that chance brings"
    assert (
        description_of(state, Swap((121, 122, 123), (124, 125, 126)))
        == "swaps the anchors 121, 122 and 123 for 124, 125 and 126"
    )
    assert description_of(state, Pick(8)) == "picks launderette (8)"


def test_purchases_in_words() -> None:
    state = position(3, picked=51, raws=("wood", "coal", "ore"))
    move = Build(51, (1, 0), buy=(Purchase("coal", 1, "left"), Purchase("ore", 2, "right")))
    words = "builds steel foundry (51) at 1, 0 for 4, buying coal (2) from Ben and ore (2) from Cem"
    assert description_of(state, move) == words
    alone = position(1, picked=51, raws=("coal",))
    move = Build(51, (1, 0), buy=(Purchase("ore"),))
    assert description_of(alone, move) == "builds steel foundry (51) at 1, 0 for 2, buying ore from the bank"
    state = position(3, picked=11, raws=("coal", "ore", "stone"), city={(0, 1): 59})
    assert description_of(state, Build(11, (1, 0), virtual=("wood",))) == "builds sawmill (11) at 1, 0, without wood"
    state = position(3, anchors=[137])
    assert (
        description_of(state, Anchor(137, (1, 0), produce="steel"))
        == "builds the anchor modular factory (137) at 1, 0, to make steel"
    )


def test_answers_in_words() -> None:
    state = position(3, city={(0, 1): 17, (1, 0): 3, (0, -1): 4})
    table = state.table
    table.picked = [8, 104, 9]
    table.stage, table.disaster = DISASTER, table.box.tiles[104]
    assert description_of(state, Pay()) == "pays 4 for wave of violence (104)"
    assert description_of(state, Remove(((1, 0),))) == "removes slums (3) at 1, 0"
    long = description_of(state, Remove(((0, -1), (0, 1), (1, 0))))
    assert long == "removes town houses (4) at 0, -1, fire station (17) at 0, 1 and slums (3) at 1, 0"
    tiles = {(0, -1): 4, (0, 1): 17, (1, 0): 3, (1, 1): 9, (2, 0): 11}
    state = position(3, city=tiles)
    table = state.table
    table.stage, table.disaster = DISASTER, table.box.tiles[104]
    longer = description_of(state, Remove((*tiles,)))
    assert longer.startswith("removes tile 4 at 0, -1, tile 17 at"), "a bare number would not say what it is"
    table.answers[0] = Remove(((1, 0),))
    assert dict(sheet(picture_of(state, 0), "hand 0").tallies)["answer to the disaster"] == "removes tile 3"
    assert sheet(picture_of(state, None), "city 0") == sheet(picture_of(state, 0), "city 0")


# -- details


def test_roads_that_lead_nowhere_have_an_end() -> None:
    state = position(2, city={(1, 0): 1, (2, 0): 2, (0, -2): 3}, box=own(t1="NW", t2="WNE", t3="NS"))
    ends = {key for key in pieces(picture_of(state, None), "city 0") if key.startswith("end ")}
    assert ends == {"end 2,0 W", "end 0,-2 N"}


def test_the_marker_of_a_chosen_good_lies_on_its_tile() -> None:
    state = position(2, city={(1, 0): 137}, produced="gold")
    on_it = pieces(picture_of(state, None), "city 0")
    assert on_it["chosen"].symbol.title == "137 modular factory makes gold"
    assert on_it["chosen"].layer > on_it["cell 1,0"].layer
    assert on_it["good gold"].symbol.title == "makes gold"


def test_goods_that_are_new_or_gone_say_so() -> None:
    state = position(3, city={(1, 0): 11})
    state.table.sale[0] = 0
    assert pieces(picture_of(state, None), "city 0")["good lumber"].symbol.title.endswith(
        "does not sell it in this round"
    )
    state = position(3)
    state.table.sale[0] = (1 << 17) - 1
    assert "no longer makes it" in pieces(picture_of(state, None), "city 0")["good gold"].symbol.title


def test_every_count_has_a_sign_of_its_own_kind() -> None:
    words = ("residential", "commercial", "industrial", "public", "extraction", "polluted", "power", "good")
    for count in COUNTERS:
        kinds = [word for word in words if word in count.split("_")]
        assert not kinds or sign_of(count) in map(sign_of, kinds)
    assert len({sign_of(word) for word in words}) == len(words)


def test_titles_tell_all_that_is_printed() -> None:
    box = load(None)
    title = "16 fuel plant: public; costs coal or oil; 4 points; polluted; makes power"
    assert tile_symbol(box, 16).title == title
    assert tile_symbol(box, 139).title.endswith("protects from fire; protects from violence")
    assert tile_symbol(box, 24).title == "24 flood: pay 1 for each building, or remove one"
    assert "public anchor" in tile_symbol(box, 125).title


# -- files of one's own


def hostile_box() -> Box:
    file = json.loads(packaged("neom"))
    for tile, name in zip(
        file["tiles"]["list"], ("<script>alert(1)</script>", "\"'&&", "W" * 60, "木" * 60), strict=False
    ):
        tile["gloss"] = name
    file["tiles"]["list"][4] |= {
        "points": 1000,
        "once": 1000,
        "cost": [{"money": 1000, "goods": ["ore", "coal", "gas"]}],
    }
    return load(json.dumps(file).encode())


def test_names_are_escaped_and_cut() -> None:
    box = hostile_box()
    for number in range(1, 6):
        check_symbol(tile_symbol(box, number))
        assert "<script" not in tile_symbol(box, number).markup
        letters = [node.text or "" for node in XML(f"<g>{tile_symbol(box, number).markup}</g>").iter("text")]
        assert max(map(len, letters)) < 20
    state = position(3, city={(1, 0): 1}, picked=2, box=box)
    assert "<script>" in description_of(state, Pick(1))
    assert sheet(picture(setup_of(state), state.view(None), ["<b>", "\u202e", "x" * 300]), "city 0").title == "<b>"


def test_odd_files_are_drawn() -> None:
    for seed in range(3):
        box = load(json.dumps(odd_file(Stream("odd", str(seed)))).encode())
        for number in box.tiles:
            check_symbol(tile_symbol(box, number))
        for step, (state, event) in enumerate(course(3, {}, "odd", box)):
            if step % 10 == 0:
                check_cities(state, state.view(1), picture_of(state, 1))
            if isinstance(event, tuple):
                assert description_of(state, event[1], event[0])


# -- size


def test_a_game_stays_small() -> None:
    """It counts all symbols once, and of each position the pieces that changed, with every hand open."""
    seats = 3
    symbols: dict[Symbol, int] = {}
    before: dict[tuple[str, str], tuple[Any, ...]] = {}
    changes = 0
    for state, _ in course(seats, {}, "size"):
        now = {}
        sheets = {sheet.key: sheet for seat in (None, *range(seats)) for sheet in picture_of(state, seat).sheets}
        for key, sheet in sheets.items():
            for piece in sheet.pieces:
                place = (symbols.setdefault(piece.symbol, len(symbols)), piece.x, piece.y)
                now[key, piece.key] = place
                if before.get((key, piece.key)) != place:
                    changes += len(json.dumps([piece.key, *place], separators=(",", ":")))
        before = now
    assert sum(len(drawn.markup) for drawn in symbols) + changes < 90_000


def test_the_pictures_of_a_game_are_found_and_are_the_same_twice() -> None:
    drawings = pictures_of(GAME)
    assert drawings is not None
    state = position(4, city={(1, 0): 11, (0, 1): 87})
    drawn: Sequence[Picture] = [drawings.picture(setup_of(state), state.view(0), NAMES[:4]) for _ in range(2)]
    assert drawn[0] == drawn[1]
    good: Good = "lumber"
    assert f"good {good}" in pieces(drawn[0], "city 0")
