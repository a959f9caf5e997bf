"""Solo games: their tournaments, and the tables of players who never meet anybody."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from cityleague.engine.protocol import Game
from cityleague.replays.league import League, Played, league_tables, read_results
from cityleague.replays.log import Forfeit
from cityleague.replays.replay import validate
from cityleague.replays.reports import STANDING_FORMATS
from cityleague.replays.tournaments import Plan, PlanError, Tournament

from ...cli.helpers import run, usage
from ..tournaments.helpers import played


def alone(player: str, score: float, block: str = "b", *forfeits: Forfeit, options: str = "{}") -> Played:
    return Played("toy", options, block, (player,), (score,), (1,), forfeits)


def league(*results: Played) -> League:
    [table] = league_tables(results)
    return table


def shown(format_: str, leagues: Sequence[League]) -> str:
    return "\n".join(STANDING_FORMATS[format_](leagues))


THREE = (alone("a", 10), alone("b", 12), alone("a", 20.5), alone("b", -2), alone("c", 3.0))


# -- tables


def test_the_table_goes_by_average_scores() -> None:
    table = league(*THREE)
    assert (table.solo, table.games) == (True, 5)
    figures = [(row.place, row.player, row.games, row.score, row.best) for row in table.rows]
    assert figures == [(1, "a", 2, 15.25, 20.5), (2, "b", 2, 5, 12), (3, "c", 1, 3, 3)]


def test_nothing_in_the_table_compares_players_with_others() -> None:
    table = league(*THREE)
    for row in table.rows:
        assert (row.wins, row.points, row.margin, row.elo, row.elo_low, row.elo_high) == (None,) * 6
    assert table.crosstable == {}


def test_equal_averages_are_decided_by_the_best_score() -> None:
    table = league(alone("b", 5), alone("b", 5), alone("a", 5), alone("c", 4), alone("c", 6))
    assert [(row.place, row.player) for row in table.rows] == [(1, "c"), (2, "a"), (2, "b")]
    assert table.ties == [
        "c and a have the same average score: c is ahead by best score",
        "a and b have the same average score: the place is shared",
    ]


def test_solo_games_have_a_table_of_their_own() -> None:
    two = alone("a", 7)._replace(players=("a", "b"), scores=(7, 8), ranks=(2, 1))
    others = league_tables([two, *THREE, alone("a", 1, options='{"x":1}')])
    assert [(table.solo, table.options, table.games) for table in others] == [
        (True, '{"x":1}', 1),
        (False, "{}", 1),
        (True, "{}", 5),
    ]
    assert all((row.points is None) == table.solo for table in others for row in table.rows)


def test_the_text_has_only_the_columns_that_mean_something() -> None:
    lines = shown("table", [league(*THREE)]).splitlines()
    assert lines[0] == "toy, solo: 5 games"
    assert lines[2].split() == ["player", "games", "score", "best"]
    assert lines[4].split() == ["1", "a", "2", "15.25", "20.50"]
    assert lines[-1] == "Solo order: average score, then best score; equal in both, the place is shared."
    assert not any(word in shown("table", [league(*THREE)]) for word in ("Elo", "per game", "block", "forfeited"))


def test_the_text_explains_the_tables_that_it_has() -> None:
    two = alone("a", 7)._replace(players=("a", "b"), scores=(7, 8), ranks=(2, 1))
    text = shown("table", league_tables([two, *THREE]))
    assert "toy: 1 game\n" in text
    assert text.index("\nOrder: ") < text.index("\nSolo order: ")
    assert "toy, solo" not in shown("table", league_tables([two]))
    assert "Solo order" not in shown("table", league_tables([two]))
    assert shown("table", []) == ""


def test_a_forfeit_of_a_solo_game_does_not_pay() -> None:
    """The stand-in's score does not count: the game is worth no more than the lowest score of the table."""
    table = league(alone("a", 30, "1", Forfeit(0, "crash")), alone("a", 4, "2"), alone("b", 1, "1"), alone("b", 5, "2"))
    assert [(row.player, row.score, row.best) for row in table.rows] == [("b", 3, 5), ("a", 2.5, 4)]
    assert [row.forfeits for row in table.rows] == [{}, {"crash": 1}]
    text = shown("table", [table])
    assert "1 crash" in text
    assert "A solo game that was forfeited counts with the lowest score of the table." in text


def test_json_has_null_and_csv_nothing() -> None:
    [table] = json.loads(shown("json", [league(*THREE)]))
    assert (table["solo"], table["crosstable"]) == (True, {})
    assert [table["rows"][0][name] for name in ("wins", "points", "margin", "elo", "elo_low")] == [None] * 5
    rows = list(csv.DictReader(io.StringIO(shown("csv", [league(*THREE)]))))
    assert [rows[0][name] for name in ("wins", "points", "margin", "elo", "elo_low")] == [""] * 5
    assert [rows[0][name] for name in ("player", "score", "forfeits", "best")] == ["a", "15.25", "0", "20.5"]
    assert list(rows[0])[-6:] == ["forfeits", "best", "best_game", "run", "last", "unproven"]


def test_markdown_has_as_many_columns_in_every_row() -> None:
    lines = [line for line in shown("markdown", [league(*THREE)]).splitlines() if line.startswith("|")]
    assert {line.count("|") for line in lines} == {6}


# -- tournaments


def plan(*bots: str, deals: int = 3, seats: int | None = 1) -> Plan:
    return Plan(game="toy", bots=bots, deals=deals, seats=seats, seed="0")


BOTS = ("a=random", "b=random", "c=always?lot=mill")


@pytest.mark.usefixtures("toy")
def test_at_tables_of_one_each_bot_plays_each_deal_once() -> None:
    planned = Tournament(plan(*BOTS))
    pairings = list(planned.pairings())
    assert len(pairings) == planned.count() == 9
    met = [(pairing.header.seed, *pairing.header.players) for pairing in pairings]
    assert met == [(f"0/{deal}", name) for deal in (1, 2, 3) for name in "abc"]
    assert len({pairing.header.id for pairing in pairings}) == 9


@pytest.mark.usefixtures("toy")
def test_one_bot_plays_alone_where_that_can_be_done() -> None:
    assert Tournament(plan("random", seats=None)).seats == 1
    assert Tournament(plan("random", "greedy", seats=None)).seats == 2
    with pytest.raises(PlanError, match="1 to 3 players, not by 4"):
        Tournament(plan(*BOTS, "greedy", seats=4))


@pytest.mark.usefixtures("toy")
def test_a_tournament_of_solo_games_can_be_played_resumed_proven_and_ranked(tmp_path: Path) -> None:
    path = tmp_path / "cup"
    assert [progress.done for progress in played(Tournament(plan(*BOTS, deals=2)), path)] == list(range(7))
    content = (path / "games.jsonl").read_bytes()
    assert [progress.done for progress in played(Tournament(plan(*BOTS)), path)] == [6, 7, 8, 9]
    assert (path / "games.jsonl").read_bytes().startswith(content)
    verdicts = list(validate([str(path / "games.jsonl")]))
    assert [verdict.finding for verdict in verdicts] == [None] * 9
    [table] = league_tables(result for result in read_results([str(path)]) if isinstance(result, Played))
    assert (table.solo, table.games, table.blocks) == (True, 9, 9)
    assert (table.rows[0].player, table.rows[0].score, table.rows[0].best) == ("c", 9, 9)


def test_the_command_plays_solo_games_with_options(toy: Game, tmp_path: Path) -> None:
    file, cup = tmp_path / "plan.toml", tmp_path / "cup"
    file.write_text('game = "toy"\nbots = ["random", "greedy"]\ndeals = 2\n[options]\nlevel = "high"\n')
    told = run("tournament", file, "--seats", "1", "--option", "colours=red,blue", "-o", cup).stdout
    assert told.startswith(f"{toy.title}, solo: 4 games\n")
    header = json.loads((cup / "games.jsonl").read_text().splitlines()[0])
    assert (header["options"]["colours"], header["options"]["level"]) == (["blue", "red"], "low")
    assert run("table", cup).stdout.endswith(f"\n\n{told}")
    run("score", cup)
    run("tournament", file, "--seats", "1", "--option", "colours=", "--deals", "1", "-o", tmp_path / "none")
    assert '"colours":[]' in (tmp_path / "none" / "games.jsonl").read_text()


@pytest.mark.usefixtures("toy")
@pytest.mark.parametrize(
    ("option", "message"),
    [
        ("colours=red,pink", "--option colours/1: 'pink' is not one of blue, green, red"),
        ("colours=red,", "--option colours/1: '' is not one of blue, green, red"),
        ("colours=red,red", '--option colours: the value "red" stands twice'),
        ('colours=["red","red"]', '--option colours: the value "red" stands twice'),
        ("level=low,high", "--option level: 'low,high' is not one of high, low"),
        ("colours=" + "[" * 5000, "options: colours: the value is nested too deep"),
    ],
)
def test_an_option_that_cannot_be_is_refused_in_one_sentence(option: str, message: str, tmp_path: Path) -> None:
    file = tmp_path / "plan.toml"
    file.write_text('game = "toy"\nbots = ["random", "greedy"]\n')
    assert message in usage("tournament", file, "--option", option, "-o", tmp_path / "cup")


@pytest.mark.usefixtures("toy")
@pytest.mark.parametrize(("colours", "message"), [('"red"', "expected a list"), ('["red", "red"]', "twice")])
def test_a_list_in_a_toml_file_is_a_list(colours: str, message: str, tmp_path: Path) -> None:
    file = tmp_path / "plan.toml"
    file.write_text(f'game = "toy"\nbots = ["random", "greedy"]\noptions = {{colours = {colours}}}\n')
    assert message in usage("tournament", file, "-o", tmp_path / "cup")
