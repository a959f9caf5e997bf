"""How long a tap takes until the page is drawn to which it leads, in Chromium, while recorded games are written down.

    python -m tests.benchmarks.tapping [NAME...]

A NAME is that of a log in `examples`; without one it is `by-hand`. The server and the browser run on this machine, and
whatever else does makes the numbers worse.
"""

from __future__ import annotations

import statistics
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from ..pages.chromium import chromium
from ..pages.fingers import write_down
from ..pages.screen import Screen
from ..replays.serving.visiting import house

PHONE = (360, 740)


def main(names: list[str]) -> None:
    """Write the games down, and print the times of all taps."""
    for name in names or ["by-hand"]:
        with chromium() as browser, TemporaryDirectory() as pages, TemporaryDirectory() as folder:
            screen = Screen(browser, Path(pages))
            screen.resize(*PHONE)
            with house(Path(folder)) as there:
                fingers, _ = write_down(screen, there, name)
                screen.go("about:blank")
        times = sorted(fingers.times)
        late = times[len(times) * 95 // 100]
        print(
            f"{name}: {len(times)} taps; the page is drawn after {statistics.median(times):.0f} ms (median), "
            f"{late:.0f} ms (95 of 100 are sooner)"
        )


if __name__ == "__main__":
    main(sys.argv[1:])
