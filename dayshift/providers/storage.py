"""Byte storage: immutable objects under keys such as 'a/b/c', with '/' between segments.

`LocalStorage` is durable against kill -9 and power loss: a file is written under a temporary name, flushed, and only
then linked to its key; the folder is flushed last. So a key never shows half an object, and an acknowledged object is
on the disk.
"""

import asyncio
import contextlib
import errno
import hashlib
import mmap
import os
import re
import shutil
import stat
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, ParamSpec, Protocol, TypeVar

from dayshift.core.errors import StorageFull
from dayshift.core.ids import new_id

_SEGMENT = r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}"
_KEY = re.compile(rf"{_SEGMENT}(/{_SEGMENT}){{0,9}}", re.ASCII)


HELD_BYTES = 512 * 1024
"""Maximum memory of one incoming body; the rest is staged in a temporary file. Larger than a usual chunk."""


class ObjectMissing(LookupError):
    """No object has this key."""


class ChecksumDiffers(ValueError):
    """The bytes received do not have the announced checksum."""


class InvalidKey(ValueError):
    """Not a key: one to ten segments that start with a letter or a digit, so no '..' and no hidden name."""


@dataclass(frozen=True, slots=True)
class Object:
    """One stored object: its key and its size in bytes."""

    key: str
    size: int


class Storage(Protocol):
    """Stores objects. They are durable when the call returns.

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
        """Store the contents of the local file at `path`; replaces the object."""
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
        """Remove every object below `prefix`. Idempotent."""
        ...

    async def free_bytes(self) -> int | None:
        """Free space in bytes; None if there is no known limit."""
        ...

    def close(self) -> None:
        """Finish pending calls. Idempotent."""
        ...


def check_key(key: str) -> str:
    """The key itself. Raises `InvalidKey`."""
    if not _KEY.fullmatch(key):
        raise InvalidKey(key)
    return key


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


async def stage_body(
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


P = ParamSpec("P")
T = TypeVar("T")

PIECE = 256 * 1024
"""Maximum size of the pieces of a range, in bytes."""

STALE_SECONDS = 3600.0
"""Age at which a temporary file no longer has a writer, in this process or another."""


class LocalStorage:
    """`Storage` in the folder `root`, which is created if needed.

    Several processes may share the folder. Slow calls run in threads of its own, so that a busy disk does not block
    other work.
    """

    def __init__(self, root: Path, *, threads: int = 8) -> None:
        self._root = root
        self._temporary = root / ".tmp"  # Keys cannot start with a dot, so nothing collides with it.
        self._temporary.mkdir(parents=True, exist_ok=True)
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="storage")
        self._remove_stale()

    async def put_new(self, key: str, data: bytes) -> bool:
        return await self._run(self._put_new, self._path(key), data)

    async def put_stream(self, key: str, body: AsyncIterator[bytes], sha256: str) -> bool:
        path, temporary = self._path(key), self._temporary / new_id()
        staged = Staged(lambda: temporary.open("xb"))
        try:
            held = await stage_body(body, staged, self._run)
            return await self._run(self._put_staged, path, temporary, staged, held, sha256)
        finally:
            _discard(staged, temporary)

    async def write_file(self, key: str, path: Path) -> None:
        await self._run(self._write_file, self._path(key), path)

    async def get(self, key: str) -> bytes:
        with _missing(key):
            return await self._run(self._path(key).read_bytes)

    async def append_to(self, path: Path, key: str) -> None:
        with _missing(key):
            await self._run(_append, self._path(key), path)

    async def size(self, key: str) -> int:
        with _missing(key):
            return await self._run(_size, self._path(key))

    async def open_range(self, key: str, start: int, length: int) -> AsyncIterator[bytes]:
        with _missing(key):
            file = await self._run(self._path(key).open, "rb")
        try:
            await self._run(file.seek, start)
            while length > 0 and (piece := await self._run(file.read, min(PIECE, length))):
                length -= len(piece)
                yield piece
        finally:
            file.close()

    async def list(self, prefix: str) -> list[Object]:
        found = await self._run(lambda: list(_files_below(str(self._path(prefix)), prefix)))
        return sorted(found, key=lambda entry: entry.key)

    async def delete_prefix(self, prefix: str) -> None:
        await self._run(self._delete, self._path(prefix))

    async def free_bytes(self) -> int | None:
        return (await self._run(shutil.disk_usage, self._root)).free

    def close(self) -> None:
        self._threads.shutdown()

    async def _run(self, fn: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        running = asyncio.get_running_loop().run_in_executor(self._threads, lambda: fn(*args, **kwargs))
        try:
            return await asyncio.shield(running)
        except asyncio.CancelledError:
            await asyncio.wait([running])  # The thread still uses the caller's files.
            raise

    def _path(self, key: str) -> Path:
        return self._root / check_key(key)

    def _put_new(self, path: Path, data: bytes) -> bool:
        with self._flushed(lambda file: file.write(data)) as temporary:
            return self._link(temporary, path)

    def _put_staged(self, path: Path, temporary: Path, staged: Staged, held: Sequence[bytes], sha256: str) -> bool:
        try:
            staged.write(held)
            staged.check(sha256)
            staged.flush()
            with disk_room():
                return self._link(temporary, path)
        finally:
            _discard(staged, temporary)

    def _link(self, temporary: Path, path: Path) -> bool:
        self._make_folder(path.parent)
        try:
            os.link(temporary, path)
            created = True
        except FileExistsError:
            created = False
        # Also after a lost race: the winner's entry must be durable before we report the object as stored.
        _flush_folder(path.parent)
        return created

    def _write_file(self, path: Path, source: Path) -> None:
        def copy(file: BinaryIO) -> None:
            with source.open("rb") as original:
                shutil.copyfileobj(original, file, 1024 * 1024)

        with self._flushed(copy) as temporary:
            self._make_folder(path.parent)
            temporary.replace(path)
            _flush_folder(path.parent)

    @contextlib.contextmanager
    def _flushed(self, write: Callable[[BinaryIO], object]) -> Iterator[Path]:
        """The name of a temporary file with flushed contents; gone afterwards unless it was moved."""
        temporary = self._temporary / new_id()
        try:
            with disk_room():
                with temporary.open("xb") as file:
                    write(file)
                    file.flush()
                    os.fdatasync(file.fileno())
                yield temporary
        finally:
            temporary.unlink(missing_ok=True)

    def _make_folder(self, folder: Path) -> None:
        if folder.is_dir():
            return
        self._make_folder(folder.parent)
        folder.mkdir(exist_ok=True)
        _flush_folder(folder.parent)

    def _delete(self, folder: Path) -> None:
        if not folder.is_dir():
            return
        while folder.is_dir():
            with contextlib.suppress(FileNotFoundError):  # Somebody else deletes a part of it at the same time.
                shutil.rmtree(folder)
        with contextlib.suppress(FileNotFoundError):
            _flush_folder(folder.parent)

    def _remove_stale(self) -> None:
        for temporary in self._temporary.iterdir():
            with contextlib.suppress(FileNotFoundError):  # Another process may clean up as well.
                if time.time() - temporary.stat().st_mtime > STALE_SECONDS:
                    temporary.unlink()


def _size(path: Path) -> int:
    status = path.stat()
    if stat.S_ISDIR(status.st_mode):
        raise IsADirectoryError(path)
    return status.st_size


def _files_below(folder: str, key: str) -> Iterator[Object]:
    with contextlib.suppress(FileNotFoundError, NotADirectoryError), os.scandir(folder) as entries:
        for entry in entries:
            inner = f"{key}/{entry.name}"
            if entry.is_dir(follow_symlinks=False):
                yield from _files_below(entry.path, inner)
            else:
                yield Object(inner, entry.stat(follow_symlinks=False).st_size)


def _flush_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _discard(staged: Staged, temporary: Path) -> None:
    if staged.close():
        temporary.unlink(missing_ok=True)


def _append(source: Path, target: Path) -> None:
    with source.open("rb") as original, target.open("ab") as file:
        shutil.copyfileobj(original, file, PIECE)


@contextlib.contextmanager
def _missing(key: str) -> Iterator[None]:
    try:
        yield
    except (FileNotFoundError, IsADirectoryError, NotADirectoryError) as error:
        raise ObjectMissing(key) from error


def open_storage(url: str, folder: Path) -> Storage:
    """The bucket at `url` ('s3://bucket/prefix'), or the local `folder` if it is empty."""
    if not url:
        return LocalStorage(folder)
    from dayshift.providers.s3 import S3Storage  # noqa: PLC0415

    return S3Storage(url, folder)
