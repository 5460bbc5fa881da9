"""The operators' page: authorization, dead letters, imports, checks and backups."""

from importlib.resources import files
from pathlib import Path
from typing import Literal

import pytest
import time_machine
from fastapi import FastAPI
from sqlalchemy import update
from typer.testing import CliRunner

from dayshift import admin
from dayshift.admin import queries as admin_queries
from dayshift.admin.actions import record_backup
from dayshift.cli import main
from dayshift.cli.jobs import import_source
from dayshift.core.db import Tx
from dayshift.core.tasks import enqueue, tasks
from dayshift.jobs.catalog import Feed
from dayshift.settings import Settings
from tests.operators import appoint, on_database, protect
from tests.people import Person

ENDPOINTS = [
    ("GET", "/api/operations/work"),
    ("GET", "/api/operations/checks"),
    ("GET", "/api/operations/claims"),
    ("POST", "/api/operations/dead-letters/retry"),
    ("POST", "/api/operations/dead-letters/one/retry"),
    ("DELETE", "/api/operations/dead-letters/one"),
]


def add_two_dead_letters(tx: Tx) -> None:
    for key in ("a", "b"):
        enqueue(tx, "unheard.of", {}, key=key)
    dead_tasks = update(tasks).where(tasks.c.kind == "unheard.of")
    tx.execute(dead_tasks.values(state="dead", attempts=10, last_error="ValueError('no such thing')"))


def dead_letter_ids(operator: Person) -> list[str]:
    return [letter["id"] for letter in operator.get("/api/operations/work")["dead"]]


def test_page_requires_an_operator(person: Person, settings: Settings) -> None:
    assert {person.call(*row).status_code for row in ENDPOINTS} == {404}
    assert person.client.get("/api/operations/work").status_code == 401
    appoint(settings, "maya@example.com")
    assert {person.call(*row).status_code for row in ENDPOINTS} == {200}
    assert appoint(settings, "maya@example.com", dismiss=True)
    assert person.call("GET", "/api/operations/work").status_code == 404


def test_rights_rest_while_the_account_is_not_protected(
    person: Person, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first person to register an address must not become operator by a password alone."""
    with pytest.raises(admin.NotProtected) as refused:
        on_database(settings, lambda db: db.write(admin.appoint_by_email, "maya@example.com"))
    assert refused.value.missing == ["email", "passkey"]
    monkeypatch.setenv("DAYSHIFT_DATABASE_URL", settings.database_url)
    monkeypatch.setenv("DAYSHIFT_DATA_DIR", str(settings.data_dir))
    added = CliRunner().invoke(main, ["operators", "add", "maya@example.com"])
    assert (added.exit_code, "needs a verified email address and a passkey first" in added.output) == (1, True)
    on_database(settings, lambda db: db.write(admin.appoint, person.id))  # As before this rule.
    listed = CliRunner().invoke(main, ["operators", "list"]).output
    assert listed == "maya@example.com: paused until the account has a verified email address and a passkey\n"

    def needs() -> set[str]:
        return set(person.call("GET", "/api/operations/work").json().get("fields") or {})

    assert {person.call(*row).status_code for row in ENDPOINTS} == {403}
    assert needs() == {"email", "passkey"}
    assert person.get("/api/auth/me")["user"]["operator"], "sign-in leads to the page, which says what is missing"
    assert on_database(settings, lambda db: db.read(admin_queries.count_paused_operators)) == 1
    on_database(settings, lambda db: db.write(protect, "maya@example.com"))
    assert {person.call(*row).status_code for row in ENDPOINTS} == {200}
    [passkey] = person.get("/api/auth/passkeys")["passkeys"]
    assert person.call("DELETE", f"/api/auth/passkeys/{passkey['id']}").status_code == 200
    assert needs() == {"passkey"}
    on_database(settings, lambda db: db.write(protect, "maya@example.com"))
    assert needs() == set()
    names = {"firstName": "Maya", "lastName": "Torres"}
    person.patch("/api/auth/profile", {**names, "email": "new@example.com"})
    assert needs() == {"email"}


def test_dead_letters_can_be_listed_retried_and_dropped(person: Person, app: FastAPI, settings: Settings) -> None:
    appoint(settings, "maya@example.com")
    assert person.client.portal
    person.client.portal.call(app.state.services.db.write, add_two_dead_letters)
    first, second = person.get("/api/operations/work")["dead"]
    assert (first["kind"], first["attempts"], first["lastError"]) == ("unheard.of", 10, "ValueError('no such thing')")

    assert person.post(f"/api/operations/dead-letters/{first['id']}/retry") == {"changed": 1}
    assert person.post(f"/api/operations/dead-letters/{first['id']}/retry") == {"changed": 0}, "it was already revived"
    assert dead_letter_ids(person) == [second["id"]]
    assert person.call("DELETE", f"/api/operations/dead-letters/{second['id']}").json() == {"changed": 1}
    work = person.get("/api/operations/work")
    assert work["dead"] == []
    assert ("unheard.of", "ready", 1) in [(row["kind"], row["state"], row["tasks"]) for row in work["queue"]]

    person.client.portal.call(app.state.services.db.write, add_two_dead_letters)
    assert person.post("/api/operations/dead-letters/retry") == {"changed": 2}


def test_last_import_of_each_feed_is_shown(
    person: Person, settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    feed = tmp_path / "feed.csv"
    sample = files("dayshift.jobs.catalog").joinpath("sample", "jobs.csv").read_text().splitlines()
    feed.write_text("\n".join([*sample[:2], "x" + "," * sample[0].count(",")]))
    appoint(settings, "maya@example.com")
    monkeypatch.setenv("DAYSHIFT_DATABASE_URL", settings.database)
    import_source(Feed(feed, "diner"), remove_many=False, apply=True)
    [shown] = person.get("/api/operations/work")["imports"]
    assert (shown["source"], shown["read"], shown["added"], shown["quarantined"]) == ("diner", 2, 1, 1)
    assert (shown["refused"], shown["refusedSince"]) == (None, None)
    feed.write_text("<html>")
    for _ in range(2):
        import_source(Feed(feed, "diner"), remove_many=False, apply=True)
    [shown] = person.get("/api/operations/work")["imports"]
    assert shown["refused"]
    assert shown["refusedSince"] < shown["importedAt"], "the first of the imports that were refused"


def test_jobs_that_a_feed_lacks_stay_until_an_operator_confirms(
    person: Person, settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sample = files("dayshift.jobs.catalog").joinpath("sample", "jobs.csv").read_text().splitlines()
    feed = tmp_path / "feed.csv"
    assert person.call("POST", "/api/operations/imports/confirm").status_code == 404
    appoint(settings, "maya@example.com")
    monkeypatch.setenv("DAYSHIFT_DATABASE_URL", settings.database)
    for lines in (4, 1):
        feed.write_text("\n".join(sample[:lines]))
        report = import_source(Feed(feed, "diner"), remove_many=False, apply=True)
    assert (report.held, report.removed) == (3, 0)
    [shown] = person.get("/api/operations/work")["imports"]
    assert (shown["held"], shown["confirmed"], shown["removed"]) == (3, None, 0)
    path, body = "/api/operations/imports/confirm", {"source": "diner", "held": 3}
    assert person.call("POST", path, {**body, "held": 2}).status_code == 404
    assert person.call("POST", path, {**body, "held": 0}).status_code == 422
    person.post(path, body)
    [shown] = person.get("/api/operations/work")["imports"]
    assert (shown["held"], shown["confirmed"]) == (3, 3)
    assert import_source(Feed(feed, "diner"), remove_many=False, apply=True).removed == 3


def test_configured_services_are_checked(person: Person, settings: Settings) -> None:
    appoint(settings, "maya@example.com")
    checks = person.get("/api/operations/checks")["checks"]
    assert {"verdict": "ok", "words": "The database answers"} in checks


def test_operators_are_redirected_to_their_page(person: Person, settings: Settings) -> None:
    assert person.get("/api/user/redirect-destination")["redirectUrl"] == "/job-search"
    assert person.get("/api/auth/me")["user"]["operator"] is False
    appoint(settings, "maya@example.com")
    assert person.get("/api/auth/me")["user"]["operator"] is True
    assert person.get("/api/user/redirect-destination")["redirectUrl"] == "/operations"


def test_outcomes_of_last_backups_are_shown(person: Person, app: FastAPI, settings: Settings) -> None:
    appoint(settings, "maya@example.com")
    assert person.client.portal
    assert person.get("/api/operations/work")["backups"] == []

    def record(outcome: Literal["complete", "failed"], problem: str | None) -> None:
        assert person.client.portal
        person.client.portal.call(lambda: app.state.services.db.write(record_backup, outcome, problem=problem))

    with time_machine.travel("2026-03-02T03:20:00Z", tick=False) as clock:
        record("complete", None)
        clock.shift(86400)
        record("failed", "the disk is full")
    work = person.get("/api/operations/work")
    assert [row["outcome"] for row in work["backups"]] == ["failed", "complete"]
    assert work["backups"][0]["problem"] == "the disk is full"
    assert work["backupsLate"]
    record("complete", None)
    assert not person.get("/api/operations/work")["backupsLate"]
