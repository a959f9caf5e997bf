"""numpy for ratings, on one thread.

OpenBLAS starts a thread for each core when it is loaded. Ratings are far too small to need them, and on many cores they
take longer to start than all else. It asks the environment, which bots that are programs inherit: so the variable is
there only while numpy is loaded, and whoever has set it decides.
"""

from __future__ import annotations

import os

_THREADS = "OPENBLAS_NUM_THREADS"

if _THREADS in os.environ:
    import numpy as np
else:
    os.environ[_THREADS] = "1"
    try:
        import numpy as np
    finally:
        del os.environ[_THREADS]

__all__ = ["np"]
