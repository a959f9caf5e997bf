"""What pyproject.toml says about the packages that are released; `make dist` builds and tries them."""

from __future__ import annotations

import ast
import re
import sys
import tomllib

from .dist import ROOT, declared, needed

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def test_all_modules_and_data_files_go_into_the_packages() -> None:
    assert declared() == needed()


def test_the_python_versions_that_are_named_are_those_that_the_workflow_tries() -> None:
    prefix = "Programming Language :: Python :: 3."
    named = [name.removeprefix(prefix) for name in PROJECT["classifiers"] if name.startswith(prefix)]
    workflow = (ROOT / ".github/workflows/test.yml").read_text("utf-8")
    (matrix,) = re.findall(r"python: \[(.*)\]", workflow)
    assert re.findall(r'"3\.(\d+)"', matrix) == named
    assert PROJECT["requires-python"] == f">=3.{named[0]}"


def test_nothing_is_claimed_of_licences_or_addresses() -> None:
    assert not {"license", "license-files", "urls"} & set(PROJECT)
    assert not [name for name in PROJECT["classifiers"] if name.startswith("License")]


def test_whatever_is_installed_has_a_version_in_the_constraints() -> None:
    def plain(name: str) -> str:
        return re.split(r"[<>=; \[]", name)[0].lower().replace("_", "-")

    pinned = {plain(line) for line in (ROOT / "constraints.txt").read_text("utf-8").splitlines() if line[0] != "#"}
    wanted = [*PROJECT["dependencies"], *[one for many in PROJECT["optional-dependencies"].values() for one in many]]
    assert {plain(one) for one in wanted} <= pinned


def test_what_the_package_imports_is_installed_with_it() -> None:
    """All that README shows works after `pip install .`; a cluster, Parquet, tables in a browser, environments for
    learners, tests of one's own games take an extra."""
    elsewhere = {"distributed", "dask", "pyarrow", "pytest", "starlette", "uvicorn", "segno", "gymnasium", "pettingzoo"}
    within = {"markupsafe", "compression"}  # Jinja2 brings the first, Python 3.14 the second
    nodes = [
        node
        for folder in ("cli", "engine", "replays")
        for path in (ROOT / folder).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
    ]
    names = [one.name for node in nodes if isinstance(node, ast.Import) for one in node.names]
    names += [node.module for node in nodes if isinstance(node, ast.ImportFrom) and node.module]
    top = {name.split(".")[0] for name in names} - sys.stdlib_module_names - {"cityleague"} - elsewhere - within
    declared_names = {re.split(r"[<>=.;\[]", one)[0] for one in PROJECT["dependencies"]}
    assert top == declared_names
    assert PROJECT["optional-dependencies"]["pages"] == []
