"""Where the deals of a tournament come from: from a seed that was given, or from a secret kept in its folder."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from msgspec import UNSET, UnsetType

from cityleague.replays.log import (
    GAMES_FILE,
    REVEALED_FILE,
    SECRET_BYTES,
    SECRET_FILE,
    Commitment,
    Found,
    Problem,
    Secret,
    decode_header,
    make_private,
    path_text,
    read_secrets,
    write_below,
)
from cityleague.replays.tournaments.whole_games import ResumeError, WholeGames

if TYPE_CHECKING:
    from pathlib import Path

_FOREIGN = f"what is in {GAMES_FILE} is not of a tournament; give another folder"


class SeededDeals(NamedTuple):
    """Everything follows from a seed that everybody may know, so that the tournament can be repeated."""

    seating: str

    def seed(self, deal: int) -> str:
        """The seed of a deal's games."""
        return f"{self.seating}/{deal}"

    def commitment(self, _deal: int) -> UnsetType:
        """There is nothing to tell."""
        return UNSET


class SecretDeals:
    """Everything follows from secrets, of which there is at least one. Each is for the deals up to the next one's."""

    def __init__(self, known: Sequence[Secret]) -> None:
        self._known = known

    @property
    def seating(self) -> str:
        """The seed of who sits where, and of who meets whom where that is drawn."""
        return self._known[0].seed("seating")

    def seed(self, deal: int) -> str:
        """The seed of a deal's games; it tells nothing about other deals."""
        return self._secret_of(deal).deal_seed(deal)

    def commitment(self, deal: int) -> Commitment:
        """Number of the deal, and hash of its secret."""
        return self._secret_of(deal).commitment(deal)

    def _secret_of(self, deal: int) -> Secret:
        return [secret for secret in self._known if secret.first <= deal][-1]


Deals = SeededDeals | SecretDeals
"""What decides chance in a tournament."""


class Vault:
    """The secrets in a tournament's folder, of which only the last may be hidden. Raises OSError and ResumeError."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._hidden_file, self._revealed_file = folder, folder / SECRET_FILE, folder / REVEALED_FILE
        self._revealed = _read(self._revealed_file)
        self._hidden = [secret for secret in _read(self._hidden_file) if secret not in self._revealed]

    @property
    def known(self) -> list[Secret]:
        """All secrets, in the order of their deals; raises ResumeError if the first is missing."""
        known = [*self._revealed, *self._hidden]
        if known and known[0].first != 1:
            lost = f"{path_text(str(self._revealed_file))}, with the secret of deals 1 to {known[0].first - 1},"
            raise ResumeError(f"{lost} is missing: put it back, or give another folder")
        return known

    @property
    def hidden(self) -> bool:
        """Whether the deals to come are hidden."""
        return bool(self._hidden)

    def forget(self) -> None:
        """Remove what does not serve to begin: secrets that everybody may know, and those of later deals alone."""
        if self._revealed or any(secret.first != 1 for secret in self._hidden):
            self._revealed_file.unlink(missing_ok=True)
            self._hidden_file.unlink(missing_ok=True)
            self._revealed, self._hidden = [], []

    def protect(self) -> None:
        """Let its owner alone read the hidden secret: a copy may have lost its mode."""
        if self._hidden:
            make_private(str(self._folder), SECRET_FILE)

    def draw(self, deal: int) -> None:
        """Draw a secret for this deal and those after it."""
        import secrets  # noqa: PLC0415  (slow to import)

        secret = Secret(deal, secrets.token_bytes(SECRET_BYTES))  # the one place where chance comes from outside
        line = secret.line().encode()  # takes the place of what has been revealed
        write_below(str(self._folder), SECRET_FILE, line, private=True, durable=True)
        self._hidden = [secret]  # games without it could not be gone on with

    def reveal(self) -> None:
        """Show the hidden secret to everybody: no more deals follow from it."""
        if self._hidden:
            reveal(self.known, self._folder)
            self._hidden_file.unlink()
            self._revealed, self._hidden = self.known, []


def reveal(known: Sequence[Secret], folder: Path) -> None:
    """Write secrets where everybody may read them."""
    lines = "".join([secret.line() for secret in known]).encode()
    write_below(str(folder), REVEALED_FILE, lines, durable=True)  # the hidden file may be removed next


def open_vault(folder: Path, *, may_draw: bool) -> Vault:
    """The secrets in the folder of a tournament without a seed; the first one is drawn if nothing was played yet.

    Secrets of games that are gone are forgotten. Raises OSError, and ResumeError if the secret is missing.
    """
    vault, log = Vault(folder), folder / GAMES_FILE
    begun = log.stat().st_size > 0
    if not begun:
        vault.forget()
    vault.protect()
    if not vault.known:
        if begun:
            raise ResumeError(f"{path_text(str(folder))}: {_why_none(log)}")
        if not may_draw:
            raise ResumeError(
                f"all shards need the same secret: begin shard 1, copy its {SECRET_FILE} to "
                f"{path_text(str(folder))}, and run the same command again; or give all shards the same --seed"
            )
        vault.draw(1)
    return vault


def refuse_secrets(folder: Path) -> None:
    """Raise ResumeError if the deals in a folder follow from a secret, where a seed is given."""
    for name in (SECRET_FILE, REVEALED_FILE):
        if (folder / name).exists():
            log = folder / GAMES_FILE
            anew = "" if log.exists() and log.stat().st_size else f"; to begin anew, remove {name}"
            raise ResumeError(
                f"{path_text(str(folder))}: the deals of this tournament follow from a secret ({name}): "
                f"leave out the seed, or give another folder{anew}"
            )


def shared(folders: Sequence[Path]) -> list[Secret]:
    """The secrets of shards; raises OSError, and ResumeError unless they are the same."""
    found = {folder: tuple(Vault(folder).known) for folder in folders}
    having = [folder for folder in folders if found[folder]]
    if not having:
        raise ResumeError(f"none of the folders has a {SECRET_FILE}; if the shards were played with a --seed, give it")
    for folder in having:
        if found[folder] != found[having[0]]:
            first_name, other = path_text(str(having[0])), path_text(str(folder))
            raise ResumeError(f"{first_name} and {other} have different secrets: they are of different tournaments")
    return list(found[having[0]])


def _read(path: Path) -> list[Secret]:
    try:
        return read_secrets(path)
    except ValueError as error:
        raise ResumeError(path_text(str(error))) from None


def _why_none(log: Path) -> str:
    """Why there is no secret beside a log that is not empty."""
    games = WholeGames(Found(log, log.parent))
    first = next(iter(games), None)
    try:
        header = decode_header((first.data if first else games.rest).partition(b"\n")[0])
    except Problem:
        return _FOREIGN
    if header.commitment is not UNSET:
        return f"its {SECRET_FILE} is missing; without it, no more games can be played"
    seed, _, deal = str(header.seed).rpartition("/")
    if not str(header.id).startswith(f"d{deal}-"):
        return _FOREIGN
    return f"it was begun with a seed; to go on, give --seed {seed!r}; or give another folder"
