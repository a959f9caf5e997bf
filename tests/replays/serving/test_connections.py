"""The server as people start it, and what floods, kills, full disks and other programs do to it."""

from __future__ import annotations

import contextlib
import errno
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from cityleague.replays.people import journal
from cityleague.replays.replay import validate
from cityleague.replays.serving import server
from cityleague.replays.serving.server import BoundedProtocol, bind
from tests.cli.helpers import run
from tests.replays.people.tables import events
from tests.replays.serving.test_guard import PLAYERS, log_of, path_of
from tests.replays.serving.visiting import KIND, House, Visitor, house
from tests.rows import daily

_THREADS = 41
"""So many threads that answer, and one for a table, may be left until the end of the program."""


class Started(NamedTuple):
    """`cityleague serve` in a process of its own."""

    process: subprocess.Popen[str]
    port: int
    said: list[str]

    def visitor(self) -> Visitor:
        """Somebody at this machine."""
        return Visitor(self.port)

    def ended(self, number: int) -> tuple[int, float]:
        """Send a signal; the exit code, and the seconds until then."""
        begun = time.monotonic()
        self.process.send_signal(number)
        code = self.process.wait(20)
        return code, time.monotonic() - begun


@contextlib.contextmanager
def started(folder: Path, *options: str) -> Iterator[Started]:
    """The command as a user runs it, until the end of the test."""
    command = [sys.executable, "-P", "-m", "cityleague.cli", "serve", str(folder), "--port", "0", *options]
    with subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        said: list[str] = []
        for line in process.stderr:
            said.append(line)
            if found := re.search(r"http://127\.0\.0\.1:(\d+)/", line):
                break
        else:
            pytest.fail("".join(said))
        reading = threading.Thread(target=lambda: said.extend(process.stderr or ()))
        reading.start()
        try:
            yield Started(process, int(found[1]), said)
        finally:
            process.kill()
            process.wait()
            reading.join()
        assert "Traceback" not in "".join(said)


def opened(there: Started | House, game: str = "between_two_cities", how: str = "record") -> Visitor:
    """Whoever has begun a game."""
    visitor = there.visitor()
    for _ in range(100):
        with contextlib.suppress(ConnectionRefusedError):
            assert visitor.post({**PLAYERS, "seed": "7"}, f"/new/{how}/{game}").status == 200
            return visitor
        time.sleep(0.05)
    raise AssertionError("nobody answers")


def choose(visitor: Visitor) -> str:
    """Make some move of whoever is asked; the words on the page then."""
    page = visitor.get(visitor.path)
    link = next(
        link for link in page.links if "data-move" in link.attributes or "find=" in link.to or "tap=" in link.to
    )
    while "data-move" not in link.attributes:
        page = visitor.get(link.to)
        link = next(link for link in page.links if "tap=" in link.to and link.words[:4] != "not ")
    seat = next(form.fields["seat"] for form in page.forms if "seat" in form.fields and "q" in form.fields)
    key = next(form.fields["q"] for form in page.forms if "seat" in form.fields and "q" in form.fields)
    done = visitor.post({"do": "move", "seat": seat, "q": key, "move": link.attributes["data-move"]})
    assert done.status == 200, done.text
    return done.parts["said"]


@pytest.mark.exhaustive
@pytest.mark.parametrize("number", daily([signal.SIGTERM, signal.SIGINT]))
def test_the_server_ends_at_once_though_pages_listen(number: int, tmp_path: Path) -> None:
    with started(tmp_path) as there:
        visitor = opened(there)
        with contextlib.ExitStack() as stack:
            for _ in range(5):
                wire = stack.enter_context(socket.create_connection(("127.0.0.1", there.port)))
                wire.sendall(f"GET {visitor.path}/changes HTTP/1.1\r\nHost: {visitor.host}\r\n\r\n".encode())
                assert b"200 OK" in wire.recv(4096)
            code, seconds = there.ended(number)
        assert (code, seconds < 3) == (0, True)
    assert "all that was answered is in the files" in "".join(there.said)


def test_a_killed_server_loses_no_answered_move(tmp_path: Path) -> None:
    with started(tmp_path) as there:
        visitor = opened(there)
        (file,) = tmp_path.glob("*.jsonl")
        said = [choose(visitor) for _ in range(6)]
        assert all(words.endswith(".") for words in said)
        there.process.kill()
        there.process.wait()
    moves = [event for event in events(file.read_bytes().splitlines()) if isinstance(event[0], int)]
    assert len(moves) >= 6
    assert [report.finding for report in validate(str(file), still_running=True)] == [None]
    with started(tmp_path) as there:
        visitor = there.visitor()
        visitor.path = f"/game/{file.name}"
        for _ in range(100):
            with contextlib.suppress(ConnectionRefusedError):
                page = visitor.get(visitor.path)
                break
            time.sleep(0.05)
        visitor.post(page.form("Go on writing"))
        assert choose(visitor)
        now = [event for event in events(file.read_bytes().splitlines()) if isinstance(event[0], int)]
        assert now[: len(moves)] == moves
        assert len(now) > len(moves)


def test_a_port_that_is_taken_is_told(tmp_path: Path) -> None:
    with contextlib.closing(socket.socket()) as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        said = run("serve", tmp_path, "--port", str(port), code=4).stderr
    assert said == f"Error: port {port} cannot be used: Address already in use; name another one with --port\n"


def test_what_is_no_folder_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x", "utf-8")
    assert "is a file" in run("serve", tmp_path / "file", code=2).stderr
    assert "cannot be used: No such file" in run("serve", tmp_path / "nothing" / "games", code=2).stderr


def test_a_folder_that_is_missing_is_made(tmp_path: Path) -> None:
    with started(tmp_path / "games"):
        assert (tmp_path / "games").is_dir()


def test_without_its_libraries_serve_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [*sys.modules]:
        if name.startswith(("cityleague.replays.serving", "starlette", "uvicorn", "segno")):
            monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "starlette", None)
    said = run("serve", tmp_path, code=4).stderr
    assert "pip install '.[table]'" in said
    assert said.count("\n") == 1


def test_half_open_connections_do_not_keep_others_waiting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(BoundedProtocol, "HEAD_TIME", 1.0)
    with house(tmp_path) as there, contextlib.ExitStack() as stack:
        visitor = opened(there)
        wires = []
        for number in range(400):
            wire = stack.enter_context(socket.create_connection(("127.0.0.1", there.port)))
            wire.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: " if number % 2 else b"G")
            wires.append(wire)
        begun = time.monotonic()
        assert there.visitor().get("/").status == 200
        assert choose(visitor)
        assert time.monotonic() - begun < 2
        assert len(BoundedProtocol._all) <= BoundedProtocol.LOCAL
        for wire in wires:  # each is ended before long, though it goes on to send a little
            wire.settimeout(5)
            with contextlib.suppress(OSError):
                while wire.recv(4096):
                    pass
        assert time.monotonic() - begun < 5


_NEVER_READ = "GET /static/table.js HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n" * 200
_NEVER_SEND = "POST /static/x HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\n" + (
    f"Content-Type: {KIND}\r\nContent-Length: 9\r\n\r\ndo="
)


def flood(stack: contextlib.ExitStack, port: int, sent: str, machines: Sequence[str], number: int) -> list[Any]:
    """Open connections that send this, and then neither send nor take anything."""
    wires = []
    for at in range(number):
        wire = stack.enter_context(socket.socket())
        wire.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        wire.bind((machines[at % len(machines)], 0))
        wire.settimeout(5)
        wire.connect(("127.0.0.1", port))
        with contextlib.suppress(OSError):  # it was ended already, for others
            wire.sendall(sent.format(port=port).encode())
        wires.append(wire)
    return wires


def is_left_alone(there: House) -> bool:
    """Whether a server has neither connections nor tasks, a moment from now."""
    for _ in range(100):
        if not BoundedProtocol._all and not there.server.server_state.tasks:
            return True
        time.sleep(0.05)
    return False


@pytest.mark.parametrize("sent", daily([_NEVER_READ, _NEVER_SEND]), ids=["read", "send"])
@pytest.mark.parametrize("machines", daily([["127.0.0.1"], [f"127.0.0.{n}" for n in range(2, 12)]]), ids=len)
def test_who_never_reads_or_sends_locks_nobody_out(
    sent: str, machines: Sequence[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From this machine and from ten others, for which other addresses of this one stand here."""
    monkeypatch.setattr(server, "is_loopback", lambda client: client[0] == "127.0.0.1")
    monkeypatch.setattr(BoundedProtocol, "TAKE_TIME", 1.0)
    before, is_local = threading.active_count(), machines == ["127.0.0.1"]
    with house(tmp_path, body_time=2.0) as there, contextlib.ExitStack() as stack:
        visitor = opened(there)
        wires = flood(stack, there.port, sent, machines, 300)
        begun = time.monotonic()
        assert there.visitor().get("/").status == 200
        assert choose(visitor)
        assert time.monotonic() - begun < 10
        counts = Counter(BoundedProtocol._all.values())
        most = BoundedProtocol.LOCAL if is_local else BoundedProtocol.OF_EACH
        assert max(counts.values()) <= most
        assert counts.total() - counts[""] <= BoundedProtocol.OTHERS
        for wire in wires:  # each is ended before long
            with contextlib.suppress(OSError):
                while wire.recv(1 << 20):
                    pass
        assert is_left_alone(there)
        assert choose(visitor)
    assert threading.active_count() <= before + _THREADS


def test_who_reads_slowly_is_cut_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(BoundedProtocol, "TAKE_TIME", 1.0)
    with house(tmp_path) as there, contextlib.ExitStack() as stack:
        (wire,) = flood(stack, there.port, _NEVER_READ, ["127.0.0.1"], 1)
        begun = time.monotonic()
        with pytest.raises(OSError, match="reset"):  # noqa: PT012
            while time.monotonic() - begun < 10:
                wire.recv(100)
                time.sleep(0.1)
                wire.send(b"G")
        assert 1 <= time.monotonic() - begun < 5
        assert is_left_alone(there)


def test_one_machine_takes_no_places_of_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "is_loopback", lambda client: client[0] == "127.0.0.1")
    with house(tmp_path) as there, contextlib.ExitStack() as stack:
        flood(stack, there.port, "G", ["127.0.0.3"], 2)
        flood(stack, there.port, "G", [f"127.0.1.{number}" for number in range(1, 9)], 320)
        assert there.visitor().get("/").status == 200
        counts = Counter(BoundedProtocol._all.values())
        assert counts["127.0.0.3"] == 2
        assert counts.total() - counts[""] == BoundedProtocol.OTHERS


def test_so_many_pages_listen_and_no_more(tmp_path: Path) -> None:
    with house(tmp_path) as there, contextlib.ExitStack() as stack:
        visitor = opened(there)
        answers = []
        for _ in range(42):
            wire = stack.enter_context(socket.create_connection(("127.0.0.1", there.port), timeout=5))
            wire.sendall(f"GET {visitor.path}/changes HTTP/1.1\r\nHost: {visitor.host}\r\n\r\n".encode())
            answers.append(wire.recv(4096).split()[1])
        assert Counter(answers) == {b"200": 40, b"503": 2}
        assert choose(visitor)


def test_of_twelve_equal_answers_one_is_taken(tmp_path: Path) -> None:
    with house(tmp_path) as there:
        visitor = opened(there)
        page, before = visitor.get(visitor.path), log_of(there)
        form = next(form.fields for form in page.forms if {"seat", "q"} <= form.fields.keys())
        sent = {"do": "move", "seat": form["seat"], "q": form["q"], "move": "0"}
        statuses: list[int] = []

        def answer() -> None:
            other = there.visitor(visitor.path)
            statuses.append(other.post(sent).status)

        threads = [threading.Thread(target=answer) for _ in range(12)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert Counter(statuses) == {200: 1, 409: 11}
        added = events(log_of(there).splitlines())[len(events(before.splitlines())) :]
        assert added[0][0] == int(form["seat"])
        assert len([event for event in added if event[0] == added[0][0]]) <= 3, (
            "the move, and what it leaves only one way"
        )


def test_a_log_that_another_program_has_changed_is_left_as_it_is(tmp_path: Path) -> None:
    with house(tmp_path) as there:
        visitor = opened(there)
        choose(visitor)
        (file,) = tmp_path.glob("*.jsonl")
        shorter = b"".join(file.read_bytes().splitlines(keepends=True)[:-1])
        file.write_bytes(shorter)
        page = visitor.get(visitor.path)
        form = next(form.fields for form in page.forms if {"seat", "q"} <= form.fields.keys())
        page = visitor.post({"do": "move", "seat": form["seat"], "q": form["q"], "move": "0"})
        assert page.status == 400, page.text
        assert "Another program" in page.parts["said"], page.parts
        assert file.read_bytes() == shorter
        page = visitor.get(visitor.path)
        assert "Another program has changed this game" in page.text
        visitor.post({"do": "open"})
        assert choose(visitor)
        assert file.read_bytes().startswith(shorter)


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EACCES])
def test_where_nothing_can_be_saved_nothing_is_done(
    number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: Any, **__: Any) -> None:
        raise OSError(number, os.strerror(number))

    with house(tmp_path) as there:
        visitor = opened(there)
        choose(visitor)
        before = log_of(there)
        page = visitor.get(visitor.path)
        form = next(form.fields for form in page.forms if {"seat", "q"} <= form.fields.keys())
        sent = {"do": "move", "seat": form["seat"], "q": form["q"], "move": "0"}
        with monkeypatch.context() as patch:
            patch.setattr(journal, "write_log", full)
            page = visitor.post(sent)
            assert page.status == 507
            assert os.strerror(number) in page.parts["said"]
            assert log_of(there) == before
            assert visitor.post(PLAYERS, "/new/record/neom").status == 507
            assert len(list(tmp_path.glob("*.jsonl"))) == 1
            visitor.path = path_of(there)
        assert visitor.post(sent, path_of(there)).status == 200
        assert log_of(there).startswith(before)
        assert log_of(there) != before


def test_a_folder_that_is_gone_is_told(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    folder.mkdir()
    with house(folder) as there:
        opened(there)
        shutil.rmtree(folder)
        page = there.visitor().get("/")
        assert page.status == 503
        assert "The games cannot be read: No such file or directory." in page.text
        assert str(folder) not in page.text


def test_the_parts_of_an_answer_do_not_wait_for_each_other() -> None:
    """Only for connections that name their protocol does asyncio turn off Nagle's algorithm, which costs 40 ms here."""
    listening = bind("127.0.0.1", 0)
    with listening, socket.create_connection(listening.getsockname()):
        there, _ = listening.accept()
        with there:
            assert there.proto == socket.IPPROTO_TCP
