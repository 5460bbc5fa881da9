"""What endpoints of employers reply: how long to wait, that they moved, and that they are gone."""

from datetime import UTC, timedelta

import pytest

from dayshift.core.clock import now
from dayshift.exchange.webhooks.delivery import MAX_WAIT
from tests.exchange.conftest import receiver, settings
from tests.exchange.receiver import Receiver
from tests.exchange.test_webhooks import Connection, connection

__all__ = ["connection", "receiver", "settings"]

USUAL = 5
"""Seconds until the first retry."""


def retries_after(connection: Connection, receiver: Receiver, seconds: float) -> bool:
    """Whether a failed delivery is sent again within these seconds."""
    before = len(receiver.received)
    connection.run(timedelta(seconds=seconds))
    return len(receiver.received) > before


@pytest.mark.parametrize("status", [429, 503])
@pytest.mark.parametrize(
    ("header", "wait"),
    [
        ("120", 120),
        ("\t120 ", 120),
        ("00120", 120),
        ("soon", USUAL),
        ("-120", USUAL),
        ("+120", USUAL),
        ("120.5", USUAL),
        ("120, 240", USUAL),
        ("1_200", USUAL),
        ("0", USUAL),
        ("1", USUAL),
        ("86400", MAX_WAIT.total_seconds()),
        ("9" * 5000, MAX_WAIT.total_seconds()),
        ("Fri, 31 Dec 9999 23:59:59 GMT", MAX_WAIT.total_seconds()),
        ("Fri, 31 Dec 1999 23:59:59 GMT", USUAL),
        ("Fri, 31 Feb 2034 25:00:00 GMT", USUAL),
    ],
)
def test_wait_is_as_asked_at_least_as_usual_and_bounded(
    connection: Connection, receiver: Receiver, status: int, header: str, wait: float
) -> None:
    receiver.status(status)
    receiver.headers = [("Retry-After", header)]
    connection.test()
    connection.run()
    assert len(receiver.received) == 1
    assert not retries_after(connection, receiver, wait - 3)
    assert retries_after(connection, receiver, wait + 2)


@pytest.mark.parametrize(
    "form",
    ["%a, %d %b %Y %H:%M:%S GMT", "%A, %d-%b-%y %H:%M:%S GMT", "%a %b %e %H:%M:%S %Y", "%a, %d %b %Y %H:%M:%S -0000"],
)
def test_wait_as_a_date_in_each_form_of_http(connection: Connection, receiver: Receiver, form: str) -> None:
    receiver.status(503)
    receiver.headers = [("Retry-After", (now() + timedelta(minutes=10)).astimezone(UTC).strftime(form))]
    connection.test()
    connection.run()
    assert not retries_after(connection, receiver, 590)
    assert retries_after(connection, receiver, 603)


def test_first_of_two_waits_counts(connection: Connection, receiver: Receiver) -> None:
    receiver.status(429)
    receiver.headers = [("Retry-After", "60"), ("Retry-After", "600")]
    connection.test()
    connection.run()
    assert not retries_after(connection, receiver, 55)
    assert retries_after(connection, receiver, 65)


def test_other_events_wait_too(connection: Connection, receiver: Receiver) -> None:
    receiver.status(429)
    receiver.headers = [("Retry-After", "120")]
    connection.test()
    connection.run()
    connection.test()
    assert not retries_after(connection, receiver, 100)
    receiver.status(200)
    connection.run(timedelta(seconds=125))
    assert [one["state"] for one in connection.deliveries()] == ["delivered"] * 2


@pytest.mark.parametrize("status", [200, 202, 204])
def test_wait_of_a_success_is_none(connection: Connection, receiver: Receiver, status: int) -> None:
    receiver.status(status)
    receiver.headers = [("Retry-After", "600")]
    connection.test()
    connection.run()
    assert connection.deliveries()[0]["state"] == "delivered"
    connection.test()
    connection.run()
    assert len(receiver.received) == 2


@pytest.mark.parametrize("status", [300, 301, 302, 303, 304, 307, 308])
def test_redirects_are_failures_and_go_nowhere(connection: Connection, receiver: Receiver, status: int) -> None:
    receiver.status(status)
    receiver.headers = [("Retry-After", "600")]
    connection.test()
    connection.run()
    assert [one.path for one in receiver.received] == ["/hook"]
    [sent] = connection.deliveries()
    assert (sent["state"], sent["status"]) == ("pending", status)
    assert connection.endpoint()["state"] == "enabled"
    receiver.status(200)
    assert retries_after(connection, receiver, USUAL + 2)


def test_gone_turns_the_endpoint_off_and_is_told_once(connection: Connection, receiver: Receiver) -> None:
    receiver.status(410)
    receiver.headers = [("Retry-After", "1"), ("Location", "/new")]
    for _ in range(3):
        connection.test()
    connection.run()
    connection.run(timedelta(hours=2))
    tried = len(receiver.received)
    assert {one.path for one in receiver.received} == {"/hook"}
    endpoint = connection.endpoint()
    assert (endpoint["state"], endpoint["reason"]) == ("disabled", "gone")
    connection.run(timedelta(days=2))
    assert len(receiver.received) == tried


def test_gone_after_a_redirect_is_not_read(connection: Connection, receiver: Receiver) -> None:
    receiver.reply = lambda one: (410, b"") if one.path != "/hook" else (308, b"")
    connection.test()
    connection.run()
    assert connection.endpoint()["state"] == "enabled"
