"""Does a bot keep to the protocol? It plays with every number of players, in changing seats; forfeits are reported."""

import time
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import msgspec
from msgspec import UNSET

from cityleague.engine.protocol import Game, OptionsError, Setup
from cityleague.replays.log import SAID, ForfeitEvent, MoveEvent, counted, decoder, encode
from cityleague.replays.players.recording import Recording, follow, make_header, record_game
from cityleague.replays.players.specs import PREFIX, bot_of
from cityleague.replays.players.stdout import stdout_to_stderr
from cityleague.replays.players.terms import Misbehaviour, Terms
from cityleague.replays.players.trace import Trace, trace_file
from cityleague.replays.replay import Midgame

OTHERS = "random"
"""The bot at all other seats."""


class Answer(NamedTuple):
    """What a bot answers when it is asked for one decision of a recorded game again."""

    seat: int
    move: str
    """The move, as JSON; empty if it forfeits."""
    logged: str
    """The move that the log has; empty if it has none."""
    milliseconds: float
    forfeit: str
    """The kind of forfeit, and why; empty if there is none."""
    last_words: tuple[str, ...]
    """What it heard and said, in lines."""
    trace: str
    """The file with all that it heard and said, if it is kept."""
    info: str = ""
    """What it said of the move, if it said anything."""
    otherwise: tuple[int, ...] | None = None
    """After how many moves it answered otherwise than the log says, of its earlier decisions; None: not asked for."""

    def evidence(self) -> list[str]:
        """How it answered earlier; what it heard and said, if it forfeits; and where the trace is; in lines."""
        lines = []
        if self.otherwise is not None and not self.forfeit:
            moves = f"otherwise than the log after these moves: {', '.join(map(str, self.otherwise))}"
            lines = [f"Earlier it answered {moves if self.otherwise else 'as the log says, each time'}."]
        lines += [f"It says of its move: {self.info}"] if self.info else []
        lines += [*self.last_words] if self.forfeit else []
        lines += [f"trace: {self.trace}"] if self.trace else []
        return ["", *lines] if lines else []


class Trial(NamedTuple):
    """A game that the bot played."""

    seats: int
    seat: int
    """The bot's own seat."""
    moves: int
    """The moves that the bot made itself."""
    forfeit: str
    """The kind of forfeit, and why; empty if there is none."""
    repeats: bool
    """Whether a second playing gave the same game."""
    last_words: tuple[str, ...] = ()
    """What it heard and said before it forfeited, in lines."""
    trace: str = ""
    """The file with all that it heard and said, if it is kept."""
    info: str = ""
    """What it said of its last move, if it said anything."""
    never_ready: bool = False
    """Whether it is a program that has forfeited before it was asked for a move."""


def trials(spec: str, game: Game, terms: Terms, rounds: int, options: Any = None) -> Iterator[Trial]:
    """Play `rounds` games with each number of players that the options allow, each game twice, while it gets ready.

    `options` are those of the game, as its own type. Raises BotSpecError; OptionsError if the options allow no number
    of players; and OSError if a trace cannot be written.
    """
    setups = possible_setups(game, options)
    for number in range(rounds):
        for setup in setups:
            yield (trial := _trial(spec, setup, terms, number))
            if trial.never_ready:
                return


def possible_setups(game: Game, options: Any = None) -> list[Setup]:
    """The setups with each number of players that the options allow; raises OptionsError if they allow none."""
    setups, refused = [], None
    for seats in game.seats:
        setup = Setup(game, game.options() if options is None else options, game.components(None), seats)
        try:
            setup.begin()
            setups.append(setup)
        except OptionsError as error:
            refused = error
    if refused and not setups:
        raise refused
    return setups


def ask_again(spec: str, game: Midgame, terms: Terms, *, from_start: bool = False) -> Answer:
    """What a bot would do now; it is made anew, and does not know what its seat has seen before.

    With `from_start` it is asked for each earlier decision of the seat first, and the game goes on as it is in the log,
    whatever it answers. Raises BotSpecError, ValueError if no seat is due, and OSError if the trace cannot be written.
    """
    if game.seat is None:
        raise ValueError("a draw is due here, and the log has no seed that decides it")
    trace, move, info, forfeit, otherwise = Trace(), "", "", "", []
    setup, seat, moves = game.setup, game.seat, 0
    bots = [bot_of(spec, setup.game, terms)] * setup.seats
    recording = Recording(setup, game.header, bots, str(game.header.seed), trace, times=False, info=True)
    begun = time.monotonic()
    with stdout_to_stderr():
        try:
            if from_start:
                state = setup.begin()
                for event in game.past:
                    if isinstance(event, MoveEvent):
                        if event.seat == seat and recording.ask(state.copy(), seat)[0] != event.move:
                            otherwise.append(moves)
                        moves += 1
                    follow(state, event)
                begun = time.monotonic()
            moves = game.moves
            fields = msgspec.json.decode(recording.ask(game.state.copy(), seat)[1], type=dict[str, msgspec.Raw])
            move = bytes(fields["move"]).decode()
            info = msgspec.json.decode(fields.get("note", b'""')).removeprefix(SAID)
        except Misbehaviour as lost:
            where = f", at its decision after {counted(moves, 'move')}" if moves != game.moves else ""
            forfeit = f"{lost.kind}{where}: {lost.reason}"
        finally:
            recording.dismiss(seat)
    milliseconds = round((time.monotonic() - begun) * 1000, 3)
    path = trace_file(terms.trace, f"{game.header.id or 'game'}-{game.moves}") if terms.trace is not None else None
    if path:
        trace.write(path)
    logged = msgspec.json.encode(game.move).decode() if game.move is not None else ""
    words = tuple(trace.last_words(game.seat))
    told = tuple(otherwise) if from_start else None
    return Answer(game.seat, move, logged, milliseconds, forfeit, words, path or "", info, told)


def first_forfeit(results: Sequence[Trial]) -> list[str]:
    """The first forfeit in detail, in lines: what the bot heard and said before it. No lines if there is none."""
    first = next((result for result in results if result.forfeit), None)
    if first is None:
        return []
    where = f"at {counted(first.seats, 'seat')}, seat {first.seat}, after {counted(first.moves, 'move')}"
    trace = f"; trace: {first.trace}" if first.trace else ""
    more = ["In the last game it never got ready: no more were played."] * results[-1].never_ready
    return ["", f"{where}{trace}:", *first.last_words, *more]


def _trial(spec: str, setup: Setup, terms: Terms, number: int) -> Trial:
    game, seats = setup.game, setup.seats
    seat = (number + seats) % seats
    specs = [spec if place == seat else OTHERS for place in range(seats)]
    header = make_header(setup, [f"seat {place}" for place in range(seats)], specs=specs, seed=f"check/{number}")
    trace = Trace()
    with stdout_to_stderr():
        bots = [bot_of(bot, game, terms) for bot in specs]
        logs = [record_game(setup, header, bots, trace=kept, info=kept is trace) for kept in (trace, None)]
    path = trace_file(terms.trace, str(header.id)) if terms.trace is not None else None
    if path:
        trace.write(path)
    events = [decoder(game).event(line) for line in logs[0]]
    forfeits = [(at, event.forfeit) for at, event in enumerate(events) if isinstance(event, ForfeitEvent)]
    end = forfeits[0][0] if forfeits else len(events)
    moves = sum(isinstance(event, MoveEvent) and event.seat == seat for event in events[:end])
    forfeit = f"{forfeits[0][1].kind}: {forfeits[0][1].reason}" if forfeits else ""
    words = tuple(trace.last_words(seat)) if forfeits else ()
    mine = [event.note for event in events if isinstance(event, MoveEvent) and event.seat == seat and event.note]
    again = [encode(msgspec.structs.replace(event, note=UNSET)) for event in events] == logs[1]
    info = mine[-1].removeprefix(SAID) if mine else ""
    never = bool(forfeits) and spec.startswith(PREFIX) and not "".join(words).startswith('hears {"decide"')
    return Trial(seats, seat, moves, forfeit, again, words, path or "", info, never)
