"""What was written down wrong is taken back and mended, in the browser."""

from __future__ import annotations

from pathlib import Path

import pytest

from cityleague.replays.replay import validate
from tests.replays.people.tables import events, followed, setup_of
from tests.replays.serving.tapping import Tapper
from tests.replays.serving.test_recording import recorded
from tests.replays.serving.visiting import House, Page, Visitor, house


def begun(there: House, events_made: int, name: str = "by-hand") -> tuple[Visitor, Path, Page]:
    """A recorded game, written down again up to so many events."""
    header, made = recorded(name)
    visitor = there.visitor()
    visitor.post({f"player{seat}": one for seat, one in enumerate(header.players)}, f"/new/record/{header.game}")
    (file,) = Path(there.tables.folder.path).glob("*.jsonl")
    tapper, page = Tapper(visitor, setup_of(header), header.players), visitor.get(visitor.path)
    while len(so_far := events(lines := file.read_bytes().splitlines())) < events_made:
        who, what = made[len(so_far)]
        state = followed(header, lines)
        page = (
            tapper.draw(page, state.pending(), what)  # type: ignore[arg-type]
            if isinstance(who, str)
            else tapper.move(page, state, who, what)
        )
    return visitor, file, visitor.get(visitor.path)


def made_in(file: Path) -> list[object]:
    """What the log has."""
    return list(events(file.read_bytes().splitlines()))


def test_undo_stands_beside_each_move(tmp_path: Path) -> None:
    with house(tmp_path) as there:
        visitor, file, page = begun(there, 6)
        before = made_in(file)
        page = visitor.post(page.form("Undo"))
        assert page.parts["said"].startswith("Taken back: ")
        assert made_in(file) == before[:-1]
        page = visitor.post(page.form("Play again"))
        assert page.parts["said"] == "Played again: 1 event."
        assert made_in(file) == before


def test_a_tap_on_a_move_goes_back_to_it_and_what_followed_is_played_again(tmp_path: Path) -> None:
    with house(tmp_path) as there:
        visitor, file, page = begun(there, 16)
        before = made_in(file)
        back = next(one for one in page.links if "back=" in one.to)
        whole = visitor.get(page.link("From the beginning").to)
        assert len([one for one in whole.links if "back=" in one.to]) > len(
            [one for one in page.links if "back=" in one.to]
        )
        third = next(one for one in whole.links if one.query.get("back") == ["2"])
        page = visitor.get(third.to)
        assert "Go back to move 2?" in page.parts["said"]
        assert made_in(file) == before
        page = visitor.post(page.form("Go back"))
        assert len(made_in(file)) < len(before)
        assert made_in(file) == before[: len(made_in(file))]
        page = visitor.post(page.form("Play again what was taken back"))
        assert made_in(file) == before
        assert back


def test_what_is_not_possible_any_more_is_told(tmp_path: Path) -> None:
    with house(tmp_path) as there:
        visitor, file, page = begun(there, 16)
        page = visitor.post({"do": "back", "moves": "0", "at": ""})
        question = there.tables.at(visitor.path.rpartition("/")[2]).table.question(0)  # type: ignore[union-attr]
        assert question is not None
        _, first = recorded("by-hand")[1][1]
        other = next(number for number, move in enumerate(question.legal) if not set(move.tiles) & set(first.tiles))  # type: ignore[union-attr]
        page = visitor.post({"do": "move", "seat": "0", "q": question.key, "move": str(other)})
        page = visitor.post(page.form("Play again what was taken back"))
        assert "Not possible any more: Ada (seat 0) places" in page.parts["said"]
        assert [one.finding for one in validate(str(file), still_running=True)] == [None]


def test_a_move_that_is_not_listed_is_put_together(tmp_path: Path) -> None:
    header, made = recorded("neom-by-hand")
    setup = setup_of(header)
    for number, (who, what) in enumerate(made):
        state = followed(header, [b"", *[_line(one) for one in made[:number]]]) if isinstance(who, int) else None
        if state is not None and isinstance(who, int) and what not in state.legal(who):
            break
    else:
        pytest.fail("all moves of this game are listed")
    with house(tmp_path) as there:
        visitor, file, page = begun(there, number + 1, "neom-by-hand")
        assert made_in(file)[number] == (who, what)
        page = visitor.post(page.form("Undo"))
        listed = [setup.game.canonical(one) for one in state.legal(who)]
        question = there.tables.at(visitor.path.rpartition("/")[2]).table.question(who)  # type: ignore[union-attr]
        assert question is not None
        form = {
            "do": "edited",
            "seat": str(who),
            "q": question.key,
            "move": str(listed.index(setup.game.canonical(what))),
        }
        page = visitor.post({**form, "part.pay": "gold", "at": f"?seat={who}&q={question.key}&edit={form['move']}"})
        assert page.status == 400
        page = visitor.post({**form, "part.cell": "[9,9]"})
        assert page.status == 400
        assert "NEOM-" in page.parts["said"]


def _line(one: object) -> bytes:
    import msgspec  # noqa: PLC0415

    who, what = one  # type: ignore[misc]
    return msgspec.json.encode({"seat": who, "move": what} if isinstance(who, int) else {"chance": who, "order": what})


def test_why_not_here_names_the_rule_and_its_sentence(tmp_path: Path) -> None:
    with house(tmp_path) as there:
        visitor, _, page = begun(there, 8)
        assert "Tap what is marked" in page.parts["asking"]
        key = page.form("Find")["q"]
        sheet = next(one for one in page.links if one.words.startswith("places") or "cell" in str(one.query.get("tap")))
        city = sheet.query["tap"][0].split()[1]
        page = visitor.get(f"?q={key}&why=city+{city}+700+700")
        assert "B2C-" in page.parts["asking"]
        page = visitor.get(f"?q={key}&why=city+{city}+x+y")
        assert "No legal move is like this." in page.parts["asking"]
        page = visitor.get(f"?q={key}&find=castle")
        assert "No legal move has castle" in page.parts["asking"]
