"""Database outages: clients retry successfully, and no acknowledged data is lost."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from time import sleep

import httpx2
import pytest

from tests import postgres
from tests.faults.candidate import Candidate
from tests.faults.processes import TIMEOUT, Installation, free_port, wait_until

pytestmark = pytest.mark.slow

RESTARTS = 3


def retry_until_accepted(send: Callable[[], None]) -> int:
    """Retry `send` until the server accepts it, as the app does; returns the number of rejections."""
    rejected = 0
    while rejection := rejection_of(send):
        assert rejection == (503, "2")
        rejected += 1
        sleep(0.05)
    return rejected


def rejection_of(send: Callable[[], None]) -> tuple[int, str | None] | None:
    """Returns the status and Retry-After of a rejection, or None if the request succeeds."""
    try:
        send()
    except httpx2.HTTPStatusError as error:
        return error.response.status_code, error.response.headers.get("retry-after")
    return None


class Sender:
    """A candidate who sends requests continuously."""

    def __init__(self, url: str) -> None:
        self.client = httpx2.Client(base_url=url, timeout=TIMEOUT)
        self.candidate = Candidate.register(self.client)
        self.candidate.begin_interview()
        self.sent = 0
        self.rejected = 0
        self.error: BaseException | None = None
        self._stopped = threading.Event()

    @contextmanager
    def sending(self) -> Iterator[None]:
        """Send requests until the end of the block."""
        thread = threading.Thread(target=self._send)
        thread.start()
        yield
        self._stopped.set()
        thread.join(TIMEOUT)
        assert self.error is None, self.error
        self.client.close()

    def _send(self) -> None:
        try:
            while not self._stopped.is_set():
                index = self.sent
                self.rejected += retry_until_accepted(
                    lambda index=index: self.candidate.put_chunk(index, b"chunk" * 100)
                )
                self.rejected += retry_until_accepted(lambda: self.candidate.answer_quickly("zip_code", "10001"))
                self.sent += 1
        except BaseException as error:  # noqa: BLE001  (shown by the main thread)
            self.error = error


def test_service_survives_postgresql_restarts(postgres_admin: str, tmp_path: Path) -> None:
    url = postgres.create_database(postgres_admin, "restarted", "migrated")
    first = Installation.make(tmp_path / "data", url, preloaded=True, run_worker="false")
    first.data_dir.mkdir()
    second = replace(first, port=free_port())
    with first.server(), second.server(), first.process("worker") as worker:
        senders = [Sender(installation.url) for installation in (first, second)]
        with senders[0].sending(), senders[1].sending():
            for _ in range(RESTARTS):
                sent = [sender.sent for sender in senders]
                wait_until(lambda sent=sent: all(t.error or t.sent > n + 3 for t, n in zip(senders, sent, strict=True)))
                postgres.restart(postgres_admin)
        assert worker.poll() is None
        with httpx2.Client(base_url=second.url, timeout=TIMEOUT) as client:
            for sender in senders:
                sender.candidate.client = client
                sender.candidate.check(first.data_dir / "recordings")
            late = Candidate.register(client)
            address = late.call("GET", "/api/auth/me")["user"]["email"]
        outbox = first.data_dir / "outbox"  # The welcome mail is sent by the worker that survived the restarts.
        wait_until(lambda: any(address in path.read_text() for path in outbox.glob("*.eml")))
        result = first.run("doctor")
        assert result.returncode == 0, result.stdout
    postgres.drop_database(postgres_admin, "restarted")
