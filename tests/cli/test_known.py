"""Findings that are known, rules told by their codes, and what was probably meant by a mistyped word."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from cityleague.replays.log import CODES, rules_like

from ..replays import conformance
from ..rows import daily
from .helpers import run, usage

BROKEN = conformance.CORPUS / "broken"
GOOD = Path(__file__).parents[2] / "examples" / "by-hand.jsonl"


@pytest.fixture
def logs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    shutil.copy(BROKEN / "neom" / "NEOM-SWAP-GIVE.jsonl", "old.jsonl")
    shutil.copy(BROKEN / "between_two_cities" / "B2C-PLACE-APART.jsonl", "new.jsonl")
    return tmp_path


def test_known_findings_are_counted_and_no_failure(logs: Path) -> None:
    assert "1 more finding known" in run("validate", "old.jsonl", "--write-known", "known.txt").stderr
    told = run("validate", "old.jsonl", "--known", "known.txt", "--format", "sarif")
    assert not json.loads(told.stdout)["runs"][0]["results"]
    assert "0 findings; 1 more finding known" in told.stderr
    told = run("validate", "old.jsonl", "new.jsonl", "--known", "known.txt", code=1)
    assert "B2C-PLACE-APART" in told.stdout
    assert "NEOM-SWAP-GIVE" not in told.stdout
    assert "1 finding (1 B2C-PLACE-APART); 1 more finding known" in told.stderr


def test_it_is_the_game_that_is_known_wherever_it_stands(logs: Path) -> None:
    run("validate", "old.jsonl", "--write-known", "known.txt")
    (logs / "old.jsonl").write_bytes(GOOD.read_bytes() + (logs / "old.jsonl").read_bytes())
    (logs / "old.jsonl").rename("moved.jsonl")
    run("validate", "moved.jsonl", "--known", "known.txt")
    changed = (logs / "moved.jsonl").read_bytes().replace(b'"give":[121]', b'"give":[122]').replace(b"[121]", b"[122]")
    (logs / "moved.jsonl").write_bytes(changed)
    run("validate", "moved.jsonl", "--known", "known.txt", code=1)


def test_what_is_mended_is_told_and_leaves_the_file(logs: Path) -> None:
    run("validate", "old.jsonl", "new.jsonl", "--write-known", "known.txt")
    shutil.copy(GOOD, "old.jsonl")
    told = run("validate", "old.jsonl", "new.jsonl", "--known", "known.txt").stderr
    assert "known.txt: 1 finding not met, such as NEOM-SWAP-GIVE old.jsonl:" in told
    assert "--write-known known.txt" in told
    told = run("validate", "old.jsonl", "new.jsonl", "--known", "known.txt", "--write-known", "known.txt").stderr
    assert "1 finding no longer there, such as NEOM-SWAP-GIVE" in told
    assert "NEOM-SWAP-GIVE" not in (logs / "known.txt").read_text()
    assert "not met" not in run("validate", "new.jsonl", "--known", "known.txt").stderr


def test_what_cannot_be_read_is_never_known(logs: Path) -> None:
    shutil.copy(BROKEN / "format" / "IO-CORRUPT.jsonl.gz", "bad.jsonl.gz")
    run("validate", "bad.jsonl.gz", "--write-known", "known.txt", code=3)
    assert "IO-" not in (logs / "known.txt").read_text().partition("\n")[2]


def test_no_other_file_is_taken_for_one_of_findings(logs: Path) -> None:
    before = (logs / "new.jsonl").read_bytes()
    assert "is no list of findings" in usage("validate", "old.jsonl", "--write-known", "new.jsonl")
    assert (logs / "new.jsonl").read_bytes() == before
    assert "is no finding" in usage("validate", "old.jsonl", "--known", "new.jsonl")


def test_an_analysis_that_is_named_is_left_out() -> None:
    folder = GOOD.parent / "analysed"
    told = run("validate", folder / "neom.jsonl", folder / "neom.analysis.jsonl")
    assert "is an analysis, and no log: left out" in told.stderr
    assert "1 file, 1 game" in told.stderr


def test_the_examples_of_broken_logs_are_those_of_the_corpus() -> None:
    assert conformance.told(conformance.CORPUS) == conformance.TOLD.read_bytes()
    assert {*json.loads(conformance.TOLD.read_bytes())} == {rule.code for rule in rules_like("")}


@pytest.mark.parametrize("code", daily([rule.code for rule in rules_like("")], 8))
def test_a_code_tells_its_rule_and_a_log_that_breaks_it(code: str) -> None:
    told = run("rules", code.lower()).stdout
    (rule,) = rules_like(code)
    assert told.startswith(f"{code}: {rule.text}\n")
    assert rule.section in told
    log = told.rpartition("the whole log: ")[2].partition(" ")[0]
    assert code in log
    if code != "IO-UNREADABLE":
        assert (conformance.CORPUS.parents[1] / log).exists()


def test_a_part_of_a_code_lists_the_rules_that_have_it() -> None:
    rows = json.loads(run("rules", "swap", "--format", "json").stdout)
    assert [row["code"] for row in rows] == ["NEOM-SWAP-GIVE", "NEOM-SWAP-TAKE"]
    assert len(json.loads(run("rules", "LOG-", "--format", "json").stdout)) == sum("LOG-" in code for code in CODES)
    assert "no game is called 'nothing'" in usage("rules", "nothing")


def test_sarif_explains_each_rule_and_knows_a_finding_again(logs: Path) -> None:
    def results() -> tuple[Any, Any]:
        (sarif,) = json.loads(run("validate", ".", "--format", "sarif", code=1).stdout)["runs"]
        return sarif["tool"]["driver"]["rules"], sarif["results"]

    rules, before = results()
    for rule in rules:
        jsonschema.validate(rule["help"], {"required": ["text", "markdown"]})
        assert rule["fullDescription"]["text"].startswith(rule["shortDescription"]["text"])
        assert f"cityleague rules {rule['id']}" in rule["help"]["text"]
    prints = {result["ruleId"]: result["partialFingerprints"]["game/v1"] for result in before}
    assert len({*prints.values()}) == 2
    (logs / "old.jsonl").write_bytes(GOOD.read_bytes() + (logs / "old.jsonl").read_bytes())
    assert {result["ruleId"]: result["partialFingerprints"]["game/v1"] for result in results()[1]} == prints


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        (["valdate", "g.jsonl"], "Do you mean validate?"),
        (["tabel", "g.jsonl"], "Do you mean table?"),
        (["play", "neom", "godo", "random"], "do you mean good?"),
        (["check-bot", "cautious.py", "neom"], "a bot of your own is written MODULE:CLASS, or exec:COMMAND"),
        (["check-bot", "nobody.py:Careful", "neom"], "(leave out .py)"),
        (["play", "neom", "gredy", "random"], "do you mean greedy?"),
        (["games", "neon"], "do you mean neom?"),
    ],
)
def test_who_mistypes_a_word_is_told_the_nearest(words: list[str], meant: str) -> None:
    assert meant in usage(*words)


@pytest.mark.parametrize("at", [0, 1, 2])
def test_colour_is_asked_for_anywhere(logs: Path, at: int) -> None:
    words = ["validate", "old.jsonl"]
    assert "\x1b[" in run(*words[:at], "--color", "always", *words[at:], code=1).stdout
    assert "\x1b[" in run(*words[:at], "--color=always", *words[at:], code=1).stdout
    assert "\x1b[" not in run(*words[:at], "--color=never", *words[at:], code=1).stdout
