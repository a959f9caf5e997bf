"""Logs as tests in somebody's own suite: `pytest --cityleague logs` has a test for each game, next to all others.

pytest loads this room whenever it starts, by the entry point in pyproject.toml. So nothing is imported here; `items`
has the tests, and is imported once there are logs to test.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

__all__: list[str] = []


def pytest_addoption(parser: pytest.Parser) -> None:
    """The options of the command line."""
    group = parser.getgroup("cityleague", "game logs as tests")
    group.addoption(
        "--cityleague",
        action="append",
        default=[],
        metavar="PATH",
        help="Test each game of this log, tournament's folder or folder with logs. May be given several times.",
    )
    group.addoption(
        "--cityleague-components",
        action="append",
        default=[],
        metavar="FILE",
        help="A component file to use instead of the packaged one. May be given several times.",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Hand the logs over to pytest, as files to collect."""
    if config.getoption("--cityleague"):
        from cityleague.replays.pytest_plugin.items import LogTests  # noqa: PLC0415

        config.pluginmanager.register(LogTests(config), "cityleague-logs")


def pytest_report_header(config: pytest.Config, start_path: Path) -> str | None:
    """What the logs are tested with."""
    from importlib.metadata import version  # noqa: PLC0415

    return f"cityleague: {version('cityleague')}" if config.getoption("--cityleague") else None
