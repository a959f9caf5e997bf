"""Shards of a tournament, played separately, joined into the file that the whole tournament would have written."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from itertools import tee
from pathlib import Path
from typing import IO, NamedTuple

from msgspec import UNSET

from cityleague.replays.log import (
    GAMES_FILE,
    FileBeside,
    Found,
    Problem,
    RawGame,
    RefusedInputError,
    Secret,
    counted,
    decode_header,
    encode,
    is_unfinished,
    open_input,
    path_text,
    refuse_in_the_way,
    sweep,
)
from cityleague.replays.tournaments.deals import SecretDeals, refuse_secrets, reveal, shared
from cityleague.replays.tournaments.games_file import locked, refuse_compressed
from cityleague.replays.tournaments.proving import Proof, flaw
from cityleague.replays.tournaments.record import OUTPUTS, read_record, record_of, with_edition, write_record
from cityleague.replays.tournaments.repeating import Game, HandedIn, Sample, hash_of, repeat
from cityleague.replays.tournaments.schedule import Tournament
from cityleague.replays.tournaments.whole_games import ADVICE, ResumeError, UnreadableError, WholeGames
from cityleague.replays.workers import Here, Workers

_HEADERS = (b'{"log":', b'{"note":')
_NAMED = 3
"""How many of the missing games a message names."""


class MergeError(ValueError):
    """Shards that do not make up the tournament: games are missing, or contradict each other."""


class _Place(NamedTuple):
    """Where a game is in the files; the game itself is not kept in memory."""

    file: int
    line: int
    offset: int
    length: int


def _has_games(path: Path) -> bool:
    """Whether a file is more than what is left by a run that was killed, or that could not begin."""
    return not is_unfinished(path.name) and (path.name != GAMES_FILE or path.stat().st_size > 0)


def merge(
    tournament: Tournament,
    folders: Sequence[Path],
    target: Path,
    tell: Callable[[str], None],
    components_file: bytes | None = None,
    workers: Workers | None = None,
    *,
    validate: bool = True,
    sample: Sample | None = None,
) -> None:
    """Join the games in these folders into `target`, all of them or none. `tell` is called with remarks for the user.

    Unless it is not to `validate`, each game must have the bytes that its recording wrote, and a bot must be the same
    in all folders; `workers` share this work. No bot plays, so that a tournament without bots will do; but a `sample`
    of the blocks is played again before anything is joined.

    Raises UnreadableError; MergeError if the games are not the whole tournament, if one is damaged, or if one of the
    sample is not repeated; ResumeError if they belong to another tournament, or if `target` is not empty; BotSpecError.
    """
    if tournament.by_results:
        raise ResumeError(f"{tournament.plan.schedule} is not played in shards: there is nothing to merge")
    refuse_in_the_way(str(target), OUTPUTS)
    if target.exists() and any(_has_games(path) for path in target.iterdir()):
        raise ResumeError(f"{target} is not empty; give the folder for the whole tournament with -o")
    known: list[Secret] = []
    if tournament.plan.seed is None:
        known = _secrets(folders)
        tournament = tournament.but(deals=SecretDeals(known))
    else:
        for folder in folders:
            refuse_secrets(folder)
    bots = _bots(folders, validate=validate)
    tournament = with_edition(tournament, *folders)
    prove = partial(flaw, components_file) if validate else _believe
    for folder in folders:
        refuse_compressed(folder / GAMES_FILE)
    paths = [Found(folder / GAMES_FILE, folder) for folder in folders]
    with ExitStack() as stack:
        files = []
        for path in paths:
            try:
                files.append(stack.enter_context(open_input(path)))
            except OSError as error:
                raise UnreadableError(f"{path_text(path)}: cannot be read: {error.strerror}") from None
        shards = _Shards(paths, files, tell)
        places = shards.ordered(tournament)
        target.mkdir(parents=True, exist_ok=True)
        with locked(target / GAMES_FILE) as log, _emptied(target):
            if os.fstat(log.fileno()).st_size:
                raise ResumeError(f"{target / GAMES_FILE} was written by another run in the meantime")
            sweep(str(target))
            file = FileBeside(GAMES_FILE, str(target), durable=True)
            try:
                file.begin()
                with workers or Here() as at_work:
                    hashes = _join(map(shards.proof, places), partial(at_work.map, prove), file)
                    if sample:
                        handed_in = HandedIn(
                            hashes,
                            shards.blocks(places, tournament.seats),
                            partial(shards.games, tournament, places),
                            [*folders, target],
                            record_of(tournament, bots),
                        )
                        repeated = repeat(tournament, handed_in, sample, tell, components_file, at_work)
                        if repeated.failed:
                            raise MergeError(f"{counted(repeated.failed, 'game')} not repeated; nothing is written")
                file.close()  # all games are on the disk before the rest, which takes a moment
                if known:
                    reveal(known, target)
                write_record(tournament, record_of(tournament, bots), target)
                file.keep()
            finally:
                file.drop()


def _join(
    games: Iterator[Proof], prove: Callable[[Iterator[Proof]], Iterator[str | None]], file: FileBeside
) -> list[bytes]:
    """Write these games, each once it is proven; the hashes of all. Raises MergeError if one is damaged."""
    hashes = []
    games, to_prove = tee(games)
    for game, wrong in zip(games, prove(to_prove), strict=True):
        if wrong:
            raise MergeError(f"{wrong}; nothing is written")
        file.write(game.data)  # the very bytes that were proven
        hashes.append(hash_of(game.data))
    return hashes


@contextmanager
def _emptied(target: Path) -> Iterator[None]:
    """Leave nothing in a folder without games, so that it can be given again."""
    try:
        yield
    finally:
        if not _has_games(target / GAMES_FILE):
            for name in OUTPUTS:
                (target / name).unlink(missing_ok=True)


def _believe(_game: Proof) -> None:
    """Nothing is wrong with a game."""


def _bots(folders: Sequence[Path], *, validate: bool) -> dict[str, str]:
    """The fingerprints of the bots, as the folders have them."""
    bots: dict[str, str] = {}
    where: dict[str, Path] = {}
    for folder in folders:
        try:
            record = read_record(folder)
        except RefusedInputError:
            raise
        except OSError as error:
            raise UnreadableError(
                f"{path_text(str(error.filename or folder))}: cannot be read: {error.strerror}"
            ) from None
        if record and record.changed:
            raise MergeError(
                f"{path_text(str(folder))}: {record.changed[0].bot} has changed on the way, and has another name in "
                "later games; play this shard anew with the same bot; nothing is written"
            )
        for name, fingerprint in (record.bots if record else {}).items():
            if bots.setdefault(name, fingerprint) != fingerprint and validate:
                folders_ = f"{path_text(str(where[name]))} and {path_text(str(folder))}"
                raise MergeError(f"{name} is not the same bot in {folders_}; --no-validate joins them")
            where.setdefault(name, folder)
    return bots


def _secrets(folders: Sequence[Path]) -> list[Secret]:
    try:
        return shared(folders)
    except OSError as error:
        raise UnreadableError(f"{path_text(str(error.filename))}: cannot be read: {error.strerror}") from None


class _Shards:
    """The games of all folders by their ids."""

    def __init__(self, paths: Sequence[Found], files: Sequence[IO[bytes]], tell: Callable[[str], None]) -> None:
        self._paths, self._files, self._tell = paths, files, tell
        self._places: dict[str, _Place] = {}
        self._twice: Counter[tuple[int, int]] = Counter()
        for number in range(len(paths)):
            self._index(number)
        for (first, second), times in self._twice.items():
            are = f"{counted(times, 'game')} of {path_text(paths[second])} {'is' if times == 1 else 'are'}"
            tell(f"{are} in {path_text(paths[first])} as well, with the same bytes; taken once")

    def read(self, place: _Place, size: int) -> bytes:
        """The first `size` bytes of a game."""
        file = self._files[place.file]
        file.seek(place.offset)
        return file.read(size)

    def proof(self, place: _Place) -> Proof:
        """A game, to be proven."""
        return Proof(path_text(self._paths[place.file]), place.line, self.read(place, place.length))

    def blocks(self, places: Sequence[_Place], seats: int) -> list[set[int]]:
        """The blocks of each file; the places are those of all games, in order."""
        found: list[set[int]] = [set() for _ in self._files]
        for number, place in enumerate(places):
            found[place.file].add(number // seats)
        return found

    def games(self, tournament: Tournament, places: Sequence[_Place], numbers: Collection[int]) -> Iterator[Game]:
        """The games with these numbers, to be played again."""
        for number, (pairing, place) in enumerate(zip(tournament.pairings(), places, strict=True)):
            if number in numbers:
                yield Game(number, pairing.entrants, self.proof(place), pairing.opening)

    def _index(self, number: int) -> None:
        """Note where the games of a file are; raises ResumeError and MergeError."""
        games = WholeGames(self._paths[number])
        for raw in games:
            self._add(raw, _Place(number, raw.first, games.end - raw.size, raw.size))
        if rest := games.rest:
            file = path_text(self._paths[number])
            if not any(rest.startswith(begin) or begin.startswith(rest) for begin in _HEADERS):
                raise ResumeError(f"{file}:{games.line}: something that is not of a tournament; {ADVICE}")
            self._tell(f"{file}: the game at its end is unfinished ({len(rest)} bytes) and does not count")

    def _add(self, raw: RawGame, place: _Place) -> None:
        name = _id(raw)
        if (other := self._places.setdefault(name, place)) is place:
            return
        if self.read(other, other.length) != self.read(place, place.length):
            raise MergeError(f"game {name} is at {self._at(other)} and at {self._at(place)}, and they differ")
        self._twice[other.file, place.file] += 1

    def _at(self, place: _Place) -> str:
        return f"{path_text(self._paths[place.file])}:{place.line}"

    def ordered(self, tournament: Tournament) -> list[_Place]:
        """Where the games of a tournament are, in their order; raises ResumeError and MergeError."""
        places: list[_Place] = []
        missing: list[str] = []
        gaps: list[int] = []
        for number, pairing in enumerate(tournament.pairings()):
            name = str(pairing.header.id)
            place = self._places.pop(name, None)
            if place is None:
                missing += [name] if len(missing) < _NAMED else []
                gaps.append(number // tournament.seats)
                continue
            header = encode(pairing.header) + b"\n"
            if self.read(place, len(header)) != header:
                raise ResumeError(f"{self._at(place)}: not game {name} of this tournament; {ADVICE}")
            places.append(place)
        if self._places:
            name, place = next(iter(self._places.items()))
            raise ResumeError(f"{self._at(place)}: {name} is not a game of this tournament; {ADVICE}")
        if gaps:
            more = ", ..." if len(gaps) > len(missing) else ""
            of = _shards_with(self._paths, gaps)
            raise MergeError(
                f"{len(gaps)} of {counted(tournament.count(), 'game')} "
                f"{'is' if len(gaps) == 1 else 'are'} missing: {', '.join(missing)}{more}{of}; nothing is written"
            )
        return places


def _id(raw: RawGame) -> str:
    """The id of a game; raises ResumeError if it has none."""
    try:
        header = decode_header(raw.data[: raw.data.find(b"\n")])
    except Problem as problem:
        raise ResumeError(f"{raw.file}:{raw.first}: {problem.message}; {ADVICE}") from None
    if header.id is UNSET:
        raise ResumeError(f"{raw.file}:{raw.first}: not a game of this tournament; {ADVICE}")
    return header.id


def _shards_with(paths: Sequence[Found], blocks: Sequence[int]) -> str:
    """Which shards have these blocks, by the records beside the logs; empty if these do not say how many there are."""
    found = {record.shard.partition("/")[2] for path in paths if (record := read_record(Path(path.folder)))}
    if len(found) != 1 or found == {"1"}:
        return ""
    of = int(found.pop())
    shards = sorted({block % of + 1 for block in blocks})
    return f" (shard {', '.join([f'{number}/{of}' for number in shards])})"
