"""The manual page says what `--help` says, and formats without a warning."""

from __future__ import annotations

import shutil
import subprocess

import click
import pytest
from click.testing import CliRunner

from cityleague.cli import cli

from .cli.helpers import commands
from .dist.manual import manual

PAGE = manual(cli, "1.2.3")


def formatted(page: str, *more: str) -> str:
    """The page as text; any warning fails."""
    if shutil.which("groff") is None:
        pytest.skip("needs groff")
    command = ["groff", "-man", "-ww", "-Kutf8", "-Tutf8", "-P-cbou", *more]
    done = subprocess.run(command, input=page.encode(), capture_output=True, check=True)
    assert done.stderr == b""
    return done.stdout.decode()


def words(text: str) -> list[str]:
    return text.replace("Usage:", "").replace("Options:", "").replace("\u2010", "-").replace("\u2212", "-").split()


def test_it_formats_without_a_warning_and_begins_as_whatis_wants_it() -> None:
    text = formatted(PAGE)
    assert text.startswith("CITYLEAGUE(1)")
    assert "cityleague 1.2.3" in text
    assert text.count("-h, --help") == len(commands()) + 1
    assert "NAME\n       cityleague - tournaments, replays and validated game logs" in text


@pytest.mark.parametrize("name", commands())
def test_all_that_help_says_of_a_command_stands_there_in_the_same_order(name: str) -> None:
    said = CliRunner().invoke(cli, [name, "--help"], prog_name="cityleague").stdout
    section = PAGE.partition(f"\n.SS {name.replace('-', chr(92) + '-')}\n")[2]
    section = section.partition("\n.SS ")[0].partition("\n.SH ")[0]
    assert words(formatted(f'.TH X 1 "" "" ""\n.nh\n.ad l\n{section}'))[2:-1] == words(said)


def test_the_page_begins_with_what_the_help_of_the_whole_says() -> None:
    told = words(formatted(PAGE))
    said = words(CliRunner().invoke(cli, ["--help"], prog_name="cityleague").stdout.partition("Commands:")[0])
    place = told.index("SYNOPSIS")
    between = [
        word for word in told[place : place + len(said) + 3] if word not in ("SYNOPSIS", "DESCRIPTION", "OPTIONS")
    ]
    assert between == said


def test_it_is_the_same_each_time() -> None:
    assert manual(cli, "1.2.3") == PAGE


def test_nothing_in_a_help_text_is_a_request() -> None:
    """A line that begins with a dot, or has a backslash, is text."""

    @click.group(help="About.\n\n.SH no heading\n\n\b\n'quoted\n  a\\nb")
    def odd() -> None: ...

    text = formatted(manual(odd, "1"))
    assert ".SH no heading" in text
    assert "'quoted" in text
    assert r"a\nb" in text
