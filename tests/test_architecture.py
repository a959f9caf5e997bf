"""How the code is kept in order: how long it may be, who may import whom, what must wait, and a name that says nothing.

Folders import those before them; the rooms of replays/ are entered by their doors.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

import pytest

from cityleague.engine.registry import GAMES

ROOT = Path(__file__).parent.parent
FOLDERS = ("engine", "replays", "cli")
"""Each may import those before it."""
BARS: tuple[tuple[tuple[str, ...], int | None, int, str], ...] = (
    (FOLDERS, 62_000, 400, "delete as much as you add; a module has one purpose, so give a second one its own"),
    (("cli",), 3_600, 400, "cli parses, calls and prints: what it works out belongs in replays"),
    (("tests", "examples"), None, 500, "make cases a table of data, or divide the module by what it tests"),
)
"""Folders, the lines of Python that they may have in all and in a module, and what to do about more."""
ROOMS = re.findall(r"^\d+\. `(\w+)`:", import_module("cityleague.replays").__doc__ or "", re.MULTILINE)
"""The rooms of replays/; each may enter those before it. The last one is for whoever writes a game."""
HEAVY = (
    *(
        "choix",
        "dask",
        "distributed",
        "jinja2",
        "markdown_it",
        "multiprocessing",
        "numpy",
        "prompt_toolkit",
        "pyarrow",
        "segno",
    ),
    *("sqlite3", "starlette", "tabulate", "tqdm", "uvicorn", "xml"),
)
"""What is slow to import."""
FOR_QUICK = (*HEAVY, "csv", "dataclasses", "pathlib", "shutil", "statistics")
"""The same for commands whose start everybody waits for: each of these costs a fiftieth of it, or more."""


class Import(NamedTuple):
    """An import of one of our modules by another; both are named without `cityleague.`."""

    importer: str
    module: str
    name: str | None
    """What it takes from the module, if that is no module itself."""


def test_the_code_is_no_longer_than_its_bars() -> None:
    found = []
    for folders, most, most_a_module, cure in BARS:
        paths = [path for folder in folders for path in sorted((ROOT / folder).rglob("*.py"))]
        lines = {path.relative_to(ROOT).as_posix(): path.read_bytes().count(b"\n") for path in paths}
        for name, count in lines.items():
            if count > most_a_module:
                found.append(f"{name}: {count} lines, at most {most_a_module}: {cure}")
        if most and (whole := sum(lines.values())) > most:
            found.append(f"{', '.join(folders)}: {whole:,} lines in all, at most {most:,}: {cure}")
    assert not found, "\n".join(found)


def bindings(name: str, source: str) -> Iterator[int]:
    """The lines where a name is bound: stored, deleted, an argument, imported, matched, caught, or defined."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case (
                ast.Name(id=bound, ctx=ast.Store() | ast.Del())
                | ast.arg(arg=bound)
                | ast.alias(name=bound, asname=None)
                | ast.alias(asname=bound)
                | ast.MatchAs(name=bound)
                | ast.MatchStar(name=bound)
                | ast.MatchMapping(rest=bound)
                | ast.ExceptHandler(name=bound)
                | ast.FunctionDef(name=bound)
                | ast.AsyncFunctionDef(name=bound)
                | ast.ClassDef(name=bound)
            ) if bound == name:
                yield node.lineno
            case _:
                pass


BINDS_ONE = re.compile(r"\bone\b *(?:[=,:)\]|]|in\b|:=)|(?:as|class|def|del|import|case|\*) *one\b")


def test_nothing_new_is_called_one() -> None:
    """The reader asks: one what?"""
    found = [
        f"{path.relative_to(ROOT)}:{line}"
        for folder in (*FOLDERS, "tests", "examples")
        for path in sorted((ROOT / folder).rglob("*.py"))
        if BINDS_ONE.search(source := path.read_text("utf-8"))  # to parse all files takes seconds
        for line in bindings("one", source)
    ]
    assert not found, "use the noun (game, seat, move, tile, line ...) instead of `one`:\n" + "\n".join(found)


def test_every_way_to_bind_a_name_is_seen() -> None:
    bound = (
        "one = 1", "one: int", "one += 1", "(a, *one) = b", "del one", "for one in a: pass", "[b for one in a]",
        "{b: 1 for one, c in a}", "with a as one: pass", "if (one := a): pass", "def f(one): pass", "def f(*one): pass",
        "def f(*, one=1): pass", "def f(**one): pass", "lambda one: 1", "import one", "import a as one",
        "from a import one", "from a import b as one", "def one(): pass", "async def one(): pass", "class one: pass",
        "match a:\n case one: pass", "match a:\n case [*one]: pass", "match a:\n case {**one}: pass",
        "match a:\n case B() as one: pass", "try: a\nexcept B as one: pass",
    )  # fmt: skip
    free = ("one", "one.a = 1", "a.one = 1", "f(one=1)", "a[one] = 1", "import one as a", "from one import a", "'one'")
    assert [source for source in bound if len([*bindings("one", source)]) != 1] == []
    assert [source for source in free if [*bindings("one", source)]] == []


@cache
def modules() -> dict[str, Path]:
    """All modules of the package, by name."""
    return {_name(path): path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.py"))}


def _name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def imports() -> list[Import]:
    """Every import of one of our modules by another, at any depth of the code."""
    return [found for name, path in modules().items() for found in _imports(name, path)]


def _imports(importer: str, path: Path) -> Iterator[Import]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            named = [(alias.name, "") for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{importer}: imports are written in full"
            named = [(node.module or "", alias.name) for alias in node.names]
        else:
            continue
        for source, name in named:
            if source.split(".")[0] == "cityleague":
                yield _import(importer, source, name)


def _import(importer: str, source: str, name: str) -> Import:
    """The import of a name from `cityleague...`, or of that itself; what is imported may be a module."""
    whole = f"{source}.{name}".rstrip(".").removeprefix("cityleague").removeprefix(".")
    assert whole.strip("*"), f"{importer}: whoever imports the package itself can reach all of it: name the module"
    return Import(importer, whole, None) if whole in modules() else Import(importer, source[len("cityleague.") :], name)


def test_every_form_of_import_is_counted(tmp_path: Path) -> None:
    """In functions and for type checkers, too."""
    forms = (
        "import cityleague.cli.logs as logs",
        "from cityleague import cli",
        "from cityleague.cli import logs",
        "from cityleague.cli.logs import validate",
        "def later():\n    from cityleague import cli",
        "if TYPE_CHECKING:\n    import cityleague.cli",
    )
    climbing = tmp_path / "climbing.py"
    for form in forms:
        climbing.write_text(form, "utf-8")
        (climb,) = _imports("engine.climbing", climbing)
        assert climb.module.split(".")[0] == "cli", form
    for form in ("import cityleague", "from cityleague import *"):
        climbing.write_text(form, "utf-8")
        with pytest.raises(AssertionError, match="name the module"):
            list(_imports("engine.climbing", climbing))


def room_of(module: str) -> str | None:
    """The room of replays/ that a module is in; None: it is in none."""
    folder, _, rest = module.partition(".")
    return rest.split(".")[0] if folder == "replays" and rest else None


@cache
def exported(door: str) -> set[str]:
    """What a door exports: the names in its `__all__`, or else those that it imports from modules of its own."""
    if listed := getattr(import_module(f"cityleague.{door}"), "__all__", None):
        return set(listed)
    top = ast.parse(modules()[door].read_bytes()).body
    nodes = [*top, *[node for block in top if isinstance(block, ast.If) for node in block.body]]
    own = [
        node.names
        for node in nodes
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(f"cityleague.{door}.")
    ]
    return {alias.name for names in own for alias in names}


def listed(imported: list[Import]) -> list[str]:
    return [f"{arrow.importer} imports {arrow.name or ''} from {arrow.module}" for arrow in imported]


def test_every_import_names_a_module_that_exists() -> None:
    assert len(imports()) > 500
    assert not listed([arrow for arrow in imports() if arrow.module not in modules()])


def test_cli_imports_replays_and_replays_imports_engine_and_never_the_other_way() -> None:
    def rank(module: str) -> int:
        return FOLDERS.index(module.split(".", maxsplit=1)[0])

    assert not listed([arrow for arrow in imports() if rank(arrow.importer) < rank(arrow.module)])
    assert any(rank(arrow.importer) > rank(arrow.module) for arrow in imports())


def test_no_folder_loads_a_module_of_a_later_one_by_its_name() -> None:
    """`import_module` and `find_spec` take text, of which an f-string may hold the beginning."""
    for name, path in modules().items():
        for later in FOLDERS[FOLDERS.index(name.split(".")[0]) + 1 :]:
            assert not re.search(rf"""["']cityleague\.{later}\b""", path.read_text("utf-8")), name


def test_the_rooms_of_replays_are_the_folders_in_it() -> None:
    """In the order in which the package lists them."""
    assert sorted(ROOMS) == sorted(path.parent.name for path in (ROOT / "replays").glob("*/__init__.py"))
    assert [path.name for path in (ROOT / "replays").glob("*.py")] == ["__init__.py"]


def test_a_room_enters_only_rooms_before_it() -> None:
    between = [(arrow, room_of(arrow.importer), room_of(arrow.module)) for arrow in imports()]
    arrows = [(arrow, a, b) for arrow, a, b in between if a and b and a != b]
    assert not listed([arrow for arrow, a, b in arrows if ROOMS.index(a) < ROOMS.index(b)])
    assert {(a, b) for _, a, b in arrows} > {("replay", "log"), ("tournaments", "players"), ("reports", "league")}


def test_rooms_are_entered_by_the_door() -> None:
    """From outside a room, only what its `__init__` exports is imported, and from there."""
    for arrow in imports():
        room = room_of(arrow.module)
        if room and room_of(arrow.importer) != room:
            assert arrow.module == f"replays.{room}", listed([arrow])
            assert arrow.name in exported(arrow.module), listed([arrow])


@pytest.mark.parametrize("room", ROOMS)
def test_a_door_says_what_its_room_is_for_and_holds_what_it_lists(room: str) -> None:
    door = import_module(f"cityleague.replays.{room}")
    assert door.__doc__
    if room == ROOMS[-1]:  # it holds tests, which pytest finds
        return
    for name in exported(f"replays.{room}"):
        assert getattr(door, name) is not None
    with pytest.raises(AttributeError, match="nothing_of_this_name"):
        door.nothing_of_this_name  # noqa: B018


def test_no_door_lists_a_name_that_one_of_its_modules_has() -> None:
    """An import would get one or the other by accident."""
    for package in ("engine", "replays", *[f"replays.{room}" for room in ROOMS]):
        assert not {f"{package}.{name}" for name in exported(package)} & modules().keys()


def test_everything_that_a_door_lists_is_used_outside() -> None:
    used = {(arrow.module, arrow.name) for arrow in imports() if room_of(arrow.importer) != room_of(arrow.module)}
    doors = [f"replays.{room}" for room in ROOMS[:-1]]
    assert {(door, name) for door in doors for name in exported(door)} - used == set()


def test_only_the_registry_imports_a_game() -> None:
    """No other game, and nothing outside the games, depends on what belongs to one game."""

    def game_of(module: str) -> str | None:
        parts = module.split(".")
        return parts[1] if parts[0] == "engine" and len(parts) > 1 and parts[1] in GAMES else None

    assert not listed(
        [arrow for arrow in imports() if game_of(arrow.module) and game_of(arrow.importer) != game_of(arrow.module)]
    )


def test_no_imports_are_circular() -> None:
    arrows: dict[str, set[str]] = {}
    for arrow in imports():
        arrows.setdefault(arrow.importer, set()).add(arrow.module)
    try:
        list(TopologicalSorter(arrows).static_order())
    except CycleError as error:
        pytest.fail(f"a circle: {' <- '.join(error.args[1])}")


def imported(*arguments: str) -> set[str]:
    """The top-level modules that a command imports."""
    done = subprocess.run(
        [sys.executable, "-P", "-X", "importtime", *arguments], cwd=ROOT, capture_output=True, text=True, check=True
    )
    lines = [line for line in done.stderr.splitlines() if line.startswith("import time:")]
    return {line.rpartition("|")[2].strip().split(".")[0] for line in lines}


@pytest.mark.parametrize(
    ("arguments", "slow", "needed"),
    [
        (("-m", "cityleague.cli", "--help"), FOR_QUICK, {"shutil"}),
        (("-m", "cityleague.cli", "games"), HEAVY, set()),
        (("-m", "cityleague.cli", "validate", "examples/by-hand.jsonl"), FOR_QUICK, set()),
        (("-m", "cityleague.cli", "show", "examples/by-hand.jsonl"), FOR_QUICK, set()),
        (("-m", "cityleague.cli", "score", "examples/by-hand.jsonl"), HEAVY, set()),
        (("-m", "cityleague.cli", "play", "between_two_cities", "random", "random"), FOR_QUICK, {"pathlib"}),
        (
            ("-m", "cityleague.cli", "check-bot", "random", "--at", "examples/by-hand.jsonl", "--move", "30"),
            FOR_QUICK,
            {"pathlib"},
        ),
        (("-c", "".join(f"import cityleague.replays.{room}\n" for room in ROOMS)), HEAVY, set()),
    ],
)
def test_what_is_slow_to_import_waits_until_it_is_needed(
    arguments: tuple[str, ...], slow: tuple[str, ...], needed: set[str]
) -> None:
    there = imported(*arguments)
    assert "cityleague" in there
    assert there & set(slow) == needed


def test_oracles_know_nothing_of_the_engine() -> None:
    """Nor of anything that uses it: otherwise both would share a mistake."""
    tests = ROOT / "tests"
    oracles = [tests / "oracle_loop.py", *(path for game in GAMES for path in (tests / game).glob("*.py"))]
    oracles = [path for path in oracles if path.name.startswith(("oracle", "reference"))]
    assert {path.parent.name for path in oracles} == {"tests", *GAMES}
    for path in oracles:
        other = re.search(r"cityleague|^\s*from \.+(?!oracle|reference)[\w ]+", path.read_text("utf-8"), re.MULTILINE)
        assert not other, f"{path}: {other}"
