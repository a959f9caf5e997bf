"""Games without a result, or without an end: their standing so far, and what is missing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cityleague.engine.registry import GAMES
from cityleague.replays.log import RawGame
from cityleague.replays.replay import ComponentFiles, Replay, Report, validate

from ..helpers import DATA, dump, edited, findings, index_of, log, recorded, replaced, write

LACKING = ("RESULT-MISSING", "GAME-TRUNCATED")


def replayed(lines: list[bytes], may_lack: tuple[str, ...] = ()) -> Report:
    return Replay(RawGame("some.jsonl", 1, (log(lines),), 0), ComponentFiles()).run(may_lack)


def first_game(name: str) -> list[bytes]:
    """The lines of the first game of a golden log."""
    lines = (DATA / f"{name}.jsonl").read_bytes().splitlines()
    return lines[: index_of(lines, b'{"result":') + 1]


@pytest.mark.parametrize("name", GAMES)
def test_a_game_of_any_kind_is_mended_by_the_result_line_that_its_finding_expects(name: str, tmp_path: Path) -> None:
    *lines, result = first_game(name)
    (finding,) = findings(tmp_path, lines)
    (line,) = finding.expected
    true = json.loads(result)["result"]
    assert json.loads(dump(line)) == {"result": {"scores": true["scores"], "ranks": true["ranks"]}}
    assert findings(tmp_path, [*lines, dump(line)]) == []


@pytest.mark.parametrize("name", GAMES)
def test_a_game_of_any_kind_is_counted_as_it_stands_after_any_line(name: str) -> None:
    lines = first_game(name)[:-1]
    for end in sorted({1, 2, 3, len(lines) // 3, len(lines) // 2, len(lines) - 1, len(lines)}):
        report = replayed(lines[:end], LACKING)
        assert report.finding is None
        assert report.standing is not None
        assert report.result is None
        players = len(json.loads(lines[0])["players"])
        assert len(report.standing.result.scores) == len(report.standing.result.ranks) == players
        assert report.over == (end == len(lines))
        assert report.moves == sum(line.startswith(b'{"seat":') for line in lines[:end])


def test_the_result_line_repeats_the_forfeits(tmp_path: Path) -> None:
    good = recorded()
    forfeit = b'{"forfeit":{"seat":1,"kind":"stall","reason":"went home"}}'
    lines = [line for line in replaced(good, 2, forfeit, good[2])[:-1] if b'"check"' not in line]
    (finding,) = findings(tmp_path, lines)
    (line,) = finding.expected
    assert line["result"]["forfeits"] == [{"seat": 1, "kind": "stall"}]
    assert line["result"]["ranks"] == (1, 2)
    assert findings(tmp_path, [*lines, dump(line)]) == []


def test_a_wrong_score_or_rank_is_reported_with_all_figures(tmp_path: Path) -> None:
    good = recorded()
    true = json.loads(good[-1])["result"]
    figures = f"the scores are {true['scores']}, the ranks {true['ranks']}"
    for old, new, code in (
        (b'"scores":[', b'"scores":[1', "RESULT-SCORE"),
        (b'"ranks":[2', b'"ranks":[1', "RESULT-RANK"),
    ):
        lines = edited(good, len(good) - 1, old, new)
        (finding,) = findings(tmp_path, lines)
        assert (finding.code, finding.message.partition("; ")[2]) == (code, figures)
        report = replayed(lines)
        assert report.standing is not None
        assert list(report.standing.result.scores) == true["scores"]
    too_few = replaced(good, len(good) - 1, b'{"result":{"scores":[1],"ranks":[1]}}')
    (finding,) = findings(tmp_path, too_few)
    assert finding.message.endswith(figures)


def test_a_missing_end_is_reported_with_the_number_of_the_last_move(tmp_path: Path) -> None:
    good = recorded()
    moves = sum(line.startswith(b'{"seat":') for line in good)
    assert [finding.move for finding in findings(tmp_path, good[:-1])] == [moves]
    last = index_of(good, b'{"seat":', 20)
    made = sum(line.startswith(b'{"seat":') for line in good[: last + 1])
    assert [finding.move for finding in findings(tmp_path, good[: last + 1])] == [made]
    assert [finding.move for finding in findings(tmp_path, [*good[: last + 1], b""])] == [made]
    assert [finding.move for finding in findings(tmp_path, good[:1])] == [0]


def test_a_game_that_breaks_a_rule_has_no_standing() -> None:
    good = recorded()
    report = replayed(edited(good, 2, b'"seat":0', b'"seat":9'), LACKING)
    assert report.finding is not None
    assert (report.finding.code, report.standing, report.over) == ("LOG-SEAT", None, False)


def test_a_game_that_was_given_up_has_the_standing_at_which_its_result_was_written() -> None:
    lines = [*recorded()[:9], b'{"result":{"scores":[1,2],"ranks":[2,1]}}']
    report = replayed(lines, LACKING)
    assert report.finding is not None
    assert report.finding.code == "RESULT-EARLY"
    assert report.standing is not None
    assert not report.over


def test_a_game_that_is_still_running_is_checked_as_far_as_it_has_come(tmp_path: Path) -> None:
    good = list(recorded())
    for end in (1, 2, 5, len(good) - 2):
        (said,) = validate(write(tmp_path, good[:end]), still_running=True)
        assert said.finding is None
    for lines, code in (
        (good[:-1], "RESULT-MISSING"),
        (edited(good[:9], 5, b'"seat":', b'"seat":7'), "LOG-SEAT"),
        ([*good[:5], b'{"seat":0'], "LOG-JSON"),
    ):
        (said,) = validate(write(tmp_path, lines), still_running=True)
        assert said.finding is not None
        assert said.finding.code == code
