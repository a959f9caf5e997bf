"""Everything in the command line that others may call says what it does."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

MODULES = sorted((Path(__file__).parents[2] / "cli").glob("*.py"))


@pytest.mark.parametrize("module", MODULES, ids=[module.stem for module in MODULES])
def test_modules_classes_and_functions_have_docstrings(module: Path) -> None:
    tree = ast.parse(module.read_text("utf-8"))
    named = [node for node in ast.walk(tree) if isinstance(node, ast.ClassDef | ast.FunctionDef)]
    public = [node for node in named if not node.name.startswith("_")]
    inner = {part for node in named if isinstance(node, ast.FunctionDef) for part in ast.walk(node) if part is not node}
    assert ast.get_docstring(tree)
    assert [node.name for node in public if node not in inner and not ast.get_docstring(node)] == []
