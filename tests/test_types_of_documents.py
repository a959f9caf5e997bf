"""The programs that documents show have the right types.

Checked late and with the settings of `make checks`, by what mypy has kept from there: alone, this takes half a minute.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from .test_library import ROOT, snippets


def test_the_programs_of_the_documents_have_the_right_types(tmp_path: Path) -> None:
    programs = [tmp_path / f"program_{number}.py" for number in range(len(snippets()))]
    for path, (program, _) in zip(programs, snippets(), strict=True):
        assert "type: ignore" not in program
        path.write_text(program, "utf-8")
    command = [sys.executable, "-m", "mypy", *map(str, programs)]
    named = os.environ | {"MYPYPATH": str(tmp_path)}
    done = subprocess.run(command, cwd=ROOT, env=named, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, f"Success: no issues found in {len(programs)} source files\n")
