"""A page that is written again and again while games are played."""

import contextlib
import time
from collections.abc import Generator
from pathlib import Path
from typing import TypeVar

from cityleague.replays.pages.reading import Sources, read_records
from cityleague.replays.pages.records import Records
from cityleague.replays.pages.site import Made, check_output, write_page

T = TypeVar("T")


class LivePage:
    """A page about the games in a tournament's folder."""

    PAUSE, SHARE = 5, 20
    """Seconds between two writings, at least; and how many times as long as a writing takes."""

    def __init__(self, path: Path, folder: str, command: str) -> None:
        """`command` makes such a page, as it tells. Raises ForeignFileError and OSError if it cannot be made there."""
        self._path, self._folder, self._command, self._next = path, folder, command, 0.0
        check_output(path, site=False, history=False)

    def along(self, played: Generator[T]) -> Generator[T]:
        """The same progress. The page is written on the way and at any end. Raises OSError, which names the page."""
        with contextlib.closing(played):
            progress = next(played)
            try:
                while True:
                    if (begun := time.monotonic()) >= self._next:
                        self._write(self.PAUSE)
                        now = time.monotonic()
                        self._next = now + max(self.PAUSE, self.SHARE * (now - begun))
                    yield progress
                    progress = next(played)
            except StopIteration:
                return
            finally:
                self.finish()

    def finish(self) -> None:
        """Write it for the last time; raises OSError, which names it."""
        self._write(None)

    def _write(self, refresh: int | None) -> None:
        sources = Sources()
        try:
            records = Records(read_records((self._folder,), sources, {}, validate=False))
            made = Made(self._command, sources.hashes(), False, "bots")
            write_page(self._path, records, made, history=False, refresh=refresh)
        except OSError as error:
            error.filename = error.filename or str(self._path)
            raise
