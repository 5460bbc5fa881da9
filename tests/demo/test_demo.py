"""Demo accounts can sign in, are in the documented states, and violate no invariant."""

import asyncio
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from starlette.testclient import TestClient

from dayshift.app import create_app
from dayshift.demo import MailsWouldGoOut, Taken, populate
from dayshift.hiring.applications.stages import STAGES
from dayshift.scheduling import add_sample_coaches
from dayshift.settings import Settings
from tests.operators import examine, on_database, protect
from tests.people import Person

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
        for name in ("rosa", "devon"):
            person = sign_in(client, name)
            [interview] = person.get(f"/api/users/{person.id}/interviews")
            assert interview["scoring"] == "done"
            assert {take["state"] for take in person.get(f"/api/interviews/{interview['id']}")["takes"]} == {"ready"}
        assert person.get(f"/api/interviews/{interview['id']}/review")["review"]["reviewer"].startswith("Jordan")
        stages = {
            one["stage"]
            for name in ("rosa", "jamal", "grace", "andre", "destiny", "kyle", "devon", "linh")
            for one in sign_in(client, name).get("/api/applications")["applications"]
        }
        assert stages == set(STAGES)
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


def test_demo_refuses_to_run_with_real_mail(settings: Settings) -> None:
    with pytest.raises(MailsWouldGoOut):
        asyncio.run(populate(settings.model_copy(update={"smtp_url": "smtp://127.0.0.1:1"})))
