"""What is fuzzed: for each kind of input how it is made, and a check of what becomes of it."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple
from unittest import mock

from cityleague.engine import components
from cityleague.engine.bots.specs import BotSpec
from cityleague.engine.protocol import Setup
from cityleague.engine.registry import GAMES
from cityleague.engine.registry import game as find_game
from cityleague.replays.log import CODES, ChanceEvent, Finding, Header, MoveEvent, decoder, explain
from cityleague.replays.log.kinds import is_header
from cityleague.replays.players import Entrant, Terms, bot_of, make_header, programs, record_game
from cityleague.replays.players.program import Launch
from cityleague.replays.players.programs import ProgramBot
from cityleague.replays.replay import Verdict, validate
from cityleague.replays.replay.component_files import files_of
from cityleague.replays.tournaments import (
    MergeError,
    Plan,
    PlanError,
    ResumeError,
    Shard,
    Tournament,
    UnreadableError,
    make_plan,
    merge,
    merging,
    numbered,
    play_single,
    proving,
    run,
)
from cityleague.replays.workers import local_workers

from ..replays.helpers import dump, log
from ..replays.oracle import first_contradiction
from .choosing import EDGE, Choices
from .probing import Target
from .spoiling import HOSTILE, spoilt

ROOT = Path(__file__).parents[2]
CORPUS = ROOT / "examples/conformance"


@cache
def _place() -> tempfile.TemporaryDirectory[str]:
    """A folder that is gone when the process ends; in memory, if that has one: a disk takes longer than all else."""
    memory = "/dev/shm"
    return tempfile.TemporaryDirectory(prefix="cityleague-fuzz-", dir=memory if os.access(memory, os.W_OK) else None)


@contextlib.contextmanager
def folder() -> Iterator[Path]:
    """An empty folder for one input; the next one gets the same."""
    here = Path(_place().name)
    try:
        yield here
    finally:
        for entry in os.scandir(here):
            shutil.rmtree(entry.path) if entry.is_dir(follow_symlinks=False) else os.unlink(entry.path)


def clear(message: str) -> None:
    """Refuse a message that is none, or that tells how our code is made."""
    assert message.strip()
    assert "object has no attribute" not in message
    assert "Traceback" not in message


# -- logs


def _games(data: bytes) -> list[bytes]:
    """The games of a log, each for itself."""
    lines = data.splitlines()
    starts = [i for i, line in enumerate(lines) if is_header(line)]
    return [log(lines[start:end]) for start, end in zip(starts, [*starts[1:], len(lines)], strict=True)]


@cache
def logs() -> list[bytes]:
    """Good games one by one, and broken logs as they are."""
    good = [game for path in sorted(CORPUS.glob("good/*.jsonl")) for game in _games(path.read_bytes())]
    by_hand = [path.read_bytes() for path in sorted(ROOT.glob("examples/*by-hand.jsonl"))]
    broken = [path.read_bytes() for path in sorted(CORPUS.glob("broken/*/*.jsonl*"))]
    return [*good, *by_hand, *[data for data in broken if len(data) < 1 << 15]]


@cache
def component_files() -> dict[str, bytes]:
    """The component files of the corpus."""
    return {path.name: path.read_bytes() for path in sorted(CORPUS.glob("components/*.json"))}


def check_log(data: bytes) -> None:
    """Each verdict is well formed, and a game that is called good is good for a validator of our tests' own."""
    with folder() as here:
        path = here / "game.jsonl"
        path.write_bytes(data)
        verdicts = list(validate(path, component_files()))
    assert verdicts
    lines = data.splitlines()
    for verdict in verdicts:
        if verdict.finding:
            check_finding(verdict.finding)
        elif not data.startswith((b"\x1f\x8b", b"\x28\xb5\x2f\xfd")):
            check_good(verdict, data.split(b"\n"))
    assert len(verdicts) <= len(lines) + 1


def check_finding(finding: Finding) -> None:
    """A finding has a code that is documented, and a message that can be printed."""
    assert finding.code in CODES or explain(finding.code)
    clear(finding.message)
    assert finding.message.isprintable()


def check_good(verdict: Verdict, lines: list[bytes]) -> None:
    """The game of a verdict without a finding is one whose every line follows from those before."""
    assert verdict.line
    rest = [line for line in lines[verdict.line - 1 :] if line.strip()]
    game = rest[:1]
    for line in rest[1:]:
        if is_header(line):
            break
        game.append(line)
    header = json.loads(game[0])
    packaged = find_game(header["game"]).components(None).hash
    plain = "seed" in header and header.get("components", packaged) == packaged and not verdict.unseen
    if plain and not any(b'"forfeit"' in line for line in game):
        assert first_contradiction(game) is None


# -- component files


@cache
def _components() -> list[bytes]:
    packaged = [path.read_bytes() for path in sorted(ROOT.glob("engine/*/components.json"))]
    return [*packaged, *packaged, *component_files().values()]


def check_components(data: bytes) -> None:
    """A component file is refused, or a game can be played with it, and validated."""
    try:  # what is decoded here is used wherever the same bytes are decoded again
        with mock.patch.object(components, "decode", cache(components.decode)):
            _check_components(data)
    finally:
        files_of.cache_clear()  # it would keep every file


def _check_components(data: bytes) -> None:
    try:
        files_of((("box.json", data),))
    except components.ComponentsError as error:
        clear(str(error))
        return
    game = find_game(components.game_of(data))
    fewest = min(game.seats)
    plan = Plan(game=game.name, bots=tuple(numbered(["random"] * fewest)), seed="0", components="box.json")
    try:
        played = play_single(Tournament(plan, data))
    except PlanError as error:
        clear(str(error))
        return
    with folder() as here:
        path = here / "game.jsonl"
        path.write_bytes(played)
        (verdict,) = validate(path, {"box.json": data})
    assert verdict.finding is None, verdict.finding


# -- plans

PLANS = [
    (ROOT / "examples/tournament.toml").read_bytes().replace(b"examples.balanced:Balanced", b"greedy"),
    b'game = "neom"\nbots = ["random", "greedy"]\nseats = 2\nschedule = "swiss"\nrounds = 3\ndeals = 1\n',
    b'game = "card_city_xl"\nbots = ["a=random", "b=greedy?depth=2", "c=random"]\nschedule = "knockout"\nseed = 5\n'
    b'[options]\nlevel = "advanced"\nvariants = ["suburbs"]\n[limits]\ndecision = 1.5\n',
    b'game = "twentieth_century"\nschedule = "gauntlet"\ntables = 2\nseats = 3\ntimes = true\nsandbox = false\n'
    b'[[bots]]\nname = "one"\nspec = "random"\n[[bots]]\nname = "two"\nspec = "exec:cat"\narguments = ["-u"]\n'
    b'folder = "bots"\nlimits = {memory = 100}\nenvironment = {A = "1"}\n[[bots]]\nname = "three"\nspec = "random"\n',
]
_VALUES = [
    *("0", "-1", "1", "2", "3", "1000000", "9223372036854775807", "1.5", "nan", "inf", "true", '""', '"random"'),
    *("[]", "{}", '["random"]', '["random", "greedy"]', '["a=random", "b=random", "c=random"]', '"swiss"'),
    *('"knockout"', '["random?x=1", "mcts?games=1"]', '["nobody"]', '["a=a=b", "=x"]', '"round-robin"', '"gauntlet"'),
    *('"neom"', '{decision = -1}', '{seating = "given"}', '{x = [1, {y = 2}]}', '"\\u202e"', "1979-05-27", "[[[]]]"),
    "['exec:']",
]  # fmt: skip


def _plan(choices: Choices) -> bytes:
    if choices.below(2):
        return spoilt(choices, PLANS)
    fields = {"game": f'"{choices.of(list(GAMES))}"', "bots": '["random", "greedy"]'}
    fields |= {name: choices.of(_VALUES) for name in choices.some(Plan.__struct_fields__, 5)}
    return "".join([f"{name} = {value}\n" for name, value in fields.items()]).encode()


def check_plan(data: bytes) -> None:
    """A plan is refused with a message, or its first round can be worked out."""
    with folder() as here:
        try:
            tournament = Tournament(make_plan(data, "plan.toml", here, {"seed": "0"}))
        except PlanError as error:
            clear(str(error))
            return
    tournament.count()
    for _, block in zip(range(3), next(tournament.rounds()), strict=False):
        assert len(list(tournament.games(block))) >= 1


# -- shards

_PLAN = Plan(game="between_two_cities", bots=("a=random", "b=greedy", "c=random"), seats=2, deals=1, seed="0")


@cache
def _shards() -> tuple[tuple[dict[str, bytes], ...], bytes]:
    """The files of a tournament played in two shards, and the games of the whole one."""
    shards = []
    with tempfile.TemporaryDirectory() as name:
        here = Path(name)
        for part, shard in (("1", Shard(1, 2)), ("2", Shard(2, 2)), ("whole", Shard())):
            for _ in run(Tournament(_PLAN, shard=shard), here / part, None, local_workers(1)):
                pass
            shards.append({path.name: path.read_bytes() for path in sorted((here / part).iterdir())})
    return tuple(shards[:2]), shards[2]["games.jsonl"]


@cache
def _proven() -> frozenset[bytes]:
    """The games of the tournament, each of which has been found to have no flaw."""
    games = frozenset(_games(_shards()[1]))
    assert all(proving.flaw(None, proving.Proof("", 1, game)) is None for game in games)
    return games


def _flaw(components: bytes | None, game: proving.Proof) -> str | None:
    """As `flaw`, which says the same of the same bytes each time: those that are not spoilt are not proven again."""
    return None if game.data in _proven() else proving.flaw(components, game)


def _spoilt_shards(choices: Choices) -> list[dict[str, bytes]]:
    shards, _ = _shards()
    spoiled = [dict(shard) for shard in shards]
    number = choices.below(len(spoiled))
    name = choices.of(sorted(spoiled[number]))
    if choices.below(10):
        spoiled[number][name] = spoilt(choices, [spoiled[number][name]] * 2 + [shards[1 - number][name]])
    else:
        del spoiled[number][name]
    return spoiled


def check_shards(shards: list[dict[str, bytes]]) -> None:
    """Shards are refused with nothing written, or give the very bytes of the whole tournament."""
    with folder() as here:
        folders = []
        for number, files in enumerate(shards):
            folders.append(here / str(number))
            folders[-1].mkdir()
            for name, data in files.items():
                (folders[-1] / name).write_bytes(data)
        target = here / "whole"
        try:
            with mock.patch.object(merging, "flaw", _flaw):
                merge(Tournament(_PLAN), folders, target, clear)
        except (MergeError, ResumeError, UnreadableError, PlanError) as error:
            clear(str(error))
            assert not (target / "games.jsonl").exists()
        else:
            assert (target / "games.jsonl").read_bytes() == _shards()[1]


# -- what bots answer


class _Script(NamedTuple):
    """A game, and what one of its players says, line by line; a line of None is a number to be taken of the moves."""

    game: str
    left: int
    """How many events at the end of a game of random bots are played anew, with this player; 0: all of them."""
    ready: bytes
    answers: list[tuple[str, Any]]


_READY = [b'{"ready":1}'] * 6 + [b'{"ready":2}'] * 2 + [b'{"ready":true}', b"\xff", b""]


def _answer(choices: Choices) -> tuple[str, Any]:
    match choices.below(5):
        case 0 | 1:
            return "legal", choices.below(1001)
        case 2:
            path = choices.some(range(10), 4)
            return "spoilt", (choices.below(1001), path, choices.of(HOSTILE))
        case 3:
            known = [b'{"choose": 0}', b'{"move": {"type": "pick"}}']
            return "raw", spoilt(choices, known) if choices.below(2) else choices.data(20)
    names = choices.some(["move", "choose", "ready", "x"], 2)
    return "json", {name: choices.junk(HOSTILE) for name in names}


def _answered(choices: Choices) -> _Script:
    game = choices.of(sorted(GAMES))
    left = len(_table(game).events)
    for _ in range(3):  # most join late: whatever they say, the rest is played by others, and takes long
        left = 1 + choices.below(left)
    left = left if choices.below(EDGE) else 0
    return _Script(game, left, choices.of(_READY), [_answer(choices) for _ in range(choices.below(7))])


_FIRST = b'{"choose":0}'


class _Program:
    """A program that says what a script has for it, and then chooses the first move."""

    def __init__(self, script: _Script) -> None:
        self.note: Callable[[str, bytes], None] = lambda _who, _said: None
        self.alive = True
        self._ready: bytes | None = script.ready
        self._answers = iter(script.answers)

    def ask(self, question: bytes, _seconds: float) -> bytes:
        """The next line."""
        if self._ready is not None:
            line, self._ready = self._ready, None
            return line
        kind, value = next(self._answers, ("raw", _FIRST))
        if kind == "raw":
            return bytes(value)
        legal = json.loads(question).get("decide", {"legal": [None]})["legal"]
        match kind:
            case "json":
                return dump(value)
            case "legal":
                return dump({"choose": value % len(legal)})
        number, path, wrong = value
        return dump({"move": _replaced(legal[number % len(legal)], path, wrong)})

    def close(self) -> None:
        """Nothing runs."""


def _replaced(value: Any, path: list[int], wrong: Any) -> Any:
    """A value with `wrong` somewhere in it; `path` says where, as far as there is depth."""
    if not path or not isinstance(value, dict | list) or not value:
        return wrong
    copy: Any = dict(value) if isinstance(value, dict) else list(value)
    keys = list(copy) if isinstance(copy, dict) else range(len(copy))
    key = keys[path[0] % len(keys)]
    copy[key] = _replaced(copy[key], path[1:], wrong)
    return copy


class _Table(NamedTuple):
    """A game before it begins, and the draws and moves of random bots in it."""

    setup: Setup
    header: Header
    others: list[BotSpec]
    events: list[Any]


@cache
def _table(game: str) -> _Table:
    fewest = max(2, min(find_game(game).seats))
    setup = Tournament(Plan(game=game, bots=tuple(numbered(["random"] * fewest)), seed="0")).setup
    names = [str(number) for number in range(fewest)]
    header = make_header(setup, names, specs=names, seed="0")
    bots = [bot_of(Entrant(name, "random"), setup.game, Terms()) for name in names]
    events = map(decoder(setup.game).event, record_game(setup, header, bots)[1:])
    return _Table(setup, header, bots[1:], [one for one in events if isinstance(one, ChanceEvent | MoveEvent)])


def check_answers(script: _Script) -> None:
    """Whatever a bot says, its game is played to the end, and the log of it is good."""
    setup, header, others, events = _table(script.game)

    def speaking(setup: Any, stream: Any, parameters: Any) -> ProgramBot:
        return ProgramBot(setup, stream, parameters, launch=Launch(("no program",)))

    bots = [BotSpec("0", speaking, {}), *others]
    opening = events[: -script.left] if script.left else []
    with mock.patch.object(programs, "Program", return_value=_Program(script)), folder() as here:
        path = here / "game.jsonl"
        path.write_bytes(log(record_game(setup, header, bots, opening=opening)))
        (verdict,) = validate(path)
    assert verdict.finding is None, verdict.finding


TARGETS = {
    "logs": Target(lambda choices: spoilt(choices, logs()), check_log),
    "components": Target(lambda choices: spoilt(choices, _components()), check_components),
    "plans": Target(_plan, check_plan),
    "shards": Target(_spoilt_shards, check_shards),
    "answers": Target(_answered, check_answers),
}
