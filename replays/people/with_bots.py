"""People who play against bots."""

from __future__ import annotations

from collections.abc import Sequence

from cityleague.replays.log import Header, decode_header
from cityleague.replays.people.bots import Bots
from cityleague.replays.people.by_hand import require_names
from cityleague.replays.people.console import Console
from cityleague.replays.people.journal import Journal, NotSavedError
from cityleague.replays.people.resuming import lines_of
from cityleague.replays.people.session import Session
from cityleague.replays.people.table import Choice, Table
from cityleague.replays.players import ME, Entrant, Terms
from cityleague.replays.replay import ComponentFiles


def seed_of(path: str) -> str | None:
    """The seed of the game in a file; None if there is no game or no seed. Raises RefusedError and LogError."""
    journal = Journal(path)
    seed = None if journal.is_new else decode_header(lines_of(path)[0]).seed
    return seed if isinstance(seed, str) else None


def company(
    journal: Journal,
    header: Header,
    files: ComponentFiles,
    *,
    past: Sequence[Choice] = (),
    seed: str | None = None,
    anew: bool = False,
) -> Table | None:
    """The table of a game that people begin or go on with; None if the journal has another one, or this one to its end.

    `past` is what has happened before the game begins here; `anew`: it replaces what the journal has. Raises what
    `Table` raises, and RefusedError for names of a new game that cannot be seen or told apart.
    """
    if journal.path is None or journal.is_new or anew:
        require_names(header.players)
        return Table(journal, header, files, past=past, seed=seed)
    lines = lines_of(journal.path)
    if decode_header(lines[0]) != header:
        return None
    table = Table(journal, header, files, lines=lines, seed=seed)
    return None if table.pending() is None else table


def play_with_bots(
    table: Table,
    console: Console,
    entrants: Sequence[Entrant],
    terms: Terms,
    components: bytes | None,
    seed: str | None,
) -> bool:
    """Play on until the game is over or somebody leaves; whether it is over. `entrants` are by seat.

    `components` is a component file (None: the packaged one). Raises BotSpecError, WorkerError, OSError and
    FileChangedError.
    """
    people = {seat for seat, entrant in enumerate(entrants) if entrant.spec == ME}
    bots = {seat: entrant for seat, entrant in enumerate(entrants) if seat not in people}
    with Bots(table, bots, terms, components=components, seed=seed):
        try:
            return Session(table, console, people, times=terms.times).go()
        except NotSavedError:
            raise
        except OSError:  # the terminal was closed, or whatever the pipe led to has ended
            return False
