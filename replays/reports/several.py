"""Several reports from one validation: one in lines as they come, the others in files, which are whole or not there."""

import contextlib
import os
import stat
from collections.abc import Iterable, Iterator, Sequence

from cityleague.engine.errors import InputError
from cityleague.replays.log import FileBeside, path_text
from cityleague.replays.replay import Verdict
from cityleague.replays.reports.findings import Counts
from cityleague.replays.reports.formats import FINDING_FORMATS


class UnwrittenError(Exception):
    """A file that cannot be written: its `path`, and the `error` that says why."""

    def __init__(self, path: str, error: OSError) -> None:
        super().__init__(f"{path}: {error.strerror}")
        self.path = path
        self.error = error


class SameFileError(InputError):
    """A report would be written over something else that is needed; the message names both."""

    def __init__(self, path: str, what: str) -> None:
        super().__init__(f"a report cannot go into {path_text(path)}: that is {what}")


class ReportFile:
    """A report that goes into a file, which gets its name at the end. Every method but `drop` raises UnwrittenError."""

    def __init__(self, format_: str, path: str) -> None:
        """The report, and a file for it that is not there yet."""
        self._path = path
        self._file = FileBeside(path)
        self.report = FINDING_FORMATS[format_]()

    def begin(self) -> None:
        """Begin the file."""
        with self._blamed():
            self._file.begin()

    def add(self, verdict: Verdict) -> None:
        """Write what follows from a verdict."""
        self._write(self.report.add(verdict))

    def finish(self) -> None:
        """Write the rest."""
        self._write(self.report.end())
        with self._blamed():
            self._file.close()

    def keep(self) -> None:
        """Give the finished file its name."""
        with self._blamed():
            self._file.keep()

    def drop(self) -> None:
        """Leave nothing behind, unless the file is kept already."""
        self.report.close()
        self._file.drop()

    def _write(self, lines: Iterable[str]) -> None:
        with self._blamed():
            for line in lines:
                self._file.write(f"{line}\n".encode("utf-8", "replace"))

    @contextlib.contextmanager
    def _blamed(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise UnwrittenError(self._path, error) from None


@contextlib.contextmanager
def report_files(wanted: Iterable[tuple[str, str]], inputs: Sequence[str]) -> Iterator[list[ReportFile]]:
    """Files for reports, each given by a format and a path. They get their names where the block ends without an error.

    `inputs`: paths that are read meanwhile. Raises UnwrittenError, and SameFileError before anything is written.
    """
    wanted = list(wanted)
    _require_apart([path for _, path in wanted], inputs)
    files = [ReportFile(format_, path) for format_, path in wanted]
    try:
        for file in files:
            file.begin()
        yield files
        for file in files:
            file.finish()
        for file in files:
            file.keep()
    finally:
        for file in files:
            file.drop()


def reported(
    verdicts: Iterable[Verdict], format_: str, counts: Counts, most: int | None = None, files: Sequence[ReportFile] = ()
) -> Iterator[str]:
    """The lines of a report on these verdicts, which are counted as they pass, and told to the reports of `files`, too.

    After `most` findings, others are only counted; a report that counts them itself is told all. Raises UnwrittenError.
    """
    with contextlib.closing(FINDING_FORMATS[format_]()) as report:
        all_whole = all(other.counts_whole for other in (report, *[file.report for file in files]))
        for verdict in verdicts:
            counts.add(verdict)
            hidden = most is not None and verdict.finding is not None and counts.findings > most
            counts.hidden += hidden and not all_whole
            for file in files:
                if file.report.counts_whole or not hidden:
                    file.add(verdict)
            if report.counts_whole or not hidden:
                yield from report.add(verdict)
        yield from report.end()


def _require_apart(paths: Sequence[str], inputs: Sequence[str]) -> None:
    """Raise SameFileError if one of the paths is one of the inputs, another path, standard output or standard error."""
    taken = {_identity(2): "standard error", _identity(1): "standard output"}
    for path in paths:
        if what := "standard output" if path == "-" else taken.get(_identity(path)):
            raise SameFileError(path, what)
        taken[_identity(path)] = "the file of another report"
    ours = {_identity(path): path for path in paths}
    for path in inputs if ours else ():
        if ours_too := ours.get(_identity(0 if path == "-" else path)):
            raise SameFileError(ours_too, "standard input" if path == "-" else f"the input {path_text(path)}")


def _identity(file: str | int) -> object:
    """What all names of a file, and all descriptors of it, have in common."""
    try:
        about = os.stat(file)
    except (OSError, ValueError):  # ValueError: a name that no file can have
        return os.path.realpath(file) if isinstance(file, str) else object()
    return object() if stat.S_ISCHR(about.st_mode) else (about.st_dev, about.st_ino)  # anybody may write to a terminal
