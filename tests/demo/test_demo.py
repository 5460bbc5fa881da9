"""The demo's people can sign in, stand where they are said to stand, and break no promise."""

import asyncio

import pytest
from starlette.testclient import TestClient

from dayshift.app import create_app
from dayshift.demo import MailsWouldGoOut, Taken, populate
from dayshift.scheduling import add_sample_coaches
from dayshift.settings import Settings
from tests.operators import examine, on_database
from tests.people import Person

pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)


def sign_in(client: TestClient, name: str) -> Person:
    body = {"email": f"{name}@demo.example", "password": "a long day's work"}
    entered = client.post("/api/auth/login", json=body).raise_for_status().json()
    client.cookies.clear()
    return Person(client, entered["user"]["id"], entered["token"])


def test_everybody_stands_where_they_are_said_to(settings: Settings) -> None:
    on_database(settings, lambda db: db.write(add_sample_coaches))
    said = asyncio.run(populate(settings))
    assert [line.split("@")[0] for line in said[:-1]] == ["nia", "leo", "ana", "sam", "maya", "rosa", "devon", "olga"]
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
        assert sign_in(client, "olga").get("/api/operations/work")["dead"] == []


def test_nothing_is_sent_to_made_up_people(settings: Settings) -> None:
    with pytest.raises(MailsWouldGoOut):
        asyncio.run(populate(settings.model_copy(update={"smtp_url": "smtp://127.0.0.1:1"})))
