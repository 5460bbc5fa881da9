"""Backups of a running installation, restoring them elsewhere, damage of every kind, and interrupted restores."""

import asyncio
import os
import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import httpx2
import pytest
from click.testing import Result
from typer.testing import CliRunner

from dayshift.admin import EngineFailed
from dayshift.cli import main
from dayshift.core.clock import now
from dayshift.core.db import open_database
from dayshift.core.tasks import enqueue
from tests import postgres
from tests.conftest import ENGINES
from tests.faults.candidate import Candidate
from tests.faults.processes import PATIENCE, Installation, wait_until
from tests.recordings import media

pytestmark = pytest.mark.slow


def dayshift(installation: Installation, *arguments: object) -> Result:
    """Run a command of this installation to its end, in this process: starting one takes longer than the work."""
    return CliRunner().invoke(main, list(map(str, arguments)), env=installation.environment())


@pytest.fixture(autouse=True)
def _logs_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    """A command in this process must not have all loggers write to what is only its own."""
    monkeypatch.setattr("dayshift.core.log.configure", lambda _log_format: None)


@pytest.fixture
def elsewhere(installation: Installation, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Installation]:
    """An empty installation on the same engine."""
    if installation.database_url.startswith("sqlite"):
        yield Installation.make(tmp_path / "elsewhere", f"sqlite:///{tmp_path}/elsewhere/dayshift.sqlite3")
    else:
        admin = request.getfixturevalue("postgres_admin")
        name = f"elsewhere_{os.getpid()}"
        yield Installation.make(tmp_path / "elsewhere", postgres.create_database(admin, name))
        postgres.drop_database(admin, name)


@pytest.fixture(scope="module", params=ENGINES)
def template(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Installation, Candidate]:
    """An installation with one recorded answer, made once; tests work on copies."""
    url = ""
    if request.param == "postgresql":
        url = postgres.create_database(request.getfixturevalue("postgres_admin"), "with_interview", "migrated")
    made = Installation.make(tmp_path_factory.mktemp("template") / "data", url)
    with made.server():
        maya = give_interview(made)
    return made, maya


@pytest.fixture
def recorded(
    template: tuple[Installation, Candidate], tmp_path: Path, request: pytest.FixtureRequest
) -> Iterator[Installation]:
    """A copy of the installation with one recorded answer, which no server uses."""
    original, _ = template
    copy = Installation.make(tmp_path / "recorded")
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
    made = Installation.make(tmp_path / "empty")
    if recorded.database_url:
        admin, name = request.getfixturevalue("postgres_admin"), f"empty_{os.getpid()}"
        yield replace(made, database_url=postgres.create_database(admin, name))
        postgres.drop_database(admin, name)
    else:
        yield made


def give_interview(installation: Installation) -> Candidate:
    """A candidate with one recorded answer that plays."""
    with httpx2.Client(base_url=installation.url, timeout=PATIENCE) as client:
        maya = Candidate.register(client)
        maya.begin_interview()
        for index, chunk in enumerate(media.cut(media.record(media.VP8, 1), 3)):
            maya.put_chunk(index, chunk)
        segments = [{"segment": 0, "count": 3, "mimeType": media.VP8.mime_type}]
        maya.answer(1, "I kept the line clean.", take={"number": 1, "segments": segments})
        wait_until(lambda: maya.call("GET", f"/api/interviews/{maya.interview}")["takes"][0]["state"] == "ready")
    return maya


def test_the_restore_drill(installation: Installation, elsewhere: Installation, tmp_path: Path) -> None:
    backups = tmp_path / "backups"
    with installation.server():
        maya = give_interview(installation)
        done = dayshift(installation, "backup", backups)  # The server runs on.
        assert done.exit_code == 0, (done.output, done.exception)
        later = give_interview(installation)
    folder = Path(done.stdout.split()[-1])

    assert dayshift(installation, "restore", folder).exit_code == 1, "never over what is there"
    done = dayshift(elsewhere, "restore", folder)
    assert done.exit_code == 0, done.stdout + done.stderr
    assert dayshift(elsewhere, "doctor", "--deep").exit_code == 0
    with elsewhere.server(), httpx2.Client(base_url=elsewhere.url, timeout=PATIENCE) as client:
        maya.client = later.client = client
        maya.check(elsewhere.data_dir / "recordings")
        [take] = maya.call("GET", f"/api/interviews/{maya.interview}")["takes"]
        headers = {"Authorization": f"Bearer {maya.token}"}
        assert client.get(take["url"], headers=headers).content.startswith(b"\x1a\x45\xdf\xa3")
        with pytest.raises(httpx2.HTTPStatusError):
            later.call("GET", "/api/auth/me")


def back_up(installation: Installation, backups: Path, *more: object) -> Path:
    """Make a complete backup; returns its folder."""
    done = dayshift(installation, "backup", backups, *more)
    assert done.exit_code == 0, (done.output, done.exception)
    return Path(done.stdout.split()[-1])


def stored_objects(folder: Path) -> list[Path]:
    """The files of the objects below `folder`, sorted."""
    return sorted(path for path in folder.glob("[!.]*/**/*") if path.is_file())


def flip(path: Path) -> None:
    """Change one bit in the middle of a file."""
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)


def test_damage_is_noticed_before_anything_is_restored(
    installation: Installation, elsewhere: Installation, tmp_path: Path
) -> None:
    backups = tmp_path / "backups"
    with installation.server():
        give_interview(installation)
    folder = back_up(installation, backups)
    assert dayshift(installation, "restore", folder, "--check").exit_code == 0

    objects = stored_objects(backups / "objects")
    for victim in (objects[0], folder / "database", folder / "objects.jsonl", folder / "backup.json"):
        whole = victim.read_bytes()
        victim.write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))
        checked = dayshift(installation, "restore", folder, "--check")
        assert checked.exit_code == 1, victim
        victim.write_bytes(whole)
    objects[0].unlink()
    assert dayshift(elsewhere, "restore", folder).exit_code == 1
    assert not (elsewhere.data_dir / "recordings").exists()


def test_everything_else_is_restored_when_the_backups_have_lost_an_object(
    recorded: Installation, empty: Installation, tmp_path: Path
) -> None:
    backups = tmp_path / "backups"
    folder = back_up(recorded, backups)
    lost = stored_objects(backups / "objects")[0]
    lost.unlink()
    refused = dayshift(empty, "restore", folder)
    assert refused.exit_code == 1
    assert lost.name in str(refused.output)
    assert "--partial" in refused.output
    done = dayshift(empty, "restore", folder, "--partial")
    assert done.exit_code == 1, "what is missing is said by the exit code, too"
    assert f"{lost.name} is missing" in done.stdout
    assert len(stored_objects(empty.data_dir / "recordings")) == len(stored_objects(backups / "objects"))


@pytest.mark.parametrize("damage", [Path.unlink, flip, lambda path: path.write_bytes(b"short")])
def test_an_object_that_is_damaged_in_the_backups_is_copied_again(
    recorded: Installation,
    empty: Installation,
    tmp_path: Path,
    damage: Callable[[Path], object],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("dayshift.admin.backup.REREAD_DAYS", 1)  # Every object is read again today.
    backups = tmp_path / "backups"
    first = back_up(recorded, backups)
    victim = stored_objects(backups / "objects")[0]
    whole = victim.read_bytes()
    damage(victim)
    done = dayshift(recorded, "backup", backups)
    assert done.exit_code == 0
    assert "was damaged in the backups and has been copied again" in done.stderr
    assert victim.read_bytes() == whole
    assert dayshift(empty, "restore", first).exit_code == 0


def test_an_object_that_cannot_be_read_is_reported_and_the_rest_is_backed_up(
    recorded: Installation, tmp_path: Path
) -> None:
    backups = tmp_path / "backups"
    lost, *others = stored_objects(recorded.data_dir / "recordings")
    lost.unlink()
    lost.symlink_to(lost.name)  # Reading it fails with an error of the file system.
    done = dayshift(recorded, "backup", backups)
    assert done.exit_code == 1
    assert lost.name in done.stderr
    folder = Path(done.stdout.split()[-1])
    assert dayshift(recorded, "restore", folder, "--check").exit_code == 0
    assert len(stored_objects(backups / "objects")) == len(others)
    told = dayshift(recorded, "doctor")
    assert told.exit_code == 1
    assert "BROKEN  backups.last" in told.stdout
    lost.unlink()
    back_up(recorded, backups)
    assert "ok      backups.last" in dayshift(recorded, "doctor").stdout


def test_damaged_lists_of_earlier_backups_do_not_stop_later_ones(recorded: Installation, tmp_path: Path) -> None:
    backups = tmp_path / "backups"
    first = back_up(recorded, backups)
    kept = stored_objects(backups / "objects")
    (first / "objects.jsonl").write_bytes(b"{")
    (backups / "my own notes").mkdir()
    (backups / "my own notes" / "database").touch()
    done = dayshift(recorded, "backup", backups, "--keep-days", 14)
    assert done.exit_code == 0
    assert "an earlier backup cannot be restored" in done.stderr
    assert stored_objects(backups / "objects") == kept, "nothing is removed that a damaged list may name"
    assert dayshift(recorded, "restore", done.stdout.split()[-1], "--check").exit_code == 0


def test_a_failed_backup_is_recorded(recorded: Installation, tmp_path: Path) -> None:
    backups = tmp_path / "backups"
    backups.mkdir()
    (backups / "objects").write_text("no folder")
    assert dayshift(recorded, "backup", backups).exit_code == 1
    (backups / "objects").unlink()
    (backups / "objects").mkdir()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("dayshift.admin.backup.dump", failing_dump)
        assert dayshift(recorded, "backup", backups).exit_code == 1
    assert "failed: EngineFailed: the engine says no" in dayshift(recorded, "doctor").stdout


def failing_dump(_settings: object, _target: Path) -> None:
    raise EngineFailed("the engine says no")


def test_a_restore_of_an_old_backup_is_no_failure(recorded: Installation, empty: Installation, tmp_path: Path) -> None:
    """Work that became due since the backup was made is not damage."""
    asyncio.run(ask_for_work(recorded, "notifications.email.welcome", now() - timedelta(days=1)))
    folder = back_up(recorded, tmp_path / "backups")
    done = dayshift(empty, "restore", folder)
    assert done.exit_code == 0, done.output


async def ask_for_work(recorded: Installation, kind: str, due_at: datetime) -> None:
    db = open_database(recorded.database_url or f"sqlite:///{recorded.data_dir}/dayshift.sqlite3")
    await db.write(lambda tx: enqueue(tx, kind, {"user_id": "nobody"}, due_at=due_at))
    db.close()


@pytest.mark.parametrize(
    "killed_at", ["dayshift.admin.restore.load", "dayshift.admin.restore.migrate", "restore_objects"]
)
def test_nothing_starts_on_half_a_restore_which_can_be_continued(
    recorded: Installation, empty: Installation, tmp_path: Path, killed_at: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = back_up(recorded, tmp_path / "backups")
    with monkeypatch.context() as patch:
        patch.setattr(killed_at if "." in killed_at else "dayshift.providers.storage.LocalStorage.write_file", killed)
        with pytest.raises(Killed):
            CliRunner().invoke(main, ["restore", str(folder)], env=empty.environment(), catch_exceptions=False)

    for command in ("serve", "worker", "migrate"):
        refused = dayshift(empty, command)
        assert refused.exit_code == 1, command
        assert refused.output.splitlines()[-1].startswith("dayshift: a restore has not finished here"), command
    assert dayshift(empty, "restore", folder).exit_code == 0
    assert len(stored_objects(empty.data_dir / "recordings")) == len(stored_objects(recorded.data_dir / "recordings"))
    assert dayshift(empty, "restore", folder).exit_code == 1, "it is complete, so it is not continued"


class Killed(BaseException):
    """The process ends here."""


def killed(*_arguments: object, **_more: object) -> None:
    raise Killed


def test_a_backup_of_the_other_engine_is_refused_in_one_sentence_and_leaves_no_file(
    database_url: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    installation = Installation.make(tmp_path / "installation", database_url)
    assert dayshift(installation, "migrate").exit_code == 0
    folder = back_up(installation, tmp_path / "backups")
    target = tmp_path / "target"
    admin = "" if not database_url.startswith("sqlite") else request.getfixturevalue("postgres_admin")
    other = Installation.make(target, postgres.create_database(admin, f"other_{os.getpid()}") if admin else "")
    done = dayshift(other, "restore", folder)
    assert done.exit_code == 1
    [sentence] = done.output.splitlines()
    assert sentence.startswith("dayshift: nothing was restored: the backup holds a ")
    assert not target.exists()
    if admin:
        postgres.drop_database(admin, f"other_{os.getpid()}")


def test_an_old_log_of_the_database_is_not_replayed_into_a_restored_one(tmp_path: Path) -> None:
    installation, target = Installation.make(tmp_path / "installation"), Installation.make(tmp_path / "target")
    dayshift(installation, "migrate")
    folder = back_up(installation, tmp_path / "backups")
    target.data_dir.mkdir()
    (target.data_dir / "dayshift.sqlite3-wal").write_bytes(b"old")
    done = dayshift(target, "restore", folder)
    assert done.exit_code == 1
    assert "dayshift.sqlite3-wal exists" in done.output


def test_deletion_reaches_the_backups(installation: Installation, tmp_path: Path) -> None:
    """An object is kept once for all backups, and goes with the last backup that names it."""
    backups = tmp_path / "backups"
    with installation.server():
        maya = give_interview(installation)
    first = Path(dayshift(installation, "backup", backups).stdout.split()[-1])
    kept = backups / "objects" / maya.interview
    before = {path: path.stat().st_mtime_ns for path in kept.rglob("*") if path.is_file()}
    assert len(before) == 4
    second = Path(dayshift(installation, "backup", backups).stdout.split()[-1])
    assert {path: path.stat().st_mtime_ns for path in kept.rglob("*") if path.is_file()} == before

    for path in (installation.data_dir / "recordings" / maya.interview / "001" / "chunks").iterdir():
        path.unlink()
    done = dayshift(installation, "backup", backups, "--keep-days", 0)
    assert done.exit_code == 0, (done.output, done.exception)
    assert not first.exists()
    assert not second.exists()
    assert [path.parent.name for path in kept.rglob("*") if path.is_file()] == ["media"]
