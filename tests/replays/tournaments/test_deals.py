"""Deals that follow from a secret: drawn, announced by its hash, kept, revealed, proven."""

from __future__ import annotations

import contextlib
import os
import stat
import sys
from hashlib import blake2b
from pathlib import Path

import pytest
from msgspec import UNSET

from cityleague.engine.chance import Stream
from cityleague.replays.log import Header, LogError, Secret, decode_header, secrets_of
from cityleague.replays.replay import recorded_games, validate
from cityleague.replays.tournaments import MergeError, ResumeError, Tournament, UnreadableError, merge, run
from cityleague.replays.tournaments.schedule import Shard

from ...cli.helpers import run as command
from ...cli.helpers import usage
from ...rows import daily
from .helpers import games, plan, played

TWO = plan(seats=2, deals=2, seed=None)


def headers(folder: Path) -> list[Header]:
    return [decode_header(line) for line in games(folder).splitlines() if line.startswith(b'{"log"')]


def codes(folder: Path) -> list[str]:
    return [verdict.finding.code for verdict in validate(folder) if verdict.finding]


@pytest.fixture
def cup(tmp_path: Path) -> Path:
    """Two deals, played to the end."""
    played(Tournament(TWO), tmp_path / "cup")
    return tmp_path / "cup"


def test_the_secret_is_drawn_announced_by_its_hash_and_revealed_at_the_end(tmp_path: Path) -> None:
    cup = tmp_path / "cup"
    going = run(Tournament(TWO), cup)
    next(going)
    kept = (cup / "deals.secret").read_text()
    assert stat.S_IMODE((cup / "deals.secret").stat().st_mode) == 0o600
    first, word = kept.split()
    secret = bytes.fromhex(word)
    assert (first, len(secret)) == ("1", 32)
    list(going)
    assert not (cup / "deals.secret").exists()
    assert (cup / "deals.revealed").read_text() == kept
    for number, header in enumerate(headers(cup)):
        deal = number // 2 + 1
        assert header.commitment is not UNSET
        assert (header.commitment.deal, header.commitment.hash) == (deal, blake2b(secret, digest_size=32).hexdigest())
        assert header.seed == blake2b(f"deal/{deal}".encode(), key=secret, digest_size=32).hexdigest()
    assert codes(cup) == []
    assert [progress.done for progress in played(Tournament(TWO), cup)] == [4]


def test_the_figures_in_the_format_document_hold() -> None:
    secret = Secret(1, bytes(range(32)))
    text = (Path(__file__).parents[3] / "replays" / "log" / "FORMAT.md").read_text("utf-8")
    assert f"`hash` is\n`{secret.commitment(1).hash}`, and the seed of deal 1 is\n`{secret.deal_seed(1)}`" in text


def test_two_tournaments_have_different_deals_and_different_seating(tmp_path: Path) -> None:
    many = plan("a=random", "b=random", "c=random", "d=random", seats=4, deals=4, seed=None)
    for name in ("one", "two"):
        played(Tournament(many), tmp_path / name)
    first, two = ([(header.seed, header.players) for header in headers(tmp_path / name)] for name in ("one", "two"))
    assert not {seed for seed, _ in first} & {seed for seed, _ in two}
    assert len({seed for seed, _ in first}) == 4
    assert [players for _, players in first] != [players for _, players in two]


def test_a_header_tells_nothing_by_which_another_seed_can_be_found(cup: Path) -> None:
    """No counter can be read from a seed, and neither seed nor hash is the key of another deal."""
    first, second = headers(cup)[0], headers(cup)[2]
    assert first.commitment is not UNSET
    guesses = [first.seed, first.commitment.hash, "0", ""]
    for guess in map(str, guesses):
        assert second.seed not in {f"{guess}/2", Stream(guess, "deal/2").draw([guess], 1)[0]}
        for key in {guess.encode()[:64], bytes.fromhex(guess) if len(guess) == 64 else b""}:
            assert second.seed != blake2b(b"deal/2", key=key, digest_size=32).hexdigest()


@pytest.mark.parametrize("stopped", daily([0, 2, 1, 3], 2))
def test_a_run_goes_on_with_the_same_secret(stopped: int, tmp_path: Path) -> None:
    with contextlib.closing(run(Tournament(TWO), tmp_path)) as going:
        for _ in range(stopped + 1):
            next(going)
    kept = (tmp_path / "deals.secret").read_bytes()
    begun = games(tmp_path)
    (tmp_path / "deals.secret").chmod(0o644)
    next(run(Tournament(TWO), tmp_path))
    assert stat.S_IMODE((tmp_path / "deals.secret").stat().st_mode) == 0o600
    assert codes(tmp_path) == ([] if stopped else ["LOG-EMPTY"])
    played(Tournament(TWO), tmp_path)
    assert games(tmp_path).startswith(begun)
    assert (tmp_path / "deals.revealed").read_bytes() == kept
    assert codes(tmp_path) == []


def test_the_secret_decides_all_bytes_with_one_process_or_more(cup: Path, tmp_path: Path) -> None:
    (tmp_path / "again").mkdir()
    (tmp_path / "again" / "deals.secret").write_bytes((cup / "deals.revealed").read_bytes())
    played(Tournament(TWO), tmp_path / "again", jobs=2)
    assert games(tmp_path / "again") == games(cup)


def test_more_deals_after_the_end_follow_from_another_secret(cup: Path) -> None:
    before = games(cup)
    longer = Tournament(plan(seats=2, deals=4, seed=None))
    with contextlib.closing(run(longer, cup)) as going:
        for _ in range(2):
            next(going)
        assert (cup / "deals.secret").read_text().startswith("3 ")
    played(longer, cup)
    assert games(cup).startswith(before)
    assert [line.split()[0] for line in (cup / "deals.revealed").read_text().splitlines()] == ["1", "3"]
    hashes = [header.commitment.hash for header in headers(cup) if header.commitment]
    assert hashes == [hashes[0]] * 4 + [hashes[-1]] * 4
    assert hashes[0] != hashes[-1]
    assert codes(cup) == []


def test_a_tournament_whose_rounds_depend_on_results_goes_on_too(tmp_path: Path) -> None:
    swiss = Tournament(
        plan("a=random", "b=greedy", "c=random", "d=greedy", seats=2, deals=1, schedule="swiss", seed=None)
    )
    with contextlib.closing(run(swiss, tmp_path)) as going:
        for _ in range(6):
            next(going)
    played(swiss, tmp_path)
    assert codes(tmp_path) == []
    assert len({header.seed for header in headers(tmp_path)}) == 2


def test_a_deal_that_does_not_follow_from_the_secret_is_found(cup: Path) -> None:
    whole, kept = games(cup), (cup / "deals.revealed").read_bytes()
    first = headers(cup)[0]
    assert first.commitment is not UNSET
    hash_ = first.commitment.hash.encode()

    def put(old: bytes, new: bytes) -> list[str]:
        (cup / "games.jsonl").write_bytes(whole.replace(old, new, 1))
        return codes(cup)

    assert put(b'"commitment":{"deal":1,', b'"commitment":{"deal":2,') == ["LOG-SEED"]
    assert put(str(first.seed).encode(), b"0" * 64) == ["LOG-SEED"]
    assert put(hash_, b"0" * 64) == ["LOG-COMMITMENT"]
    assert put(b'"commitment":{"deal":1,"hash":"%s"},' % hash_, b"") == ["LOG-COMMITMENT"]
    with pytest.raises(LogError, match="LOG-COMMITMENT"):
        next(recorded_games(cup)).result()
    for wrong in (b'"deal":0', b'"deal":"1"', b'"deal":1,"deals":1'):
        assert put(b'"deal":1', wrong)[0] in {"LOG-VALUE", "LOG-TYPE", "LOG-UNKNOWN-FIELD"}
    (cup / "games.jsonl").write_bytes(whole)
    (cup / "deals.revealed").write_bytes(b"1 " + b"0" * 64 + b"\n")
    assert codes(cup) == ["LOG-COMMITMENT"] * 4
    for text in (b"", b"1\n", b"x " + kept[2:], b"1 00\n", b"0 " + kept[2:]):
        (cup / "deals.revealed").write_bytes(text)
        assert codes(cup) == ["LOG-COMMITMENT"]
        with pytest.raises(LogError, match=r"deals\.revealed: not as it was written"):
            list(recorded_games(cup))
        with pytest.raises(ResumeError, match="not as it was written"):
            played(Tournament(TWO), cup)
    (cup / "deals.revealed").unlink()
    assert codes(cup) == []
    with pytest.raises(ResumeError, match=r"deals\.secret is missing"):
        played(Tournament(TWO), cup)


def test_only_the_log_of_a_folder_is_checked_against_its_secret(cup: Path) -> None:
    (cup / "deals.revealed").write_bytes(b"1 " + b"0" * 64 + b"\n")
    (cup / "other.jsonl").write_bytes(games(cup))
    assert not secrets_of(str(cup / "other.jsonl"))
    assert secrets_of(str(cup / "games.jsonl.gz"))


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_the_secret_of_somebody_else_is_not_a_finding(cup: Path) -> None:
    (cup / "deals.revealed").chmod(0)
    assert codes(cup) == []


def test_a_folder_that_was_begun_with_a_seed_goes_on_with_it(tmp_path: Path) -> None:
    played(Tournament(plan(seats=2, deals=1, seed="a b")), tmp_path)
    with pytest.raises(ResumeError, match="begun with a seed; to go on, give --seed 'a b'"):
        played(Tournament(TWO), tmp_path)
    assert "deals.secret" not in os.listdir(tmp_path)
    command("play", "between_two_cities", "random", "greedy", "--seed", "7/1", "-o", tmp_path / "game.jsonl")
    for content in (b"hello\n", (tmp_path / "game.jsonl").read_bytes()):
        (tmp_path / "games.jsonl").write_bytes(content)
        with pytest.raises(ResumeError, match="not of a tournament"):
            played(Tournament(TWO), tmp_path)


def test_a_folder_whose_log_is_gone_is_begun_with_another_secret(cup: Path) -> None:
    before = headers(cup)
    kept = (cup / "deals.revealed").read_bytes()
    (cup / "games.jsonl").unlink()
    seeded = Tournament(plan(seats=2, deals=2))
    with pytest.raises(ResumeError, match=r"leave out the seed, .*; to begin anew, remove deals\.revealed"):
        played(seeded, cup)
    played(Tournament(TWO), cup)
    assert (cup / "deals.revealed").read_bytes() != kept
    assert not {header.seed for header in before} & {header.seed for header in headers(cup)}
    assert codes(cup) == []
    with pytest.raises(ResumeError, match=r"follow from a secret \(deals\.revealed\).* another folder$"):
        played(seeded, cup)
    with pytest.raises(ResumeError, match="leave out the seed"):
        merge(seeded, [cup], cup.parent / "all", print)
    longer = Tournament(plan(seats=2, deals=4, seed=None))
    next(run(longer, cup))
    (cup / "games.jsonl").unlink()
    (cup / "deals.revealed").unlink()
    played(longer, cup)  # nothing but the secret of later deals is there
    assert codes(cup) == []


def test_a_run_that_has_shown_enough_draws_nothing_when_it_is_repeated(tmp_path: Path) -> None:
    for _ in range(2):
        *_, last = run(Tournament(TWO), tmp_path, enough=lambda done: "it is enough" if done >= 2 else None)
        assert (last.done, last.enough) == (2, "it is enough")
        assert len((tmp_path / "deals.revealed").read_text().splitlines()) == 1
    played(Tournament(TWO), tmp_path)
    assert [line[:2] for line in (tmp_path / "deals.revealed").read_text().splitlines()] == ["1 ", "2 "]
    assert codes(tmp_path) == []


def test_a_lost_secret_is_reported(cup: Path) -> None:
    longer = Tournament(plan(seats=2, deals=4, seed=None))
    with contextlib.closing(run(longer, cup)) as going:
        for _ in range(2):
            next(going)
    first, second = cup / "deals.revealed", cup / "deals.secret"
    kept = first.read_bytes(), second.read_bytes()
    first.unlink()
    for wanting in (lambda: played(longer, cup), lambda: merge(longer, [cup], cup.parent / "all", print)):
        with pytest.raises(ResumeError, match=r"deals\.revealed, with the secret of deals 1 to 2, is missing"):
            wanting()
    first.write_bytes(kept[0])
    second.unlink()
    with pytest.raises(ResumeError, match=r"games\.jsonl:\d+: this game follows from a secret that is not in the"):
        played(longer, cup)
    second.write_bytes(kept[1])
    played(longer, cup)
    assert codes(cup) == []


# -- shards


def test_shards_share_a_secret_which_only_merging_reveals(tmp_path: Path) -> None:
    first, two, whole = tmp_path / "one", tmp_path / "two", tmp_path / "cup"
    with pytest.raises(ResumeError, match=r"begin shard 1, copy its deals.secret to .*two, and run the same"):
        played(Tournament(TWO, shard=Shard(2, 2)), two)
    played(Tournament(TWO, shard=Shard(1, 2)), first)
    (two / "deals.secret").write_bytes((first / "deals.secret").read_bytes())
    played(Tournament(TWO, shard=Shard(2, 2)), two)
    assert not (first / "deals.revealed").exists()
    assert not (two / "deals.revealed").exists()
    assert codes(first) == codes(two) == []
    for shard in (first, two):
        (shard / "deals.secret").chmod(0o400)
    merge(Tournament(TWO), [two, first], whole, print)
    assert {stat.S_IMODE((shard / "deals.secret").stat().st_mode) for shard in (first, two)} == {0o400}
    assert (whole / "deals.revealed").read_bytes() == (first / "deals.secret").read_bytes()
    assert codes(whole) == []
    assert [progress.done for progress in played(Tournament(TWO), whole)] == [4]


def test_shards_without_the_same_secret_are_not_merged(cup: Path, tmp_path: Path) -> None:
    played(Tournament(TWO), tmp_path / "other")
    with pytest.raises(ResumeError, match="different secrets"):
        merge(Tournament(TWO), [cup, tmp_path / "other"], tmp_path / "all", print)
    (cup / "deals.revealed").unlink()
    with pytest.raises(ResumeError, match=r"none of the folders has a deals\.secret"):
        merge(Tournament(TWO), [cup], tmp_path / "all", print)
    (cup / "deals.revealed").mkdir()
    with pytest.raises(UnreadableError, match=r"deals\.revealed"):
        merge(Tournament(TWO), [cup], tmp_path / "all", print)
    (cup / "deals.revealed").rmdir()
    with pytest.raises(MergeError, match="missing"):
        merge(Tournament(plan(seats=2, deals=3, seed=None)), [tmp_path / "other"], tmp_path / "all", print)
    assert not (tmp_path / "all").exists()


# -- the command

ARGUMENTS = ("tournament", "--game", "between_two_cities", "--bots", "random,greedy", "--deals", "1")


def test_the_command_draws_unless_it_is_given_a_seed(tmp_path: Path) -> None:
    command(*ARGUMENTS, "-o", tmp_path / "drawn")
    assert sorted(os.listdir(tmp_path / "drawn")) == ["deals.revealed", "games.jsonl", "tournament.toml"]
    command("validate", tmp_path / "drawn")
    command(*ARGUMENTS, "--seed", "7", "-o", tmp_path / "given")
    assert b"commitment" not in games(tmp_path / "given")
    assert "give --seed '7'" in usage(*ARGUMENTS, "-o", tmp_path / "given")


# -- a log that others change


MEDDLING = {
    "shrinks": "os.truncate(path, 20000)",
    "grows": "path.write_bytes(path.read_bytes() + b'{}')",
    "vanishes": "path.unlink()",
    "is_another": "data = path.read_bytes(); path.unlink(); path.write_bytes(data)",
    "changes": "path.write_bytes(path.read_bytes().replace(b'a', b'b', 1))",
}


MEDDLER = """
import os
from pathlib import Path
path = Path('cup/games.jsonl')
class Bot:
    def __init__(self, setup, stream, parameters):
        size = path.stat().st_size if path.exists() else 0
        if size > 30000 and not Path('done').exists():
            Path('done').touch()
            MEDDLING
    def choose(self, view, legal): return legal[0]
"""


@pytest.mark.parametrize("how", MEDDLING)
def test_a_log_that_is_changed_during_a_run_ends_it(how: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / f"{how}.py").write_text(MEDDLER.replace("MEDDLING", MEDDLING[how]))
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    words = ("--game", "between_two_cities", "--bots", f"{how}:Bot,greedy", "--seed", "7", "--deals", "4", "-o", "cup")
    told = command("tournament", *words, code=4)
    assert "was changed by somebody else" in told.stderr
    assert told.stdout == ""
    sys.modules.pop(how)
