"""Fixtures of the whole suite: every test has a migrated database of its own, on both engines."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import hypothesis
import pytest
from fastapi import FastAPI
from pwdlib import PasswordHash
from pwdlib.hashers.argon2 import Argon2Hasher
from sqlalchemy import create_engine
from starlette.testclient import TestClient

from dayshift.accounts import passwords
from dayshift.app import create_app
from dayshift.core.db import Tx
from dayshift.core.log import configure
from dayshift.core.tasks import Worker
from dayshift.settings import Settings
from dayshift.tables import migrate
from dayshift.worker import handlers
from tests import postgres
from tests.people import Person

ENGINES = ("sqlite", "postgresql")

# How long an example takes says more of the machine than of the code.
hypothesis.settings.register_profile("unhurried", deadline=None)
hypothesis.settings.load_profile("unhurried")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the tests that start processes: most of their time is waiting, in which the others run."""
    items.sort(key=lambda item: "slow" not in item.keywords)


@pytest.fixture(scope="session", autouse=True)
def _plain_logs() -> None:
    configure("json")


@pytest.fixture(autouse=True)
def _quick_hashes(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nearly every test has somebody register: their hash takes a hundredth of its time, where no test is about it."""
    if "real_hashes" not in request.keywords:
        quick = Argon2Hasher(time_cost=1, memory_cost=64, parallelism=1)
        monkeypatch.setattr(passwords, "ARGON2", PasswordHash((quick,)))


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A migrated SQLite file; a test copies it in half a millisecond."""
    path = tmp_path_factory.mktemp("template") / "template.sqlite3"
    migrate(f"sqlite:///{path}")
    return path


@pytest.fixture(scope="session")
def postgres_admin() -> Iterator[str]:
    """The maintenance database of this run's private cluster, with a migrated template in it."""
    with postgres.cluster() as admin:
        migrate(postgres.create_database(admin, "migrated"))
        yield admin


@pytest.fixture(params=ENGINES)
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The URL of an empty, migrated database: the test runs once on each engine."""
    if request.param == "sqlite":
        path = tmp_path / "dayshift.sqlite3"
        shutil.copy(request.getfixturevalue("sqlite_template"), path)
        yield f"sqlite:///{path}"
    else:
        admin = request.getfixturevalue("postgres_admin")
        name = f"test_{os.getpid()}"
        yield postgres.create_database(admin, name, "migrated")
        postgres.drop_database(admin, name)


@pytest.fixture
def settings(database_url: str, tmp_path: Path) -> Settings:
    """Settings of an installation that nothing else touches. Tests run background work by hand."""
    return Settings(database_url=database_url, data_dir=tmp_path, run_worker=False, free_disk_mb=0)


@pytest.fixture
def app(settings: Settings) -> FastAPI:
    """The whole server."""
    return create_app(settings)


@pytest.fixture
def client(app: FastAPI) -> Iterator[TestClient]:
    """Somebody's browser, not signed in."""
    with TestClient(app, base_url="http://testserver", headers={"Sec-Fetch-Site": "same-origin"}) as client:
        yield client


@pytest.fixture
def worker(app: FastAPI) -> Worker:
    """The worker of this server, to be drained by hand: `client.portal.call(worker.drain)`."""
    services = app.state.services
    return Worker(services.db, handlers(services), tracer=services.traces.tracer)


@pytest.fixture
def person(client: TestClient) -> Person:
    """A freshly registered candidate."""
    return Person.register(client, "maya@example.com")


@pytest.fixture
def tx(database_url: str) -> Iterator[Tx]:
    """A transaction on an empty, migrated database."""
    engine = create_engine(database_url.replace("postgresql://", "postgresql+psycopg://", 1))
    with engine.begin() as connection:
        yield connection
    engine.dispose()
