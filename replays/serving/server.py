"""The server under the pages: uvicorn, with bounds on connections, and an end that waits for nobody."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
from collections import Counter
from typing import ClassVar

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from cityleague.replays.serving.guard import Application, is_loopback

_GRACE = 1
"""Seconds that answers have which are under way when the server ends."""

_UNTAKEN = 64 << 10
"""Bytes that the system keeps for somebody who does not take them; that more are left, the server notices."""


def bind(host: str, port: int) -> socket.socket:
    """A socket on which the server will listen; port 0 takes any that is free. Raises OSError."""
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)  # told, asyncio sends at once
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _UNTAKEN)  # connections have what this has
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
    """A connection. Whoever neither sends nor takes anything loses it soon, and nobody takes the places of others."""

    LOCAL: ClassVar[int] = 64
    """So many connections can be open from this machine, whatever others do."""
    OTHERS: ClassVar[int] = 192
    """So many from all other machines."""
    OF_EACH: ClassVar[int] = 32
    """So many from each of them."""
    HEAD_TIME: ClassVar[float] = 10.0
    """Seconds for the head of a request to come."""
    TAKE_TIME: ClassVar[float] = 10.0
    """Seconds in which the other side takes what it is sent: an answer, or a message of an event stream."""
    _all: ClassVar[dict[BoundedProtocol, str]] = {}
    """Those that are open, the oldest first, each with the machine that it comes from; empty: this one."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """One more. If there are too many, the oldest goes that waits for the other side, or else the oldest."""
        super().connection_made(transport)
        transport.set_write_buffer_limits(0)  # writing pauses as long as anything is not taken
        self._timer = self.loop.call_later(self.HEAD_TIME, self._end_if_idle)
        self._taking: asyncio.TimerHandle | None = None
        machine = self._all[self] = "" if is_loopback(self.client) else str((self.client or ("?",))[0])
        counts = Counter(self._all.values())
        if counts[machine] <= (self.OF_EACH if machine else self.LOCAL):
            if not machine or counts.total() - counts[""] <= self.OTHERS:
                return
            del counts[""]
            machine = counts.most_common(1)[0][0]  # whoever has most loses one
        same = [stream for stream, other in self._all.items() if other == machine and stream is not self]
        gone = next((stream for stream in same if stream.is_waiting), (same or [self])[0])
        del self._all[gone]  # it is lost a moment later only, when others may have come
        gone.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """One less."""
        self._all.pop(self, None)
        self._timer.cancel()
        self._is_taken()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """The head of a request has its time from its first byte on."""
        was_busy = self.is_busy
        super().data_received(data)
        if not was_busy and not self._timer.when() > self.loop.time():
            self._timer = self.loop.call_later(self.HEAD_TIME, self._end_if_idle)

    def pause_writing(self) -> None:
        """The other side has not taken all that it was sent."""
        super().pause_writing()
        self._taking = self.loop.call_later(self.TAKE_TIME, self.transport.abort)

    def resume_writing(self) -> None:
        """It has."""
        super().resume_writing()
        self._is_taken()

    def _is_taken(self) -> None:
        if self._taking:
            self._taking.cancel()

    @property
    def is_busy(self) -> bool:
        """Whether a request is being answered."""
        return bool(self.cycle) and not self.cycle.response_complete

    @property
    def is_waiting(self) -> bool:
        """Whether the other side is to send something, or to take it."""
        return not self.is_busy or self.cycle.more_body or self.flow.write_paused

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
