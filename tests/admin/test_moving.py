"""`dayshift move`: both directions, interrupted, refused; every row arrives as it is."""

import asyncio
import shutil
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Table, insert, select, update
from typer.testing import CliRunner

from dayshift.accounts.models import users
from dayshift.admin import moving
from dayshift.cli import main
from dayshift.core.clock import now
from dayshift.core.db import Tx, engine_for, metadata, open_database
from dayshift.core.secret_keys import SecretKeys
from dayshift.demo import populate
from dayshift.hiring.employers.models import identity_providers, members
from dayshift.scheduling import add_sample_coaches
from dayshift.settings import Settings
from dayshift.tables import migrate
from tests import postgres
from tests.operators import examine

pytestmark = pytest.mark.slow


class Killed(BaseException):
    """The process is killed here."""


@pytest.fixture
def empty(postgres_admin: str) -> Iterator[str]:
    """An empty PostgreSQL database."""
    yield postgres.create_database(postgres_admin, "moved")
    postgres.drop_database(postgres_admin, "moved")


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory, sqlite_template: Path) -> Settings:
    """An installation with demo users, a sealed secret, and rows that refer to others of their table."""
    folder = tmp_path_factory.mktemp("filled")
    shutil.copy(sqlite_template, folder / "dayshift.sqlite3")
    settings = Settings(data_dir=folder, run_worker=False, free_disk_mb=0)
    run_on(settings.database, folder, add_sample_coaches)
    asyncio.run(populate(settings))

    def add(tx: Tx) -> None:
        employer = tx.execute(select(members.c.employer_id)).scalars().first()
        [last, *_, first] = tx.execute(select(members.c.id).order_by(members.c.id.desc())).scalars()
        tx.execute(update(members).where(members.c.id == first).values(invited_by=last))
        values = {"issuer": "https://id.example", "client_id": "c", "domains": [], "changed_at": now()}
        tx.execute(insert(identity_providers).values(employer_id=employer, client_secret="a secret", **values))

    run_on(settings.database, folder, add)
    return settings


def run_on(url: str, folder: Path, work: Callable[[Tx], Any]) -> Any:
    with closing(open_database(url, SecretKeys("", folder))) as db:
        return asyncio.run(db.write(work))


def move(source: str, folder: Path, target: str) -> tuple[int, str]:
    environment = {"DAYSHIFT_DATA_DIR": str(folder), "DAYSHIFT_DATABASE_URL": source}
    done = CliRunner().invoke(main, ["move", target], env=environment)
    if isinstance(done.exception, Killed):
        raise done.exception
    return done.exit_code, f"{done.output}{done.exception or ''}"


def contents(url: str) -> dict[str, moving.Content]:
    engine = engine_for(url)
    with engine.connect() as tx:
        found = {table.name: moving.content(tx, table) for table in metadata.sorted_tables}
    engine.dispose()
    return found


def test_moves_there_and_back(filled: Settings, empty: str, tmp_path: Path) -> None:
    folder = filled.data_dir
    before = contents(filled.database)
    assert sum(content.rows > 0 for content in before.values()) > 40
    code, shown = move("", folder, empty)
    assert code == 0, shown
    assert f"{sum(content.rows for content in before.values())} rows are the same on both sides" in shown
    assert contents(empty) == before
    assert (
        run_on(empty, folder, lambda tx: tx.execute(select(identity_providers.c.client_secret)).scalar()) == "a secret"
    )
    assert not [finding for finding in examine(filled.model_copy(update={"database_url": empty})) if finding.broken]

    back = f"sqlite:///{tmp_path}/back.sqlite3"
    code, shown = move(empty, folder, back)
    assert code == 0, shown
    assert contents(back) == before
    for target in (empty, back):
        code, shown = move("", folder, target)
        assert (code, "nothing was moved" in shown) == (1, True), shown


@pytest.mark.parametrize("killed_after", ["users", "applications"])
def test_interrupted_move_continues(
    filled: Settings, empty: str, killed_after: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = moving._copy

    def copy_until(source: Tx, tx: Tx, stored: Table, later: list[str]) -> None:
        copy(source, tx, stored, later)
        if stored.name == killed_after:
            raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(moving, "_copy", copy_until)
        with pytest.raises(Killed):
            move("", filled.data_dir, empty)
    environment = {"DAYSHIFT_DATA_DIR": str(filled.data_dir), "DAYSHIFT_DATABASE_URL": empty}
    refused = CliRunner().invoke(main, ["migrate"], env=environment)
    assert "a restore or a move has not finished here" in f"{refused.output}{refused.exception}"

    copied = list[str]()
    with monkeypatch.context() as patch:
        patch.setattr(moving, "_copy", lambda *given: (copied.append(given[2].name), copy(*given)))
        code, shown = move("", filled.data_dir, empty)
    assert code == 0, shown
    assert copied[0] == killed_after
    assert contents(empty) == contents(filled.database)


def test_source_that_changed_meanwhile_is_noticed(
    filled: Settings, empty: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = f"sqlite:///{shutil.copy(filled.data_dir / 'dayshift.sqlite3', tmp_path)}"
    with monkeypatch.context() as patch:
        patch.setattr(moving, "end_restore", lambda _target: (_ for _ in ()).throw(Killed()))
        with pytest.raises(Killed):
            move(source, filled.data_dir, empty)
    run_on(source, filled.data_dir, lambda tx: tx.execute(update(users).values(last_name="Rey")))
    code, shown = move(source, filled.data_dir, empty)
    assert (code, "the table users of the target differs from the source" in shown) == (1, True), shown


def test_running_server_is_refused(filled: Settings, empty: str, tmp_path: Path) -> None:
    with closing(open_database(filled.database, only_server=True)):
        code, shown = move("", filled.data_dir, empty)
    assert (code, "another server is using" in shown) == (1, True), shown
    migrate(empty)
    with closing(open_database(empty)) as db:
        asyncio.run(db.read(lambda tx: tx.execute(select(users)).all()))
        code, shown = move(empty, filled.data_dir, f"sqlite:///{tmp_path}/new.sqlite3")
    assert (code, "stop all servers and workers first" in shown) == (1, True), shown
    assert not (tmp_path / "new.sqlite3").exists()
