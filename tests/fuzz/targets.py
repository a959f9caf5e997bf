"""What is fuzzed: for each kind of input how it is made, and a check of what becomes of it."""

from __future__ import annotations

import json
import tempfile
from functools import cache
from pathlib import Path
from unittest import mock

from cityleague.engine.components import ComponentsError, decode, game_of
from cityleague.engine.registry import GAMES
from cityleague.engine.registry import game as find_game
from cityleague.replays.log import CODES, Finding, explain
from cityleague.replays.log.events import is_header
from cityleague.replays.replay import Verdict, validate
from cityleague.replays.replay.headers import files_of
from cityleague.replays.tournaments import (
    MergeError,
    Plan,
    PlanError,
    ResumeError,
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
from cityleague.replays.tournaments.schedule import Shard
from cityleague.replays.workers import local_workers

from ..replays.helpers import log
from ..replays.oracle import first_contradiction
from .agreeing import check_agreement
from .choosing import Choices
from .probing import Target, folder
from .requesting import check_visit, visited
from .speaking import answered, check_answers
from .spoiling import spoilt

ROOT = Path(__file__).parents[2]
CORPUS = ROOT / "examples/conformance"


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
        check_agreement(path, files_of(tuple(component_files().items())))
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
def components_to_spoil() -> list[bytes]:
    """The packaged component files, and those of the corpus."""
    packaged = [path.read_bytes() for path in sorted(ROOT.glob("engine/*/components.json"))]
    return [*packaged, *packaged, *component_files().values()]


def check_components(data: bytes) -> None:
    """A component file is refused, or a game can be played with it, and validated."""
    try:  # what is decoded here is used wherever the same bytes are decoded again
        with mock.patch("cityleague.engine.components.decode", cache(decode)):
            _check_components(data)
    finally:
        files_of.cache_clear()  # it would keep every file


def _check_components(data: bytes) -> None:
    try:
        files_of((("box.json", data),))
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
    fields |= {name: choices.of(_VALUES) for name in choices.some_of(Plan.__struct_fields__, 5)}
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
    """Shards are refused with nothing written, or give the whole tournament, byte for byte but for its moves.

    A pick in another order, or made before that of another seat, is another way to write the same game.
    """
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
            assert _but_moves((target / "games.jsonl").read_bytes()) == _but_moves(_shards()[1])


def _but_moves(log: bytes) -> list[bytes]:
    """The lines of a log; of a move, only that one stands there."""
    return [b"a move" if b'"move"' in line else line for line in log.split(b"\n")]


TARGETS = {
    "logs": Target(lambda choices: spoilt(choices, logs()), check_log),
    "components": Target(lambda choices: spoilt(choices, components_to_spoil()), check_components),
    "plans": Target(_plan, check_plan),
    "shards": Target(_spoilt_shards, check_shards),
    "answers": Target(answered, check_answers),
    "requests": Target(visited, check_visit),
}
