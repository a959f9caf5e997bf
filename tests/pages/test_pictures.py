"""The pictures in README are those of the pages as they are now."""

from __future__ import annotations

from .pictures import HASHES, PICTURES, ROOT, all_shots, hashes


def test_the_pictures_in_readme_are_current() -> None:
    pages = all_shots()
    assert (PICTURES / HASHES).read_text("utf-8") == hashes(pages), "make pictures draws them anew"
    readme = (ROOT / "README.md").read_text("utf-8")
    for name in pages:
        assert (PICTURES / f"{name}.png").read_bytes().startswith(b"\x89PNG")
        assert f"examples/pictures/{name}.png" in readme
