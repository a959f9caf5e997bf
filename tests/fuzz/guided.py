"""`make fuzz-guided`: bytes for the log reader and for component files; atheris chooses them by the code they reach.

What goes wrong is kept in `.fuzz`: bytes that atheris calls `crash-…`, and the corpus that it goes on with next time.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path

KEPT = Path(".fuzz")


def main(kind: str, seconds: int) -> None:
    """Fuzz `logs` or `components` for so many seconds; ends the process, with another code than 0 if anything fails."""
    import atheris  # noqa: PLC0415  (it is not there on every machine)

    with atheris.instrument_imports(include=["cityleague"]):
        from cityleague.engine.registry import GAMES, game  # noqa: PLC0415

        from . import targets  # noqa: PLC0415  (atheris watches what is imported here)

        for name in GAMES:
            game(name)

    check, files, most = {
        "logs": (targets.check_log, targets.logs, 4096),
        "components": (targets.check_components, targets.components_to_spoil, 1 << 16),
    }[kind]  # bytes of a log: with more, most of the time would go into legal moves
    corpus = KEPT / f"corpus-{kind}"
    _begin(corpus, files(), most)
    atheris.Setup(
        [sys.argv[0], f"-max_total_time={seconds}", f"-artifact_prefix={KEPT}/", f"-max_len={most}", str(corpus)],
        _bounded(check),
    )
    atheris.Fuzz()


def _begin(corpus: Path, files: Sequence[bytes], most: int) -> None:
    """Put the files that `make fuzz` spoils into a corpus, as many of their lines as `most` bytes hold."""
    corpus.mkdir(parents=True, exist_ok=True)
    for number, data in enumerate(files):
        (corpus / f"given-{number}").write_bytes(data if len(data) <= most else data[: data.rfind(b"\n", 0, most) + 1])


def _bounded(check: Callable[[bytes], None]) -> Callable[[bytes], None]:
    from .probing import PATIENCE, bounded  # noqa: PLC0415  (after atheris)

    def check_in_time(data: bytes) -> None:
        with bounded(PATIENCE):
            check(data)

    return check_in_time


if __name__ == "__main__":
    if find_spec("atheris") is None:
        print("nothing was fuzzed: atheris is not installed, and there is none for this Python or this machine")
        sys.exit(0)
    main(sys.argv[1], int(sys.argv[2]))
