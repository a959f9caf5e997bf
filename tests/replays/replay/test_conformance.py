"""The corpus in examples/conformance: its logs have the findings that it tells, and are those of our own tests."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import msgspec

from cityleague.engine.registry import GAMES
from cityleague.engine.registry import game as find_game
from cityleague.replays.log import CODES, Finding

from ...cli.helpers import run
from ..conformance import CORPUS, FORMAT, OURS, Case, cases, expected
from ..helpers import DATA

BROKEN = CORPUS / "broken"
EXPECTED = sorted(BROKEN.glob("*/*.json"))


def log_of(told: Path) -> Path:
    """The log to which a file with a finding belongs."""
    code = told.stem
    there = [*told.parent.glob(f"{code}.jsonl*"), *told.parent.glob(f"{code}/games.jsonl")]
    return there[0] if there else told.with_suffix(".jsonl")


def test_there_is_a_broken_log_for_each_code_and_a_good_one_for_each_game() -> None:
    codes = {(name, rule.code) for name in GAMES for rule in find_game(name).catalogue()}
    assert {(path.parent.name, path.stem) for path in EXPECTED} == codes | {(FORMAT, code) for code in CODES}
    assert {path.stem for path in DATA.glob("*.jsonl")} == set(GAMES)


def test_the_corpus_is_what_our_own_tests_hold() -> None:
    """If this fails, run: python -m tests.replays.conformance examples/conformance"""
    made = list(cases())
    for case in made:
        for path, content in files(case).items():
            assert unpacked(path, path.read_bytes()) == unpacked(path, content), path
    files_told = {path for case in made for path in files(case)}
    files_told |= {BROKEN / case.folder / f"{case.code}.json" for case in made}
    assert {path for folder in ("broken", "components") for path in (CORPUS / folder).rglob("*.*")} == files_told


def files(case: Case) -> dict[Path, bytes]:
    """The files of a case in the corpus, except the finding."""
    path = BROKEN / case.folder / case.name
    own = {} if case.content is None else {path: case.content}
    beside = {path.parent / name: content for name, content in case.beside.items()}
    return own | beside | {CORPUS / "components" / name: content for name, content in case.components.items()}


def unpacked(path: Path, content: bytes) -> bytes:
    """The content, unpacked where that is possible: each version of zlib packs in its own way."""
    if path.suffix != ".gz":
        return content
    try:
        return gzip.decompress(content)
    except (OSError, EOFError):  # a damaged one, on purpose
        return b""


def test_a_broken_log_has_the_finding_that_the_file_beside_it_tells() -> None:
    options = [f"--components={path}" for path in sorted((CORPUS / "components").glob("*.json"))]
    done = run("validate", BROKEN, "--format", "json", *options, code=3)
    findings = [msgspec.json.decode(line, type=Finding) for line in done.stdout.splitlines()]
    told = {finding.file: expected(finding) for finding in findings}  # of two games with the same id, the second
    assert told == {str(log_of(path)): json.loads(path.read_bytes()) for path in EXPECTED if log_of(path).exists()}
    assert [path.stem for path in EXPECTED if not log_of(path).exists()] == ["IO-UNREADABLE"]
    assert all(json.loads(path.read_bytes())["code"] == path.stem for path in EXPECTED)


def test_the_readme_names_the_codes_that_only_we_can_find() -> None:
    read_me = (CORPUS / "README.md").read_text("utf-8")
    for code in OURS:
        assert f"`{code}`" in read_me
