"""What ends with which revocation: every cell of the two tables in docs/security.md."""

import re
from base64 import b64encode
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert
from starlette.testclient import TestClient
from typer.testing import CliRunner

from dayshift.accounts.queries import find_known_device
from dayshift.admin import close
from dayshift.cli import main
from dayshift.core import signing
from dayshift.core.clock import now
from dayshift.core.db import Tx, metadata
from dayshift.core.ids import new_id
from dayshift.core.signing import opened_by, rotate, sign
from dayshift.exchange import employer_api
from dayshift.exchange.webhooks.actions import add_event
from dayshift.exchange.webhooks.events import ERASED
from dayshift.exchange.webhooks.queries import own_endpoint
from dayshift.hiring.applications import any_application
from dayshift.hiring.desk.links import issue_token
from dayshift.hiring.employers import find_member, issue_link, open_member_session
from dayshift.interviews.calls.queries import guest_key
from dayshift.notifications.queries import preferences_of
from dayshift.notifications.replies import candidate_token, member_token, writer_of
from dayshift.scheduling.models import bookings
from dayshift.settings import Settings
from tests.accounts import test_revocation as accounts
from tests.accounts.conftest import Inbox, inbox
from tests.exchange.test_assessment import BASE
from tests.house.test_documents import ROOT, table_rows
from tests.interviews.room.test_interviews import begin
from tests.operators import erase
from tests.people import Person
from tests.staff import Business, StaffMember, applied, business, in_database

__all__ = ["inbox"]

Works = Callable[[], bool]
EMAIL = accounts.EMAIL
JOBS = f"{employer_api.PATH}/jobs"


def table(heading: str) -> dict[str, dict[str, str]]:
    """The expected results, by revocation and by what was issued."""
    text = (ROOT / "docs/security.md").read_text()
    [header] = re.findall(rf"{heading}\n\n\| issued \| (.+) \|\n", text)
    rows = table_rows(text, heading)
    return {name: {row: cells[n] for row, cells in rows.items()} for n, name in enumerate(header.split(" | "))}


CANDIDATES, MEMBERS = table("### Of candidates"), table("### Of members")


def opens(client: TestClient, path: str, **more: Any) -> bool:
    client.cookies.clear()
    return client.get(path.removeprefix("http://127.0.0.1:8000"), **more).status_code == 200


@pytest.fixture
def settings(settings: Settings) -> Settings:
    """With a video provider, since nobody can watch without one."""
    return settings.model_copy(update={"video_url": "simulated:"})


def held_booking(tx: Tx, user_id: str) -> str:
    """The key of a booking of this account."""
    booking, start = new_id(), now() + timedelta(days=2)
    tx.execute(
        insert(bookings).values(
            id=booking, user_id=user_id, state="booked", starts_at=start, ends_at=start + timedelta(minutes=30),
            zone="UTC", name="Maya", language="en", sequence=0, source="own", created_at=now(),
        )
    )  # fmt: skip
    return sign(tx, "booking", booking)


def reply_token(tx: Tx, application_id: str, member_id: str | None) -> str:
    """The token in the reply address of a mail to the candidate, or to this member."""
    application, member = any_application(tx, application_id), find_member(tx, member_id) if member_id else None
    assert application is not None
    return member_token(tx, application, member) if member else candidate_token(tx, application)


def still_writes(tx: Tx, token: str) -> bool:
    writer = writer_of(tx, token, now())
    return writer is not None and not writer.ended


def of_candidate(client: TestClient, issuer: Person, inbox: Inbox, undo: str) -> dict[str, Works]:
    """Everything that is issued to a candidate, with whether it still works."""
    device = client.cookies["dayshift_device"]
    calendar = str(issuer.put("/api/calendar-feed", None)["url"])
    preferences = str(issuer.get("/api/notifications/wants")["key"])
    unsubscribe = in_database(client, preferences_of, EMAIL)[1]
    booking = in_database(client, held_booking, issuer.id)
    interview = begin(issuer)["interview"]["id"]
    watch = in_database(client, guest_key, interview, "Dana", now() + timedelta(hours=1))
    application = applied(client, issuer, business(client).jobs[0])
    reply = in_database(client, reply_token, application, None)
    transfer = accounts.transfer_key(issuer)
    return {
        "session": lambda: accounts.is_signed_in(issuer),
        "code": accounts.email_code(client, issuer, inbox),
        "transfer key": lambda: accounts.transfer(client, transfer) is not None,
        "known device": lambda: in_database(client, find_known_device, EMAIL, device) is not None,
        "calendar link": lambda: opens(client, calendar),
        "reply address of a mail": lambda: in_database(client, still_writes, reply),
        "preferences key of an unverified email": lambda: opens(client, f"/api/notifications/wants/{preferences}"),
        "unsubscribe link in a mail": lambda: opens(client, f"/api/notifications/wants/{unsubscribe}"),
        "undo link of an earlier change": lambda: opens(client, f"/api/auth/undo/{undo}"),
        "booking link": lambda: opens(client, f"/api/schedule/bookings/{booking}"),
        "watch link of an operator": lambda: opens(client, f"/api/watch/{watch}"),
    }


def replace_key(client: TestClient) -> None:
    in_database(client, rotate, timedelta())


CANDIDATE_REVOCATIONS = [
    ("new password", accounts.password_changed),
    ("new password", accounts.password_reset),
    ("other sessions ended", accounts.all_sessions_ended),
    ("email changed", accounts.email_changed),
    ("email changed", accounts.email_removed),
    ("change undone", accounts.change_undone),
    ("signed out", accounts.logged_out),
    ("erased", None),
    ("signing key rotated", None),
]


@pytest.mark.parametrize(("name", "revocation"), CANDIDATE_REVOCATIONS)
def test_what_a_candidate_was_issued_ends_as_the_table_says(
    client: TestClient, person: Person, inbox: Inbox, settings: Settings, name: str, revocation: Any
) -> None:
    accounts.password_changed(client, person, person, inbox)
    undo = inbox.undo_key(EMAIL)
    restored = {"currentPassword": accounts.NEW, "newPassword": accounts.PASSWORD}
    person.post("/api/auth/change-password", restored)
    inbox.mails()
    issuer = accounts.sign_in(client)
    issued = of_candidate(client, issuer, inbox, undo)
    if name == "erased":
        erase(settings, person.id)
    elif name == "signing key rotated":
        replace_key(client)
    else:
        revocation(client, person, issuer, inbox)
    found = {what: "stays" if works() else "ends" for what, works in issued.items()}
    assert found == CANDIDATES[name]


def of_member(client: TestClient, diner: Business, issuer: StaffMember, application: str) -> dict[str, Works]:
    """Everything that a member issues or is issued, with whether it still works."""
    days = {"from": now().isoformat(), "until": (now() + timedelta(days=7)).isoformat()}
    calendar = str(issuer.ask("GET", "/calendar", params=days)["feed"])
    lena = {"name": "Lena Brandt", "email": "lena@example.com"}
    link = issuer.ask("POST", f"/applications/{application}/links", lena, expect=201)["links"][0]["id"]
    review = in_database(client, issue_token, link, now())[3]
    mailed = in_database(client, issue_link, issuer.id, "sign_in")
    reply = in_database(client, reply_token, application, issuer.id)
    issued: dict[str, Works] = {
        "session": lambda: issuer.call("GET", "/me").json().get("code") != "staff_not_signed_in",
        "mailed sign-in link": lambda: (
            client.post("/api/desk/sign-in/link/open", json={"key": mailed}).status_code == 200
        ),
        "calendar link": lambda: opens(client, calendar),
        "reply address of a mail": lambda: in_database(client, still_writes, reply),
        "review link": lambda: client.get(f"/api/desk/shared/{review}").json()["code"] == "review_code_required",
    }
    if issuer.name.startswith("Olga"):
        key = issuer.ask("POST", "/api-keys", {"name": "HR", "scopes": ["jobs:read"]}, expect=201)["secret"]
        ats = issuer.ask("POST", "/assessments/key", expect=201)["key"]
        person = {"name": "Rob Stone", "email": "rob@example.com", "role": "manager", "locationIds": None}
        invited = in_database(client, issue_link, issuer.ask("POST", "/members", person, expect=201)["id"], "invite")
        bearer = {"Authorization": f"Bearer {key}"}
        basic = {"Authorization": f"Basic {b64encode(f'{ats}:'.encode()).decode()}"}
        hook = {"url": "https://hooks.example.com/in", "events": [ERASED]}
        endpoint = issuer.ask("POST", "/webhooks", hook, expect=201)["endpoint"]["id"]
        issued["webhook"] = lambda: in_database(client, hears, diner.id, endpoint)
        issued["API key"] = lambda: opens(client, JOBS, headers=bearer)
        issued["key of an applicant tracking system"] = lambda: opens(client, f"{BASE}/list_tests", headers=basic)
        issued["invitation"] = lambda: opens(client, f"/api/desk/invitations/{invited}")
    return issued


def hears(tx: Tx, employer_id: str, endpoint_id: str) -> bool:
    """Whether an endpoint is sent events."""
    return (
        add_event(tx, employer_id, ERASED, {}, now()) == 1
        and own_endpoint(tx, employer_id, endpoint_id).state == "enabled"
    )


def change_password(client: TestClient, diner: Business, boss: StaffMember, own: StaffMember) -> None:
    own.ask("PUT", "/password", {"newPassword": "four green ladders 7"})


def sign_out_elsewhere(client: TestClient, diner: Business, boss: StaffMember, own: StaffMember) -> None:
    own.ask("DELETE", "/sessions")


def reset_second_factor(client: TestClient, diner: Business, boss: StaffMember, own: StaffMember) -> None:
    boss.ask("DELETE", f"/members/{own.id}/second-factor")


def deactivate(client: TestClient, diner: Business, boss: StaffMember, own: StaffMember) -> None:
    boss.ask("POST", f"/members/{own.id}/deactivate")


def reactivate(client: TestClient, diner: Business, boss: StaffMember, own: StaffMember) -> None:
    boss.ask("POST", f"/members/{own.id}/reactivate")


def reduce_role(client: TestClient, diner: Business, boss: StaffMember, own: StaffMember) -> None:
    boss.ask("PUT", f"/members/{own.id}/role", {"role": "manager", "locationIds": None})


def restore_role(client: TestClient, diner: Business, boss: StaffMember, own: StaffMember) -> None:
    boss.ask("PUT", f"/members/{own.id}/role", {"role": "owner", "locationIds": None})


def remove_location(client: TestClient, diner: Business, boss: StaffMember, own: StaffMember) -> None:
    boss.ask("PUT", f"/members/{own.id}/role", {"role": "manager", "locationIds": diner.locations[1:]})


def restore_location(client: TestClient, diner: Business, boss: StaffMember, own: StaffMember) -> None:
    boss.ask("PUT", f"/members/{own.id}/role", {"role": "manager", "locationIds": diner.locations})


def close_the_employer(client: TestClient, diner: Business, boss: StaffMember, own: StaffMember) -> None:
    in_database(client, close, diner.id)


def rotate_signing_key(client: TestClient, diner: Business, boss: StaffMember, own: StaffMember) -> None:
    replace_key(client)


MEMBER_REVOCATIONS = [
    ("new password", [change_password]),
    ("signed out elsewhere", [sign_out_elsewhere]),
    ("second factor reset", [reset_second_factor]),
    ("deactivated", [deactivate]),
    ("reactivated", [deactivate, reactivate]),
    ("role reduced", [reduce_role]),
    ("role restored", [reduce_role, restore_role]),
    ("location removed", [remove_location]),
    ("location restored", [remove_location, restore_location]),
    ("employer closed", [close_the_employer]),
    ("signing key rotated", [rotate_signing_key]),
]


@pytest.mark.parametrize(("name", "steps"), MEMBER_REVOCATIONS)
def test_what_a_member_issued_ends_as_the_table_says(
    client: TestClient, person: Person, name: str, steps: list[Any]
) -> None:
    diner = business(client)
    boss = diner.member("owner", "Ana Whitlock")
    local = name.startswith("location")
    own = diner.member("manager", locations=diner.locations) if local else diner.member("owner", "Olga Reyes")
    token = in_database(client, lambda tx: open_member_session(tx, own.id, "Other", 1, confirmed=True))
    issuer = StaffMember(client, own.id, own.name, token)
    issued = of_member(client, diner, issuer, applied(client, person, diner.jobs[0]))
    for step in steps:
        step(client, diner, boss, own)
    found = {what: "stays" if works() else "ends" for what, works in issued.items()}
    assert found == {what: verdict for what, verdict in MEMBERS[name].items() if verdict != "–"}


def test_tables_have_every_revocation() -> None:
    assert list(CANDIDATES) == list(dict.fromkeys(name for name, _ in CANDIDATE_REVOCATIONS))
    assert list(MEMBERS) == [name for name, _ in MEMBER_REVOCATIONS]


def test_key_that_ended_with_its_owner_works_again_only_with_a_new_secret(client: TestClient) -> None:
    diner = business(client)
    boss, olga = diner.member("owner", "Ana Whitlock"), diner.member("owner", "Olga Reyes")
    made = olga.ask("POST", "/api-keys", {"name": "HR", "scopes": ["jobs:read"]}, expect=201)
    path = f"/api-keys/{made['key']['id']}/secret"
    deactivate(client, diner, boss, olga)
    [listed] = boss.ask("GET", "/api-keys")["keys"]
    assert (listed["ended"], listed["createdBy"]) == (True, "Olga Reyes")
    rotated = boss.ask("POST", path)
    assert (rotated["key"]["ended"], rotated["key"]["oldUntil"], rotated["key"]["createdBy"]) == (
        False, None, "Ana Whitlock",
    )  # fmt: skip
    works = [
        opens(client, JOBS, headers={"Authorization": f"Bearer {secret}"})
        for secret in (made["secret"], rotated["secret"])
    ]
    assert works == [False, True]


def test_signing_key_is_rotated_with_an_overlap(
    client: TestClient, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DAYSHIFT_DATABASE_URL", settings.database_url)
    monkeypatch.setenv("DAYSHIFT_DATA_DIR", str(settings.data_dir))
    old = in_database(client, sign, "booking", "one")
    assert CliRunner().invoke(main, ["keys", "rotate", "--overlap-days", "2"]).exit_code == 0
    new = in_database(client, sign, "booking", "one")
    assert new != old
    opened = lambda key: in_database(client, opened_by, "booking", key)  # noqa: E731
    assert (opened(old), opened(new)) == ("one", "one")
    late = now() + timedelta(days=2, seconds=1)
    monkeypatch.setattr(signing, "now", lambda: late)
    assert opened(new) == "one"
    with pytest.raises(signing.NotFound):
        opened(old)
    monkeypatch.undo()


def test_every_purpose_of_a_signed_link_is_in_the_tables() -> None:
    """A new kind of link must be added to the tables, and so to their tests."""
    sources = [file.read_text("utf-8") for file in Path(ROOT / "dayshift").rglob("*.py")]
    signing_modules = [text for text in sources if re.search(r"core\.signing import .*\b(sign|signer)\b", text)]
    # Two of them sign what opens nothing: that notices, or a warning about words, were shown.
    assert len(signing_modules) == 12


SECRETS = {
    "api_keys.token_hash": "API key",
    "api_keys.old_token_hash": "API key",
    "assessment_keys.key_hash": "key of an applicant tracking system",
    "codes.code_hash": "code",
    "member_links.token_hash": "mailed sign-in link",  # Invitations, too.
    "member_sessions.token_hash": "session",
    "review_links.token_hash": "review link",
    "sessions.token_hash": "session",  # And transfer keys.
}
"""Columns with the hash or the secret of what was issued, with its row in the tables."""

NO_ROW = {
    "assessment_orders.token_hash": "opens only for the account that accepted it",
    "claims.token_hash": "needs a session of a member who hires everywhere",
    "employer_domains.token_hash": "needs a session of an owner",
    "employer_sign_ups.token_hash": "issued to nobody with an account yet",
    "identity_consents.token_hash": "ends as mailed sign-in links do, see `revoke`",
    "identity_providers.client_secret": "of the provider, not issued here",
    "interviews.candidate_token": "opens the room of this interview at the video provider, while it lasts",
    "interviews.interviewer_token": "opens the room of this interview at the video provider, while it lasts",
    "members.password_hash": "a password",
    "members.totp_secret": "a second factor",
    "users.password_hash": "a password",
    "webhook_endpoints.old_secret": "signs what is sent to the employer, and opens nothing",
    "webhook_endpoints.secret": "signs what is sent to the employer, and opens nothing",
}


def test_every_stored_secret_is_in_the_tables_or_needs_no_row() -> None:
    """A new kind of link or key must be added to the tables, and so to their tests."""
    columns = [column for table in metadata.tables.values() for column in table.columns]
    named = {str(one) for one in columns if re.search(r"(token|key|code|password)_hash$|(secret|_token)$", one.name)}
    assert named == {*SECRETS, *NO_ROW}
    rows = {row for verdicts in (CANDIDATES, MEMBERS) for cells in verdicts.values() for row in cells}
    assert {*SECRETS.values()} <= rows
