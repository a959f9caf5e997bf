"""From a bot's spec to what makes the bot: one of ours, a Python class, or a program."""

import os
import re
import sys
import warnings
from collections import defaultdict
from collections.abc import Collection, Iterable
from functools import cache, partial
from hashlib import blake2b
from itertools import islice, product

import msgspec
from msgspec import UNSET

from cityleague.engine.bots.specs import BotSpec, BotSpecError, known, parse
from cityleague.engine.protocol import Game
from cityleague.engine.registry import UnknownGameError
from cityleague.engine.registry import game as find_game
from cityleague.replays.log import Header, Problem, RawGame, encode, header_of, read_games, type_problem
from cityleague.replays.players.terms import PLAYED_ON, TIMED, Limits, Terms, with_changes

PREFIX = "exec:"
"""The beginning of the spec of a bot that is a program; a command line follows."""
ME = "me"
"""The spec of a person."""
_GUESSES = 50_000
"""How many tables are tried to learn who played a game."""


class Entrant(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A bot under the name by which the table lists it; only a program can have anything further of its own."""

    name: str
    spec: str
    arguments: tuple[str, ...] = ()
    """Further arguments of its command line, each as it is."""
    environment: dict[str, str] = {}
    """Variables of its environment."""
    folder: str | None = None
    """The folder that it runs in, from which its command is looked for; in a sandbox it can read this folder alone."""
    limits: dict[str, int | float] = {}
    """Those of its limits that are not as for all others."""
    repeats: bool = False
    """Whether a program or class promises that nothing but what it hears in a game and its random numbers decides."""

    def identity(self) -> str:
        """All that decides how it plays, as text: a spec alone stands for itself."""
        own = msgspec.structs.replace(self, name="", limits={}, repeats=False)
        return self.spec if own == Entrant("", self.spec) else msgspec.json.encode(own).decode()


def command_of(entrant: Entrant) -> tuple[str, ...]:
    """The command line of an entrant that is a program; raises BotSpecError."""
    import shlex  # noqa: PLC0415  (only programs need it)
    import shutil  # noqa: PLC0415  (for programs alone)

    spec = entrant.spec
    try:
        command = shlex.split(spec.removeprefix(PREFIX))
    except ValueError as error:
        raise BotSpecError(f"{spec!r}: not a command line: {error}") from None
    if not command:
        raise BotSpecError(f"{spec!r}: a command follows {PREFIX}")
    if entrant.folder is not None and not os.path.isdir(entrant.folder):
        raise BotSpecError(f"{spec!r}: there is no folder {entrant.folder!r}")
    program = os.path.join(entrant.folder or "", command[0]) if "/" in command[0] else command[0]
    if shutil.which(program) is None:
        raise BotSpecError(f"{spec!r}: {_why_none(command[0], entrant.folder)}")
    return (*command, *entrant.arguments)


def _why_none(name: str, folder: str | None) -> str:
    """Why nothing can be started under this name, and what to do if it is that of a file."""
    if not os.path.isfile(os.path.join(folder or "", name)):
        return f"there is no program {name!r}"
    if "/" not in name:
        return f"{name!r} is not on PATH; write ./{name} for the file of this name"
    return f"{name!r} may not be executed: chmod +x, or name its interpreter before it (python3 {name})"


def bot_of(bot: Entrant | str, game: Game, terms: Terms) -> BotSpec:
    """What makes the bot that an entrant or a spec names, parsed once in each process; raises BotSpecError."""
    entrant = Entrant(bot, bot) if isinstance(bot, str) else bot
    return _bot_spec(msgspec.json.encode(msgspec.structs.replace(entrant, name="")), game, terms)


@cache  # a tournament asks for the same few bots in each of its games
def _bot_spec(encoded: bytes, game: Game, terms: Terms) -> BotSpec:
    entrant = msgspec.json.decode(encoded, type=Entrant)
    if entrant.spec == ME:
        raise BotSpecError(f"{ME!r} is a person, and has a seat only in `cityleague play`")
    if not entrant.spec.startswith(PREFIX):
        if entrant.identity() != entrant.spec or entrant.limits:
            raise BotSpecError(
                f"{entrant.spec!r} runs inside cityleague: arguments, environment, folder and limits of its own "
                f"are for programs ({PREFIX}...)"
            )
        return parse(entrant.spec, game)
    return _program_spec(entrant, terms)


def _program_spec(entrant: Entrant, terms: Terms) -> BotSpec:
    from cityleague.replays.players.program import CAN_PLAY, Launch  # noqa: PLC0415  (only where a program plays)
    from cityleague.replays.players.programs import ProgramBot  # noqa: PLC0415
    from cityleague.replays.players.sandbox import Confined, check_sandbox  # noqa: PLC0415

    try:
        limits = with_changes(terms.limits, entrant.limits)
    except msgspec.ValidationError as error:
        said = type_problem(error, kind=Limits, value=entrant.limits).message_with_place()
        raise BotSpecError(f"{entrant.spec!r}: limits: {said}") from None
    if not CAN_PLAY:
        raise BotSpecError(
            f"{entrant.spec!r}: programs cannot play on this system, only on Linux and macOS: take a built-in bot, or "
            "one in Python by its class (mymodule:MyBot)"
        )
    command, folder = command_of(entrant), os.path.abspath(entrant.folder) if entrant.folder else None
    try:
        environment = tuple(sorted(entrant.environment.items()))
        if any("\0" in word for word in command):
            raise ValueError("arguments are text without zero bytes")
        if any("\0" in text or "=" in name or not name for name, text in environment for text in (name, text)):
            raise ValueError("a variable has a name without =, and text")
        confined = None
        if terms.sandbox:
            check_sandbox()
            confined = Confined.to(command, folder, _hidden(terms), limits.memory)
    except ValueError as error:
        raise BotSpecError(f"{entrant.spec!r}: {error}") from None
    launch = Launch(command, environment, folder, limits, confined)
    keep = terms.keep and not terms.sandbox  # whoever stays alive remembers the hands of a deal
    return BotSpec(entrant.spec, partial(ProgramBot, launch=launch, keep=keep), {})


def warn_of_shared_folders(entrants: Iterable[Entrant]) -> None:
    """Warn of different programs that run in one folder, or one below the other's: a sandbox shows each all of it."""
    from cityleague.replays.players.sandbox import own_folder  # noqa: PLC0415  (only where programs play)

    sharing = defaultdict[str, list[Entrant]](list)
    for entrant in entrants:
        if entrant.spec.startswith(PREFIX):
            folder = os.path.abspath(entrant.folder) if entrant.folder else None
            if own := own_folder(command_of(entrant), folder):
                sharing[os.path.realpath(own)].append(entrant)
    for shared in sorted(sharing):
        below = [some for folder, some in sharing.items() if os.path.commonpath((folder, shared)) == shared]
        inside = [entrant for some in below for entrant in some]
        if len({entrant.identity() for entrant in inside}) > 1:
            names = [entrant.name for entrant in inside]
            warnings.warn(
                f"{', '.join(names[:-1])} and {names[-1]} have their files in {shared}, where one can read the other's "
                "even in a sandbox: give each a folder of its own",
                stacklevel=2,
            )


def warn_of_unlimited_memory(entrants: Iterable[Entrant], limits: Limits) -> None:
    """Warn of programs whose limit of memory this system does not enforce."""
    programs = [entrant for entrant in entrants if entrant.spec.startswith(PREFIX)]
    unlimited = [entrant.name for entrant in programs if with_changes(limits, entrant.limits).memory]
    if unlimited and sys.platform != "linux":
        warnings.warn(
            f"nothing limits the memory of {', '.join(unlimited)} on this system, only on Linux: --limit memory=0 says "
            "that it need not be",
            stacklevel=2,
        )


def _hidden(terms: Terms) -> tuple[str, ...]:
    """The folders that no program in a sandbox may see. A folder of traces is made here, where the program runs: only
    what is there can be hidden."""
    if terms.trace is None:
        return terms.hidden
    os.makedirs(terms.trace, exist_ok=True)
    return (*terms.hidden, os.path.abspath(terms.trace))


def lost_with(path: str, players: Collection[str] = (), specs: Collection[str] = ()) -> str:
    """What a file holds that cannot be made again, or should not be, by a game of these players; empty: nothing.

    Bots can play again: their log may be replaced, and one of the same players. Without players, what comes instead is
    no game. By `specs`, those of the players, bots are recognised that have names of their own.
    """
    if path == "-" or not os.path.isfile(path):
        return ""
    raw = next(iter(read_games(path)), None)
    try:
        header = header_of(raw) if isinstance(raw, RawGame) else None
    except Problem:
        header = None
    if header is None:
        return ""
    people = _people_in(header, specs)
    if people or (people is None and {*header.players} != {*players}):
        return f"a game that people {'' if people else 'may have '}played"
    return "" if players else "a game"


def _people_in(header: Header, specs: Collection[str]) -> bool | None:
    """Whether people were in a game; None: nobody knows. The id is a digest of all specs, of which `me` is one.

    If they cannot be guessed, such as parameters of a bot that has another name, names alone tell: those of our bots.
    """
    note, told = str(header.note or "").removesuffix(TIMED).removesuffix("; "), str(header.id)[-12:]
    if isinstance(header.date, str) or not (header.seed or note.endswith(PLAYED_ON)):
        return True
    try:
        ours = known(find_game(header.game))
    except UnknownGameError:
        ours = []
    names = [(name, re.sub(r"#\d+$", "", name)) for name in header.players]
    seats = [(plain, ME, *specs) if plain in ours else (ME, *ours, *specs, plain, name) for name, plain in names]
    hashed = encode(msgspec.structs.replace(header, id=UNSET, note=UNSET))
    for seated in islice(product(*map(dict.fromkeys, seats)), _GUESSES):
        digest = blake2b(hashed + msgspec.json.encode([*seated, note] if note else seated), digest_size=6)
        if digest.hexdigest() == told:
            return ME in seated
    return None if any(plain.partition("?")[0] not in ours for _, plain in names) else False
