"""The port to byte storage: immutable objects under keys such as 'a/b/c', with '/' between segments."""

import re
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

_SEGMENT = r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}"
_KEY = re.compile(rf"{_SEGMENT}(/{_SEGMENT}){{0,9}}", re.ASCII)


HELD_BYTES = 512 * 1024
"""Memory that one arriving body takes; the rest waits in a temporary file. Larger than a usual chunk."""


class ObjectMissing(LookupError):
    """No object has this key."""


class ChecksumDiffers(ValueError):
    """The bytes received do not have the checksum that was announced for them."""


class InvalidKey(ValueError):
    """Not a key: one to ten segments that start with a letter or a digit, so no '..' and no hidden name."""


@dataclass(frozen=True, slots=True)
class Object:
    """One stored object: its key and its size in bytes."""

    key: str
    size: int


class Storage(Protocol):
    """Keeps objects. What a call has stored when it returns survives the death of the machine.

    A prefix is a key too: it covers the objects below it ('a/b' covers 'a/b/c', never 'a/bc').
    Every method raises `InvalidKey`; every writing one raises `StorageFull` when there is no room.
    """

    async def put_new(self, key: str, data: bytes) -> bool:
        """Store `data` unless the key is taken; of many callers at once exactly one gets True.

        The object appears whole or not at all.
        """
        ...

    async def put_stream(self, key: str, body: AsyncIterator[bytes], sha256: str) -> bool:
        """Store `body` like `put_new`, holding at most about `HELD_BYTES` of it in memory while it arrives.

        `sha256` is in hex. Stores nothing and raises `ChecksumDiffers` if the body has another one; an exception
        from `body` ends the call, and nothing is stored either.
        """
        ...

    async def write_file(self, key: str, path: Path) -> None:
        """Store the contents of the local file at `path`, in place of what was there."""
        ...

    async def get(self, key: str) -> bytes:
        """The whole object. Raises `ObjectMissing`."""
        ...

    async def append_to(self, path: Path, key: str) -> None:
        """Append the object to the local file at `path`, in small pieces. Raises `ObjectMissing`."""
        ...

    async def size(self, key: str) -> int:
        """The object's size in bytes. Raises `ObjectMissing`."""
        ...

    def open_range(self, key: str, start: int, length: int) -> AsyncIterator[bytes]:
        """Pieces of the `length` bytes from `start`, fewer where the object ends. Raises `ObjectMissing`."""
        ...

    async def list(self, prefix: str) -> list[Object]:
        """The objects below `prefix`, sorted by key."""
        ...

    async def delete_prefix(self, prefix: str) -> None:
        """Remove every object below `prefix`. Removing nothing is fine."""
        ...

    async def free_bytes(self) -> int | None:
        """Room that is left, in bytes; None where there is no known limit."""
        ...

    def close(self) -> None:
        """Finish what was accepted. Idempotent."""
        ...


def check_key(key: str) -> str:
    """The key itself. Raises `InvalidKey`."""
    if not _KEY.fullmatch(key):
        raise InvalidKey(key)
    return key
