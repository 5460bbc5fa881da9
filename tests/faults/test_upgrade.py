"""An upgrade that is interrupted after any statement leaves the old database intact; the next start completes it."""

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from sqlalchemy import Engine, create_engine, event, text

from dayshift.tables import SchemaTooNew, _config, migrate, newest
from tests.faults.processes import TIMEOUT, Installation

OLD = "0010"
PEOPLE = 20

FILL = """
INSERT INTO users (id, email, first_name, last_name, phone_verified, profile_completed, interview_completed,
  current_step, flow_completed, created_at)
VALUES (:id, :id || '@example.com', 'Maya', 'Ortiz', false, false, false, 1, false, :at);
INSERT INTO interviews (id, user_id, job_title, company_name, status, scheduled_at, candidate_name, plan_id,
  plan_version, questions, scoring, created_at)
VALUES (:id, :id, 'Server', 'Diner', 'completed', :at, 'Maya Ortiz', 'server', 1, '[]', 'none', :at);
INSERT INTO responses (id, interview_id, response_order, question_id, question_text, response_text, mode, created_at)
VALUES (:id, :id, 1, 'q1', 'Why?', 'Because ñ', 'typed', :at);
INSERT INTO message_wants (address, reminders, texts) VALUES (:id || '@example.com', false, true);
INSERT INTO tasks (id, kind, payload, key, state, due_at, attempts, fence, created_at)
VALUES (:id, 'work', '{"n": 1}', :id, 'dead', :at, 0, 0, :at);
INSERT INTO jobs (id, source, external_id, title, employer, category, description, remote, created_at, cell, digest)
VALUES (:id, 'feed', :id, 'Cook', 'Diner', 'restaurants-bars', 'Cooks.', false, :at, 1, :digest)
"""
KEPT_QUERIES = (
    "SELECT id, email FROM users",
    "SELECT id, user_id, status FROM interviews",
    "SELECT id, response_text FROM responses",
    "SELECT address, reminders, texts FROM message_wants",
    "SELECT id, kind, payload, state FROM tasks WHERE kind = 'work'",
    "SELECT id, title, created_at FROM jobs",
)


class Died(Exception):
    """Raised to interrupt the upgrade."""


def make_old(url: str) -> None:
    """Create a database of an older version, with rows in the tables that later migrations change."""
    command.upgrade(_config(url), OLD)
    engine = create_engine(url.replace("postgresql://", "postgresql+psycopg://", 1))
    with engine.begin() as tx:
        for number in range(PEOPLE):
            values = {"id": f"person-{number}", "at": "2026-01-01 12:00:00+00:00", "digest": bytes(16)}
            for statement in FILL.strip().split(";"):
                tx.execute(text(statement), {name: values[name] for name in values if f":{name}" in statement})
    engine.dispose()


@contextmanager
def failing_after(statements: int) -> Iterator[list[str]]:
    """Fail after this many statements; yields the executed statements."""
    executed: list[str] = []

    def count(_connection: Any, _cursor: Any, statement: str, *_rest: Any) -> None:
        if threading.current_thread() is not threading.main_thread():
            return
        executed.append(statement)
        if len(executed) == statements:
            raise Died

    event.listen(Engine, "after_cursor_execute", count)
    try:
        yield executed
    finally:
        event.remove(Engine, "after_cursor_execute", count)


def dump(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as db:
        return list(db.iterdump())


def read_kept(path: Path) -> list[list[tuple[Any, ...]]]:
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert db.execute("PRAGMA foreign_key_check").fetchall() == []
        return [sorted(db.execute(statement).fetchall()) for statement in KEPT_QUERIES]


@pytest.fixture(scope="module")
def old(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("old") / "dayshift.sqlite3"
    make_old(f"sqlite:///{path}")
    return path


def statements_of_upgrade(old: Path, folder: Path) -> int:
    path = Path(shutil.copy(old, folder / "counted.sqlite3"))
    with failing_after(0) as executed:
        migrate(f"sqlite:///{path}")
    return len(executed)


@pytest.mark.slow
def test_interrupted_upgrade_changes_nothing(old: Path, tmp_path: Path) -> None:
    path = Path(shutil.copy(old, tmp_path / "dayshift.sqlite3"))
    url, before, rows_before = f"sqlite:///{path}", dump(path), read_kept(path)
    total = statements_of_upgrade(old, tmp_path)
    assert total > 60
    interrupted = 0
    for statements in range(1, total):
        with failing_after(statements), pytest.raises(Died):
            migrate(url)
        with closing(sqlite3.connect(path)) as db:
            [version] = db.execute("SELECT version_num FROM alembic_version").fetchone()
        if version == newest():  # The upgrade was committed. Only the statistics update was interrupted.
            break
        assert dump(path) == before, statements
        interrupted += 1
    assert interrupted > 60
    migrate(url)
    assert read_kept(path) == rows_before
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("SELECT version_num FROM alembic_version").fetchone() == (newest(),)


@pytest.mark.slow
@pytest.mark.parametrize("share", [0.2, 0.6, 0.95])
def test_next_start_completes_killed_upgrade(old: Path, tmp_path: Path, share: float) -> None:
    statements = int(statements_of_upgrade(old, tmp_path) * share)
    installation = Installation.make(tmp_path / "data", preloaded=True)
    installation.data_dir.mkdir()
    path = Path(shutil.copy(old, installation.data_dir / "dayshift.sqlite3"))
    with closing(sqlite3.connect(path)) as db:  # The journal mode that a server sets.
        db.execute("PRAGMA journal_mode=WAL")
    victim = f"""
import os, signal
from sqlalchemy import Engine, event
from dayshift.tables import migrate
done = []
@event.listens_for(Engine, "after_cursor_execute")
def count(*_):
    done.append(1)
    if len(done) == {statements}:
        os.kill(os.getpid(), signal.SIGKILL)
migrate("sqlite:///{path}")
"""
    killed = subprocess.run([sys.executable, "-c", victim], check=False, env=os.environ | {"PYTHONPATH": "."})
    assert killed.returncode == -signal.SIGKILL
    with installation.server():
        pass
    assert read_kept(path) == read_kept(old)


def test_newer_schema_is_rejected(database_url: str) -> None:
    migrate(database_url)
    engine = create_engine(database_url.replace("postgresql://", "postgresql+psycopg://", 1))
    with engine.begin() as tx:
        tx.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    engine.dispose()
    with pytest.raises(SchemaTooNew, match=f"schema 9999.*only knows {newest()}"):
        migrate(database_url)


@pytest.mark.slow
@pytest.mark.parametrize("program", ["serve", "worker", "migrate", "sample"])
def test_newer_schema_is_reported_in_one_line(tmp_path: Path, sqlite_template: Path, program: str) -> None:
    preloaded = program in {"serve", "worker"}  # The output of their fresh interpreters is tested in test_startup.
    installation = Installation.make(tmp_path / "data", preloaded=preloaded)
    installation.data_dir.mkdir()
    path = Path(shutil.copy(sqlite_template, installation.data_dir / "dayshift.sqlite3"))
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("UPDATE alembic_version SET version_num = '9999'")
    with installation.process(program) as process:
        assert process.wait(TIMEOUT) == 1
    [message] = installation.log.read_text().splitlines()
    assert message.startswith("dayshift: the database has schema 9999, ")
