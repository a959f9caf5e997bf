"""A game's page with its analysis: what it says, what it takes, and analyses that are not about the game."""

from __future__ import annotations

import gzip
import html
import json
import re
from collections.abc import Callable
from hashlib import blake2b
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

import pytest

from cityleague.engine.registry import game as find_game
from cityleague.replays.analysis import Analyses, Chances
from cityleague.replays.pages import game_page
from cityleague.replays.pages.chances import turns
from cityleague.replays.replay import ComponentFiles

from ..cli.helpers import run, usage
from ..rows import daily
from .analyses import GAMES, analysed_page, analysis_path, lines_of, log_path, made_up, summed, write
from .games import NAMES, log_of, page_of, raw_of

Line = dict[str, Any]


def size(page: str) -> int:
    """Bytes, gzipped."""
    return len(gzip.compress(page.encode(), 9, mtime=0))


def data_of(page: str) -> Any:
    """The data of a page's script."""
    found = re.search(r'id="data">(.*?)</script>', page, re.DOTALL)
    assert found
    return json.loads(found[1])


@pytest.mark.parametrize("game", GAMES)
def test_an_analysis_takes_little_room(game: str) -> None:
    assert size(analysed_page(game)) < size(page_of(log_path(game).read_bytes())) + 4720


@pytest.mark.parametrize("game", daily(NAMES, 2))
def test_many_marks_take_little_room(game: str, tmp_path: Path) -> None:
    """A mark every fourth choice is more than bots that play at random get; the rest of the page stays as it is."""
    log = log_of(game, max(find_game(game).seats[0], 2))
    analysis = made_up(log, tmp_path / "a.jsonl", every=4)
    assert len([choice for choice in analysis.choices if choice.mark]) > 10
    assert size(game_page(raw_of(log), ComponentFiles(), analysis=analysis)) < 1.275 * size(page_of(log))


@pytest.mark.parametrize("game", daily([*GAMES]))
def test_every_mark_is_in_the_list_with_its_loss_its_error_and_better_words(game: str) -> None:
    marks = [line for line in lines_of(game) if line.get("mark")]
    told = re.findall(
        r'class="advice"><b>(\S+)</b> (\w+): it cost <span>(.*?)</span>. Better: <span>', analysed_page(game)
    )
    assert marks
    signs = {"inaccuracy": "?!", "mistake": "?", "blunder": "??"}
    for line, (sign, mark, cost) in zip(marks, told, strict=True):
        assert (sign, mark.lower()) == (signs[line["mark"]], line["mark"])
        loss, error = re.findall(r"[\d.]+", cost)
        assert abs(float(loss) - line["loss"]) <= 0.051
        assert 0 < float(error) <= line["se"] + 0.051
    assert list(data_of(analysed_page(game))["better"]) == [str(line["move"] + 1) for line in marks]


def test_what_is_behind_the_sign_is_told_once_before_it_is_read(tmp_path: Path) -> None:
    """Everywhere it is a standard error; where no move is marked, the curve's words tell it."""
    unmarked = [line | {"mark": None, "worse": []} if line.get("mark") else line for line in lines_of("neom")]
    raw = raw_of(log_path("neom").read_bytes())
    plain = game_page(raw, ComponentFiles(), analysis=Analyses([str(write(tmp_path / "a", summed(unmarked)))]).of(raw))
    for page in [*map(analysed_page, GAMES), plain]:
        words = re.sub(r"<(script|style).*?</\1>|<[^>]*>", "", page, flags=re.DOTALL)
        assert words.count("± is one standard error.") == 1
        assert words.index("±") == words.index("± is one standard error.")


@pytest.mark.parametrize("game", GAMES)
def test_the_lines_go_through_the_chances(game: str) -> None:
    """The axis is that of the slider: the middle of the moves lies in the middle."""
    page = analysed_page(game)
    points = [line for line in lines_of(game) if line["kind"] == "chances"]
    box = re.search(r'<symbol id="chances"[^>]*viewBox="0 0 (\d+) (\d+)"|<symbol[^>]*viewBox="0 0 (\d+) (\d+)"', page)
    assert box
    wide, high = [float(number) for number in box.groups() if number]
    ways = re.findall(r'd="M([^"]*)" class="curve seat\d"', page)[: len(points[0]["chances"])]
    last = points[-1]["move"]
    for seat, way in enumerate(ways):
        drawn = [tuple(map(float, pair.split())) for pair in way.split("L")]
        for (x, y), point in zip(drawn, points, strict=True):
            assert abs(x / wide - point["move"] / last) < 0.001
            assert abs(1 - y / high - point["chances"][seat]) < 0.003
    assert len(re.findall(r'class="belt seat\d"', page)) == len(points[0]["chances"])


def test_marks_stand_on_the_line_where_the_chance_falls_and_at_everybodys_costliest_move() -> None:
    for game in GAMES:
        points = [line for line in lines_of(game) if line["kind"] == "chances"]
        marks = [line for line in lines_of(game) if line.get("mark")]
        costliest = {line["seat"]: line["move"] + 1 for line in sorted(marks, key=lambda line: line["loss"])}
        wanted = []
        for line in marks:
            before = [point["chances"] for point in points if point["move"] <= line["move"]][-1]
            after = next(point["chances"] for point in points if point["move"] > line["move"])
            if before[line["seat"]] - after[line["seat"]] >= 0.1 or line["move"] + 1 in costliest.values():
                wanted.append(line["move"] + 1)
        assert wanted
        assert list(map(int, re.findall(r'data-move="(\d+)"', analysed_page(game)))) == wanted


@pytest.mark.parametrize("game", GAMES)
def test_signs_on_the_lines_do_not_hide_each_other(game: str) -> None:
    chart = analysed_page(game).partition('class="chart chances"')[2].partition("</svg>")[0]
    spots = [tuple(map(float, pair)) for pair in re.findall(r'<circle cx="([\d.]+)" cy="([\d.]+)"', chart)]
    assert spots
    assert all(abs(x - u) >= 18 or abs(y - v) >= 18 for i, (x, y) in enumerate(spots) for u, v in spots[:i])


def test_the_page_says_whose_opinion_it_is_and_what_the_curve_knows() -> None:
    page = analysed_page("neom")
    assert page.count("Chances and marks are a bot's opinion.") == 1
    assert "knows hidden hands" in page
    first = next(line for line in lines_of("neom") if line["kind"] == "chances")
    told = "greedy {:.2f}, random {:.2f}".format(*first["chances"])
    assert page.count(f"<desc>Round 1: {told}. Round 2: ") == 1, "for those who do not see the curve"
    assert "not judged" not in page
    assert page.index("Who was winning") < page.index("Points after each move")


def test_turning_points_can_be_jumped_to() -> None:
    page = html.unescape(analysed_page("neom"))
    told = re.findall(r'<a href="#move=(\d+)">Move \1</a> (Turning point: .*)\.</li>', page)
    turns = [(int(step), said) for step, said in told]
    assert [step for step, _ in turns] == data_of(page)["marks"]["turning point"]
    points = {line["move"]: line["chances"] for line in lines_of("neom") if line["kind"] == "chances"}
    for step, said in turns:
        found = re.search(r" from (\S+) to (\S+) in moves (\d+) to (\d+)$", said)
        assert found
        assert int(found[4]) == step
        for chance, move in ((found[1], int(found[3]) - 1), (found[2], step)):
            assert chance in [f"{known:.0%}" for known in points[move]]


def point(move: int, first: float, playouts: int = 24) -> Chances:
    """A point of the curve of two seats, with a narrow band."""
    chances = (first, 1 - first)
    return Chances(
        id=None,
        line=1,
        move=move,
        round=1,
        playouts=playouts,
        chances=chances,
        low=tuple([chance - 0.05 * (playouts > 0) for chance in chances]),
        high=tuple([chance + 0.05 * (playouts > 0) for chance in chances]),
        places=(chances, chances[::-1]),
        leads=(0.0, 0.0),
        knows_hidden=True,
    )


@pytest.mark.parametrize(
    ("shares", "turning"),
    [
        ((0.5, 0.8, 0.97, 1.0), [1]),
        ((0.5, 0.8, 0.3, 1.0), [1, 2, 3]),
        ((0.5, 0.5, 0.5, 0.0), [3]),
        ((0.5, 0.6, 0.72, 0.8), [2]),
        ((0.9, 0.95, 0.97, 1.0), []),
    ],
)
def test_a_game_turns_where_chances_change_and_its_end_is_no_news(
    shares: tuple[float, ...], turning: list[int]
) -> None:
    points = [point(move, share, 24 * (move < len(shares) - 1)) for move, share in enumerate(shares)]
    assert [turn.move for turn in turns(points)] == turning


@pytest.mark.exhaustive
def test_at_level_deep_a_page_tells_where_the_lead_came_from(tmp_path: Path) -> None:
    log, analysis = tmp_path / "g.jsonl", tmp_path / "a.out"
    run("play", "between_two_cities", "random", "greedy", "random", "--seed", "7", "-o", log)
    run("analyse", log, "-o", analysis, "--level", "deep", "--policy", "random", "--worlds", "4", "--candidates", "2")
    page = run("show", log, "--analysis", analysis, "--format", "html").stdout
    _, _, table = page.partition("where the lead came from</th>")
    accounts = [
        line["account"] for line in map(json.loads, analysis.read_text().splitlines()) if line["kind"] == "seat"
    ]
    rows = re.findall(r'<th scope="row">.*?</tr>', table.partition("</table>")[0], re.DOTALL)
    for row, account in zip(rows, accounts, strict=True):
        told = re.findall(r"<td[^>]*>([+-][\d.]+)", row)
        parts = [account[name] for name in ("lead", "start", "luck", "own", "others", "remainder")]
        assert told == [f"{value:+.1f}" for value in parts]
        for name in ("luck", "own", "others"):
            assert f"±\N{NO-BREAK SPACE}{account[f'{name}_se']:.1f}" in row
    assert "where the lead came from" not in analysed_page("neom")


@pytest.mark.parametrize("game", daily([*NAMES], 2))
def test_the_better_move_of_any_game_can_be_shown(game: str, tmp_path: Path) -> None:
    log = log_of(game, find_game(game).seats[0])
    analysis = made_up(log, tmp_path / "a.jsonl")
    data = data_of(game_page(raw_of(log), ComponentFiles(), analysis=analysis))
    assert len(data["better"]) == len([choice for choice in analysis.choices if choice.mark])
    assert any(drawn for drawn, *_ in data["better"].values())
    once = r"(?:; on the score sheet at once: (?:[^,]+ [+-][\d.]+(?:, |$))+)?"  # categories of the sheet, with points
    for drawn, lost, at_once, *others in data["better"].values():
        assert re.fullmatch(r"about \d+ points?( of lead)?", lost)
        assert re.fullmatch(once, at_once)
        for pieces in (drawn, *[pieces for _, pieces in others]):
            assert all(symbol < len(data["sizes"]) for _, symbol, *_ in pieces)


def test_a_placed_tile_is_a_ghost_where_the_better_move_puts_it() -> None:
    better = data_of(analysed_page("between_two_cities"))["better"]
    drawn = {step: [len(piece) for piece in pieces] for step, (pieces, *_) in better.items()}
    assert [4 in drawn[step] for step in ("49", "51", "60")] == [True] * 3
    assert drawn["48"].count(2) == 2, "a pick of two tiles"


def change(kind: str, number: int, **fields: object) -> Callable[[list[Line]], list[Line]]:
    """Changes some fields of a line of this kind."""

    def changed(lines: list[Line]) -> list[Line]:
        at = [place for place, line in enumerate(lines) if line["kind"] == kind][number]
        return [*lines[:at], lines[at] | fields, *lines[at + 1 :]]

    return changed


def _marked(**fields: object) -> Callable[[list[Line]], list[Line]]:
    return lambda lines: [line | fields if line.get("mark") else line for line in lines]


LUCK = {"kind": "luck", "line": 2, "move": 0, "draw": "tiles", "gains": [0, 0, 0], "se": [1, 1, 1]}
MALFORMED = {
    "unknown mark": _marked(mark="howler"),
    "mark that is markup": _marked(mark="<script>alert(1)</script>"),
    "huge loss": _marked(loss=1e300),
    "beyond all numbers": _marked(loss=10**400),
    "negative error": _marked(se=-1),
    "NaN": _marked(loss=float("nan")),
    "infinity": _marked(se=float("inf")),
    "no seat": change("choice", 0, seat=7),
    "negative seat": change("choice", 0, seat=-1),
    "chance above 1": change("chances", 1, chances=[2, -1, 0], high=[2, 2, 2]),
    "chances of other seats": change("chances", 1, chances=[1.0]),
    "chances that add up to 2": change("chances", 1, chances=[1, 1, 0], low=[0, 0, 0], high=[1, 1, 1]),
    "moves out of order": change("chances", 2, move=1),
    "another format": change("game", 0, analysis=99),
    "no players": change("game", 0, players=[]),
    "no end": lambda lines: lines[:-1],
    "no beginning": lambda lines: lines[1:],
    "twice begun": lambda lines: [lines[0], *lines],
    "effects of other seats": change("choice", 1, effects=[1.0, -1.0]),
    "places of other seats": change("chances", 1, places=[[0.5, 0.5], [0.5, 0.5]]),
    "leads of other seats": change("chances", 1, leads=[]),
    "a share above 1": change("seat", 0, best=1.5),
    "marks of another name": change("seat", 0, marks={"howler": 1}),
    "a mark for no loss": _marked(loss=-5.0),
    "a mark of another loss": _marked(mark="blunder", loss=1.5),
    "a mark that no seat has": change("choice", 0, mark="blunder", loss=9.0),
    "no worlds": change("choice", 0, worlds=0),
    "worse moves without a mark": change("choice", 0, worse=[{"type": "pick", "tiles": ["park", "park"]}]),
    "gains without a mark": change("choice", 0, gains={"parks": 1.0}),
    "gains beyond all measure": _marked(gains={"parks": 1e9}),
    "another loss of a seat": change("seat", 0, loss=55.0),
    "another name of a seat": change("seat", 0, player="nobody"),
    "another id": change("choice", 0, id="another"),
    "bars that fall": lambda lines: [lines[0] | {"terms": lines[0]["terms"] | {"bars": [4, 2, 1]}}, *lines[1:]],
    "nothing before the end": lambda lines: [line for line in lines if line["kind"] != "chances"],
    "empty": lambda lines: [],
    "luck of other seats": lambda lines: [*lines[:1], lines[0] | LUCK | {"gains": [1.0]}, *lines[1:]],
    "luck with a negative error": lambda lines: [*lines[:1], lines[0] | LUCK | {"se": [1, 1, -1]}, *lines[1:]],
    "deep": lambda lines: [*lines[:1], json.loads("[" * 500 + "]" * 500), *lines[1:]],
    "long": change("choice", 0, best={"type": "x" * 100_000}),
}
"""Files that are refused whatever the log is."""
OTHER = {
    "other players": lambda lines: summed(change("game", 0, players=["greedy", "random", "<b>x"])(lines)),
    "other game": change("game", 0, game="neom"),
    "another move played": lambda lines: summed(
        change("choice", 3, played={"type": "pick", "tiles": ["park"] * 2})(lines)
    ),
    "no move at all": lambda lines: summed(change("choice", 3, best={"type": "<img src=x onerror=alert(1)>"})(lines)),
    "illegal better move": _marked(best={"type": "place", "tile": "park", "city": "left", "cell": [99, 99]}),
    "moves beyond the end": change("chances", -1, move=10**9),
    "a line of another move": change("choice", 3, line=3),
    "another round": change("chances", 1, round=7),
    "a choice that is not told": lambda lines: summed([line for line in lines if line.get("move") != 5]),
    "a round that is not told": lambda lines: [line for line in lines if line.get("round") != 2],
    "a result that is none": change("chances", -1, playouts=24),
    "another winner": change("chances", -1, chances=[1.0, 0.0, 0.0], low=[1.0, 0.0, 0.0], high=[1.0, 0.0, 0.0]),
    "another lead": change("chances", -1, leads=[30.0, -30.0, -30.0]),
    "a worse move that is the best": lambda lines: [
        line | {"worse": [line["best"]]} if line.get("mark") else line for line in lines
    ],
    "a worse move that was played": lambda lines: [
        line | {"worse": [line["played"]]} if line.get("mark") else line for line in lines
    ],
    "an illegal worse move": _marked(worse=[{"type": "pick", "tiles": ["mint", "mint"]}]),
    "a mark for the best move": lambda lines: summed(
        [line | {"best": line["played"]} if line.get("mark") else line for line in lines]
    ),
}
"""Files that look right, and say of this game what cannot be."""


@pytest.mark.parametrize("wrong", daily([*OTHER, *MALFORMED], 12))
def test_a_wrong_analysis_gives_one_message(wrong: str, tmp_path: Path) -> None:
    changed = (MALFORMED | OTHER)[wrong](lines_of("between_two_cities"))
    path = write(tmp_path / "a.jsonl", changed)
    page = tmp_path / "x.html"
    log = log_path("between_two_cities")
    message = usage("show", log, "--analysis", path, "--format", "html", "-o", page)
    assert message.startswith(f"{path}:")
    assert len(message) < 500
    assert not page.exists()
    if wrong in MALFORMED:
        assert usage("report", log, "--analysis", path, "-o", tmp_path / "site") == message
        return
    result = run("report", log, "--analysis", path, "-o", tmp_path / "site")
    assert result.stderr.count("not shown: ") == 1
    assert message.strip() in result.stderr
    (made,) = (tmp_path / "site" / "games").glob("*.html")
    assert "Who was winning" not in made.read_text()
    assert run("report", log, "--analysis", path, "-o", tmp_path / "site").stderr == result.stderr, "it is said again"


def test_why_nothing_could_be_said_is_told(tmp_path: Path) -> None:
    begun = lines_of("neom")[0]
    path = write(tmp_path / "a.jsonl", [begun, {"kind": "skipped", "id": begun["id"], "reason": "draws <b> unseen"}])
    assert "has no analysis of this game: draws <b> unseen" in usage("show", log_path("neom"), "--analysis", path)
    run("report", log_path("neom"), "--analysis", path, "-o", tmp_path / "site")


def test_another_game_may_follow(tmp_path: Path) -> None:
    path = write(tmp_path / "a.jsonl", [line for game in GAMES for line in lines_of(game)])
    for game in GAMES:
        shown = run("show", log_path(game), "--analysis", path, "--format", "html").stdout
        assert "Who was winning" in shown


def test_binary_is_no_analysis(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    for content in (b"\x00\xff" * 50 + b"\n", b"[" * 5000 + b"\n", b"{}\n", b"\xff" * (1 << 18)):
        path.write_bytes(content)
        assert "no line of an analysis" in usage("show", log_path("neom"), "--analysis", path)


def test_an_analysis_that_is_cut_off_can_be_gone_on_with(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    whole = analysis_path("neom").read_bytes()
    for size, line in ((len(whole) - 10, whole.count(b"\n")), (whole.index(b"\n") + 20, 2)):
        path.write_bytes(whole[:size])
        expected = f"{path}:{line}: the line is cut off; run the same `analyse` again"
        assert expected in usage("show", log_path("neom"), "--analysis", path)


def test_an_analysis_of_other_games_is_told_and_not_shown(tmp_path: Path) -> None:
    two, neom = (analysis_path(game) for game in GAMES)
    assert "has no analysis of this game" in usage("show", log_path("neom"), "--analysis", two, "--format", "html")
    both = run("report", log_path("neom"), "--analysis", two, "--analysis", neom, "-o", tmp_path / "site")
    assert f"not shown: what is said of 1 game not among these; see {two}:1\n" in both.stderr
    (page,) = (tmp_path / "site" / "games").glob("*.html")
    assert "Who was winning" in page.read_text()
    assert "is for a folder" in usage("report", log_path("neom"), "--analysis", neom, "-o", tmp_path / "one.html")
    run("report", log_path("neom"), "-o", tmp_path / "site")
    assert "Who was winning" not in page.read_text(), "without the analysis it is another page"


def test_a_player_is_told_the_average_loss(tmp_path: Path) -> None:
    run("report", log_path("neom"), "--analysis", analysis_path("neom"), "-o", tmp_path / "site")
    told = {line["player"]: line["loss"] for line in lines_of("neom") if line["kind"] == "seat"}
    pages = [path.read_text() for path in (tmp_path / "site" / "players").glob("*.html")]
    for player, loss in told.items():
        (page,) = [page for page in pages if f"<title>{player}</title>" in page]
        assert f"<dt>points lost per choice</dt><dd>{loss:.2f}" in page
    run("report", log_path("neom"), "-o", tmp_path / "plain")
    assert not any("lost per choice" in path.read_text() for path in (tmp_path / "plain" / "players").glob("*.html"))


@pytest.mark.parametrize(("game", "clear_to"), [("neom", 2), ("between_two_cities", 1)])
def test_a_player_is_told_the_loss_by_thirds_of_the_rounds(game: str, clear_to: int, tmp_path: Path) -> None:
    """Where most is lost is told of those alone with whom it is more than chance."""
    run("report", log_path(game), "--analysis", analysis_path(game), "-o", tmp_path / "site")
    lines = lines_of(game)
    first = {line["round"]: line["move"] for line in reversed(lines) if line["kind"] == "chances"}
    pages = [path.read_text() for path in (tmp_path / "site" / "players").glob("*.html")]
    sentences = 0
    for seat, player in enumerate(lines[0]["players"]):
        (page,) = [page for page in pages if f"<title>{player}</title>" in page]
        told = re.findall(r'row">(first|middle|last)</th><td class="number">(.*?)</td><td class="number">(\d+)', page)
        assert len(told) == 3
        clear = {}
        for third, (name, points, count) in enumerate(told):
            losses = [
                -line["effects"][seat]
                for line in lines
                if line["kind"] == "choice" and line["seat"] == seat
                for at in [max(step for step in first if first[step] <= line["move"])]
                if third < 3 * at / max(first) <= third + 1
            ]
            assert len(losses) == int(count)
            assert abs(sum(losses) / len(losses) - float(points)) <= 0.0051
            clear[name] = fmean(losses) > 2 * stdev(losses) / len(losses) ** 0.5
        phase, points, _ = max(told, key=lambda third: float(third[1]))
        sentence = f"Most is lost in the <b>{phase}</b> third: {points} points a choice."
        assert (sentence in page) == clear[phase]
        sentences += sentence in page
        assert ("below 0 is chance" in page) == any(points.startswith("-") for _, points, _ in told)
        assert "Points lost per choice</title>" not in page, "one game is no course"
    assert sentences == clear_to


@pytest.mark.exhaustive
def test_the_average_losses_of_five_games_are_a_line_in_their_order(tmp_path: Path) -> None:
    """The same game under five ids, with losses made up."""
    wanted, logs, lines = [1.0, 3.0, 0.5, 2.0, 4.0], list[bytes](), list[Line]()
    for number, loss in enumerate(wanted):
        head, _, rest = log_path("neom").read_bytes().partition(b"\n")
        logs.append(json.dumps(json.loads(head) | {"id": f"game-{number}"}).encode() + b"\n" + rest)
        more: dict[str, Line] = {
            "game": {"hash": blake2b(logs[-1], digest_size=16).hexdigest()},
            "choice": {"effects": [-loss, -loss]},
        }
        lines += summed([line | {"id": f"game-{number}"} | more.get(line["kind"], {}) for line in lines_of("neom")])
    (tmp_path / "log.jsonl").write_bytes(b"".join(logs))
    analysis = write(tmp_path / "a.out", lines)
    run("report", tmp_path / "log.jsonl", "--analysis", analysis, "-o", tmp_path / "site", "--no-validate")
    for path in (tmp_path / "site" / "players").glob("*.html"):
        average = re.findall(r"points lost per choice</dt><dd>(-?[\d.]+)", path.read_text())
        thirds = re.findall(
            r'row">(?:first|middle|last)</th><td class="number">(.*?)</td><td class="number">(\d+)', path.read_text()
        )
        together = sum(float(points) * int(count) for points, count in thirds) / sum(int(count) for _, count in thirds)
        assert abs(float(average[0]) - together) < 0.011
        _, _, chart = path.read_text().partition("<title>Points lost per choice</title>")
        heights = [float(y) for y in re.findall(r'<circle[^>]*cy="([\d.]+)"', chart.partition("</svg>")[0])]
        assert len(heights) == len(wanted)
        units = [(heights[0] - y) / (loss - 1) for y, loss in zip(heights[1:], wanted[1:], strict=True)]
        assert min(units) > 0
        assert max(units) - min(units) < 1, "in proportion"


def test_text_tells_the_mark_and_the_chances() -> None:
    show = ("show", log_path("neom"), "--analysis", analysis_path("neom"))
    shown = run(*show, "--move", "80", "--seat", "1").stdout
    assert (
        "last move: random's inaccuracy, which cost 5.7 ± 0.3 points of lead (± one standard error); better: builds"
        in shown
    )
    assert "chances to win, after move 78: greedy 0.98 (0.83 to 1.00), random 0.02 (0.00 to 0.17)" in shown
    assert "last move" not in run(*show, "--move", "2").stdout
    assert "chances to win" not in run(*show).stdout, "a result is no opinion"
    assert "greedy: 0.88 ± 0.27 points lost per choice; 2 mistakes\nrandom: 1.94 ± 0.46 points" in run(*show).stdout
    assert run(*show).stdout.count("(a bot's opinion, ± one standard error)") == 1
    assert "points lost per choice; 3 inaccuracies, 3 mistakes\n" in run(*show).stdout
    assert "leave it out" in usage(*show, "--format", "svg")


def test_who_plays_alone_is_not_told_who_was_winning(tmp_path: Path) -> None:
    log, analysis = tmp_path / "g.jsonl", tmp_path / "a.out"
    run("play", "neom", "greedy", "--seed", "7", "-o", log)
    run("analyse", log, "-o", analysis, "--level", "quick", "--policy", "random")
    page = run("show", log, "--analysis", analysis, "--format", "html").stdout
    assert "Who was winning" not in page
    assert "<h2>A bot&#39;s opinion</h2>" in page
    points = [line for line in map(json.loads, analysis.read_text().splitlines()) if line["kind"] == "chances"]
    assert f"it expected a score of {points[0]['leads'][0]:.1f}." in page
    assert "Nobody has looked for mistakes in this game." in page
    assert page.index("Nobody has looked") < page.index("<h2>A bot&#39;s opinion</h2>")
    assert page.index("analyse --level normal") > page.index('id="of-about"'), "a command is no answer"
    shown = run("show", log, "--analysis", analysis, "--move", str(points[1]["move"])).stdout
    assert f"expected score, after move {points[1]['move']}: {points[1]['leads'][0]:.1f}\n  (a bot's opinion)" in shown
    assert "chances to win" not in shown


def test_text_tells_nobody_else_what_would_have_been_better() -> None:
    """It may be known from the hand alone, in Between Two Cities the pick as well as the place."""
    log, analysis = log_path("between_two_cities"), analysis_path("between_two_cities")
    marks = [line for line in lines_of("between_two_cities") if line.get("mark")]
    (pick, place) = [next(mark for mark in marks if mark["played"]["type"] == kind) for kind in ("pick", "place")]

    def told(choice: Line, *seat: str) -> str:
        lines = run("show", log, "--analysis", analysis, "--move", str(choice["move"] + 1), *seat).stdout.splitlines()
        return next(line for line in lines if line.startswith("last move: ")).partition("better: ")[2]

    seats = range(len(lines_of("between_two_cities")[0]["players"]))
    assert told(pick, "--seat", str(pick["seat"])).startswith("picks ")
    assert told(place, "--seat", str(place["seat"])).startswith("places ")
    for choice in (pick, place):
        for others in [(), *[("--seat", str(seat)) for seat in seats if seat != choice["seat"]]]:
            assert told(choice, *others) == f"--seat {choice['seat']} tells it"
