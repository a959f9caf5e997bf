"""What is fuzzed: for each kind of input a strategy, and a check of what becomes of it."""

from __future__ import annotations

import contextlib
import json
import tempfile
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple
from unittest import mock

from hypothesis import strategies as st

from cityleague.engine.bots.specs import BotSpec
from cityleague.engine.components import ComponentsError, game_of
from cityleague.engine.registry import GAMES
from cityleague.engine.registry import game as find_game
from cityleague.replays.log import CODES, Finding, explain
from cityleague.replays.log.kinds import is_header
from cityleague.replays.players import Entrant, Terms, bot_of, make_header, programs, record_game
from cityleague.replays.players.program import Launch
from cityleague.replays.players.programs import ProgramBot
from cityleague.replays.replay import ComponentFiles, Verdict, validate
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
    numbered,
    play_single,
    run,
)
from cityleague.replays.workers import local_workers

from ..replays.helpers import dump, log
from ..replays.oracle import first_contradiction
from .spoiling import HOSTILE, spoilt

ROOT = Path(__file__).parents[2]
CORPUS = ROOT / "examples/conformance"
PATIENCE = 5.0
"""CPU seconds that one input may take."""


class Target(NamedTuple):
    """A kind of input."""

    strategy: Callable[[], st.SearchStrategy[Any]]
    check: Callable[[Any], None]
    """Raises AssertionError, or whatever comes out of our code."""


@contextlib.contextmanager
def folder() -> Iterator[Path]:
    """A folder for one input; Hypothesis allows no fixture for that."""
    with tempfile.TemporaryDirectory(prefix="cityleague-fuzz-") as name:
        yield Path(name)


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
    try:
        ComponentFiles({"box.json": data})
    except ComponentsError as error:
        clear(str(error))
        return
    game = find_game(game_of(data))
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
_FIELDS = st.sampled_from(Plan.__struct_fields__)
_VALUES = st.sampled_from([
    *("0", "-1", "1", "2", "3", "1000000", "9223372036854775807", "1.5", "nan", "inf", "true", '""', '"random"'),
    *("[]", "{}", '["random"]', '["random", "greedy"]', '["a=random", "b=random", "c=random"]', '"swiss"'),
    *('"knockout"', '["random?x=1", "mcts?games=1"]', '["nobody"]', '["a=a=b", "=x"]', '"round-robin"', '"gauntlet"'),
    *('"neom"', '{decision = -1}', '{seating = "given"}', '{x = [1, {y = 2}]}', '"\\u202e"', "1979-05-27", "[[[]]]"),
    "['exec:']",
])  # fmt: skip


@st.composite
def _plans(draw: st.DrawFn) -> bytes:
    if draw(st.booleans()):
        return draw(spoilt(PLANS))
    fields = {"game": draw(st.sampled_from([f'"{name}"' for name in GAMES])), "bots": '["random", "greedy"]'}
    fields |= draw(st.dictionaries(_FIELDS, _VALUES, max_size=5))
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
    with folder() as here:
        for name, shard in (("1", Shard(1, 2)), ("2", Shard(2, 2)), ("whole", Shard())):
            for _ in run(Tournament(_PLAN, shard=shard), here / name, None, local_workers(1)):
                pass
            shards.append({path.name: path.read_bytes() for path in sorted((here / name).iterdir())})
    return tuple(shards[:2]), shards[2]["games.jsonl"]


@st.composite
def _spoilt_shards(draw: st.DrawFn) -> list[dict[str, bytes]]:
    shards, _ = _shards()
    spoiled = [dict(shard) for shard in shards]
    number = draw(st.integers(0, len(spoiled) - 1))
    name = draw(st.sampled_from(sorted(spoiled[number])))
    if draw(st.integers(0, 9)):
        spoiled[number][name] = draw(spoilt([spoiled[number][name], spoiled[number][name], shards[1 - number][name]]))
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
    ready: bytes
    answers: list[tuple[str, Any]]


_JUNK = st.sampled_from(HOSTILE) | st.recursive(
    st.integers() | st.text(max_size=3), lambda inner: st.lists(inner, max_size=3), max_leaves=5
)
_ANSWERS = st.one_of(
    st.tuples(st.just("legal"), st.integers(0, 1000)),
    st.tuples(st.just("legal"), st.integers(0, 1000)),
    st.tuples(
        st.just("spoilt"),
        st.tuples(st.integers(0, 1000), st.lists(st.integers(0, 9), max_size=4), st.sampled_from(HOSTILE)),
    ),
    st.tuples(st.just("raw"), st.binary(max_size=20) | spoilt([b'{"choose": 0}', b'{"move": {"type": "pick"}}'])),
    st.tuples(st.just("json"), st.dictionaries(st.sampled_from(["move", "choose", "ready", "x"]), _JUNK, max_size=2)),
)


@st.composite
def _answered(draw: st.DrawFn) -> _Script:
    game = draw(st.sampled_from(sorted(GAMES)))
    ready = draw(st.sampled_from([b'{"ready":1}'] * 6 + [b'{"ready":2}'] * 2 + [b'{"ready":true}', b"\xff", b""]))
    answers = draw(st.lists(_ANSWERS, max_size=6))
    return _Script(game, ready, answers)


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
        kind, value = next(self._answers, ("legal", 0))
        legal = json.loads(question).get("decide", {"legal": [None]})["legal"]
        match kind:
            case "raw":
                return bytes(value)
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


def check_answers(script: _Script) -> None:
    """Whatever a bot says, its game is played to the end, and the log of it is good."""
    fewest = max(2, min(find_game(script.game).seats))
    plan = Plan(game=script.game, bots=tuple(numbered(["random"] * fewest)), seed="0")
    tournament = Tournament(plan)
    setup = tournament.setup
    names = [str(number) for number in range(fewest)]
    header = make_header(setup, names, specs=names, seed="0")

    def speaking(setup: Any, stream: Any, parameters: Any) -> ProgramBot:
        return ProgramBot(setup, stream, parameters, launch=Launch(("no program",)))

    others = [bot_of(Entrant(name, "random"), setup.game, Terms()) for name in names[1:]]
    bots = [BotSpec("0", speaking, {}), *others]
    with mock.patch.object(programs, "Program", return_value=_Program(script)), folder() as here:
        path = here / "game.jsonl"
        path.write_bytes(log(record_game(setup, header, bots)))
        (verdict,) = validate(path)
    assert verdict.finding is None, verdict.finding


TARGETS = {
    "logs": Target(lambda: spoilt(logs()), check_log),
    "components": Target(lambda: spoilt(_components()), check_components),
    "plans": Target(_plans, check_plan),
    "shards": Target(_spoilt_shards, check_shards),
    "answers": Target(_answered, check_answers),
}
