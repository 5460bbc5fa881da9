"""Every door takes every name of the IANA database, and nothing else."""

import pytest
from starlette.testclient import TestClient

from dayshift.core.clock import find_zone
from tests.people import Person
from tests.staff import business

NAMES = {
    "GMT": "GMT",
    "EST5EDT": "EST5EDT",
    "utc": "UTC",
    "us/eastern": "US/Eastern",
    "AMERICA/NEW_YORK": "America/New_York",
    "america/argentina/buenos_aires": "America/Argentina/Buenos_Aires",
    "Etc/GMT+5": "Etc/GMT+5",
}
OTHERS = ("", "Etc/Unknown", "localtime", "Factory", "Mars/Base", "../etc/passwd")


@pytest.mark.parametrize("name", [*NAMES, *OTHERS])
def test_names_of_zones(name: str) -> None:
    assert find_zone(name) == NAMES.get(name)


def test_every_door_takes_aliases_in_any_case(client: TestClient, person: Person) -> None:
    owner = business(client).member("owner")
    interview = {"userId": person.id, "jobTitle": "Line Cook", "scheduledAt": "2999-01-05T15:00:00Z"}
    for name in (*NAMES, *OTHERS):
        expected = 200 if name in NAMES else 422
        for path in ("slots", "offers"):
            reply = person.call("GET", f"/api/schedule/{path}", params={"zone": name})
            assert reply.status_code == expected, (path, name)
        refused = person.call("POST", "/api/interviews", json=interview | {"zone": name}).json()
        assert ("zone" in refused.get("fields", {})) == (name not in NAMES), name
        reply = owner.call("PATCH", "/employer", json={"zone": name})
        assert reply.status_code == expected, name
        if name in NAMES:
            assert reply.json()["zone"] == NAMES[name]
