"""The copy of a person's data: what it holds, what it must not hold, its life, and what survives a crash."""

import asyncio
import io
import json
import tracemalloc
from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import jsonschema_rs
import pytest
import time_machine
from fastapi import FastAPI
from sqlalchemy import Column, LargeBinary, Text, cast, func, or_, select, update
from starlette.testclient import TestClient
from typer.testing import CliRunner

from dayshift.accounts.models import users
from dayshift.cli import main
from dayshift.core.audit import append_to_chain, digest_of, entries
from dayshift.core.clock import now
from dayshift.core.db import Tx, metadata
from dayshift.core.tasks import LeaseLost, Worker, claim, tasks
from dayshift.core.tasks.queue import LEASE, write_and_finish
from dayshift.privacy.archive import write_archive
from dayshift.privacy.export import BUILD, KEPT, LATEST
from dayshift.privacy.inventory import HIDDEN, schema, sections
from dayshift.privacy.models import exports
from dayshift.privacy.notice import words
from dayshift.settings import Settings
from dayshift.worker import handlers
from tests.accounts.conftest import Inbox, text_of
from tests.interviews.recordings import media
from tests.interviews.recordings.conftest import Device, open_device
from tests.interviews.room.test_interviews import answer, begin
from tests.operators import erase, examine
from tests.people import PASSWORD, Person, server_services
from tests.staff import Business, StaffMember, applied, business, in_database, viewed

EXPORT = "/api/privacy/export"
FILE = f"{EXPORT}/file"


def run_tasks(client: TestClient, worker: Worker) -> None:
    """Run the background tasks that are due."""
    assert client.portal
    client.portal.call(worker.drain)


def exported(worker: Worker, person: Person) -> ZipFile:
    """A new copy of this person's data."""
    person.post(EXPORT, expect=201)
    run_tasks(person.client, worker)
    reply = person.call("GET", FILE)
    assert reply.status_code == 200, reply.text
    return ZipFile(io.BytesIO(reply.content))


def data_of(archive: ZipFile) -> dict[str, Any]:
    """The parsed `data.json`."""
    data: dict[str, Any] = json.loads(archive.read("data.json"))
    return data


def texts_of(archive: ZipFile) -> str:
    """All texts of an archive."""
    names = [name for name in archive.namelist() if not name.startswith("media/") and name != "schema.json"]
    return "\n".join(archive.read(name).decode() for name in names)


def stored(client: TestClient) -> list[str]:
    """The keys of all stored copies."""
    assert client.portal
    return [found.key for found in client.portal.call(server_services(client).storage.list, "exports")]


def live(client: TestClient, worker: Worker, diner: Business, person: Person, name: str) -> dict[str, str]:
    """Let a person use the product; each text of theirs contains `name`. Returns the ids of what was made."""
    device = open_device(client.app, worker, person)  # type: ignore[arg-type]
    device.record(media.record(media.VP8, 1))
    begun = begin(person)["interview"]
    interview = str(begun["id"])
    for order in range(1, 5):
        answer(person, begun, order, f"{name} served eighty tables on Friday nights.")
    person.patch(f"/api/interviews/{interview}/responses/2", {"responseText": f"{name} served ninety tables."})
    person.post(f"/api/interviews/{interview}/complete")
    run_tasks(client, worker)
    person.post("/api/job-searches", {"userId": person.id, "searchQuery": f"cook {name}"}, expect=201)
    person.post("/api/user-responses", {"userId": person.id, "questionType": "zip_code", "answer": "10001"})
    person.put(f"/api/job-marks/{diner.jobs[1]}", {"mark": "saved", "reason": None})
    person.post(f"/api/jobs/{diner.jobs[0]}/questions", {"question": f"Does {name} get a locker?"})
    application = applied(client, person, diner.jobs[0], interview)
    person.post(f"/api/applications/{application}/messages", {"text": f"Is there parking for {name}?"})
    return {"recording": device.recording, "interview": interview, "application": application}


def judge(client: TestClient, maria: StaffMember, application: str) -> None:
    """Let a member look at an application, rate an answer and write a message."""
    viewed(client, maria, application)
    page = maria.ask("GET", f"/applications/{application}")
    question = page["questions"][0]["id"]
    rated = {"level": 4, "comment": "Calm under pressure."}
    maria.ask("PUT", f"/applications/{application}/ratings/{question}", rated)
    key = {"Idempotency-Key": f"message-{application}"}
    text = {"text": "Yes, behind the house."}
    maria.ask("POST", f"/applications/{application}/messages", text, expect=201, headers=key)


@pytest.fixture
def diner(client: TestClient) -> Business:
    return business(client)


@pytest.fixture
def maria(diner: Business) -> StaffMember:
    return diner.member("manager", locations=diner.locations)


def test_copy_holds_everything_that_the_person_did(
    client: TestClient, worker: Worker, diner: Business, maria: StaffMember, person: Person
) -> None:
    ids = live(client, worker, diner, person, "Maya-1")
    judge(client, maria, ids["application"])
    archive = exported(worker, person)
    data = data_of(archive)
    jsonschema_rs.Draft202012Validator(schema()).validate(data)
    assert json.loads(archive.read("schema.json")) == schema()
    assert data["profile"][0]["email"] == "maya@example.com"
    interview = next(one for one in data["interviews"] if one["id"] == ids["interview"])
    assert interview["consentVersion"]
    assert interview["planVersion"] >= 1
    assert interview["report"]
    assert len(data["answers"]) == 4
    assert [one["employer"] for one in data["grants"]] == ["Two Spoons Diner"]
    (application,) = data["applications"]
    assert (application["employer"], application["location"]) == ("Two Spoons Diner", "9th Avenue")
    assert data["moves"][0]["action"] == "submit"
    (view,) = data["views"]
    assert (view["viewer"], view["answer"], view["kind"]) == ("Maria Ortiz", 1, "words")
    assert [one["text"] for one in data["messages"]] == ["Is there parking for Maya-1?", "Yes, behind the house."]
    assert [(one["level"], one["comment"]) for one in data["ratings"]] == [(4, "Calm under pressure.")]
    assert data["jobSearches"][0]["searchQuery"] == "cook Maya-1"
    assert data["savedJobs"][0]["mark"] == "saved"
    assert data["jobQuestions"][0]["question"] == "Does Maya-1 get a locker?"
    assert data["sessions"]
    assert data["notifications"]
    assert {"application.submitted", "answer.viewed", "rating.given"} <= {one["action"] for one in data["auditLog"]}
    assert data["decisionRecords"] == []
    (transcript,) = [name for name in archive.namelist() if name.startswith("transcripts/")]
    assert data["answers"][0]["responseText"] in archive.read(transcript).decode()
    (take,) = [one for one in data["files"] if one["kind"] == "media"]
    assert take["interviewId"] == ids["recording"]
    reply = person.call("GET", f"/api/recordings/{ids['recording']}/takes/1/media")
    assert archive.read(take["path"]) == reply.content
    assert archive.testzip() is None


def test_every_row_that_mentions_the_person_is_in_the_copy(
    client: TestClient, worker: Worker, diner: Business, maria: StaffMember, person: Person
) -> None:
    """Counts rows by searching every text column, not by following references."""
    ids = live(client, worker, diner, person, "Maya-1")
    judge(client, maria, ids["application"])
    data = data_of(exported(worker, person))
    needles = [person.id, *ids.values()]
    needles += [digest_of(one) for one in needles]

    def count(tx: Tx) -> dict[str, int]:
        counts = {}
        for section in sections():
            columns: list[Column[Any]] = [column for column in section.table.columns if column.name != "data"]
            found = or_(*(cast(column, Text).contains(needle) for column in columns for needle in needles))
            counts[section.name] = tx.execute(select(func.count()).where(found)).scalar_one()
        return counts

    counts = in_database(client, count)
    counts["auditLog"] -= 1  # The download itself.
    assert {name: len(data[name]) for name in counts} == counts | {"notifications": len(data["notifications"])}
    assert sum(1 for found in counts.values() if found) >= 18


def test_copy_holds_nothing_of_others_and_no_secrets(
    client: TestClient, worker: Worker, diner: Business, maria: StaffMember, person: Person
) -> None:
    ids = live(client, worker, diner, person, "Maya-1")
    noah = Person.register(client, "noah@example.com", firstName="Noah", lastName="Quill")
    theirs = live(client, worker, diner, noah, "Noah-2")
    for application in (ids["application"], theirs["application"]):
        judge(client, maria, application)
    archive = exported(worker, person)
    text = texts_of(archive)
    members = in_database(client, lambda tx: tx.execute(select(metadata.tables["members"])).mappings().all())
    private = [str(member[name]) for member in members for name in ("id", "email", "password_hash") if member[name]]
    for other in (noah.id, "noah@example.com", "Noah", "Quill", *theirs.values(), *private):
        assert other not in text
    assert "Maya-1" in text

    def hidden(tx: Tx) -> list[tuple[str, str]]:
        found: list[tuple[str, str]] = []
        for section in sections():
            for column in section.table.columns:
                name = f"{column.table.name}.{column.name}"
                if name in HIDDEN and not isinstance(column.type, LargeBinary):
                    found += [(name, value) for value in tx.execute(select(column)).scalars() if isinstance(value, str)]
        return found

    shown = (*ids.values(), "Maria Ortiz")  # A room's name may be its interview's id.
    secrets = [one for one in in_database(client, hidden) if len(one[1]) > 8 and one[1] not in shown]
    assert len(secrets) > 5
    assert [one for one in secrets if one[1] in text] == []
    assert person.token not in text


def test_copy_of_a_new_account_is_valid_and_in_the_persons_language(
    client: TestClient, worker: Worker, inbox: Inbox
) -> None:
    rosa = Person.register(client, "rosa@example.com")
    rosa.put("/api/auth/language", {"language": "es"})
    inbox.mails()
    archive = exported(worker, rosa)
    jsonschema_rs.Draft202012Validator(schema()).validate(data_of(archive))
    readme = archive.read("README.txt").decode()
    assert readme.startswith("Esta es una copia de sus datos")
    asked = ("controller", "purposes", "data", "recipients", "periods", "rights", "logic")
    titles = [words("es").get(f"{name}_title") or words("es")[name] for name in asked]
    assert [title for title in titles if title not in readme] == []
    assert "Grabaciones: 90 días." in readme
    (mail,) = inbox.mails("rosa@example.com")
    assert "está lista" in mail["Subject"]
    assert "/your-data" in text_of(mail)


def test_guest_bookings_belong_only_to_a_verified_address(client: TestClient, worker: Worker, person: Person) -> None:
    def add(tx: Tx) -> None:
        row = {"id": "b1", "state": "booked", "zone": "UTC", "name": "Maya", "sequence": 0, "source": "own"}
        times = {"starts_at": now(), "ends_at": now(), "created_at": now()}
        tx.execute(metadata.tables["bookings"].insert().values(**row, **times, email="maya@example.com"))

    in_database(client, add)
    assert data_of(exported(worker, person))["bookings"] == []
    in_database(client, lambda tx: tx.execute(update(users).values(email_verified=True)))
    assert [one["id"] for one in data_of(exported(worker, person))["bookings"]] == ["b1"]


def test_state_mail_and_download(
    client: TestClient, worker: Worker, inbox: Inbox, person: Person, settings: Settings
) -> None:
    inbox.mails()
    assert person.get(EXPORT) == {"export": None}
    assert person.call("GET", FILE).status_code == 404
    asked = person.post(EXPORT, expect=201)["export"]
    assert (asked["state"], asked["sizeBytes"]) == ("pending", None)
    assert person.post(EXPORT, expect=201)["export"] == asked
    run_tasks(client, worker)
    ready = person.get(EXPORT)["export"]
    assert ready["state"] == "ready"
    mail: EmailMessage
    (mail,) = inbox.mails("maya@example.com")
    assert "is ready" in mail["Subject"]
    whole = person.call("GET", FILE)
    assert len(whole.content) == ready["sizeBytes"]
    assert whole.headers["content-disposition"] == 'attachment; filename="my-data.zip"'
    part = person.call("GET", FILE, headers={"Range": "bytes=10-19", "If-Range": whole.headers["etag"]})
    assert (part.status_code, part.content) == (206, whole.content[10:20])
    head = person.call("HEAD", FILE)
    assert (head.status_code, head.headers["content-length"]) == (200, str(ready["sizeBytes"]))
    assert person.call("GET", FILE, headers={"Range": f"bytes={10**9}-"}).status_code == 416
    log = metadata.tables["audit_entries"]
    acts = in_database(client, lambda tx: tx.execute(select(log.c.action, log.c.actor_id)).all())
    assert [one.action for one in acts].count("export.downloaded") == 1
    assert [one.action for one in acts].count("export.requested") == 1
    assert person.id not in [one.actor_id for one in acts]
    other = Person.register(client, "noah@example.com")
    assert other.call("GET", FILE).status_code == 404
    assert client.get(FILE).status_code == 401
    assert not list((settings.data_dir / "exporting").iterdir())


def test_proof_is_required(client: TestClient, worker: Worker, person: Person) -> None:
    exported(worker, person)
    with time_machine.travel(now() + timedelta(hours=1)):
        for method, url in (("POST", EXPORT), ("GET", FILE), ("HEAD", FILE)):
            assert person.call(method, url).status_code == 403
        assert person.call("POST", EXPORT).json()["code"] == "proof_required"
        assert person.get(EXPORT)["export"]["state"] == "ready"
        person.post("/api/auth/proof", {"password": PASSWORD})
        assert person.call("GET", FILE).status_code == 200


def test_new_copy_replaces_the_old_one(client: TestClient, worker: Worker, person: Person) -> None:
    exported(worker, person)
    (first,) = stored(client)
    exported(worker, person)
    (second,) = stored(client)
    assert first != second


def test_copy_is_deleted_after_a_week(client: TestClient, worker: Worker, settings: Settings, person: Person) -> None:
    exported(worker, person)
    with time_machine.travel(now() + KEPT - timedelta(minutes=5)):
        run_tasks(client, worker)
        assert len(stored(client)) == 1
    with time_machine.travel(now() + KEPT + timedelta(minutes=5)):
        person.post("/api/auth/proof", {"password": PASSWORD})
        assert person.get(EXPORT) == {"export": None}
        assert person.call("GET", FILE).status_code == 404
        run_tasks(client, worker)
        assert stored(client) == []
    assert in_database(client, lambda tx: tx.execute(select(func.count()).select_from(exports)).scalar_one()) == 0


def test_erasing_deletes_copies(client: TestClient, worker: Worker, settings: Settings, person: Person) -> None:
    exported(worker, person)
    assert stored(client)
    erase(settings, "maya@example.com")
    run_tasks(client, worker)
    assert stored(client) == []


def claimed(client: TestClient) -> Any:
    """The claimed task that makes a copy."""
    return in_database(client, lambda tx: next(one for one in claim(tx, 50, LEASE) if one.kind == BUILD))


def test_another_worker_takes_over_from_a_dead_one(
    client: TestClient, app: FastAPI, worker: Worker, settings: Settings, person: Person
) -> None:
    """The first worker is slow: it loses its lease, and finishes after the second has."""
    assert client.portal
    person.post(EXPORT, expect=201)
    task = claimed(client)
    build = handlers(app.state.services)[BUILD]
    late = client.portal.call(build, task)
    litter = settings.data_dir / "exporting" / f"{task.payload['export_id']}-0"
    litter.mkdir()
    (litter / "export.zip").write_bytes(b"half")
    with time_machine.travel(now() + LEASE + timedelta(seconds=1), tick=True):
        run_tasks(client, worker)
        ready = person.get(EXPORT)["export"]
        with pytest.raises(LeaseLost):
            in_database(client, write_and_finish, task, late)
    assert not litter.exists()
    assert person.get(EXPORT)["export"] == ready
    archive = ZipFile(io.BytesIO(person.call("GET", FILE).content))
    assert archive.testzip() is None


def test_build_that_outlives_its_person_leaves_nothing(
    client: TestClient, app: FastAPI, worker: Worker, settings: Settings, person: Person
) -> None:
    assert client.portal
    person.post(EXPORT, expect=201)
    task = claimed(client)
    finish = client.portal.call(handlers(app.state.services)[BUILD], task)
    erase(settings, "maya@example.com")
    run_tasks(client, worker)
    assert stored(client) == []
    client.portal.call(handlers(app.state.services)[BUILD], task)  # Retried without a row.
    in_database(client, write_and_finish, task, finish)
    with time_machine.travel(now() + timedelta(hours=2)):
        run_tasks(client, worker)
    assert stored(client) == []


def test_failing_build_is_retried_then_given_up(
    client: TestClient, app: FastAPI, worker: Worker, settings: Settings, person: Person, monkeypatch: Any
) -> None:
    storage, full = server_services(client).storage, True
    write = storage.write_file

    async def write_file(key: str, path: Any) -> None:
        if full and key.startswith("exports/"):
            raise OSError("disk")
        await write(key, path)

    monkeypatch.setattr(storage, "write_file", write_file)
    person.post(EXPORT, expect=201)
    run_tasks(client, worker)
    assert person.get(EXPORT)["export"]["state"] == "pending"
    at = now()
    for minute in range(2, 130, 12):
        with time_machine.travel(at + timedelta(minutes=minute)):
            run_tasks(client, worker)
    failed = in_database(client, lambda tx: tx.execute(select(exports.c.failed_at)).scalar_one())
    assert failed
    assert person.get(EXPORT)["export"]["state"] == "failed"
    full = False
    assert data_of(exported(worker, person))["profile"]


def test_late_copy_can_be_asked_for_again_and_is_found_by_the_doctor(
    client: TestClient, worker: Worker, settings: Settings, person: Person
) -> None:
    person.post(EXPORT, expect=201)
    in_database(client, lambda tx: tx.execute(update(tasks).where(tasks.c.kind == BUILD).values(kind="lost")))
    in_database(
        client, lambda tx: tx.execute(update(exports).values(requested_at=now() - LATEST - timedelta(minutes=1)))
    )
    assert person.get(EXPORT)["export"]["state"] == "failed"
    found = [one.why for finding in examine(settings) if finding.name == "privacy.exports" for one in finding.broken]
    assert found == ["was not made"]
    assert data_of(exported(worker, person))["profile"]
    assert not [1 for finding in examine(settings) if finding.name == "privacy.exports" and finding.broken]


def test_memory_does_not_grow_with_recordings(client: TestClient, device: Device, settings: Settings) -> None:
    services, megabyte = server_services(client), 1024 * 1024
    assert client.portal

    async def peak(chunks: int) -> int:
        for index in range(chunks):
            key = f"{device.recording}/{index + 1:03}/chunks/000-0000"
            await services.storage.put_new(key, bytes(8 * megabyte))
        tracemalloc.start()
        path = settings.data_dir / f"{chunks}.zip"
        await write_archive(services.db, services.storage, services.settings, device.person.id, path, now())
        most = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        await asyncio.to_thread(path.unlink)
        return most

    client.portal.call(peak, 1)
    assert client.portal.call(peak, 6) < 6 * megabyte


def test_part_of_a_recording_that_cannot_play_is_included(client: TestClient, worker: Worker, device: Device) -> None:
    device.upload([b"first", b"second"])
    archive = exported(worker, device.person)
    assert archive.read("media/interview-1/answer-1-part-1.webm") == b"firstsecond"


def test_requests_are_limited(client: TestClient, worker: Worker, person: Person) -> None:
    statuses = [person.call("POST", EXPORT).status_code for _ in range(11)]
    assert statuses == [201] * 10 + [429]


def test_page_shows_counts_sharing_views_and_real_retention(
    client: TestClient, worker: Worker, diner: Business, maria: StaffMember, person: Person, settings: Settings
) -> None:
    empty = person.get("/api/privacy/data")
    assert (empty["interviews"], empty["grants"], empty["views"], empty["viewCount"]) == ([], [], [], 0)
    assert set(empty["counts"].values()) == {0}
    ids = live(client, worker, diner, person, "Maya-1")
    judge(client, maria, ids["application"])
    noah = Person.register(client, "noah@example.com")
    live(client, worker, diner, noah, "Noah-2")
    shown = person.get("/api/privacy/data")
    expected = {"interviews": 1, "answers": 4, "recordings": 1, "applications": 1, "messages": 2}
    assert shown["counts"] == {**expected, "savedJobs": 1, "searches": 1}
    (interview,) = shown["interviews"]
    assert (interview["id"], interview["answers"]) == (ids["interview"], 4)
    (grant,) = shown["grants"]
    assert (grant["applicationId"], grant["employer"]) == (ids["application"], "Two Spoons Diner")
    assert grant["active"]
    (view,) = shown["views"]
    assert (view["name"], view["employer"], view["answer"]) == ("Maria Ortiz", "Two Spoons Diner", 1)
    assert shown["retention"] == {
        "recordingDays": settings.retention_days,
        "exportDays": 7,
        "undoDays": 7,
        "backupDays": 14,
        "recordYears": 4,
        "heldUntil": None,
    }
    off = {"video": False, "words": False, "score": False}
    person.put(f"/api/applications/{ids['application']}/shares", off)
    assert not person.get("/api/privacy/data")["grants"][0]["active"]


def test_operator_writes_the_same_copy_to_a_file(  # noqa: PLR0917  (fixtures)
    client: TestClient, worker: Worker, diner: Business, person: Person, settings: Settings, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    live(client, worker, diner, person, "Maya-1")
    run_tasks(client, worker)
    own = data_of(exported(worker, person))
    monkeypatch.setenv("DAYSHIFT_DATABASE_URL", settings.database)
    monkeypatch.setenv("DAYSHIFT_DATA_DIR", str(settings.data_dir))
    target = tmp_path / "maya.zip"

    def run(who: str) -> int:
        return CliRunner().invoke(main, ["export-user", who, str(target)]).exit_code

    assert run("nobody@example.com") == 1
    assert not target.exists()
    assert run(" Maya@Example.com") == 0
    assert target.stat().st_mode & 0o777 == 0o600
    with ZipFile(target) as archive:
        copy = data_of(archive)
        assert any(name.startswith("media/") for name in archive.namelist())
    read = {one["interviewId"] for one in copy["readsByStaff"]}
    assert read == {one["id"] for one in own["interviews"]}, "the file shows them"
    assert {one["interviewId"] for one in person.get("/api/privacy/data")["staffReads"]} == read
    for mine in (own, copy):
        del mine["exportedAt"], mine["exports"]  # A copy lists itself, as unfinished.
        del mine["readsByStaff"], mine["auditLog"]
        mine["notifications"] = [one for one in mine["notifications"] if one["kind"] != "export_ready"]
    assert copy == own
    before = target.read_bytes()
    assert run("maya@example.com") == 1
    assert target.read_bytes() == before
    in_database(client, append_to_chain)
    about = in_database(client, lambda tx: entries(tx, subject_id=digest_of(person.id)))
    assert (about[0].action, about[0].actor, about[0].client) == ("export.downloaded", "operator", "command")
