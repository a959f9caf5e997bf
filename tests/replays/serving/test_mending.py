"""What was written down wrong is taken back and mended, in the browser."""

from __future__ import annotations

import contextlib
import re
from collections import Counter
from itertools import product
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest

from cityleague.engine.chance import Stream
from cityleague.engine.registry import GAMES
from cityleague.replays.log import counted
from cityleague.replays.people import Journal, Table
from cityleague.replays.replay import ComponentFiles, validate
from cityleague.replays.serving import Folder, Guard, Seated, Served, Tables
from tests.replays.people.tables import due, events, followed, header_of, played, setup_of, table_of
from tests.replays.people.test_lines import in_words, unlisted
from tests.replays.serving.tapping import Tapper
from tests.replays.serving.test_recording import recorded
from tests.replays.serving.visiting import House, Page, Visitor, answer_of, house, request_of
from tests.rows import daily


def begun(there: House, events_made: int, name: str = "by-hand") -> tuple[Visitor, Path, Page]:
    """A recorded game, written down again up to so many events."""
    header, made = recorded(name)
    visitor = there.visitor()
    visitor.post({f"player{seat}": player for seat, player in enumerate(header.players)}, f"/new/record/{header.game}")
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
        gone = len(before) - len(made_in(file))
        assert gone >= 1, "the last choice, and what it has left only one way to do"
        assert made_in(file) == before[:-gone]
        page = visitor.post(page.form("Play again"))
        assert page.parts["said"] == f"Played again: {counted(gone, 'event')}."
        assert made_in(file) == before


def test_a_tap_on_a_move_goes_back_to_it_and_what_followed_is_played_again(tmp_path: Path) -> None:
    with house(tmp_path) as there:
        visitor, file, page = begun(there, 16)
        before = made_in(file)
        back = next(link for link in page.links if "back=" in link.to)
        whole = visitor.get(page.link("From the beginning").to)
        assert len([link for link in whole.links if "back=" in link.to]) > len(
            [link for link in page.links if "back=" in link.to]
        )
        third = next(link for link in whole.links if link.query.get("back") == ["2"])
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
        assert "Not possible any more: Ada put" in page.parts["said"]
        assert [report.finding for report in validate(str(file), still_running=True)] == [None]


def test_a_move_that_is_not_listed_is_put_together(tmp_path: Path) -> None:
    header = header_of("neom", 3, "1")
    table = table_of(header, tmp_path / "neom.jsonl")
    made = played(table, Stream("1", "payments"))
    at, wanted = next(found for _ in made if due(table) for found in unlisted(table, due(table)[0]))
    with house(tmp_path) as there:
        visitor, file = there.visitor("/game/neom.jsonl"), tmp_path / "neom.jsonl"
        visitor.post(visitor.get(visitor.path).form("Go on writing"))
        before, (seat, *_) = made_in(file), due(table)
        question = there.tables.at("neom.jsonl").table.question(seat)  # type: ignore[union-attr]
        assert question is not None
        page = visitor.get(f"?seat={seat}&q={question.key}&edit={at}")
        form = page.sent
        assert form
        assert {"part.buy", "part.tile", "part.cell"} <= form.keys()
        page = visitor.post({**form, "part.buy": "gold bars"})
        assert (page.status, made_in(file)) == (400, before)
        assert page.parts["said"].startswith("Buy: ")
        page = visitor.post({**form, "part.cell": "[9,9]"})
        assert (page.status, made_in(file)) == (400, before)
        assert "#NEOM-" in page.text
        page = visitor.post({**form, "part.buy": in_words(wanted.buy)})
        assert page.status == 200
        assert made_in(file)[: len(before) + 1] == [*before, (seat, wanted)]


def test_why_not_here_names_the_rule_and_its_sentence(tmp_path: Path) -> None:
    with house(tmp_path) as there:
        visitor, _, page = begun(there, 8)
        assert page.parts["question"] == "What did Cleo put?"
        key = page.form("Find")["q"]
        tile = next(link for link in page.links if link.attributes.get("class") == "tile").to
        page = visitor.get(tile)
        space = next(link for link in page.links if link.words.startswith("free place"))
        city = space.query["tap"][1].split()[1]
        page = visitor.get(f"{tile}&why=city+{city}+700+700")
        assert "#B2C-" in page.text
        told = page.parts["asking"].partition(" The rule")[0]
        assert not re.search(r"[()\[\]]|-?\d, -?\d", told.partition("put")[2]), "once, and without numbers of cells"
        page = visitor.get(f"{tile}&why=city+{city}+x+y")
        assert "Nothing here answers the question above." in page.parts["asking"]
        page = visitor.get(f"?q={key}&why=city+{city}+x+y")
        assert "Choose a tile first." in page.parts["asking"]
        page = visitor.get(f"?q={key}&find=castle")
        assert "No legal move has `castle`." in page.parts["asking"]


_NONSENSE = (
    '"nonsense"',
    '""',
    "-1",
    "99999",
    "[99,-99]",
    "[]",
    "[[9,9]]",
    "true",
    "null",
    '["nonsense"]',
    "7 Ben x",
    "-",
)


@pytest.mark.parametrize("game", daily([*GAMES]))
def test_nonsense_in_any_part_of_a_move_is_refused_in_words(game: str, tmp_path: Path) -> None:
    """Of whatever type: what the rules refuse has no words, and is not put into any."""
    table, stream, told = table_of(header_of(game, 3), tmp_path / "g.jsonl"), Stream("1", "nonsense"), list[Any]()
    tables = Tables(Folder(str(tmp_path)))
    with contextlib.closing(tables):
        seen, statuses = set[type](), Counter[int]()
        guard = Guard(Served(tables).application(), 8765, tell=told.append)
        while table.pending() is not None and table.moves < 80:
            question = table.question(seat) if (seat := next(iter(due(table)), -1)) >= 0 else None
            kinds = {type(move): at for at, move in enumerate(question.legal)} if question else {}
            if question and len(question.legal) > 1 and kinds.keys() - seen:
                seated, length = tables.open("g.jsonl", None), len(table.steps)
                for kind, at in [item for item in kinds.items() if item[0] not in seen]:
                    seen.add(kind)
                    for name, text in product(kind.__struct_fields__, _NONSENSE):
                        form = {"do": "edited", "seat": seat, "q": question.key, "move": at, f"part.{name}": text}
                        request = request_of("/game/g.jsonl", "127.0.0.1:8765", urlencode(form).encode())
                        status, body = answer_of(guard, request)
                        assert not told, (kind, name, text, told)
                        assert status in (200, 400), (kind, name, text, status)
                        assert (status == 400) == (b'class="card finding"' in body)
                        statuses[status] += 1
                        if status == 200:
                            seated.table.cut(length)
                tables.close()
                table = Table(Journal(str(tmp_path / "g.jsonl")), table.header, ComponentFiles(), lines=table.lines)
            next(played(table, stream, 1), None)
    assert statuses[400] > 20


@pytest.mark.parametrize("game", daily([*GAMES], 2))
def test_what_cannot_be_played_again_is_told_in_words_in_any_game(game: str, tmp_path: Path) -> None:
    """In those of the position in which it was done, for it may have none where it cannot be done."""
    stopped = 0
    for number in range(12):
        stream = Stream(str(number), "again")
        table = table_of(header_of(game, 3))
        list(played(table, stream, 20 + 5 * number))
        with contextlib.closing(Seated("g.jsonl", table)) as seated:
            for _ in range(3):
                seated.back(max(0, table.moves - 1 - stream.below(12)))
                list(played(table, stream, 1))
                stopped += "Not possible any more: " in seated.again()
    assert stopped > 3
