"""What others have done is told to whoever plays: all of it, on the boards too, in words as people use them."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from cityleague.engine.looks.svg import pictures_of
from cityleague.engine.registry import GAMES
from cityleague.engine.registry import game as find_game
from cityleague.replays.log import MoveEvent
from cityleague.replays.people import Table
from cityleague.replays.people.steps import Step, only
from cityleague.replays.serving import Seated
from cityleague.replays.serving.news import ended
from cityleague.replays.testing.games import course, setups
from tests.replays.serving.test_playing import begin, move_once, when_asked
from tests.replays.serving.visiting import House, Page, house

from ...rows import daily

MOVES = 10
TABLE_TALK = re.compile(
    r"You \w+s\b(?<!this)|\byou\'s\b|\bof You\b|What You knows|\bseats? \d|City \d+: |Chance: "
    r"|No legal move is like this|your secret choice| at -?\d+, -?\d+"
)
"""What no page of a table says, where its players have names."""


def plainly(page: Page) -> None:
    """Fail if the words of a page are not those of people."""
    for name, words in page.parts.items():
        if name not in ("symbols", "phones"):
            assert not (found := TABLE_TALK.search(words)), f"{found[0]!r} in {name}: {words}"


@pytest.mark.parametrize("game", daily([*GAMES]))
def test_every_move_of_others_is_told(game: str, tmp_path: Path) -> None:
    with house(tmp_path) as there:
        visitor = begin(there, game, 1, 2)
        seated = there.tables.at(visitor.path.rpartition("/")[2])
        assert seated
        told: set[int] = set()
        framed = 0
        for _ in range(MOVES):
            page = when_asked(visitor)
            if "end" in page.parts:
                break
            plainly(page)
            steps = seated.table.steps[: int(page.marks["top"]["data-steps"]) + 1]  # it may have gone on meanwhile
            moves = [at for at, step in enumerate(steps) if isinstance(step.event, MoveEvent)]
            mine = [at for at in moves if getattr(steps[at].event, "seat", None) == 0]
            chosen = [at for at in mine if not only(seated.setup, steps[at].before.legal(0))]
            news = [int(number) for number in re.findall(r'<li data-news="(\d+)"', page.text)]
            assert news == [at for at in moves if at > max(chosen, default=-1)], "so is one's own that was not chosen"
            shown = {int(number) for number in re.findall(r'class="new seat\d" data-news="(\d+)"', page.text)}
            assert shown <= {*news}
            told |= {*news}
            framed += len(shown)
            plainly(move_once(visitor, page))
        assert told
        assert framed or game == "twentieth_century", "its first moves are about land that lies on no board"


@pytest.mark.parametrize("game", daily([*GAMES], 2))
def test_somebody_who_writes_a_game_down_is_asked_in_the_third_person(game: str, tmp_path: Path) -> None:
    with house(tmp_path) as there:
        visitor = there.visitor()
        seats = max(find_game(game).seats[0], 2)
        names = ["Ada", "Ben", "Cleo"][:seats]
        form = {f"player{seat}": name for seat, name in enumerate(names)}
        page = visitor.post({**form, "seed": "3"}, f"/new/record/{game}")
        for _ in range(MOVES):
            plainly(page)
            assert page.seat is not None
            assert re.match(f"(What did )?{names[page.seat]} ", page.parts["question"]), page.parts["question"]
            page = move_once(visitor, page)


def test_a_name_of_its_own_is_left_to_each_table(tmp_path: Path) -> None:
    with house(tmp_path) as there:
        page = _first(there)
        assert page.parts["players"].split()[0] == "You"
        assert "P0" not in page.parts["players"]


def _first(there: House) -> Page:
    return when_asked(begin(there, "between_two_cities", 1, 1))


@pytest.mark.exhaustive
def test_a_secret_move_is_told_without_what_it_holds(tmp_path: Path) -> None:
    """In Card City XL, what others take holds a card that lies face down."""
    with house(tmp_path) as there:
        visitor = begin(there, "card_city_xl", 1, 2)
        seen = ""
        for _ in range(MOVES):
            if "end" in (page := when_asked(visitor)).parts:
                break
            seen += page.parts["log"]
            move_once(visitor, page)
        assert "Greedy decided in secret." in seen
        assert seen.count("in secret") == seen.count("decided in secret.")


@pytest.mark.parametrize("game", daily([*GAMES], 2))
def test_the_end_of_each_round_is_told_once(game: str) -> None:
    setup, names = next(setup for setup in setups(game).values() if setup.seats == 3), ["Ada", "Ben", "Cleo"]
    pictures, told = pictures_of(setup.game), list[str]()
    assert pictures
    drawn = [pictures.picture(setup, state.view(None), names) for state, _ in course(setup, "b")]
    for before, after in pairwise(drawn):
        told += [words] if (words := ended(before, after)) else []
    heads = [words.partition(" is over")[0] for words in told]
    periods = {"neom": ["The draft", "Generation 1", "Generation 2"], "between_two_cities": ["Round 1", "Round 2"]}
    rounds = {"card_city_xl": 10, "city_tycoon": 4, "twentieth_century": 6}
    assert heads == periods.get(game, [f"Round {number + 1}" for number in range(rounds.get(game, 1) - 1)])
    assert all(re.fullmatch(r"[\w ]+ is over\.", words) for words in told)


@pytest.mark.parametrize("game", daily(["city_tycoon", "twentieth_century"], 2))
def test_what_one_has_more_or_less_of_is_told_though_no_move_says_it(game: str, tmp_path: Path) -> None:
    """It stands in the list of moves, which a tap on the latest ones opens."""
    what, part = {"city_tycoon": ("money", "money"), "twentieth_century": ("coins", "players")}[game]

    def counted(state: Any) -> int:
        own = getattr(state.view(0), part)[0]
        return int(getattr(own, "coins", own))

    with house(tmp_path) as there:
        visitor = begin(there, game, 1, 2)
        seated = there.tables.at(visitor.path.rpartition("/")[2])
        assert seated
        seen = 0
        for _ in range(40):
            page = when_asked(visitor)
            state, made, shown = seated.table.state, seated.table.steps, int(page.marks["top"]["data-steps"]) + 1
            steps, now = made[:shown], counted(made[shown].before if len(made) > shown else state)
            mine = [at for at, step in enumerate(steps) if getattr(step.event, "seat", None) == 0]
            chosen = [at for at in mine if not only(seated.setup, steps[at].before.legal(0))]
            if chosen and chosen[-1] == mine[-1] and mine[-1] + 1 < len(steps):  # not by itself
                before, after = [counted(steps[chosen[-1] + more].before) for more in (0, 1)]
                if now not in (before, after):
                    told = re.findall(rf"\b{what} (?:went )?from (\d+) to (\d+)", page.parts["log"])
                    assert (int(told[0][0]) in (before, after), told[0][1]) == (True, str(now))
                    seen += 1
            move_once(visitor, page)
    assert seen


def test_a_move_made_for_somebody_is_never_taken_for_a_choice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Or a page that is drawn just then would leave out what was done before it."""
    plain, looked = Table.answer, list[tuple[Step, list[Step]]]()
    lookers = list[Thread]()
    with house(tmp_path) as there:
        visitor = begin(there, "neom", 1, 2)
        seated = there.tables.at(visitor.path.rpartition("/")[2])
        assert seated

        def look(made: Step, at: Seated) -> None:
            looked.append((made, [*at.forced]))

        def answer(table: Table, *said: Any, **more: Any) -> None:
            plain(table, *said, **more)
            made = [step for step in table.steps if getattr(step.event, "seat", None) == said[0]][-1]
            looker = Thread(target=look, args=(made, seated))
            looker.start()
            lookers.append(looker)
            looker.join(0.05)

        monkeypatch.setattr(Table, "answer", answer)
        while not seated.forced:
            move_once(visitor, when_asked(visitor))
        for looker in lookers:
            looker.join()
        for made, forced in looked:
            assert (made in forced) == (made in seated.forced)


def test_whoever_plays_reads_where_points_come_from(tmp_path: Path) -> None:
    """NEOM begins below zero: a city without homes and power is worth less than nothing."""
    with house(tmp_path) as there:
        page = when_asked(begin(there, "neom", 1, 2))
        total = re.findall(r"Greedy: (-\d+)", page.parts["points"])[0]
        assert f"Greedy {total}" in " ".join(page.parts["players"].split())
        for penalty in ("ghost town-10", "no power-5"):
            assert penalty in page.parts["points"]
        assert not when_asked(begin(there, "twentieth_century", 1, 2)).parts["points"].strip(), "holdings are secret"


def test_codes_for_phones_are_open_until_somebody_has_moved(tmp_path: Path) -> None:
    with house(tmp_path, lan="192.168.7.7") as there:
        visitor = begin(there, "between_two_cities", 2, 0)
        page = visitor.get("?seat=0")
        assert "<details open><summary>Own phones" in page.text
        move_once(visitor, page)
        assert "<details><summary>Own phones" in visitor.get("?seat=1").text
