"""A position of a recorded game, to look at: as text, as a picture, or as data."""

from typing import Any

import msgspec

from cityleague.engine.looks.painter import paint
from cityleague.engine.looks.text import WIDTH
from cityleague.engine.protocol import Decision, State
from cityleague.replays.log import Finding, Problem, RawGame, called
from cityleague.replays.replay import ComponentFiles, Replay


class Shown(msgspec.Struct, frozen=True):
    """A game after some moves and the draws that followed them, or just before the first thing wrong with it."""

    replay: Replay
    finding: Finding | None
    """What is wrong with the game up to here."""
    before: tuple[State[Any], int, Any] | None
    """The state before the last move, who made it, and the move; None before the first move."""

    @property
    def begun(self) -> bool:
        """Whether the game could be set up from its header; the other methods work only then."""
        return hasattr(self.replay, "state")

    @property
    def called(self) -> str:
        """What people call the game."""
        return called(self.replay.header, f"at line {self.replay.raw.first}")

    def text(self, seat: int | None, width: int = WIDTH) -> str:
        """The boards as a seat or a spectator (None) sees them, at most `width` columns wide.

        Raises ValueError if the game has no such seat, as the other methods do.
        """
        setup, header = self.replay.setup, self.replay.header
        names = header.players if header else ()
        return paint(setup, self._state(seat).view(seat), width, names)

    def svg(self, seat: int | None) -> str | None:
        """The boards as an SVG file; None if the game cannot be drawn."""
        from cityleague.engine.looks.svg import changed, pictures_of, svg  # noqa: PLC0415
        from cityleague.replays.pages.steps import names_of  # noqa: PLC0415  # text does not wait for it

        state, setup = self._state(seat), self.replay.setup
        pictures = pictures_of(setup.game)
        header = self.replay.header
        if pictures is None or header is None:
            return None
        names = names_of(header.players)
        picture = pictures.picture(setup, state.view(seat), names)
        heading = [f"{setup.game.title}, after move {self.replay.moves}"]
        pending = state.pending()
        if setup.game.open_scores or pending is None:
            heading.append(
                " · ".join([f"{name} {sheet.total}" for name, sheet in zip(names, state.scores(), strict=True)])
            )
        if isinstance(pending, Decision):
            heading.append(f"to move: {', '.join([names[due] for due in pending.seats])}")
        rings = set()
        if self.before is not None:
            old, mover, move = self.before
            rings = changed(pictures.picture(setup, old.view(seat), names), picture)
            secret = seat != mover and setup.game.conceals(old.pending(), move)
            words = "chooses in secret" if secret else pictures.describe(setup, old.view(mover), move, names)
            heading.append(f"last: {names[mover]} {words}")
        return svg(picture, heading, rings)

    def json(self, seat: int | None) -> bytes:
        """The view and the legal moves of a seat, which are those that a bot gets; a spectator has no moves."""
        state, header = self._state(seat), self.replay.header
        pending = state.pending()
        return msgspec.json.encode(
            {
                "game": header.game if header else None,
                "id": (header.id or None) if header else None,
                "move": self.replay.moves,
                "seat": seat,
                "due": pending.seats if isinstance(pending, Decision) else (),
                "view": state.view(seat),
                "legal": [] if seat is None else [*state.legal(seat)],
            }
        )

    def _state(self, seat: int | None) -> State[Any]:
        state = self.replay.state
        if seat is not None and seat >= state.seats:
            raise ValueError(f"the seats of this game are 0 to {state.seats - 1}")
        return state


def position(raw: RawGame, files: ComponentFiles, move: int | None = None) -> Shown:
    """A game after so many moves, or (None) at its end; at its end too if it has fewer."""
    replay = Replay(raw, files)
    before = finding = None
    try:
        for seat, made in replay.walk():
            if replay.moves == move:
                break
            before = (replay.state.copy(), seat, made)
    except Problem as problem:
        # What is wrong with a later line is no matter.
        finding = replay.finding(problem) if replay.moves != move else None
    return Shown(replay, finding, before)
