"""Invalid settings prevent the start, and dead background tasks make the server unready."""

import asyncio
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx2
import psycopg
import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from dayshift.admin import monitoring
from dayshift.app import create_app
from dayshift.core.db.sqlite import SqliteDatabase
from dayshift.core.errors import CannotStart
from dayshift.providers.storage import LocalStorage
from dayshift.settings import Settings
from dayshift.tables import migrate
from tests import postgres
from tests.faults.processes import TIMEOUT, Installation, stop, wait_until

MISTYPED = {
    "smtp_url": "smpt://user:hunter2@mail.example.com:587",
    "sms_url": "twilo://account:hunter2@api.twilio.com/+12125550100",
    "language_model_url": "antropic://hunter2@api.anthropic.com?model=x",
    "transcriber_url": "opnai://hunter2@example.com/v1?model=x",
    "video_url": "dayly://hunter2@api.daily.co/v1",
}


def settings_of(sqlite_template: Path, folder: Path, **values: Any) -> Settings:
    shutil.copy(sqlite_template, folder / "dayshift.sqlite3")
    return Settings(data_dir=folder, free_disk_mb=0, **values)


@pytest.mark.parametrize("setting", MISTYPED)
def test_mistyped_url_prevents_start(sqlite_template: Path, tmp_path: Path, setting: str) -> None:
    with pytest.raises(CannotStart, match=f"DAYSHIFT_{setting.upper()} cannot be used") as caught:
        create_app(settings_of(sqlite_template, tmp_path, **{setting: MISTYPED[setting]}))
    assert "hunter2" not in str(caught.value)


@pytest.mark.parametrize("setting", MISTYPED)
def test_failed_start_releases_resources(sqlite_template: Path, tmp_path: Path, setting: str) -> None:
    settings = settings_of(sqlite_template, tmp_path, run_worker=False)
    with pytest.raises(CannotStart):
        create_app(settings.model_copy(update={setting: MISTYPED[setting]}))
    app = create_app(settings)  # Raises `DatabaseInUse` if the first app still holds its lock.
    app.state.services.release()


def test_password_in_malformed_url_is_not_shown(sqlite_template: Path, tmp_path: Path) -> None:
    with pytest.raises(CannotStart, match="DAYSHIFT_SMTP_URL") as caught:
        create_app(settings_of(sqlite_template, tmp_path, smtp_url="smtp://user:hunter2/x@mail.example.com"))
    assert "hunter2" not in str(caught.value)


@pytest.mark.slow
@pytest.mark.parametrize("program", ["serve", "worker"])
@pytest.mark.parametrize("setting", ["smtp_url", "sms_url"])
def test_mistyped_url_is_reported_in_one_line(
    tmp_path: Path, sqlite_template: Path, program: str, setting: str
) -> None:
    preloaded = setting != "smtp_url"  # The imports of a fresh interpreter also must not print anything.
    installation = Installation.make(tmp_path / "data", preloaded=preloaded, **{setting: MISTYPED[setting]})
    installation.data_dir.mkdir()
    shutil.copy(sqlite_template, installation.data_dir / "dayshift.sqlite3")
    with installation.process(program) as process:
        assert process.wait(TIMEOUT) == 1
    [message] = installation.log.read_text().splitlines()
    assert message.startswith(f"dayshift: DAYSHIFT_{setting.upper()} cannot be used: ")


def test_dead_background_task_makes_server_unready(
    sqlite_template: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def die(*_: object) -> None:
        raise RuntimeError("a bug")

    monkeypatch.setattr("dayshift.app.schedule_and_run", die)
    closed: list[str] = []

    def failing_close(_storage: LocalStorage) -> None:
        closed.append("storage")
        raise OSError("the disk is gone")

    def recording_close(db: SqliteDatabase) -> None:
        closed.append("db")
        close_db(db)

    close_db = SqliteDatabase.close
    monkeypatch.setattr(LocalStorage, "close", failing_close)
    monkeypatch.setattr(SqliteDatabase, "close", recording_close)
    app = create_app(settings_of(sqlite_template, tmp_path))

    def run_server() -> None:
        with TestClient(app) as client:
            wait_until(lambda: client.get("/readyz").status_code == 503)
            assert client.get("/healthz").status_code == 200

    with pytest.raises(OSError, match="the disk is gone"):
        run_server()
    assert closed == ["storage", "storage", "db"]  # The first one is the storage of the mailbox.
    assert app.state.services.failed


@pytest.mark.slow
def test_server_with_dead_background_task_exits_with_error(tmp_path: Path) -> None:
    installation = Installation.make(tmp_path / "data")
    program = """
import dayshift.app, dayshift.cli
async def die(*_):
    raise RuntimeError("a bug")
dayshift.app.schedule_and_run = die
import sys
sys.argv = ["dayshift", "serve"]
dayshift.cli.run()
"""
    with installation.log.open("a") as log:
        process = subprocess.Popen([sys.executable, "-c", program], env=installation.environment(), stderr=log)
    try:
        wait_until(lambda: process.poll() is not None or status_of(installation) == 503)
        assert stop(process) == 1
    finally:
        process.kill()
    assert "background task died" in installation.log.read_text()


def status_of(installation: Installation) -> int:
    try:
        return httpx2.get(f"{installation.url}/readyz", timeout=TIMEOUT, verify=False).status_code
    except httpx2.TransportError:
        return 0


@pytest.fixture
def app(sqlite_template: Path, tmp_path: Path) -> FastAPI:
    return create_app(settings_of(sqlite_template, tmp_path, run_worker=False))


def test_blocked_writer_makes_server_unready(app: FastAPI, tmp_path: Path) -> None:
    with TestClient(app) as client:
        assert client.get("/readyz").status_code == 200
        with closing(sqlite3.connect(tmp_path / "dayshift.sqlite3", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            reply = client.get("/readyz")
            assert reply.status_code == 503
            assert reply.elapsed.total_seconds() < monitoring.DEADLINE_SECONDS + 2
            other.execute("ROLLBACK")
        wait_until(lambda: client.get("/readyz").status_code == 200)


def test_full_disk_makes_server_unready(app: FastAPI, monkeypatch: pytest.MonkeyPatch) -> None:
    def raise_disk_full(_engine: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr("dayshift.core.db.sqlite.probe_write", raise_disk_full)
    with TestClient(app) as client:
        assert client.get("/readyz").status_code == 503
        assert client.get("/healthz").status_code == 200


def test_unreadable_database_makes_server_unhealthy(app: FastAPI, monkeypatch: pytest.MonkeyPatch) -> None:
    def raise_damaged(_engine: object) -> None:
        raise sqlite3.DatabaseError("database disk image is malformed")

    monkeypatch.setattr(monitoring, "FRESH_SECONDS", 0)
    with TestClient(app) as client:
        with monkeypatch.context() as patch:
            patch.setattr("dayshift.core.db.sqlite.read_probe", raise_damaged)
            assert client.get("/healthz").status_code == 503
        wait_until(lambda: client.get("/healthz").status_code == 200)


def test_lost_database_server_makes_server_unhealthy(postgres_admin: str, tmp_path: Path) -> None:
    url = postgres.create_database(postgres_admin, "lost")
    migrate(url)
    with TestClient(create_app(Settings(data_dir=tmp_path, database_url=url, run_worker=False))) as client:
        postgres.drop_database(postgres_admin, "lost")
        assert client.get("/healthz").status_code == 503


def test_hanging_probe_makes_server_unready_and_runs_once(app: FastAPI, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(monitoring, "DEADLINE_SECONDS", 0.1)
    started = 0

    async def hang() -> None:
        nonlocal started
        started += 1
        await asyncio.sleep(60)

    monkeypatch.setattr(app.state.services.db, "probe", hang)
    with TestClient(app) as client:
        assert [client.get("/readyz").status_code for _ in range(3)] == [503] * 3
    assert started == 1


def test_read_only_primary_makes_server_unready(postgres_admin: str, tmp_path: Path) -> None:
    url = postgres.create_database(postgres_admin, "readonly")
    migrate(url)
    try:
        with TestClient(create_app(Settings(data_dir=tmp_path, database_url=url, run_worker=False))) as client:
            assert client.get("/readyz").status_code == 200
            with psycopg.connect(postgres_admin, autocommit=True) as admin:
                admin.execute("ALTER DATABASE readonly SET default_transaction_read_only = on")
            assert client.get("/readyz").status_code == 503
            with psycopg.connect(postgres_admin, autocommit=True) as admin:
                admin.execute("ALTER DATABASE readonly RESET default_transaction_read_only")
            assert client.get("/readyz").status_code == 200
    finally:
        postgres.drop_database(postgres_admin, "readonly")
