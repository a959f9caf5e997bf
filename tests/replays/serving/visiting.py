"""A server in this process, and visitors that ask it as a browser does: plain HTTP and an HTML parser."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import parse_qs, urlencode, urlsplit

import uvicorn

from cityleague.replays.serving import Folder, Guard, Served, Tables, bind
from cityleague.replays.serving.server import server_of

KIND = "application/x-www-form-urlencoded"


class Link(NamedTuple):
    """A link of a page."""

    to: str
    words: str
    attributes: Mapping[str, str]

    @property
    def query(self) -> dict[str, list[str]]:
        """What its address tells."""
        return parse_qs(urlsplit(self.to).query)


@dataclass
class Form:
    """A form of a page, as it is sent if nothing is typed."""

    fields: dict[str, str] = field(default_factory=dict)
    label: str = ""
    """What its first button says."""


class Page(HTMLParser):
    """What a visitor finds on a page."""

    def __init__(self, status: int, headers: Mapping[str, str], text: str) -> None:
        super().__init__()
        self.status, self.headers, self.text = status, headers, text
        self.links: list[Link] = []
        self.forms: list[Form] = []
        self._named: dict[str, Form] = {}
        """The forms that have an id, for fields and buttons that lie outside of them."""
        self.parts: dict[str, str] = {}
        """The words of each element that has an id."""
        self.marks: dict[str, Mapping[str, str]] = {}
        """The attributes of the same."""
        self.ids: set[str] = set()
        self._open: list[tuple[str, dict[str, str], list[str]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin an element."""
        given = {name: value or "" for name, value in attrs}
        if "id" in given:
            self.ids.add(given["id"])
            self.marks[given["id"]] = given
        if tag == "form":
            self.forms.append(self._named.setdefault(given["id"], Form()) if "id" in given else Form())
        if tag in ("input", "select") and given.get("name") and (form := self._form(given)):
            form.fields.setdefault(given["name"], given.get("value", ""))
        if tag == "option" and "value" in given:
            self.links.append(Link(given["value"], "", given))
        if tag not in ("input", "meta", "link", "br", "rect", "use", "path"):
            self._open.append((tag, given, []))

    def handle_data(self, data: str) -> None:
        """Words belong to all that is open."""
        for _, _, words in self._open:
            words.append(data)

    def handle_endtag(self, tag: str) -> None:
        """End an element."""
        while any(name == tag for name, _, _ in self._open):
            name, given, words = self._open.pop()
            text = " ".join("".join(words).split())
            if name == "a":
                self.links.append(Link(given.get("href", ""), given.get("aria-label", text), given))
            if name == "button" and (form := self._form(given)):
                form.label = form.label or given.get("aria-label", text)
            if "id" in given:
                self.parts[given["id"]] = text
            if name == tag:
                return

    def _form(self, given: Mapping[str, str]) -> Form | None:
        """The form of a field or a button: the one that it names, else the one that it lies in."""
        if "form" in given:
            return self._named.setdefault(given["form"], Form())
        return self.forms[-1] if any(tag == "form" for tag, _, _ in self._open) else None

    @property
    def seat(self) -> int | None:
        """Whose decision the page asks for."""
        return next((int(form.fields["seat"]) for form in self.forms if {"seat", "q"} <= form.fields.keys()), None)

    @property
    def sent(self) -> dict[str, str] | None:
        """What the main button sends; None if nothing is chosen yet."""
        form = self._named.get("do")
        return dict(form.fields) if form and form.label else None

    def link(self, words: str) -> Link:
        """The link that begins with these words."""
        return next(link for link in self.links if link.words.startswith(words))

    def form(self, label: str) -> dict[str, str]:
        """The fields of the form with this button."""
        return dict(next(form for form in self.forms if form.label.startswith(label)).fields)


class Visitor:
    """Somebody with a browser."""

    def __init__(self, port: int, host: str = "") -> None:
        self.port, self.host = port, host or f"127.0.0.1:{port}"
        self.path = "/"
        self.known = set[str]()
        """The symbols that the page has."""
        self.requests = 0
        self.bytes = 0

    def ask(self, method: str, path: str, body: str | None = None, **headers: str) -> Page:
        """The answer to a request."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        with contextlib.closing(connection):
            known = {"X-Known": ",".join(self.known)} if self.path == urlsplit(path).path else {}
            given = {"Host": self.host, "Accept-Encoding": "gzip", **known, **headers}
            connection.request(method, path, body, given)
            answer = connection.getresponse()
            content = answer.read()
            self.requests += 1
            self.bytes += len(content)
            if answer.getheader("Content-Encoding") == "gzip":
                import gzip  # noqa: PLC0415

                content = gzip.decompress(content)
            if answer.status == 303:
                return self.get(answer.getheader("Location") or "")
            page = Page(answer.status, dict(answer.getheaders()), content.decode())
            self.known = (self.known if known else set()) | {
                name for name in page.ids if len(name) == 9 and name[0] == "s"
            }
            self.path = urlsplit(path).path
            return page

    def get(self, to: str) -> Page:
        """Open a page; an address that begins with `?` is one of the same page."""
        return self.ask("GET", f"{self.path}{to}" if to.startswith("?") else to)

    def post(self, fields: Mapping[str, str], to: str = "", **headers: str) -> Page:
        """Send a form."""
        given = {"Origin": f"http://{self.host}", "Content-Type": KIND, **headers}
        return self.ask("POST", to or self.path, urlencode(fields), **given)


class Request(NamedTuple):
    """A request as the server under the pages passes it on."""

    method: str
    path: str
    query: bytes
    body: bytes
    headers: Sequence[tuple[bytes, bytes]]


def request_of(path: str, host: str, body: bytes | None = None) -> Request:
    """What a browser asks: for a page, or, with a body, that something be done."""
    name = host.encode()
    given = [(b"host", name), (b"origin", b"http://" + name), (b"content-type", KIND.encode())]
    return Request("GET" if body is None else "POST", path, b"", body or b"", given)


def answer_of(guard: Guard, request: Request, client: str = "127.0.0.1") -> tuple[int, bytes]:
    """The status and the body of the answer to a machine of this address, which goes away then."""
    messages = [{"type": "http.request", "body": request.body, "more_body": False}]
    sent: list[Any] = []

    async def receive() -> Any:
        return messages.pop() if messages else {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        sent.append(message)

    scope = {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": "1.1",
        "method": request.method,
        "scheme": "http",
        "path": request.path,
        "raw_path": request.path.encode("utf-8", "replace"),
        "query_string": request.query,
        "root_path": "",
        "headers": request.headers,
        "client": (client, 50000) if client else None,
        "server": ("127.0.0.1", 8765),
    }
    asyncio.run(guard(scope, receive, send))
    return sent[0]["status"], b"".join([message.get("body", b"") for message in sent[1:]])


class House(NamedTuple):
    """A server with its tables."""

    port: int
    tables: Tables
    errors: list[BaseException]
    guard: Guard
    server: uvicorn.Server

    def visitor(self, path: str = "/") -> Visitor:
        """Somebody at this machine who is at this page."""
        visitor = Visitor(self.port)
        visitor.path = path
        return visitor


@contextlib.contextmanager
def house(folder: Path, lan: str | None = None, **times: Any) -> Iterator[House]:
    """A server for the games of a folder."""
    listening = bind("127.0.0.1", 0)
    port = listening.getsockname()[1]
    tables, errors = Tables(Folder(str(folder))), list[BaseException]()
    served = Served(tables, f"{lan}:{port}" if lan else None)
    guard = Guard(served.application(), port, lan, tell=errors.append, **times)
    server = server_of(guard)
    thread = threading.Thread(target=server.run, args=([listening],), daemon=True)
    thread.start()
    try:
        yield House(port, tables, errors, guard, server)
    finally:
        server.should_exit = server.force_exit = True
        thread.join(10)
        tables.close()
        listening.close()
        if errors:
            raise errors[0]
