"""A league's pages as files: a whole site in a folder, or one page."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from cityleague.engine.looks.picture import clean
from cityleague.engine.version import __version__
from cityleague.replays.league import SOLO_TIEBREAKS, TIEBREAKS, Audience, day_of, too_few
from cityleague.replays.log import counted, explain, folder_and_name, refuse_in_the_way, sweep
from cityleague.replays.pages.files import png, put, put_picture, require_ours
from cityleague.replays.pages.history import History, read_history, state_of, write_history
from cityleague.replays.pages.league import Pages, heat, page_of, pages_of, short, together
from cityleague.replays.pages.page import page
from cityleague.replays.pages.persons import Person
from cityleague.replays.pages.reading import GAMES
from cityleague.replays.pages.records import Record, Records
from cityleague.replays.pages.sharing import NOWHERE, Share, table_picture

PLAYERS = "players"
"""The folder of a site with the pages of players."""
_TABLE = "index.png"
"""The picture that goes with links to all pages but those of games."""
_HISTORY = "history.json"
_MOST_LISTED = 2000
"""How many games of a league one page lists; the index of a site lists all."""
_MOST_SEEDS = 1000
"""How many seeds a page lists."""


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


def check_output(output: Path, *, site: bool, history: bool = True, picture: bool = False) -> None:
    """Raise ForeignFileError or OSError, before anything is read, if a site or a page could not be written there."""
    pages = [(str(output), "index.html"), (str(output), "findings.html")]
    for place in pages if site else [folder_and_name(str(output))]:
        require_ours(*place)
    if picture:
        require_ours(*_beside(output, _TABLE, site=site))
    if site:
        refuse_in_the_way(str(output), (GAMES, PLAYERS))
    if history:
        read_history(*_beside(output, _HISTORY, site=site))


def write_site(folder: Path, records: Records, made: Made, share: Share = NOWHERE) -> Written:
    """Write the index, the page of findings and those of players; those of games are there already.

    They share a picture of the table. Raises ConverterMissing, ForeignFileError and OSError.
    """
    leagues = pages_of(records, made.audience)
    history = _history(*_beside(folder, _HISTORY, site=True), leagues, records)
    given = {**_given(leagues, records, made, history), "site": True}
    root = str(folder)
    wrong = {"description": "What is wrong with which game, and what would be right."}
    count = 0
    for name, template, other in (("index.html", "league.html", {}), ("findings.html", "findings.html", wrong)):
        count += _put(root, name, template, {**given, **share.tags(name, _TABLE), **other, "root": ""})
    players = sorted({row.player for league in leagues for row in league.table.rows})
    for player in players:
        own = [league for league in leagues if player in league.entries]
        name = f"{PLAYERS}/{page_of(player)}.html"
        said = f"{own[0].title}: place {Person(own[0], player).row.place} of {len(own[0].table.rows)}."
        values = {**given, **share.tags(name, _TABLE), "description": said, "leagues": own, "player": player}
        count += _put(root, name, "player.html", {**values, "root": "../"})
    _draw(folder, leagues, given, share, site=True)
    write_history(*_beside(folder, _HISTORY, site=True), history)
    for below in (folder, folder / GAMES, folder / PLAYERS):
        if below.exists():
            sweep(str(below))
    return Written(len(leagues), len(players), count)


def _put(folder: str, name: str, template: str, values: Mapping[str, Any]) -> bool:
    return put(folder, name, lambda: page(template, "league.css", "league.js", **values))


def league_page(records: Records, made: Made) -> str:
    """One page about all leagues, which is not written anywhere."""
    given = _given(pages_of(records, made.audience), records, made, None)
    values = {**given, **NOWHERE.tags("league.html"), "site": False, "root": ""}
    return page("league.html", "league.css", "league.js", **values).decode()


def write_page(
    path: Path, records: Records, made: Made, share: Share = NOWHERE, *, history: bool, refresh: int | None = None
) -> Written:
    """Write one page about all leagues, without pages of players and games.

    With `history`, it says what has changed. Raises ConverterMissing, ForeignFileError and OSError.
    """
    beside = _beside(path, _HISTORY, site=False)
    leagues = pages_of(records, made.audience)
    kept = _history(*beside, leagues, records) if history else None
    given = _given(leagues, records, made, kept)
    tags = share.tags(path.name, _beside(path, _TABLE, site=False)[1])
    values = {**given, **tags, "site": False, "root": ""}
    count = _put(*folder_and_name(str(path)), "league.html", {**values, "refresh": refresh})
    _draw(path, leagues, given, share, site=False)
    if kept:
        write_history(*beside, kept)
    return Written(len(leagues), len({player for league in leagues for player in league.entries}), count)


def _beside(output: Path, name: str, *, site: bool) -> tuple[str, str]:
    """Folder and name of the history or the picture. Beside a page nobody has named it: no link is followed there."""
    ending = ".history.json" if name == _HISTORY else ".png"
    return (str(output), name) if site else os.path.split(output.with_suffix(ending))


def _draw(output: Path, leagues: Sequence[Pages], given: Mapping[str, Any], share: Share, *, site: bool) -> None:
    """Draw the table, or where there are several who is first in each, if pages are to have a picture."""
    if not share.pictures:
        return
    if len(leagues) == 1:
        rows = [
            (f"{row.place}. {clean(row.player)}", f"{row.score:.1f}" if row.elo is None else f"{row.elo:+.0f}")
            for row in leagues[0].table.rows
        ]
    else:
        rows = [(league.title, clean(league.table.rows[0].player)) for league in leagues]
    drawing = table_picture(given["heading"], given["description"], rows)
    put_picture(*_beside(output, _TABLE, site=site), lambda: png(drawing), drawing)


def _heading(leagues: Sequence[Pages], games: int, evenings: int) -> str:
    """What a page is about, as its title; evenings: on how many days people played these games."""
    what = leagues[0].title if len(leagues) == 1 else f"{len(leagues)} leagues" if leagues else "League"
    played = counted(games, "game")
    if evenings and len(leagues) > 1:
        return f"{played} on {counted(evenings, 'day')}"
    return f"{what}: {played}" + (f" on {counted(evenings, 'day')}" if evenings else "")


def _description(leagues: Sequence[Pages], made: Made, bare: int) -> str:
    """A sentence or two for those who show links to the page; `bare` results are on record without their moves."""
    if not leagues:
        return "There is no game to rank."
    first = [f"{row.place}. {short(row.player)}" for row in leagues[0].table.rows[:3]]
    told = ", ".join(first if len(leagues) == 1 else [league.title for league in leagues])
    but = f", but for {counted(bare, 'result')} alone" if bare else ""
    checked = f"Each game was checked against the rules{but}" if made.validated else "Results as the logs state them"
    return f"{told}. {checked}."


def _history(folder: str, name: str, leagues: Sequence[Pages], records: Records) -> History:
    """The history with what the records say now; the leagues are told what was said before."""
    findings = [_key(record) for record in records.findings]
    now = state_of((record.name for record in records), [league.table for league in leagues], findings)
    kept = read_history(folder, name)
    history = kept.then(now) if kept else History(1, now, None)
    for league in leagues:
        league.before = history.before
    return history


def _key(record: Record) -> str:
    assert record.finding
    return f"{record.file}:{record.line or ''}: {record.finding.code}"


def _given(leagues: Sequence[Pages], records: Records, made: Made, history: History | None) -> dict[str, Any]:
    """What all templates use."""
    before = history.before if history else None
    known = set(before.findings) if before else set()
    findings = [(record, before is not None and _key(record) not in known) for record in records.findings]
    seeds, days, games, bare = dict[str, None](), set[str | None](), 0, 0
    for record in records:
        games += record.line is not None
        if record.seed:
            seeds[record.seed] = None
        if record.played:
            bare += record.played.bare
            days.add(day_of(record.played))
    everything = together(leagues) if made.audience == "people" else None
    heading = _heading(leagues, games, len(days - {None}) if made.audience == "people" else 0)
    return {
        "leagues": leagues,
        "people": made.audience == "people",
        "everything": everything,
        "unproven": bare,
        "too_few": too_few,
        "person_of": Person,
        "findings": findings,
        "new_findings": sum(new for _, new in findings),
        "games": games,
        "heading": heading,
        "description": _description(leagues, made, bare),
        "before": before,
        "made": made,
        "seeds": list(islice(seeds, _MOST_SEEDS)),
        "all_seeds": len(seeds),
        "version": __version__,
        "explain": explain,
        "counted": counted,
        "heat": heat,
        "page_of": page_of,
        "short": short,
        "most": _MOST_LISTED,
        "tiebreaks": TIEBREAKS,
        "solo_tiebreaks": SOLO_TIEBREAKS,
    }
