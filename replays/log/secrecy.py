"""Deals that nobody can guess: the secret of a tournament, what each header tells of it, and the seeds that follow.

Before a game, its header tells the hash of the secret (the commitment). Afterwards, whoever has the secret can work out
every seed anew. A seed follows from the secret and the number of the deal by a keyed hash, so that it tells neither the
secret nor the seed of another deal. FORMAT.md has the algorithm.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from hashlib import blake2b
from typing import NamedTuple

from msgspec import UNSET

from cityleague.replays.log.events import Commitment, Header
from cityleague.replays.log.findings import Problem
from cityleague.replays.log.opening import GAMES_FILE, Found, read_whole

SECRET_FILE = "deals.secret"
"""In a tournament's folder, readable by its owner alone: the secret of deals that are still to be played."""
REVEALED_FILE = "deals.revealed"
"""In a tournament's folder: the secrets of deals that have been played."""
SECRET_BYTES = 32


class Secret(NamedTuple):
    """A line of either file: `12 9f86…`."""

    first: int
    """The first deal whose seed follows from it."""
    value: bytes

    def line(self) -> str:
        """The line, with its end."""
        return f"{self.first} {self.value.hex()}\n"

    def commitment(self, deal: int) -> Commitment:
        """What the headers of a deal tell of it."""
        return Commitment(deal, blake2b(self.value, digest_size=32).hexdigest())

    def seed(self, purpose: str) -> str:
        """A seed for some purpose."""
        return blake2b(purpose.encode(), key=self.value, digest_size=32).hexdigest()

    def deal_seed(self, deal: int) -> str:
        """The seed of all games of a deal."""
        return self.seed(f"deal/{deal}")


def read_secrets(path: str | os.PathLike[str]) -> list[Secret]:
    """The secrets in a file of a folder, none if there is none; raises OSError, and ValueError for anything else."""
    try:
        lines = read_whole(Found(path, os.path.dirname(path) or ".")).splitlines()
    except FileNotFoundError:
        return []
    try:
        found = [Secret(int(first), bytes.fromhex(rest.decode())) for first, rest in map(bytes.split, lines)]
    except ValueError:
        found = []
    if not found or any(len(secret.value) != SECRET_BYTES or secret.first < 1 for secret in found):
        raise ValueError(f"{path}: not as it was written: each line is the number of a deal and a secret in 64 digits")
    return found


Secrets = Mapping[str, Secret]
"""Secrets by their commitments."""


def secrets_of(log: str) -> Secrets:
    """The readable secrets of the tournament whose log this is, if any. Raises Problem if they were changed."""
    if os.path.basename(log).partition(".jsonl")[0] != GAMES_FILE.removesuffix(".jsonl"):
        return {}
    found: list[Secret] = []
    for name in (REVEALED_FILE, SECRET_FILE):
        try:
            found += read_secrets(os.path.join(os.path.dirname(log), name))
        except PermissionError:  # it is another's secret, as long as games are played
            continue
        except OSError as error:
            raise Problem("IO-UNREADABLE", f"{name}, beside it, cannot be read: {error.strerror}") from None
        except ValueError as error:
            raise Problem("LOG-COMMITMENT", str(error)) from None
    return {secret.commitment(secret.first).hash: secret for secret in found}


def check_secret(header: Header, secrets: Secrets) -> None:
    """Raise Problem unless a header's seed follows from one of the secrets; without any, nothing can be said."""
    if not secrets:
        return
    if header.commitment is UNSET:
        raise Problem("LOG-COMMITMENT", "the folder has a secret of its deals, but this header has no commitment", "")
    secret = secrets.get(header.commitment.hash)
    if secret is None:
        message = "this is the hash of no secret in the folder"
        raise Problem("LOG-COMMITMENT", message, "/commitment/hash", expected=list(secrets))
    if header.seed != secret.deal_seed(header.commitment.deal):
        message = f"the seed does not follow from the secret and the number of the deal, {header.commitment.deal}"
        raise Problem("LOG-SEED", message, "" if header.seed is UNSET else "/seed")
