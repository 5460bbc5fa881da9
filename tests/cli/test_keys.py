"""`dayshift keys reseal`, and what a backup keeps of the keys."""

import asyncio
import shutil
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Text, insert, select, type_coerce, update
from typer.testing import CliRunner

from dayshift.cli import main
from dayshift.core.clock import now
from dayshift.core.db import Tx, open_database
from dayshift.core.secret_keys import FILE, KeyMissing, SecretKeys
from dayshift.hiring.employers.models import employers, identity_providers


@pytest.fixture
def folder(sqlite_template: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The data folder of an installation whose only employer has a secret of its identity provider."""
    monkeypatch.setattr("dayshift.core.log.configure", lambda _log_format: None)
    folder = tmp_path / "data"
    folder.mkdir()
    shutil.copy(sqlite_template, folder / "dayshift.sqlite3")

    def add(tx: Tx) -> None:
        tx.execute(insert(employers).values(id="e", name="Diner", zone="UTC", created_at=now()))
        values = {"issuer": "https://id.example", "client_id": "c", "domains": [], "changed_at": now()}
        tx.execute(insert(identity_providers).values(employer_id="e", client_secret="a secret", **values))

    in_folder(folder, add)
    return folder


def in_folder(folder: Path, work: Callable[[Tx], Any]) -> Any:
    with closing(open_database(f"sqlite:///{folder / 'dayshift.sqlite3'}", SecretKeys("", folder))) as db:
        return asyncio.run(db.write(work))


def secret_in(folder: Path) -> str:
    return in_folder(folder, lambda tx: str(tx.execute(select(identity_providers.c.client_secret)).scalar_one()))


def run(folder: Path, *words: str) -> str:
    done = CliRunner().invoke(main, [*words], env={"DAYSHIFT_DATA_DIR": str(folder)})
    assert done.exit_code == 0, done.output
    return done.output


def test_secrets_are_sealed_again_with_a_new_key(folder: Path) -> None:
    before = (folder / FILE).read_text()
    assert "1 secrets are sealed with a new key" in run(folder, "keys", "reseal")
    assert (folder / FILE).read_text() != before
    assert secret_in(folder) == "a secret"


def test_restored_secrets_open_also_where_there_are_other_keys(folder: Path, tmp_path: Path) -> None:
    run(folder, "backup", str(tmp_path / "backups"))
    [backup] = (tmp_path / "backups").glob("*Z")
    other = tmp_path / "other"
    other.mkdir()
    own = SecretKeys("", other).all()
    run(other, "restore", str(backup))
    assert SecretKeys("", other).all()[0] == own[0]
    assert secret_in(other) == "a secret"
    (folder / FILE).unlink()  # Without a backup's key the secrets are lost, and the doctor says so.
    done = CliRunner().invoke(main, ["doctor"], env={"DAYSHIFT_DATA_DIR": str(folder)})
    assert done.exit_code == 1
    assert "identity_providers.client_secret" in done.output


def test_without_the_file_of_keys_nothing_starts_until_it_is_back_or_given_up(folder: Path) -> None:
    kept = (folder / FILE).read_text()
    (folder / FILE).unlink()
    refused = ["serve", "migrate", "keys reseal"]
    for command in refused:
        done = CliRunner().invoke(main, command.split(), env={"DAYSHIFT_DATA_DIR": str(folder)})
        assert isinstance(done.exception, KeyMissing), command
        assert "put back the one of a backup" in str(done.exception)
        assert not (folder / FILE).exists()
    (folder / FILE).write_text(kept)
    run(folder, "migrate")
    assert run(folder, "keys", "discard", "--yes") == "All stored secrets can be opened.\n"
    (folder / FILE).unlink()
    asked = CliRunner().invoke(main, ["keys", "discard"], env={"DAYSHIFT_DATA_DIR": str(folder)})
    assert (asked.exit_code, (folder / FILE).exists()) == (1, False)
    assert run(folder, "keys", "discard", "--yes") == "identity_providers: 1 discarded\n"
    run(folder, "migrate")
    assert run(folder, "keys", "reseal") == "0 secrets are sealed with a new key\n"


def test_upgrade_seals_what_was_stored_as_it_is(folder: Path) -> None:
    plain = type_coerce("an old secret", Text())
    in_folder(folder, lambda tx: tx.execute(update(identity_providers).values(client_secret=plain)))
    run(folder, "migrate")
    raw = select(type_coerce(identity_providers.c.client_secret, Text()))
    assert in_folder(folder, lambda tx: tx.execute(raw).scalar_one()).startswith("sealed:")
    assert secret_in(folder) == "an old secret"


def test_a_backup_with_a_damaged_key_is_refused_before_anything_is_restored(folder: Path, tmp_path: Path) -> None:
    run(folder, "backup", str(tmp_path / "backups"))
    [backup] = (tmp_path / "backups").glob("*Z")
    (backup / FILE).write_text("half a k")
    other = tmp_path / "other"
    other.mkdir()
    done = CliRunner().invoke(main, ["restore", str(backup)], env={"DAYSHIFT_DATA_DIR": str(other)})
    assert isinstance(done.exception, KeyMissing)
    assert list(other.iterdir()) == []
