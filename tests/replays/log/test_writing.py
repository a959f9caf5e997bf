"""What is written: whole or not at all, with the permissions that it had, and through no link that nobody named."""

from __future__ import annotations

import errno
import os
import stat
import sys
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cityleague.replays.log import FileBeside, InTheWayError, read_below, sweep, write_below, write_whole, writing
from cityleague.replays.log.writing import append_below

from ...rows import examples

NAMES = ("a", "b", "c")
PATHS = [*NAMES, *[f"{name}/{other}" for name in NAMES for other in NAMES], "a/b/c"]
PRECIOUS = b"precious"


@pytest.fixture(params=["by descriptors", "by paths alone"])
def _system(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Systems with descriptors of folders, and those without, as Windows."""
    if request.param == "by paths alone":
        monkeypatch.setattr(writing, "_BY_DESCRIPTOR", False)
        monkeypatch.setattr(writing, "_AS_FOLDER", os.O_RDONLY)
        monkeypatch.setattr(writing, "_NO_LINK", 0)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.fixture
def _usual_umask() -> Iterator[None]:
    before = os.umask(0o027)
    yield
    os.umask(before)


kinds = st.dictionaries(
    st.sampled_from(PATHS),
    st.sampled_from(["file", "folder", "link to a file", "link to a folder", "link to nothing", "pipe"]),
    max_size=6,
)
"""What is in a folder beforehand."""
deeds = st.lists(st.tuples(st.sampled_from(["write", "append", "read"]), st.sampled_from(PATHS)), max_size=6)


def plant(tree: dict[str, str], folder: Path, foreign: Path) -> None:
    """Make what is in a folder. What would lie below something that is no folder of its own is left out."""
    for path, kind in sorted(tree.items()):
        place = folder / path
        if any(path.is_symlink() or (path.exists() and not path.is_dir()) for path in (place, *place.parents)):
            continue
        place.parent.mkdir(parents=True, exist_ok=True)
        if kind == "file":
            place.write_bytes(b"old")
        elif kind == "folder":
            place.mkdir(exist_ok=True)
        elif kind == "pipe":
            os.mkfifo(place)
        elif not place.exists():
            place.symlink_to({"file": foreign / "file", "folder": foreign}.get(kind.split()[-1], foreign / "none"))


def in_the_way(folder: Path, path: str) -> bool:
    """Whether on the way to a path there is a link or a pipe, before anything that ends the way."""
    place = folder
    for name in path.split("/"):
        place /= name
        if place.is_symlink() or place.is_fifo():
            return True
        if not place.is_dir():
            return False
    return False


def do(deed: str, folder: Path, path: str) -> Path | None:
    """Write below a folder or read there; what is in the way, if something is."""
    try:
        if deed == "write":
            write_below(str(folder), path, b"new")
            assert (folder / path).read_bytes() == b"new"
        elif deed == "append":
            append_below(str(folder), path).close()
        else:
            read_below(str(folder), path).close()
    except InTheWayError as error:
        return Path(str(error.filename))
    except OSError:  # a folder, a file or nothing, where the other is wanted
        assert not (folder / path).is_file()
    return None


@examples(200)
@given(tree=kinds, todo=deeds, by_descriptor=st.booleans())
def test_nothing_outside_changes_and_every_link_is_refused(
    tree: dict[str, str], todo: list[tuple[str, str]], by_descriptor: bool
) -> None:
    with tempfile.TemporaryDirectory() as top, pytest.MonkeyPatch.context() as patch:
        if not by_descriptor:
            patch.setattr(writing, "_BY_DESCRIPTOR", False)
            patch.setattr(writing, "_NO_LINK", 0)
        folder, foreign = Path(top, "folder"), Path(top, "foreign")
        foreign.mkdir()
        (foreign / "file").write_bytes(PRECIOUS)
        (foreign / "file").chmod(0o604)
        folder.mkdir()
        plant(tree, folder, foreign)
        for deed, path in todo:
            refused = in_the_way(folder, path)
            before = (folder / path).read_bytes() if not refused and (folder / path).is_file() else b""
            blamed = do(deed, folder, path)
            assert refused == (blamed is not None)
            if blamed:
                assert blamed.is_symlink() or blamed.is_fifo()
            elif (folder / path).is_file():
                assert (folder / path).read_bytes() == (b"new" if deed == "write" else before)
        assert [(file.name, file.read_bytes(), mode(file)) for file in foreign.iterdir()] == [("file", PRECIOUS, 0o604)]
        assert not [*folder.rglob(".cityleague-*")]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows looks, and trusts what it has seen")
@pytest.mark.parametrize(("name", "to", "path"), [("log", "file", "log"), ("inner", ".", "inner/file")])
def test_a_link_that_is_planted_after_the_look_is_not_followed(
    name: str, to: str, path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, foreign = tmp_path / "folder", tmp_path / "foreign"
    folder.mkdir()
    foreign.mkdir()
    (foreign / "file").write_bytes(PRECIOUS)
    look = os.stat

    def looked(place: str, **more: Any) -> os.stat_result:
        try:
            return look(place, **more)
        finally:
            if place == name:
                (folder / name).rename(tmp_path / "gone")
                (folder / name).symlink_to(foreign / to)

    (folder / "log").write_bytes(b"")
    (folder / "inner").mkdir()
    with monkeypatch.context() as patch:
        patch.setattr(os, "stat", looked)
        into = partial(append_below, str(folder)) if name == "log" else partial(write_below, str(folder), content=b"")
        with pytest.raises(OSError, match=r"symbolic links|Not a directory"):
            into(name=path)
    assert [(file.name, file.read_bytes()) for file in foreign.iterdir()] == [("file", PRECIOUS)]


@pytest.mark.usefixtures("_system", "_usual_umask")
def test_permissions_stay_and_new_files_have_those_of_the_umask(tmp_path: Path) -> None:
    write_whole(str(tmp_path / "new"), b"1")
    write_below(str(tmp_path), "inner/new", b"1")
    assert [mode(tmp_path / name) for name in ("new", "inner", "inner/new")] == [0o640, 0o750, 0o640]
    for bits in (0o600, 0o664, 0o444, 0o755):
        for name in ("new", "inner/new"):
            (tmp_path / name).chmod(bits)
        write_whole(str(tmp_path / "new"), b"2")
        write_below(str(tmp_path), "inner/new", b"2")
        assert [mode(tmp_path / name) for name in ("new", "inner/new")] == [bits, bits]
    write_below(str(tmp_path), "new", b"3", private=True)
    assert (mode(tmp_path / "new"), (tmp_path / "new").read_bytes()) == (0o600, b"3")


@pytest.mark.usefixtures("_system")
def test_a_private_file_is_never_open_to_others(tmp_path: Path) -> None:
    """Not even while it is written."""
    before = os.umask(0)
    try:
        file = FileBeside("secret", str(tmp_path), private=True)
        file.begin()
        assert [mode(file) for file in tmp_path.iterdir()] == [0o600]
    finally:
        os.umask(before)
        file.drop()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.usefixtures("_system")
def test_a_link_that_the_user_has_named_is_followed(tmp_path: Path) -> None:
    (tmp_path / "inner").mkdir()
    (tmp_path / "inner" / "file").write_bytes(b"old")
    (tmp_path / "inner" / "file").chmod(0o640)
    (tmp_path / "link").symlink_to("inner/file")
    (tmp_path / "folder").symlink_to("inner")
    (tmp_path / "dangling").symlink_to("inner/new")
    write_whole(str(tmp_path / "link"), b"1")
    write_whole(str(tmp_path / "dangling"), b"2")
    write_whole(str(tmp_path / "folder" / "third"), b"3")
    write_below(str(tmp_path / "folder"), "fourth", b"4")
    assert (tmp_path / "link").is_symlink()
    assert mode(tmp_path / "inner" / "file") == 0o640
    told = {file.name: file.read_bytes() for file in (tmp_path / "inner").iterdir()}
    assert told == {"file": b"1", "new": b"2", "third": b"3", "fourth": b"4"}


@pytest.mark.usefixtures("_system")
@pytest.mark.parametrize("moment", ["write", "flush", "fsync", "rename"])
def test_whatever_fails_leaves_the_file_that_was_there_and_nothing_else(
    moment: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_bytes(b"old")

    def full(*_: object, **_more: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    file = FileBeside("file", str(tmp_path), durable=True)

    def finish() -> None:
        try:
            file.write(b"x" * (1 << 20 if moment == "write" else 1))
            file.keep()
        finally:
            file.drop()

    file.begin()
    with monkeypatch.context() as patch, open("/dev/full", "wb") as disk:
        if moment in ("fsync", "rename"):
            patch.setattr(os, {"fsync": "fsync", "rename": "replace"}[moment], full)
        else:
            os.dup2(disk.fileno(), file._file.fileno())
        with pytest.raises(OSError, match="No space left"):
            finish()
    assert [(file.name, file.read_bytes()) for file in tmp_path.iterdir()] == [("file", b"old")]


@pytest.mark.parametrize("durable", [False, True])
def test_what_must_outlive_the_machine_is_on_the_disk_before_it_has_its_name(
    durable: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """File, name, folder."""
    order: list[str] = []
    sync, rename = os.fsync, os.replace

    def synced(descriptor: int) -> None:
        order.append("folder" if stat.S_ISDIR(os.fstat(descriptor).st_mode) else "file")
        sync(descriptor)

    def renamed(*names: str, src_dir_fd: int | None = None, dst_dir_fd: int | None = None) -> None:
        order.append("name")
        rename(*names, src_dir_fd=src_dir_fd, dst_dir_fd=dst_dir_fd)

    monkeypatch.setattr(os, "fsync", synced)
    monkeypatch.setattr(os, "replace", renamed)
    write_below(str(tmp_path), "file", b"1", durable=durable)
    assert order == (["file", "name", "folder"] if durable else ["name"])


def test_what_a_killed_run_left_is_swept_away_and_nothing_else(tmp_path: Path) -> None:
    for name in (".cityleague-0123456789abcdef.part", ".cityleague-mine.part", "games.jsonl.part", "games.jsonl"):
        (tmp_path / name).write_bytes(b"")
    sweep(str(tmp_path))
    assert sorted(os.listdir(tmp_path)) == [".cityleague-mine.part", "games.jsonl", "games.jsonl.part"]
