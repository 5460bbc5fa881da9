"""A full disk: writes are rejected with a clear error, reads work, and freeing space restores service."""

import os
import random
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx2
import pytest

from tests.faults.candidate import ANSWER, Candidate
from tests.faults.processes import TIMEOUT, Installation, free_port, kill, stop, wait_until
from tests.faults.test_topology import proxy

pytestmark = pytest.mark.slow

MB = 1_000_000


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A 16 MB disk."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=16m", "tmpfs", str(folder)]
    if os.geteuid() != 0 or subprocess.run(mount, capture_output=True, check=False).returncode != 0:
        pytest.skip("only root can mount a small disk")
    yield folder
    subprocess.run(["umount", folder], check=True)


def fill(disk: Path) -> Path:
    """Use up all remaining space; returns the file that occupies it."""
    ballast = disk / "ballast"
    with ballast.open("wb", buffering=0) as file:
        for size in (64 * 1024, 1):
            try:
                while file.write(bytes(size)) == size:
                    pass
            except OSError:
                continue
    return ballast


def rejection(write: Callable[[], None]) -> tuple[int, str] | None:
    """Returns the status and code of a rejected write, or None if it succeeds."""
    try:
        write()
    except httpx2.HTTPStatusError as error:
        return error.response.status_code, error.response.json()["code"]
    return None


def test_full_disk_loses_no_acknowledged_data(small_disk: Path) -> None:
    installation = Installation.make(small_disk / "data", preloaded=True, task_lease_seconds=1)
    installation.data_dir.mkdir()
    recordings = installation.data_dir / "recordings"
    with installation.server(), httpx2.Client(base_url=installation.url, timeout=TIMEOUT) as client:
        maya = Candidate.register(client)
        maya.live(unanswered=1)
        last = len(maya.questions)
        ballast = fill(small_disk)

        disk_full = (507, "storage_full")
        assert rejection(lambda: maya.put_chunk(100, random.randbytes(MB))) == disk_full
        # The database file has some free pages, so it may accept a few more writes. Each of them must persist.
        wait_until(lambda: rejection(lambda: maya.search("waiter " * 60)) == disk_full)
        assert rejection(lambda: maya.answer(last, ANSWER)) == disk_full
        maya.check(recordings)

        ballast.unlink()
        maya.put_chunk(100, maya.sent[100])
        maya.answer(last, ANSWER)
        maya.search("waiter")
        maya.check(recordings)
        maya.call("POST", f"/api/interviews/{maya.interview}/complete", {})
        path = f"/api/interviews/{maya.interview}"
        wait_until(lambda: maya.call("GET", path)["scoring"] == "done")  # Background tasks continue too.
    with installation.server(), httpx2.Client(base_url=installation.url, timeout=TIMEOUT) as client:
        maya.client = client
        maya.check(recordings)


def test_reads_continue_through_the_proxy(small_disk: Path, tmp_path: Path) -> None:
    installation, port = Installation.make(small_disk / "data", preloaded=True), free_port()
    installation.data_dir.mkdir()
    with (
        installation.server() as server,
        httpx2.Client(base_url=installation.url, timeout=TIMEOUT) as direct,
        httpx2.Client(base_url=f"http://127.0.0.1:{port}", timeout=TIMEOUT) as client,
    ):
        maya = Candidate.register(direct)
        ballast = fill(small_disk)
        wait_until(lambda: rejection(lambda: maya.search("waiter " * 60)) == (507, "storage_full"))
        wait_until(lambda: direct.get("/readyz").status_code == 503)
        with proxy(tmp_path, port, [installation.port]):  # It asks as soon as it starts.
            maya.client = client
            for _ in range(20):
                assert client.get("/").status_code == 200
                assert maya.call("GET", "/api/auth/me")
            assert maya.call("GET", "/api/consent")["version"]
            assert rejection(lambda: maya.search("waiter " * 60)) == (507, "storage_full")
            assert direct.get("/healthz").status_code == 200
            ballast.unlink()
            maya.search("waiter")
            kill(server)
            wait_until(lambda: client.get("/").status_code in {502, 503})


def test_server_starts_and_reads_on_a_full_disk(small_disk: Path) -> None:
    installation = Installation.make(small_disk / "data")  # A preloaded one leaves its log behind, as after a crash.
    installation.data_dir.mkdir()
    with installation.server() as server, httpx2.Client(base_url=installation.url, timeout=TIMEOUT) as client:
        maya = Candidate.register(client)
        assert stop(server) == 0
    fill(small_disk)
    with installation.process("serve") as server, httpx2.Client(base_url=installation.url, timeout=TIMEOUT) as client:
        wait_until(lambda: server.poll() is not None or _answers(client))
        assert client.get("/").status_code == 200
        maya.client = client
        assert maya.call("GET", "/api/auth/me")


def _answers(client: httpx2.Client) -> bool:
    try:
        return client.get("/healthz").status_code == 200
    except httpx2.TransportError:
        return False
