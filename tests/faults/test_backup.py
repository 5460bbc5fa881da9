"""Backups of a running installation: restoring them elsewhere, damage of every kind, and interrupted restores."""

import asyncio
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import httpx2
import pytest
import time_machine
from click.testing import Result
from typer.testing import CliRunner

from dayshift.admin import EngineFailed
from dayshift.cli import main
from dayshift.cli.common import become_owner
from dayshift.cli.common import installation as installation_of_environment
from dayshift.core.clock import now
from dayshift.core.db import open_database
from dayshift.core.tasks import enqueue
from dayshift.settings import Settings
from tests import postgres
from tests.conftest import ENGINES
from tests.faults.candidate import Candidate
from tests.faults.processes import TIMEOUT, Installation, wait_until
from tests.interviews.recordings import media

pytestmark = pytest.mark.slow


def dayshift(installation: Installation, *arguments: object) -> Result:
    """Run a command of this installation in this process, because starting a process takes longer than the command."""
    return CliRunner().invoke(main, list(map(str, arguments)), env=installation.environment())


@pytest.fixture(autouse=True)
def _keep_log_configuration(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep a command in this process from reconfiguring all loggers."""
    monkeypatch.setattr("dayshift.core.log.configure", lambda _log_format: None)


@pytest.fixture
def elsewhere(installation: Installation, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Installation]:
    """An empty installation on the same engine."""
    if installation.database_url.startswith("sqlite"):
        yield Installation.make(
            tmp_path / "elsewhere", f"sqlite:///{tmp_path}/elsewhere/dayshift.sqlite3", preloaded=True
        )
    else:
        admin = request.getfixturevalue("postgres_admin")
        name = f"elsewhere_{os.getpid()}"
        yield Installation.make(tmp_path / "elsewhere", postgres.create_database(admin, name), preloaded=True)
        postgres.drop_database(admin, name)


@pytest.fixture(scope="module", params=ENGINES)
def template(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Installation, Candidate]:
    """An installation with one recorded answer, created once; tests use copies."""
    url = ""
    if request.param == "postgresql":
        url = postgres.create_database(request.getfixturevalue("postgres_admin"), "with_interview", "migrated")
    created = Installation.make(tmp_path_factory.mktemp("template") / "data", url, preloaded=True)
    with created.server():
        maya = give_interview(created)
    return created, maya


@pytest.fixture
def recorded(
    template: tuple[Installation, Candidate], tmp_path: Path, request: pytest.FixtureRequest
) -> Iterator[Installation]:
    """A copy of the installation with one recorded answer, with no server running."""
    original, _ = template
    copy = Installation.make(tmp_path / "recorded", preloaded=True)
    shutil.copytree(original.data_dir, copy.data_dir)
    if original.database_url:
        admin, name = request.getfixturevalue("postgres_admin"), f"recorded_{os.getpid()}"
        yield replace(copy, database_url=postgres.create_database(admin, name, "with_interview"))
        postgres.drop_database(admin, name)
    else:
        yield copy


@pytest.fixture
def empty(recorded: Installation, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Installation]:
    """An empty installation on the engine of `recorded`."""
    created = Installation.make(tmp_path / "empty", preloaded=True)
    if recorded.database_url:
        admin, name = request.getfixturevalue("postgres_admin"), f"empty_{os.getpid()}"
        yield replace(created, database_url=postgres.create_database(admin, name))
        postgres.drop_database(admin, name)
    else:
        yield created


def give_interview(installation: Installation) -> Candidate:
    """Creates a candidate with one recorded, playable answer."""
    with httpx2.Client(base_url=installation.url, timeout=TIMEOUT) as client:
        maya = Candidate.register(client)
        maya.begin_interview()
        for index, chunk in enumerate(media.cut(media.record(media.VP8, 1), 3)):
            maya.put_chunk(index, chunk)
        segments = [{"segment": 0, "count": 3, "mimeType": media.VP8.mime_type}]
        maya.answer(1, "I kept the line clean.", take={"number": 1, "segments": segments})
        wait_until(lambda: maya.call("GET", f"/api/interviews/{maya.interview}")["takes"][0]["state"] == "ready")
    return maya


def test_backup_can_be_restored_elsewhere(installation: Installation, elsewhere: Installation, tmp_path: Path) -> None:
    backups = tmp_path / "backups"
    with installation.server():
        maya = give_interview(installation)
        result = dayshift(installation, "backup", backups)  # The server keeps running.
        assert result.exit_code == 0, (result.output, result.exception)
        later = give_interview(installation)
    folder = Path(result.stdout.split()[-1])

    assert dayshift(installation, "restore", folder).exit_code == 1, "a restore never overwrites existing data"
    result = dayshift(elsewhere, "restore", folder)
    assert result.exit_code == 0, result.stdout + result.stderr
    assert dayshift(elsewhere, "doctor", "--deep").exit_code == 0
    with elsewhere.server(), httpx2.Client(base_url=elsewhere.url, timeout=TIMEOUT) as client:
        maya.client = later.client = client
        maya.check(elsewhere.data_dir / "recordings")
        [take] = maya.call("GET", f"/api/interviews/{maya.interview}")["takes"]
        headers = {"Authorization": f"Bearer {maya.token}"}
        assert client.get(take["url"], headers=headers).content.startswith(b"\x1a\x45\xdf\xa3")
        with pytest.raises(httpx2.HTTPStatusError):
            later.call("GET", "/api/auth/me")


def back_up(installation: Installation, backups: Path, *more: object) -> Path:
    """Create a complete backup and return its folder."""
    result = dayshift(installation, "backup", backups, *more)
    assert result.exit_code == 0, (result.output, result.exception)
    return Path(result.stdout.split()[-1])


def stored_objects(folder: Path) -> list[Path]:
    """Returns the object files below `folder`, sorted."""
    return sorted(path for path in folder.glob("[!.]*/**/*") if path.is_file())


def flip(path: Path) -> None:
    """Flip one bit in the middle of a file."""
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)


def test_damage_is_detected_before_restoring(
    installation: Installation, elsewhere: Installation, tmp_path: Path
) -> None:
    backups = tmp_path / "backups"
    with installation.server():
        give_interview(installation)
    folder = back_up(installation, backups)
    assert dayshift(installation, "restore", folder, "--check").exit_code == 0

    objects = stored_objects(backups / "objects")
    for victim in (objects[0], folder / "database", folder / "objects.jsonl", folder / "backup.json"):
        original_bytes = victim.read_bytes()
        victim.write_bytes(original_bytes[:-1] + bytes([original_bytes[-1] ^ 1]))
        checked = dayshift(installation, "restore", folder, "--check")
        assert checked.exit_code == 1, victim
        victim.write_bytes(original_bytes)
    objects[0].unlink()
    assert dayshift(elsewhere, "restore", folder).exit_code == 1
    assert not (elsewhere.data_dir / "recordings").exists()


def test_partial_restore_skips_missing_objects(recorded: Installation, empty: Installation, tmp_path: Path) -> None:
    backups = tmp_path / "backups"
    folder = back_up(recorded, backups)
    lost = stored_objects(backups / "objects")[0]
    lost.unlink()
    rejected = dayshift(empty, "restore", folder)
    assert rejected.exit_code == 1
    assert lost.name in str(rejected.output)
    assert "--partial" in rejected.output
    result = dayshift(empty, "restore", folder, "--partial")
    assert result.exit_code == 1, "the exit code reports missing objects"
    assert f"{lost.name} is missing" in result.stdout
    assert len(stored_objects(empty.data_dir / "recordings")) == len(stored_objects(backups / "objects"))


@pytest.mark.parametrize("damage", [Path.unlink, flip, lambda path: path.write_bytes(b"short")])
def test_damaged_backup_object_is_copied_again(
    recorded: Installation,
    empty: Installation,
    tmp_path: Path,
    damage: Callable[[Path], object],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("dayshift.admin.backup.REREAD_DAYS", 1)  # Re-reads every object today.
    backups = tmp_path / "backups"
    first = back_up(recorded, backups)
    victim = stored_objects(backups / "objects")[0]
    original_bytes = victim.read_bytes()
    damage(victim)
    result = dayshift(recorded, "backup", backups)
    assert result.exit_code == 0
    assert "was damaged in the backups and has been copied again" in result.stderr
    assert victim.read_bytes() == original_bytes
    assert dayshift(empty, "restore", first).exit_code == 0


def test_unreadable_object_is_reported_and_skipped(recorded: Installation, tmp_path: Path) -> None:
    backups = tmp_path / "backups"
    lost, *others = stored_objects(recorded.data_dir / "recordings")
    lost.unlink()
    lost.symlink_to(lost.name)  # Reading it raises a file system error.
    result = dayshift(recorded, "backup", backups)
    assert result.exit_code == 1
    assert lost.name in result.stderr
    folder = Path(result.stdout.split()[-1])
    assert dayshift(recorded, "restore", folder, "--check").exit_code == 0
    assert len(stored_objects(backups / "objects")) == len(others)
    report = dayshift(recorded, "doctor")
    assert report.exit_code == 1
    assert "BROKEN  backups.last" in report.stdout
    lost.unlink()
    back_up(recorded, backups)
    assert "ok      backups.last" in dayshift(recorded, "doctor").stdout


def test_damaged_earlier_backup_does_not_prevent_later_ones(recorded: Installation, tmp_path: Path) -> None:
    backups = tmp_path / "backups"
    first = back_up(recorded, backups)
    stored = stored_objects(backups / "objects")
    (first / "objects.jsonl").write_bytes(b"{")
    (backups / "my own notes").mkdir()
    (backups / "my own notes" / "database").touch()
    result = dayshift(recorded, "backup", backups, "--keep-days", 14)
    assert result.exit_code == 0
    assert "an earlier backup cannot be restored" in result.stderr
    assert stored_objects(backups / "objects") == stored, "objects that a damaged list may reference are kept"
    assert dayshift(recorded, "restore", result.stdout.split()[-1], "--check").exit_code == 0


def test_failed_backup_is_recorded(recorded: Installation, tmp_path: Path) -> None:
    backups = tmp_path / "backups"
    backups.mkdir()
    (backups / "objects").write_text("no folder")
    assert dayshift(recorded, "backup", backups).exit_code == 1
    (backups / "objects").unlink()
    (backups / "objects").mkdir()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("dayshift.admin.backup.dump", fail_to_dump)
        assert dayshift(recorded, "backup", backups).exit_code == 1
    assert "failed: EngineFailed: the engine says no" in dayshift(recorded, "doctor").stdout


def test_backup_that_cannot_begin_is_recorded(recorded: Installation, tmp_path: Path) -> None:
    (tmp_path / "backups").write_text("no folder")
    assert dayshift(recorded, "backup", tmp_path / "backups").exit_code == 1
    assert "failed: FileExistsError" in dayshift(recorded, "doctor").stdout


def test_only_the_owner_can_read_a_backup_and_what_is_restored(
    recorded: Installation, empty: Installation, tmp_path: Path
) -> None:
    backups = tmp_path / "backups"
    backups.mkdir(mode=0o755)
    made = dayshift(recorded, "backup", backups)
    assert made.exit_code == 0, made.output
    assert backups.stat().st_mode & 0o007 == 0
    restored = dayshift(empty, "restore", made.output.splitlines()[-1])
    assert restored.exit_code == 0, restored.output
    for folder in (backups, empty.data_dir):
        inside = list(folder.rglob("*"))
        assert inside
        assert [path for path in inside if path.stat().st_mode & 0o077] == []


def test_doctor_misses_backups_of_an_older_installation(recorded: Installation) -> None:
    assert "ok      backups.last" in dayshift(recorded, "doctor").stdout
    with time_machine.travel(now() + timedelta(days=4)):
        assert "none was ever made" in dayshift(recorded, "doctor").stdout


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become somebody else")
def test_root_continues_as_the_owner_of_the_data_folder(sqlite_template: Path) -> None:
    data = Path(tempfile.mkdtemp())  # Below a folder that others can enter.
    shutil.copy(sqlite_template, data / "dayshift.sqlite3")
    for path in (data, data / "dayshift.sqlite3"):
        os.chown(path, 54321, 54321)
    child = os.fork()
    if child == 0:  # The test itself remains root.
        os.environ["DAYSHIFT_DATA_DIR"] = str(data)
        installed = installation_of_environment()
        (installed.data_dir / "made").touch()
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0
    made = (data / "made").stat()
    shutil.rmtree(data)
    assert (made.st_uid, made.st_gid) == (54321, 54321)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become somebody else")
def test_root_makes_a_new_data_folder_as_the_owner_of_the_folder_around_it() -> None:
    around = Path(tempfile.mkdtemp())
    os.chown(around, 54321, 54321)
    child = os.fork()
    if child == 0:
        settings = Settings(data_dir=around / "new" / "data")
        become_owner(settings)
        settings.data_dir.mkdir(parents=True)
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0
    made = (around / "new" / "data").stat()
    shutil.rmtree(around)
    assert (made.st_uid, made.st_gid) == (54321, 54321)


def fail_to_dump(_settings: object, _target: Path) -> None:
    raise EngineFailed("the engine says no")


def test_restore_of_old_backup_succeeds(recorded: Installation, empty: Installation, tmp_path: Path) -> None:
    """Tasks that became due after the backup are not damage."""
    asyncio.run(enqueue_task(recorded, "notifications.email.welcome", now() - timedelta(days=1)))
    folder = back_up(recorded, tmp_path / "backups")
    result = dayshift(empty, "restore", folder)
    assert result.exit_code == 0, result.output


async def enqueue_task(recorded: Installation, kind: str, due_at: datetime) -> None:
    db = open_database(recorded.database_url or f"sqlite:///{recorded.data_dir}/dayshift.sqlite3")
    await db.write(lambda tx: enqueue(tx, kind, {"user_id": "nobody"}, due_at=due_at))
    db.close()


@pytest.mark.parametrize(
    "killed_at", ["dayshift.admin.restore.load", "dayshift.admin.restore.migrate", "restore_objects"]
)
def test_interrupted_restore_blocks_start_and_can_be_continued(
    recorded: Installation, empty: Installation, tmp_path: Path, killed_at: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = back_up(recorded, tmp_path / "backups")
    with monkeypatch.context() as patch:
        patch.setattr(
            killed_at if "." in killed_at else "dayshift.providers.storage.LocalStorage.write_file", raise_killed
        )
        with pytest.raises(Killed):
            CliRunner().invoke(main, ["restore", str(folder)], env=empty.environment(), catch_exceptions=False)

    for command in ("serve", "worker", "migrate"):
        rejected = dayshift(empty, command)
        assert rejected.exit_code == 1, command
        message = rejected.output.splitlines()[-1]
        assert message.startswith("dayshift: a restore or a move has not finished here"), command
    assert dayshift(empty, "restore", folder).exit_code == 0
    assert len(stored_objects(empty.data_dir / "recordings")) == len(stored_objects(recorded.data_dir / "recordings"))
    assert dayshift(empty, "restore", folder).exit_code == 1, "the restore is complete, so it cannot be continued"


class Killed(BaseException):
    """The process is killed here."""


def raise_killed(*_arguments: object, **_more: object) -> None:
    raise Killed


def test_backup_of_other_engine_is_rejected(database_url: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    installation = Installation.make(tmp_path / "installation", database_url, preloaded=True)
    assert dayshift(installation, "migrate").exit_code == 0
    folder = back_up(installation, tmp_path / "backups")
    target = tmp_path / "target"
    admin = "" if not database_url.startswith("sqlite") else request.getfixturevalue("postgres_admin")
    other = Installation.make(
        target, postgres.create_database(admin, f"other_{os.getpid()}") if admin else "", preloaded=True
    )
    result = dayshift(other, "restore", folder)
    assert result.exit_code == 1
    [message] = result.output.splitlines()
    assert message.startswith("dayshift: nothing was restored: the backup holds a ")
    assert not target.exists()
    if admin:
        postgres.drop_database(admin, f"other_{os.getpid()}")


def test_restore_rejects_leftover_wal_file(tmp_path: Path) -> None:
    installation, target = (
        Installation.make(tmp_path / "installation", preloaded=True),
        Installation.make(tmp_path / "target"),
    )
    dayshift(installation, "migrate")
    folder = back_up(installation, tmp_path / "backups")
    target.data_dir.mkdir()
    (target.data_dir / "dayshift.sqlite3-wal").write_bytes(b"old")
    result = dayshift(target, "restore", folder)
    assert result.exit_code == 1
    assert "dayshift.sqlite3-wal exists" in result.output


def test_deleted_objects_expire_from_backups(installation: Installation, tmp_path: Path) -> None:
    """Backups share objects. An object is deleted with the last backup that references it."""
    backups = tmp_path / "backups"
    with installation.server():
        maya = give_interview(installation)
    first = Path(dayshift(installation, "backup", backups).stdout.split()[-1])
    stored = backups / "objects" / maya.interview
    before = {path: path.stat().st_mtime_ns for path in stored.rglob("*") if path.is_file()}
    assert len(before) == 4
    second = Path(dayshift(installation, "backup", backups).stdout.split()[-1])
    assert {path: path.stat().st_mtime_ns for path in stored.rglob("*") if path.is_file()} == before

    for path in (installation.data_dir / "recordings" / maya.interview / "001" / "chunks").iterdir():
        path.unlink()
    result = dayshift(installation, "backup", backups, "--keep-days", 0)
    assert result.exit_code == 0, (result.output, result.exception)
    assert not first.exists()
    assert not second.exists()
    assert [path.parent.name for path in stored.rglob("*") if path.is_file()] == ["media"]
