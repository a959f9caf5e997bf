"""What stands before every page: who may ask, for what, how much at once, and what a browser may do with the answer.

A foreign page cannot play: what is done needs our own origin, and requests under another name, as DNS rebinding sends
them, are refused. A link there can lead here, but a page that it asks for in any other way is not even made: a browser
on this machine says who asks (`Sec-Fetch-Site`). From other machines only the pages of seats exist, and whoever asks
for another learns nothing of it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from ipaddress import ip_address
from typing import Any

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

MOST_BODY = 64 << 10
"""Bytes of a body."""
MOST_PATH = 8 << 10
"""Bytes of an address."""
BODY_TIME = 10.0
"""Seconds for a body to come."""
POLICY = "; ".join([
    "default-src 'none'",
    "style-src 'self'",
    "script-src 'self'",
    "connect-src 'self'",
    "img-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
])  # fmt: skip
"""What pages may do that do not bring a policy of their own."""
_ALWAYS = {
    "cache-control": "no-store",
    "content-security-policy": POLICY,
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "strict-origin",  # with `no-referrer` browsers send forms without their origin
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}
_FOR_ALL = ("/rules/", "/seat/", "/static/")
"""What other machines may ask for."""
MISTAKE = "cityleague has a mistake here; the game's file is as it was."
"""What is told where a page could not be made."""
_FORM = b"application/x-www-form-urlencoded"


class _RefusedError(Exception):
    def __init__(self, status: int, words: str) -> None:
        super().__init__(words)
        self.status, self.words = status, words


class Guard:
    """Answers what must not reach the application, and bounds what does."""

    def __init__(
        self,
        application: Application,
        port: int,
        lan: str | None = None,
        *,
        tell: Callable[[BaseException], None] = lambda _: None,
        body_time: float = BODY_TIME,
    ) -> None:
        """`lan` is this machine's address in its network, if other machines may ask; `tell` is given what no handler
        has foreseen."""
        self._application, self._tell, self._body_time = application, tell, body_time
        self._local = {f"{host}:{port}".encode() for host in ("127.0.0.1", "localhost", "[::1]")}
        self._known = self._local | ({f"{lan}:{port}".encode()} if lan else set())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """An ASGI application."""
        if scope["type"] != "http":
            return
        begun = False

        async def sent(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                message = {**message, "headers": _with_headers(message.get("headers", []))}
            await send(message)

        try:
            self._check(scope)
            body = await self._body(scope, receive)
            await self._application(scope, _given(body, receive), sent)
        except _RefusedError as refused:
            await _answer(sent, refused.status, refused.words)
        except Exception as error:
            self._tell(error)
            if not begun:
                await _answer(sent, 500, MISTAKE)

    def _check(self, scope: Scope) -> None:
        headers: list[tuple[bytes, bytes]] = scope["headers"]
        hosts = [value for name, value in headers if name == b"host"]
        if len(hosts) != 1 or hosts[0] not in self._known:
            raise _RefusedError(421, "This server answers under its own address only.")
        if len(scope.get("raw_path") or b"") + len(scope["query_string"]) > MOST_PATH:
            raise _RefusedError(414, "This address is too long.")
        is_local = hosts[0] in self._local and is_loopback(scope.get("client"))
        if not is_local and not scope["path"].startswith(_FOR_ALL):
            raise _RefusedError(404, "There is no such page.")
        if scope["method"] not in ("GET", "HEAD", "POST"):
            raise _RefusedError(405, "Only GET, HEAD and POST are understood.")
        given = {name: value for name, value in headers if name.startswith(b"sec-fetch-")}
        is_foreign = given.get(b"sec-fetch-site", b"none") not in (b"none", b"same-origin")
        is_followed = given.get(b"sec-fetch-mode") == b"navigate" and given.get(b"sec-fetch-dest") == b"document"
        if is_foreign and not is_followed:
            raise _RefusedError(403, "Only a page of this server can ask for this; a link can lead to it.")
        if scope["method"] == "POST":
            origins = [value for name, value in headers if name == b"origin"]
            if origins != [b"http://" + hosts[0]]:
                raise _RefusedError(403, "Only a page of this server can do this.")
            kinds = [value.partition(b";")[0].strip().lower() for name, value in headers if name == b"content-type"]
            if kinds != [_FORM]:
                raise _RefusedError(415, "Only forms are understood.")

    async def _body(self, scope: Scope, receive: Receive) -> bytes:
        lengths = [value for name, value in scope["headers"] if name == b"content-length"]
        if any(not value.isdigit() or int(value[:12]) > MOST_BODY for value in lengths):
            raise _RefusedError(413, "This is too much at once.")
        try:
            return await asyncio.wait_for(_read(receive), self._body_time)
        except TimeoutError:
            raise _RefusedError(408, "The request did not come to its end in time.") from None


async def _read(receive: Receive) -> bytes:
    body = b""
    while True:
        message = await receive()
        if message["type"] != "http.request":
            raise _RefusedError(400, "The request did not come to its end.")
        body += bytes(message.get("body", b""))
        if len(body) > MOST_BODY:
            raise _RefusedError(413, "This is too much at once.")
        if not message.get("more_body"):
            return body


def _given(body: bytes, receive: Receive) -> Receive:
    """What gives a body that has been read, and then whatever else comes."""
    messages = [{"type": "http.request", "body": body, "more_body": False}]

    async def give() -> Message:
        return messages.pop() if messages else await receive()

    return give


def _with_headers(headers: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    there = {name.lower() for name, _ in headers}
    return [
        *headers,
        *[(name.encode(), value.encode()) for name, value in _ALWAYS.items() if name.encode() not in there],
    ]


async def _answer(send: Send, status: int, words: str) -> None:
    body = f"{words}\n".encode()
    kind = (b"content-type", b"text/plain; charset=utf-8")
    headers = [kind, (b"content-length", str(len(body)).encode()), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def is_loopback(client: tuple[str, int] | None) -> bool:
    """Whether this machine itself asks; `client` is an address with its port."""
    try:
        return ip_address((client or ("",))[0]).is_loopback
    except ValueError:
        return False
