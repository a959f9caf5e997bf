"""The commands that documents print, run one after another as a reader would, beside what their pages presuppose."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from .command import process
from .rows import daily

ROOT = Path(__file__).parent.parent
MADE = {
    "cup": "tournament --game between_two_cities --bots random,greedy,heuristic --deals 3 --seed 1 -o cup",
    "spring": "tournament --game between_two_cities --bots random,greedy --deals 2 --seed 2 -o spring",
    "g.jsonl": "play neom greedy heuristic --seed 7 -o g.jsonl",
    "friday.jsonl": "play between_two_cities easy good good -o friday.jsonl",
    "analysis.jsonl": "analyse cup --level quick -o analysis.jsonl",
}
"""What pages presuppose, and how it is made here."""
PAGES: list[tuple[str, Sequence[str]]] = [
    ("replays/league/LEAGUE.md", ["evenings", "cup"]),
    ("replays/reports/CI.md", ["logs", "friday.jsonl", "cup"]),
    ("cli/COMMANDS.md", ["evenings", "cup", "spring"]),
    ("engine/bots/README.md", []),
    ("replays/people/EVENING.md", []),
    ("replays/players/BOTS.md", ["mybot"]),
    ("replays/archive/TABLES.md", ["cup", "evenings", "analysis.jsonl"]),
    ("replays/tournaments/TOURNAMENTS.md", ["mybot"]),
    ("replays/analysis/ANALYSIS.md", ["g.jsonl", "cup"]),
]
SHORTER = {
    "--deals 20": "--deals 2",
    "--deals 40": "--deals 4",
    "--deals 60": "--deals 4",
    "tournament.toml": "tournament.toml --deals 2",
    "--game neom --seats 3-4 --sample 1%": "--game between_two_cities --seats 3-4 --sample 50%",
    "~/.cache": "cache",
    "analyse friday.jsonl": "analyse examples/by-hand.jsonl",  # which was typed to its end
    "show friday.jsonl": "show examples/by-hand.jsonl",
    "analyse g.jsonl": "analyse g.jsonl --level quick",
}
"""What takes longer than a test should, or needs more games than there are here."""
_NOT_HERE = re.compile("cityleague serve|.*tcp:")
"""Servers and clusters."""
_TYPED = b"1\n\n" * 6 + b"quit\n"


def staged(folder: Path, presupposed: Sequence[str], text: str) -> None:
    """Put into the folder what a page presupposes, and the bots that it shows itself."""
    (folder / "examples").symlink_to(ROOT / "examples")
    for name in presupposed:
        if name in MADE:
            assert process(*MADE[name].split(), cwd=folder).returncode == 0
        elif name == "evenings":
            shutil.copytree(ROOT / "examples" / "evenings", folder / name)
        elif name == "logs":
            (folder / name).mkdir()
            shutil.copy(ROOT / "examples" / "by-hand.jsonl", folder / name)
        else:
            program = (
                (ROOT / "examples/bots/random_bot.py")
                .read_text()
                .replace("#!/usr/bin/env python3", f"#!{sys.executable}")
            )
            (folder / name).write_text(program)
            (folder / name).chmod(0o755)
    for code in re.findall(r"```python\n(class Cautious.*?)```", text, re.DOTALL):
        (folder / "cautious.py").write_text(code)


@pytest.mark.parametrize(("page", "presupposed"), daily(PAGES, 3))
def test_every_line_of_a_page_works_beside_what_it_presupposes(
    page: str, presupposed: Sequence[str], tmp_path: Path
) -> None:
    text = (ROOT / page).read_text("utf-8")
    staged(tmp_path, presupposed, text)
    lines = [line for line in re.findall(r"^    (cityleague .*)$", text, re.MULTILINE) if not _NOT_HERE.match(line)]
    assert len(lines) > 2
    for line in lines:
        for long, short in SHORTER.items():
            line = line.replace(long, short)  # noqa: PLW2901
        path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        done = subprocess.run(
            ["bash", "-c", line],
            cwd=tmp_path,
            input=_TYPED,
            env=os.environ | {"PATH": path},
            capture_output=True,
            check=False,
        )
        assert done.returncode == 0, (line, done.stderr.decode())
