"""Names that are typed at a table can be seen, and told from each other; what a log may have stays as it is."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from cityleague.replays.log import encode
from cityleague.replays.people import TableError, new_header
from cityleague.replays.replay import validate
from tests.cli.helpers import usage
from tests.replays.serving.visiting import house

from .tables import header_of, table_of

UNSEEN = {
    "zero width": "\u200b",
    "spaces": "   ",
    "space of no width": "\ufeff",
    "Hangul filler": "\u3164",
    "half Hangul filler": "\uffa0",
    "Braille blank": "\u2800",
    "no-break space": "\xa0",
    "soft hyphen": "A\xadda",
    "override": "\u202eadA",
    "mark": "Ada\u200f",
    "isolate": "Ada\u2066",
    "control": "Ada\x07",
    "tag": "Ada\U000e0041",
    "joiner": "Ada\u200d",
    "separator": "Ada\u2028",
    "variation": "Ada\ufe0f",
    "private": "Ada\ue000",
    "unassigned": "Ada\U000effff",
}
ALIKE = [
    ("Ada", "ADA"),
    ("Zoë", "Zoe\u0308"),
    ("Ada B", "Ada  B"),
    ("Straße", "STRASSE"),
    ("Ada", "Ａｄａ"),
    ("ﬁn", "fin"),
]
FINE = ["Ada", "Zoe\u0308", "Ада", "李 雷", "👩\u200d🚀", "❤\ufe0f", "می\u200cخواهم", "क्\u200dष", "O'Brien-Łoś", "x"]


def header(*names: str) -> object:
    """The header of a game of these people."""
    return new_header("between_two_cities", names, options={}, components=None, seed="7")


@pytest.mark.parametrize("name", UNSEEN.values(), ids=UNSEEN)
def test_a_name_that_is_not_seen_whole_is_refused(name: str) -> None:
    with pytest.raises(TableError, match="cannot be a player's name: a name has 1 to 200 characters that can be seen"):
        header("Ben", name)


@pytest.mark.parametrize(("name", "other"), ALIKE)
def test_names_that_look_alike_are_refused(name: str, other: str) -> None:
    with pytest.raises(TableError, match="look alike: give one of them another name"):
        header(name, "Ben", other)


def test_names_of_all_languages_are_fine() -> None:
    assert header(*FINE[:7])
    assert header(*FINE[3:])


def test_wherever_names_are_typed_the_same_is_said(tmp_path: Path) -> None:
    path, said = tmp_path / "g.jsonl", "'Ada\\u200b' cannot be a player's name: a name has 1 to 200 characters"
    alike = '"Ada" and "ADA" look alike'
    for names, message in ((["Ada", "Ada\u200b"], said), (["Ada", "ADA"], alike)):
        assert message in usage("record", "between_two_cities", *names, "-o", path)
        assert message in usage("record", "between_two_cities", *names, "--final", "-o", path)
        assert message in usage("play", "between_two_cities", *[f"{name}=me" for name in names], "-o", path)
        assert not path.exists()
        with house(tmp_path) as there:
            form = {f"player{seat}": name for seat, name in enumerate(names)}
            for how in ("record", "play"):
                page = there.visitor().post(form, f"/new/{how}/between_two_cities")
                assert page.status == 400
                assert message in page.parts.get("said", page.text).replace("&#39;", "'").replace("&#34;", '"')
        assert not [*tmp_path.glob("*.jsonl")]


def test_a_log_may_have_such_names_as_before(tmp_path: Path) -> None:
    table = table_of(header_of("between_two_cities", 3))
    players = ("Ada", "ADA", "\u3164")
    lines = [encode(replace(table.header, players=players)), *table.lines[1:]]
    path = tmp_path / "g.jsonl"
    path.write_bytes(b"".join([line + b"\n" for line in lines]))
    assert [report.finding for report in validate(str(path), still_running=True)] == [None]
