"""Feeds that are imported again and again."""

import asyncio
import threading
from collections.abc import Iterator
from datetime import timedelta
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
import time_machine
from sqlalchemy import select

from dayshift.core.clock import now
from dayshift.core.db import Database, open_database
from dayshift.core.tasks import Worker, tasks
from dayshift.jobs import count_jobs, handlers, named_feeds, schedule
from tests.jobs.test_imports import write


@pytest.fixture
def db(database_url: str) -> Iterator[Database]:
    db = open_database(database_url)
    yield db
    db.close()


@pytest.fixture
def served(tmp_path: Path) -> Iterator[str]:
    """The address of a folder on a server of this machine."""
    handler = partial(SimpleHTTPRequestHandler, directory=str(tmp_path))
    handler.log_message = lambda *_: None  # type: ignore[attr-defined]
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def work(db: Database, feeds: dict[str, str]) -> int:
    """What a process does that starts with these feeds; returns how many jobs there are then."""

    async def run() -> int:
        await db.write(schedule, feeds)
        await Worker(db, handlers(db, feeds, every=timedelta(hours=6))).drain()
        return await db.read(count_jobs, now())

    return asyncio.run(run())


def open_tasks(db: Database) -> list[Any]:
    return asyncio.run(db.read(lambda tx: list(tx.execute(select(tasks.c.key, tasks.c.state, tasks.c.due_at)))))


def test_the_setting_names_feeds() -> None:
    assert named_feeds("") == {}
    assert named_feeds("a=/srv/a.csv  b=https://jobs.example/x?y=1") == {
        "a": "/srv/a.csv",
        "b": "https://jobs.example/x?y=1",
    }


def test_a_feed_is_imported_at_once_and_then_by_the_clock(db: Database, tmp_path: Path, served: str) -> None:
    feeds = {"shop": f"{served}/feed.csv"}
    path = write(tmp_path / "feed.csv", range(10))
    with time_machine.travel(now(), tick=False) as clock:
        assert work(db, feeds) == 10
        write(path, range(12))
        assert work(db, feeds) == 10, "a restart does not import again"
        clock.shift(timedelta(hours=6, seconds=1))
        assert work(db, feeds) == 12
        assert [(row.key, row.state) for row in open_tasks(db)] == [("jobs.import:shop", "ready")]


def test_a_feed_that_cannot_be_had_keeps_its_jobs_and_is_tried_again(db: Database, tmp_path: Path, served: str) -> None:
    feeds = {"shop": f"{served}/feed.csv"}
    path = write(tmp_path / "feed.csv", range(10))
    with time_machine.travel(now(), tick=False) as clock:
        work(db, feeds)
        path.unlink()
        clock.shift(timedelta(hours=7))
        assert work(db, feeds) == 10
        write(path, range(11))
        clock.shift(timedelta(hours=7))
        assert work(db, feeds) == 11


def test_a_feed_that_is_no_longer_named_is_given_up_and_keeps_its_jobs(db: Database, tmp_path: Path) -> None:
    feeds = {"shop": str(write(tmp_path / "feed.csv", range(10)))}
    with time_machine.travel(now(), tick=False) as clock:
        work(db, feeds)
        clock.shift(timedelta(hours=7))
        assert work(db, {}) == 10
        assert [(row.key, row.state) for row in open_tasks(db)] == [(None, "done")]
