"""Compressed files, told by ending or first bytes; opened with the standard library, or a module that will join it."""

from __future__ import annotations

import sys
from typing import IO, Any, cast

from cityleague.engine.errors import InputError

ENDINGS = (".gz", ".zst")
OTHER_ENDINGS = (".bz2", ".xz", ".zip", ".7z", ".lz4", ".br")
"""Nothing is packed so: whoever unpacked such a file would fail."""
_FIRST = {".gz": b"\x1f\x8b", ".zst": b"\x28\xb5\x2f\xfd"}

_WINDOW_LOG = 25  # 32 MiB, a limit on memory; compressors use up to 8 MiB unless told otherwise


class PackingError(InputError):
    """A log is to be packed as none is; the message says how they are."""


class CorruptError(Exception):
    """Compressed data that is damaged, or of another kind than the file's ending says."""


def _zstd() -> Any:
    """PEP 784's module; imported only where it is needed."""
    if sys.version_info >= (3, 14):
        from compression import zstd  # noqa: PLC0415
    else:
        from backports import zstd  # noqa: PLC0415
    return zstd


def ending_of(path: str, start: bytes) -> str | None:
    """The ending that says how a file is compressed, by its name or its first bytes, which no log has; or None."""
    own = next((ending for ending in ENDINGS if path.endswith(ending)), None)
    return own or next((ending for ending, bytes_ in _FIRST.items() if start.startswith(bytes_)), None)


def reader(ending: str, file: IO[bytes]) -> IO[bytes]:
    """What `file` holds, unpacked as the ending (or a name with it) says; use `read` for reading it."""
    if ending.endswith(".zst"):
        zstd = _zstd()
        options = {zstd.DecompressionParameter.window_log_max: _WINDOW_LOG}
        return cast("IO[bytes]", zstd.ZstdFile(file, "rb", options=options))
    import gzip  # noqa: PLC0415  (slow to import, and needed for compressed files alone)

    return cast("IO[bytes]", gzip.GzipFile(fileobj=file, mode="rb"))


def read(packed: IO[bytes], size: int) -> bytes:
    """The next unpacked bytes, none at the end; raises CorruptError, EOFError, OSError."""
    import gzip  # noqa: PLC0415  (see `reader`)
    import zlib  # noqa: PLC0415

    try:
        return packed.read(size)
    except (gzip.BadGzipFile, zlib.error) as error:
        raise CorruptError(f"not valid gzip: {error}") from None
    except (EOFError, OSError):
        raise
    except Exception as error:
        if isinstance(error, _zstd().ZstdError):
            raise CorruptError(f"not valid Zstandard, or with a window above 32 MiB: {error}") from None
        raise


def check_ending(path: str) -> None:
    """Raise PackingError if a log of this name would be packed as none is."""
    if path.lower().endswith(OTHER_ENDINGS):
        raise PackingError(f"{path}: logs are packed as .gz or .zst, or not at all: name another file")


def pack(path: str, data: bytes) -> bytes:
    """The data as a file of this name holds it, always in the same bytes; raises PackingError."""
    check_ending(path)
    if path.endswith(".zst"):
        zstd = _zstd()
        return cast("bytes", zstd.compress(data, options={zstd.CompressionParameter.checksum_flag: 1}))
    if path.endswith(".gz"):
        import gzip  # noqa: PLC0415  (see `reader`)

        return gzip.compress(data, mtime=0)
    return data
