"""Studies that are played: what is written, how a run goes on, and that nothing else is gone on with."""

from __future__ import annotations

import json
import re
import shlex
import sys
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from statistics import fmean, stdev

import pytest
from msgspec import structs

from cityleague.replays import validate
from cityleague.replays.players import Limits
from cityleague.replays.tournaments import Plan, PlanError, ResumeError
from cityleague.replays.tuning import Study, show, verdict
from cityleague.replays.tuning.ranges import RangeError
from cityleague.replays.tuning.shown import groups
from cityleague.replays.workers import local_workers

from ...rows import daily
from ..tournaments.helpers import GAME, games

LEANING = Path(__file__).parents[3] / "examples/bots/leaning_bot.py"
TEXT = "heuristic?foresight=0..3&rivalry=0..2"


def made(text: str = TEXT, seats: int = 3, deals: int = 9, seed: str = "7", most: int = 20) -> Study:
    return Study(Plan(game=GAME, bots=("greedy",), seats=seats, deals=deals, seed=seed), text, most)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[Study, Path]:
    """A study, played in one go."""
    folder = tmp_path_factory.mktemp("study")
    study = made()
    list(study.run(folder, local_workers(1)))
    show(study, folder)
    return study, folder


def heads(folder: Path) -> list[dict[str, object]]:
    lines = [json.loads(line) for line in games(folder).splitlines()]
    return [line for line in lines if "log" in line]


@pytest.mark.exhaustive
def test_each_trial_sits_once_in_every_seat_of_its_deal_and_the_two_of_a_deal_sit_alike(
    whole: tuple[Study, Path],
) -> None:
    told = heads(whole[1])
    search, test = told[: 9 * 2 * 3], told[9 * 2 * 3 :]
    seats = [list(game["players"]).index("candidate") for game in search]  # type: ignore[call-overload]
    assert all(sorted(seats[at : at + 3]) == [0, 1, 2] for at in range(0, len(seats), 3))
    assert all(seats[at : at + 3] == seats[at + 3 : at + 6] for at in range(0, len(seats), 6))
    assert [game["seed"] for game in search] == [f"7/{deal}" for deal in range(1, 10) for _ in range(6)]
    notes = [game["note"] for game in search]
    assert all(len(set(notes[at : at + 3])) == 1 for at in range(0, len(notes), 3))
    assert {game["seed"] for game in test} & {game["seed"] for game in search} == set()
    assert {str(sorted(game["players"])) for game in test} == {str(["greedy", "greedy#2", "tuned"])}  # type: ignore[call-overload]
    assert len({head["id"] for head in told}) == len(told)


def test_the_log_proves_what_the_study_says(whole: tuple[Study, Path]) -> None:
    study, folder = whole
    verdicts = list(validate(folder / "games.jsonl"))
    assert {verdict.finding for verdict in verdicts} == {None}
    lines = [json.loads(line) for line in games(folder).splitlines()]
    players = [line["players"] for line in lines if "log" in line]
    ranks = [line["result"]["ranks"] for line in lines if "result" in line]
    points = []
    for who, own in zip(players, ranks, strict=True):
        if "tuned" in who:
            mine = own[who.index("tuned")]
            points.append(sum((mine < place) + (mine == place) / 2 for place in own) / 2 - 0.25)
    assert study.tested
    assert study.tested.mean == pytest.approx(fmean(points))
    assert len(points) == 3 * study.tested.blocks
    assert f"it made {fmean(points):.3f} ± " in verdict(study)


def test_it_is_told_how_far_a_study_has_come(tmp_path: Path) -> None:
    """Of what is played in this run, and nothing of what was there; each line tells what the games until then tell."""
    study = made(deals=10, seats=2, most=20)
    said = [text for progress in study.run(tmp_path, local_workers(1)) for text in progress.told]
    assert said[:10] == [f"search: {deal} of 10 deals" for deal in range(1, 11)]
    assert study.tested
    bot = study.target.spec(study.tested.candidate)
    mean = fmean([tried.value for tried in study.tried[20:]])
    assert said[10:] == [f"test of {bot}: 20 of at most 20 deals, {mean:.3f} league points per game"]
    again = made(deals=10, seats=2, most=20).run(tmp_path, local_workers(1))
    assert not [text for progress in again for text in progress.told]


@pytest.mark.exhaustive
def test_a_search_can_go_by_the_margin_and_the_test_never_does(tmp_path: Path) -> None:
    plan = Plan(game=GAME, bots=("greedy",), seats=3, deals=9, seed="7")
    study = Study(plan, TEXT, 20, by="margin")
    list(study.run(tmp_path, local_workers(1)))
    show(study, tmp_path)
    lines = [json.loads(line) for line in games(tmp_path).splitlines()]
    players = [line["players"] for line in lines if "log" in line]
    results = [line["result"] for line in lines if "result" in line]
    leads, points = [], []
    for who, result in zip(players, results, strict=True):
        own, *others = sorted(range(3), key=lambda seat: who[seat] not in ("candidate", "tuned"))
        leads.append(result["scores"][own] - max(result["scores"][seat] for seat in others))
        behind = [
            (result["ranks"][own] < result["ranks"][seat]) - (result["ranks"][own] > result["ranks"][seat])
            for seat in others
        ]
        points.append(0.5 + sum(behind) / 4)
    searched = [tried.value for tried in study.tried if tried.trial.deal <= 9]
    assert searched == pytest.approx([fmean(leads[at : at + 3]) for at in range(0, 54, 3)])
    assert study.tested
    assert study.tested.mean == pytest.approx(fmean(points[54:]))
    page = (tmp_path / "study.html").read_text()
    assert ">Margin by foresight</title>" in page
    assert "Points of lead over the best of the others" in page
    assert 'by = "margin"' in (tmp_path / "study.toml").read_text()
    with pytest.raises(ResumeError, match="another study"):
        list(made().run(tmp_path, local_workers(1)))


def test_a_study_does_not_go_on_with_other_limits(tmp_path: Path) -> None:
    plan = Plan(game=GAME, bots=("greedy",), seats=2, deals=8, seed="7")
    begun = Study(plan, "heuristic?foresight=0..3", 20).run(tmp_path, local_workers(1))
    assert [next(begun).done for _ in range(3)] == [0, 1, 2]
    begun.close()
    for other in (structs.replace(plan, limits=Limits(decision=5)), structs.replace(plan, sandbox=True)):
        with pytest.raises(ResumeError, match="another study"):
            list(Study(other, "heuristic?foresight=0..3", 20).run(tmp_path, local_workers(1)))


def test_what_is_declared_unsoundly_is_not_tuned(tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text(LEANING.read_text().replace('"high": 1', '"high": None'))
    spec = "exec:" + shlex.join([sys.executable, str(bot)])
    with pytest.raises(RangeError, match="declares parameters that cannot be tuned: lean: its low, default and high"):
        Study(Plan(game=GAME, bots=("greedy",), seats=2, deals=8, seed="7"), f"{spec}?lean=0..1", 20)


def test_the_page_shows_a_chart_for_each_parameter_and_the_points_by_its_values(whole: tuple[Study, Path]) -> None:
    study, folder = whole
    page = (folder / "study.html").read_text()
    charts = re.findall(r"<svg.*?<title>Points per game by (\w+)</title>.*?</svg>", page, re.DOTALL)
    assert charts == ["foresight", "rivalry"]
    assert page.count("<text") == page.count("</text>") > 10
    searched = [tried for tried in study.tried if tried.trial.deal <= study.deals]
    places, points = [tried.trial.point[0] for tried in searched], [tried.value for tried in searched]
    shown = list(groups(study.target.ranges[0], places, points))
    by_sixth = defaultdict(list)
    for place, made in zip(places, points, strict=True):
        by_sixth[min(int(6 * place), 5)].append((3 * place, made))  # foresight is from 0 to 3
    expected = [
        (fmean(x for x, _ in own), fmean(y for _, y in own), stdev(y for _, y in own) / len(own) ** 0.5)
        for _, own in sorted(by_sixth.items())
        if len(own) >= 5
    ]
    assert shown
    assert [figure for group in shown for figure in group] == pytest.approx(
        [figure for group in expected for figure in group]
    )


@pytest.mark.exhaustive
@pytest.mark.parametrize("share", daily([0.45, 0.8, 0.999, 1.0, 0.0, 0.1], 1))
def test_a_run_goes_on_wherever_it_was_stopped(whole: tuple[Study, Path], share: float, tmp_path: Path) -> None:
    study, folder = whole
    for name in ("games.jsonl", "study.toml"):
        (tmp_path / name).write_bytes((folder / name).read_bytes())
    there = games(folder)
    (tmp_path / "games.jsonl").write_bytes(there[: int(len(there) * share)])
    again = made()
    progress = list(again.run(tmp_path, local_workers(1)))
    show(again, tmp_path)
    assert games(tmp_path) == there
    assert (tmp_path / "study.html").read_bytes() == (folder / "study.html").read_bytes()
    assert again.tested == study.tested
    assert len([step for step in progress if not step.told]) == 1 + len(heads(folder)) - progress[0].done


def changed(lines: Sequence[bytes], number: int) -> bytes:
    return b"".join([*lines[:number], lines[number].replace(b"candidate", b"nobody"), *lines[number + 1 :]])


def test_what_is_not_of_this_study_is_left_alone(whole: tuple[Study, Path], tmp_path: Path) -> None:
    there, plan = games(whole[1]), (whole[1] / "study.toml").read_bytes()
    lines = there.splitlines(keepends=True)
    later = next(k for k, line in enumerate(lines) if k and line.startswith(b'{"note"'))
    for content, message in (
        (changed(lines, 0), "not game d1-r1-"),
        (changed(lines, later), "not game d1-r2-"),
        (there + there, "more games than this study"),
        (there[: len(lines[0])] + b'{"log":1}\n', "this game is unfinished, and is not the last"),
    ):
        (tmp_path / "games.jsonl").write_bytes(content)
        (tmp_path / "study.toml").write_bytes(plan)
        with pytest.raises(ResumeError, match=message):
            list(made().run(tmp_path, local_workers(1)))
        assert games(tmp_path) == content
    (tmp_path / "games.jsonl").write_bytes(there)
    for other in (made(seed="8"), made(deals=10), made(most=30), made("heuristic?foresight=0..4&rivalry=0..2")):
        with pytest.raises(ResumeError, match=r"study\.toml: another study"):
            list(other.run(tmp_path, local_workers(1)))
    (tmp_path / "study.toml").unlink()
    with pytest.raises(ResumeError, match="is not of a study"):
        list(made().run(tmp_path, local_workers(1)))
    assert games(tmp_path) == there


def test_a_study_of_an_earlier_version_goes_on_with_its_test(whole: tuple[Study, Path], tmp_path: Path) -> None:
    """Its plan names no edition."""
    newest = (whole[1] / "study.toml").read_text()
    assert newest.count("\nedition = 2\n") == 1
    (tmp_path / "study.toml").write_text(newest.replace("\nedition = 2\n", "\n"))
    there = games(whole[1])
    (tmp_path / "games.jsonl").write_bytes(there[: len(there) * 9 // 10])
    study = made()
    list(study.run(tmp_path, local_workers(1)))
    assert games(tmp_path) == there
    assert "log likelihood ratio" in verdict(study)
    assert "edition" not in (tmp_path / "study.toml").read_text()
    assert "log evidence" in verdict(whole[0])


def test_a_study_needs_others_and_enough_deals() -> None:
    with pytest.raises(PlanError, match="2 to 7 players, not by 1"):
        made(seats=1)
    with pytest.raises(PlanError, match="2 to 7 players, not by 9"):
        made(seats=9)
    with pytest.raises(PlanError, match="20 deals or more"):
        made(most=19)
    for name in ("candidate", "tuned"):
        with pytest.raises(PlanError, match="give the other another name"):
            Study(Plan(game=GAME, bots=(f"{name}=greedy",), seats=3, deals=9, seed="7"), TEXT, 20)
