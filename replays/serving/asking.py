"""What a seat is asked, as somebody answers it by pointing: at places on boards, then at what else moves differ in."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, reduce
from math import floor
from operator import and_, or_
from textwrap import shorten
from typing import Any, NamedTuple

from cityleague.engine.looks.picture import Picture, Symbol
from cityleague.engine.looks.svg import targets_of
from cityleague.engine.looks.targets import SENTENCE, Target, cell_of
from cityleague.engine.protocol import Setup
from cityleague.replays.people import (
    UNLIKE,
    Menu,
    Narrowed,
    Part,
    Question,
    choices,
    lasting_move,
    menu_of,
    narrowing_of,
    parts_of,
    value_of,
    verdict_at,
    why_not,
)
from cityleague.replays.serving.boards import Chip, Row, Spot, Tile, symbol_name
from cityleague.replays.serving.news import done_so_far
from cityleague.replays.serving.pointing import Pointed

_WHOLE = 40
"""So many moves are shown at once, of those that a search finds or for which nothing more is on the boards."""


class Asked(NamedTuple):
    """All that a page shows of a question, after what somebody has pointed at."""

    key: str
    seat: int
    chosen: int | None
    words: str
    has_parts: bool
    """Whether there may be other ways to make it that are not listed."""
    back: str
    """Where it leads to take the last choice back; empty if nothing is pointed at."""
    sentence: str
    """What to do now, in at most `SENTENCE` letters."""
    button: str
    tray: Sequence[Tile]
    spots: Sequence[Spot]
    ghosts: Sequence[tuple[Target, Symbol]]
    """Spaces that were tapped, each with what would lie there."""
    rows: Sequence[Row]
    moves: int
    is_found: bool
    """Whether words of a move have been looked for."""
    lasts: bool
    """Whether it is made whenever the seat is asked in this round."""
    parts: Sequence[Part]
    """The fields of the move whose parts are to be changed."""
    note: str


class Asking:
    """A question with the places of its moves; one is made for all that is pointed at while it is asked."""

    def __init__(
        self,
        setup: Setup,
        question: Question,
        names: Sequence[str],
        picture: Picture,
        verify: Callable[[int, Any], None],
        *,
        writes: bool = False,
    ) -> None:
        """`verify` raises IllegalMove as a state does; `writes`: somebody writes down what the seat has done."""
        self.setup, self.question, self.names, self.verify, self.writes = setup, question, names, verify, writes
        self.narrowing = narrowing_of(setup, question.view, question.legal)
        self._targets, self._lasting = targets_of(setup.game), lasting_move(setup, question.legal)
        tokens = dict.fromkeys([token for places in self.narrowing.places for token in places])
        where, view = getattr(self._targets, "targets", None), question.view
        self._at: dict[str, list[Target]] = {token: where(setup, view, picture, token) for token in tokens if where}
        face = getattr(self._targets, "face", lambda *_: None)
        faces = {token: face(setup, view, token, question.legal) for token in tokens}
        self._faces: dict[str, Symbol] = {token: drawn for token, drawn in faces.items() if drawn}
        """What lies on spaces and is compared: it lies in the tray, too."""
        self._drawn = {(sheet.key, piece.key): piece.symbol for sheet in picture.sheets for piece in sheet.pieces}
        self.tiles = self._tiles({sheet.key: bool(sheet.board) for sheet in picture.sheets})
        """What lies in the tray, in order: each token as often as it can be tapped, with how it looks."""
        about = getattr(self._targets, "about", None)
        self.about: Sequence[Symbol] = about(setup, question.view) if about else ()
        """What is to be placed or bid for, if it lies in no hand."""
        self._together: Sequence[str] = getattr(self._targets, "TOGETHER", ())

    @cached_property
    def menu(self) -> Menu:
        """The legal moves in words."""
        return menu_of(self.setup, self.question.view, self.question.legal, self.names)

    def after(self, pointed: Pointed) -> Asked:
        """What is left after what somebody has pointed at; what cannot be meant is forgotten, and said."""
        note = ""
        try:
            step = self.narrowing.after(pointed.taps, pointed.picks)
        except ValueError:
            pointed = pointed._replace(taps=(), picks=())
            step, note = self.narrowing.after(), "No legal move has all of this."
        found = self.menu.find(pointed.find) if pointed.find else []
        if pointed.find and not found:
            why = why_not(self, pointed.find)
            note = (self.menu.hint(pointed.find) or why) if why == UNLIKE else why
        if pointed.why:
            is_first = not pointed.taps and any(token in step.tokens for token, _ in self.tiles)
            why = "Choose a tile first." if is_first else self._why(pointed, step)
            note = why or "Nothing here answers the question above."
        edited = pointed.edit if pointed.edit is not None and pointed.edit < len(self.question.legal) else None
        lasts = self._lasting if pointed.lasts else None
        if len(sole := [lasts.at] if lasts else found) == 1:
            step = self.narrowing.after()._replace(moves=(sole[0],), told=(sole[0],), tokens=(), fields=())
        chosen = edited if edited is not None else step.chosen
        bare = pointed._replace(find="", why="", edit=None, lasts=False)
        up = self._up(bare, step)
        tray, rows, spots = self._tray(bare, step, up), list[Row](), list[Spot]()
        if edited is None:
            rows = self._rows(bare, step, found)
            if not (found or lasts or self.writes) and (turns := self._turns(bare)):
                rows, chosen = turns, turns[0].chips[0].move if chosen is None else chosen
        if edited is None and not found:
            spots = [*self._taken(bare), *self._lit(bare, step), *(self._else(bare) if chosen is not None else ())]
        sentence, button = self._sentence(step, chosen, up, bool(tray), bool(spots))
        if lasts:
            sentence = f"{lasts.words[0].upper()}{lasts.words[1:]}?"
        begun = bool(pointed.taps or pointed.picks or pointed.find or edited is not None or lasts)
        return Asked(
            self.question.key,
            self.question.seat,
            chosen,
            "" if chosen is None else self.menu.words[chosen],
            chosen is not None
            and self.setup.game.canonical(self.question.legal[chosen]) is not self.question.legal[chosen],
            bare.but(taps=bare.taps if bare.picks else bare.taps[:-1], picks=()) if begun else "",
            sentence,
            button,
            tray,
            spots,
            self._ghosts(up, chosen),
            rows,
            len(step.moves),
            bool(pointed.find),
            lasts is not None,
            parts_of(self.question.legal[edited]) if edited is not None else (),
            note,
        )

    # -- places

    def _tiles(self, is_board: Mapping[str, bool]) -> list[tuple[str, Symbol | None]]:
        """Tokens of things that lie on no board, and of those that a move puts on a space."""
        spaces = {token for token, at in self._at.items() if any(target.key is None for target in at)}
        put = {token for places in self.narrowing.places if places.keys() & spaces for token in places}
        most = reduce(or_, self.narrowing.places, Counter[str]())
        palette = getattr(self._targets, "palette", lambda *_: None)
        found, order = [], [*is_board]
        for token, at in self._at.items():
            if not at:
                found += [((len(order), 0.0, 0.0), token, palette(self.setup, token))] * most[token]
            elif token in self._faces:
                found.append(((0, at[0].y, at[0].x), token, self._faces[token]))
            elif token not in spaces and (token in put or not any(is_board[target.sheet] for target in at)):
                for target in at:
                    drawn = self._drawn[target.sheet, str(target.key)]
                    found.append(((order.index(target.sheet), target.y, target.x), token, drawn))
        return [(token, drawn) for _, token, drawn in sorted(found, key=lambda tile: tile[0])]

    def _up(self, pointed: Pointed, step: Narrowed) -> Counter[str]:
        """The places that were tapped, and those that all moves share that are left."""
        return reduce(and_, [self.narrowing.places[move] for move in step.moves]) | Counter(pointed.taps)

    def _tray(self, pointed: Pointed, step: Narrowed, up: Counter[str]) -> list[Tile]:
        alone, tapped, seen = self._alone(pointed, step), Counter(pointed.taps), Counter[str]()
        tray: list[Tile] = []
        for token, drawn in self.tiles:
            what, _, which = token.partition(" ")
            number, words = seen[token], drawn.title if drawn else token
            starts = what in self._together and not number and bool(tray)
            if what in self._together:
                number, words = 0, f"{words} ({which} {what})"
            tile = Tile(words, symbol_name(drawn) if drawn else "", starts=starts)
            is_next = token in step.tokens
            seen[token] += 1
            if number < tapped[token]:
                tile = tile._replace(to=self._without(pointed, token), is_up=True)
            elif number < up[token]:
                tile = tile._replace(is_up=True)
            elif is_next or tapped:
                taps = (*pointed.taps, token) if is_next else self._instead(pointed.taps, token)
                to = pointed.but(taps=taps, picks=pointed.picks * is_next)
                tile = tile._replace(to=to, move=alone.get(token) if is_next else None, is_next=is_next)
            tray.append(tile)
        return tray

    def _ghosts(self, up: Counter[str], chosen: int | None) -> list[tuple[Target, Symbol]]:
        """What would lie on the spaces that are chosen, if one tile is."""
        tiles = {token: drawn for token, drawn in self.tiles if up[token] and drawn and token not in self._faces}
        drawn = next(iter(tiles.values())) if len(tiles) == 1 else None
        if chosen is not None and (laid := getattr(self._targets, "laid", None)):
            drawn = laid(self.setup, self.question.view, self.question.legal[chosen]) or drawn
        return [(at, drawn) for token in up for at in self._at[token] if drawn and at.key is None]

    def _instead(self, taps: tuple[str, ...], token: str) -> tuple[str, ...]:
        """The last tiles of those tapped that go with another one, and that one; not where they would be put."""
        kept = [tap for tap in taps if tap in dict(self.tiles)]
        ways = [(*kept[first:], token) for first in range(1, len(kept))]
        return next((way for way in ways if any(Counter(way) <= had for had in self.narrowing.places)), (token,))

    def _without(self, pointed: Pointed, token: str) -> str:
        """Where a tap leads that takes another one back."""
        rest = list(pointed.taps)
        rest.remove(token)
        return pointed.but(taps=tuple(rest))

    def _taken(self, pointed: Pointed) -> list[Spot]:
        """What was tapped; a tap takes it back."""
        spots = []
        for token, count in Counter(pointed.taps).items():
            to = self._without(pointed, token)
            spots += [Spot(at, self._said(token, at), to, None, True) for at in self._at[token][:count]]
        return spots

    def _lit(self, pointed: Pointed, step: Narrowed) -> list[Spot]:
        """What can be tapped next on boards: first the tile, then its place."""
        alone, taken, ready = self._alone(pointed, step), Counter(pointed.taps), self._ready(pointed, step)
        spots = []
        for token in step.tokens:
            move, to = alone.get(token), pointed.but(taps=(*pointed.taps, token))
            for at in self._at[token][taken[token] :] if token in ready else ():
                done = [] if move is None or at.key is None else self._ways(pointed, step, [move])
                spots.append(Spot(at, done[0].words if done else self._said(token, at), to, move))
        return spots

    def _else(self, pointed: Pointed) -> list[Spot]:
        """Where what is chosen could go instead of the place that was tapped last: a tap there moves it."""
        cell = pointed.taps[-1:]
        if self.writes or not any(at.key is None for tap in cell for at in self._at[tap]):
            return []
        before = pointed._replace(taps=pointed.taps[:-1], picks=())
        lit, here = self._lit(before, self.narrowing.after(before.taps)), pointed.but(picks=())
        return [spot._replace(is_else=True) for spot in lit if spot.target.key is None and spot.to != here]

    def _ready(self, pointed: Pointed, step: Narrowed) -> set[str]:
        """The places that can be tapped next: those of moves whose tile is not chosen yet are not."""
        tapped, tiles = Counter(pointed.taps), {token for token, _ in self.tiles} & {*step.tokens}
        ready = set(tiles)
        for move in step.moves:
            left = self.narrowing.places[move] - tapped
            if not tiles & left.keys():
                ready |= left.keys()
        return ready

    def _alone(self, pointed: Pointed, step: Narrowed) -> dict[str, int]:
        """The places that only one of the moves that are left has, with that move."""
        tapped, having = Counter(pointed.taps), dict[str, list[int]]()
        for move in step.moves:
            for token in self.narrowing.places[move] - tapped:
                having.setdefault(token, []).append(move)
        return {token: moves[0] for token, moves in having.items() if len(moves) == 1}

    def _sentence(
        self, step: Narrowed, chosen: int | None, up: Counter[str], has_tray: bool, has_spots: bool
    ) -> tuple[str, str]:
        """What to do now, and what the main button says: as the game puts it, else what fits all games."""
        has_tiles = any(token in step.tokens for token, _ in self.tiles)
        if self.writes:
            left = [self.question.legal[move] for move in step.moves]
            places = [self.narrowing.places[move] for move in step.moves]
            lays = any(at.key is None for tokens in places for token in tokens for at in self._at[token])
            what = ("which" if lays else "what else") if has_tiles else "where" if has_spots else "how"
            done = done_so_far(self.setup, self.question.view, left, self.names, what)
            return shorten(done, SENTENCE, placeholder="…"), "Write it down"
        if asks := getattr(self._targets, "sentence", None):
            left = [self.question.legal[move] for move in step.moves]
            sentence, button = asks(self.setup, self.question.view, left, up)
            return shorten(sentence, SENTENCE, placeholder="…"), button
        if chosen is not None:
            words = self.menu.words[chosen]
            return shorten(words[:1].upper() + words[1:], SENTENCE, placeholder="…"), "Do it"
        if has_tray and has_tiles:
            return "Choose in the tray", "Choose"
        return ("Tap a place that glows", "Choose a place") if has_spots else ("Choose what to do", "Choose")

    def _said(self, token: str, at: Target) -> str:
        """A place in words; empty for a cell, of which the board knows what lies there or near it."""
        if at.key is not None:
            drawn = self._drawn.get((at.sheet, at.key))
            return drawn.title if drawn and drawn.title else token
        what, *of, which = token.split()
        return "" if "," in which else f"{what} {which}{' of ' * bool(of)}{' '.join(of)}"

    # -- the rest

    def _rows(self, pointed: Pointed, step: Narrowed, found: Sequence[int]) -> list[Row]:
        if pointed_at := found[:_WHOLE]:
            left = len(found) - len(pointed_at)
            title = f"These moves have these words{f', and {left} more' if left else ''}"
            return [Row(title, "list", [self._whole(pointed, move) for move in pointed_at])] if len(found) > 1 else []
        steppers, moves = [field for field in step.fields if field.is_stepped], self.narrowing.moves
        whole = [i for i in step.told if not any(value_of(moves[i], field.name) for field in steppers)]
        left = len(whole) - _WHOLE
        title = f"{left} more can be found by their words" if left > 0 else ""
        rows = [Row(title, "chips", self._ways(pointed, step, whole[:_WHOLE]))] if step.fields and whole else []
        if rows and self._lasting and self._lasting.at in whole:
            words = self._lasting.words[0].upper() + self._lasting.words[1:]
            rows[0].chips.append(Chip(words, pointed.but(taps=(), picks=(), lasts=True)))
        for field in steppers:
            chips = []
            for value in field.values:
                having = [i for i in step.moves if value_of(moves[i], field.name) == value]
                to = pointed.but(picks=(*pointed.picks, (field.name, value)))
                chips.append(Chip(value, to, having[0] if len(having) == 1 else None))
            rows.append(Row(field.name.replace("_", " "), "stepper", chips))
        return rows

    def _turns(self, pointed: Pointed) -> list[Row]:
        """The ways to lay a tile where somebody has tapped; it lies in the first one until another is chosen."""
        step = self.narrowing.after(pointed.taps)
        rows = self._rows(pointed._replace(picks=()), step, ()) if pointed.taps and not step.tokens else []
        return rows if rows and all(chip.drawn for chip in rows[0].chips) else []

    def _ways(self, pointed: Pointed, step: Narrowed, whole: Sequence[int]) -> list[Chip]:
        """Some of the moves that are left, each as a whole."""
        moves, laid = [self.question.legal[i] for i in whole], getattr(self._targets, "laid", lambda *_: None)
        told = choices(self.setup, self.question.view, moves, self.names)
        drawn = [laid(self.setup, self.question.view, move) for move in moves]
        chips = []
        for move, words, symbol in zip(whole, told, drawn, strict=True):
            picks = (*pointed.picks, *self.narrowing.picks(move, step.moves))
            chips.append(
                Chip(words, pointed.but(picks=picks), move, symbol if len({*drawn}) == len(moves) > 1 else None)
            )
        return chips

    def _whole(self, pointed: Pointed, move: int) -> Chip:
        return Chip(self.menu.words[move], pointed.but(taps=(), picks=(), find=self.menu.words[move]), move)

    def _why(self, pointed: Pointed, step: Narrowed) -> str:
        """Why a move that is still left cannot go where somebody has tapped."""
        sheet, *numbers = pointed.why.rsplit(" ", 2)
        try:
            x, y = map(float, numbers)
        except ValueError:
            return ""
        if not (abs(x) < 1e5 and abs(y) < 1e5):
            return ""
        for move in step.moves:
            for token in self.narrowing.places[move]:
                for at in self._at[token]:
                    if at.key is None and at.sheet == sheet and "," in token:  # a cell, not another place
                        column, row = cell_of(token)
                        cell = column + floor((x - at.x) / at.width), row + floor((y - at.y) / at.height)
                        if verdict := verdict_at(self, self.question.legal[move], (column, row), cell):
                            return verdict
        return ""

    # -- what `verdict_at` asks

    @property
    def seat(self) -> int:
        """Whose move it is."""
        return self.question.seat

    @property
    def view(self) -> Any:
        """What the seat sees."""
        return self.question.view
