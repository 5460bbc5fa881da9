"""Killing a worker during a task: another worker takes over, and effects happen once."""

import asyncio
import os
import time
from collections import Counter
from collections.abc import Callable
from itertools import chain
from pathlib import Path
from typing import Any, TypeVar

import httpx2
import pytest
from sqlalchemy import func, select

from dayshift.core.db import Tx, open_database
from dayshift.core.tasks import enqueue, tasks
from dayshift.interviews.recordings.actions import FINALISE
from dayshift.tables import migrate
from tests.faults import slow_worker
from tests.faults.candidate import Candidate
from tests.faults.preloaded import PreloadedProcess
from tests.faults.processes import TIMEOUT, Installation, kill, wait_until
from tests.interviews.recordings import media
from tests.mail_server import MailServer, mail_server

__all__ = ["mail_server"]

pytestmark = pytest.mark.slow

T = TypeVar("T")

LEASE = 2
MARGIN = 5.0
TAKES = 4
SEGMENTS = 5
SEGMENT_SECONDS = 10
"""Make a take large enough that the worker is killed while processing it."""

JOBS = 30
KILLS = 2
"""Number of times both workers are killed."""
CONCURRENCY = 4
"""Maximum number of tasks that a worker runs concurrently."""


def run_in_transaction(url: str, fn: Callable[..., T], *, write: bool = False) -> T:
    """Read from or write to the database of a running installation."""

    async def effects_per_task() -> T:
        db = open_database(url)
        try:
            return await (db.write if write else db.read)(fn)
        finally:
            db.close()

    return asyncio.run(effects_per_task())


def count_running(tx: Tx) -> int:
    own_kinds = tasks.c.kind.in_((FINALISE, slow_worker.KIND))
    return tx.execute(select(func.count()).where(own_kinds, tasks.c.state == "running")).scalar_one()


def count_open(tx: Tx) -> int:
    return tx.execute(select(func.count()).where(tasks.c.state.in_(("ready", "running")))).scalar_one()


def finalise_tasks(tx: Tx) -> list[tuple[str, int]]:
    rows = tx.execute(select(tasks.c.state, tasks.c.attempts).where(tasks.c.kind == FINALISE))
    return [(row.state, row.attempts) for row in rows]


def upload_takes(installation: Installation) -> Candidate:
    """Create a candidate with completed takes that are not processed yet. Replace its `client` before use."""
    with httpx2.Client(base_url=installation.url, timeout=TIMEOUT) as client:
        maya = Candidate.register(client)
        maya.begin_interview()
        for take in range(1, TAKES + 1):
            for segment in range(SEGMENTS):
                maya.put_chunk(0, media.record(media.VP9, SEGMENT_SECONDS), take=take, segment=segment)
            manifest = [{"segment": n, "count": 1, "mimeType": media.VP9.mime_type} for n in range(SEGMENTS)]
            path = f"/api/recordings/{maya.interview}/takes/{take}/complete"
            maya.call("POST", path, {"segments": manifest})
    return maya


def takes_of(maya: Candidate) -> list[dict[str, Any]]:
    takes: list[dict[str, Any]] = maya.call("GET", f"/api/interviews/{maya.interview}")["takes"]
    return takes


def test_takes_of_killed_worker_are_finished(installation: Installation) -> None:
    """On PostgreSQL the worker is a separate process; on SQLite the restarted server takes over."""
    separate_worker = installation.database_url.startswith("postgresql")
    installation.settings.update(run_worker="false", task_lease_seconds=str(LEASE))
    with installation.server():
        maya = upload_takes(installation)
    command = "worker" if separate_worker else "serve"
    installation.settings.update(run_worker="true")
    with installation.process(command) as victim:
        wait_until(lambda: run_in_transaction(installation.database_url, count_running) > 0)
        kill(victim)
    orphaned = run_in_transaction(installation.database_url, count_running)
    assert orphaned > 0

    installation.settings.update(run_worker=str(not separate_worker))
    with installation.server(), httpx2.Client(base_url=installation.url, timeout=TIMEOUT) as maya.client:
        if separate_worker:
            with installation.process("worker"):
                wait_until(lambda: all(take["state"] == "ready" for take in takes_of(maya)))
        wait_until(lambda: all(take["state"] == "ready" for take in takes_of(maya)))
        assert len(takes_of(maya)) == TAKES
    finished = run_in_transaction(installation.database_url, finalise_tasks)
    assert [state for state, _ in finished] == ["done"] * TAKES
    assert sorted(attempts for _, attempts in finished) == [1] * (TAKES - orphaned) + [2] * orphaned
    folders = (installation.data_dir / "recordings" / maya.interview).glob("*/media")
    assert len(list(chain.from_iterable(folder.iterdir() for folder in folders))) == TAKES


def start_worker(url: str, smtp_url: str, folder: Path) -> PreloadedProcess:
    arguments = [url, str(LEASE), smtp_url]
    return PreloadedProcess(slow_worker.__name__, arguments, os.environ, folder / "worker.log")


def prepare(tx: Tx) -> None:
    slow_worker.effects.create(tx)
    for _ in range(JOBS):
        enqueue(tx, slow_worker.KIND, {})


def effects_by_task(tx: Tx) -> dict[str, int]:
    task = slow_worker.effects.c.task
    return {row.task: row.times for row in tx.execute(select(task, func.count().label("times")).group_by(task))}


def attempts_by_task(tx: Tx) -> dict[str, int]:
    rows = tx.execute(select(tasks.c.id, tasks.c.attempts).where(tasks.c.kind == slow_worker.KIND))
    return {row.id: row.attempts for row in rows}


def mails_by_task(server: MailServer) -> Counter[str]:
    return Counter(mail["Message-ID"].strip("<>").partition("@")[0] for mail in server.mails())


def test_effects_happen_once_despite_kills(
    database_url: str, mail_server: tuple[MailServer, str], tmp_path: Path
) -> None:
    """Database effects happen exactly once. A mail may be sent again with the same ID after each kill."""
    server, smtp_url = mail_server
    migrate(database_url)
    run_in_transaction(database_url, prepare, write=True)
    workers = [start_worker(database_url, smtp_url, tmp_path) for _ in range(2)]
    try:
        for number in range(KILLS):
            goal = len(server.letters) + 1 + number * CONCURRENCY
            wait_until(lambda goal=goal: len(server.letters) >= goal)  # The last mail was sent but is not recorded yet.
            for worker in workers:
                kill(worker)
            workers = [start_worker(database_url, smtp_url, tmp_path) for _ in range(2)]
        wait_until(lambda: run_in_transaction(database_url, count_open) == 0)
    finally:
        for worker in workers:
            kill(worker)
    effects_per_task = run_in_transaction(database_url, effects_by_task)
    assert list(effects_per_task.values()) == [1] * JOBS
    sent, attempts = mails_by_task(server), run_in_transaction(database_url, attempts_by_task)
    assert set(sent) == set(effects_per_task)
    assert all(sent[task] <= attempts[task] for task in effects_per_task)
    assert JOBS < sent.total() <= JOBS + KILLS * len(workers) * CONCURRENCY


def test_tasks_are_taken_over_when_lease_expires(
    database_url: str, mail_server: tuple[MailServer, str], tmp_path: Path
) -> None:
    migrate(database_url)
    run_in_transaction(database_url, prepare, write=True)
    victim, successor = (start_worker(database_url, mail_server[1], tmp_path) for _ in range(2))
    try:
        wait_until(lambda: run_in_transaction(database_url, count_running) > CONCURRENCY)  # Both are running tasks.
        kill(victim)
        died = time.monotonic()
        wait_until(lambda: run_in_transaction(database_url, taken_over) > 0)
        assert time.monotonic() - died < LEASE + MARGIN
    finally:
        kill(victim)
        kill(successor)


def taken_over(tx: Tx) -> int:
    return tx.execute(select(func.count()).where(tasks.c.attempts == 2)).scalar_one()
