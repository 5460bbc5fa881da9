"""A full disk: writes are refused with a plain error, reads go on, and room is all it takes."""

import os
import random
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx2
import pytest

from tests.faults.candidate import ANSWER, Candidate
from tests.faults.processes import PATIENCE, Installation, wait_until

pytestmark = pytest.mark.slow

MB = 1_000_000


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 16 MB."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=16m", "tmpfs", str(folder)]
    if os.geteuid() != 0 or subprocess.run(mount, capture_output=True, check=False).returncode != 0:
        pytest.skip("a small disk can be mounted by root only")
    yield folder
    subprocess.run(["umount", folder], check=True)


def fill(disk: Path) -> Path:
    """Take all the room that is left; returns the file that holds it."""
    ballast = disk / "ballast"
    with ballast.open("wb", buffering=0) as file:
        for size in (64 * 1024, 1):
            try:
                while file.write(bytes(size)) == size:
                    pass
            except OSError:
                continue
    return ballast


def refusal(write: Callable[[], None]) -> tuple[int, str] | None:
    """The status and the code with which a write is refused; None when it is taken."""
    try:
        write()
    except httpx2.HTTPStatusError as error:
        return error.response.status_code, error.response.json()["code"]
    return None


def test_a_full_disk_loses_nothing(small_disk: Path) -> None:
    installation = Installation.make(small_disk / "data", task_lease_seconds=1)
    installation.data_dir.mkdir()
    recordings = installation.data_dir / "recordings"
    with installation.server(), httpx2.Client(base_url=installation.url, timeout=PATIENCE) as client:
        maya = Candidate.register(client)
        maya.live(unanswered=1)
        last = len(maya.questions)
        ballast = fill(small_disk)

        full = (507, "storage_full")
        assert refusal(lambda: maya.put_chunk(100, random.randbytes(MB))) == full
        # The database has some room of its own left, so it may take a few more answers; each stays promised.
        wait_until(lambda: refusal(lambda: maya.search("waiter " * 60)) == full)
        assert refusal(lambda: maya.answer(last, ANSWER)) == full
        maya.check(recordings)

        ballast.unlink()
        maya.put_chunk(100, maya.sent[100])
        maya.answer(last, ANSWER)
        maya.search("waiter")
        maya.check(recordings)
        maya.call("POST", f"/api/interviews/{maya.interview}/complete", {})
        path = f"/api/interviews/{maya.interview}"
        wait_until(lambda: maya.call("GET", path)["scoring"] == "done")  # Background work goes on as well.
    with installation.server(), httpx2.Client(base_url=installation.url, timeout=PATIENCE) as client:
        maya.client = client
        maya.check(recordings)
