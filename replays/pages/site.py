"""A league's pages as files: a whole site in a folder, or one page."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

from cityleague.replays.league import SOLO_TIEBREAKS, TIEBREAKS, Audience, day_of, too_few
from cityleague.replays.log import counted, explain, named, refuse_in_the_way, sweep
from cityleague.replays.pages.files import put, require_ours
from cityleague.replays.pages.history import History, read_history, state_of, write_history
from cityleague.replays.pages.league import Pages, heat, page_of, pages_of, short, together
from cityleague.replays.pages.page import page
from cityleague.replays.pages.persons import Person
from cityleague.replays.pages.reading import GAMES, Record

PLAYERS = "players"
"""The folder of a site with the pages of players."""
_MOST_LISTED = 2000
"""How many games of a league one page lists; the index of a site lists all."""


@dataclass(frozen=True)
class Made:
    """What pages are made from and by, for their last lines."""

    command: str
    logs: Mapping[str, str]
    """The SHA-256 of each log, by its name."""
    validated: bool
    audience: Audience
    """What comes first: what people want to know, or ratings."""


@dataclass(frozen=True)
class Written:
    """How much has been written."""

    leagues: int
    players: int
    pages: int
    """Pages of the league and of players that are new or have changed."""

    def __str__(self) -> str:
        return f"{counted(self.leagues, 'league')}, {counted(self.players, 'player')}"


def check_output(output: Path, *, site: bool, history: bool = True) -> None:
    """Raise before anything is read what would prevent writing a site, or one page, there.

    That is ForeignFileError or OSError.
    """
    for place in [(str(output), "index.html"), (str(output), "findings.html")] if site else [named(str(output))]:
        require_ours(*place)
    if site:
        refuse_in_the_way(str(output), (GAMES, PLAYERS))
    if history:
        read_history(*_history_of(output, site=site))


def write_site(folder: Path, records: Sequence[Record], made: Made) -> Written:
    """Write the index, the page of findings and those of players; those of games are there already.

    Raises ForeignFileError and OSError.
    """
    leagues = pages_of(records, made.audience)
    history = _history(*_history_of(folder, site=True), leagues, records)
    given = _given(leagues, records, made, history)
    root = str(folder)
    count: int = put(
        root, "index.html", lambda: page("league.html", "league.css", "league.js", **given, site=True, root="")
    )
    count += put(
        root, "findings.html", lambda: page("findings.html", "league.css", "league.js", **given, site=True, root="")
    )
    players = sorted({row.player for one in leagues for row in one.table.rows})
    for player in players:
        own = [one for one in leagues if player in one.entries]
        values = {**given, "leagues": own, "player": player, "site": True, "root": "../"}
        count += put(
            root,
            f"{PLAYERS}/{page_of(player)}.html",
            lambda values=values: page("player.html", "league.css", "league.js", **values),  # type: ignore[misc]
        )
    write_history(*_history_of(folder, site=True), history)
    for one in (folder, folder / GAMES, folder / PLAYERS):
        if one.exists():
            sweep(str(one))
    return Written(len(leagues), len(players), count)


def write_page(
    path: Path, records: Sequence[Record], made: Made, *, history: bool, refresh: int | None = None
) -> Written:
    """Write one page about all leagues, without pages of players and games.

    With `history`, it says what has changed since the last one. It loads itself again after `refresh` seconds. Raises
    ForeignFileError and OSError.
    """
    beside = _history_of(path, site=False)
    leagues = pages_of(records, made.audience)
    kept = _history(*beside, leagues, records) if history else None
    given = _given(leagues, records, made, kept)
    values = {**given, "site": False, "root": ""}
    count: int = put(
        *named(str(path)), lambda: page("league.html", "league.css", "league.js", refresh=refresh, **values)
    )
    if kept:
        write_history(*beside, kept)
    return Written(len(leagues), len({player for one in leagues for player in one.entries}), count)


def _history_of(output: Path, *, site: bool) -> tuple[str, str]:
    """Folder and name of the history. The one beside a page has not been named: it is not followed if it is a link."""
    return (str(output), "history.json") if site else os.path.split(output.with_suffix(".history.json"))


def _history(folder: str, name: str, leagues: Sequence[Pages], records: Sequence[Record]) -> History:
    """The history with what the records say now; the leagues are told what was said before."""
    findings = [_key(record) for record in records if record.finding]
    now = state_of([record.name for record in records], [one.table for one in leagues], findings)
    kept = read_history(folder, name)
    history = kept.then(now) if kept else History(1, now, None)
    for league in leagues:
        league.before = history.before
    return history


def _key(record: Record) -> str:
    assert record.finding
    return f"{record.file}:{record.line or ''}: {record.finding.code}"


def _given(leagues: Sequence[Pages], records: Sequence[Record], made: Made, history: History | None) -> dict[str, Any]:
    """What all templates use."""
    before = history.before if history else None
    known = set(before.findings) if before else set()
    findings = [(record, before is not None and _key(record) not in known) for record in records if record.finding]
    played = [record.played for record in records if record.played]
    seeds = list(dict.fromkeys([record.seed for record in records if record.seed]))
    return {
        "leagues": leagues,
        "people": made.audience == "people",
        "everything": together(leagues) if made.audience == "people" else None,
        "evenings": len({day_of(one) for one in played if one.date}),
        "unproven": sum([one.bare for one in played]),
        "too_few": too_few,
        "person_of": Person,
        "findings": findings,
        "new_findings": sum(new for _, new in findings),
        "games": sum(record.line is not None for record in records),
        "before": before,
        "made": made,
        "seeds": seeds,
        "version": version("cityleague"),
        "explain": explain,
        "heat": heat,
        "page_of": page_of,
        "short": short,
        "most": _MOST_LISTED,
        "tiebreaks": TIEBREAKS,
        "solo_tiebreaks": SOLO_TIEBREAKS,
    }
