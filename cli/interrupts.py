"""Ctrl-C ends the command with its exit code and without a traceback, whatever it strikes.

While modules are imported, and when the command has come to its end, nothing is open that would have to be closed: the
process ends at once. In between, Ctrl-C raises KeyboardInterrupt, as ever. This is imported before all else and imports
little itself: `signal` would take longer than all the rest here.
"""

from __future__ import annotations

import _signal as signal  # type: ignore[import-not-found]
import _thread
import os
import sys
import time

_INTERRUPTED = 130
"""As in `exits`, which needs click."""
_AGAIN = 0.01
"""Seconds until an interruption that went under is repeated."""


def end_at_once() -> None:
    """From now on, Ctrl-C ends the process; where it is ignored, as behind an `&` in a script, it stays so."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _end)


def end_if_ours() -> None:
    """Ctrl-C has struck before this was imported: end the process, if it runs the command."""
    if signal.getsignal(signal.SIGINT) is _end:
        _end()


def raise_again() -> None:
    """From now on, Ctrl-C raises KeyboardInterrupt, once more if that struck where Python drops exceptions."""
    if signal.getsignal(signal.SIGINT) is _end:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    sys.unraisablehook = _dropped


def _end(*_: object) -> None:
    os._exit(_INTERRUPTED)


def _dropped(what: sys.UnraisableHookArgs) -> None:
    """What Python calls for an exception in a callback, such as that of a weak reference: imports make many of them."""
    if what.exc_type is KeyboardInterrupt:
        _thread.start_new_thread(_interrupt_later, ())  # at once, it would strike here
    else:
        sys.__unraisablehook__(what)


def _interrupt_later() -> None:
    time.sleep(_AGAIN)
    _thread.interrupt_main()


if sys.argv[:1] == ["-m"] or any(os.path.basename(name).startswith("cityleague") for name in sys.argv[:1]):
    end_at_once()  # Python imports this to run the command, by -m or by its script, and no program of somebody else
