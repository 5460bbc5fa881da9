"""`dayshift doctor` detects every kind of damage and reports nothing on a healthy installation."""

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from fastapi import FastAPI
from sqlalchemy import Table, delete, select, text, update
from typer.testing import CliRunner

from dayshift.accounts.models import users
from dayshift.cli import main
from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.core.tasks import Worker, claim, enqueue, finish, tasks
from dayshift.core.tasks.queue import UNKNOWN, leave
from dayshift.interviews.recordings.models import account_bytes, takes
from dayshift.interviews.room.models import interviews
from dayshift.matching.onboarding.actions import record_answer
from dayshift.settings import Settings
from tests.interviews.recordings import media
from tests.interviews.recordings.conftest import Device
from tests.operators import examine
from tests.people import Person

pytestmark = pytest.mark.both_engines


@pytest.fixture
def interview(person: Person, worker: Worker) -> str:
    """A completed, scored interview with one recorded answer."""
    made = person.post("/api/interviews", {"userId": person.id, "jobTitle": "Cook", "scheduledAt": now().isoformat()})
    path = f"/api/interviews/{made['id']}"
    person.post(f"{path}/consent", {"version": "2026-11e", "recording": True, "aiScoring": True})
    person.post(f"{path}/start", {"participantName": "Maya", "userId": person.id})
    device = Device(person, worker, made["id"])
    segments = device.upload(media.cut(media.record(media.VP8, 1), 3))
    for order, question in enumerate(made["questions"], 1):
        answer_body = {
            "questionText": question["question"],
            "responseText": "I kept the line clean.",
            "responseOrder": order,
        }
        person.post(
            f"{path}/responses", answer_body | ({"take": {"number": 1, "segments": segments}} if order == 1 else {})
        )
    person.post(f"{path}/complete")
    device.run_tasks()
    return str(made["id"])


def violations(settings: Settings, *, deep: bool = False) -> dict[str, list[str]]:
    """Returns the subjects that violate an invariant, by the invariant's name."""
    findings = examine(settings, deep=deep)
    return {finding.name: [one.subject for one in finding.broken] for finding in findings if finding.broken}


def write(person: Person, app: FastAPI, fn: Callable[[Tx], Any]) -> None:
    assert person.client.portal
    person.client.portal.call(app.state.services.db.write, fn)


def change(table: Table, **values: Any) -> Callable[[Tx], Any]:
    return lambda tx: tx.execute(update(table).values(**values))


def test_healthy_installation_has_no_violations(settings: Settings, interview: str) -> None:
    assert violations(settings, deep=True) == {}


def answer_quickly(tx: Tx, answer: str) -> None:
    [user] = tx.execute(select(users.c.id)).scalars()
    record_answer(tx, user, "zip_code", answer)


def add_unknown(tx: Tx) -> None:
    """Enqueue a task, and release it as a worker does that does not know its kind."""
    enqueue(tx, "unheard.of", {})
    for task in claim(tx, 100):
        (leave(tx, task, UNKNOWN) if task.kind == "unheard.of" else finish(tx, task))


BREAKAGES: list[tuple[str, Callable[[Tx], Any]]] = [
    ("interviews.state", change(interviews, ended_at=None)),
    ("interviews.score", change(interviews, scoring="pending")),
    ("interviews.takes", lambda tx: tx.execute(delete(takes))),
    ("recordings.retention", lambda tx: tx.execute(delete(tasks).where(tasks.c.kind == "recordings.delete"))),
    ("recordings.work", change(takes, state="waiting")),
    ("recordings.media", change(takes, size_bytes=1)),
    ("recordings.bytes", change(account_bytes, bytes=1)),
    ("onboarding.steps", change(users, current_step=6)),
    ("onboarding.answers", lambda tx: answer_quickly(tx, "somewhere")),
    ("tasks.dead", lambda tx: tx.execute(update(tasks).where(tasks.c.state == "done").values(state="dead"))),
    ("tasks.unknown", add_unknown),
    ("tasks.late", lambda tx: enqueue(tx, "interviews.score", {}, due_at=now() - timedelta(hours=1))),
    ("database.schema", lambda tx: tx.execute(text("UPDATE alembic_version SET version_num = '0001'"))),
]


@pytest.mark.parametrize(("name", "breakage"), BREAKAGES, ids=[name for name, _ in BREAKAGES])
def test_breakage_is_detected(
    settings: Settings, app: FastAPI, person: Person, interview: str, name: str, breakage: Callable[[Tx], Any]
) -> None:
    write(person, app, breakage)
    assert list(violations(settings)) == [name]


def test_missing_and_changed_files_are_detected(settings: Settings, interview: str) -> None:
    folder = settings.data_dir / "recordings" / interview / "001"
    [file] = (folder / "media").iterdir()
    original = file.read_bytes()

    (folder / "chunks" / "000-0001").unlink()
    assert violations(settings) == {"recordings.chunks": [f"{interview}/1"]}

    file.write_bytes(original[:-100] + bytes(100))
    found = violations(settings, deep=True)
    assert found["recordings.media"] == [f"{interview}/1"]
    assert "recordings.media" not in violations(settings), "only the deep check reads the bytes"

    file.unlink()
    assert violations(settings)["recordings.media"] == [f"{interview}/1"]


def test_database_integrity_errors_are_detected(
    settings: Settings, app: FastAPI, person: Person, interview: str
) -> None:
    if settings.sqlite_file:
        with closing(sqlite3.connect(settings.sqlite_file)) as raw, raw:
            raw.execute("UPDATE recordings SET user_id = 'nobody'")  # This connection does not enforce foreign keys.
    else:
        write(person, app, lambda tx: tx.execute(text("ALTER TABLE tasks ADD CHECK (fence >= 0) NOT VALID")))
    found = set(violations(settings)) - {"recordings.bytes"}  # The counter of the account lost its recording, too.
    assert found == {"database.whole"}


def doctor(settings: Settings, *options: str) -> Result:
    environment = {"DAYSHIFT_DATA_DIR": str(settings.data_dir), "DAYSHIFT_DATABASE_URL": settings.database}
    return CliRunner().invoke(main, ["doctor", *options], env=environment)


def test_doctor_prints_text_and_json(settings: Settings, app: FastAPI, person: Person, interview: str) -> None:
    healthy = doctor(settings)
    assert (healthy.exit_code, healthy.stderr) == (0, "")
    assert all(line.startswith("ok ") for line in healthy.stdout.splitlines())

    write(person, app, change(interviews, scoring="pending"))
    unhealthy = doctor(settings)
    assert unhealthy.exit_code == 1
    assert f"        {interview}: waits for a score" in unhealthy.stdout
    report = json.loads(doctor(settings, "--json").stdout)
    assert not report["ok"]
    [finding] = [entry for entry in report["invariants"] if entry["broken"]]
    assert (finding["name"], [entry["subject"] for entry in finding["broken"]]) == ("interviews.score", [interview])


def test_missing_database_is_reported(settings: Settings, tmp_path: Path) -> None:
    missing = settings.model_copy(update={"database_url": f"sqlite:///{tmp_path}/none/at/all.sqlite3"})
    result = doctor(missing)
    assert result.exit_code == 2
    assert "could not look" in result.stderr
    assert not (tmp_path / "none").exists()
