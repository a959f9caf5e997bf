"""A study that is played: its games are written to games.jsonl in its folder, and that file is the study.

Each game of the search and of the test follows from the plan, the seed and the results before it. So a run that was
stopped is taken up by asking the search again, with the results that are in the file for as long as these last.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import ExitStack
from functools import cache, partial
from itertools import islice
from os import fstat
from pathlib import Path
from typing import IO, Literal, NamedTuple, get_args

import msgspec

from cityleague.engine.bots.parameters import Parameter
from cityleague.engine.bots.specs import BotSpecError
from cityleague.engine.chance import Stream
from cityleague.engine.sums import portable_sum
from cityleague.replays.log import (
    GAMES_FILE,
    Claim,
    Found,
    Problem,
    RawGame,
    claim_of,
    decode_header,
    encode,
    read_below,
    refuse_in_the_way,
    sweep,
    write_below,
)
from cityleague.replays.players import Entrant, bot_of, declared_by, end_idle, flaws
from cityleague.replays.tournaments import (
    LATEST,
    Edition,
    Faults,
    Outcome,
    Pairing,
    Plan,
    PlanError,
    Progress,
    Proof,
    Repeated,
    ResumeError,
    Sample,
    Tournament,
    Watched,
    WholeGames,
    as_toml,
    block_points,
    claimed,
    entrant_of,
    figures,
    fingerprints_of,
    flaw,
    game_log,
    locked,
    log_in,
    refuse_compressed,
    repeat_log,
)
from cityleague.replays.tuning.ranges import RangeError, Target, target_of, without_ranges
from cityleague.replays.tuning.study import FIRST, Tested, Trial, in_points, study
from cityleague.replays.workers import Workers

STUDY_FILE, PAGE_FILE = "study.toml", "study.html"
CANDIDATE, TUNED = "candidate", "tuned"
"""The names of what is tried: in the search, and in the test of what came out of it."""
_COMMENT = "# Written by cityleague tune: what is tuned, and how. The games are beside it.\n"
_HOPELESS = 0.5
"""Of its games, more than a bot may forfeit."""
_ADVICE = "give the options it was begun with, or another folder"


By = Literal["points", "margin"]
"""What a search goes by: points per game, or the lead over the best of the others."""
Play = Callable[[Iterable[Pairing]], Iterable[bytes]]
"""The logs of games, in their order."""
Prove = Callable[[Iterable[Proof]], Iterable[str | None]]
"""What is wrong with each game, if anything is."""


class Tried(NamedTuple):
    """A trial and what came of it."""

    trial: Trial
    value: float
    """Points per game; in a search that goes by it, the margin."""


class Study:
    """A study, checked. Raises PlanError and RangeError."""

    def __init__(
        self, plan: Plan, text: str, most: int, components_file: bytes | None = None, by: By = "points"
    ) -> None:
        """`plan` is a gauntlet of one bot, the one against which `text`, a spec with ranges, is tuned.

        The search plays its deals and goes `by` what it makes there; the test plays at most `most` others.
        """
        if len(plan.bots) != 1 or plan.seed is None:
            raise PlanError("a study has one bot to play against, and a seed")
        if most < FIRST:
            raise PlanError(f"the test plays {FIRST} deals or more, not {most}")
        other = entrant_of(plan.bots[0])
        if other.name in (CANDIDATE, TUNED):
            raise PlanError(f"{other.name!r} is what a study calls the bot that is tuned: give the other another name")
        both = (msgspec.structs.replace(other, name=CANDIDATE), other)
        seats = plan.seats if plan.seats is not None else 2
        self._base = Tournament(
            msgspec.structs.replace(plan, bots=both, seats=seats, schedule="gauntlet"), components_file
        )
        if seats < 2:
            raise PlanError("bots are tuned by playing against others: let at least 2 play")
        self.target: Target = target_of(text, self._declared, self._check)
        own = Entrant(CANDIDATE, self.target.spec(self.target.default))
        self._base.entrants[0], self._text = own, text
        self.against_untuned = other.spec == without_ranges(text)
        self.against, self.seats, self.game = other, seats, plan.game
        self.deals, self.most, self._seed = plan.deals, most, plan.seed
        self._components_file, self.by = components_file, by
        self._edition: Edition = LATEST
        self.tried: list[Tried] = []
        self.forfeits: Counter[str] = Counter()
        """Games forfeited, by name."""
        self.tested: Tested | None = None
        """What has come out; None as long as nothing has."""

    def _declared(self, bot: str) -> Sequence[Parameter]:
        try:
            parameters = declared_by(bot, self._base.setup, self._base.terms())
        except BotSpecError as error:
            raise RangeError(str(error)) from None
        if wrong := [said for parameter in parameters for said in flaws(parameter)]:
            raise RangeError(f"{bot!r} declares parameters that cannot be tuned: {wrong[0]}")
        if len({parameter.name for parameter in parameters}) < len(parameters):
            raise RangeError(f"{bot!r} declares a parameter twice")
        return parameters

    def _check(self, spec: str) -> None:
        try:
            bot_of(Entrant(CANDIDATE, spec), self._base.setup.game, self._base.terms())
        except BotSpecError as error:
            raise RangeError(str(error)) from None

    def pairings(self, trial: Trial) -> list[Pairing]:
        """The games of a trial: its deal, in which it sits once in every seat."""
        first, *others = self._base.entrants
        spec = self.target.spec(trial.point)
        own = msgspec.structs.replace(first, name=self._name(trial), spec=spec)
        ring = Stream(self._base.deals.seating, f"ring/{trial.deal}").draw([own, *others], self.seats)
        pairings = []
        for rotation in range(self.seats):
            label, seed = f"d{trial.deal}-r{rotation + 1}", self._base.deals.seed(trial.deal)
            pairing = self._base.pairing(ring[rotation:] + ring[:rotation], seed, label)
            pairings.append(pairing._replace(header=msgspec.structs.replace(pairing.header, note=spec)))
        return pairings

    def _name(self, trial: Trial) -> str:
        return CANDIDATE if trial.deal <= self.deals else TUNED

    def described(self, edition: Edition = LATEST) -> str:
        """The plan in full, and what plays."""
        plan = self._base.plan
        told = {
            "game": self.game,
            "tuned": self._text,
            "against": self.against.spec,
            "seats": self.seats,
            "deals": self.deals,
            "most": self.most,
            "by": self.by,
            "edition": edition if edition > 1 else None,
            "limits": msgspec.to_builtins(plan.limits),
            "sandbox": plan.sandbox,
            "seed": self._seed,
            "bots": fingerprints_of(self._base),
            "options": dict(plan.options),
        }
        return _COMMENT + as_toml(told)

    def run(self, folder: Path, workers: Workers) -> Generator[Progress]:
        """Play what is missing; yields once before the first game that is played, and after each.

        The file's bytes depend on the plan alone. The games that are there are proven first: the study goes by them.
        Raises ResumeError, OSError, WorkerError and LogChangedError as a tournament does, and HopelessError if a bot
        has forfeited more than half of its games.
        """
        folder.mkdir(parents=True, exist_ok=True)
        refuse_in_the_way(str(folder), (GAMES_FILE, STUDY_FILE, PAGE_FILE))
        path = folder / GAMES_FILE
        refuse_compressed(path)
        play = partial(game_log, self._components_file, self._base.terms([str(folder.absolute())], keep=True))
        with locked(path) as file, ExitStack() as stack:
            sweep(str(folder))
            self._settle(folder, empty=not fstat(file.fileno()).st_size)
            stack.callback(end_idle)
            at_work = cache(lambda: stack.enter_context(workers))
            prove = partial(flaw, self._components_file)
            yield from self._course(
                _Games(
                    path,
                    file,
                    self._total,
                    self.forfeits,
                    lambda pairings: at_work().map(play, pairings),
                    lambda proofs: at_work().map(prove, proofs),
                )
            )

    def repeat(self, folder: Path, sample: Sample, tell: Callable[[str], None], workers: Workers) -> Repeated:
        """Play a sample of the games in a folder again, as `repeat_folder` does with those of a tournament."""
        path = log_in(folder)
        self._settle(folder, empty=False)
        games = _Games(path, None, self._total, self.forfeits)
        next(self._course(games))  # up to the first game that is not there

        def there() -> Iterator[tuple[Pairing, RawGame]]:
            return zip(games.taken, WholeGames(Found(path, folder)), strict=True)

        return repeat_log(self._base, folder, there, sample, tell, self._components_file, workers)

    @property
    def _total(self) -> int:
        return (2 * self.deals + self.most) * self.seats

    def _course(self, games: _Games) -> Generator[Progress]:
        course = study(self.target.default, self.deals, self.most, self._seed, self._edition)
        trials = next(course)
        while self.tested is None:
            outcomes = yield from games.of([pairing for trial in trials for pairing in self.pairings(trial)])
            made = self._made(trials, outcomes)
            yield from games.told(self._come_to(trials))
            try:
                trials = course.send(made)
            except StopIteration as ended:
                self.tested = ended.value
        yield from games.end()

    def _come_to(self, trials: Sequence[Trial]) -> str:
        """How far the study has come with these trials, at each tenth of the search, and as the test doubles."""
        deal, tenth = trials[-1].deal, max(1, self.deals // 10)
        if deal <= self.deals:
            return f"search: {deal} of {self.deals} deals" if deal // tenth > (trials[0].deal - 1) // tenth else ""
        played = deal - self.deals
        if played % FIRST or (played // FIRST).bit_count() > 1:
            return ""
        mean = portable_sum([tried.value for tried in self.tried[-played:]]) / played
        bot = self.target.spec(trials[-1].point)
        return f"test of {bot}: {played} of at most {self.most} deals, {mean:.3f} league points per game"

    def _made(self, trials: Sequence[Trial], outcomes: Sequence[Outcome]) -> list[float]:
        """Points per game of each trial, or the margin in such points. All are of the search, or of the test."""
        name = self._name(trials[0])
        by_margin = self.by == "margin" and name == CANDIDATE
        blocks = [outcomes[at : at + self.seats] for at in range(0, len(outcomes), self.seats)]
        values = [float(figures(games)[name].margin) if by_margin else block_points(games, name) for games in blocks]
        self.tried += map(Tried, trials, values)
        return in_points(values, [tried.value for tried in self.tried]) if by_margin else values

    def _settle(self, folder: Path, *, empty: bool) -> None:
        """Write the plan, or hold it against the one that is there, which may be of another edition."""
        editions = {self.described(edition).encode(): edition for edition in get_args(Edition)}
        text = self.described().encode()
        try:
            with read_below(str(folder), STUDY_FILE) as file:
                there = file.read(len(text) + 1)
        except FileNotFoundError:
            there = None
        if there in editions:
            self._edition = editions[there]
            return
        if there is not None and not empty:
            raise ResumeError(f"{folder / STUDY_FILE}: another study, or one with other bots: {_ADVICE}")
        if not empty:
            raise ResumeError(f"{folder / GAMES_FILE} is not of a study; give another folder")
        write_below(str(folder), STUDY_FILE, text, durable=True)


class _Games:
    """The games of a study, each taken from the file as long as there are any, then played and added to it."""

    def __init__(
        self,
        path: Path,
        file: IO[bytes] | None,
        total: int,
        forfeits: Counter[str],
        play: Play | None = None,
        prove: Prove | None = None,
    ) -> None:
        """Forfeits are counted. Games that are there are proven if they can be; without `play` they are all."""
        self._faults, self._forfeits = Faults(_HOPELESS if play else 1.0), forfeits
        self._path, self._file, self._total, self._play, self._prove = path, file, total, play, prove
        self._log: Watched | None = None
        self._done = 0
        self._whole = WholeGames(Found(path, path.parent))
        self._there = iter(self._whole)
        self.taken: list[Pairing] = []
        """Those that were there."""

    def of(self, pairings: Sequence[Pairing]) -> Generator[Progress, None, list[Outcome]]:
        """What comes of these games; yields as the run does."""
        outcomes = self._taken(pairings)
        self._done += len(outcomes)
        if len(outcomes) == len(pairings):
            return outcomes
        if self._log is None:
            if self._whole.rest and not self._whole.next_is(pairings[len(outcomes)].header):
                message = "what follows the last whole game is not the next one"
                raise ResumeError(f"{self._path}:{self._whole.line}: {message}; {_ADVICE}")
            yield Progress(self._done, self._total, len(self._whole.rest))
            assert self._file
            self._file.truncate(self._whole.end)
            self._log = Watched(self._path, self._file)
        assert self._play
        for game in self._play(pairings[len(outcomes) :]):
            self._log.add(game)
            added = claimed(game)
            outcomes.append(self._outcome(added.players, added.claim))
            self._done += 1
            yield Progress(self._done, self._total, 0)
        return outcomes

    def told(self, text: str) -> Iterator[Progress]:
        """Say something, if there is anything to say, and games are being played."""
        if text and self._log:
            yield Progress(self._done, self._total, 0, told=(text,))

    def end(self) -> Generator[Progress]:
        """All games have been asked for: raises ResumeError if there are more, LogChangedError if they have changed."""
        if self._log is None:
            if next(self._there, None) or self._whole.rest:
                raise ResumeError(f"{self._path} has more games than this study; {_ADVICE}")
            yield Progress(self._done, self._total, 0)
        else:
            self._log.check()
            self._log.prove()

    def _taken(self, pairings: Sequence[Pairing]) -> list[Outcome]:
        """What came of the first of these games, as many as are there."""
        there = list(islice(self._there, len(pairings)))
        for pairing, raw in zip(pairings, there, strict=False):
            if not raw.data.startswith(encode(pairing.header) + b"\n"):
                raise ResumeError(f"{raw.file}:{raw.first}: not game {pairing.header.id} of this study; {_ADVICE}")
        proofs = [Proof(raw.file, raw.first, raw.data) for raw in there]
        for wrong in self._prove(proofs) if self._prove and proofs else ():
            if wrong:
                raise ResumeError(f"{wrong}. A study goes by its games: put the file back, or begin another folder")
        self.taken += pairings[: len(there)]
        return [
            self._outcome(pairing.header.players, _claim(raw)) for pairing, raw in zip(pairings, there, strict=False)
        ]

    def _outcome(self, players: Sequence[str], claim: Claim) -> Outcome:
        """What came of a game; its forfeits are counted."""
        self._forfeits.update([players[lost.seat].partition("#")[0] for lost in claim.forfeits])
        self._faults.count(players, claim)
        return Outcome(players, claim.ranks, claim.scores)


def _claim(raw: RawGame) -> Claim:
    """Who has won a whole game; raises ResumeError."""
    try:
        return claim_of(raw, len(decode_header(raw.lines[0]).players))
    except Problem as problem:
        raise ResumeError(f"{raw.file}:{raw.first}: {problem.message}") from None
