"""Storage in a local folder, durable against kill -9 and power loss.

A file is written under a temporary name, flushed, and only then linked to its key; the folder is
flushed last. So a key never shows half an object, and an acknowledged object is on the disk.
"""

import asyncio
import contextlib
import os
import shutil
import stat
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import BinaryIO, ParamSpec, TypeVar

from dayshift.core.ids import new_id
from dayshift.providers.storage.protocol import Object, ObjectMissing, check_key
from dayshift.providers.storage.staging import Staged, disk_room, hold

P = ParamSpec("P")
T = TypeVar("T")

PIECE = 256 * 1024
"""Bytes that one step of a range reads."""

STALE_SECONDS = 3600.0
"""Age at which a temporary file has surely lost its writer, in this process or another."""


class LocalStorage:
    """`Storage` under the folder `root`, which is made if need be.

    Several processes may share the folder. Slow calls run in a few threads of its own, so that a
    busy disk never holds up the threads of others.
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
            held = await hold(body, staged, self._run)
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
        # Also for a lost race: the winner's entry must be durable before we call the object stored.
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
        with contextlib.suppress(FileNotFoundError, NotADirectoryError):
            shutil.rmtree(folder)
            _flush_folder(folder.parent)

    def _remove_stale(self) -> None:
        for temporary in self._temporary.iterdir():
            with contextlib.suppress(FileNotFoundError):  # Another process clears up as well.
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
