"""What is released: its packages, which `make dist` builds and tries, and its version, which is the same everywhere."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from importlib.metadata import distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

import cityleague.engine

from .command import process
from .dist import ROOT, declared, needed

SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
PROJECT = SETTINGS["project"]
NEEDED = [Requirement(text) for text in [*PROJECT["dependencies"], *SETTINGS["build-system"]["requires"]]]
EXTRAS = [Requirement(text) for many in PROJECT["optional-dependencies"].values() for text in many]
PINNED = {
    canonicalize_name(name): version
    for name, _, version in (line.partition("==") for line in (ROOT / "constraints.txt").read_text("utf-8").split())
    if version
}
FIRST_SOUND = {
    "click": "8.3.3",  # CVE-2026-7246
    "distributed": "2026.1.1",  # CVE-2026-23528
    "duckdb": "1.4.2",  # CVE-2025-64429
    "h11": "0.16",  # CVE-2025-43859
    "jinja2": "3.1.6",  # CVE-2025-27516
    "numpy": "1.22.2",  # CVE-2021-41495
    "pyarrow": "23.0.1",  # CVE-2026-25087
    "pytest": "9.0.3",  # CVE-2025-71176
    "setuptools": "83",  # CVE-2026-59890
    "starlette": "1.3.1",  # CVE-2026-54283
    "tqdm": "4.66.3",  # CVE-2024-34062
    "uvicorn": "0.11.7",  # CVE-2020-7694
}
"""The first version without a hole that has been published, of libraries that had one."""


def test_all_modules_and_data_files_go_into_the_packages() -> None:
    assert declared() == needed()


def test_what_a_package_index_shows_has_no_link_that_leads_nowhere() -> None:
    shown = distribution("cityleague").metadata
    text = shown["Description"] or shown.get_payload()  # type: ignore[attr-defined]
    assert shown["Description-Content-Type"] == "text/markdown"
    assert "Begin here" in text
    assert not re.findall(r"!?\[[^\]]*\]\((?!https?:|#)[^)]*\)", text)


def test_links_lead_to_the_repository_if_its_address_is_given() -> None:
    code = f"import runpy, setuptools; print(runpy.run_path({str(ROOT / 'setup.py')!r}, run_name='it')['readme']())"
    told = subprocess.run(
        [sys.executable, "-c", code, "--name"],
        cwd=ROOT,
        env=os.environ | {"CITYLEAGUE_REPOSITORY": "https://example.org/it/blob/v1"},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    links = re.findall(r"\]\(([^)#]+)", told)
    assert len(links) > 20
    for link in links:
        assert (ROOT / link.removeprefix("https://example.org/it/blob/v1/").removesuffix("?raw=true")).exists()


@pytest.mark.exhaustive
def test_a_build_warns_of_nothing_and_leaves_nothing_in_the_tree(tmp_path: Path) -> None:
    tree = tmp_path / "tree"
    for name in needed():
        path = name.removeprefix("cityleague/")
        (tree / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / path, tree / path)
    for path in ("pyproject.toml", "setup.py", "MANIFEST.in", *[path.name for path in ROOT.glob("*.md")]):
        shutil.copy(ROOT / path, tree)
    (tree / "tests").mkdir()
    before = sorted(tree.rglob("*"))
    command = [
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "-v",
        "--no-deps",
        "--no-build-isolation",
        ".",
        "-w",
        str(tmp_path),
    ]
    done = subprocess.run(command, cwd=tree, capture_output=True, text=True, check=True)
    assert sorted(tree.rglob("*")) == before
    told = [
        line
        for line in (done.stdout + done.stderr).splitlines()
        if re.search(r"\bwarning\b|deprecat", line, re.IGNORECASE)
    ]
    assert not [line for line in told if "byte-compiling" not in line and "Location 'file:" not in line]
    (wheel,) = tmp_path.glob("*.whl")
    assert needed() <= {*zipfile.ZipFile(wheel).namelist()}


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


def test_whatever_is_installed_has_a_version_in_the_constraints_that_will_do() -> None:
    for requirement in (*NEEDED, *EXTRAS):
        assert requirement.specifier.contains(PINNED[canonicalize_name(requirement.name)]), requirement


def test_versions_with_published_holes_will_not_do() -> None:
    bounded = {canonicalize_name(requirement.name) for requirement in (*NEEDED, *EXTRAS)}
    assert set(FIRST_SOUND) <= bounded
    for requirement in (*NEEDED, *EXTRAS):
        if first := FIRST_SOUND.get(canonicalize_name(requirement.name)):
            (bound,) = requirement.specifier
            assert bound.operator == ">="
            assert Version(bound.version) >= Version(first), requirement


def test_what_the_action_installs_has_hashes_and_the_versions_of_the_constraints() -> None:
    """With all that it needs in turn, as far as this environment has it; what builds others would come without."""
    text = (ROOT / "requirements.txt").read_text("utf-8").replace("\\\n", "")
    option, *lines = [line for line in text.splitlines() if not line.startswith("#")]
    assert option == "--only-binary :all:"
    hashed = set()
    for line in lines:
        pin, *hashes = line.split(" --hash=")
        assert hashes
        assert all(re.fullmatch("sha256:[0-9a-f]{64}", value.strip()) for value in hashes)
        requirement = Requirement(pin)
        name = canonicalize_name(requirement.name)
        assert str(requirement.specifier) == f"=={PINNED[name]}"
        hashed.add(name)
    wanted = {canonicalize_name(requirement.name): requirement for requirement in NEEDED}
    assert set(wanted) <= hashed
    for name in hashed & set(PINNED) - {"colorama", "backports-zstd"}:  # which not all systems have
        extras = wanted[name].extras if name in wanted else set()
        for needed_in_turn in map(Requirement, distribution(name).requires or ()):
            marker = needed_in_turn.marker
            if not marker or any(
                marker.evaluate({"extra": extra, "python_version": "3.12", "sys_platform": system, **windows})
                for extra in ("", *extras)
                for system, windows in (("linux", {}), ("win32", {"platform_system": "Windows", "os_name": "nt"}))
            ):
                assert canonicalize_name(needed_in_turn.name) in hashed, f"{name} needs {needed_in_turn}"


@pytest.mark.exhaustive
def test_what_the_package_imports_is_installed_with_it() -> None:
    """All that README shows works after `pip install .`; a cluster, Parquet, tables in a browser, environments for
    learners, tests of one's own games take an extra."""
    elsewhere = {
        "distributed",
        "dask",
        "pyarrow",
        "pytest",
        "starlette",
        "uvicorn",
        "segno",
        "markdown_it",
        "gymnasium",
        "pettingzoo",
    }
    within = {"markupsafe", "compression"}  # Jinja2 brings the first, Python 3.14 the second
    nodes = [
        node
        for folder in ("cli", "engine", "replays")
        for path in (ROOT / folder).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
    ]
    names = [alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names]
    names += [node.module for node in nodes if isinstance(node, ast.ImportFrom) and node.module]
    top = {name.split(".")[0] for name in names} - sys.stdlib_module_names - {"cityleague"} - elsewhere - within
    declared_names = {re.split(r"[<>=.;\[]", text)[0] for text in PROJECT["dependencies"]}
    assert top == declared_names
    assert "pages" not in PROJECT["optional-dependencies"]


def test_a_release_has_the_same_version_everywhere() -> None:
    """In the changes, on the command line, and for programs in Python; what comes after it says which it will be."""
    version = cityleague.engine.__version__
    headings = re.findall(r"^## (.*)$", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert "Unreleased" not in headings[1:]
    released = [heading for heading in headings if heading != "Unreleased"]
    assert released == sorted(released, key=lambda name: [int(part) for part in name.split(".")], reverse=True)
    if "Unreleased" in headings:
        version, develops = version.removesuffix(".dev0"), version.endswith(".dev0")
        assert develops, "changes after a release have a version of their own"
        assert version not in released
    else:
        assert released[0] == version
    assert process("--version").stdout.decode() == f"cityleague, version {cityleague.engine.__version__}\n"
