"""The database goes away and comes back: nobody is cut off, nothing that was acknowledged is lost."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import sleep

import httpx2
import pytest

from tests import postgres
from tests.faults.candidate import Candidate
from tests.faults.processes import PATIENCE, Installation, free_port, wait_until

pytestmark = pytest.mark.slow

RESTARTS = 3


def insist(say: Callable[[], None]) -> int:
    """Say something until the server has taken it, as the phone does; returns how often it was refused."""
    refused = 0
    while refusal := refusal_of(say):
        assert refusal == (503, "2")
        refused += 1
        sleep(0.05)
    return refused


def refusal_of(say: Callable[[], None]) -> tuple[int, str | None] | None:
    """The status of a refusal and when to come again; None when it was taken."""
    try:
        say()
    except httpx2.HTTPStatusError as error:
        return error.response.status_code, error.response.headers.get("retry-after")
    return None


class Talker:
    """A candidate who goes on and on."""

    def __init__(self, url: str) -> None:
        self.client = httpx2.Client(base_url=url, timeout=PATIENCE)
        self.candidate = Candidate.register(self.client)
        self.candidate.begin_interview()
        self.said = 0
        self.refused = 0
        self.error: BaseException | None = None
        self._stopped = threading.Event()

    @contextmanager
    def talking(self) -> Iterator[None]:
        """Talk until the end of the block."""
        thread = threading.Thread(target=self._talk)
        thread.start()
        yield
        self._stopped.set()
        thread.join(PATIENCE)
        assert self.error is None, self.error
        self.client.close()

    def _talk(self) -> None:
        try:
            while not self._stopped.is_set():
                index = self.said
                self.refused += insist(lambda index=index: self.candidate.put_chunk(index, b"chunk" * 100))
                self.refused += insist(lambda: self.candidate.answer_quickly("zip_code", "10001"))
                self.said += 1
        except BaseException as error:  # noqa: BLE001  (shown by the main thread)
            self.error = error


def test_a_restart_of_postgresql_is_survived(postgres_admin: str, tmp_path: Path) -> None:
    url = postgres.create_database(postgres_admin, "restarted", "migrated")
    first = Installation.make(tmp_path / "data", url, run_worker="false")
    first.data_dir.mkdir()
    second = Installation(first.data_dir, url, free_port(), first.settings)
    with first.server(), second.server(), first.process("worker") as worker:
        talkers = [Talker(installation.url) for installation in (first, second)]
        with talkers[0].talking(), talkers[1].talking():
            for _ in range(RESTARTS):
                said = [talker.said for talker in talkers]
                wait_until(lambda said=said: all(t.error or t.said > n + 3 for t, n in zip(talkers, said, strict=True)))
                postgres.restart(postgres_admin)
        assert worker.poll() is None
        with httpx2.Client(base_url=second.url, timeout=PATIENCE) as client:
            for talker in talkers:
                talker.candidate.client = client
                talker.candidate.check(first.data_dir / "recordings")
            late = Candidate.register(client)
            address = late.call("GET", "/api/auth/me")["user"]["email"]
        outbox = first.data_dir / "outbox"  # The welcome is sent by the worker that lived through it all.
        wait_until(lambda: any(address in path.read_text() for path in outbox.glob("*.eml")))
        done = first.run("doctor")
        assert done.returncode == 0, done.stdout
    postgres.drop_database(postgres_admin, "restarted")
