"""Answers that wait long to be written down: everybody who waits for a text is told when it will be there."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import time_machine
from prometheus_client.parser import text_string_to_metric_families
from starlette.testclient import TestClient

from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.core.tasks import claim, enqueue_many, finish
from dayshift.interviews.recordings import charge_media_work, today
from dayshift.interviews.room import TRANSCRIBE
from dayshift.interviews.room.transcripts import HEARD_SECONDS_A_DAY
from dayshift.settings import Settings
from tests.interviews.room.test_interviews import drain
from tests.interviews.room.test_transcription import answer_without_text
from tests.interviews.room.test_transcription import finish as complete
from tests.operators import appoint
from tests.people import Person
from tests.speech import serve
from tests.staff import applied, business, in_database


@pytest.fixture
def settings(database_url: str, tmp_path: Path) -> Iterator[Settings]:
    with serve() as script:
        yield Settings(
            database_url=database_url,
            data_dir=tmp_path,
            run_worker=False,
            free_disk_mb=0,
            transcriber_url=script.url(),
            metrics_token="secret",
        )


@pytest.fixture
def clock() -> Iterator[Any]:
    # At noon: minutes before midnight, tomorrow is no wait worth telling.
    with time_machine.travel(now().replace(hour=12), tick=False) as clock:
        yield clock


def others_before(tx: Tx, number: int) -> None:
    enqueue_many(tx, [(TRANSCRIBE, {"interview_id": "of somebody else", "order": one}) for one in range(number)])


def write_down(tx: Tx, number: int) -> None:
    for task in claim(tx, number, kinds=[TRANSCRIBE]):
        finish(tx, task)


def delay(person: Person, interview: Any) -> Any:
    return person.get(f"/api/interviews/{interview['id']}")["writingDelay"]


def minutes_until(moment: str) -> float:
    return round((datetime.fromisoformat(moment) - now()).total_seconds() / 60, 1)


def metrics(client: TestClient) -> dict[str, float]:
    text = client.get("/metrics", headers={"Authorization": "Bearer secret"}).text
    return {one.name: one.samples[0].value for one in text_string_to_metric_families(text) if one.samples}


def test_a_long_queue_is_told_with_its_time(client: TestClient, person: Person, settings: Settings, clock: Any) -> None:
    in_database(client, others_before, 30)
    clock.shift(timedelta(seconds=1))
    interview, _, _ = answer_without_text(person)
    complete(person, interview)
    diner = business(client)
    maria = diner.member("manager")
    application = applied(client, person, diner.jobs[0], interview["id"])
    appoint(settings, "maya@example.com")

    def desk() -> Any:
        return maria.ask("GET", f"/applications/{application}")["questions"][0]["answers"][0]

    def operated() -> Any:
        return person.get("/api/operations/work")["transcription"]

    assert delay(person, interview) is None, "nobody knows yet"
    assert (operated()["waiting"], operated()["expectedSeconds"]) == (31, None)

    clock.shift(timedelta(minutes=5))
    in_database(client, write_down, 10)  # Two a minute: the last of 31 is ready after 15.5 minutes.
    assert minutes_until(delay(person, interview)["expectedAt"]) == pytest.approx(10.5, abs=0.1)
    assert (desk()["silence"], desk()["delay"]) == ("awaited", delay(person, interview))
    assert operated()["waiting"] == 21
    assert operated()["expectedSeconds"] == pytest.approx(630, abs=5)
    found = metrics(client)
    assert found["dayshift_transcription_waiting"] == 21
    assert found["dayshift_transcription_oldest_seconds"] == pytest.approx(301, abs=2)
    assert found["dayshift_transcription_expected_seconds"] == pytest.approx(630, abs=5)

    clock.shift(timedelta(minutes=5))
    in_database(client, write_down, 18)  # Faster now: another time is told.
    assert minutes_until(delay(person, interview)["expectedAt"]) < 2

    in_database(client, write_down, 2)
    clock.shift(timedelta(minutes=31))  # The worker that writes down has stopped.
    assert delay(person, interview) == {"expectedAt": None}
    assert desk()["delay"] == {"expectedAt": None}


def test_a_short_queue_is_not_told(client: TestClient, person: Person, clock: Any) -> None:
    in_database(client, others_before, 6)
    clock.shift(timedelta(seconds=1))
    interview, _, _ = answer_without_text(person)
    clock.shift(timedelta(minutes=2))
    in_database(client, write_down, 3)
    assert delay(person, interview) is None


def test_what_waits_for_tomorrow_is_told(client: TestClient, person: Person, worker: Any, clock: Any) -> None:
    interview, _, _ = answer_without_text(person)
    in_database(client, partial(charge_media_work, heard_seconds=HEARD_SECONDS_A_DAY), interview["id"], today())
    drain(client, worker)
    expected = datetime.fromisoformat(delay(person, interview)["expectedAt"])
    assert expected.date() == (now() + timedelta(days=1)).date()
