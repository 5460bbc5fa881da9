"""Bodies on their way into the storage: a little in memory, the rest in a temporary file."""

import contextlib
import errno
import hashlib
import mmap
import os
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Sequence
from typing import Any, BinaryIO

from dayshift.core.errors import StorageFull
from dayshift.providers.storage.protocol import HELD_BYTES, ChecksumDiffers

_NO_ROOM = {errno.ENOSPC, errno.EDQUOT}


class Staged:
    """A temporary file, opened by the first write, and the checksum of what was written to it."""

    def __init__(self, open_file: Callable[[], BinaryIO]) -> None:
        self._open_file = open_file
        self._file: BinaryIO | None = None
        self._digest = hashlib.sha256()

    def write(self, pieces: Sequence[bytes]) -> None:
        """Append `pieces`. Raises `StorageFull`."""
        with disk_room():
            if self._file is None:
                self._file = self._open_file()
            for piece in pieces:
                self._digest.update(piece)
            self._file.writelines(pieces)

    def check(self, sha256: str) -> None:
        """Raise `ChecksumDiffers` unless the bytes written have this checksum, in hex."""
        if self._digest.hexdigest() != sha256:
            raise ChecksumDiffers

    def flush(self) -> None:
        """Make the contents durable. Raises `StorageFull`."""
        if self._file is not None:
            with disk_room():
                self._file.flush()
                os.fdatasync(self._file.fileno())

    def mapped(self) -> mmap.mmap:
        """The contents, mapped into memory rather than read."""
        assert self._file is not None  # noqa: S101  (written before)
        with disk_room():
            self._file.flush()
        return mmap.mmap(self._file.fileno(), 0, access=mmap.ACCESS_READ)

    def close(self) -> bool:
        """Close the file; returns whether there was one. Idempotent."""
        file, self._file = self._file, None
        with contextlib.suppress(OSError):  # On a full disk the last flush fails once more.
            if file is not None:
                file.close()
        return file is not None


async def hold(
    body: AsyncIterator[bytes], staged: Staged, run: Callable[..., Coroutine[Any, Any, None]]
) -> Sequence[bytes]:
    """Write `body` to `staged`, through `run`, which calls a function in a thread; returns the pieces of its end.

    Whatever the body's size, at most about `HELD_BYTES` of it are in memory.
    """
    held: list[bytes] = []
    size = 0
    async for piece in body:
        if size + len(piece) > HELD_BYTES:
            await run(staged.write, held)
            held, size = [], 0
        held.append(piece)
        size += len(piece)
    return held


@contextlib.contextmanager
def disk_room() -> Iterator[None]:
    """Raise `StorageFull` when the disk has no room."""
    try:
        yield
    except OSError as error:
        if error.errno in _NO_ROOM:
            raise StorageFull from error
        raise
