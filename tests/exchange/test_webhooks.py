"""Owners connect a system; events of applications arrive there in order, at least once, with ids only."""

import asyncio
import json
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from email.policy import default
from functools import partial
from itertools import pairwise
from typing import Any

import pytest
import time_machine
from sqlalchemy import select
from starlette.testclient import TestClient

from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.core.tasks import Worker, claim, tasks
from dayshift.exchange.webhooks import DELIVER, NOTE_MOVE
from dayshift.exchange.webhooks.delivery import FAILING, KEPT, SCHEDULE
from dayshift.exchange.webhooks.events import EVENTS, OF_MOVES
from dayshift.exchange.webhooks.models import webhook_deliveries, webhook_endpoints
from dayshift.hiring.applications import any_application
from dayshift.hiring.applications.actions import move
from dayshift.hiring.applications.moves import MoveContext
from dayshift.hiring.employers import find_member, open_member_session
from dayshift.privacy import erase
from dayshift.settings import Settings
from dayshift.worker import handlers
from tests.exchange.receiver import Receiver
from tests.people import Person, server_services
from tests.staff import Business, StaffMember, applied, business, in_database, viewed

pytestmark = pytest.mark.both_engines

ALL = list(EVENTS)
SECOND = timedelta(seconds=1)


class Connection:
    """An employer whose owner has connected a system."""

    def __init__(self, client: TestClient, worker: Worker, receiver: Receiver, events: list[str] = ALL) -> None:
        self.client, self.worker, self.receiver = client, worker, receiver
        self.diner: Business = business(client)
        self.owner = self.diner.member("owner")
        self.owner.token = in_database(client, partial(open_member_session, confirmed=True), self.owner.id, "Test", 60)
        made = self.owner.ask("POST", "/webhooks", {"url": receiver.url, "events": events}, expect=201)
        self.id, self.secret = made["endpoint"]["id"], made["secret"]

    def run(self, after: timedelta = timedelta(0)) -> None:
        """Run the background tasks that are due after this time."""
        with time_machine.travel(now() + after, tick=True):
            assert self.client.portal
            self.client.portal.call(self.worker.drain)

    def endpoint(self) -> Any:
        """The endpoint as its owner sees it."""
        return next(one for one in self.owner.ask("GET", "/webhooks")["endpoints"] if one["id"] == self.id)

    def deliveries(self) -> list[Any]:
        """The deliveries, newest first."""
        return list(self.owner.ask("GET", f"/webhooks/{self.id}/deliveries")["deliveries"])

    def test(self) -> Any:
        """Add a test event."""
        return self.owner.ask("POST", f"/webhooks/{self.id}/test")["deliveries"][0]


@pytest.fixture
def connection(client: TestClient, worker: Worker, receiver: Receiver) -> Connection:
    """An endpoint that subscribes to everything."""
    return Connection(client, worker, receiver)


def make(client: TestClient, member: StaffMember, application_id: str, *actions: Any) -> None:
    """Let a member make moves, each in its own transaction."""

    def work(tx: Tx, action: Any) -> None:
        staff, application = find_member(tx, member.id), any_application(tx, application_id, for_update=True)
        assert staff
        assert application
        move(
            tx,
            application,
            action,
            MoveContext("member", now(), staff, reason="other" if action == "decline" else None),
        )

    for action in actions:
        in_database(client, work, action)


def test_moves_of_an_application_arrive_in_order_with_ids_only(
    connection: Connection, client: TestClient, person: Person, receiver: Receiver
) -> None:
    application = applied(client, person, connection.diner.jobs[0])
    viewed(client, connection.owner, application)
    make(client, connection.owner, application, "close")
    connection.run()
    assert receiver.types() == []  # A new application can be taken back for some seconds.
    connection.run(timedelta(seconds=20))
    assert receiver.types() == ["application.submitted", "application.viewed", "application.closed"]
    first = receiver.received[0]
    assert first.headers["content-type"] == "application/json"
    assert datetime.fromisoformat(first.event["timestamp"]).tzinfo == UTC
    assert first.event["data"]["application_id"] == application
    assert first.event["data"]["job_id"] == connection.diner.jobs[0]
    assert [one.event["data"]["number"] for one in receiver.received] == [1, 2, 3]
    for one in receiver.received:
        assert len(one.body) < 20_000
        assert set(one.event) == {"type", "timestamp", "data"}
        text = one.body.decode()
        assert not any(known in text for known in ("Maya", "maya@example.com", "Maria", person.id))
        assert all(len(value) == 36 for name, value in one.event["data"].items() if name.endswith("_id"))
    assert len({one.id for one in receiver.received}) == 3
    assert [one["state"] for one in connection.deliveries()] == ["delivered"] * 3
    assert connection.endpoint()["succeededAt"]


def test_tasks_in_any_order_add_each_move_once_and_in_order(
    connection: Connection, client: TestClient, person: Person, receiver: Receiver
) -> None:
    application = applied(client, person, connection.diner.jobs[0])
    viewed(client, connection.owner, application)
    make(client, connection.owner, application, "close")

    def reverse(tx: Tx) -> None:
        found = tx.execute(select(tasks.c.id).where(tasks.c.kind == NOTE_MOVE).order_by(tasks.c.id))
        for number, one in enumerate(reversed(list(found.scalars()))):
            late = now() - timedelta(minutes=10) + SECOND * number
            tx.execute(tasks.update().where(tasks.c.id == one).values(due_at=late))

    in_database(client, reverse)
    connection.run(timedelta(seconds=20))
    assert [one.event["data"]["number"] for one in receiver.received] == [1, 2, 3]


def test_only_chosen_events_are_sent(client: TestClient, worker: Worker, person: Person, receiver: Receiver) -> None:
    connection = Connection(client, worker, receiver, ["application.closed"])
    application = applied(client, person, connection.diner.jobs[0])
    make(client, connection.owner, application, "close")
    connection.run(timedelta(seconds=20))
    assert receiver.types() == ["application.closed"]


def test_application_that_is_taken_back_at_once_is_never_sent(
    connection: Connection, client: TestClient, person: Person, receiver: Receiver
) -> None:
    application = applied(client, person, connection.diner.jobs[0])
    connection.run()
    person.call("DELETE", f"/api/applications/{application}").raise_for_status()
    connection.run(timedelta(minutes=1))
    assert receiver.received == []
    assert connection.deliveries() == []


def test_other_employers_hear_nothing_and_see_nothing(
    connection: Connection, client: TestClient, person: Person, receiver: Receiver
) -> None:
    other = business(client, "Corner Cafe")
    applied(client, person, other.jobs[0])
    connection.run(timedelta(seconds=20))
    assert receiver.received == []
    stranger, delivery = other.member("owner"), connection.test()["id"]
    for method, path in (
        ("GET", "/deliveries"), ("POST", "/test"), ("POST", "/secret"), ("POST", "/enable"), ("POST", "/disable"),
        ("DELETE", ""), ("POST", f"/deliveries/{delivery}/replay"),
    ):  # fmt: skip
        stranger.ask(method, f"/webhooks/{connection.id}{path}", expect=404)
    stranger.ask("PUT", f"/webhooks/{connection.id}", {"url": "https://a.example", "events": ALL}, expect=404)
    assert stranger.ask("GET", "/webhooks")["endpoints"] == []
    manager = connection.diner.member("manager", "Sam Lee")
    for method, path in (("GET", ""), ("POST", f"/{connection.id}/test"), ("DELETE", f"/{connection.id}")):
        manager.ask(method, f"/webhooks{path}", expect=403)


def test_retries_follow_the_schedule_then_stop(connection: Connection, receiver: Receiver) -> None:
    receiver.status(500)
    start = now()
    with time_machine.travel(start, tick=False) as clock:
        connection.test()
        for attempt in range(1, len(SCHEDULE) + 2):
            assert connection.client.portal
            connection.client.portal.call(connection.worker.drain)
            assert len(receiver.received) == attempt
            one = connection.deliveries()[0]
            assert (one["attempts"], one["status"]) == (attempt, 500)
            if attempt > len(SCHEDULE):
                assert one["state"] == "failed"
                break
            assert one["state"] == "pending"
            assert datetime.fromisoformat(one["dueAt"]) - now() == SCHEDULE[attempt - 1]
            clock.shift(SCHEDULE[attempt - 1] - SECOND)
            connection.client.portal.call(connection.worker.drain)
            assert len(receiver.received) == attempt
            clock.shift(SECOND)
        assert len({one.id for one in receiver.received}) == 1
        assert len({one.headers["webhook-timestamp"] for one in receiver.received}) == len(SCHEDULE) + 1
        clock.shift(timedelta(days=2))
        connection.client.portal.call(connection.worker.drain)
        assert len(receiver.received) == len(SCHEDULE) + 1
    assert sum(SCHEDULE, timedelta()) > timedelta(days=3)


def test_a_failed_event_holds_back_later_ones_of_its_application_only(
    connection: Connection, client: TestClient, person: Person, receiver: Receiver
) -> None:
    stuck = applied(client, person, connection.diner.jobs[0])
    noah = Person.register(client, "noah@example.com")
    other = applied(client, noah, connection.diner.jobs[1])
    receiver.reply = lambda one: (500 if stuck.encode() in one.body else 204, b"")
    make(client, connection.owner, stuck, "close")
    make(client, connection.owner, other, "close")
    for seconds in (20, 30, 60):
        connection.run(timedelta(seconds=seconds))
    arrived = [(one.event["data"]["application_id"], one.event["data"]["number"]) for one in receiver.received]
    assert set(arrived) == {(stuck, 1), (other, 1), (other, 2)}
    receiver.status(200)
    connection.run(timedelta(minutes=10))
    arrived = [(one.event["data"]["application_id"], one.event["data"]["number"]) for one in receiver.received]
    assert arrived[-2:] == [(stuck, 1), (stuck, 2)]


def test_410_disables_and_owners_get_a_mail(connection: Connection, settings: Settings, receiver: Receiver) -> None:
    receiver.status(410)
    connection.test()
    connection.run()
    assert (connection.endpoint()["state"], connection.endpoint()["reason"]) == ("disabled", "gone")
    assert connection.deliveries()[0]["state"] == "failed"
    sent = [message_from_bytes(file.read_bytes(), policy=default) for file in settings.dev_mailbox.glob("*.eml")]
    told = [one for one in sent if "stopped sending events to 127.0.0.1" in one["subject"]]
    assert len(told) == 1
    assert "/desk/connections" in str(told[0])
    assert connection.owner.ask("POST", f"/webhooks/{connection.id}/test", expect=409)["code"] == "webhook_disabled"


def test_owners_are_told_where_events_still_go_when_the_owners_change(
    connection: Connection, client: TestClient, settings: Settings
) -> None:
    """Webhooks stay when the owner who added them leaves, so those who are left, and who come, have to look at them."""

    def told() -> list[tuple[str, bool]]:
        connection.run()
        files = sorted(settings.dev_mailbox.glob("*.eml"))
        sent = [message_from_bytes(file.read_bytes(), policy=default) for file in files]
        for file in files:
            file.unlink()
        found = [one for one in sent if "Where messages about" in one["subject"]]
        assert all("no matter who added them: 127.0.0.1" in " ".join(str(one).split()) for one in found)
        return sorted((one["to"].addresses[0].username, "You are now" in str(one)) for one in found)

    owner, diner = connection.owner, connection.diner
    ana, mia = diner.member("owner", "Ana Whitlock"), diner.member("manager", "Mia Ray")
    told()
    ana.ask("PUT", f"/members/{mia.id}/role", {"role": "owner", "locationIds": None})
    assert told() == [("mia.manager", True)]
    ana.ask("POST", f"/members/{owner.id}/deactivate")
    assert told() == [("ana.owner", False), ("mia.manager", False)]
    ana.ask("PUT", f"/members/{mia.id}/role", {"role": "reviewer", "locationIds": None})
    assert told() == [("ana.owner", False)]
    ana.ask("POST", f"/webhooks/{connection.id}/disable")
    ana.ask("POST", f"/members/{owner.id}/reactivate")
    assert told() == []


def test_days_of_failures_disable_and_a_success_in_between_does_not(
    connection: Connection, client: TestClient, receiver: Receiver
) -> None:
    receiver.status(503)
    with time_machine.travel(now(), tick=False) as clock:
        assert client.portal
        for _ in range(4):
            connection.test()
            client.portal.call(connection.worker.drain)
            clock.shift(FAILING / 4)
        assert connection.endpoint()["failingSince"]
        receiver.status(200)
        connection.test()
        client.portal.call(connection.worker.drain)
        clock.shift(timedelta(minutes=10))
        client.portal.call(connection.worker.drain)
        assert connection.endpoint()["failingSince"] is None
        receiver.status(503)
        for _ in range(4):
            assert connection.endpoint()["state"] == "enabled"
            connection.test()
            client.portal.call(connection.worker.drain)
            clock.shift(FAILING / 4)
        connection.test()
        client.portal.call(connection.worker.drain)
        assert (connection.endpoint()["state"], connection.endpoint()["reason"]) == ("disabled", "failing")


def test_a_failing_endpoint_pauses_and_tries_one_delivery_at_a_time(connection: Connection, receiver: Receiver) -> None:
    receiver.status(500)
    for _ in range(12):
        connection.test()
    connection.run()
    first = len(receiver.received)
    assert first == 12  # They were one round.
    connection.run(timedelta(seconds=6))
    assert len(receiver.received) == first + 1
    receiver.status(200)
    connection.run(timedelta(minutes=10))
    assert [one["state"] for one in connection.deliveries()] == ["delivered"] * 12


def test_redirects_fail_and_responses_are_truncated(connection: Connection, receiver: Receiver) -> None:
    receiver.reply = lambda _: (302, b"\0x" * 5000)
    connection.test()
    connection.run()
    one = connection.deliveries()[0]
    assert (one["state"], one["status"], len(receiver.received)) == ("pending", 302, 1)
    assert len(one["response"]) == 2000
    assert "\0" not in one["response"]
    assert receiver.received[0].path == "/hook"


def test_unreachable_system_is_recorded_with_a_reason(connection: Connection, receiver: Receiver) -> None:
    receiver.server.shutdown()  # While it polls, the kernel keeps the closed socket listening.
    receiver.server.server_close()
    connection.test()
    connection.run()
    one = connection.deliveries()[0]
    assert (one["state"], one["status"], one["error"]) == ("pending", None, "ConnectError")


def test_replay_sends_the_same_message_again(connection: Connection, receiver: Receiver) -> None:
    sent = connection.test()["id"]
    path = f"/webhooks/{connection.id}/deliveries/{sent}/replay"
    assert connection.owner.ask("POST", path, expect=409)["code"] == "delivery_not_replayable"
    connection.run()
    connection.owner.ask("POST", path)
    connection.run()
    assert [one.id for one in receiver.received] == [f"msg_{sent}"] * 2
    assert receiver.received[0].body == receiver.received[1].body
    connection.owner.ask("POST", f"/webhooks/{connection.id}/deliveries/{connection.id}/replay", expect=404)


def test_disabled_endpoint_gets_nothing_until_it_is_enabled(
    connection: Connection, client: TestClient, person: Person, receiver: Receiver
) -> None:
    connection.test()
    connection.owner.ask("POST", f"/webhooks/{connection.id}/disable")
    connection.run()
    applied(client, person, connection.diner.jobs[0])
    connection.run(timedelta(minutes=1))
    assert receiver.received == []
    assert (connection.endpoint()["reason"], connection.endpoint()["waiting"]) == ("member", 1)
    connection.owner.ask("POST", f"/webhooks/{connection.id}/enable")
    connection.run()
    assert receiver.types() == ["endpoint.test"]


def test_endpoints_can_be_changed_and_deleted(connection: Connection, client: TestClient, receiver: Receiver) -> None:
    with Receiver() as second:
        path = f"/webhooks/{connection.id}"
        connection.owner.ask("PUT", path, {"url": second.url, "events": ["application.hired"]})
        assert connection.endpoint()["events"] == ["application.hired"]
        connection.test()
        connection.run()
        assert (len(second.received), len(receiver.received)) == (1, 0)
    assert connection.owner.ask("DELETE", path)["endpoints"] == []
    assert in_database(client, lambda tx: tx.execute(select(webhook_deliveries.c.id)).all()) == []
    connection.owner.ask("GET", f"{path}/deliveries", expect=404)


def test_limits_of_endpoints(connection: Connection, receiver: Receiver) -> None:
    body = {"url": receiver.url, "events": ALL}
    for _ in range(9):
        connection.owner.ask("POST", "/webhooks", body, expect=201)
    assert connection.owner.ask("POST", "/webhooks", body, expect=409)["code"] == "too_many_webhooks"
    for wrong in ({"events": []}, {"events": ["nonsense"]}, {"url": "no"}, {"url": "https://" + "a" * 600}):
        connection.owner.ask("PUT", f"/webhooks/{connection.id}", {**body, **wrong}, expect=422)


def test_secrets_and_urls_are_not_in_lists_or_logs(
    connection: Connection, receiver: Receiver, capfd: pytest.CaptureFixture[str]
) -> None:
    receiver.status(410)
    connection.test()
    connection.run()
    key = connection.secret.removeprefix("whsec_")
    shown = json.dumps([connection.endpoint(), connection.deliveries()])
    logged = capfd.readouterr()
    assert key not in shown + logged.out + logged.err
    assert receiver.url not in logged.out + logged.err


def test_results_are_lost_with_the_process_but_the_delivery_is_not(
    connection: Connection, client: TestClient, receiver: Receiver
) -> None:
    """Sent but not recorded, as after `kill -9`: the lease ends, and it is sent again with the same id."""
    connection.test()

    async def send_without_recording() -> None:
        db = server_services(client).db
        found = await db.write(claim, 10, kinds=[DELIVER])
        handlers = connection.worker._handlers
        for task in found:
            await handlers[task.kind](task)

    assert client.portal
    client.portal.call(send_without_recording)
    connection.run()
    assert (len(receiver.received), connection.deliveries()[0]["state"]) == (1, "pending")
    connection.run(timedelta(minutes=1))
    assert (len(receiver.received), connection.deliveries()[0]["state"]) == (2, "delivered")
    assert len({one.id for one in receiver.received}) == 1


def test_events_during_a_round_are_not_forgotten(connection: Connection, receiver: Receiver) -> None:
    """A delivery that is added while the endpoint's task runs is sent by the next round."""

    def reply(_: Any) -> tuple[int, bytes]:
        if len(receiver.received) < 5:
            connection.test()
        return 200, b""

    receiver.reply = reply
    connection.test()
    connection.run()
    assert len(receiver.received) == 6
    assert [one["state"] for one in connection.deliveries()] == ["delivered"] * 6


def test_candidates_message_is_announced_without_its_text(
    connection: Connection, client: TestClient, person: Person, receiver: Receiver
) -> None:
    application = applied(client, person, connection.diner.jobs[0])
    viewed(client, connection.owner, application)
    connection.run(timedelta(seconds=20))
    key = {"Idempotency-Key": "message-1"}
    path = f"/applications/{application}/messages"
    connection.owner.ask("POST", path, {"text": "When can you start?"}, expect=201, headers=key)
    person.post(f"/api/applications/{application}/messages", {"text": "On Monday"}, expect=201)
    connection.run()
    assert receiver.types()[2:] == ["message.received"]
    assert "Monday" not in receiver.received[-1].body.decode()


def test_erased_candidate_is_announced_and_leaves_nothing(
    connection: Connection, client: TestClient, person: Person, receiver: Receiver, settings: Settings
) -> None:
    application = applied(client, person, connection.diner.jobs[0])
    connection.run(timedelta(seconds=20))
    make(client, connection.owner, application, "close")
    assert client.portal
    client.portal.call(erase, server_services(client).db, person.id, settings.dev_mailbox)
    connection.run(timedelta(seconds=20))
    assert receiver.types() == ["application.submitted", "application.erased"]
    assert receiver.received[-1].event["data"] == {"application_id": application}
    one = connection.deliveries()
    assert [(row["type"], row["state"], row["body"]) for row in one] == [("application.erased", "delivered", "")]
    path = f"/webhooks/{connection.id}/deliveries/{one[0]['id']}/replay"
    assert connection.owner.ask("POST", path, expect=409)["code"] == "delivery_not_replayable"


def test_request_to_be_erased_is_announced_at_once_and_again_once_it_is_done(
    connection: Connection, client: TestClient, person: Person, receiver: Receiver
) -> None:
    application = applied(client, person, connection.diner.jobs[0])
    connection.run(timedelta(seconds=20))
    person.post("/api/privacy/erasure")
    connection.run(timedelta(seconds=20))
    assert receiver.types() == ["application.submitted", "application.withdrawn"]
    connection.run(timedelta(days=7, minutes=1))
    connection.run(timedelta(days=7, minutes=2))
    assert receiver.types()[2:] == ["application.erased"]
    assert receiver.received[-1].event["data"] == {"application_id": application}


def test_old_deliveries_are_deleted(connection: Connection, client: TestClient) -> None:
    from dayshift.exchange.webhooks import schedule

    in_database(client, schedule)
    connection.test()
    connection.run()
    connection.run(KEPT - timedelta(hours=2))
    assert len(connection.deliveries()) == 1
    connection.run(KEPT + timedelta(hours=2))
    assert connection.deliveries() == []


def test_deliveries_are_paged(connection: Connection) -> None:
    for _ in range(25):
        connection.test()
    first = connection.owner.ask("GET", f"/webhooks/{connection.id}/deliveries")
    second = connection.owner.ask("GET", f"/webhooks/{connection.id}/deliveries?before={first['next']}")
    ids = [one["id"] for one in first["deliveries"] + second["deliveries"]]
    assert len(set(ids)) == 25
    assert all(newer > older for newer, older in pairwise(ids))
    assert second["next"] is None


def test_every_move_has_an_event() -> None:
    from dayshift.hiring.applications.stages import ACTIONS

    assert set(OF_MOVES) == set(ACTIONS)
    assert len(set(EVENTS)) == len(EVENTS)


def test_acts_of_owners_are_in_the_audit_log(connection: Connection, client: TestClient) -> None:
    from dayshift.core.audit import audit_entries

    connection.owner.ask("POST", f"/webhooks/{connection.id}/secret")
    connection.owner.ask("DELETE", f"/webhooks/{connection.id}")
    rows = in_database(client, lambda tx: tx.execute(select(audit_entries.c.action, audit_entries.c.subject_id)).all())
    found = [row.action for row in rows if row.subject_id == connection.id]
    assert found == ["webhook.created", "webhook.rotated", "webhook.deleted"]
    assert in_database(client, lambda tx: tx.execute(select(webhook_endpoints.c.id)).all()) == []


def test_private_addresses_are_refused_by_default(client: TestClient, connection: Connection, app: Any) -> None:
    object.__setattr__(app.state.services.settings, "private_addresses_allowed", False)
    for url in ("http://example.com/a", "https://127.0.0.1/a", "https://[::1]/", "https://user:pw@example.com/"):
        reply = connection.owner.ask("POST", "/webhooks", {"url": url, "events": ALL}, expect=422)
        assert reply["code"] == "webhook_address_refused"


def test_check_names_endpoints_that_fail(connection: Connection, client: TestClient, receiver: Receiver) -> None:
    from dayshift.exchange.check import check_webhooks

    def check() -> tuple[bool | None, str]:
        [finding] = in_database(client, lambda tx: check_webhooks(tx, now()))
        assert "/hook" not in finding.text
        return finding.works, finding.text

    assert check()[0] is None
    connection.test()
    with time_machine.travel(now() + timedelta(minutes=20)):
        assert check() == (False, "127.0.0.1 waits for the task exchange.webhooks.deliver: is a worker running?")
    connection.run()
    assert check()[0] is True
    receiver.status(500)
    connection.test()
    connection.run()
    works, text = check()
    assert works is False
    assert text.endswith(": HTTP 500")
    receiver.status(410)
    connection.run(timedelta(minutes=1))
    assert check() == (False, "127.0.0.1 replied 410 and was turned off")
    connection.owner.ask("POST", f"/webhooks/{connection.id}/disable")
    assert check() == (None, "127.0.0.1 was turned off by a member")


def test_jobs_that_open_and_close_are_announced(connection: Connection, receiver: Receiver) -> None:
    posting = connection.diner.postings[0]
    for state, event in (("paused", "job.closed"), ("live", "job.posted"), ("filled", "job.closed")):
        version = next(one for one in connection.owner.ask("GET", "/jobs")["jobs"] if one["id"] == posting)["version"]
        connection.owner.ask("POST", f"/jobs/{posting}/state", {"state": state, "version": version})
        connection.run()
        assert receiver.received[-1].event["type"] == event
        data = {"posting_id": posting, "version": version + 1, "job_id": connection.diner.jobs[0]}
        assert receiver.received[-1].event["data"] == data
    assert len(receiver.received) == 3


def test_a_removal_is_announced_when_it_cannot_be_undone_any_more(connection: Connection, receiver: Receiver) -> None:
    posting = connection.diner.postings[0]
    connection.owner.ask("POST", f"/jobs/{posting}/state", {"state": "removed", "version": 1})
    connection.run(timedelta(seconds=25))
    assert receiver.received == []
    connection.run(timedelta(seconds=31))
    assert [one.event["type"] for one in receiver.received] == ["job.closed"]


@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
def test_order_holds_with_several_workers_and_concurrent_moves(
    connection: Connection, client: TestClient, receiver: Receiver, app: Any
) -> None:
    """Several processes handle the events and the deliveries of the same applications at the same time."""
    applications = []
    for number in range(4):
        someone = Person.register(client, f"person{number}@example.com")
        applications.append(applied(client, someone, connection.diner.jobs[number % 2]))
        viewed(client, connection.owner, applications[-1])
    services = app.state.services
    members = [Worker(services.db, handlers(services), concurrency=8) for _ in range(3)]

    async def run() -> None:
        async def close(application: str) -> None:
            def work(tx: Tx) -> None:
                staff = find_member(tx, connection.owner.id)
                found = any_application(tx, application, for_update=True)
                assert staff
                assert found
                move(tx, found, "close", MoveContext("member", now(), staff))

            await services.db.write(work)

        await asyncio.gather(*map(close, applications), *(one.drain() for one in members))

    assert client.portal
    client.portal.call(run)
    with time_machine.travel(now() + timedelta(seconds=20), tick=True):
        client.portal.call(run_all, members)
    arrived: dict[str, list[int]] = {}
    for one in receiver.received:
        arrived.setdefault(one.event["data"]["application_id"], []).append(one.event["data"]["number"])
    assert arrived == {one: [1, 2, 3] for one in applications}


async def run_all(members: list[Worker]) -> None:
    """Let several workers run all due tasks."""
    for _ in range(3):
        await asyncio.gather(*(one.drain() for one in members))
