"""The server under the pages: uvicorn, with bounds on connections, and an end that waits for nobody."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
from typing import ClassVar

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from cityleague.replays.serving.guard import Application

_GRACE = 1
"""Seconds that answers have which are under way when the server ends."""


def bind(host: str, port: int) -> socket.socket:
    """A socket on which the server will listen; port 0 takes any that is free. Raises OSError."""
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(128)
    except OSError:
        listening.close()
        raise
    return listening


def lan_address() -> str | None:
    """This machine's address in its network, as others see it; None if it is in none. Nothing is sent to find out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # a net for documents, to which no packet goes here
        except OSError:
            return None
        address = str(probe.getsockname()[0])
    return None if address.startswith(("127.", "0.")) else address


class BoundedProtocol(H11Protocol):
    """A connection. Those on which nobody asks anything are few and short: a server that waits is easily kept busy."""

    MOST: ClassVar[int] = 256
    """So many connections can be open."""
    HEAD_TIME: ClassVar[float] = 10.0
    """Seconds for the head of a request to come."""
    _all: ClassVar[dict[BoundedProtocol, None]] = {}
    """Those that are open, the oldest first."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """One more; the oldest on which nothing is under way makes room."""
        super().connection_made(transport)
        self._all[self] = None
        self._timer = self.loop.call_later(self.HEAD_TIME, self._end_if_idle)
        if len(self._all) > self.MOST:
            idle = next((one for one in self._all if not one.is_busy), self)
            del self._all[idle]  # it is lost a moment later only, when others may have come
            idle.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """One less."""
        self._all.pop(self, None)
        self._timer.cancel()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """The head of a request has its time from its first byte on."""
        was_busy = self.is_busy
        super().data_received(data)
        if not was_busy and not self._timer.when() > self.loop.time():
            self._timer = self.loop.call_later(self.HEAD_TIME, self._end_if_idle)

    @property
    def is_busy(self) -> bool:
        """Whether a request is being answered."""
        return bool(self.cycle) and not self.cycle.response_complete

    def _end_if_idle(self) -> None:
        if not self.is_busy:
            self.transport.abort()


class _Server(uvicorn.Server):
    """A server that ends although pages are listening."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Close all connections; whoever listens asks again when the table is back."""
        for connection in list(self.server_state.connections):
            with contextlib.suppress(Exception):
                connection.transport.abort()
        await super().shutdown(sockets)


def server_of(application: Application) -> uvicorn.Server:
    """The server that asks this application."""
    logging.getLogger("uvicorn.error").addHandler(logging.NullHandler())
    config = uvicorn.Config(
        application,
        http=BoundedProtocol,
        ws="none",
        lifespan="off",
        access_log=False,
        log_config=None,
        log_level="critical",
        server_header=False,
        date_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=_GRACE,
        h11_max_incomplete_event_size=32 << 10,
    )
    return _Server(config)


def run(application: Application, sockets: list[socket.socket]) -> None:
    """Answer requests until Ctrl-C, or a signal to end, comes."""
    with contextlib.suppress(KeyboardInterrupt):
        server_of(application).run(sockets)
