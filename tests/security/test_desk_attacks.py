"""Attacks on the employer side by members, candidates and strangers, beyond the doors of `test_desk_doors`."""

import csv
import io
import re
import threading
from datetime import timedelta
from typing import Any

import pyotp
import pytest
import time_machine
from httpx2 import Response
from sqlalchemy import select, update
from starlette.testclient import TestClient

from dayshift.accounts.models import users
from dayshift.core.clock import now
from dayshift.core.tasks import Worker
from dayshift.hiring.applications.models import applications, pending_moves, review_links
from dayshift.hiring.employers.models import employers, locations, members, postings
from tests.hiring.applications.test_decide import after_undo, decide, invitation, tomorrow
from tests.hiring.employers.test_team import cookie_of, enrolled, link_of, open_link, signed_in
from tests.notifications.test_interviews import mails
from tests.people import Person
from tests.security.contract import operations
from tests.security.desk import open_desk
from tests.staff import StaffMember, applied, business, in_database, interviewed, viewed

__all__ = ["mails"]

HOSTILE = [
    '=HYPERLINK("https://evil.example")',
    "+1+cmd|' /C calc'!A0",
    "@SUM(1+1)",
    "\t=1+1",
    "＝1+1",
    "<img src=x onerror=alert(1)>",
    "x\r\nBcc: victim@evil.example",
    "x\nEND:VEVENT\nATTENDEE:mailto:victim@evil.example",
    "** 123456",
    "Open: https://evil.example/sign-in",
]
NO_NAMES = {one for one in HOSTILE if "\n" in one or "://" in one}
"""What is refused where a name is given."""


def test_first_factor_alone_never_learns_the_second(client: TestClient) -> None:
    """A thief with the owner's password begins to set up two-step sign-in before the owner does."""
    ana = signed_in(client, business(client).member("owner", "Ana Whitlock"))
    thief = signed_in(client, ana)
    known = pyotp.TOTP(thief.ask("POST", "/second-factor/setup")["secret"])
    enrolled(ana)
    with time_machine.travel(now() + timedelta(seconds=31), tick=True):
        thief.ask("POST", "/second-factor/code", {"code": known.at(now())}, expect=422)
    assert thief.ask("POST", "/second-factor/setup", expect=401)["code"] == "second_factor_required"


def test_other_sessions_need_the_second_factor_once_it_is_set_up(client: TestClient) -> None:
    maria = signed_in(client, business(client).member("manager"))
    elsewhere = signed_in(client, maria)
    elsewhere.ask("GET", "/me")
    enrolled(maria)
    maria.ask("GET", "/me")
    assert elsewhere.ask("GET", "/me", expect=401)["code"] == "second_factor_required"


def test_a_stolen_session_cannot_remove_its_own_second_factor(client: TestClient) -> None:
    diner = business(client)
    ana, eva = signed_in(client, diner.member("owner", "Ana Whitlock")), diner.member("owner", "Eva Wolf")
    enrolled(ana)
    refused = ana.ask("DELETE", f"/members/{ana.id}/second-factor", expect=409)
    assert refused["code"] == "second_factor_mandatory"
    ana.ask("DELETE", f"/members/{eva.id}/second-factor")


def test_one_code_confirms_one_session_even_at_once(client: TestClient) -> None:
    maria = business(client).member("manager")
    app, _, _ = enrolled(maria)
    sessions = [signed_in(client, maria) for _ in range(4)]
    replies: list[int] = []
    with time_machine.travel(now() + timedelta(seconds=31), tick=True):
        code = {"code": app.at(now())}

        def enter(session: StaffMember) -> None:
            replies.append(session.call("POST", "/second-factor/code", code).status_code)

        threads = [threading.Thread(target=enter, args=(one,)) for one in sessions]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert sorted(replies) == [200, 422, 422, 422]


def test_planted_staff_cookie_is_replaced(client: TestClient) -> None:
    """Session fixation: what was in the browser before does not become a session."""
    maria = business(client).member("manager")
    planted = "planted-by-somebody-else-000000000000000000"
    headers = {"Cookie": f"dayshift_desk={planted}"}
    reply = client.post("/api/desk/sign-in/link/open", json={"key": link_of(client, maria.id)}, headers=headers)
    assert cookie_of(reply) != planted
    client.cookies.clear()
    assert client.get("/api/desk/me", headers=headers).status_code == 401


def test_nobody_can_keep_a_member_from_using_mailed_links(client: TestClient) -> None:
    maria = business(client).member("manager")
    address = maria.ask("GET", "/me")["member"]["email"]
    own = link_of(client, maria.id)
    link_of(client, maria.id)  # As asked for by anybody who knows the address.
    assert open_link(client, own).status_code == 200
    for number in range(5):
        assert client.post("/api/desk/sign-in/link", json={"email": address}).status_code == 200, number
    assert client.post("/api/desk/sign-in/link", json={"email": address}).status_code == 429
    elsewhere = client.__class__(client.app, base_url="http://testserver", client=("198.51.100.7", 50000))
    headers = {"Sec-Fetch-Site": "same-origin"}
    assert elsewhere.post("/api/desk/sign-in/link", json={"email": address}, headers=headers).status_code == 200


@pytest.mark.parametrize("known", [True, False])
def test_guessing_a_members_password_is_limited(client: TestClient, known: bool) -> None:
    maria = business(client).member("manager")
    address = maria.ask("GET", "/me")["member"]["email"] if known else "nobody@example.com"
    client.cookies.clear()
    replies = [
        client.post("/api/desk/sign-in/password", json={"email": address, "password": f"guess {number}"}).status_code
        for number in range(11)
    ]
    assert replies == [401] * 10 + [429]


def test_invitations_cannot_flood_a_mailbox(client: TestClient) -> None:
    ana = business(client).member("owner", "Ana Silva")
    body = {"email": "victim@example.com", "name": "V", "role": "manager", "locationIds": None}
    member = ana.ask("POST", "/members", body, expect=201)["id"]
    replies = [ana.call("POST", f"/members/{member}/invitation").status_code for _ in range(6)]
    assert replies == [200] * 5 + [429]


def test_one_address_is_invited_once_even_at_once(client: TestClient) -> None:
    ana = business(client).member("owner", "Ana Silva")
    body = {"email": "victim@example.com", "name": "V", "role": "manager", "locationIds": None}
    replies: list[int] = []

    def invite() -> None:
        replies.append(ana.call("POST", "/members", body).status_code)

    threads = [threading.Thread(target=invite) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(replies) == [201, 409, 409, 409]


def test_a_member_who_lost_the_role_decides_nothing_any_more(
    client: TestClient, person: Person, worker: Worker
) -> None:
    diner = business(client)
    ana, maria = diner.member("owner", "Ana Silva"), diner.member("manager", locations=[diner.locations[0]])
    interview = interviewed(person)
    kept: list[str] = []
    for change in (
        {"role": "reviewer", "locationIds": None},
        {"role": "manager", "locationIds": [diner.locations[1]]},
    ):
        ana.ask("PUT", f"/members/{maria.id}/role", {"role": "manager", "locationIds": [diner.locations[0]]})
        one = applied(client, person, diner.jobs[0], interview) if not kept else kept[0]
        decide(maria, one, {"action": "ask", "text": "When?"}, 1, key=f"question-{change['role']}")
        ana.ask("PUT", f"/members/{maria.id}/role", change)
        after_undo(client, worker)
        assert person.get(f"/api/applications/{one}")["stage"] == "submitted"
        kept.append(one)


def test_ids_in_bodies_and_filters_are_checked(client: TestClient, person: Person) -> None:
    desk = open_desk(client, person)
    cafe = business(client, "Blue Cafe")
    omar = cafe.member("owner", "Omar Kaya")
    one = desk.ids["application_id"]
    target = {"move": {"action": "close"}, "applications": [{"id": one, "version": 4}]}
    [result] = omar.ask("POST", "/applications/moves", target, headers={"Idempotency-Key": "close-001"})["results"]
    assert (result["error"], result["stage"], result["version"]) == ("not_found", None, None)
    assert omar.ask("POST", "/applications/moves/undo", {"ids": [one]}) == {"ids": []}
    assert desk.owner.ask("POST", "/applications/moves/undo", {"ids": [one]}) == {"ids": []}  # A colleague's.
    for name in ("job", "location", "member"):
        foreign = {"job": "posting_id", "location": "location_id", "member": "member_id"}[name]
        found = omar.call("GET", "/applications", params={name: desk.ids[foreign], "view": "all_open"})
        assert found.status_code in {200, 404, 422}
        assert found.json().get("rows", []) == []
    omar.ask("GET", "/pay-hint", params={"title": "Line Cook", "location": desk.ids["location_id"]}, expect=404)
    mine = omar.ask("GET", "/me")["member"]["id"]
    assert mine
    body = {"email": "x@example.com", "name": "X", "role": "manager", "locationIds": [desk.ids["location_id"]]}
    omar.ask("POST", "/members", body, expect=404)
    theirs = applied(client, person, cafe.jobs[0])
    path = f"/applications/{theirs}"
    omar.ask("PUT", f"{path}/reviewers/{desk.ids['reviewer_id']}", expect=404)
    omar.ask("DELETE", f"{path}/links/{desk.ids['link_id']}", expect=404)
    omar.ask("PUT", f"{path}/views/{desk.ids['view_id']}", {"seconds": 1}, expect=404)
    colleague = desk.diner.member("manager", "Zoe Lin")
    path = f"/applications/{one}"
    colleague.ask("PUT", f"{path}/views/{desk.ids['view_id']}", {"seconds": 1}, expect=404)
    colleague.ask("DELETE", f"{path}/pending", expect=404)
    colleague.ask("DELETE", f"/views/{desk.ids['saved_view_id']}", expect=404)
    colleague.ask("DELETE", f"/sessions/{desk.ids['session_id']}", expect=404)


def test_an_assigned_reviewer_views_and_rates_and_no_more(client: TestClient, person: Person) -> None:
    desk = open_desk(client, person)
    rob = next(one for one in desk.owner.ask("GET", "/team")["members"] if one["id"] == desk.ids["reviewer_id"])
    token = in_database(client, _session_of, rob["id"])
    reviewer = StaffMember(client, rob["id"], rob["name"], token)
    path = f"/applications/{desk.ids['application_id']}"
    reviewer.ask("GET", path)
    key = {"Idempotency-Key": "key-00001", "If-Match": "4"}
    refused = [
        reviewer.call("POST", f"{path}/moves", {"action": "close"}, headers=key),
        reviewer.call("POST", f"{path}/messages", {"text": "Hi"}, headers=key),
        reviewer.call("GET", f"{path}/messages"),
        reviewer.call("GET", f"{path}/options"),
        reviewer.call("POST", f"{path}/links", {"name": "Lee", "email": "lee@example.com"}),
        reviewer.call("GET", "/team"),
        reviewer.call("GET", "/reports/fairness"),
    ]
    assert [one.status_code for one in refused if one.json()["code"] == "role_required"] == [403] * len(refused)


def _session_of(tx: Any, member_id: str) -> str:
    from dayshift.hiring.employers import open_member_session

    return open_member_session(tx, member_id, "Test", 1, confirmed=True)


@pytest.mark.parametrize("hostile", HOSTILE)
def test_exports_run_no_formulas(client: TestClient, person: Person, worker: Worker, hostile: str) -> None:
    diner = business(client)
    ana = diner.member("owner", "Ana Silva")
    one = applied(client, person, diner.jobs[0])
    viewed(client, ana, one)
    decide(ana, one, {"action": "decline", "reason": "times"}, 2)

    def spoil(tx: Any) -> None:
        tx.execute(update(users).where(users.c.id == person.id).values(first_name=hostile, last_name=hostile))
        tx.execute(update(applications).values(name=hostile, title=hostile))
        tx.execute(update(members).values(name=hostile))
        tx.execute(update(locations).where(locations.c.id == diner.locations[0]).values(name=hostile))

    in_database(client, spoil)
    after_undo(client, worker)
    for path in ("/applications.csv?view=ended", "/reports/decisions.csv"):
        text = ana.call("GET", path).text.lstrip("\ufeff")
        rows = list(csv.reader(io.StringIO(text)))
        assert len(rows) == 2, path
        assert not [cell for row in rows for cell in row if cell[:1] in {"=", "+", "-", "@", "\t", "\r", "＝"}], path


@pytest.mark.parametrize("hostile", HOSTILE)
def test_no_text_breaks_out_of_mails_and_calendars(
    client: TestClient, person: Person, worker: Worker, mails: Any, hostile: str
) -> None:
    """Whatever is stored: names, titles and places as an older version or an import may have left them."""
    diner = business(client)
    ana = diner.member("owner", "Ana Silva")
    one = applied(client, person, diner.jobs[0])
    viewed(client, ana, one)

    def spoil(tx: Any) -> None:
        tx.execute(update(users).where(users.c.id == person.id).values(first_name=hostile))
        tx.execute(update(applications).values(name=hostile, title=hostile))
        tx.execute(update(members).values(name=hostile))
        tx.execute(update(employers).values(name=hostile))
        tx.execute(update(postings).values(title=hostile))

    def spoil_move(tx: Any) -> None:
        move = tx.execute(select(pending_moves.c.move)).scalar_one()
        assert move["ask_for"]
        tx.execute(update(pending_moves).values(move={**move, "ask_for": hostile}))

    in_database(client, spoil)
    move = {**invitation(tomorrow(15)), "place": hostile, "words": hostile}
    link = {"name": "Lee", "email": "lee@example.com"}
    if hostile in NO_NAMES:
        decide(ana, one, {**move, "askFor": hostile}, 2, expect=422, key="refused")
        ana.ask("POST", f"/applications/{one}/links", {**link, "name": hostile}, expect=422)
    else:
        move["askFor"] = link["name"] = hostile
    decide(ana, one, move, 2)
    in_database(client, spoil_move)
    after_undo(client, worker)
    person.post(f"/api/applications/{one}/time", {"startsAt": tomorrow(15).isoformat()})
    key = {"Idempotency-Key": "message-1"}
    ana.ask("POST", f"/applications/{one}/messages", {"text": hostile}, headers=key, expect=201)
    ana.ask("POST", f"/applications/{one}/links", link, expect=201)
    in_database(client, lambda tx: tx.execute(update(review_links).values(name=hostile)))
    after_undo(client, worker)
    span = {"from": now().isoformat(), "until": (now() + timedelta(days=7)).isoformat()}
    feed = ana.ask("GET", "/calendar", params=span)["feed"].partition("/api/desk")[2]
    calendars = [client.get(f"/api/desk{feed}").text, person.call("GET", f"/api/applications/{one}/meeting.ics").text]
    sent = list(mails())
    assert len(sent) >= 4
    for mail in sent:
        assert set(mail.keys()) <= HEADERS, mail.keys()
        assert "evil.example" not in str(mail["To"]) + str(mail["From"])
        html = mail.get_body(("html",)).get_content()
        assert "<img" not in html
        assert 'href="https://evil' not in html
        calendars += [
            part.get_content() if isinstance(part.get_content(), str) else part.get_content().decode()
            for part in mail.walk()
            if part.get_content_type() == "text/calendar"
        ]
    assert len(calendars) > 3
    for calendar in calendars:
        lines = calendar.replace("\r\n ", "").replace("\n ", "").splitlines()
        assert lines.count("BEGIN:VEVENT") == lines.count("END:VEVENT") == 1
        guests = [re.sub(r'"[^"]*"', "", line) for line in lines if line.startswith(("ATTENDEE", "ORGANIZER"))]
        assert not [line for line in guests if "victim@evil" in line]  # A name in quotes may say anything.


HEADERS = {
    "From", "To", "Subject", "Date", "Message-ID", "Auto-Submitted", "MIME-Version", "Content-Type",
    "List-Unsubscribe", "List-Unsubscribe-Post",
}  # fmt: skip

NO_NUMBERS = ["..%2f..%2fetc%2fpasswd", "%2e%2e", "-1", "9" * 40, "1e9", "%00", "0x1", "１"]


def test_paths_of_recordings_cannot_be_played_with(client: TestClient, person: Person) -> None:
    desk = open_desk(client, person)
    for order in NO_NUMBERS:
        reply: Response = desk.maria.call("GET", f"/applications/{desk.ids['application_id']}/answers/{order}/media")
        assert reply.status_code in {404, 405, 422}, (order, reply.status_code)


def test_strange_ids_break_nothing(client: TestClient, person: Person) -> None:
    desk = open_desk(client, person)
    for operation in operations():
        if not operation.staff or "_id}" not in operation.path:
            continue
        for strange in ("%00", "%ff", "x" * 5000, "%F0%9F%A5%9E", "' OR 1=1 --", "..%2f"):
            request = operation.request(dict.fromkeys(desk.ids, strange))
            reply = Person(client, desk.maria.id, desk.maria.token).call(**request)
            assert 400 <= reply.status_code < 500, (str(operation), strange, reply.status_code)
