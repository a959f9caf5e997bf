"""Logs as people and other programs write them, games with forfeits, and the order of findings."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Sequence
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from cityleague.engine.components import fingerprint, packaged
from cityleague.engine.registry import game as find_game
from cityleague.replays.log import decode_header, decoder, encode
from cityleague.replays.replay import validate

from ...command import process
from ...rows import daily
from ..helpers import (
    DATA,
    GAME,
    codes,
    dump,
    edited,
    findings,
    index_of,
    log,
    recorded,
    replaced,
    verdicts,
    with_fields,
    write,
)
from ..oracle import first_contradiction

GOLDEN = (DATA / f"{GAME}.jsonl").read_bytes()
BTC = find_game(GAME)


# -- recorded games


@pytest.mark.parametrize("players", BTC.seats)
@pytest.mark.parametrize("seating", ["given", "drawn"])
def test_a_recorded_game_is_valid_and_its_lines_are_canonical(players: int, seating: str, tmp_path: Path) -> None:
    lines = recorded(players, "any", seating=seating)
    (verdict,) = verdicts(tmp_path, lines)
    assert verdict.finding is None
    assert verdict.moves == sum(b'"move"' in line for line in lines)
    assert verdict.id == json.loads(lines[0])["id"]
    of_game = decoder(BTC)
    assert [encode(of_game.event(line)) for line in lines] == list(lines)
    assert encode(decode_header(lines[0])) == lines[0]


def test_recording_gives_the_golden_log_byte_for_byte() -> None:
    assert log(recorded(2, "golden")) == GOLDEN


def test_the_golden_log_is_valid(tmp_path: Path) -> None:
    assert codes(tmp_path, GOLDEN) == []


@pytest.mark.parametrize("hash_seed", ["0", "1", "4711"])
def test_the_golden_log_does_not_depend_on_the_order_of_hashes(hash_seed: str) -> None:
    words = ("play", GAME, "random", "random", "--seed", "golden", "-o", "-")
    assert process(*words, env={"PYTHONHASHSEED": hash_seed}).stdout == GOLDEN


# -- games played at a table


def at_a_table(lines: Sequence[bytes]) -> list[bytes]:
    return replaced(lines, 0, with_fields(lines[0], seed=None))


def test_without_a_seed_the_recorded_draws_are_taken(tmp_path: Path) -> None:
    assert codes(tmp_path, at_a_table(recorded())) == []


@pytest.mark.parametrize(
    "change",
    [
        lambda order: order[:-1],
        lambda order: [*order, "shop"],
        lambda order: [*order[:-1], "zoo"],
        lambda order: [*order[:-1], 7],
        lambda order: ["tavern-bed"] * len(order),
        lambda order: [],
        lambda order: ["factory/office", *order[1:]],
    ],
)
def test_without_a_seed_an_impossible_draw_is_refused(change: Callable[[list[Any]], list[Any]], tmp_path: Path) -> None:
    good = at_a_table(recorded())
    line = with_fields(good[1], order=change(json.loads(good[1])["order"]))
    assert codes(tmp_path, replaced(good, 1, line)) == [("CHANCE-ITEMS", 2)]


def test_what_could_have_been_drawn_is_listed(tmp_path: Path) -> None:
    good = at_a_table(recorded())
    order = ["zoo", "zoo", *json.loads(good[1])["order"][2:]]
    (finding,) = findings(tmp_path, replaced(good, 1, with_fields(good[1], order=order)))
    assert finding.message == (
        f'round-1a: "zoo" cannot be drawn; it draws {len(order)} of: shop × 16, factory × 16, tavern-food × 5, '
        "tavern-drink × 5, tavern-music × 5, tavern-bed × 5, office × 20, park × 16, house × 20"
    )


def test_a_drawn_seating_is_a_permutation_of_the_seats(tmp_path: Path) -> None:
    good = at_a_table(recorded(3, seating="drawn"))
    assert codes(tmp_path, good) == []
    for order in ([0, 1, 1], [1, 2, 3], ["0", "1", "2"], [0, 1]):
        assert codes(tmp_path, replaced(good, 1, with_fields(good[1], order=order))) == [("CHANCE-ITEMS", 2)]


@pytest.mark.parametrize("players", daily([2, 3]))
def test_open_placements_are_accepted_in_any_order_that_the_cities_allow(players: int, tmp_path: Path) -> None:
    good = recorded(players)
    start = index_of(good, b'"place"')
    end = index_of(good, b'"pick"', start)
    valid = 0
    for order in permutations(good[start:end]):
        lines = [*good[:start], *order, *good[end:]]
        wrong = first_contradiction(lines)
        valid += wrong is None
        assert [line for _, line in codes(tmp_path, lines)] == ([] if wrong is None else [wrong + 1])
    assert valid == (24 if players == 2 else 90)


# -- other hands


def reordered(line: bytes) -> bytes:
    """The same with the keys of all objects in reverse order."""
    return json.dumps(json.loads(line, object_pairs_hook=lambda pairs: dict(reversed(pairs)))).encode()


@pytest.mark.parametrize(
    "style",
    [
        reordered,
        lambda line: json.dumps(json.loads(line), ensure_ascii=True, separators=(" ,\t", " :\t")).encode(),
        lambda line: b" \t" + line + b" \r",
        lambda line: line.replace(b'"p', b'"\\u0070'),
        lambda line: with_fields(line, note="Hm … \x1b[31m\n", ms=12.5),
        lambda line: with_fields(line, ms=0),
    ],
)
def test_lines_may_be_written_in_any_style(style: Callable[[bytes], bytes], tmp_path: Path) -> None:
    assert codes(tmp_path, [style(line) for line in recorded()]) == []


@pytest.mark.parametrize("field", ["components", "options", "seed", "id"])
def test_a_header_may_leave_out_what_is_optional(field: str, tmp_path: Path) -> None:
    good = recorded()
    (verdict,) = verdicts(tmp_path, replaced(good, 0, with_fields(good[0], **{field: None})))
    assert verdict.finding is None
    assert (verdict.id is None) == (field == "id")


@pytest.mark.parametrize("field", ["log", "game", "rules", "players"])
def test_a_header_has_what_is_required(field: str, tmp_path: Path) -> None:
    good = recorded()
    expected = "LOG-EVENT" if field == "log" else "LOG-MISSING-FIELD"
    assert codes(tmp_path, replaced(good, 0, with_fields(good[0], **{field: None}))) == [(expected, 1)]


def test_a_result_may_claim_no_more_than_scores_and_ranks(tmp_path: Path) -> None:
    good = recorded()
    result = json.loads(good[-1])["result"]
    bare = dump({"result": {"scores": result["scores"], "ranks": result["ranks"]}})
    assert codes(tmp_path, replaced(good, len(good) - 1, bare)) == []


def test_whole_points_may_be_written_as_decimals(tmp_path: Path) -> None:
    good = recorded()
    score = json.loads(good[-1])["result"]["scores"][0]
    old = f'"scores":[{score}'.encode()
    assert codes(tmp_path, edited(good, len(good) - 1, old, old + b".0")) == []


def test_a_check_may_stand_after_any_line(tmp_path: Path) -> None:
    good = recorded()
    check = next(line for line in good if b"check" in line)
    at = good.index(check)
    assert codes(tmp_path, replaced(good, at, check, b"", check)) == []
    assert codes(tmp_path, replaced(good, at - 1, check, good[at - 1])) == [("CHECK-MISMATCH", at)]


@pytest.mark.parametrize("name", ["x\n", "", "a" * 201, "a\x00", "\x1b[2J", "a\u2028b", "\x85"])
@pytest.mark.parametrize("where", ["id", "player"])
def test_names_are_short_and_without_control_characters(name: str, where: str, tmp_path: Path) -> None:
    good = recorded()
    fields = {"id": name} if where == "id" else {"players": ["a", name]}
    (finding,) = findings(tmp_path, replaced(good, 0, with_fields(good[0], **fields)))
    assert finding.code in ("LOG-VALUE", "LOG-TYPE")
    assert finding.pointer == ("/id" if where == "id" else "/players/1")


def test_a_value_of_the_right_type_but_the_wrong_length_is_a_wrong_value(tmp_path: Path) -> None:
    good = recorded()
    assert codes(tmp_path, replaced(good, 0, with_fields(good[0], id=""))) == [("LOG-VALUE", 1)]
    picks = {"type": "pick", "tiles": ["shop"]}
    assert codes(tmp_path, replaced(good, 2, with_fields(good[2], move=picks))) == [("LOG-VALUE", 3)]


def test_names_may_be_in_any_script(tmp_path: Path) -> None:
    good = recorded()
    assert codes(tmp_path, replaced(good, 0, with_fields(good[0], players=["Übermut", "東京 🏙"]))) == []


def test_the_field_that_tells_a_lines_kind_is_written_without_escapes(tmp_path: Path) -> None:
    good, other = recorded(), recorded(seed="another")
    hidden = other[0].replace(b'"log"', b'"\\u006cog"')
    assert codes(tmp_path, [hidden, *other[1:]]) == [("LOG-EVENT", 1)]
    assert codes(tmp_path, [*good[:10], hidden, *other[1:]]) == [("LOG-EVENT", 11)]


# -- component files

CUSTOM = json.dumps(json.loads(packaged(GAME))).encode()


def test_a_game_is_replayed_with_its_own_component_file_or_not_at_all(tmp_path: Path) -> None:
    good = recorded()
    lines = replaced(good, 0, with_fields(good[0], components=fingerprint(CUSTOM)))
    assert codes(tmp_path, lines) == [("LOG-COMPONENTS", 1)]
    (said,) = verdicts(tmp_path, lines, components={"mine.json": CUSTOM})
    assert said.finding is None
    (said,) = verdicts(tmp_path, lines, components={"other.json": CUSTOM + b"\n"})
    assert said.finding is not None
    assert said.finding.code == "LOG-COMPONENTS"
    assert fingerprint(CUSTOM + b"\n") in said.finding.expected


@pytest.mark.parametrize("digest", ["", "blake2b:", "blake2b:" + "0" * 32])
def test_a_hash_of_no_known_file_is_not_taken_for_the_packaged_one(digest: str, tmp_path: Path) -> None:
    good = recorded()
    ((_, line),) = codes(tmp_path, replaced(good, 0, with_fields(good[0], components=digest)))
    assert line == 1


def test_a_component_file_that_is_passed_changes_nothing_for_games_of_the_packaged_one(tmp_path: Path) -> None:
    (said,) = verdicts(tmp_path, recorded(), components={"mine.json": CUSTOM})
    assert said.finding is None


def test_the_packaged_file_passed_once_more_is_not_listed_twice(tmp_path: Path) -> None:
    good, plain = recorded(), packaged(GAME)
    lines = replaced(good, 0, with_fields(good[0], components=fingerprint(b"lost")))
    files = {"plain.json": plain, "mine.json": CUSTOM, "mine-again.json": CUSTOM}
    (said,) = verdicts(tmp_path, lines, components=files)
    assert said.finding is not None
    assert said.finding.expected == [fingerprint(plain), fingerprint(CUSTOM)]


# -- several files, several processes


def test_an_id_appears_only_once_in_all_files(tmp_path: Path) -> None:
    log, two = write(tmp_path, recorded(), "one.jsonl"), write(tmp_path, recorded(), "two.jsonl")
    first, second = validate([log, two])
    assert first.finding is None
    assert second.finding is not None
    assert (second.finding.code, second.finding.file, second.finding.line) == ("LOG-DUPLICATE-ID", two, 1)
    assert log in second.finding.message


def test_an_id_is_found_again_among_few_games_and_among_many(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    games = [replaced(recorded(), 0, with_fields(recorded()[0], id=name)) for name in "abcabdb"]
    path = write(tmp_path, b"".join(map(log, games)))
    repeats = [verdict.finding for verdict in validate(path)]
    assert [repeat is not None for repeat in repeats] == [False] * 3 + [True] * 2 + [False] + [True]
    for few in (1, 2, 5):
        monkeypatch.setattr("cityleague.replays.log.findings._FEW", few)
        assert [verdict.finding for verdict in validate(path)] == repeats


def test_games_without_an_id_may_be_equal(tmp_path: Path) -> None:
    game = replaced(recorded(), 0, with_fields(recorded()[0], id=None))
    assert codes(tmp_path, [*game, *game]) == []


@pytest.mark.exhaustive
def test_what_is_found_and_its_order_do_not_depend_on_the_number_of_processes(tmp_path: Path) -> None:
    good = recorded()
    broken = [
        edited(good, index_of(good, b'"left"'), b'"left"', b'"middle"'),
        good[:10],
        edited(good, 2, b'"seat":0', b'"seat":7'),
    ]
    content = b"".join([log(broken[i % 3] if i % 4 else good) for i in range(150)])
    paths = [
        write(tmp_path, content, "many.jsonl"),
        str(tmp_path / "none.jsonl"),
        write(tmp_path, b"", "empty.jsonl"),
        write(tmp_path, good, "good.jsonl"),
    ]
    threads = threading.active_count()
    by_two = list(validate(paths, jobs=2))
    assert threading.active_count() == threads, "a thread that closes its pipes while Python ends makes a traceback"
    assert by_two == list(validate(paths))


def test_a_long_move_is_a_move() -> None:
    line = b'{"seat":0,"move":{"type":"pick","tiles":["%s","b"]}}' % (b"a" * 5000)
    assert decoder(BTC).move(line) is not None
