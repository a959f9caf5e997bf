"""Commands with --cache print what they print without, and do not replay what they have proven."""

from __future__ import annotations

from pathlib import Path
from typing import NoReturn

import pytest

from cityleague.replays.pages import reading
from cityleague.replays.replay import cache, validation
from cityleague.replays.reports import STANDING_FORMATS

from ..fuzz.targets import CORPUS
from ..rows import daily
from .helpers import run, usage

ROOT = Path(__file__).parents[2]
LOGS: tuple[Path, ...] = (
    CORPUS / "broken/between_two_cities",
    *sorted(ROOT.glob("examples/*by-hand.jsonl")),
    ROOT / "examples/broken.jsonl",
)


@pytest.fixture(autouse=True)
def nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """No cache but that of the test, and no game that is replayed though it is known."""
    monkeypatch.delenv("CITYLEAGUE_CACHE", raising=False)
    monkeypatch.setattr(cache, "_AGAIN", 1 << 200)


def no_replays(patch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> NoReturn:
        raise AssertionError("a game is replayed")

    patch.setattr(validation, "Replay", refuse)
    patch.setattr(reading, "Replay", refuse)


def test_validate_prints_the_same(tmp_path: Path) -> None:
    store = tmp_path / "cache"
    run("validate", *LOGS[:3], "--cache", store, code=1)  # half of what follows
    for format_ in ("text", "sarif"):  # the others show the same verdicts
        command: list[str | Path] = ["validate", *LOGS, "--format", format_]
        plain = run(*command, code=1)
        assert run(*command, "--cache", store, code=1).output == plain.output
        running = run(*command, "--still-running", code=1)
        assert run(*command, "--still-running", "--cache", store, code=1).output == running.output != plain.output


@pytest.mark.exhaustive
def test_a_table_of_proven_results_is_the_same_in_every_format(tmp_path: Path) -> None:
    store = tmp_path / "cache"
    run("validate", *LOGS[:3], "--cache", store, code=1)
    for format_ in STANDING_FORMATS:
        command: list[str | Path] = ["table", "--validate", *LOGS, "--format", format_]
        plain = run(*command, code=1)
        assert run(*command, "--cache", store, code=1).output == plain.output


def test_what_is_known_is_not_replayed_by_any_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CITYLEAGUE_CACHE", str(tmp_path / "cache"))
    logs = [CORPUS / "good/between_two_cities.jsonl", ROOT / "examples/broken.jsonl"]
    plain = [run(*command, "--no-cache", code=1) for command in commands(logs, tmp_path)]
    assert not (tmp_path / "cache").exists()
    run("validate", *logs, code=1)
    no_replays(monkeypatch)
    for command, before in zip(commands(logs, tmp_path), plain, strict=True):
        assert run(*command, code=1).output == before.output
    with pytest.raises(AssertionError, match="a game is replayed"):
        run("validate", *logs, "--no-cache", code=1)


def commands(logs: list[Path], folder: Path) -> list[tuple[str | Path, ...]]:
    return [
        ("validate", *logs),
        ("table", *logs, "--validate"),
        ("report", *logs, "-o", folder / "site"),
        ("report", *logs, "-o", folder / "one.html", "--validate"),
    ]


@pytest.mark.exhaustive
@pytest.mark.parametrize("logs", daily([list(LOGS[1::5]), ([*LOGS[-6:], CORPUS / "good/neom.jsonl"],)]), ids=len)
def test_pages_have_the_same_bytes(logs: list[Path], tmp_path: Path) -> None:
    (tmp_path / "logs").mkdir()
    for number, path in enumerate(logs):
        (tmp_path / f"logs/{number}.jsonl").write_bytes(path.read_bytes())
    bare = b'{"log":1,"game":"neom","rules":"1","players":["Ada","Ben"]}\n{"result":{"scores":[2,1],"ranks":[1,2]}}\n'
    (tmp_path / "logs/bare.jsonl").write_bytes(bare)
    kept = ("--cache", tmp_path / "cache")
    sites = []
    for name, options in {"plain": (), "cold": (*kept, "-j", "2"), "warm": kept}.items():
        site = tmp_path / name
        run("report", tmp_path / "logs", "-o", site, *options, code=1)
        sites.append({path.relative_to(site): path.read_bytes() for path in site.rglob("*") if path.is_file()})
    assert len(sites[0]) > 10
    assert sites[0] == sites[1] == sites[2]


def test_a_folder_of_somebody_else_is_told_in_one_line_and_left_alone(tmp_path: Path) -> None:
    (tmp_path / "photos").mkdir()
    (tmp_path / "photos/me.png").write_bytes(b"PNG")
    log = ROOT / "examples/by-hand.jsonl"
    plain, done = run("validate", log), run("validate", log, "--cache", tmp_path / "photos")
    assert done.stdout == plain.stdout
    first, *rest = done.stderr.splitlines()
    assert rest == plain.stderr.splitlines()
    assert first == (
        f"{tmp_path / 'photos'}: no verdicts are remembered: it holds files of others: name a new or an empty folder"
    )
    assert [path.name for path in (tmp_path / "photos").iterdir()] == ["me.png"]


def test_standard_output_is_no_folder() -> None:
    assert "- is standard output" in usage("validate", ROOT / "examples/by-hand.jsonl", "--cache", "-")
