"""What the documents and the examples say is what the program does."""

from __future__ import annotations

import re
import shlex
import textwrap
from pathlib import Path
from typing import get_args

import pytest
from click.testing import CliRunner
from msgspec import UNSET

from cityleague.cli import cli
from cityleague.engine.chance import Stream
from cityleague.engine.registry import GAMES
from cityleague.replays.log import ForfeitKind, decode_header
from cityleague.replays.log.events import EVENTS, is_header

from .cli.helpers import commands

ROOT = Path(__file__).parent.parent
FORMAT = (ROOT / "replays" / "log" / "FORMAT.md").read_text("utf-8")
README = (ROOT / "README.md").read_text("utf-8")


def documents(folder: str) -> list[Path]:
    """The Markdown files in a folder and below it; for the project's own folder, only those at the top."""
    return sorted((ROOT / folder).glob("*.md" if folder == "." else "**/*.md"))


@pytest.fixture(autouse=True)
def _in_the_project(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


def test_the_game_in_the_format_document_is_the_example_and_is_valid() -> None:
    """The document has its beginning and its end."""
    *blocks, end = re.findall(r"```json\n(.*?)```", FORMAT, re.DOTALL)
    whole = Path("examples/by-hand.jsonl").read_text("utf-8")
    assert whole.startswith("".join(blocks))
    assert whole.endswith(end)
    assert f"has {whole.count(chr(10))} lines" in FORMAT
    result = CliRunner().invoke(cli, ["validate", "examples/by-hand.jsonl"])
    assert (result.exit_code, result.stdout) == (0, "")


def test_games_written_by_hand_are_scored() -> None:
    result = CliRunner().invoke(cli, ["score", "examples/by-hand.jsonl"])
    assert result.exit_code == 0
    assert "1. Ada (seat 0): 57 points" in result.stdout
    result = CliRunner().invoke(cli, ["score", "examples/card-city-by-hand.jsonl"])
    assert result.exit_code == 0
    assert "1. Ben (seat 1): 40 points" in result.stdout
    assert "115 $ / 5, 0 $ left" in result.stdout


GOOD_EXAMPLES = sorted(path.name for path in (ROOT / "examples").glob("*.jsonl") if path.name != "broken.jsonl")


@pytest.mark.parametrize("name", GOOD_EXAMPLES)
def test_the_other_example_logs_are_valid(name: str) -> None:
    result = CliRunner().invoke(cli, ["validate", f"examples/{name}"])
    assert (result.exit_code, result.stdout) == (0, "")


def test_the_example_logs_show_every_game() -> None:
    headers = [
        decode_header(line)
        for name in GOOD_EXAMPLES
        for line in Path("examples", name).read_bytes().splitlines()
        if is_header(line)
    ]
    assert {header.game for header in headers} == set(GAMES)
    by_hand = [header for header in headers if header.seed is UNSET]
    assert {header.game for header in by_hand} == set(GAMES)


def test_the_broken_examples_give_the_findings_beside_them() -> None:
    result = CliRunner().invoke(cli, ["validate", "examples/broken.jsonl"])
    assert result.exit_code == 1
    assert result.stdout == Path("examples/broken.findings.txt").read_text("utf-8")


def test_the_test_vectors_of_the_format_document_hold() -> None:
    rows = re.findall(r"^\| `(.*?)` \| `(.*?)` \| (.*?) \| (.*?) \|$", FORMAT, re.MULTILINE)
    assert len(rows) == 4
    for seed, name, what, gives in rows:
        stream = Stream(seed, name)
        if what == "first four numbers":
            drawn = [str(stream.below(1 << 32)) for _ in range(4)]
        else:
            count, items = re.fullmatch(r"draw (\d+) of (.*)", what).groups()  # type: ignore[union-attr]
            pool: list[str] = [str(i) for i in range(10)] if "…" in items else items.split(", ")
            drawn = stream.draw(pool, int(count))
        assert drawn == gives.split(", ")


def test_the_format_document_names_every_kind_of_forfeit() -> None:
    for kind in get_args(ForfeitKind):
        assert f"`{kind}`" in FORMAT


def test_the_format_document_describes_every_kind_of_event() -> None:
    for field in EVENTS:
        assert f"`{field}`" in FORMAT


def _commands(text: str) -> list[list[str]]:
    lines = re.findall(r"^\s*(?:- (?:run: )?)?\$? ?(cityleague [^\n]*)$", text, re.MULTILINE)
    return [shlex.split(line, comments=True) for line in lines]


@pytest.mark.parametrize(
    "document",
    [
        "README.md",
        "cli/BEGIN.md",
        "cli/COMMANDS.md",
        "engine/bots/README.md",
        "replays/PROOF.md",
        "replays/analysis/ANALYSIS.md",
        "replays/league/LEAGUE.md",
        "replays/people/EVENING.md",
        "replays/reports/CI.md",
        "replays/tournaments/TOURNAMENTS.md",
        "replays/tuning/TUNING.md",
        "replays/players/BOTS.md",
        "examples/ci-workflow.yml",
        "examples/gitlab-ci.yml",
        "examples/tournament.toml",
        "examples/card-city.toml",
    ],
)
def test_every_command_in_the_documents_is_one_that_the_program_understands(document: str) -> None:
    text = Path(document).read_text("utf-8").replace("# cityleague", "cityleague")
    known = commands()
    used = [words for words in _commands(text) if words[1] in known]
    assert used
    for _, name, *words in used:
        command = known[name]
        shell = {">", ">>", "<", "|"}
        end = next((i for i, word in enumerate(words) if word in shell), len(words))
        options = {option for parameter in command.params for option in parameter.opts}
        given = {word.split("=")[0] for word in words[:end] if word.startswith("-") and word not in ("-", "--")}
        assert given <= options, (document, name)
        assert not [word for word in words if re.search(r"(^|,)me=", word)], "no bot is called like a person"


@pytest.mark.parametrize("name", sorted(commands()))
def test_every_command_has_help_with_an_example(name: str) -> None:
    result = CliRunner().invoke(cli, [name, "--help"])
    assert result.exit_code == 0
    assert re.search(rf"Examples?\b.*:(.|\n)*cityleague {name}", result.stdout)


@pytest.mark.parametrize(("file", "bot"), [("tournament.toml", "balanced"), ("card-city.toml", "greedy")])
def test_the_example_tournaments_play(file: str, bot: str, tmp_path: Path) -> None:
    words = ["tournament", f"examples/{file}", "--deals", "1", "-o", str(tmp_path / "cup")]
    result = CliRunner().invoke(cli, words)
    assert result.exit_code == 0
    assert bot in result.stdout
    assert CliRunner().invoke(cli, ["validate", str(tmp_path / "cup")]).exit_code == 0


DOCUMENTS = [path for folder in (".", "cli", "engine", "replays", "examples", "tests") for path in documents(folder)]


@pytest.mark.parametrize("document", DOCUMENTS, ids=[str(path.relative_to(ROOT)) for path in DOCUMENTS])
def test_every_link_in_the_documents_leads_somewhere(document: Path) -> None:
    """A link leads to a file that exists, and to a heading in it."""
    for target in re.findall(r"\]\(([^)]+)\)", document.read_text("utf-8")):
        path, _, heading = target.partition("#")
        if "://" in path:
            continue
        other = document.parent / path if path else document
        assert other.exists(), target
        if heading:
            headings = re.findall(r"^#+ (.*)$", other.read_text("utf-8"), re.MULTILINE)
            assert heading in [re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in headings], target


@pytest.mark.exhaustive
def test_the_readme_shows_how_tables_of_people_and_bots_begin(tmp_path: Path) -> None:
    part = README.partition("## What it looks like")[2].replace("\n-o", " -o")
    told = re.findall(r"after `cityleague (.*?)`[^\n]*:\n\n((?: {4}[^\n]*\n|\n)+)", part)
    assert [command.split()[0] for command, _ in told] == ["table", "tournament"]
    for command, table in told:
        result = CliRunner().invoke(cli, shlex.split(command.replace("-o cup", f"-o {tmp_path / 'cup'}")))
        assert textwrap.dedent(table).strip("\n") + "\n\n" in result.stdout, command


def test_the_readme_is_short() -> None:
    assert len(README.splitlines()) <= 150
