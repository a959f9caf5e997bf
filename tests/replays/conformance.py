"""Writes examples/conformance/broken: for each code, the first case of our own tests and the finding expected.

python -m tests.replays.conformance examples/conformance
"""

from __future__ import annotations

import gzip
import shutil
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from cityleague.engine.components import fingerprint
from cityleague.replays.log import Finding
from cityleague.replays.log.secrecy import REVEALED_FILE, Secret
from cityleague.replays.replay import validate

from .cases import CASES, Broken
from .helpers import log, recorded, replaced, with_fields
from .rule_cases import RULE_CASES

CORPUS = Path(__file__).parents[2] / "examples/conformance"
OURS = ("CHECK-MISMATCH", "RESULT-DIGEST")
"""Codes that another program cannot give: how a digest is computed is private."""

_TOLD = ("code", "line", "column", "pointer", "id", "game", "move", "seat", "player", "unexamined")
"""Facts of a finding. Its words are free, and so are its hints: what would have been right, and earlier lines."""
TOLD = CORPUS.parents[1] / "replays/reports/broken.json"
_SHOWN = 400
"""So much of a line is told."""
_LONG = 1 << 16
"""A longer log is compressed."""
_SECRET = Secret(1, bytes(range(32)))


FORMAT = "format"
"""The folder of the codes that are no game's."""


class Case(NamedTuple):
    """A log of the corpus; a name with a slash in it stands for a folder with other files."""

    folder: str
    """The game whose rule is broken, or FORMAT."""
    code: str
    name: str
    content: bytes | None
    """None: there is no such file."""
    components: Mapping[str, bytes] = {}
    """By their names in the corpus."""
    beside: Mapping[str, bytes] = {}


def cases() -> Iterator[Case]:
    """One case for each code."""
    met = set[str]()
    for code, make in CASES:
        if code not in met:
            met.add(code)
            yield _case(FORMAT, code, make(recorded()))
    yield from _secret_cases()
    for game, rules in RULE_CASES.items():
        for code, several in rules.items():
            yield _case(game, code, several[0]())


def _case(folder: str, code: str, broken: Broken) -> Case:
    components = {f"{fingerprint(data).partition(':')[2]}.json": data for data in broken.components.values()}
    if broken.name.startswith("missing/"):
        return Case(folder, code, f"{code}.jsonl", None)
    content, ending = broken.content, broken.name.removeprefix("game").removeprefix(".jsonl")
    if not ending and len(content) > _LONG:
        content, ending = gzip.compress(content, mtime=0), ".gz"
    return Case(folder, code, f"{code}.jsonl{ending}", content, components)


def _secret_cases() -> Iterator[Case]:
    """A game whose header names another secret than the one in its folder, and a game with the seed of another deal."""
    for code, secret, deal in (("LOG-COMMITMENT", Secret(1, bytes(32)), 1), ("LOG-SEED", _SECRET, 2)):
        good = recorded(seed=secret.deal_seed(deal))
        stated = msgspec.to_builtins(secret.commitment(1))
        content = log(replaced(good, 0, with_fields(good[0], commitment=stated)))
        yield Case(FORMAT, code, f"{code}/games.jsonl", content, beside={REVEALED_FILE: _SECRET.line().encode()})


def expected(finding: Finding) -> dict[str, Any]:
    """The facts of a finding that every validator should report."""
    told = msgspec.to_builtins(finding)
    return {name: told[name] for name in _TOLD if name in told}


def facts(path: Path, components: Mapping[str, bytes]) -> dict[str, Any]:
    """The facts of the one finding of a log."""
    (finding,) = [verdict.finding for verdict in validate(path, components) if verdict.finding]
    return expected(finding)


def write(corpus: Path) -> None:
    """Write all broken logs again, with the component files that they need."""
    for folder in ("broken", "components"):
        shutil.rmtree(corpus / folder, ignore_errors=True)
        (corpus / folder).mkdir()
    for case in cases():
        path = corpus / "broken" / case.folder / case.name
        path.parent.mkdir(exist_ok=True, parents=True)
        if case.content is not None:
            path.write_bytes(case.content)
        for name, content in case.beside.items():
            (path.parent / name).write_bytes(content)
        for name, content in case.components.items():
            (corpus / "components" / name).write_bytes(content)
        (corpus / "broken" / case.folder / f"{case.code}.json").write_bytes(
            msgspec.json.format(msgspec.json.encode(facts(path, case.components)), indent=2) + b"\n"
        )


def told(corpus: Path) -> bytes:
    """For `cityleague rules CODE`: of each broken log the line that breaks the rule, and what the finding says."""
    examples = {}
    for case in cases():
        path = corpus / "broken" / case.folder / case.name
        (finding,) = [verdict.finding for verdict in validate(path, case.components) if verdict.finding]
        name = path.relative_to(corpus.parents[1]).as_posix()
        lines = (case.content or b"").split(b"\n") if name.endswith(".jsonl") else []
        shown = lines[finding.line - 1] if finding.line and finding.line <= len(lines) else b""
        message = finding.message.replace(str(path), path.name)
        short = shown if len(shown) <= _SHOWN else shown[:_SHOWN] + b"..."
        examples[case.code] = {
            "log": name,
            "line": finding.line,
            "shown": short.decode("ascii", "backslashreplace"),
            "says": message,
        }
    return msgspec.json.format(msgspec.json.encode(examples), indent=1) + b"\n"


if __name__ == "__main__":
    write(Path(sys.argv[1]))
    TOLD.write_bytes(told(CORPUS))
