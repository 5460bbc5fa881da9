"""The reference implementation of Standard Webhooks verifies our deliveries, and refuses everything else."""

import json
from datetime import datetime, timedelta
from typing import Any

import pytest
import time_machine
from hypothesis import given
from hypothesis import strategies as st
from standardwebhooks.webhooks import Webhook, WebhookVerificationError
from starlette.testclient import TestClient

from dayshift.core.clock import now
from dayshift.core.tasks import Worker
from dayshift.exchange.webhooks.actions import GRACE
from dayshift.exchange.webhooks.events import EVENTS, MAX_BYTES, body_of
from dayshift.exchange.webhooks.signing import headers_of, new_secret, shown
from tests.exchange.receiver import Received, Receiver
from tests.exchange.test_webhooks import Connection
from tests.people import Person
from tests.staff import applied


@pytest.fixture
def sent(client: TestClient, worker: Worker, receiver: Receiver, person: Person) -> tuple[Connection, Received]:
    """A delivery about an application, as it arrived."""
    connection = Connection(client, worker, receiver)
    applied(client, person, connection.diner.jobs[0])
    connection.run(timedelta(seconds=20))
    return connection, receiver.received[0]


def verified(secret: str, one: Received, **changed: str) -> Any:
    """What the reference implementation reads; raises `WebhookVerificationError`."""
    headers = {**one.headers, **{name.replace("_", "-"): value for name, value in changed.items()}}
    return Webhook(secret).verify(one.body, headers)


def test_delivery_is_verified(sent: tuple[Connection, Received]) -> None:
    connection, one = sent
    assert connection.secret.startswith("whsec_")
    assert verified(connection.secret, one) == one.event
    assert one.event["type"] == "application.submitted"
    assert one.headers["webhook-id"].startswith("msg_")
    assert "." not in one.headers["webhook-id"]
    assert one.headers["webhook-signature"].startswith("v1,")
    assert " " not in one.headers["webhook-signature"]
    stamp = datetime.fromtimestamp(int(one.headers["webhook-timestamp"]), now().tzinfo)
    assert abs(stamp - now()) < timedelta(minutes=1)


def test_tampered_delivery_is_refused(sent: tuple[Connection, Received]) -> None:
    connection, one = sent
    with pytest.raises(WebhookVerificationError):
        verified(connection.secret, Received(one.path, one.headers, one.body.replace(b"submitted", b"withdrawn")))
    with pytest.raises(WebhookVerificationError):
        verified(connection.secret, one, webhook_id="msg_other")
    with pytest.raises(WebhookVerificationError):
        verified(connection.secret, one, webhook_timestamp=str(int(one.headers["webhook-timestamp"]) + 1))
    with pytest.raises(WebhookVerificationError):
        verified(shown(new_secret()), one)
    for name in ("webhook_id", "webhook_timestamp", "webhook_signature"):
        with pytest.raises(WebhookVerificationError):
            verified(connection.secret, one, **{name: ""})


def test_repeated_delivery_is_refused_after_five_minutes(sent: tuple[Connection, Received]) -> None:
    connection, one = sent
    with time_machine.travel(now() + timedelta(minutes=4)):
        assert verified(connection.secret, one)
    with time_machine.travel(now() + timedelta(minutes=6)), pytest.raises(WebhookVerificationError, match="too old"):
        verified(connection.secret, one)


def test_each_attempt_has_its_own_time_and_the_same_id(sent: tuple[Connection, Received]) -> None:
    connection, _ = sent
    connection.receiver.status(500, 200)
    connection.test()
    connection.run()
    with time_machine.travel(now() + timedelta(minutes=10)):
        connection.run()
        first, second = connection.receiver.received[-2:]
        assert first.id == second.id
        assert verified(connection.secret, second)
        with pytest.raises(WebhookVerificationError, match="too old"):
            verified(connection.secret, first)


def test_both_secrets_sign_during_the_grace_time(sent: tuple[Connection, Received]) -> None:
    connection, _ = sent
    rotated = connection.owner.ask("POST", f"/webhooks/{connection.id}/secret")["secret"]
    assert rotated != connection.secret
    connection.test()
    connection.run()
    both = connection.receiver.received[-1]
    assert len(both.headers["webhook-signature"].split(" ")) == 2
    assert verified(rotated, both)
    assert verified(connection.secret, both)
    assert connection.endpoint()["oldSecretUntil"]
    with time_machine.travel(now() + GRACE + timedelta(minutes=1)):
        connection.test()
        connection.run()
        after = connection.receiver.received[-1]
        assert verified(rotated, after)
        with pytest.raises(WebhookVerificationError, match="No matching"):
            verified(connection.secret, after)
        assert connection.endpoint()["oldSecretUntil"] is None


@given(
    st.dictionaries(st.text(max_size=30), st.text(max_size=50) | st.integers(), max_size=20), st.sampled_from(EVENTS)
)
def test_any_body_is_signed_as_the_reference_expects(data: dict[str, Any], event: str) -> None:
    key, at = new_secret(), now()
    body = body_of(event, at, data)
    assert len(body.encode()) < MAX_BYTES
    assert Webhook(shown(key)).verify(body, headers_of("msg_1", at, body.encode(), [new_secret(), key])) == json.loads(
        body
    )


def test_bodies_never_exceed_the_limit() -> None:
    with pytest.raises(ValueError, match="too long"):
        body_of("application.submitted", now(), {"application_id": "x" * MAX_BYTES})
