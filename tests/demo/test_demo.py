"""Demo accounts can sign in, are in the documented states, and violate no invariant."""

import asyncio
import tomllib
from datetime import datetime
from io import BytesIO
from typing import Any
from zoneinfo import ZoneInfo

import av
import pytest
from starlette.testclient import TestClient

from dayshift.app import create_app
from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.demo import MailsWouldGoOut, Taken, populate
from dayshift.demo.desk import by_daylight
from dayshift.demo.seed import PEOPLE
from dayshift.hiring.applications.stages import STAGES
from dayshift.hiring.employers import members_of, open_member_session, sample_id
from dayshift.interviews.scoring.quoting import MAX_QUOTE_WORDS
from dayshift.scheduling import add_sample_coaches
from dayshift.settings import Settings
from tests.operators import examine, on_database, protect
from tests.people import Person
from tests.staff import StaffMember

NEW_YORK = ZoneInfo("America/New_York")
pytestmark = [pytest.mark.slow, pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)]


def sign_in(client: TestClient, name: str) -> Person:
    body = {"email": f"{name}@demo.example", "password": "a long day's work"}
    signed_in = client.post("/api/auth/login", json=body).raise_for_status().json()
    client.cookies.clear()
    return Person(client, signed_in["user"]["id"], signed_in["token"])


def test_demo_accounts_are_in_their_documented_states(settings: Settings) -> None:
    on_database(settings, lambda db: db.write(add_sample_coaches))
    output = asyncio.run(populate(settings))
    assert [line.split("@")[0] for line in output[:-5]] == [
        *("nia", "leo", "ana", "sam", "maya", "rosa", "devon"),
        *("jamal", "linh", "grace", "andre", "destiny", "kyle", "olga"),
    ]
    assert [line.split()[1] for line in output[-5:-1]] == ["owner", "manager", "manager", "reviewer"]
    with pytest.raises(Taken):
        asyncio.run(populate(settings))
    assert not [finding for finding in examine(settings, deep=True) if finding.broken]
    with TestClient(create_app(settings)) as client:
        steps = [sign_in(client, name).get("/api/auth/me")["user"]["currentStep"] for name in ("nia", "leo", "ana")]
        assert steps == [1, 2, 3]
        assert len(sign_in(client, "sam").get("/api/schedule/bookings")["bookings"]) == 1
        for name in ("rosa", "jamal", "linh", "grace", "destiny", "kyle"):
            check_recorded(sign_in(client, name), name)
        person = sign_in(client, "devon")
        [interview] = person.get(f"/api/users/{person.id}/interviews")
        assert interview["scoring"] == "done"
        assert {one["mode"] for one in person.get(f"/api/interviews/{interview['id']}")["responses"]} == {"typed"}
        assert person.get(f"/api/interviews/{interview['id']}/review")["review"]["reviewer"].startswith("Jordan")
        everybody = ("rosa", "jamal", "grace", "andre", "destiny", "kyle", "devon", "linh")
        sent = [one for name in everybody for one in sign_in(client, name).get("/api/applications")["applications"]]
        assert {one["stage"] for one in sent} == set(STAGES)
        assert all(is_by_day(one["submittedAt"]) for one in sent)
        check_desk(client, settings)
        applied = sign_in(client, "destiny").get("/api/applications")["applications"]
        meetings = [one["meeting"] for one in applied if one["meeting"] and one["meeting"]["startsAt"]]
        hours = {datetime.fromisoformat(one["startsAt"]).astimezone(ZoneInfo(one["zone"])).hour for one in meetings}
        assert hours
        assert hours <= set(range(9, 18))
        [late] = [one for one in sign_in(client, "jamal").get("/api/applications")["applications"] if one["late"]]
        assert late["title"] == "Server"
        olga = sign_in(client, "olga")
        assert set(olga.call("GET", "/api/operations/work").json()["fields"]) == {"passkey"}
        on_database(settings, lambda db: db.write(protect, "olga@demo.example"))
        assert olga.get("/api/operations/work")["dead"] == []


@pytest.mark.parametrize(
    ("at", "then"),
    [
        ("2026-05-13T04:37-04:00", "2026-05-12T17:37-04:00"),
        ("2026-05-13T23:28-04:00", "2026-05-13T17:28-04:00"),
        ("2026-05-13T12:00-04:00", "2026-05-13T12:00-04:00"),
    ],
)
def test_nobody_does_anything_at_night(at: str, then: str, database_url: str) -> None:
    assert by_daylight(datetime.fromisoformat(at)) == datetime.fromisoformat(then)


def check_recorded(person: Person, name: str) -> None:
    """Check that a person's answers play, say their text, and were given by day before they were sent."""
    [outline] = person.get(f"/api/users/{person.id}/interviews")
    interview = person.get(f"/api/interviews/{outline['id']}")
    assert outline["scoring"] == "done"
    assert is_by_day(interview["interview"]["startedAt"])
    first = min(one["submittedAt"] for one in person.get("/api/applications")["applications"])
    assert interview["interview"]["startedAt"] < first
    says = next(
        one["says"] for one in tomllib.loads(PEOPLE.read_text("utf-8"))["person"] if one["first_name"].lower() == name
    )
    takes = {take["number"]: take for take in interview["takes"]}
    assert len(interview["responses"]) == len(takes) == 4
    for answer in interview["responses"]:
        assert answer["mode"] == "spoken"
        assert answer["responseText"] == says[answer["questionId"]]
        assert " ".join(passage["text"] for passage in answer["passages"]) == says[answer["questionId"]]
        assert is_by_day(answer["createdAt"])
        take = takes[answer["takeNumber"]]
        assert take["state"] == "ready"
        assert 30 <= take["durationSeconds"] <= 60
        assert abs(take["durationSeconds"] - answer["durationSeconds"]) < 0.5
        assert answer["passages"][-1]["end"] <= take["durationSeconds"]
    media = person.call("GET", f"/api/recordings/{outline['id']}/takes/1/media")
    with av.open(BytesIO(media.content)) as container:
        assert {stream.type for stream in container.streams} == {"video", "audio"}


def check_desk(client: TestClient, settings: Settings) -> None:
    """Check that a manager can play, read and follow what waits."""

    def enter(tx: Tx) -> str:
        member = next(one for one in members_of(tx, sample_id("Two Spoons Diner")) if one.name == "Devin Park")
        return open_member_session(tx, member.id, "Test", 1, confirmed=True, address_proved_at=now())

    devin = StaffMember(client, "", "Devin Park", on_database(settings, lambda db: db.write(enter)))
    rows = devin.ask("GET", "/queue")["rows"]
    assert {row["firstName"] for row in rows} >= {"Rosa", "Jamal", "Linh"}
    quotes = {row["firstName"]: row["quote"] for row in rows}
    assert all(0 < len(quote.split()) <= MAX_QUOTE_WORDS for quote in quotes.values())
    assert len(set(quotes.values())) == len(quotes)
    for row in rows:
        assert row["seconds"] is None or 30 <= row["seconds"] <= 60
        answer = devin.ask("GET", f"/applications/{row['id']}")["questions"][0]["answers"][0]
        assert answer["text"] == " ".join(passage["text"] for passage in answer["passages"])
        assert answer["duration"] == row["seconds"]


def is_by_day(time: Any) -> bool:
    return 8 <= datetime.fromisoformat(time).astimezone(NEW_YORK).hour < 19


def test_demo_refuses_to_run_with_real_mail(settings: Settings) -> None:
    with pytest.raises(MailsWouldGoOut):
        asyncio.run(populate(settings.model_copy(update={"smtp_url": "smtp://127.0.0.1:1"})))
