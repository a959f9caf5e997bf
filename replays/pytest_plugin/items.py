"""The tests that pytest collects from logs: one for each game, whose failure is the finding."""

from __future__ import annotations

import os
from collections.abc import Generator, Iterable, Iterator
from functools import cached_property
from pathlib import Path
from typing import Any

import msgspec
import pytest

from cityleague.engine.components import ComponentsError
from cityleague.replays.log import LogError, Problem, id_of, logs_of, read_games, read_whole, repeated_id, secrets_of
from cityleague.replays.replay import ComponentFiles, Verdict, validate
from cityleague.replays.reports import finding_as_text, terminal_lines

_FILE = "the file"
"""The test that fails where a file cannot be read to its end."""


class LogTests:
    """The logs of one run of pytest.

    They may come from strangers, and pytest runs what lies beside a file that it is told to collect. So it is told of
    no log: those among its arguments are taken out, and the tests come to the session from here.
    """

    def __init__(self, config: pytest.Config) -> None:
        """Raises pytest.UsageError for a path or component file that is none, and for code that would run early."""
        known, self._folder = config.known_args_namespace, config.invocation_params.dir
        given = [str(self._folder / path) for path in known.cityleague]
        if missing := [path for path in given if not os.path.exists(path)]:
            raise pytest.UsageError(f"--cityleague: there is no {missing[0]}")
        self.logs = {Path(os.path.abspath(log)): log for log in logs_of(given) if not os.path.isdir(log)}
        """Each log by its absolute path."""
        for log in self.logs.values():
            if not os.path.isfile(log):
                raise pytest.UsageError(f"--cityleague: {log} is not a file: remove it, or name the other logs")
        self.components = _component_files(self._folder, known.cityleague_components)
        self.first: dict[str, str] = {}
        """Where each id stands first."""
        self.named: dict[Path, set[str]] = {}
        """The tests that the arguments of pytest name, by their logs; all tests of a log have the name ""."""
        for word in known.file_or_dir:
            if (path := self._path(word)) in self.logs:
                self.named.setdefault(path, set()).add(word.partition("::")[2])
        self._without_logs(known.file_or_dir)
        self._folders = {self._path(path).resolve() for path in known.cityleague}
        """Those of logs alone, once it is known where the tests are."""
        self._leave(known.file_or_dir or config.getini("testpaths"))
        self._refuse_code(known.cityleague)

    def _path(self, argument: str) -> Path:
        return Path(os.path.abspath(self._folder / argument.partition("::")[0]))

    def _without_logs(self, arguments: list[str]) -> None:
        arguments[:] = [word for word in arguments if self._path(word) not in self.logs]

    def _leave(self, arguments: Iterable[str]) -> None:
        """Folders in which there are tests are pytest's, and so is the one in which it was started."""
        for place in (self._folder, *map(self._path, arguments)):
            self._folders -= {place.resolve(), *place.resolve().parents}

    def _refuse_code(self, given: Iterable[str]) -> None:
        """Raise pytest.UsageError where pytest would run a conftest.py beside logs: it looks into folders test*."""
        for folder in map(self._path, given):
            lonely = folder.resolve() in self._folders
            if lonely and folder.name.startswith("test") and (folder / "conftest.py").exists():
                raise pytest.UsageError(
                    f"--cityleague: pytest would run {folder / 'conftest.py'}: give the folder a name that does not "
                    "begin with test; if it has tests of yours, name it as an argument, too"
                )

    def pytest_configure(self, config: pytest.Config) -> None:
        """Take the logs out of the arguments, which pytest has read anew since."""
        self._without_logs(config.args)
        self._leave(config.args)

    def pytest_ignore_collect(self, collection_path: Path) -> bool | None:
        """Whether this is a folder of logs: pytest collects nothing there by itself."""
        return (bool(self._folders) and collection_path.resolve() in self._folders) or None

    @pytest.hookimpl(wrapper=True)
    def pytest_make_collect_report(self, collector: pytest.Collector) -> Generator[None, Any, pytest.CollectReport]:
        """What was collected: for the session, the logs, too. Whoever names single games wants no others."""
        report: pytest.CollectReport = yield
        if isinstance(collector, pytest.Session):
            report.result += [LogFile.of(collector, log, self) for log in sorted(self.named or self.logs)]
        return report


def _component_files(folder: Path, names: list[str]) -> dict[str, bytes]:
    try:
        files = {name: read_whole(str(folder / name)) for name in names}
        ComponentFiles(files)
    except OSError as error:
        raise pytest.UsageError(f"--cityleague-components: {error.filename}: {error.strerror}") from None
    except ComponentsError as error:
        raise pytest.UsageError(f"--cityleague-components: {error}") from None
    return files


class LogFile(pytest.File):
    """A log; its games are validated together when the first of them is tested."""

    def __init__(self, *, tests: LogTests, **more: Any) -> None:
        super().__init__(**more)
        self.tests = tests
        self.name_in_findings = os.path.relpath(self.path, self.config.invocation_params.dir)

    @classmethod
    def of(cls, session: pytest.Session, path: Path, tests: LogTests) -> LogFile:
        """The log at a path, which is its name in full where it does not lie below the root of the tests."""
        outside = not path.is_relative_to(session.config.rootpath)
        file: LogFile = cls.from_parent(session, path=path, tests=tests, nodeid=path.as_posix() if outside else None)
        return file

    def collect(self) -> list[GameTest]:
        """The tests that are wanted; raises CollectError if one of them is not there."""
        tests = list(self._all())
        names = self.tests.named.get(self.path, {""})
        if missing := sorted(names - {"", *(test.name for test in tests)}):
            raise self.CollectError(f"{self.name_in_findings}: there is no game {terminal_lines(missing[0])}")
        return [test for test in tests if "" in names or test.name in names]

    def _all(self) -> Iterator[GameTest]:
        """A test for each game, named after its id, and one for the file if something is wrong with it as a whole."""
        seen: set[str] = set()
        path = self.tests.logs[self.path]
        try:
            secrets_of(path)
        except Problem:
            yield self._test(_FILE, None)
        for raw in read_games(path):
            if isinstance(raw, Problem):
                yield self._test(_FILE, None)
                continue
            found = id_of(raw)
            name = found if found and found not in seen else f"{found or 'game'} at line {raw.first}"
            seen.add(found or name)
            yield self._test(terminal_lines(name), raw.first, found)

    def _test(self, name: str, line: int | None, id_: str | None = None) -> GameTest:
        place = f"{self.name_in_findings}:{line}"
        twice = self.tests.first.setdefault(id_, place) if id_ else place
        return GameTest.from_parent(self, name=name, line=line, twice=None if twice == place else twice)

    @cached_property
    def verdicts(self) -> dict[int | None, Verdict]:
        """What validation says of each game, by its first line; None: of the file."""
        return {verdict.line: verdict for verdict in validate(self.tests.logs[self.path], self.tests.components)}


class GameTest(pytest.Item):
    """A game; it passes if nothing is wrong with it."""

    parent: LogFile

    def __init__(self, *, line: int | None, twice: str | None, **more: Any) -> None:
        super().__init__(**more)
        self.line = line
        self.twice = twice
        """Where a game with the same id stands, before this one."""

    def runtest(self) -> None:
        """Raise LogError with the finding."""
        verdict = self.parent.verdicts[self.line]
        finding = verdict.finding
        if finding is None and self.twice is not None:
            finding = repeated_id(str(verdict.id), self.twice, verdict.file, verdict.line, verdict.game)
        if finding:
            raise LogError(finding)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """The finding, as `cityleague validate` prints it."""
        if not isinstance(excinfo.value, LogError):
            return super().repr_failure(excinfo, style)
        finding = excinfo.value.finding
        named = msgspec.structs.replace(finding, file=self.parent.name_in_findings)
        return "\n".join(finding_as_text(named))

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """Where the game is."""
        return self.path, None if self.line is None else self.line - 1, self.name
