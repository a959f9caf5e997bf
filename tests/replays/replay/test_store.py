"""Where verdicts are kept: whatever is damaged there, they are those of a replay."""

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
from typing import Any

import pytest

from cityleague.replays.replay import store as keeping
from cityleague.replays.replay import validate
from cityleague.replays.replay.store import Store

from ...command import process, running
from ..helpers import recorded, write
from .remembering import SIGNATURE, STORE, TAG, Run, changed, count

pytestmark = pytest.mark.usefixtures("never_again")


@pytest.mark.exhaustive
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
    opened = Store(str(store), 1 << 20)
    with sqlite3.connect(store / STORE, isolation_level=None) as database:
        database.execute("PRAGMA synchronous = OFF")
        for key, value in database.execute("SELECT key, value FROM verdicts").fetchall():
            for at in range(len(value)):
                spoiled = bytearray(value)
                spoiled[at] ^= 1 << at % 8
                database.execute("UPDATE verdicts SET value = ? WHERE key = ?", (bytes(spoiled), key))
                assert key not in opened.get([key])
            database.execute("UPDATE verdicts SET value = ? WHERE key = ?", (bytes(len(value)), key))
    opened.close()
    run = Run(store, [log])
    assert (run == plain, run.replayed, run.told) == (True, 2, [])
    assert Run(store, [log]).replayed == 0, "what was damaged is mended"


def overwritten(path: Path) -> None:
    content = path.read_bytes()
    path.write_bytes(content[:4096] + b"\xa5" * 4096 + content[8192:])


def behind_a_link(path: Path) -> None:
    path.rename(path.parent.parent / "elsewhere")
    path.symlink_to("../elsewhere")


ENDLESS = "WITH RECURSIVE n(i) AS (VALUES(1) UNION ALL SELECT i + 1 FROM n) SELECT x'00', i, x'00' FROM n"
DAMAGES: dict[str, list[tuple[Any, ...]]] = {
    "text in its place": [(Path.write_text, STORE, "my own notes\n" * 1000)],
    "another database": [(Path.unlink, STORE), (changed, STORE, "CREATE TABLE notes (note TEXT)")],
    "a folder in its place": [(Path.unlink, STORE), (Path.mkdir, STORE)],
    "a link in its place": [(behind_a_link, STORE)],
    "a dangling link": [(Path.unlink, STORE), (Path.symlink_to, STORE, "../nowhere")],
    "a link as journal": [(Path.symlink_to, f"{STORE}-journal", "../nowhere")],
    "a pipe in its place": [(Path.unlink, STORE), (os.mkfifo, STORE)],
    "a link as tag": [(behind_a_link, TAG)],
    "the cache of another": [(Path.write_text, TAG, f"{SIGNATURE}# of another program\n")],
    "a folder of logs": [(Path.unlink, TAG), (Path.write_text, "logs.jsonl", "{}")],
    "cut off": [(os.truncate, STORE, 4096)],
    "overwritten": [(overwritten, STORE)],
    "a file instead of the folder": [(shutil.rmtree, ""), (Path.write_text, "", "notes")],
    "other columns": [(changed, STORE, "DROP TABLE verdicts", "CREATE TABLE verdicts (key, value)")],
    "an endless view": [
        (changed, STORE, "DROP TABLE verdicts", f"CREATE VIEW verdicts(key, used, value) AS {ENDLESS}")
    ],
    "a trigger": [
        (changed, STORE, f"CREATE TRIGGER t AFTER INSERT ON verdicts BEGIN INSERT INTO verdicts {ENDLESS}; END")
    ],
    "an index of an expression": [(changed, STORE, "CREATE INDEX i ON verdicts(length(value))")],
    "a generated column": [(changed, STORE, "ALTER TABLE verdicts ADD COLUMN more AS (zeroblob(1 << 28))")],
    "many tables": [(changed, STORE, "BEGIN", *(f"CREATE TABLE t{number} (x)" for number in range(2000)))],
    "a log of another mode": [(Path.write_bytes, f"{STORE}-wal", b"")],
}
"""What is done to a file in the folder of the store: a function, the file, and further arguments."""


@pytest.mark.parametrize("steps", DAMAGES.values(), ids=DAMAGES)
def test_a_store_that_cannot_be_used_is_told_once_and_left_alone(
    steps: list[tuple[Any, ...]], log: str, store: Path
) -> None:
    for act, name, *arguments in steps:
        act(store / name, *arguments)
    before = tree(store.parent)
    run = Run(store, [log])
    assert run == list(validate(log))
    assert len(run.told) == 1
    assert "no verdicts are remembered: " in run.told[0]
    assert "\n" not in run.told[0]
    assert run.replayed == 2
    assert tree(store.parent) == before, "nothing was written, nothing is gone"


def test_a_value_without_an_end_is_not_read(log: str, store: Path) -> None:
    changed(store / STORE, "UPDATE verdicts SET value = zeroblob(1 << 26)")
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
    changed(store / STORE, "DELETE FROM verdicts", "INSERT INTO verdicts VALUES (zeroblob(20 << 20), 1, x'00')")
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
    # -B: Python would write its bytecode as far as there is room, and later processes would read it
    done = subprocess.run([sys.executable, "-B", "-c", code], capture_output=True, text=True, check=True)
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


@pytest.mark.exhaustive
def test_two_runs_at_once_are_right(tmp_path: Path) -> None:
    log = write(tmp_path, b"".join(b"\n".join(recorded(seed=str(seed))) + b"\n" for seed in range(40)))
    cache = str(tmp_path / "cache")
    both = [running("validate", log, "--cache", cache) for _ in "ab"]
    ends = [(*child.communicate(timeout=60), child.returncode) for child in both]
    plain = process("validate", log)
    assert ends == [(plain.stdout, plain.stderr, plain.returncode)] * 2
    assert Run(Path(cache), [log]).replayed == 0


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
    assert {file.name for file in (tmp_path / "cache").iterdir()} == {"mine.txt", STORE, TAG, ".gitignore"}


def test_the_folder_is_one_that_backups_and_git_leave_out(store: Path) -> None:
    assert sorted(os.listdir(store)) == [".gitignore", TAG, STORE]
    assert (store / ".gitignore").read_text() == "*\n"
    assert (store / TAG).read_text().startswith(SIGNATURE)


def test_a_link_to_the_folder_that_is_named_is_followed(log: str, store: Path) -> None:
    (store.parent / "link").symlink_to(store)
    run = Run(store.parent / "link", [log])
    assert (run.replayed, run.told) == (0, [])
