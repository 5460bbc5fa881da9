"""Cases about programs of employers and tracking systems: a checker for each kind, on the server of `people`."""

import time
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import time_machine

from bench.cases.case import Case, Checker
from bench.cases.people import world
from bench.cases.product import Product
from dayshift.core.clock import now
from tests.exchange.receiver import Received, Receiver
from tests.staff import StaffMember, applied, business

_APPLICATIONS = 29


def pages(case: Case, _: Product) -> str | None:
    """All pages together have each application once."""
    diner = business(world().client, "Pages Diner")
    made = {applied(world().client, world().person(), diner.jobs[0]) for _ in range(_APPLICATIONS)}
    body = {"name": "Pages", "scopes": ["applications:read"]}
    key = diner.member("owner").ask("POST", "/api-keys", body, expect=201)["secret"]
    params, seen = {"limit": case.input.partition("=")[2]}, list[str]()
    # Changes are listed once their neighbors are committed.
    with time_machine.travel(now() + timedelta(minutes=1), tick=True):
        for _page in range(2 * _APPLICATIONS):
            reply = world().client.get(
                "/api/v1/employer/applications", params=params, headers={"Authorization": f"Bearer {key}"}
            )
            page = reply.json()
            seen += [one["id"] for one in page["applications"]]
            if not page["applications"]:
                break
            params["after"] = page["next"]
    return None if sorted(seen) == sorted(made) else f"{len(seen)} listed, {len(made)} made"


def _endpoint(receiver: Receiver, owner: StaffMember) -> str:
    body = {"url": receiver.url, "events": ["application.submitted"]}
    identifier: str = owner.ask("POST", "/webhooks", body, expect=201)["endpoint"]["id"]
    owner.ask("POST", f"/webhooks/{identifier}/test")
    return identifier


def _drain(seconds: float) -> None:
    with time_machine.travel(now() + timedelta(seconds=seconds), tick=True):
        world().drain()


_ANSWERS = ((302, 2, 10), (308, 2, 10), (500, 2, 10), (410, 2, None), (429, 100, 130))
"""A status, and the seconds after which there is no retry yet, and one."""


def answers(_: Case, __: Product) -> str | None:
    """Redirects are not followed, 410 ends deliveries, errors are retried, and `Retry-After` is kept."""
    wrong = []
    owner = business(world().client, "Answers Diner").member("owner")
    for status, early, late in _ANSWERS:
        with Receiver() as receiver:
            receiver.status(status)
            receiver.headers = [("Retry-After", "120")] if status == 429 else []
            identifier = _endpoint(receiver, owner)
            with time_machine.travel(now(), tick=False):  # On a busy machine, a retry would be due meanwhile.
                world().drain()
            first = len(receiver.received)
            _drain(early)
            second = len(receiver.received)
            _drain(late or 7200)
            third = len(receiver.received)
            if (first, second, third) != (1, 1, 1 if late is None else 2):
                wrong.append(f"{status}: {first}, {second}, {third} requests")
            if {one.path for one in receiver.received} != {"/hook"}:
                wrong.append(f"{status}: followed")
            [found] = [one for one in owner.ask("GET", "/webhooks")["endpoints"] if one["id"] == identifier]
            if (found["state"] == "disabled") != (status == 410):
                wrong.append(f"{status}: {found['state']}")
            owner.ask("DELETE", f"/webhooks/{identifier}")
    return "; ".join([*wrong, *_slow(owner)]) or None


def _slow(owner: StaffMember) -> list[str]:
    """An endpoint that takes 20 seconds is a timeout."""

    def reply(_request: Received) -> tuple[int, bytes]:
        time.sleep(20)
        return 200, b""

    with Receiver(reply) as receiver:
        identifier = _endpoint(receiver, owner)
        begun = time.monotonic()
        world().drain()
        took = time.monotonic() - begun
        [sent] = owner.ask("GET", f"/webhooks/{identifier}/deliveries")["deliveries"]
    return [] if took < 18 and sent["state"] == "pending" and sent["error"] else [f"slow: {took:.0f} s, {sent}"]


def retries(_: Case, __: Product) -> str | None:
    """An order that is sent again is one order, with one mail."""
    email = world().email()

    def order(_number: int) -> str:
        reply = world().order(email=email)
        return reply.json()["partner_interview_id"] if reply.status_code == 200 else f"status {reply.status_code}"

    with ThreadPoolExecutor(6) as threads:
        found = {*threads.map(order, range(6)), order(7)}
    mails = [one for one in world().mails() if email in one["To"]]
    again = [one for one in world().mails() if email in one["To"]]
    return None if len(found) == len(mails) == len(again) == 1 else f"{found}, {len(mails)} mails"


CHECKERS: dict[str, Checker] = {
    "pagination": pages,
    "webhook answers": answers,
    "partner retries": retries,
}
