"""Bots that sit at a table which others lead."""

from collections.abc import Mapping, Sequence

from cityleague.replays.log import ChanceEvent, ForfeitEvent, MoveEvent, ResultEvent, decode_header, encode
from cityleague.replays.players.recording import Recording, follow
from cityleague.replays.players.specs import Entrant, bot_of
from cityleague.replays.players.stdout import stdout_to_stderr
from cityleague.replays.players.terms import Misbehaviour, Terms
from cityleague.replays.players.trace import Trace, trace_file
from cityleague.replays.replay import begin, file_of


class SeatedBots:
    """Bots of a game that is led elsewhere: they follow its log, and choose when they are asked."""

    def __init__(
        self, header: bytes, components: bytes | None, entrants: Mapping[int, Entrant], terms: Terms, seed: str
    ) -> None:
        """`entrants` are by seat; people have the others. `seed` is that of the bots' random numbers."""
        self._header = decode_header(header)
        self._setup, _ = begin(self._header, file_of(components))
        self._trace = Trace() if terms.trace is not None else None
        self._terms, self._seed = terms, seed
        with stdout_to_stderr():
            self._specs = [
                bot_of(entrants[seat], self._setup.game, terms) if seat in entrants else None
                for seat in range(self._setup.seats)
            ]
        self._recording = self._begun()

    def _begun(self) -> Recording:
        terms = self._terms
        return Recording(self._setup, self._header, self._specs, self._seed, self._trace, terms.times, terms.info)

    def follow(self, lines: Sequence[bytes], *, anew: bool = False) -> None:
        """The next lines of the log, or with `anew` all after its header, for bots that are made anew."""
        if anew:
            self._dismiss()
            self._recording = self._begun()
        recording = self._recording
        with stdout_to_stderr():
            for event in map(recording.decode.event, lines):
                if isinstance(event, ChanceEvent | MoveEvent):
                    follow(recording.state, event)
                elif isinstance(event, ForfeitEvent):
                    recording.stand_in(event.forfeit)
                elif isinstance(event, ResultEvent):
                    recording.tell(event)

    def ask(self, seat: int) -> bytes:
        """The line of the move that a bot chooses, or of its forfeit; neither has happened before it is followed."""
        recording = self._recording
        try:
            with stdout_to_stderr():
                return recording.ask(recording.state.copy(), seat)[1]
        except Misbehaviour as lost:
            return encode(ForfeitEvent(forfeit=recording.lose(seat, lost)))

    def close(self) -> None:
        """Close the bots, and write the trace; raises OSError."""
        self._dismiss()
        if self._trace is not None:
            self._trace.write(trace_file(str(self._terms.trace), str(self._header.id)))

    def _dismiss(self) -> None:
        with stdout_to_stderr():
            for seat in range(self._setup.seats):
                self._recording.dismiss(seat)
