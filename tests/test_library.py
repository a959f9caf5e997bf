"""What is meant for use from Python: listed, documented with examples, and the examples run."""

from __future__ import annotations

import doctest
import inspect
import pkgutil
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
DOCUMENTS = (ROOT / "replays" / "LIBRARY.md", ROOT / "README.md", ROOT / "examples" / "learning" / "README.md")
PACKAGES = ("cityleague.engine", "cityleague.replays")
LISTED = [(package, name) for package in PACKAGES for name in import_module(package).__all__]


@pytest.fixture(autouse=True)
def _in_a_folder_with_the_examples(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)


def all_modules() -> Iterator[str]:
    for package in PACKAGES:
        yield package
        for module in pkgutil.walk_packages(import_module(package).__path__, f"{package}."):
            if module.name != "cityleague.replays.workers.cluster":  # which needs Dask, and has no examples
                yield module.name


@pytest.mark.parametrize("name", [name for name in all_modules() if ">>>" in inspect.getsource(import_module(name))])
def test_the_examples_in_docstrings_run_as_printed(name: str) -> None:
    result = doctest.testmod(sys.modules[name])
    assert result.attempted
    assert not result.failed


@pytest.mark.parametrize(("package", "name"), LISTED)
def test_what_is_listed_is_documented_with_an_example(package: str, name: str) -> None:
    """A function has it in its own docstring or the package's; exceptions and types need only say what they are for."""
    listed = getattr(import_module(package), name)
    own = inspect.getdoc(listed) or ""
    if name == "GAMES":
        own = inspect.getdoc(import_module(package)) or ""
    assert own, "no docstring"
    if inspect.isfunction(listed):
        whole = own + (inspect.getdoc(import_module(package)) or "")
        assert any(re.search(rf"\b{name}\(", example.source) for example in doctest.DocTestParser().get_examples(whole))


@pytest.mark.parametrize("package", PACKAGES)
def test_help_shows_what_is_listed(package: str) -> None:
    code = f"import {package}; help({package})"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    for name in import_module(package).__all__:
        assert re.search(rf"^    (class )?{name}\b", said, re.MULTILINE), name


@pytest.mark.parametrize("package", PACKAGES)
def test_a_name_that_does_not_exist_is_an_attribute_error(package: str) -> None:
    module = import_module(package)
    with pytest.raises(AttributeError, match="'nothing'"):
        module.nothing  # noqa: B018
    assert set(module.__all__) <= set(dir(module))


def snippets() -> list[tuple[str, str]]:
    """The programs of the documents with what they print."""
    texts = [document.read_text("utf-8") for document in DOCUMENTS]
    return [
        pair
        for text in texts
        for pair in re.findall(r"```python\n(.*?)```\n+(?:prints\n+```text\n(.*?)```)?", text, re.DOTALL)
    ]


def test_every_program_in_the_documents_is_short_and_shows_its_output() -> None:
    assert sum([document.read_text("utf-8").count("```python") for document in DOCUMENTS]) == len(snippets()) >= 6
    for program, printed in snippets():
        assert printed
        assert len([line for line in program.splitlines() if line]) <= 16


@pytest.mark.parametrize(("program", "printed"), snippets())
def test_the_programs_of_the_documents_run_as_printed(program: str, printed: str) -> None:
    if "pyarrow" in program:
        pytest.importorskip("pyarrow")
    done = subprocess.run([sys.executable, "-P", "-c", program], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == printed
