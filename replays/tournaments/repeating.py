"""Blocks of a tournament played again by its bots: do they make the moves that the log has?

That a game's moves are legal, and everything else follows from them, can be proven without bots (`proving`). That these
bots have made them can only be tried. A bot that repeats itself must do so; of others, a difference proves nothing.
"""

from __future__ import annotations

import re
import secrets
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from hashlib import blake2b
from itertools import tee
from math import ceil
from pathlib import Path
from typing import NamedTuple

from cityleague.engine.bots.specs import is_foreign
from cityleague.engine.chance import Stream
from cityleague.replays.log import ForfeitEvent, MoveEvent, RawGame, counted, decode_header, decoder, printable
from cityleague.replays.players import PREFIX, Entrant, Opening, Terms, bot_of, stdout_to_stderr
from cityleague.replays.replay import file_of, set_up
from cityleague.replays.tournaments.deals import SecretDeals, Vault, refuse_secrets
from cityleague.replays.tournaments.games_file import log_in, recorded
from cityleague.replays.tournaments.proving import Proof, first_difference, flaw, recorded_again
from cityleague.replays.tournaments.record import Record, fingerprints_of, read_record, with_edition
from cityleague.replays.tournaments.schedule import Pairing, Tournament
from cityleague.replays.tournaments.whole_games import ResumeError
from cityleague.replays.workers import Here, Workers

LEAST = 3
"""Blocks of each shard that are played again, however small the share is."""
_TEXT = re.compile(r"([0-9]{1,3}(?:\.[0-9]{1,6})?)%(?::([0-9a-f]{32}))?")


class Sample(NamedTuple):
    """A share of the blocks, as `5%` for a new draw or `5%:HEX` for one that was made before."""

    percent: str
    drawn: str = ""
    """32 hex digits; empty until they are drawn."""

    def __str__(self) -> str:
        return f"{self.percent}%{':' if self.drawn else ''}{self.drawn}"

    def with_digits(self) -> Sample:
        """The same with its hex digits. They are the one thing here that does not follow from what was handed in, and
        no log tells them."""
        return self if self.drawn else self._replace(drawn=secrets.token_hex(16))

    def blocks(self, shards: Sequence[Collection[int]], hashes: Sequence[bytes]) -> list[int]:
        """The blocks to play again, of shards that have these blocks and of games that have these hashes, in order.

        All blocks are shuffled by the stream "replay" below the seed `HEX/HASH`, where HASH is the hash of all hashes:
        once somebody has the sample, no game can be exchanged without another sample. Of each shard, the first ones are
        taken: its share, rounded up, and `LEAST` at least.
        """
        blocks = sorted({block for shard in shards for block in shard})
        seed = f"{self.drawn}/{blake2b(b''.join(hashes), digest_size=32).hexdigest()}"
        order = {block: place for place, block in enumerate(Stream(seed, "replay").draw(blocks, len(blocks)))}
        taken: set[int] = set()
        for shard in shards:
            count = max(LEAST, ceil(Fraction(self.percent) / 100 * len(shard)))
            taken.update(sorted(shard, key=order.__getitem__)[:count])
        return sorted(taken)


def sample_of(text: str) -> Sample:
    """The sample that a text describes; raises ValueError."""
    found = _TEXT.fullmatch(text.lower())
    if not found or not 0 < Fraction(found[1]) <= 100:
        raise ValueError(
            "takes a share of the blocks, above 0% and up to 100%, as 5%; or 5%:HEX, with the 32 hex digits that an "
            f"earlier replay has printed; not {text!r}"
        )
    return Sample(found[1], found[2] or "")


def hash_of(game: bytes) -> bytes:
    """The hash of a game's bytes."""
    return blake2b(game, digest_size=16).digest()


_BY_MACHINE = ("stall", "timeout", "crash")
"""Kinds of forfeits of programs that depend on the time and memory that a machine gives them."""


class Game(NamedTuple):
    """A game that was handed in."""

    number: int
    """In the order of the schedule, from 0."""
    entrants: tuple[Entrant, ...]
    proof: Proof
    opening: Opening = ()


class HandedIn(NamedTuple):
    """The games of a tournament, of one who has played it all or of several."""

    hashes: Sequence[bytes]
    """Of all games, in the order of the schedule."""
    shards: Sequence[Collection[int]]
    """The blocks of each shard, from 0; a block of which two shards have games belongs to both."""
    games: Callable[[Collection[int]], Iterator[Game]]
    """Reads the games with these numbers, in order."""
    folders: Sequence[Path]
    record: Record | None


class Repeated(NamedTuple):
    """What came of it."""

    games: int
    failed: int
    """Games in which a bot that repeats itself has not done so, or that were never recorded so."""


class _Difference(NamedTuple):
    """The first thing that a bot does otherwise in a game, or what is wrong with the log of the game itself."""

    player: str
    """Empty if it is the log itself."""
    line: int
    told: str
    excuse: str = ""
    """Why it proves nothing; empty if it does."""


def repeat_folder(
    tournament: Tournament,
    folder: Path,
    sample: Sample,
    tell: Callable[[str], None],
    components_file: bytes | None = None,
    workers: Workers | None = None,
) -> Repeated:
    """Play a sample of the blocks in the folder of a tournament or a shard again; nothing in it is changed.

    `tell` is called with what is found. Raises ResumeError, UnreadableError, OSError and BotSpecError.
    """
    if tournament.plan.seed is None:
        known = Vault(folder).known
        if not known:
            raise ResumeError(f"{folder}: the secret of its deals is missing, or give the --seed")
        tournament = tournament.but(deals=SecretDeals(known))
    else:
        refuse_secrets(folder)
    record = read_record(folder)
    tournament = with_edition(tournament, folder).but(changes=record.changes() if record else [])
    path = log_in(folder)
    there = partial(recorded, tournament, path, [])
    return repeat_log(tournament, folder, there, sample, tell, components_file, workers, record)


def repeat_log(
    tournament: Tournament,
    folder: Path,
    there: Callable[[], Iterable[tuple[Pairing, RawGame]]],
    sample: Sample,
    tell: Callable[[str], None],
    components_file: bytes | None = None,
    workers: Workers | None = None,
    record: Record | None = None,
) -> Repeated:
    """The same for a folder in which these games are `there`, read anew at each call. Raises as `repeat` does, too."""

    def games(numbers: Collection[int]) -> Iterator[Game]:
        for number, (pairing, raw) in enumerate(there()):
            if number in numbers:
                yield Game(number, pairing.entrants, Proof(raw.file, raw.first, raw.data), pairing.opening)

    hashes = [hash_of(raw.data) for _, raw in there()]
    if not hashes:
        raise ResumeError(f"{log_in(folder)}: no game has been played to its end yet")
    blocks = range(-(-len(hashes) // tournament.seats))
    with workers or Here() as at_work:
        handed_in = HandedIn(hashes, [blocks], games, [folder], record)
        return repeat(tournament, handed_in, sample, tell, components_file, at_work)


def repeat(
    tournament: Tournament,
    handed_in: HandedIn,
    sample: Sample,
    tell: Callable[[str], None],
    components_file: bytes | None,
    at_work: Workers,
) -> Repeated:
    """Draw the sample and play it again. Raises ResumeError if the games change meanwhile, OSError and BotSpecError."""
    sample, seats = sample.with_digits(), tournament.seats
    blocks = sample.blocks(handed_in.shards, handed_in.hashes)
    numbers = {number for block in blocks for number in range(block * seats, (block + 1) * seats)}
    numbers &= set(range(len(handed_in.hashes)))
    whole = -(-len(handed_in.hashes) // seats)
    tell(
        f"played again: {len(blocks)} of {counted(whole, 'block')} ({counted(len(numbers), 'game')}); "
        f"the same ones once more: --replay {sample}"
    )
    gone = _replaced_bots(tournament, handed_in.record, tell)
    terms = tournament.terms([str(folder.absolute()) for folder in handed_in.folders])
    play = partial(_differences, components_file, terms, frozenset(gone))
    account = _Account(tournament, gone, tell)
    games, to_play = tee(_unchanged(handed_in.games(numbers), handed_in.hashes))
    for game, found in zip(games, at_work.map(play, to_play), strict=True):
        account.add(game, found)
    return account.closed()


def _unchanged(games: Iterator[Game], hashes: Sequence[bytes]) -> Iterator[Game]:
    for game in games:
        if hash_of(game.proof.data) != hashes[game.number]:
            raise ResumeError(f"{game.proof.file}:{game.proof.line}: this game was changed after the sample was drawn")
        yield game


def _replaced_bots(tournament: Tournament, record: Record | None, tell: Callable[[str], None]) -> list[str]:
    """The names in the log of bots that are not there any more, since another one was let in for them later.

    A bot that is not the recorded one is told; that alone excuses nothing: whoever hands in a shard writes its record.
    """
    if record is None:
        return []
    now = fingerprints_of(tournament)
    names = {(change.bot, record.bots[change.bot]): change.bot for change in record.changed}
    for change, changed in zip(record.changes(), record.changed, strict=True):
        names[changed.bot, changed.fingerprint] = change.name
    latest = record.now()
    for bot, known in now.items():
        if latest.get(bot, known) != known:
            tell(f"{bot} is not the bot that has played here ({latest[bot]}), but another one ({known})")
    return [name for (bot, known), name in names.items() if now.get(bot) != known]


def _differences(components_file: bytes | None, terms: Terms, gone: Collection[str], game: Game) -> list[_Difference]:
    """What is otherwise in a game that is played again; each bot counts once.

    A bot that has done something else makes the moves of the log when the game is played once more, so that the others
    decide about the positions that they had. The arguments can all be sent to another process or machine.
    """
    if wrong := flaw(components_file, game.proof):
        return [_Difference("", game.proof.line, wrong)]
    raw, files, found = game.proof.raw, file_of(components_file), []
    setup = set_up(decode_header(raw.lines[0]), files)
    with stdout_to_stderr():
        asked = {
            seat: bot_of(entrant, setup.game, terms)
            for seat, entrant in enumerate(game.entrants)
            if entrant.name not in gone
        }
        while asked:
            written = recorded_again(raw, files, asked, game.opening)
            number = first_difference(*[[_without_reasons(line) for line in lines] for lines in (raw.lines, written)])
            if number is None:
                break
            there, again = [decoder(setup.game).event(lines[number]) for lines in (raw.lines, written)]
            assert isinstance(there, MoveEvent | ForfeitEvent)  # everything else follows from these, and is proven
            assert isinstance(again, MoveEvent | ForfeitEvent)
            seat = there.seat if isinstance(there, MoveEvent) else there.forfeit.seat
            entrant = game.entrants[seat]
            told = " and played again ".join([printable(lines[number].decode()) for lines in (raw.lines, written)])
            found.append(
                _Difference(entrant.name, raw.first + number, f"in the log {told}", _excuse(entrant, there, again))
            )
            del asked[seat]
    return found


def _without_reasons(line: bytes) -> bytes:
    """A line without the reasons of forfeits, which each version words in its own way."""
    lost = line.startswith((b'{"forfeit":', b'{"result":'))
    return re.sub(rb',"reason":"(?:[^"\\]|\\.)*"', b"", line) if lost else line


def _excuse(entrant: Entrant, *events: MoveEvent[object] | ForfeitEvent) -> str:
    """Why it proves nothing that a bot has done this once and that another time."""
    if not _repeats(entrant):
        return "it does not promise to repeat itself"
    lost = {event.forfeit.kind for event in events if isinstance(event, ForfeitEvent)}
    by_machine = [kind for kind in _BY_MACHINE if kind in lost]
    return f"a {by_machine[0]} may be due to the machine" if by_machine and entrant.spec.startswith(PREFIX) else ""


def _repeats(entrant: Entrant) -> bool:
    """Whether a bot repeats itself: ours do; others have clocks, files, memories and chance of their own."""
    return entrant.repeats or not is_foreign(entrant.spec)


class _Account:
    """Tells what is found, and sums it up."""

    def __init__(self, tournament: Tournament, gone: Sequence[str], tell: Callable[[str], None]) -> None:
        self._gone, self._tell = gone, tell
        self._bots: dict[str, Entrant] = {}
        self._played: Counter[str] = Counter()
        self._excused: defaultdict[str, list[str]] = defaultdict(list)
        self._games = self._failed = self._open = 0

    def add(self, game: Game, found: Sequence[_Difference]) -> None:
        """Count a game that was played again."""
        self._games += 1
        for entrant in game.entrants:
            self._bots[entrant.name] = entrant
            self._played[entrant.name] += 1
        number = decode_header(game.proof.raw.lines[0]).id
        for difference in found:
            place = f"{game.proof.file}:{difference.line} (game {number})"
            if difference.excuse:
                self._excused[difference.player].append(f"{difference.excuse}; the first at {place}: {difference.told}")
            else:
                self._tell(
                    f"not repeated: {f'{difference.player}, {place}: ' if difference.player else ''}{difference.told}"
                )
        self._failed += any(not difference.excuse for difference in found)
        self._open += bool(found) and all(difference.excuse for difference in found)

    def closed(self) -> Repeated:
        """Tell who cannot be proven, and how many games were repeated."""
        for name, entrant in self._bots.items():
            games = counted(self._played[name], "game")
            if name in self._gone:
                self._tell(f"cannot be proven: {name}, as another bot has its place now; it made the moves of the log")
            elif excused := self._excused[name]:
                self._tell(f"cannot be proven: {name}, {len(excused)} of {games} not repeated, but {excused[0]}")
            elif not _repeats(entrant):
                self._tell(f"{name} repeated itself in all of {games}, though it does not promise to")
        open_ = f", {self._open} cannot be proven" if self._open else ""
        failed = f", {self._failed} not repeated" if self._failed else ""
        self._tell(
            f"{self._games - self._failed - self._open} of {counted(self._games, 'game')} repeated{open_}{failed}"
        )
        return Repeated(self._games, self._failed)
