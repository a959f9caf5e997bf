"""The tests that pytest collects from logs: one for each game, whose failure is the finding."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Any

import msgspec
import pytest

from cityleague.engine.components import ComponentsError
from cityleague.replays.log import (
    LogError,
    Problem,
    id_of,
    logs_of,
    read_games,
    read_whole,
    repeated_id,
    secrets_of,
)
from cityleague.replays.replay import ComponentFiles, Verdict, validate
from cityleague.replays.reports import finding_as_text, terminal_lines

_FILE = "the file"
"""The test that fails where a file cannot be read to its end."""


class LogTests:
    """The logs of one run of pytest."""

    def __init__(self, config: pytest.Config) -> None:
        """Adds the logs to the arguments; raises pytest.UsageError for a path or component file that is none."""
        folder = config.invocation_params.dir
        given = [str(folder / path) for path in config.getoption("--cityleague")]
        for path in given:
            if not os.path.exists(path):
                raise pytest.UsageError(f"--cityleague: there is no {path}")
        self.logs = {Path(os.path.abspath(log)): log for log in logs_of(given) if not os.path.isdir(log)}
        """Each log by the path that pytest has for it."""
        for log in self.logs.values():
            if not os.path.isfile(log):  # pytest would pass over it in silence
                raise pytest.UsageError(f"--cityleague: {log} is not a file: remove it, or name the other logs")
        self.components = _component_files(folder, config.getoption("--cityleague-components"))
        self.first: dict[str, str] = {}
        """Where each id stands first."""
        named = {Path(os.path.abspath(folder / argument.partition("::")[0])) for argument in config.args}
        if not named & self.logs.keys():  # whoever names single games wants no others
            config.args += [str(log) for log in sorted(self.logs)]

    def pytest_collect_file(self, file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
        """The tests of a file, if it is one of the logs."""
        if file_path not in self.logs:
            return None
        return LogFile.from_parent(parent, path=file_path, tests=self)


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

    def collect(self) -> Iterator[GameTest]:
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
