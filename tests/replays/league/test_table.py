"""League tables from results made by hand."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cityleague.engine.looks.text import columns
from cityleague.replays.league import League, Played, anchored, league_tables, read_results
from cityleague.replays.log import Finding, Forfeit
from cityleague.replays.reports import STANDING_FORMATS
from cityleague.replays.reports.standings import standing_table
from cityleague.replays.reports.tabular import text_table

from ...cli.helpers import run as command
from ..tournaments.helpers import played, tournament


def result(
    players: Sequence[str], scores: Sequence[float], ranks: Sequence[int], block: str = "b", *forfeits: Forfeit
) -> Played:
    return Played("between_two_cities", "{}", block, tuple(players), tuple(scores), tuple(ranks), forfeits)


def league(*results: Played) -> League:
    [table] = league_tables(results)
    return table


def figures(table: League, name: str) -> list[Any]:
    return [getattr(row, name) for row in table.rows]


THREE = (
    result("abc", (50, 40, 30), (1, 2, 3), "1"),
    result("bca", (45, 45, 20), (1, 1, 3), "1"),
    result("cab", (10, 60, 35), (3, 1, 2), "2"),
    result("acb", (33, 33, 33), (1, 1, 1), "2"),
)


def test_points_wins_scores_and_margins_of_three_are_those_worked_out_by_hand() -> None:
    table = league(*THREE)
    assert (table.games, table.blocks) == (4, 2)
    assert figures(table, "player") == ["a", "b", "c"]
    assert figures(table, "place") == [1, 2, 3]
    assert figures(table, "games") == [4, 4, 4]
    assert figures(table, "best") == [60, 45, 45]
    assert figures(table, "points") == [2.5, 0.5 + 0.75 + 0.5 + 0.5, 0.0 + 0.75 + 0.0 + 0.5]
    assert figures(table, "wins") == pytest.approx([2 + 1 / 3, 0.5 + 1 / 3, 0.5 + 1 / 3])
    assert figures(table, "score") == [(50 + 20 + 60 + 33) / 4, (40 + 45 + 35 + 33) / 4, (30 + 45 + 10 + 33) / 4]
    assert figures(table, "margin") == [(10 - 25 + 25 + 0) / 4, (-10 + 0 - 25 + 0) / 4, (-20 + 0 - 50 + 0) / 4]


def test_the_crosstable_has_the_points_of_each_against_each() -> None:
    assert league(*THREE).crosstable == {
        "a": {"a": None, "b": 2.5 / 4, "c": 2.5 / 4},
        "b": {"a": 1.5 / 4, "b": None, "c": 3 / 4},
        "c": {"a": 1.5 / 4, "b": 1 / 4, "c": None},
    }


def test_seats_are_compared_by_number_of_players_whoever_sat_there() -> None:
    table = league(*THREE, result("ab", (2, 1), (1, 2), "x"), result("ba", (2, 1), (1, 2), "x"))
    assert table.by_seat == {2: [1.0, 0.0], 3: pytest.approx([2.25 / 4, 2.75 / 4, 1.0 / 4])}
    text = "\n".join(STANDING_FORMATS["table"]([table]))
    assert (
        "League points per game by seat, 2 players: 1.00, 0.00\n"
        "League points per game by seat, 3 players: 0.56, 0.69, 0.25" in text
    )


def test_blocks_are_whole_if_everybody_sat_in_every_seat_equally_often() -> None:
    first, second = result("ab", (2, 1), (1, 2), "x"), result("ba", (2, 1), (1, 2), "x")
    assert league(first, second).incomplete == 0
    assert league(first, second, first, second).incomplete == 0
    assert league(first).incomplete == league(first, second, first).incomplete == 1
    table = league(*THREE, first, second)
    assert (table.blocks, table.incomplete) == (3, 2)
    head = next(iter(STANDING_FORMATS["table"]([table])))
    assert head.endswith("in 3 blocks; in 2 blocks not everybody sat in every seat")
    assert next(iter(STANDING_FORMATS["table"]([league(first)]))).endswith(": 1 game")


def test_players_who_never_met_have_no_points_against_each_other() -> None:
    table = league(result("ab", (2, 1), (1, 2)), result("cd", (2, 1), (1, 2), "x"))
    assert table.crosstable["a"] == {"a": None, "b": 1.0, "c": None, "d": None}


def test_places_are_decided_point_by_point() -> None:
    by_margin = league(result("ab", (9, 5), (1, 2), "1"), result("ab", (4, 5), (2, 1), "2"))
    assert figures(by_margin, "player") == ["a", "b"]
    assert by_margin.ties == ["a and b have the same league points per game: a is ahead by average margin"]
    shared = league(result("ba", (9, 5), (1, 2), "1"), result("ba", (5, 9), (2, 1), "2"))
    assert figures(shared, "place") == [1, 1]
    assert shared.ties == ["a and b have the same league points per game: the place is shared"]
    by_wins = league(result("abc", (5, 5, 5), (1, 2, 3), "1"), result("bca", (5, 5, 5), (2, 1, 3), "2"))
    assert figures(by_wins, "player") == ["a", "c", "b"]
    assert figures(by_wins, "place") == [1, 1, 3]
    assert by_wins.ties == [
        "a and c have the same league points per game: the place is shared",
        "c and b have the same league points per game: c is ahead by wins per game",
    ]


def test_forfeits_are_counted_by_kind() -> None:
    first, second = Forfeit(0, "crash", "x"), Forfeit(1, "illegal", "y")
    table = league(
        result("ab", (9, 5), (2, 1), "1", first),
        result("ba", (9, 5), (1, 2), "1", second),
        result("ab", (9, 5), (2, 1), "2", first),
    )
    assert [(row.player, row.forfeits) for row in table.rows] == [("b", {}), ("a", {"crash": 2, "illegal": 1})]


def test_results_that_differ_in_forfeits_only_are_both_counted() -> None:
    results = [result("ab", (9, 5), (2, 1), "1", Forfeit(0, kind, "x")) for kind in ("crash", "stall")]
    assert league(*results).rows[1].forfeits == {"crash": 1, "stall": 1}


def test_each_game_has_a_table_of_its_own() -> None:
    chess = result("xy", (1, 0), (1, 2))._replace(game="chess")
    tables = league_tables([result("ab", (9, 5), (1, 2)), chess])
    assert [(table.game, figures(table, "player")) for table in tables] == [
        ("between_two_cities", ["a", "b"]),
        ("chess", ["x", "y"]),
    ]
    assert league_tables([]) == []


some_results = st.lists(
    st.builds(
        lambda players, scores, block: result(
            "".join(players),
            scores[: len(players)],
            [1 + sum(other > mine for other in scores[: len(players)]) for mine in scores[: len(players)]],
            block,
        ),
        st.permutations("abcd").flatmap(lambda order: st.sampled_from([order[:2], order[:3], order])),
        st.lists(st.integers(0, 9), min_size=4, max_size=4),
        st.sampled_from("12"),
    ),
    min_size=1,
    max_size=5,
)


def test_the_order_of_the_results_changes_nothing() -> None:
    expected = league_tables(THREE)
    assert all(league_tables(order) == expected for order in list(permutations(THREE))[::5])


@settings(deadline=None)
@given(results=some_results)
def test_points_and_wins_are_shared_out_whole(results: list[Played]) -> None:
    results = [result._replace(deal="only") for result in results]  # without ratings, which take their time
    table = league(*results)
    assert sum(figures(table, "wins")) == pytest.approx(len(results))
    assert sum(figures(table, "points")) == pytest.approx(sum(len(result.players) / 2 for result in results))
    for row in table.rows:
        for other, value in table.crosstable[row.player].items():
            assert value is None or value + float(table.crosstable[other][row.player] or 0) == pytest.approx(1)
    keys = [row.key for row in table.rows]
    assert keys == sorted(keys, reverse=True)


@settings(deadline=None, max_examples=20)
@given(results=some_results)
def test_ratings_have_the_mean_0_from_two_deals_on(results: list[Played]) -> None:
    rated = league(*[result._replace(deal=str(number % 2)) for number, result in enumerate(results)])
    ratings = [row.elo for row in rated.rows if row.elo is not None]
    assert bool(ratings) == (len(results) > 1)
    assert sum(ratings) == pytest.approx(0, abs=1e-6)


def test_a_single_deal_gives_no_rating() -> None:
    both = [result("ab", (2, 1), (1, 2)), result("ba", (3, 1), (1, 2))]
    table = league(*[game._replace(deal="only") for game in both])
    assert [(row.elo, row.elo_low, row.group) for row in table.rows] == [(None, None, None)] * 2
    text = "\n".join(STANDING_FORMATS["table"]([table]))
    assert "A rating needs more than one deal." in text
    assert "Elo" not in text
    assert "95 %" not in text


def test_entrants_who_have_not_played_are_in_the_table() -> None:
    [table] = league_tables(THREE, ["c", "never", "a"])
    assert figures(table, "player") == ["a", "b", "c", "never"]
    assert figures(table, "games") == [4, 4, 4, 0]
    assert (table.rows[3].elo, table.rows[3].score, table.rows[3].points) == (None, None, 0)
    assert "4  never" in "\n".join(STANDING_FORMATS["table"]([table])).replace("   4", "4")


def test_groups_that_never_met_are_pointed_out() -> None:
    pairs = [("ab", (2, 1), (1, 2)), ("ba", (2, 1), (1, 2)), ("cd", (2, 1), (1, 2)), ("dc", (2, 1), (1, 2))]
    table = league(*[result(*pair, str(number)) for number, pair in enumerate(pairs)])
    assert dict(zip(figures(table, "player"), figures(table, "group"), strict=True)) == {"a": 1, "b": 1, "c": 2, "d": 2}
    text = "\n".join(STANDING_FORMATS["table"]([table]))
    assert "2 groups never met, nor by way of others. Each is rated by itself" in text
    assert "group" not in "\n".join(STANDING_FORMATS["table"]([league(*THREE)]))


def test_intervals_without_a_bound_say_so() -> None:
    table = league(*[result("ab", (2, 1), (1, 2), str(number)) for number in range(20)])
    text = "\n".join(STANDING_FORMATS["table"]([table]))
    assert f"{table.rows[0].elo_low:+.0f} or more" in text
    assert f"{table.rows[1].elo_high:+.0f} or less" in text
    assert '"or more", "or less": open-ended, because' in text


def test_an_anchor_shifts_the_ratings_of_its_group() -> None:
    pairs = [("ab", (2, 1), (1, 2)), ("ba", (2, 1), (1, 2)), ("cd", (2, 1), (1, 2)), ("cd", (2, 1), (1, 2))]
    before = league(*[result(*pair, str(number)) for number, pair in enumerate(pairs)])
    [after] = anchored([before], "c", 1500)
    shift = 1500 - next(float(row.elo or 0) for row in before.rows if row.player == "c")
    for old, new in zip(before.rows, after.rows, strict=True):
        expected = shift if new.player in "cd" else 0
        assert float(new.elo or 0) - float(old.elo or 0) == pytest.approx(expected)
        assert (new.elo_low is None) == (old.elo_low is None)
    assert next(row.elo for row in after.rows if row.player == "c") == pytest.approx(1500)
    assert anchored([before], "nobody", 9) == [before]


def test_blocks_of_two_are_counted_by_points() -> None:
    games = [("ab", (1, 2), "1"), ("ba", (2, 1), "1"), ("ab", (1, 1), "2"), ("ba", (2, 1), "2"), ("ab", (2, 1), "3")]
    table = league(*[result(pair, (1, 1), ranks, block) for pair, ranks, block in games])
    assert table.outcomes == {"2 : 0": 1, "1.5 : 0.5": 1, "0 : 1": 1}
    assert "Blocks by league points, a first: 2 : 0 in 1, 1.5 : 0.5 in 1, 0 : 1 in 1" in "\n".join(
        STANDING_FORMATS["table"]([table])
    )
    assert league(*THREE).outcomes == {}


# -- reading


def log(players: list[str], scores: list[Any], ranks: list[int], **header: Any) -> str:
    head = {"log": 1, "game": "between_two_cities", "rules": "1", "players": players} | header
    return json.dumps(head) + "\n" + json.dumps({"result": {"scores": scores, "ranks": ranks}}) + "\n"


def findings(*paths: Path) -> list[Finding]:
    return [result for result in read_results(map(str, paths)) if isinstance(result, Finding)]


def results_of(*paths: Path) -> list[Played]:
    return [result for result in read_results(map(str, paths)) if isinstance(result, Played)]


def test_games_of_a_table_are_blocks_of_their_own(tmp_path: Path) -> None:
    path = tmp_path / "evening.jsonl"
    path.write_text(2 * log(["a", "b"], [3, 4], [2, 1]))
    results = results_of(path)
    assert len({result.block for result in results}) == 2
    assert [result.scores for result in results] == [(3, 4)] * 2


def test_a_block_is_one_deal_for_the_same_players(tmp_path: Path) -> None:
    path = tmp_path / "seeded.jsonl"
    seatings = [["a", "b"], ["b", "a"], ["a", "c"]]
    path.write_text("".join(log(seats, [3, 4], [2, 1], seed=seed) for seats in seatings for seed in ("1", "2")))
    results = results_of(path)
    assert len({result.block for result in results}) == 4
    assert results[0].block == results[2].block != results[1].block


def test_a_deal_is_one_seed_whoever_plays(tmp_path: Path) -> None:
    path = tmp_path / "seeded.jsonl"
    seatings = [["a", "b"], ["b", "a"], ["a", "c"], ["c", "b", "a"]]
    path.write_text("".join(log(seats, [3] * len(seats), [1] * len(seats), seed="1") for seats in seatings))
    assert len({result.deal for result in results_of(path)}) == 1


def test_folders_and_files_can_be_read_together(tmp_path: Path) -> None:
    played(tournament(deals=1), tmp_path / "cup")
    path = tmp_path / "evening.jsonl"
    path.write_text(log(["a", "b"], [3, 4], [2, 1]))
    assert len(results_of(tmp_path / "cup", path)) == 3


def test_an_id_that_was_read_already_is_a_finding(tmp_path: Path) -> None:
    played(tournament(deals=1), tmp_path / "cup")
    (tmp_path / "again.jsonl").write_bytes((tmp_path / "cup" / "games.jsonl").read_bytes())
    repeats = findings(tmp_path / "cup", tmp_path / "again.jsonl")
    assert [repeat.code for repeat in repeats] == ["LOG-DUPLICATE-ID"] * 2
    assert repeats[0].message.endswith(f"stands at {tmp_path / 'cup' / 'games.jsonl'}:1 already")
    assert len(results_of(tmp_path / "cup", tmp_path / "again.jsonl")) == 2


def test_a_log_that_is_named_twice_is_read_once(tmp_path: Path) -> None:
    played(tournament(deals=1), tmp_path / "cup")
    assert not findings(tmp_path / "cup", tmp_path / "cup" / "games.jsonl")
    assert len(results_of(tmp_path / "cup", tmp_path / "cup")) == 2


BAD = {
    "too few ranks": (["a", "b"], [3, 4], [1]),
    "too few scores": (["a", "b"], [3], [1, 2]),
    "rank 0": (["a", "b"], [3, 4], [0, 1]),
    "rank 3 of 2": (["a", "b"], [3, 4], [1, 3]),
    "nobody first": (["a", "b"], [3, 4], [2, 2]),
    "nobody": ([], [], []),
    "4000 at a table": ([str(i) for i in range(4000)], [0] * 4000, [1] * 4000),
    "one player twice": (["a", "a"], [3, 4], [2, 1]),
    "score without end": (["a", "b"], [10**400, 4], [1, 2]),
}


@pytest.mark.parametrize("bad", BAD.values(), ids=BAD)
def test_an_impossible_result_is_a_finding(tmp_path: Path, bad: tuple[Any, Any, Any]) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_text(log(*bad) + log(["x", "y"], [3, 4], [2, 1]))
    results = list(read_results([str(path)]))
    assert [type(result) for result in results] == [Finding, Played]
    assert league_tables(result for result in results if isinstance(result, Played))


def test_a_result_is_not_ascribed_to_the_game_before(tmp_path: Path) -> None:
    path = tmp_path / "merged.jsonl"
    broken = log(["c", "d"], [3, 4], [2, 1]).replace('"log"', '"lag"')
    path.write_text(log(["a", "b"], [7, 6], [1, 2]) + broken)
    assert ("a", "b", 3, 4) not in [(*result.players, *result.scores) for result in results_of(path)]


# -- thinking times


def test_times_are_those_in_the_logs_without_those_of_stand_ins(tmp_path: Path) -> None:
    path, cup = tmp_path / "g.jsonl", tmp_path / "cup"
    command("tournament", "--game", "between_two_cities", "--bots", "random,bad=exec:false", "--deals", "1", "-o", cup)
    lines = (cup / "games.jsonl").read_bytes().splitlines()
    moves = 0
    for number, line in enumerate(lines):
        if line.startswith(b'{"seat":'):
            lines[number] = b'{"ms":%d,%s' % (moves % 3, line[1:])
            moves += 1
    path.write_bytes(b"\n".join(lines) + b"\n")
    seats = [json.loads(line)["seat"] for line in lines if line.startswith(b'{"ms"')]
    names = [json.loads(line)["players"] for line in lines if line.startswith(b'{"log"')]
    bad = {number: players.index("bad") for number, players in enumerate(names)}
    half = len(seats) // 2
    own = [i % 3 for i, seat in enumerate(seats) if seat != bad[i // half]]
    for proven in (False, True):
        results = [result for result in read_results([str(path)], validate=proven) if isinstance(result, Played)]
        assert len(results) == 2
        rows = {row.player: row for row in league(*results).rows}
        assert rows["random"].ms_per_move == pytest.approx(sum(own) / len(own))
        assert rows["bad"].ms_per_move is None
    text = command("table", path).stdout
    assert "ms per move" in text
    assert "ms per move" not in command("table", cup).stdout
    first, *_ = csv.DictReader(io.StringIO(command("table", path, "--format", "csv").stdout))
    assert first["ms_per_move"] == str(round(sum(own) / len(own), 2))


# -- printing


@pytest.fixture
def odd() -> list[League]:
    names = ('a "quoted", name', "pipe | back\\slash")
    return league_tables([result("ab", (2, 1), (1, 2))._replace(players=names)])


def test_tables_as_csv_can_be_read_back(odd: list[League]) -> None:
    rows = list(csv.DictReader(io.StringIO("\n".join(STANDING_FORMATS["csv"](odd)))))
    assert [row["score"] for row in rows] == ["2.0", "1.0"]
    against = list(csv.DictReader(io.StringIO("\n".join(STANDING_FORMATS["pairs"](odd)))))
    assert [row["points_per_game"] for row in against] == ["1.0", "0.0"]
    assert [row["player"] for row in rows] == ['a "quoted", name', "pipe | back\\slash"]
    assert [row["elo"] for row in rows] == ["", ""]
    assert [row["superiority"] for row in against] == ["", ""], "one deal tells nothing"


def test_pairs_are_told_with_the_difference_its_error_and_who_is_stronger() -> None:
    """Also of two who are no neighbours; and once, below the table, what would decide between the first two."""
    ranks = [(1, 2, 3), (2, 1, 3), (1, 3, 2), (1, 2, 3), (2, 1, 3)]
    results = [result("abc", (3, 2, 1), ranks[number % 5], f"{number}") for number in range(20)]
    table = league(*results)
    pairs = list(csv.DictReader(io.StringIO("\n".join(STANDING_FORMATS["pairs"]([table])))))
    told = {(row["player"], row["opponent"]): row for row in pairs}
    assert len(told) == 6
    for (player, opponent), row in told.items():
        other = told[opponent, player]
        assert int(row["elo_difference"]) == -int(other["elo_difference"])
        assert row["elo_error"] == other["elo_error"]
        assert int(row["elo_error"]) > 0
        assert float(row["superiority"]) + float(other["superiority"]) == pytest.approx(1)
    elo = {row.player: float(row.elo or 0) for row in table.rows}
    assert int(told["a", "c"]["elo_difference"]) == pytest.approx(elo["a"] - elo["c"], abs=1)
    first, second = table.rows[:2]
    assert float(told[first.player, second.player]["superiority"]) == round(float(first.superiority or 0), 2)
    (line,) = [part for part in STANDING_FORMATS["table"]([table]) if "more deals would show" in part]
    assert line.startswith(f"{first.player} or {second.player}: ")
    assert f"about {first.more_deals} more deals" in line or int(first.more_deals or 0) >= 100


def test_what_is_decided_needs_no_more_deals() -> None:
    clear = league(*[result("ab", (2, 1), (1, 2), f"{number}") for number in range(40)])
    assert clear.rows[0].more_deals == 0
    assert "more deals" not in "\n".join(STANDING_FORMATS["table"]([clear]))


def test_each_csv_holds_one_table(odd: list[League]) -> None:
    for format_ in ("csv", "pairs"):
        text = "\n".join([*STANDING_FORMATS[format_](odd), ""])
        assert {len(row) for row in csv.reader(io.StringIO(text))} == {len(next(csv.reader(io.StringIO(text))))}
    assert "\n".join(STANDING_FORMATS["pairs"]([])).startswith("game,options,player,opponent,")


def test_tables_as_json_can_be_read_back(odd: list[League]) -> None:
    [table] = json.loads("\n".join(STANDING_FORMATS["json"](odd)))
    assert [row["player"] for row in table["rows"]] == ['a "quoted", name', "pipe | back\\slash"]


def test_tables_as_markdown_have_as_many_columns_in_every_row(odd: list[League]) -> None:
    lines = "\n".join(STANDING_FORMATS["markdown"](odd)).splitlines()
    bars = [line.replace("\\\\", "").replace("\\|", "").count("|") for line in lines if line.startswith("|")]
    assert set(bars[:4]) == {bars[0]}


def test_games_with_other_options_have_a_table_of_their_own(tmp_path: Path) -> None:
    for seating in ("given", "drawn"):
        played(tournament("random", "greedy", deals=1, options={"seating": seating}), tmp_path / seating)
    tables = league_tables(
        result
        for result in read_results([str(tmp_path / "given"), str(tmp_path / "drawn")])
        if isinstance(result, Played)
    )
    assert [table.options for table in tables] == ['{"seating":"drawn"}', '{"seating":"given"}']
    assert [table.games for table in tables] == [2, 2]
    text = "\n".join(STANDING_FORMATS["table"](tables))
    assert 'with {"seating":"drawn"}' in text


@pytest.mark.parametrize(("width", "parts"), [(40, 5), (60, 3), (80, 2), (200, 1)])
def test_a_table_that_is_too_wide_is_laid_out_in_parts(width: int, parts: int) -> None:
    names = ["b", "天下の強者", "a name that is far too long for a terminal as narrow as this one is", *"defghijk"]
    games = [
        Played("between_two_cities", "{}", f"{i}", both, (50.0, 30.0), (1, 2), ())
        for i, both in enumerate(permutations(names, 2))
    ]
    text = "\n".join(standing_table([league(*games)], width=width))
    assert max(map(columns, text.splitlines())) <= width
    tables = [[*map(str.split, part.splitlines())] for part in text.split("\n\n") if "\n--" in part]
    standings = [head[1:] for head, *_ in tables if head[1:] and head[1] != "1"]
    assert len(standings) == parts
    assert (
        " ".join([word for head in standings for word in head])
        == "games wins league points per game score margin Elo 95 % LOS"
    )
    cross = [table for table in tables if table[0][1] == "1"]
    assert sum([len(head) - 1 for head, *_ in cross]) == len(names)
    shares_of_d = [share for _, *lines in cross for row in lines if row[:2] == ["1", "d"] for share in row[2:]]
    assert shares_of_d == ["0.50"] * (len(names) - 1)


def test_columns_that_fit_nowhere_have_a_part_each() -> None:
    table = text_table(["place", "player", "a" * 10, "b" * 10], [[1, "x" * 15, 1.0, 2.0]], width=30, lead=2)
    heads = [part.splitlines()[0].split() for part in table.split("\n\n")]
    assert heads == [["place", "player", "a" * 10], ["place", "player", "b" * 10]]


def test_a_name_is_cut_where_it_leaves_no_room_for_figures() -> None:
    text = "\n".join(standing_table([league(result(["a" * 90, "b"], (50, 30), (1, 2)))], width=60))
    assert f" {'a' * 15}…{'a' * 14}  " in text
    assert max(map(columns, text.splitlines())) <= 60
