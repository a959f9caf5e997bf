"""The pictures in README are those of the pages as they are now."""

from __future__ import annotations

from pathlib import Path

import pytest

from ..cli.helpers import run
from .pictures import ANALYSED, ANALYSIS, HASHES, PICTURES, ROOT, all_shots, hashes


def test_the_pictures_in_readme_are_current() -> None:
    pages = all_shots()
    assert (PICTURES / HASHES).read_text("utf-8") == hashes(pages), "make pictures draws them anew"
    readme = (ROOT / "README.md").read_text("utf-8")
    for name in pages:
        assert (PICTURES / f"{name}.png").read_bytes().startswith(b"\x89PNG")
        assert f"examples/pictures/{name}.png" in readme
    assert (PICTURES / "analysis.png").stat().st_size <= 150_000


@pytest.mark.exhaustive
def test_the_analysis_of_the_picture_is_what_analyse_gives(tmp_path: Path) -> None:
    """Minutes, since it is the analysis at its default level."""
    run("analyse", ANALYSED, "-o", tmp_path / "a.jsonl", "-j", "2")
    assert (tmp_path / "a.jsonl").read_bytes() == ANALYSIS.read_bytes()
