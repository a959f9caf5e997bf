"""Who may ask a table, for what, and how much at once."""

from __future__ import annotations

import http.client
import socket
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest

from cityleague.replays.serving import Guard
from tests.replays.serving.visiting import KIND, House, answer_of, house, request_of

PLAYERS = {"player0": "Ada", "player1": "Ben", "player2": "Cleo"}
ALWAYS = {
    "content-security-policy",
    "cross-origin-opener-policy",
    "cross-origin-resource-policy",
    "referrer-policy",
    "x-content-type-options",
    "x-frame-options",
}


@pytest.fixture
def there(tmp_path: Path) -> Iterator[House]:
    """A server with a game that goes on."""
    with house(tmp_path, body_time=0.3) as found:
        found.visitor().post(PLAYERS, "/new/record/between_two_cities")
        yield found


def path_of(there: House) -> str:
    """Where its game is."""
    (file,) = Path(there.tables.folder.path).glob("*.jsonl")
    return f"/game/{file.name}"


def log_of(there: House) -> bytes:
    """The bytes of its game."""
    (file,) = Path(there.tables.folder.path).glob("*.jsonl")
    return file.read_bytes()


def raw(there: House, sent: bytes, seconds: float = 5) -> bytes:
    """What the server sends back on a connection, until it ends it."""
    with socket.create_connection(("127.0.0.1", there.port), timeout=seconds) as wire:
        wire.sendall(sent)
        found = b""
        with suppress(ConnectionResetError):  # it ends before all was sent
            while part := wire.recv(1 << 16):
                found += part
        return found


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1", "127.0.0.1:1", "localhost:80", "", "127.0.0.1.evil:{port}"]
)
def test_a_page_under_another_name_learns_and_does_nothing(there: House, host: str) -> None:
    """DNS rebinding: a name of somebody else that leads to this machine."""
    visitor, before = there.visitor(path_of(there)), log_of(there)
    visitor.host = host.format(port=there.port)
    assert visitor.get("/").status == 421
    page = visitor.post({"do": "undo"}, path_of(there))
    assert page.status == 421
    assert "Ada" not in page.text
    assert log_of(there) == before


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "", "https://127.0.0.1:{port}", "http://127.0.0.1:1"]
)
def test_a_foreign_page_cannot_play(there: House, origin: str) -> None:
    visitor, before = there.visitor(path_of(there)), log_of(there)
    page = visitor.post({"do": "undo"}, path_of(there), Origin=origin.format(port=there.port))
    assert (page.status, log_of(there)) == (403, before)
    assert visitor.post(PLAYERS, "/new/record/neom", Origin=origin.format(port=there.port)).status == 403


@pytest.mark.parametrize("site", ["cross-site", "same-site", "nonsense"])
def test_a_foreign_page_can_lead_here_and_ask_for_nothing(there: House, site: str) -> None:
    """Pictures, scripts, frames and requests of its own are not worked out; a link in a message works."""
    given = {"Sec-Fetch-Site": site, "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}
    for path in ("/", "/league", path_of(there), f"{path_of(there)}/changes", "/rules/neom", "/static/table.js"):
        for mode, use in [("no-cors", "image"), ("cors", "empty"), ("navigate", "iframe"), ("no-cors", "document")]:
            page = there.visitor().ask("GET", path, **{**given, "Sec-Fetch-Mode": mode, "Sec-Fetch-Dest": use})
            assert page.status == 403, (path, mode, use)
        assert there.visitor().ask("GET", path, **{"Sec-Fetch-Site": site}).status == 403
    assert there.visitor().ask("GET", path_of(there), **given).status == 200
    before = log_of(there)
    assert there.visitor().post({"do": "undo"}, path_of(there), **given, Origin="http://evil.example").status == 403
    assert log_of(there) == before


@pytest.mark.parametrize("site", ["none", "same-origin"])
def test_our_own_pages_ask_for_all(there: House, site: str) -> None:
    given = {"Sec-Fetch-Site": site, "Sec-Fetch-Mode": "cors", "Sec-Fetch-Dest": "empty"}
    assert there.visitor().ask("GET", path_of(there), **given).status == 200
    assert there.visitor().post({"do": "undo"}, path_of(there), **given).status in (200, 400)


def test_without_an_origin_nothing_is_done(there: House) -> None:
    visitor = there.visitor()
    assert visitor.ask("POST", path_of(there), "do=undo", **{"Content-Type": KIND}).status == 403


def test_this_machine_has_several_names(there: House) -> None:
    for name in ("127.0.0.1", "localhost"):
        visitor = there.visitor()
        visitor.host = f"{name}:{there.port}"
        assert visitor.get("/").status == 200
        assert visitor.post({"do": "undo"}, path_of(there)).status in (200, 400)


@pytest.mark.parametrize("kind", ["text/plain", "application/json", "multipart/form-data; boundary=x", ""])
def test_only_forms_are_understood(there: House, kind: str) -> None:
    visitor = there.visitor()
    assert visitor.post({"do": "undo"}, path_of(there), **{"Content-Type": kind}).status == 415


@pytest.mark.parametrize("method", ["PUT", "DELETE", "OPTIONS", "PATCH", "TRACE"])
def test_other_methods_are_refused(there: House, method: str) -> None:
    assert there.visitor().ask(method, path_of(there)).status == 405


def test_a_body_has_an_end(there: House) -> None:
    name = f"127.0.0.1:{there.port}"
    head = f"POST {path_of(there)} HTTP/1.1\r\nHost: {name}\r\nOrigin: http://{name}\r\nContent-Type: {KIND}\r\n"
    for rest, status in [
        ("Content-Length: 999999999999999999\r\n\r\n", b"413"),
        ("Content-Length: -1\r\n\r\n", b"400"),
        ("Content-Length: 9\r\n\r\ndo=", b"408"),
        ("Transfer-Encoding: chunked\r\n\r\n3\r\ndo=\r\n", b"408"),
        ("Transfer-Encoding: chunked\r\n\r\n" + f"{1 << 14:x}\r\n{'a' * (1 << 14)}\r\n" * 5 + "0\r\n\r\n", b"413"),
        ("Transfer-Encoding: chunked\r\n\r\nxyz\r\n", b"400"),
    ]:
        begun = time.monotonic()
        assert raw(there, (head + rest).encode()).split()[1] == status, rest[:60]
        assert time.monotonic() - begun < 4
    assert there.visitor().get("/").status == 200


@pytest.mark.parametrize(
    "data", [b"\xff\xfe\n\r\n\r\n", b"GET\r\n\r\n", b"GET / HTTP/9\r\n\r\n", b"\0" * 100 + b"\r\n\r\n"]
)
def test_what_is_no_request_is_refused(there: House, data: bytes) -> None:
    assert b" 400 " in raw(there, data).splitlines()[0]
    assert there.visitor().get("/").status == 200


def test_an_address_and_a_head_have_an_end(there: House) -> None:
    assert there.visitor().get("/?" + "a" * 9000).status == 414
    head = f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{there.port}\r\nX: {'a' * 200_000}\r\n\r\n"
    assert b"200 OK" not in raw(there, head.encode())


@pytest.mark.parametrize("body", [b"\xff", b"%ff%fe=%00", b"a=1&" * 5000, b"=", b"do", b"do=\xf0\x9f", b"&" * 60000])
def test_a_malformed_body_is_refused(there: House, body: bytes) -> None:
    before = log_of(there)
    given = {"Host": f"127.0.0.1:{there.port}", "Origin": f"http://127.0.0.1:{there.port}", "Content-Type": KIND}
    for path in (path_of(there), "/new/record/neom", "/seat/x"):
        with closing(http.client.HTTPConnection("127.0.0.1", there.port, timeout=10)) as connection:
            connection.request("POST", path, body, given)
            assert connection.getresponse().status in (400, 404)
    assert log_of(there) == before


def test_every_answer_has_the_policy(there: House) -> None:
    visitor = there.visitor()
    answers = [
        visitor.get("/"),
        visitor.get(path_of(there)),
        visitor.get("/static/table.css"),
        visitor.get("/nothing"),
        visitor.get("/seat/x"),
        visitor.get("/?" + "a" * 9000),
        visitor.ask("PUT", "/"),
        visitor.post({"do": "nothing"}, path_of(there)),
        visitor.post({"do": "undo"}, path_of(there), Origin="null"),
        visitor.get("/league"),
    ]
    assert {answer.status for answer in answers} == {200, 404, 414, 405, 400, 403}
    for answer in answers:
        given = {name.lower(): value for name, value in answer.headers.items()}
        assert given.keys() >= ALWAYS
        assert "frame-ancestors 'none'" in given["content-security-policy"]
        assert not given.keys() & {"set-cookie", "server", "access-control-allow-origin"}
        assert given["referrer-policy"] == "strict-origin", "no token in a Referer, and an origin with each form"
    policy = {name.lower(): value for name, value in answers[1].headers.items()}["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "<script>" not in answers[1].text
    assert " style=" not in answers[1].text


def test_another_machine_finds_the_pages_of_seats_only(tmp_path: Path) -> None:
    """The address from which it asks decides, and the name that it asks for."""
    with house(tmp_path, lan="192.0.2.7") as there:
        form = {**PLAYERS, "bot1": "", "bot2": ""}
        page = there.visitor().post(form, "/new/play/between_two_cities")
        assert page.status == 200
        (seated,) = [there.tables.at(path.name) for path in tmp_path.glob("*.jsonl")]
        assert seated is not None
        seats = [f"/seat/{token}" for token in seated.tokens]
        assert len(seats) == 4
        guard = there.guard
        for client, host, all_pages in [
            ("192.0.2.8", f"192.0.2.7:{there.port}", False),
            ("192.0.2.8", f"127.0.0.1:{there.port}", False),
            ("192.0.2.8", f"localhost:{there.port}", False),
            ("127.0.0.1", f"192.0.2.7:{there.port}", False),
            ("127.0.0.1", f"127.0.0.1:{there.port}", True),
            ("::1", f"localhost:{there.port}", True),
            ("", f"127.0.0.1:{there.port}", False),
        ]:
            for path in ["/", "/league", "/new/record/neom", f"/game/{seated.name}", f"/page/{seated.name}"]:
                status, body = answer_of(guard, request_of(path, host), client)
                assert (status in (200, 303)) == all_pages, (client, host, path)
                assert all_pages or b"Ada" not in body
            for path in [*seats, "/static/table.css"]:
                assert answer_of(guard, request_of(path, host), client)[0] == 200
            assert answer_of(guard, request_of("/seat/x", host), client)[0] == 404
            status, _ = answer_of(guard, request_of("/new/record/neom", host, b"player0=Ada&player1=Ben"), client)
            assert (status != 404) == all_pages
        assert answer_of(guard, request_of(seats[0], f"192.0.2.9:{there.port}"), "192.0.2.8")[0] == 421


def test_a_mistake_of_ours_is_told_in_one_sentence_and_to_whoever_runs_the_server() -> None:
    told: list[BaseException] = []

    async def broken(*_: object) -> None:
        raise ZeroDivisionError("secret")

    status, body = answer_of(Guard(broken, 8765, tell=told.append), request_of("/", "127.0.0.1:8765"))
    assert status == 500
    assert body == b"cityleague has a mistake here; the game's file is as it was.\n"
    assert [type(error) for error in told] == [ZeroDivisionError]
