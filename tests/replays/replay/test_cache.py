"""Verdicts that are remembered are those of a replay, whatever has changed and whatever is damaged."""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable, Iterable
from pathlib import Path
from random import Random

import msgspec
import pytest

from cityleague.replays.log import REVEALED_FILE, Problem, read_games
from cityleague.replays.replay import Replay, Verdict, VerdictCache, validate, validation
from cityleague.replays.replay import cache as caching
from cityleague.replays.replay import store as keeping
from cityleague.replays.replay.store import Store
from cityleague.replays.reports import FINDING_FORMATS, Counts, reported

from ...fuzz.choosing import Choices
from ...fuzz.spoiling import spoilt
from ...fuzz.targets import CORPUS, component_files, logs
from ...rows import daily
from ..helpers import recorded, write

STORE = "verdicts-1.sqlite"


class Run:
    """A run with a cache: its verdicts, what it told, and how many games it replayed."""

    def __init__(self, folder: Path, paths: Iterable[str | Path], jobs: int = 1, **options: object) -> None:
        self.told: list[str] = []
        self.replayed = 0
        self.verdicts: list[Verdict] = []

        def counted(*arguments: object) -> object:
            self.replayed += 1
            return Replay(*arguments)  # type: ignore[arg-type]

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(validation, "Replay", counted)
            cache = VerdictCache(str(folder), self.told.append)
            try:
                components = options.pop("components", None)
                self.verdicts = list(validate(list(paths), components, jobs, cache=cache, **options))  # type: ignore[arg-type]
            finally:
                cache.close()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, list) and printed(self.verdicts) == printed(other)

    __hash__ = None  # type: ignore[assignment]


def printed(verdicts: Iterable[Verdict]) -> list[bytes]:
    """With everything in them, as JSON shows it."""
    return [msgspec.json.encode(verdict) for verdict in verdicts]


@pytest.fixture(autouse=True)
def never_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """No game that is known is replayed, so that replays can be counted."""
    monkeypatch.setattr(caching, "_AGAIN", 1 << 200)


@pytest.fixture
def log(tmp_path: Path) -> str:
    """Two games: one in order, one with a finding that names an earlier line."""
    broken = (CORPUS / "broken/between_two_cities/B2C-PLACE-COVERED.jsonl").read_bytes()
    return write(tmp_path, b"\n".join(recorded()) + b"\n" + broken)


@pytest.fixture
def store(tmp_path: Path, log: str) -> Path:
    """A cache that knows these games."""
    assert Run(tmp_path / "cache", [log]).replayed == 2
    return tmp_path / "cache"


# -- the same verdicts


@pytest.fixture(scope="module", params=daily([150, 1000]))
def damaged(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """So many games that are mostly damaged, and all of the corpus."""
    folder = tmp_path_factory.mktemp("damaged")
    short = [data for data in logs() if len(data) < 1 << 14]
    for number in range(request.param):
        content = spoilt(Choices.by_chance(Random(number)), short)
        (folder / f"{number:03}.jsonl").write_bytes(content)
    return [*sorted(path for path in CORPUS.rglob("*.jsonl*")), *sorted(folder.iterdir())]


def test_cold_warm_and_half_warm_runs_say_the_same_in_every_format(damaged: list[Path], tmp_path: Path) -> None:
    files = component_files()
    plain = list(validate(damaged, files))
    assert len(plain) > len(damaged) > 250
    cold = Run(tmp_path / "cache", damaged, components=files)
    assert cold == plain
    warm = Run(tmp_path / "cache", damaged, components=files)
    assert warm == plain
    assert warm.replayed <= sum(1 for verdict in plain if verdict.finding and verdict.finding.code == "LOG-GAME") + 3
    for format_ in FINDING_FORMATS:
        texts = [
            list(reported(iter(verdicts), format_, Counts(), 10_000, []))
            for verdicts in (plain, cold.verdicts, warm.verdicts)
        ]
        assert texts[0] == texts[1] == texts[2]
    half = Run(tmp_path / "half", damaged[::2], components=files)
    assert half.replayed
    turned = damaged[::-1]
    again = Run(tmp_path / "half", turned, components=files, jobs=2)
    assert again == list(validate(turned, files))
    assert again.told == []


def test_a_game_that_stands_elsewhere_now_is_known(tmp_path: Path, log: str, store: Path) -> None:
    games = [game for game in read_games(log) if not isinstance(game, Problem)]
    moved = write(tmp_path, b"\n\n" + games[1].data.rstrip(b"\n") + b"\n" + games[0].data, "moved.jsonl")
    run = Run(store, [moved])
    assert run == list(validate(moved))
    assert run.replayed <= 1, "the blank lines belong to a game of their own, or to none"
    found = [verdict.finding for verdict in run.verdicts if verdict.finding]
    assert found
    assert found[0].file == moved


def test_an_evening_more_costs_an_evening(tmp_path: Path, log: str, store: Path) -> None:
    evening = write(tmp_path, recorded(seed="evening"), "evening.jsonl")
    assert Run(store, [log, evening]).replayed == 1
    assert Run(store, [log, evening]).replayed == 0


def test_the_same_id_twice_is_found_among_games_that_are_known(tmp_path: Path, log: str, store: Path) -> None:
    shutil.copy(log, tmp_path / "again.jsonl")
    both = [log, str(tmp_path / "again.jsonl")]
    run = Run(store, both)
    assert run.replayed == 0
    assert run == list(validate(both))


# -- what decides a verdict


def test_a_game_that_may_still_be_running_has_a_verdict_of_its_own(tmp_path: Path) -> None:
    log = write(tmp_path, recorded()[:20])
    for running in (False, True, False, True):
        run = Run(tmp_path / "cache", [log], still_running=running)
        assert run == list(validate(log, still_running=running))
        assert (run.verdicts[0].finding is None) is running


def test_a_secret_that_is_added_changed_or_removed_decides(tmp_path: Path) -> None:
    folder = CORPUS / "broken/format/LOG-SEED"
    shutil.copy(folder / "games.jsonl", tmp_path / "games.jsonl")
    secret = (folder / REVEALED_FILE).read_bytes()
    codes = []
    for content in (None, secret, b"1 " + b"ab" * 32 + b"\n", None, secret):
        (tmp_path / REVEALED_FILE).unlink(missing_ok=True)
        if content:
            (tmp_path / REVEALED_FILE).write_bytes(content)
        run = Run(tmp_path / "cache", [tmp_path / "games.jsonl"])
        assert run == list(validate(tmp_path / "games.jsonl"))
        codes.append(run.verdicts[0].finding and run.verdicts[0].finding.code)
    assert codes == [codes[0], "LOG-SEED", "LOG-COMMITMENT", codes[0], "LOG-SEED"]
    assert codes[0] != "LOG-SEED"


def test_component_files_that_are_added_changed_or_removed_decide(tmp_path: Path) -> None:
    log = next(path for path in sorted(CORPUS.rglob("broken/*/*.jsonl")) if needs_files(path))
    files = component_files()
    seen = []
    for given in ({}, files, {}, dict(list(files.items())[:1]), files):
        run = Run(tmp_path / "cache", [log], components=given)
        assert run == list(validate(log, given))
        seen.append(run.verdicts[0].finding and run.verdicts[0].finding.code)
    assert seen[0] == seen[2] == "LOG-COMPONENTS"
    assert seen[1] == seen[4] != "LOG-COMPONENTS"


def needs_files(path: Path) -> bool:
    return [verdict.finding.code for verdict in validate(path) if verdict.finding] == ["LOG-COMPONENTS"] and [
        verdict.finding.code for verdict in validate(path, component_files()) if verdict.finding
    ] != ["LOG-COMPONENTS"]


def test_another_program_or_another_python_proves_anew(
    log: str, store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = tmp_path / "engine"
    files.mkdir()
    (files / "rules.py").write_text("LIMIT = 1\n")
    before = caching._contents(str(files))
    (files / "rules.py").write_text("LIMIT = 2\n")
    assert caching._contents(str(files)) != before
    for name, module in (("version", sys), ("__version__", msgspec)):
        assert Run(store, [log]).replayed == 0
        with monkeypatch.context() as patch:
            patch.setattr(module, name, "another")
            caching._program.cache_clear()
            assert Run(store, [log]).replayed == 2
        caching._program.cache_clear()


def test_a_package_with_games_decides_about_games_that_are_not_ours(
    tmp_path: Path, store: Path, log: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = write(tmp_path, recorded()[0].replace(b"{", b"{ ", 1), "other.jsonl")  # not as ours are written
    assert [Run(store, [other]).replayed for _ in range(2)] == [1, 0]
    monkeypatch.setattr(caching, "_packages", lambda: b"installed")
    assert [Run(store, [log, other]).replayed for _ in range(2)] == [1, 0]


def test_the_files_of_packages_with_games_are_looked_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Point:
        name, value = "plots", "plots_for_a_test.games:GAME"

    package = tmp_path / "plots_for_a_test"
    package.mkdir()
    (package / "__init__.py").touch()
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(caching, "entry_points", lambda group: [Point] if group == "cityleague.games" else [])
    seen = set()
    for content in ("one", "two"):
        (package / "games.py").write_text(content)
        caching._packages.cache_clear()
        seen.add(caching._packages())
    monkeypatch.undo()
    caching._packages.cache_clear()
    assert len(seen | {caching._packages()}) == 3


def test_a_game_that_is_not_installed_is_not_remembered(tmp_path: Path) -> None:
    log = write(tmp_path, [recorded()[0].replace(b"between_two_cities", b"nobodys")])
    for _ in range(2):
        run = Run(tmp_path / "cache", [log])
        assert run.replayed == 1
        assert run.verdicts[0].finding
        assert run.verdicts[0].finding.code == "LOG-GAME"


# -- damage


def test_no_flipped_bit_in_the_store_changes_a_verdict(log: str, store: Path) -> None:
    plain = list(validate(log))
    content = (store / STORE).read_bytes()
    used = [at for at, byte in enumerate(content) if byte]
    chance = Random(1)
    for at in [*used[:120], *chance.sample(used, 280)]:
        spoiled = bytearray(content)
        spoiled[at] ^= 1 << chance.randrange(8)
        (store / STORE).write_bytes(spoiled)
        run = Run(store, [log])
        assert run == plain, at
        assert len(run.told) <= 1


@pytest.mark.parametrize("size", [1, 50, 99, 100, 1000, 4095, 4097, 6000, 8100])
def test_a_store_that_is_cut_off_anywhere_changes_no_verdict(size: int, log: str, store: Path) -> None:
    plain = list(validate(log))
    os.truncate(store / STORE, size)
    for _ in range(3):
        run = Run(store, [log])
        assert run == plain
        assert len(run.told) <= 1


def test_no_flipped_bit_in_a_row_is_believed(log: str, store: Path) -> None:
    plain = list(validate(log))
    with sqlite3.connect(store / STORE) as database:
        rows = database.execute("SELECT key, value FROM verdicts").fetchall()
        for key, value in rows:
            for at in range(len(value)):
                spoiled = bytearray(value)
                spoiled[at] ^= 1 << at % 8
                database.execute("UPDATE verdicts SET value = ? WHERE key = ?", (bytes(spoiled), key))
                opened = Store(str(store), 1 << 20) if at % 40 == 0 else None
                database.commit()
                if opened:
                    assert key not in opened.get([key])
                    opened.close()
            database.execute("UPDATE verdicts SET value = ? WHERE key = ?", (bytes(len(value)), key))
    run = Run(store, [log])
    assert (run == plain, run.replayed, run.told) == (True, 2, [])
    assert Run(store, [log]).replayed == 0, "what was damaged is mended"


def text_in_its_place(store: Path) -> None:
    (store / STORE).write_text("my own notes\n" * 1000)


def another_database(store: Path) -> None:
    (store / STORE).unlink()
    with sqlite3.connect(store / STORE) as database:
        database.execute("CREATE TABLE notes (note TEXT)")


def folder_in_its_place(store: Path) -> None:
    (store / STORE).unlink()
    (store / STORE).mkdir()


def link_in_its_place(store: Path) -> None:
    (store / STORE).rename(store.parent / "elsewhere")
    (store / STORE).symlink_to(store.parent / "elsewhere")


def dangling_link(store: Path) -> None:
    (store / STORE).unlink()
    (store / STORE).symlink_to(store.parent / "nowhere")


def link_as_journal(store: Path) -> None:
    (store / f"{STORE}-journal").symlink_to(store.parent / "nowhere")


def pipe_in_its_place(store: Path) -> None:
    (store / STORE).unlink()
    os.mkfifo(store / STORE)


def link_as_tag(store: Path) -> None:
    (store / "CACHEDIR.TAG").rename(store.parent / "tag")
    (store / "CACHEDIR.TAG").symlink_to(store.parent / "tag")


def cache_of_another(store: Path) -> None:
    (store / "CACHEDIR.TAG").write_bytes(b"Signature: 8a477f597d28d172789f06886806bc55\n# of another program\n")


def folder_of_logs(store: Path) -> None:
    (store / "CACHEDIR.TAG").unlink()
    (store / "logs.jsonl").write_text("{}")


def cut_off(store: Path) -> None:
    os.truncate(store / STORE, 4096)


def overwritten(store: Path) -> None:
    with (store / STORE).open("r+b") as file:
        file.seek(4096)
        file.write(b"\xa5" * 4096)


def file_instead_of_the_folder(store: Path) -> None:
    shutil.rmtree(store)
    store.write_text("notes")


def other_columns(store: Path) -> None:
    with sqlite3.connect(store / STORE) as database:
        database.execute("DROP TABLE verdicts")
        database.execute("CREATE TABLE verdicts (key, value)")


ENDLESS = "WITH RECURSIVE n(i) AS (VALUES(1) UNION ALL SELECT i + 1 FROM n) SELECT x'00', i, x'00' FROM n"


def changed(store: Path, *statements: str) -> None:
    with sqlite3.connect(store / STORE) as database:
        for statement in statements:
            database.execute(statement)


def endless_view(store: Path) -> None:
    changed(store, "DROP TABLE verdicts", f"CREATE VIEW verdicts(key, used, value) AS {ENDLESS}")


def trigger(store: Path) -> None:
    changed(store, f"CREATE TRIGGER t AFTER INSERT ON verdicts BEGIN INSERT INTO verdicts {ENDLESS}; END")


def index_of_an_expression(store: Path) -> None:
    changed(store, "CREATE INDEX i ON verdicts(length(value))")


def generated_column(store: Path) -> None:
    changed(store, "ALTER TABLE verdicts ADD COLUMN more AS (zeroblob(1 << 28))")


def many_tables(store: Path) -> None:
    changed(store, "BEGIN", *(f"CREATE TABLE t{number} (x)" for number in range(2000)))


def log_of_another_mode(store: Path) -> None:
    (store / f"{STORE}-wal").write_bytes(b"")


DAMAGES = [
    text_in_its_place,
    another_database,
    folder_in_its_place,
    link_in_its_place,
    dangling_link,
    link_as_journal,
    pipe_in_its_place,
    link_as_tag,
    cache_of_another,
    folder_of_logs,
    cut_off,
    overwritten,
    file_instead_of_the_folder,
    other_columns,
    endless_view,
    trigger,
    index_of_an_expression,
    generated_column,
    many_tables,
    log_of_another_mode,
]


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_store_that_cannot_be_used_is_told_once_and_left_alone(
    damage: Callable[[Path], None], log: str, store: Path
) -> None:
    damage(store)
    before = tree(store.parent)
    run = Run(store, [log])
    assert run == list(validate(log))
    assert len(run.told) == 1
    assert "no verdicts are remembered: " in run.told[0]
    assert "\n" not in run.told[0]
    assert run.replayed == 2
    assert tree(store.parent) == before, "nothing was written, nothing is gone"


def test_a_value_without_an_end_is_not_read(log: str, store: Path) -> None:
    changed(store, "UPDATE verdicts SET value = zeroblob(1 << 27)")
    tracemalloc.start()
    run = Run(store, [log])
    assert tracemalloc.get_traced_memory()[1] < 1 << 25
    tracemalloc.stop()
    assert run == list(validate(log))
    assert (run.replayed, len(run.told)) == (2, 1)
    shutil.rmtree(store)
    opened = Store(str(store), 1 << 20)
    opened.put({b"short": b"v", b"long": bytes(1 << 17)})
    assert opened.get([b"short", b"long"]) == {b"short": b"v"}
    opened.close()


def test_a_journal_that_names_another_file_is_not_played_back(log: str, store: Path) -> None:
    """SQLite would take the named file for a journal of several databases that is over, and delete it."""
    dear = store.parent / "dear"
    dear.write_bytes(b"notes")
    name, magic = str(dear).encode(), bytes.fromhex("d9d505f920a163d7")
    numbers = (0, 0, (store / STORE).stat().st_size // 4096, 512, 4096)
    journal = (magic + b"".join(number.to_bytes(4) for number in numbers)).ljust(512, b"\0")
    journal += bytes(4) + name + len(name).to_bytes(4) + sum(name).to_bytes(4) + magic
    (store / f"{STORE}-journal").write_bytes(journal)
    run = Run(store, [log])
    assert dear.read_bytes() == b"notes"
    assert run == list(validate(log))
    assert ["names another file" in line for line in run.told] == [True]


@pytest.mark.parametrize("act", [lambda opened: opened.put({b"z": b""}), Store.empty], ids=["put", "empty"])
def test_a_tree_that_never_ends_is_not_walked(act: Callable[[Store], object], store: Path) -> None:
    """18 pages deep, all children of a page are the next page: 100 ** 18 rows in 80 KB. The last child is as usual."""
    size, deep, count = 4096, 18, 100
    content = bytearray((store / STORE).read_bytes()[:size])
    content[28:32] = (deep + 2).to_bytes(4)
    for number in range(2, deep + 3):
        child = (number + 1).to_bytes(4) * (number <= deep)
        cell = child + bytes.fromhex("07 04 0e 01 0e") + b"k\1v"
        cells = count if number < deep + 2 else 1
        places = [(size - len(cell) * (place + 1)).to_bytes(2) for place in range(cells)]
        last = (deep + 2).to_bytes(4) if number == 2 else child
        head = bytes([2 if child else 10, 0, 0, 0, cells, *places[-1], 0]) + last + b"".join(places)
        content += head.ljust(size - len(cell) * cells, b"\0") + cell * cells
    (store / STORE).write_bytes(content)
    opened = Store(str(store), 1)
    with pytest.raises(sqlite3.DatabaseError, match="malformed"):
        act(opened)
    opened.close()


@pytest.fixture
def slow(store: Path) -> Path:
    """A store whose first key is so long that each look reads megabytes."""
    changed(store, "DELETE FROM verdicts", "INSERT INTO verdicts VALUES (zeroblob(100 << 20), 1, x'00')")
    return store


def test_a_store_that_is_slower_than_replays_is_given_up(slow: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeping, "_PATIENCE", 0.05)
    opened = Store(str(slow), 1 << 20)
    with pytest.raises(OSError, match="slower than replays"):
        opened.get([bytes([number]) for number in range(100)])
    opened.close()


def test_a_signal_ends_a_slow_look(slow: Path) -> None:
    code = (
        "import signal, sys\n"
        "from cityleague.replays.replay import store\n"
        "signal.signal(signal.SIGTERM, signal.default_int_handler)\n"
        "store._PATIENCE = 600\n"
        "opened = store.Store(sys.argv[1], 1 << 30)\n"
        "print(flush=True)\n"
        "opened.get([number.to_bytes(2) for number in range(50_000)])\n"
    )
    with subprocess.Popen([sys.executable, "-c", code, slow], stdout=-1, stderr=-1, text=True) as child:
        assert child.stdout
        child.stdout.readline()
        child.terminate()
        _, errors = child.communicate(timeout=60)
    assert errors.endswith("KeyboardInterrupt\n"), errors


owned = pytest.mark.skipif(not hasattr(os, "geteuid"), reason="folders have no owner here")


@owned
def test_a_store_that_others_own_or_can_write_to_is_refused(
    log: str, store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for path in (store, store / STORE):
        mode = path.stat().st_mode
        for others in (0o020, 0o002):
            path.chmod(mode | others)
            refused(log, store, "others can write to ")
        path.chmod(mode)
    assert Run(store, [log]).replayed == 0
    if os.geteuid() == 0:  # what belongs to root, anybody may trust
        os.chown(store / STORE, 4711, -1)
    else:
        monkeypatch.setattr(os, "geteuid", lambda: 4711)
    refused(log, store, "belongs to another user: name a folder of your own")


def refused(log: str, store: Path, why: str) -> None:
    run = Run(store, [log])
    assert run == list(validate(log))
    assert (run.replayed, [why in line for line in run.told]) == (2, [True])


@owned
def test_a_new_store_is_for_its_user_alone_whatever_the_umask(log: str, tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        runs = [Run(tmp_path / "cache", [log]) for _ in range(2)]
    finally:
        os.umask(before)
    assert [(run.replayed, run.told) for run in runs] == [(2, []), (0, [])]
    assert (tmp_path / "cache").stat().st_mode & 0o777 == 0o700


def tree(folder: Path) -> dict[str, object]:
    return {
        str(path): os.readlink(path) if path.is_symlink() else path.read_bytes() if path.is_file() else None
        for path in folder.rglob("*")
    }


def test_a_store_that_somebody_locks_is_not_waited_for(log: str, store: Path) -> None:
    with sqlite3.connect(store / STORE, isolation_level=None) as database:
        database.execute("BEGIN EXCLUSIVE")
        began = time.monotonic()
        run = Run(store, [log])
        assert time.monotonic() - began < 1
    assert run == list(validate(log))
    assert [
        line.partition(": no verdicts are remembered: ")[2].startswith("database is locked") for line in run.told
    ] == [True]
    assert Run(store, [log]).replayed == 0


def test_a_store_that_may_only_be_read_serves_until_something_is_to_be_written(
    log: str, store: Path, tmp_path: Path
) -> None:
    with sqlite3.connect(store / STORE, isolation_level=None) as database:
        database.execute("BEGIN IMMEDIATE")  # another run writes
        run = Run(store, [log])
        assert (run.replayed, run.told) == (0, [])
        more = Run(store, [log, write(tmp_path, recorded(seed="more"), "more.jsonl")])
        assert (more.replayed, len(more.told)) == (1, 1)


def test_a_full_disk_is_told_and_nothing_else(tmp_path: Path) -> None:
    """No file of the process may grow beyond what the empty store takes."""
    broken = b"".join(b'{"log":1,"game":"neom","id":"%d"}\n' % number for number in range(600))
    log = write(tmp_path, broken)
    code = (
        "import resource, sys\n"
        "from cityleague.replays.replay import VerdictCache, validate\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))\n"
        "told = []\n"
        f"cache = VerdictCache({str(tmp_path / 'cache')!r}, told.append)\n"
        f"print(sum(one.finding is not None for one in validate({log!r}, cache=cache)))\n"
        "cache.close()\n"
        "print(len(told), told)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr == ""
    assert done.stdout.splitlines()[0] == "600"
    assert done.stdout.splitlines()[1].startswith("1 ['")


def test_a_run_that_is_killed_leaves_a_store_that_the_next_one_uses(tmp_path: Path) -> None:
    logs_ = [write(tmp_path, recorded(seed=str(seed)), f"{seed}.jsonl") for seed in range(60)]
    code = (
        "import sys\n"
        "from cityleague.replays.replay import VerdictCache, cache, validate\n"
        "cache._TOGETHER = 1\n"
        f"for _ in validate(sys.argv[1:], cache=VerdictCache({str(tmp_path / 'cache')!r}, print)): pass\n"
    )
    child = subprocess.Popen([sys.executable, "-c", code, *logs_])
    known = tmp_path / "cache" / STORE
    deadline = time.monotonic() + 30
    while not (known.exists() and known.stat().st_size and count(known)) and time.monotonic() < deadline:
        time.sleep(0.01)
    child.send_signal(signal.SIGKILL)
    child.wait()
    with sqlite3.connect(known) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    kept = count(known)
    assert kept >= 1
    run = Run(tmp_path / "cache", logs_)
    assert run == list(validate(logs_))
    assert (run.replayed, run.told) == (60 - kept, [])


def count(path: Path) -> int:
    with sqlite3.connect(path) as database:
        try:
            return int(database.execute("SELECT count(*) FROM verdicts").fetchone()[0])
        except sqlite3.OperationalError:
            return 0


def test_two_runs_at_once_are_right(tmp_path: Path) -> None:
    log = write(tmp_path, b"".join(b"\n".join(recorded(seed=str(seed))) + b"\n" for seed in range(40)))
    cache = str(tmp_path / "cache")
    command = [sys.executable, "-m", "cityleague.cli", "validate", log]
    both = [
        subprocess.Popen([*command, "--cache", cache], stdout=subprocess.PIPE, stderr=subprocess.PIPE) for _ in "ab"
    ]
    ends = [(*child.communicate(timeout=60), child.returncode) for child in both]
    plain = subprocess.run(command, capture_output=True, check=False)
    assert ends == [(plain.stdout, plain.stderr, plain.returncode)] * 2
    assert Run(Path(cache), [log]).replayed == 0


# -- what is checked, and what is forgotten


def test_a_verdict_that_a_replay_contradicts_empties_the_store(
    log: str, store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with sqlite3.connect(store / STORE) as database:
        keys = [key for (key,) in database.execute("SELECT key FROM verdicts ORDER BY key")]
    opened = Store(str(store), 1 << 20)
    values = opened.get(keys)
    opened.put(dict(zip(keys, [values[key] for key in reversed(keys)], strict=True)))
    opened.close()
    assert Run(store, [log]) != list(validate(log)), "whoever can write here can make up verdicts"
    monkeypatch.setattr(caching, "_AGAIN", 1)
    run = Run(store, [log])
    assert run == list(validate(log))
    assert len(run.told) == 1
    assert "a replay did not come to the verdict remembered" in run.told[0]
    assert count(store / STORE) == 0
    assert Run(store, [log]).told == []


def test_one_game_in_some_hundreds_is_replayed_again(log: str, store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    assert 100 <= caching._AGAIN <= 999
    monkeypatch.setattr(caching, "_AGAIN", 1)
    run = Run(store, [log])
    assert (run.replayed, run.told) == (2, [])


def test_the_least_recently_used_make_room(tmp_path: Path) -> None:
    most = 64 << 10

    def values(name: str) -> dict[bytes, bytes]:
        return {b"%s%d" % (name.encode(), number): bytes(100) for number in range(100)}

    def run(put: dict[bytes, bytes], get: Iterable[bytes] = ()) -> int:
        store = Store(str(tmp_path / "cache"), most)
        found = store.get(list(get))
        store.put(put)
        store.close()
        return len(found)

    for name in "abc":
        run(values(name))
    (tmp_path / "cache" / "mine.txt").write_text("dear to me")
    for name in "defgh":
        assert run(values(name), values("a")) == 100, "what each run uses stays"
    assert run({}, values("b")) == 0
    assert run({}, values("h")) == 100
    assert (tmp_path / "cache" / STORE).stat().st_size < 1.5 * most
    assert (tmp_path / "cache" / "mine.txt").read_text() == "dear to me"
    assert {file.name for file in (tmp_path / "cache").iterdir()} == {"mine.txt", STORE, "CACHEDIR.TAG", ".gitignore"}


def test_the_folder_is_one_that_backups_and_git_leave_out(store: Path) -> None:
    assert sorted(os.listdir(store)) == [".gitignore", "CACHEDIR.TAG", STORE]
    assert (store / ".gitignore").read_text() == "*\n"
    assert (store / "CACHEDIR.TAG").read_text().startswith("Signature: 8a477f597d28d172789f06886806bc55\n")


def test_a_link_to_the_folder_that_is_named_is_followed(log: str, store: Path) -> None:
    (store.parent / "link").symlink_to(store)
    run = Run(store.parent / "link", [log])
    assert (run.replayed, run.told) == (0, [])
