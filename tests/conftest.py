"""Fixtures for the whole suite. Each test gets an empty, migrated database and runs on both engines."""

import contextlib
import functools
import os
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import alembic.config  # noqa: F401  (keeps the sys.stdout of its first import, which must not be a captured command's)
import hypothesis
import pytest
from fastapi import FastAPI
from pwdlib import PasswordHash
from pwdlib.hashers.argon2 import Argon2Hasher
from sqlalchemy import Connection, Engine, String, create_engine, event
from sqlalchemy.util import LRUCache
from starlette.testclient import TestClient

from dayshift.accounts import passwords
from dayshift.app import create_app
from dayshift.core.db import Sealed, SealedText, Tx, metadata, sqlite
from dayshift.core.log import configure
from dayshift.core.tasks import Worker
from dayshift.interviews.scoring.network import Network
from dayshift.settings import Settings
from dayshift.tables import migrate
from dayshift.worker import handlers
from tests import postgres
from tests.people import Person

os.environ.setdefault("DAYSHIFT_TRANSCRIBER_URL", "off")
"""The embedded one is tested where it is meant; it changes the consent text, and takes seconds to load."""

ENGINES = ("sqlite", "postgresql")

# The duration of an example depends on the machine, so there is no deadline.
hypothesis.settings.register_profile("no-deadline", deadline=None)
hypothesis.settings.register_profile("quick", deadline=None, max_examples=20)


class CompiledStatements(LRUCache[Any, Any]):
    """Compiled statements for every engine of the process: each test has its own, and would compile them again."""

    def get(self, key: Any, default: Any = None) -> Any:
        return super().get((key[0].name, *key[1:]), default)

    def __setitem__(self, key: Any, compiled: Any) -> None:
        types = [one.type for one in (*compiled.binds.values(), *compiled._result_columns)]
        if any(isinstance(one, Sealed | SealedText) for one in types):
            return  # These are bound to the keys of their engine.
        super().__setitem__((key[0].name, *key[1:]), compiled)


COMPILED = CompiledStatements(3000)


@event.listens_for(Engine, "engine_connect")
def _share_compiled(connection: Connection) -> None:
    connection.execution_options(compiled_cache=COMPILED)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--part", choices=("quick", "rest"), help="quick: what 'make test' runs; rest: all else")


def pytest_configure(config: pytest.Config) -> None:
    hypothesis.settings.load_profile("quick" if config.getoption("part") == "quick" else "no-deadline")


def _is_in_part(item: pytest.Item, part: str) -> bool:
    """Whether `make test` (quick) or `make test-rest` runs it. Both run what Hypothesis tries, with 20 or 100 examples.

    Quick are tests on SQLite, and on PostgreSQL as well where a module says that the engine matters.
    """
    quick = "slow" not in item.keywords and ("both_engines" in item.keywords or "postgresql" not in item.name)
    return quick if part == "quick" else not quick or "hypothesis" in item.keywords


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep the chosen part. Tests that start processes run first: they mostly wait, so others can run in parallel."""
    if part := config.getoption("part"):
        config.hook.pytest_deselected(items=[item for item in items if not _is_in_part(item, part)])
        items[:] = [item for item in items if _is_in_part(item, part)]
    items.sort(key=lambda item: "slow" not in item.keywords)


@pytest.fixture(autouse=True)
def _json_logs() -> None:
    """Each test begins with these, because commands that run in this process choose their own."""
    configure("json")


@pytest.fixture(autouse=True)
def _fast_password_hashes(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Use cheap password hashes except in tests marked `real_hashes`: nearly every test registers an account."""
    if "real_hashes" not in request.keywords:
        fast = Argon2Hasher(time_cost=1, memory_cost=64, parallelism=1)
        monkeypatch.setattr(passwords, "ARGON2", PasswordHash((fast,)))


@pytest.fixture(autouse=True)
def _fast_commits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Do not wait for the disk, except in servers that a test starts: nothing cuts the power of this process."""
    monkeypatch.setattr(sqlite, "SYNCHRONOUS", "OFF")
    monkeypatch.setattr(os, "fsync", lambda _file: None)


STATES = Network._states


@functools.lru_cache(maxsize=256)
def _known_states(network: Network, tokens: tuple[int, ...]) -> Any:
    return STATES(network, tokens)


@pytest.fixture(autouse=True)
def _states_once(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run the scoring network once for the same words, except in its own tests: most interviews say the same."""
    if "scoring" not in request.path.parts:
        monkeypatch.setattr(Network, "_states", lambda self, tokens: _known_states(self, tuple(tokens)))


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A migrated SQLite file, copied for each test."""
    path = tmp_path_factory.mktemp("template") / "template.sqlite3"
    migrate(f"sqlite:///{path}")
    return path


@pytest.fixture(scope="session")
def strict_sqlite_template(sqlite_template: Path) -> Path:
    """The same, with triggers that refuse what PostgreSQL refuses."""
    path = sqlite_template.with_name("strict.sqlite3")
    shutil.copy(sqlite_template, path)
    _refuse_long_texts(path)
    return path


def _refuse_long_texts(path: Path) -> None:
    """Refuse texts that are longer than their column says: SQLite would store them."""
    with contextlib.closing(sqlite3.connect(path)) as connection:
        for table in metadata.sorted_tables:
            texts = [column for column in table.c if isinstance(column.type, String) and column.type.length]
            for event_name in ("INSERT", "UPDATE") if texts else ():
                connection.execute(
                    f"CREATE TRIGGER lengths_{event_name}_{table.name} BEFORE {event_name} ON {table.name} BEGIN "
                    + "".join(
                        f"SELECT RAISE(ABORT, 'value too long: {table.name}.{column.name}') "
                        f'WHERE length(NEW."{column.name}") > {column.type.length};'
                        for column in texts
                    )
                    + " END"
                )


@pytest.fixture(scope="session")
def postgres_admin() -> Iterator[str]:
    """The maintenance database of this run's private cluster, which contains a migrated template."""
    with postgres.cluster() as admin:
        migrate(postgres.create_database(admin, "migrated"))
        yield admin


@functools.cache
def _reused_database(admin: str) -> postgres.ReusedDatabase:
    return postgres.ReusedDatabase(admin, f"test_{os.getpid()}", "migrated")


@pytest.fixture(params=ENGINES)
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """URL of an empty, migrated database. Each test runs once per engine."""
    if request.param == "sqlite":
        path = tmp_path / "dayshift.sqlite3"
        plain = "downgrades" in request.keywords
        shutil.copy(request.getfixturevalue("sqlite_template" if plain else "strict_sqlite_template"), path)
        yield f"sqlite:///{path}"
    else:
        admin = request.getfixturevalue("postgres_admin")
        yield _reused_database(admin).reset()


@pytest.fixture
def settings(database_url: str, tmp_path: Path) -> Settings:
    """Settings with a private database and data folder. Tests run background tasks explicitly."""
    return Settings(database_url=database_url, data_dir=tmp_path, run_worker=False, free_disk_mb=0)


@pytest.fixture
def app(settings: Settings) -> FastAPI:
    """The server application."""
    return create_app(settings)


@pytest.fixture
def client(app: FastAPI) -> Iterator[TestClient]:
    """A signed-out browser."""
    with TestClient(app, base_url="http://testserver", headers={"Sec-Fetch-Site": "same-origin"}) as client:
        yield client


@pytest.fixture
def worker(app: FastAPI) -> Worker:
    """The server's worker. Drain it with `client.portal.call(worker.drain)`."""
    services = app.state.services
    return Worker(services.db, handlers(services), tracer=services.traces.tracer)


@pytest.fixture
def person(client: TestClient) -> Person:
    """A newly registered candidate."""
    return Person.register(client, "maya@example.com")


@pytest.fixture
def tx(database_url: str) -> Iterator[Tx]:
    """A transaction on an empty, migrated database."""
    engine = create_engine(database_url.replace("postgresql://", "postgresql+psycopg://", 1))
    with engine.begin() as connection:
        yield connection
    engine.dispose()
