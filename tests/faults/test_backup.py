"""Backups of a running installation, and the drill: what was backed up comes back whole elsewhere."""

import os
from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest
from click.testing import Result
from typer.testing import CliRunner

from dayshift.cli import main
from tests import postgres
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
    monkeypatch.setattr("dayshift.kit.log.configure", lambda _log_format: None)


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


def test_damage_is_noticed_before_anything_is_restored(
    installation: Installation, elsewhere: Installation, tmp_path: Path
) -> None:
    backups = tmp_path / "backups"
    with installation.server():
        give_interview(installation)
    done = dayshift(installation, "backup", backups)
    folder = Path(done.stdout.split()[-1])
    assert dayshift(installation, "restore", folder, "--check").exit_code == 0

    objects = sorted(path for path in (backups / "objects").rglob("*") if path.is_file())
    for victim in (objects[0], folder / "database", folder / "objects.jsonl", folder / "backup.json"):
        whole = victim.read_bytes()
        victim.write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))
        checked = dayshift(installation, "restore", folder, "--check")
        assert checked.exit_code == 1, victim
        victim.write_bytes(whole)
    objects[0].unlink()
    assert dayshift(elsewhere, "restore", folder).exit_code == 1
    assert not (elsewhere.data_dir / "recordings").exists()


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
