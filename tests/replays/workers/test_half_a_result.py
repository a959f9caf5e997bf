"""A process that is ended as it writes a result leaves a part of it: whoever waits for the rest must not wait on."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

PROGRAM = """
import os, struct, sys, threading, time
from pathlib import Path

from cityleague.replays.workers import local_workers

def half(flag):
    frame = sys._getframe()
    while "result_queue" not in frame.f_locals:
        frame = frame.f_back
    os.write(frame.f_locals["result_queue"]._writer.fileno(), struct.pack("!i", 1000) + b"a part")
    Path(flag).touch()
    time.sleep(600)

if __name__ == "__main__":
    with local_workers(2) as workers:
        going = workers.map(half, sys.argv[1:])
        threading.Thread(target=lambda: next(going, None), daemon=True).start()
        while not Path(sys.argv[1]).exists():
            time.sleep(0.01)
    print("ended", flush=True)
    os._exit(0)
"""


def test_half_a_result_holds_nobody_up(tmp_path: Path) -> None:
    script = tmp_path / "half.py"
    script.write_text(PROGRAM)
    command = [sys.executable, str(script), str(tmp_path / "flag")]
    done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=60)
    assert done.stdout == "ended\n", done.stderr
