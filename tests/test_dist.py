"""What pyproject.toml says about the packages that are released; `make dist` builds and tries them."""

from __future__ import annotations

import re
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
