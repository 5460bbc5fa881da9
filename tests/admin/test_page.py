"""What an operator sees and does; that nobody else is let in; how one becomes one."""

from importlib.resources import files
from pathlib import Path
from typing import Literal

import pytest
import time_machine
from fastapi import FastAPI
from sqlalchemy import update

from dayshift.admin.actions import record_backup
from dayshift.cli.jobs import import_source
from dayshift.core.db import Tx
from dayshift.core.tasks import enqueue, tasks
from dayshift.jobs import Feed
from dayshift.settings import Settings
from tests.operators import appoint
from tests.people import Person

ADDRESSES = [
    ("GET", "/api/operations/work"),
    ("GET", "/api/operations/checks"),
    ("POST", "/api/operations/dead-letters/retry"),
    ("POST", "/api/operations/dead-letters/one/retry"),
    ("DELETE", "/api/operations/dead-letters/one"),
]


def give_up_two(tx: Tx) -> None:
    for key in ("a", "b"):
        enqueue(tx, "unheard.of", {}, key=key)
    given_up = update(tasks).where(tasks.c.kind == "unheard.of")
    tx.execute(given_up.values(state="dead", attempts=10, last_error="ValueError('no such thing')"))


def dead(operator: Person) -> list[str]:
    return [letter["id"] for letter in operator.get("/api/operations/work")["dead"]]


def test_nobody_else_is_let_in(person: Person, settings: Settings) -> None:
    assert {person.call(*one).status_code for one in ADDRESSES} == {404}
    assert person.client.get("/api/operations/work").status_code == 401
    appoint(settings, "maya@example.com")
    assert {person.call(*one).status_code for one in ADDRESSES} == {200}
    assert appoint(settings, "maya@example.com", dismiss=True)
    assert person.call("GET", "/api/operations/work").status_code == 404


def test_dead_letters_are_seen_tried_again_and_dropped(person: Person, app: FastAPI, settings: Settings) -> None:
    appoint(settings, "maya@example.com")
    assert person.client.portal
    person.client.portal.call(app.state.services.db.write, give_up_two)
    first, second = person.get("/api/operations/work")["dead"]
    assert (first["kind"], first["attempts"], first["lastError"]) == ("unheard.of", 10, "ValueError('no such thing')")

    assert person.post(f"/api/operations/dead-letters/{first['id']}/retry") == {"changed": 1}
    assert person.post(f"/api/operations/dead-letters/{first['id']}/retry") == {"changed": 0}, "it lives already"
    assert dead(person) == [second["id"]]
    assert person.call("DELETE", f"/api/operations/dead-letters/{second['id']}").json() == {"changed": 1}
    work = person.get("/api/operations/work")
    assert work["dead"] == []
    assert ("unheard.of", "ready", 1) in [(one["kind"], one["state"], one["tasks"]) for one in work["queue"]]

    person.client.portal.call(app.state.services.db.write, give_up_two)
    assert person.post("/api/operations/dead-letters/retry") == {"changed": 2}


def test_the_last_import_of_each_feed_is_shown(
    person: Person, settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    feed = tmp_path / "feed.csv"
    sample = files("dayshift.jobs").joinpath("sample", "jobs.csv").read_text().splitlines()
    feed.write_text("\n".join([*sample[:2], "," * sample[0].count(",")]))
    appoint(settings, "maya@example.com")
    monkeypatch.setenv("DAYSHIFT_DATABASE_URL", settings.database)
    import_source(Feed(feed, "diner"), remove_many=False, apply=True)
    [shown] = person.get("/api/operations/work")["imports"]
    assert (shown["source"], shown["read"], shown["added"], shown["quarantined"]) == ("diner", 2, 1, 1)
    assert shown["refused"] is None


def test_what_the_settings_name_is_asked(person: Person, settings: Settings) -> None:
    appoint(settings, "maya@example.com")
    checks = person.get("/api/operations/checks")["checks"]
    assert {"verdict": "ok", "words": "The database answers"} in checks


def test_operators_land_on_their_page(person: Person, settings: Settings) -> None:
    assert person.get("/api/user/redirect-destination")["redirectUrl"] == "/job-search"
    assert person.get("/api/auth/me")["user"]["operator"] is False
    appoint(settings, "maya@example.com")
    assert person.get("/api/auth/me")["user"]["operator"] is True
    assert person.get("/api/user/redirect-destination")["redirectUrl"] == "/operations"


def test_how_the_last_backups_ended_is_shown(person: Person, app: FastAPI, settings: Settings) -> None:
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
    assert [one["outcome"] for one in work["backups"]] == ["failed", "complete"]
    assert work["backups"][0]["problem"] == "the disk is full"
    assert work["backupsLate"]
    record("complete", None)
    assert not person.get("/api/operations/work")["backupsLate"]
