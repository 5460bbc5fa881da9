"""Scheduled feed imports."""

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
from dayshift.jobs.catalog import confirm_removal, count_jobs, handlers, last_imports, named_feeds, schedule
from tests.jobs.catalog.test_imports import write


@pytest.fixture
def db(database_url: str) -> Iterator[Database]:
    db = open_database(database_url)
    yield db
    db.close()


@pytest.fixture
def feed_server(tmp_path: Path) -> Iterator[str]:
    """URL of a local server that serves a folder."""
    handler = partial(SimpleHTTPRequestHandler, directory=str(tmp_path))
    handler.log_message = lambda *_: None
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def run_imports(db: Database, feeds: dict[str, str]) -> int:
    """Run a process's startup and due imports with these feeds; returns the number of jobs."""

    async def run() -> int:
        await db.write(schedule, feeds)
        await Worker(db, handlers(db, feeds, every=timedelta(hours=6))).drain()
        return await db.read(count_jobs, now())

    return asyncio.run(run())


def open_tasks(db: Database) -> list[Any]:
    return asyncio.run(db.read(lambda tx: list(tx.execute(select(tasks.c.key, tasks.c.state, tasks.c.due_at)))))


def test_feeds_setting_is_parsed() -> None:
    assert named_feeds("") == {}
    assert named_feeds("a=/srv/a.csv  b=https://jobs.example/x?y=1") == {
        "a": "/srv/a.csv",
        "b": "https://jobs.example/x?y=1",
    }


def test_feed_is_imported_immediately_and_then_periodically(db: Database, tmp_path: Path, feed_server: str) -> None:
    feeds = {"shop": f"{feed_server}/feed.csv"}
    path = write(tmp_path / "feed.csv", range(10))
    with time_machine.travel(now(), tick=False) as clock:
        assert run_imports(db, feeds) == 10
        write(path, range(12))
        assert run_imports(db, feeds) == 10, "a restart does not repeat the import"
        clock.shift(timedelta(hours=6, seconds=1))
        assert run_imports(db, feeds) == 12
        assert [(row.key, row.state) for row in open_tasks(db)] == [("jobs.import:shop", "ready")]


def test_unreachable_feed_keeps_its_jobs_and_is_retried(db: Database, tmp_path: Path, feed_server: str) -> None:
    feeds = {"shop": f"{feed_server}/feed.csv"}
    path = write(tmp_path / "feed.csv", range(10))
    with time_machine.travel(now(), tick=False) as clock:
        run_imports(db, feeds)
        path.unlink()
        clock.shift(timedelta(hours=7))
        assert run_imports(db, feeds) == 10
        write(path, range(11))
        clock.shift(timedelta(hours=7))
        assert run_imports(db, feeds) == 11


def test_removed_feed_is_unscheduled_and_keeps_its_jobs(db: Database, tmp_path: Path) -> None:
    feeds = {"shop": str(write(tmp_path / "feed.csv", range(10)))}
    with time_machine.travel(now(), tick=False) as clock:
        run_imports(db, feeds)
        clock.shift(timedelta(hours=7))
        assert run_imports(db, {}) == 10
        assert [(row.key, row.state) for row in open_tasks(db)] == [(None, "done")]


def test_a_held_import_runs_again_at_once_when_it_is_confirmed(db: Database, tmp_path: Path) -> None:
    feeds = {"shop": str(write(tmp_path / "feed.csv", range(10)))}
    with time_machine.travel(now(), tick=False) as clock:
        run_imports(db, feeds)
        write(tmp_path / "feed.csv", range(4))
        clock.shift(timedelta(hours=7))
        assert run_imports(db, feeds) == 10
        (last,) = asyncio.run(db.read(last_imports))
        assert (last.held, last.confirmed, last.removed) == (6, None, 0)
        asyncio.run(db.write(confirm_removal, "shop", 6))
        assert run_imports(db, feeds) == 4
        (last,) = asyncio.run(db.read(last_imports))
        assert (last.held, last.confirmed, last.removed) == (0, None, 6)
