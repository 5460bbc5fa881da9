"""Owners create, rotate and revoke API keys; nobody else does, and secrets are shown once."""

from datetime import timedelta
from typing import Any

import time_machine
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import select
from starlette.testclient import TestClient

from dayshift.core import audit
from dayshift.core.clock import now
from dayshift.exchange.api_keys import find_key, touch_key
from dayshift.exchange.api_keys.keys import PREFIX, SCOPES, is_key, new_key
from dayshift.exchange.api_keys.models import api_keys
from dayshift.exchange.check import UNUSED, check_api_keys
from tests.staff import business, in_database

ALL = {"name": "Our HR system", "scopes": list(SCOPES)}


def create(owner: Any, **fields: Any) -> Any:
    return owner.ask("POST", "/api-keys", {**ALL, **fields}, expect=201)


def works(client: TestClient, secret: str) -> bool:
    return in_database(client, find_key, secret, now()) is not None


def test_a_key_is_shown_once_and_stored_as_a_hash(client: TestClient) -> None:
    diner = business(client)
    owner = diner.member("owner")
    made = create(owner, locationIds=[diner.locations[0]], scopes=["jobs:read", "jobs:read"])
    secret = made["secret"]
    assert is_key(secret)
    assert secret.startswith(PREFIX)
    assert made["key"] == {
        "id": made["key"]["id"],
        "name": "Our HR system",
        "hint": secret[-4:],
        "scopes": ["jobs:read"],
        "locationIds": [diner.locations[0]],
        "oldUntil": None,
        "ended": False,
        "createdBy": "Maria Ortiz",
        "createdById": owner.id,
        "createdAt": made["key"]["createdAt"],
        "lastUsedAt": None,
    }
    listed = owner.call("GET", "/api-keys")
    assert listed.json()["keys"] == [made["key"]]
    assert secret[len(PREFIX) : -4] not in listed.text
    stored = in_database(client, lambda tx: tx.execute(select(api_keys)).mappings().one())
    assert not any(secret[len(PREFIX) : -6] in str(value) for value in stored.values())
    logged = in_database(client, lambda tx: audit.entries(tx, subject_id=made["key"]["id"]))
    assert [(one.action, one.actor_id) for one in logged] == [("key.created", owner.id)]
    assert secret not in str(logged)


def test_after_a_rotation_the_old_secret_works_for_a_day(client: TestClient) -> None:
    owner = business(client).member("owner")
    made = create(owner)
    rotated = owner.ask("POST", f"/api-keys/{made['key']['id']}/secret")
    assert rotated["secret"] != made["secret"]
    assert rotated["key"]["oldUntil"]
    assert works(client, made["secret"])
    assert works(client, rotated["secret"])
    with time_machine.travel(now() + timedelta(hours=25)):
        assert not works(client, made["secret"])
        assert works(client, rotated["secret"])
    again = owner.ask("POST", f"/api-keys/{made['key']['id']}/secret")
    assert [works(client, one["secret"]) for one in (made, rotated, again)] == [False, True, True]


def test_a_revoked_key_ends_at_once_with_its_old_secret(client: TestClient) -> None:
    owner = business(client).member("owner")
    made = create(owner)
    path = f"/api-keys/{made['key']['id']}"
    rotated = owner.ask("POST", f"{path}/secret")
    assert owner.ask("DELETE", path)["keys"] == []
    assert not works(client, made["secret"])
    assert not works(client, rotated["secret"])
    owner.ask("DELETE", path, expect=404)


def test_only_owners_of_the_employer_reach_its_keys(client: TestClient) -> None:
    diner = business(client)
    key = create(diner.member("owner"))["key"]
    for role in ("manager", "reviewer"):
        assert diner.member(role, f"Rob {role}").ask("GET", "/api-keys", expect=403)["code"] == "role_required"
    stranger = business(client, "Night Bakery").member("owner", "Eva Wolf")
    assert stranger.ask("GET", "/api-keys")["keys"] == []
    stranger.ask("POST", f"/api-keys/{key['id']}/secret", expect=404)
    stranger.ask("DELETE", f"/api-keys/{key['id']}", expect=404)
    assert stranger.ask("POST", "/api-keys", {**ALL, "locationIds": [diner.locations[0]]}, expect=422)


def test_an_employer_has_at_most_ten_keys(client: TestClient) -> None:
    owner = business(client).member("owner")
    for number in range(10):
        create(owner, name=f"System {number}")
    assert owner.ask("POST", "/api-keys", ALL, expect=409)["code"] == "too_many_api_keys"


def test_what_is_not_in_the_form_is_refused(client: TestClient) -> None:
    owner = business(client).member("owner")
    for wrong in ({"name": " "}, {"scopes": []}, {"scopes": ["everything"]}, {"locationIds": []}):
        owner.ask("POST", "/api-keys", {**ALL, **wrong}, expect=422)


def test_the_check_says_which_keys_are_used(client: TestClient) -> None:
    def states() -> list[bool | None]:
        return [one.works for one in in_database(client, check_api_keys, now())]

    assert states() == [None]
    key = create(business(client).member("owner"))["key"]["id"]
    assert states() == [None]
    in_database(client, touch_key, key, now())
    assert states() == [True]
    with time_machine.travel(now() + UNUSED + timedelta(days=1)):
        assert states() == [None]


@given(st.integers(min_value=0), st.characters(codec="utf-8"))
def test_a_key_with_one_other_character_is_no_key(place: int, other: str) -> None:
    key = new_key()
    at = place % len(key)
    changed = key[:at] + other + key[at + 1 :]
    assert is_key(key)
    assert is_key(changed) == (changed == key)
