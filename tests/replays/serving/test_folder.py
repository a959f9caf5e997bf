"""The start page and the form of a new game."""

from __future__ import annotations

import shutil
from pathlib import Path
from urllib.parse import quote

import pytest

from cityleague.engine.registry import GAMES
from cityleague.replays.log import decode_header
from tests.replays.serving.visiting import house

EXAMPLES = Path("examples")


def test_games_that_go_on_come_first_then_the_latest(tmp_path: Path) -> None:
    for number, day in enumerate(("2026-03-01", "2026-05-01", "2026-04-01")):
        text = (EXAMPLES / "by-hand.jsonl").read_text("utf-8")
        (tmp_path / f"{number}.jsonl").write_text(text.replace('"players"', f'"date":"{day}","players"', 1), "utf-8")
    lines = (EXAMPLES / "by-hand.jsonl").read_text("utf-8").splitlines()
    (tmp_path / "half.jsonl").write_text("\n".join(lines[:9]) + "\n", "utf-8")
    (tmp_path / "broken.jsonl").write_text("no game\n", "utf-8")
    shutil.copy(EXAMPLES / "neom.jsonl", tmp_path / "several.jsonl")
    with house(tmp_path) as there:
        page = there.visitor().get("/")
        games = [link.to for link in page.links if link.to.startswith("/game/")]
        assert games == [f"/game/{name}.jsonl" for name in ("half", "1", "2", "0")]
        assert "3 games in one file" in page.text
        assert "broken.jsonl" in page.text
        assert "Ada, Ben, Cleo" in page.text
        assert "2026-05-01" in page.text
        assert str(tmp_path) not in page.text


def test_only_files_of_the_folder_are_games(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    shutil.copy(EXAMPLES / "by-hand.jsonl", outside / "secret.jsonl")
    inside = tmp_path / "inside"
    inside.mkdir()
    (inside / "link.jsonl").symlink_to(outside / "secret.jsonl")
    (inside / "below").mkdir()
    shutil.copy(EXAMPLES / "by-hand.jsonl", inside / ".hidden.jsonl")
    with house(inside) as there:
        visitor = there.visitor()
        assert "There is no game" in visitor.get("/").text
        for name in ("link.jsonl", ".hidden.jsonl", "..%2Foutside%2Fsecret.jsonl", "%2Fetc%2Fpasswd", "below"):
            for place in ("/game/", "/page/"):
                assert visitor.get(place + name).status == 404
        for name in ("..%2Fserver.py", "page.html", "table.html"):
            assert visitor.get(f"/static/{name}").status == 404


def test_any_name_of_a_file_stands_in_addresses(tmp_path: Path) -> None:
    over, running = "a#b?c%41.jsonl", "ä & %2F;a=b#.jsonl"
    shutil.copy(EXAMPLES / "by-hand.jsonl", tmp_path / over)
    lines = (EXAMPLES / "by-hand.jsonl").read_bytes().splitlines(keepends=True)
    (tmp_path / running).write_bytes(b"".join(lines[:9]))
    with house(tmp_path) as there:
        visitor = there.visitor()
        links = {link.words: link.to for link in visitor.get("/").links if link.to.startswith("/game/")}
        assert sorted(links.values()) == sorted(f"/game/{quote(name)}" for name in (over, running))
        ended = visitor.get(f"/game/{quote(over)}")
        assert (ended.status, visitor.path) == (200, f"/page/{quote(over)}")
        table = visitor.post({"do": "open"}, f"/game/{quote(running)}")
        assert (table.status, visitor.path) == (200, f"/game/{quote(running)}")
        visitor.known.clear()
        visitor.path = "/"
        undone = visitor.post({"do": "undo"}, f"/game/{quote(running)}")
        assert (undone.status, visitor.path) == (200, f"/game/{quote(running)}")


@pytest.mark.parametrize("how", ["record", "play"])
@pytest.mark.parametrize("game", GAMES)
def test_each_game_has_its_form(game: str, how: str, tmp_path: Path) -> None:
    with house(tmp_path) as there:
        page = there.visitor().get(f"/new/{how}/{game}")
        assert page.status == 200
        assert "player0" in page.ids
        box = "No rulebook states all numbers" in page.text
        assert box == (how == "record" and game in ("card_city_xl", "city_tycoon", "neom", "twentieth_century"))
        assert there.visitor().get(f"/rules/{game}").status == 200


@pytest.mark.parametrize(
    ("form", "said"),
    [
        ({"player0": "Ada", "player2": "Ben"}, "Player 2 is missing"),
        ({"player0": "Ada"}, "Between Two Cities is for 2 to 7 players, not 1"),
        ({}, "not 0"),
        ({"player0": "A" * 201, "player1": "Ben"}, "a name has 1 to 200 characters"),
        ({"player0": "Ada", "player1": "Ben", "option.seating": "standing"}, "seating"),
        ({"player0": "Ada", "player1": "Ben", "components": "../box.json"}, "no component file"),
    ],
)
@pytest.mark.parametrize("how", ["record", "play"])
def test_a_wrong_form_is_told_and_keeps_what_was_typed(
    form: dict[str, str], said: str, how: str, tmp_path: Path
) -> None:
    with house(tmp_path) as there:
        visitor = there.visitor()
        page = visitor.post(form, f"/new/{how}/between_two_cities")
        assert page.status == 400
        assert said in page.text
        for name, value in form.items():
            if name.startswith("player"):
                assert page.marks[name]["value"] == value
    assert not list(tmp_path.iterdir())


def test_a_bot_that_is_not_built_in_has_no_seat(tmp_path: Path) -> None:
    with house(tmp_path) as there:
        form = {"player0": "Ada", "bot1": "exec:sh -c true"}
        page = there.visitor().post(form, "/new/play/between_two_cities")
        assert page.status == 400
        assert "has the bots easy, good, strong, random, greedy, mcts, heuristic" in page.text


def test_an_evening_has_its_options_title_place_and_seed(tmp_path: Path) -> None:
    with house(tmp_path) as there:
        form = {f"player{seat}": name for seat, name in enumerate(("Ada", "Ben"))}
        form |= {"option.level": "normal", "option.variants": "architect", "title": "Sunday", "place": "At Ada's"}
        visitor = there.visitor()
        page = visitor.post({**form, "seed": "7"}, "/new/record/card_city_xl")
        assert page.status == 200
        (file,) = tmp_path.glob("*.jsonl")
        header = decode_header(file.read_bytes().splitlines()[0])
        assert (header.title, header.place, header.seed) == ("Sunday", "At Ada's", "7")
        assert header.options["level"] == "normal"
        assert header.options["variants"] == ["architect"]
        assert header.id
        assert "Sunday: Ada, Ben" in visitor.get("/").text


def test_a_component_file_beside_the_games_can_be_chosen(tmp_path: Path) -> None:
    from cityleague.engine.registry import game as find_game  # noqa: PLC0415

    packaged = find_game("city_tycoon").file("components.json").decode()
    (tmp_path / "mine.json").write_text(packaged.replace('"game"', '"name": "my box", "game"', 1), "utf-8")
    (tmp_path / "other.json").write_text("{}", "utf-8")
    (tmp_path / "own.json").write_bytes(find_game("city_tycoon").file("components.json") + b"\n")
    with house(tmp_path) as there:
        visitor = there.visitor()
        page = visitor.get("/new/record/city_tycoon")
        assert "own.json" in page.text
        assert "other.json" not in page.text
        form = {"player0": "Ada", "player1": "Ben", "components": "own.json"}
        assert visitor.post(form, "/new/play/city_tycoon").status == 200
