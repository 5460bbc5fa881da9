"""The storage contract, tested on every implementation."""

import asyncio
import hashlib
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import httpx2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from moto.server import ThreadedMotoServer
from starlette.testclient import TestClient

from dayshift.app import create_app
from dayshift.core.errors import StorageFull, Unavailable
from dayshift.core.ids import new_id
from dayshift.providers import s3
from dayshift.providers.s3 import S3Storage
from dayshift.providers.storage import (
    HELD_BYTES,
    STALE_SECONDS,
    ChecksumDiffers,
    InvalidKey,
    LocalStorage,
    ObjectMissing,
    Storage,
    check_key,
    open_storage,
)
from dayshift.settings import Settings
from tests.faults.candidate import Candidate
from tests.faults.gate import Gate


@pytest.fixture(scope="module")
def bucket() -> Iterator[str]:
    """The name of a bucket on a local S3 server that the environment variables point to."""
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    address = "http://{}:{}".format(*server.get_host_and_port())
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("AWS_ENDPOINT", address)
        for name, value in {"ACCESS_KEY_ID": "a", "SECRET_ACCESS_KEY": "b", "REGION": "us-east-1"}.items():
            environment.setenv(f"AWS_{name}", value)
        environment.setenv("AWS_ALLOW_HTTP", "true")
        httpx2.put(f"{address}/takes").raise_for_status()
        yield "takes"
    server.stop()


@pytest.fixture(params=["local", "s3"])
def storage(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Storage]:
    """A new, empty storage of each kind."""
    at = f"s3://{request.getfixturevalue('bucket')}/{new_id()}" if request.param == "s3" else ""
    opened = open_storage(at, tmp_path / "store")
    assert isinstance(opened, S3Storage if at else LocalStorage)
    yield opened
    opened.close()


async def read(storage: Storage, key: str, start: int, length: int) -> bytes:
    return b"".join([chunk async for chunk in storage.open_range(key, start, length)])


def test_object_is_created_once_and_never_replaced(storage: Storage) -> None:
    async def scenario() -> None:
        assert await storage.put_new("a/b", b"first")
        assert not await storage.put_new("a/b", b"second")
        assert await storage.get("a/b") == b"first"
        assert await storage.size("a/b") == 5

    asyncio.run(scenario())


def test_concurrent_writers_create_one_object(storage: Storage) -> None:
    async def scenario() -> None:
        bodies = [bytes([number]) * 50_000 for number in range(20)]
        created = await asyncio.gather(*(storage.put_new("a/b", body) for body in bodies))
        assert sum(created) == 1
        assert await storage.get("a/b") == bodies[created.index(True)]

    asyncio.run(scenario())


async def in_chunks(data: bytes, size: int = 65_536) -> AsyncIterator[bytes]:
    for start in range(0, len(data), size):
        yield data[start : start + size]


@pytest.mark.parametrize("size", [1, HELD_BYTES, HELD_BYTES + 1, 3 * HELD_BYTES + 7])
def test_streamed_object_is_created_once_and_completely(storage: Storage, tmp_path: Path, size: int) -> None:
    data = os.urandom(size)
    digest = hashlib.sha256(data).hexdigest()

    async def scenario() -> None:
        assert await storage.put_stream("a/b", in_chunks(data), digest)
        assert not await storage.put_stream("a/b", in_chunks(data), digest)
        assert await storage.get("a/b") == data
        with pytest.raises(ChecksumDiffers):
            await storage.put_stream("a/c", in_chunks(data + b"x"), digest)
        for number in range(2):
            await storage.append_to(tmp_path / "copy", "a/b")
            assert (tmp_path / "copy").read_bytes() == data * (number + 1)
        with pytest.raises(ObjectMissing):
            await storage.append_to(tmp_path / "copy", "a/c")
        assert [entry.key for entry in await storage.list("a")] == ["a/b"]

    asyncio.run(scenario())
    assert not list((tmp_path / "store").glob(".tmp/*"))


def test_interrupted_stream_stores_nothing(storage: Storage, tmp_path: Path) -> None:
    async def broken() -> AsyncIterator[bytes]:
        async for chunk in in_chunks(bytes(2 * HELD_BYTES)):
            yield chunk
        raise ConnectionError

    async def scenario() -> None:
        with pytest.raises(ConnectionError):
            await storage.put_stream("a/b", broken(), "")
        assert await storage.list("a") == []

    asyncio.run(scenario())
    assert not list((tmp_path / "store").glob(".tmp/*"))


def test_missing_object_raises_object_missing(storage: Storage) -> None:
    async def scenario() -> None:
        await storage.put_new("a/b", b"x")
        for key in ("a", "a/c", "a/b/c", "z"):
            with pytest.raises(ObjectMissing):
                await storage.get(key)
            with pytest.raises(ObjectMissing):
                await storage.size(key)
            with pytest.raises(ObjectMissing):
                await read(storage, key, 0, 1)
        assert await storage.list("z") == []
        await storage.delete_prefix("z")

    asyncio.run(scenario())


def test_prefix_matches_whole_segments(storage: Storage) -> None:
    async def scenario() -> None:
        for key in ("a/2/y", "a/1", "ab/1", "a/2/x"):
            await storage.put_new(key, key.encode())
        assert [(entry.key, entry.size) for entry in await storage.list("a")] == [
            ("a/1", 3),
            ("a/2/x", 5),
            ("a/2/y", 5),
        ]
        await storage.delete_prefix("a")
        assert await storage.list("a") == []
        assert await storage.get("ab/1") == b"ab/1"
        assert await storage.put_new("a/1", b"again")

    asyncio.run(scenario())


def test_deletion_goes_on_if_a_part_is_deleted_meanwhile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The chunks of a take and its recording can be due at the same time; a file that is already gone ended both."""
    storage = LocalStorage(tmp_path)
    remove = shutil.rmtree

    def overtaken(folder: Path) -> None:
        monkeypatch.setattr(shutil, "rmtree", remove)
        remove(folder / "chunks")
        raise FileNotFoundError(folder / "chunks/1")

    async def scenario() -> None:
        for key in ("r/chunks/1", "r/media"):
            await storage.put_new(key, b"x")
        monkeypatch.setattr(shutil, "rmtree", overtaken)
        await storage.delete_prefix("r")
        assert await storage.list("r") == []

    asyncio.run(scenario())
    storage.close()


def test_file_is_stored_and_replaced(storage: Storage, tmp_path: Path) -> None:
    async def scenario() -> None:
        source = tmp_path / "source"
        for contents in (b"one" * 500_000, b"two"):
            source.write_bytes(contents)
            await storage.write_file("a/media", source)
            assert await storage.get("a/media") == contents

    asyncio.run(scenario())


def test_ranges_are_slices(storage: Storage) -> None:
    data = os.urandom(700_000)
    asyncio.run(storage.put_new("a", data))

    @settings(max_examples=40, deadline=None)
    @given(st.integers(0, 800_000), st.integers(0, 800_000))
    def check(start: int, length: int) -> None:
        assert asyncio.run(read(storage, "a", start, length)) == data[start : start + length]

    check()


@pytest.mark.parametrize(
    "key", ["", "/a", "a/", "a//b", "..", "a/../b", "a/.tmp", ".tmp/a", "a\\b", "a b", "ä", "a\0", "x" * 101]
)
def test_invalid_keys_are_rejected(storage: Storage, key: str) -> None:
    with pytest.raises(InvalidKey):
        asyncio.run(storage.put_new(key, b"x"))
    with pytest.raises(InvalidKey):
        asyncio.run(storage.delete_prefix(key))


@given(st.text(max_size=60))
def test_valid_keys_stay_inside_the_folder(key: str) -> None:
    try:
        check_key(key)
    except InvalidKey:
        return
    assert os.path.normpath(key) == key
    assert not key.startswith(("/", ".."))


_WRITER = """
import asyncio, hashlib, os, sys
from pathlib import Path
from dayshift.providers.storage import LocalStorage

async def main():
    storage = LocalStorage(Path(sys.argv[1]))
    for number in range(10_000):
        data = os.urandom(300_000)
        await storage.put_new(f"take/{number:05}", data)
        print(number, hashlib.sha256(data).hexdigest(), flush=True)

asyncio.run(main())
"""


@pytest.mark.parametrize("acknowledged", [1, 7, 23])
def test_killed_writer_leaves_only_complete_objects(tmp_path: Path, acknowledged: int) -> None:
    root = tmp_path / "store"
    with subprocess.Popen([sys.executable, "-c", _WRITER, str(root)], stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout
        acknowledged_lines = [writer.stdout.readline() for _ in range(acknowledged)]
        writer.send_signal(signal.SIGKILL)
        acknowledged_lines += writer.stdout.readlines()

    storage = LocalStorage(root)
    stored = {entry.key: entry.size for entry in asyncio.run(storage.list("take"))}
    assert set(stored.values()) == {300_000}
    for line in acknowledged_lines:
        number, digest = line.split()
        data = asyncio.run(storage.get(f"take/{int(number):05}"))
        assert hashlib.sha256(data).hexdigest() == digest
    storage.close()


def test_only_stale_temporary_files_are_deleted(tmp_path: Path) -> None:
    old, recent = tmp_path / ".tmp" / "old", tmp_path / ".tmp" / "fresh"
    old.parent.mkdir()
    for path in (old, recent):
        path.write_bytes(b"half")
    long_ago = recent.stat().st_mtime - STALE_SECONDS - 60
    os.utime(old, (long_ago, long_ago))

    LocalStorage(tmp_path).close()
    assert (old.exists(), recent.exists()) == (False, True)


_ON_SMALL_DISK = """
import asyncio, sys
from pathlib import Path
from dayshift.core.errors import StorageFull
from dayshift.providers.storage import LocalStorage

async def main():
    storage = LocalStorage(Path(sys.argv[1]))
    await storage.put_new("a/1", b"x" * 500_000)
    try:
        await storage.put_new("a/2", b"x" * 1_000_000)
    except StorageFull:
        print([entry.key for entry in await storage.list("a")], list(Path(sys.argv[1], ".tmp").iterdir()))
    await storage.put_new("a/3", b"x" * 1000)
    print(await storage.free_bytes() < 600_000)

asyncio.run(main())
"""


def test_full_disk_raises_storage_full_and_leaves_no_files(tmp_path: Path) -> None:
    mount = 'mount -t tmpfs -o size=1m none "$1"'
    shell = ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c"]
    if subprocess.run([*shell, mount, "sh", str(tmp_path)], capture_output=True, check=False).returncode:
        pytest.skip("mounting a small disk is not permitted")
    command = [*shell, mount + ' && "$2" -c "$3" "$1"', "sh", str(tmp_path), sys.executable, _ON_SMALL_DISK]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.stdout.split("\n")[:2] == ["['a/1'] []", "True"], result.stderr


def test_other_disk_errors_are_not_storage_full(tmp_path: Path) -> None:
    storage = LocalStorage(tmp_path / "store")
    (tmp_path / "store" / "a").write_bytes(b"a file where a folder should be")
    with pytest.raises(OSError, match=r"Not a directory|File exists") as caught:
        asyncio.run(storage.put_new("a/b", b"x"))
    assert not isinstance(caught.value, StorageFull)
    storage.close()


@pytest.fixture
def gate(bucket: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Gate]:
    """A controllable proxy in front of the bucket."""
    s3_port = urlsplit(os.environ["AWS_ENDPOINT"]).port
    assert s3_port
    with Gate(s3_port).running() as gate:
        monkeypatch.setenv("AWS_ENDPOINT", f"http://127.0.0.1:{gate.port}")
        yield gate


def test_slow_bucket_is_tolerated_and_lost_one_is_unavailable(
    bucket: str, gate: Gate, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(s3, "ANSWER_SECONDS", 0.5)
    monkeypatch.setattr(s3, "RETRY_SECONDS", 1)
    storage = S3Storage(f"s3://{bucket}/{new_id()}")

    async def scenario() -> None:
        gate.delay = 0.1
        assert await storage.put_new("a/b", b"first")
        for failure in ({"delay": 5.0}, {"shut": True}):
            for name, value in failure.items():
                setattr(gate, name, value)
            for call in (storage.put_new("a/c", b"second"), storage.get("a/b"), storage.size("a/b"), storage.list("a")):
                with pytest.raises(Unavailable):
                    await call
        gate.shut, gate.delay = False, 0.0
        assert await storage.put_new("a/c", b"second")
        assert [entry.key for entry in await storage.list("a")] == ["a/b", "a/c"]

    asyncio.run(scenario())


def test_chunk_upload_succeeds_after_bucket_outage(
    bucket: str, gate: Gate, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(s3, "RETRY_SECONDS", 1)
    app = create_app(settings.model_copy(update={"storage_url": f"s3://{bucket}/{new_id()}"}))
    with TestClient(app) as client:
        maya = Candidate.register(client)
        maya.begin_interview()
        maya.put_chunk(0, b"first")
        gate.shut = True
        with pytest.raises(httpx2.HTTPStatusError) as rejected:
            maya.put_chunk(1, b"second")
        assert (rejected.value.response.status_code, rejected.value.response.headers["retry-after"]) == (503, "2")
        maya.answer(1, "I kept the line clean.")  # Answers do not depend on recordings.
        gate.shut = False
        maya.put_chunk(1, b"second")
        stored = maya.call("GET", f"/api/recordings/{maya.interview}/takes/1/chunks")["chunks"]
        assert [chunk["index"] for chunk in stored] == [0, 1]
