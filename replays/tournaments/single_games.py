"""Games of their own: between the bots of a plan, or played on from the middle of another one."""

from collections.abc import Sequence

from cityleague.replays.log import counted, decode_header
from cityleague.replays.players import Terms, play_log, trace_file
from cityleague.replays.replay import Midgame
from cityleague.replays.tournaments.plan import PlanError, entrants, numbered
from cityleague.replays.tournaments.schedule import Pairing, Tournament, from_there


def trace_of(trace: str | None, log: bytes) -> str | None:
    """The file in the folder of traces, if there is one, for the game of this log."""
    return trace_file(trace, str(decode_header(log.partition(b"\n")[0]).id)) if trace else None


def play_single(tournament: Tournament, trace: str | None = None) -> bytes:
    """The log of one game between the bots of a plan, seated in the order of the list."""
    header, seated, _ = single(tournament)
    return play_log(tournament.setup, header, seated, tournament.terms(trace=trace))


def single(tournament: Tournament) -> Pairing:
    """The one game of a plan, seated in the order of the list."""
    return tournament.pairing(tournament.entrants, tournament.deals.seating)


def play_on(game: Midgame, bots: Sequence[str], terms: Terms, seed: str) -> bytes:
    """The log of a game that these bots, by seat, play on from the middle of another one.

    `seed` decides chance if that game has none. A forfeit before is forgotten: the seat is another bot's now. Raises
    PlanError, BotSpecError, and OSError for a trace that cannot be written.
    """
    header, seated, opening = continued(game, bots, seed, times=terms.times)
    rest = None if isinstance(header.seed, str) else seed
    return play_log(game.setup, header, seated, terms, opening=opening, seed=rest)


def continued(game: Midgame, bots: Sequence[str], seed: str, *, times: bool) -> Pairing:
    """The game in which these players play on; its header tells which moves are not theirs. Raises PlanError."""
    seated = entrants(numbered(bots))
    if len(seated) != game.setup.seats:
        raise PlanError(f"the game has {counted(game.setup.seats, 'seat')}: name so many bots, not {len(seated)}")
    return from_there(game, seated, seed, times=times)
