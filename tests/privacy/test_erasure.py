"""Erasure on request with a week to undo it, erasing one interview, legal holds, and what a restore brings back."""

import shutil
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
import time_machine
from fastapi import FastAPI
from sqlalchemy import Column, Text, cast, func, or_, select, update
from starlette.testclient import TestClient
from typer.testing import CliRunner

from dayshift.accounts import deletions_planned, find_user
from dayshift.accounts.models import users
from dayshift.admin.actions import record_backup
from dayshift.admin.backup import DATABASE, NAMES
from dayshift.cli import main
from dayshift.core.clock import now
from dayshift.core.db import Tx, metadata
from dayshift.core.ids import new_id
from dayshift.core.language import day_from
from dayshift.core.tasks import Worker
from dayshift.knowledge.jurisdictions import NYC_ZONE
from dayshift.privacy import BACKUPS_GONE, Hold, add_hold, end_hold, erase_again, erase_user, known_digests
from dayshift.privacy.models import erasures, tombstones
from dayshift.privacy.tombstones import digest_of, keep_beside_backups
from dayshift.settings import Settings
from dayshift.tables import import_all
from tests.accounts.conftest import Inbox, text_of
from tests.interviews.recordings import media
from tests.interviews.recordings.conftest import Device, open_device
from tests.operators import examine
from tests.people import PASSWORD, Person, server_services
from tests.staff import Business, applied, business, in_database, interviewed, viewed

ERASURE = "/api/privacy/erasure"
WEEK = timedelta(days=7)


def run_tasks(client: TestClient, worker: Worker) -> None:
    """Run the background tasks that are due."""
    assert client.portal
    client.portal.call(worker.drain)


def mentions(tx: Tx, *texts: str) -> list[str]:
    """The columns that contain one of the texts."""
    import_all()

    def contains(column: Column[Any]) -> bool:
        has = or_(*(cast(column, Text).contains(text) for text in texts))
        return tx.execute(select(func.count()).where(has)).scalar_one() > 0

    columns = [column for table in metadata.sorted_tables for column in table.columns]
    return [f"{column.table.name}.{column.name}" for column in columns if contains(column)]


def hold_on(client: TestClient, until: datetime, *, user_id: str | None = None, employer_id: str | None = None) -> str:
    """Freeze the data of a user, or of an employer's applicants."""
    hold = Hold(new_id(), user_id, employer_id, "Case 7", "Counsel", now(), until, None)
    in_database(client, add_hold, hold)
    return hold.id


def broken(settings: Settings, name: str) -> list[str]:
    """What `dayshift doctor` finds broken about one invariant."""
    return [one.why for finding in examine(settings) if finding.name == name for one in finding.broken]


@pytest.fixture
def diner(client: TestClient) -> Business:
    return business(client)


def test_request_ends_all_sharing_at_once_and_can_be_undone(
    client: TestClient, worker: Worker, diner: Business, person: Person
) -> None:
    application = applied(client, person, diner.jobs[0])
    maria = diner.member("manager", locations=diner.locations)
    viewed(client, maria, application)
    assert person.get(ERASURE) == {"pending": None}
    planned = person.post(ERASURE)["pending"]
    assert datetime.fromisoformat(planned["dueAt"]) - datetime.fromisoformat(planned["requestedAt"]) == WEEK
    assert planned["heldUntil"] is None
    assert person.post(ERASURE)["pending"] == planned
    assert person.get(f"/api/applications/{application}")["stage"] == "withdrawn"
    assert maria.ask("GET", f"/applications/{application}")["questions"] == []
    run_tasks(client, worker)
    assert person.get(ERASURE)["pending"] == planned
    reply = person.call("DELETE", ERASURE)
    assert reply.status_code == 200
    assert person.call("DELETE", ERASURE).status_code == 404
    with time_machine.travel(now() + WEEK + timedelta(hours=1)):
        run_tasks(client, worker)
    assert in_database(client, find_user, person.id)


def test_everything_is_gone_a_week_later(
    client: TestClient, app: FastAPI, worker: Worker, settings: Settings, device: Device, diner: Business
) -> None:
    person = device.person
    device.record(media.record(media.VP8, 1))
    interview = interviewed(person)
    application = applied(client, person, diner.jobs[0], interview)
    person.post(ERASURE)
    folder = settings.data_dir / "recordings" / device.recording
    assert folder.exists()
    with time_machine.travel(now() + WEEK + timedelta(minutes=1)):
        for _ in range(3):
            run_tasks(client, worker)
    with time_machine.travel(now() + WEEK + timedelta(hours=3)):
        for _ in range(3):
            run_tasks(client, worker)
    assert not folder.exists()
    assert in_database(client, mentions, person.id, interview, application, "maya@example.com") == []
    request = in_database(client, lambda tx: tx.execute(select(erasures)).one())
    assert (request.user_id, request.recordings) == (None, None)
    assert request.files_gone_at
    assert in_database(client, lambda tx: tx.execute(select(tombstones.c.digest)).scalars().all()) == [
        digest_of(person.id)
    ]
    assert not broken(settings, "privacy.erasures")
    assert (settings.data_dir / "recordings" / "tombstones" / digest_of(person.id)).exists()


def test_proof_is_required(client: TestClient, person: Person) -> None:
    with time_machine.travel(now() + timedelta(hours=1)):
        for method, url in (("POST", ERASURE), ("DELETE", f"/api/privacy/interviews/{new_id()}")):
            reply = person.call(method, url)
            assert (reply.status_code, reply.json()["code"]) == (403, "proof_required")
        person.post("/api/auth/proof", {"password": PASSWORD})
        person.post(ERASURE)
    other = Person.register(client, "noah@example.com")
    assert other.get(ERASURE) == {"pending": None}
    assert other.call("DELETE", ERASURE).status_code == 404
    assert person.get(ERASURE)["pending"]


def test_one_interview_is_deleted_with_its_answers_and_applications(
    client: TestClient, worker: Worker, diner: Business, person: Person
) -> None:
    first, second = interviewed(person), interviewed(person)
    ended = applied(client, person, diner.jobs[0], first)
    kept = applied(client, person, diner.jobs[1], second)
    other = Person.register(client, "noah@example.com")
    assert other.call("DELETE", f"/api/privacy/interviews/{first}").status_code == 404
    assert person.call("DELETE", f"/api/privacy/interviews/{first}").json() == {"withdrawn": 1}
    assert person.call("DELETE", f"/api/privacy/interviews/{first}").status_code == 404
    run_tasks(client, worker)
    stages = {one["id"]: one["stage"] for one in person.get("/api/applications")["applications"]}
    assert stages == {ended: "withdrawn", kept: "submitted"}
    left = in_database(client, mentions, first)
    assert set(left) <= {"tasks.payload", "tasks.key"}  # The files are deleted once more an hour later.
    with time_machine.travel(now() + timedelta(hours=2)):
        run_tasks(client, worker)
    assert in_database(client, mentions, first) == []


def test_nothing_is_sent_while_a_deletion_is_planned(client: TestClient, diner: Business, person: Person) -> None:
    interviewed(person)
    everything = {"video": True, "words": True, "score": True, "quickAnswers": True}
    application = {"jobIds": [diner.jobs[0]], "shares": [{"employerId": diner.id, **everything}]}
    person.post(ERASURE)
    refused = person.call("POST", "/api/applications", application)
    assert (refused.status_code, refused.json()["code"]) == (409, "deletion_planned")
    assert person.get("/api/applications")["applications"] == []
    assert person.call("DELETE", ERASURE).status_code == 200
    sent = person.post("/api/applications", application)["results"][0]["applicationId"]
    assert sent
    person.post(ERASURE)
    shares = f"/api/applications/{sent}/shares"
    refused = person.call("PUT", shares, everything)
    assert (refused.status_code, refused.json()["code"]) == (409, "deletion_planned")


@pytest.mark.parametrize(
    ("zip_code", "zone", "day", "told"),
    [
        (None, None, "2026-12-07", "Monday, December 7"),
        ("96813", None, "2026-12-07", "Monday, December 7"),
        ("10001", "Europe/Madrid", "2026-12-08", "Tuesday, December 8"),
    ],
)
def test_the_page_and_the_mail_say_the_same_day_in_the_zone_of_the_person(
    client: TestClient, inbox: Inbox, zip_code: str | None, zone: str | None, day: str, told: str
) -> None:
    with time_machine.travel(datetime(2026, 12, 1, 1, 30, tzinfo=UTC)):
        person = Person.register(client, "noah@example.com")
        if zip_code:
            change = update(users).where(users.c.id == person.id).values(zip_code=zip_code)
            in_database(client, lambda tx: tx.execute(change) and None)
        if zone:
            planned = {"jobTitle": "Bartender", "scheduledAt": "2026-12-03T14:00:00Z", "zone": zone}
            person.post("/api/interviews", {"userId": person.id, **planned})
        pending = person.post(ERASURE)["pending"]
        assert pending["day"] == day
        assert person.get(ERASURE)["pending"] == pending
        [mail] = [one for one in inbox.mails("noah@example.com") if "will be deleted" in one["Subject"]]
        assert mail["Subject"] == f"Your Dayshift data will be deleted on {told}"


@pytest.mark.parametrize("of_employer", [False, True])
def test_legal_hold_delays_the_erasure_until_it_ends(
    client: TestClient, inbox: Inbox, settings: Settings, diner: Business, person: Person, of_employer: bool
) -> None:
    interview = interviewed(person)
    applied(client, person, diner.jobs[0], interview)
    until = now() + timedelta(days=60)
    subject: dict[str, Any] = {"employer_id": diner.id} if of_employer else {"user_id": person.id}
    hold = hold_on(client, until, **subject)
    reply = person.call("DELETE", f"/api/privacy/interviews/{interview}")
    assert (reply.status_code, reply.json()["code"]) == (409, "legal_hold")
    assert datetime.fromisoformat(person.get("/api/privacy/data")["retention"]["heldUntil"]) == until
    held = person.post(ERASURE)["pending"]["heldUntil"]
    assert datetime.fromisoformat(held) == until
    [mail] = [one for one in inbox.mails("maya@example.com") if "will be deleted" in one["Subject"]]
    told = day_from(now().astimezone(NYC_ZONE), until.astimezone(NYC_ZONE), "en")
    assert mail["Subject"] == f"Your Dayshift data will be deleted on {told}"
    assert "The law requires us to keep them until then, for example because" in " ".join(text_of(mail).split())
    assert "hold on your data has ended" not in text_of(mail)
    for days in (8, 20):
        with time_machine.travel(now() + timedelta(days=days)):
            run_tasks(client, inbox.worker)
            assert in_database(client, find_user, person.id)
            assert not broken(settings, "privacy.erasures")
    with time_machine.travel(now() + timedelta(days=22)):
        in_database(client, end_hold, hold, now(), "Judge Park")
        due = datetime.fromisoformat(person.get(ERASURE)["pending"]["dueAt"])
        assert due > now() + timedelta(days=6), "they were told of a later day, and may still undo it"
        [mail] = [one for one in inbox.mails("maya@example.com") if "will be deleted" in one["Subject"]]
        told = day_from(now().astimezone(NYC_ZONE), due.astimezone(NYC_ZONE), "en")
        assert mail["Subject"] == f"Your Dayshift data will be deleted on {told}"
        assert "The law requires us" not in text_of(mail)
        assert "A legal hold on your data has ended, so the day changes." in " ".join(text_of(mail).split())
        run_tasks(client, inbox.worker)
        assert in_database(client, find_user, person.id)
    with time_machine.travel(now() + timedelta(days=30)):
        run_tasks(client, inbox.worker)
    assert in_database(client, find_user, person.id) is None


@pytest.mark.parametrize(
    ("language", "subject"), [("en", "We keep your Dayshift data"), ("es", "Conservamos sus datos en Dayshift")]
)
def test_who_keeps_their_data_after_all_gets_a_mail(
    client: TestClient, inbox: Inbox, person: Person, language: str, subject: str
) -> None:
    in_database(client, lambda tx: tx.execute(update(users).values(language=language)))
    person.post(ERASURE)
    inbox.mails("maya@example.com")
    person.call("DELETE", ERASURE)
    [mail] = inbox.mails("maya@example.com")
    assert mail["Subject"] == subject
    assert "/your-data" in text_of(mail)
    person.post(ERASURE)
    person.call("DELETE", ERASURE)
    person.post(ERASURE)
    assert subject not in [one["Subject"] for one in inbox.mails("maya@example.com")], "it is planned again"


def test_a_hold_after_the_request_is_told(client: TestClient, inbox: Inbox, diner: Business, person: Person) -> None:
    applied(client, person, diner.jobs[0])
    person.post(ERASURE)
    inbox.mails("maya@example.com")
    longer, shorter = now() + timedelta(days=60), now() + timedelta(days=30)
    for until, told in ((longer, True), (shorter, False)):
        hold_on(client, until, employer_id=diner.id)
        found = [one for one in inbox.mails("maya@example.com") if "will be deleted" in one["Subject"]]
        assert len(found) == told
        if told:
            assert day_from(now().astimezone(NYC_ZONE), until.astimezone(NYC_ZONE), "en") in found[0]["Subject"]
            assert "The law requires us to keep them until then, for example because" in " ".join(
                text_of(found[0]).split()
            )


@pytest.mark.parametrize("zip_code", ["10001", "96813"])  # New York, Honolulu
def test_a_hold_has_one_last_day_in_every_zone(
    client: TestClient, inbox: Inbox, settings: Settings, monkeypatch: pytest.MonkeyPatch, zip_code: str
) -> None:
    monkeypatch.setenv("DAYSHIFT_DATABASE_URL", settings.database)
    with time_machine.travel(datetime(2026, 12, 1, 12, tzinfo=UTC)):
        person = Person.register(client, "noah@example.com")
        change = update(users).where(users.c.id == person.id).values(zip_code=zip_code)
        in_database(client, lambda tx: tx.execute(change) and None)
        order = ["--reason", "Case 7", "--until", "2027-03-01", "--by", "Counsel", "--person", person.id]
        assert CliRunner().invoke(main, ["privacy", "hold", "add", *order]).exit_code == 0
        assert "active until 2027-03-01" in CliRunner().invoke(main, ["privacy", "hold", "list"]).output
        assert person.post(ERASURE)["pending"]["day"] == "2027-03-01"
        until = datetime.fromisoformat(person.get("/api/privacy/data")["retention"]["heldUntil"])
        for zone in ("America/New_York", "Pacific/Honolulu", "UTC"):
            assert until.astimezone(ZoneInfo(zone)).date() == date(2027, 3, 1)
        assert in_database(client, deletions_planned, [person.id]) == {person.id: until}
        [mail] = [one for one in inbox.mails("noah@example.com") if "will be deleted" in one["Subject"]]
        assert mail["Subject"] == "Your Dayshift data will be deleted on March 1, 2027"
    home = ZoneInfo("America/New_York" if zip_code == "10001" else "Pacific/Honolulu")
    with time_machine.travel(datetime(2027, 2, 28, 23, 59, tzinfo=home)):
        run_tasks(client, inbox.worker)
        assert in_database(client, find_user, person.id), "the day before is not over"
    with time_machine.travel(datetime(2027, 3, 1, 23, 59, tzinfo=home)):
        run_tasks(client, inbox.worker)
        assert in_database(client, find_user, person.id) is None


def test_legal_hold_outlives_the_retention_period(
    app: FastAPI, settings: Settings, worker: Worker, device: Device
) -> None:
    client = device.person.client
    device.record(media.record(media.VP8, 1))
    noah = open_device(app, worker, Person.register(client, "noah@example.com"))
    noah.record(media.record(media.VP8, 1))
    hold_on(client, now() + timedelta(days=200), user_id=device.person.id)
    started = now()
    for days, held in ((100, True), (190, True), (201, False)):
        with time_machine.travel(started + timedelta(days=days)):
            for _ in range(3):
                run_tasks(client, worker)
        remaining = {path.name for path in (settings.data_dir / "recordings").glob("[!.]*")}
        assert remaining == ({device.recording} if held else set())


def test_doctor_names_an_overdue_erasure(client: TestClient, settings: Settings, person: Person) -> None:
    person.post(ERASURE)
    with time_machine.travel(now() + timedelta(days=8) - timedelta(minutes=1)):
        assert not broken(settings, "privacy.erasures")
    with time_machine.travel(now() + timedelta(days=8, minutes=1)):
        assert [why[:7] for why in broken(settings, "privacy.erasures")] == ["was due"]


def test_doctor_names_a_backup_that_holds_an_erased_person_too_long(
    client: TestClient, settings: Settings, person: Person
) -> None:
    backups = settings.data_dir / "backups"

    def back_up(at: datetime) -> Path:
        folder = backups / f"{at:{NAMES}}"
        folder.mkdir(parents=True)
        (folder / DATABASE).write_bytes(b"")
        in_database(client, lambda tx: record_backup(tx, "complete", folder=str(folder)))
        return folder

    old = back_up(now() - timedelta(hours=1))
    in_database(client, erase_user, person.id)
    with time_machine.travel(now() + BACKUPS_GONE):
        back_up(now() - timedelta(hours=1))  # Made after the erasure.
        assert broken(settings, "backups.erased") == []
    with time_machine.travel(now() + BACKUPS_GONE + timedelta(days=1, minutes=1)):
        assert [why[:33] for why in broken(settings, "backups.erased")] == ["was made before the erasure of 20"]
        shutil.rmtree(old)
        assert broken(settings, "backups.erased") == []


def test_what_a_restore_brings_back_is_erased_again(
    client: TestClient, worker: Worker, settings: Settings, diner: Business, person: Person
) -> None:
    """As `restore_backup` does it: everything with a tombstone beside the backups or in the storage."""
    noah = Person.register(client, "noah@example.com")
    deleted, kept = interviewed(noah), interviewed(noah)
    applied(client, person, diner.jobs[0])
    backups = settings.data_dir / "backups"
    backups.mkdir()
    keep_beside_backups(backups, {digest_of(one): f"{digest_of(one)} any 2026-11-01" for one in (person.id, new_id())})
    keep_beside_backups(backups, {digest_of(deleted): f"{digest_of(deleted)} interview 2026-11-02"})
    services = server_services(client)
    assert client.portal
    stored = new_id()
    client.portal.call(services.storage.put_new, f"tombstones/{digest_of(stored)}", b"person")
    digests = client.portal.call(known_digests, backups, services.storage)
    assert len(digests) == 4
    assert in_database(client, erase_again, digests) == 2
    assert in_database(client, erase_again, digests) == 0
    assert in_database(client, find_user, person.id) is None
    assert [one["id"] for one in noah.get(f"/api/users/{noah.id}/interviews")] == [kept]
