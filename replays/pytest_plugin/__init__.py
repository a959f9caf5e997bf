"""Logs as tests in somebody's own suite: `pytest --cityleague=logs` has a test for each game, next to all others.

pytest loads this room whenever it starts, by the entry point in pyproject.toml. So nothing else is imported here;
`items` has the tests, and is imported once there are logs to test.
"""

import os
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


@pytest.hookimpl(tryfirst=True)  # before any conftest.py is loaded, and settings come into force
def pytest_load_initial_conftests(early_config: pytest.Config) -> None:
    """Find the logs, and keep pytest from running what lies beside them; raises pytest.UsageError."""
    if early_config.known_args_namespace.cityleague:
        _refuse_foreign_settings(early_config)
        from cityleague.replays.pytest_plugin.items import LogTests  # noqa: PLC0415

        early_config.pluginmanager.register(LogTests(early_config), "cityleague-logs")


def _refuse_foreign_settings(config: pytest.Config) -> None:
    """Raise pytest.UsageError for settings from where the logs are. Nothing is imported before: they say from where.

    Beside its arguments pytest looks for settings, and takes PATH in `--cityleague PATH` for one of them at first.
    """
    known, here = config.known_args_namespace, config.invocation_params.dir
    logs = [Path(os.path.abspath(here / path)) for path in known.cityleague]
    words = [Path(os.path.abspath(here / word.partition("::")[0])) for word in known.file_or_dir]
    own = [here, *(path for path in words if not any(path.is_relative_to(log) for log in logs))]
    for place in (config.inipath.parent if config.inipath else here, config.rootpath):
        foreign = any(log.is_relative_to(place) for log in logs) and not any(path.is_relative_to(place) for path in own)
        if foreign and not known.inifilename:
            raise pytest.UsageError(
                f"--cityleague: pytest would take its settings from {place}, where the logs are: "
                "write --cityleague=PATH, with =, and if you name single games, name settings of your own with -c"
            )


def pytest_report_header(config: pytest.Config, start_path: Path) -> str | None:
    """What the logs are tested with."""
    from cityleague.engine.version import __version__  # noqa: PLC0415

    return f"cityleague: {__version__}" if config.getoption("--cityleague") else None
