"""Two records of one employer are merged: everything moves, only owners see more, and nobody shares more."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from sqlalchemy import Boolean, select, update
from starlette.testclient import TestClient

from dayshift.accounts import find_user
from dayshift.admin.merging import (
    MEMBER_RULES,
    RULES,
    MeetingsClash,
    NoOwner,
    OtherName,
    RecordOnHold,
    SameRecord,
    merge_employers,
)
from dayshift.core.audit import entries
from dayshift.core.clock import now
from dayshift.core.db import Tx, metadata
from dayshift.core.errors import AppError
from dayshift.core.ids import new_id
from dayshift.core.names import folded_name
from dayshift.core.tasks import Worker
from dayshift.exchange.employer_api import PATH
from dayshift.hiring.applications.actions import submit
from dayshift.hiring.applications.grants import SWITCHES, Share
from dayshift.hiring.employers import (
    EmployerClosed,
    Role,
    add_member,
    close_employer,
    create_employer,
    open_member_session,
    postings_of_jobs,
)
from dayshift.privacy import Hold, add_hold
from dayshift.settings import Settings
from tests.exchange.test_api_keys import create as create_key
from tests.exchange.test_api_keys import works
from tests.hiring.applications.test_contest import DECLINE, WORDS, sends
from tests.hiring.applications.test_decide import decide, invitation, tomorrow
from tests.notifications.test_interviews import mail_bodies, mails
from tests.operators import examine
from tests.people import Person
from tests.staff import Business, StaffMember, applied, business, in_database, interviewed, viewed

pytestmark = pytest.mark.both_engines

__all__ = ["mails"]

NAME, SAME_NAME = "Two Spoons Diner", "TWO  Spoons diner"


@pytest.fixture
def ends(client: TestClient) -> Business:
    return business(client, SAME_NAME)


@pytest.fixture
def stays(client: TestClient) -> Business:
    return business(client, NAME)


def member(where: Business, role: Role, email: str, locations: list[str] | None = None) -> StaffMember:
    """Add a member with this address, who is signed in."""
    made = in_database(
        where.client, add_member, where.id, email, f"{email.partition('@')[0].title()} Poe", role, locations
    )
    return signed_in(where.client, made.id, made.name)


def signed_in(client: TestClient, member_id: str, name: str = "") -> StaffMember:
    token = in_database(client, lambda tx: open_member_session(tx, member_id, "Test", 1, confirmed=True))
    return StaffMember(client, member_id, name, token)


def seen(staff: StaffMember, *applications: str) -> list[bool]:
    """Whether each application is there for this member: on its page, and in the list."""
    listed = {one["id"] for one in staff.ask("GET", "/applications?view=all_open")["rows"]}
    opened = {one for one in applications if staff.call("GET", f"/applications/{one}").status_code == 200}
    assert opened == listed & {*applications}
    return [one in opened for one in applications]


def test_every_table_and_column_of_an_employer_or_a_member_has_a_rule() -> None:
    columns = [column for table in metadata.tables.values() for column in table.columns]
    to = {f"{one.table.name}.{one.name}": {key.target_fullname for key in one.foreign_keys} for one in columns}
    named = {one.table.name for one in columns if one.name == "employer_id" or "employers.id" in to[str(one)]}
    assert named == {*RULES}
    loose = {"openings.viewer_id", "ratings.author"}
    assert {name for name, keys in to.items() if "members.id" in keys} | loose == {*MEMBER_RULES}
    kept = {"decision_records.member_id", "member_locations.member_id"}  # As on the day of the decision.
    assert {name for name in to if name.endswith(".member_id")} - kept <= {*MEMBER_RULES}


def test_every_switch_of_a_grant_is_known() -> None:
    """A switch that the merge does not know would stay as the record that stays has it."""
    assert {one.name for one in metadata.tables["grants"].columns if isinstance(one.type, Boolean)} == {*SWITCHES}


@pytest.mark.parametrize("quick", [(False, True), (True, False), (True, True)])
def test_quick_answers_stay_shared_if_both_could_see_them(
    client: TestClient, person: Person, ends: Business, stays: Business, mails: Any, quick: tuple[bool, bool]
) -> None:
    interview = interviewed(person)
    for where, shared in zip((ends, stays), quick, strict=True):
        one = applied(client, person, where.jobs[0], interview)
        person.put(f"/api/applications/{one}/shares", {**WORDS, "quickAnswers": shared})
    member(stays, "owner", "eva@a.example")
    mails()
    merged = in_database(client, merge_employers, ends.id, stays.id)
    assert person.get(f"/api/applications/{one}")["shares"]["quickAnswers"] is all(quick)
    assert merged.narrowed == (0 if all(quick) else 1)
    told = [mail_bodies(mail)[0] for mail in mails() if "maya@example.com" in str(mail["To"])]
    assert ["quick answers" in text for text in told] == ([] if all(quick) else [False])


def test_only_owners_see_more_and_nobody_shares_more(
    client: TestClient, person: Person, ends: Business, stays: Business, settings: Settings, mails: Any
) -> None:
    interview = interviewed(person)
    old = [applied(client, person, job, interview) for job in ends.jobs]
    new = [applied(client, person, job, interview) for job in stays.jobs]
    person.put(f"/api/applications/{old[0]}/shares", {"video": False, "words": True, "score": True})
    person.put(f"/api/applications/{new[0]}/shares", {"video": True, "words": True, "score": False})
    other = Person.register(client, "lee@example.com", firstName="Lee")
    lee = applied(client, other, ends.jobs[0])

    ana, maria = member(ends, "owner", "ana@a.example"), member(ends, "manager", "maria@a.example", [ends.locations[1]])
    ida, rob = member(ends, "manager", "ida@a.example"), member(ends, "reviewer", "rob@a.example")
    ana.ask("PUT", f"/applications/{old[1]}/reviewers/{rob.id}")
    eva, theo = member(stays, "owner", "eva@a.example"), member(stays, "manager", "theo@a.example")
    kim = member(stays, "manager", "kim@a.example", [stays.locations[0]])
    twins = {
        "both": (
            member(ends, "owner", "sam@a.example"),
            member(stays, "manager", "sam@a.example", [stays.locations[0]]),
        ),
        "one": (
            member(ends, "manager", "liv@a.example", [ends.locations[0]]),
            member(stays, "reviewer", "liv@a.example"),
        ),
    }
    before, _ = twins["both"]
    viewed(client, before, old[0])
    ana.ask("POST", "/members", {"email": "new@a.example", "name": "Nia Poe", "role": "reviewer"}, expect=201)
    keys = [create_key(one)["secret"] for one in (ana, eva)]
    ana.ask("POST", "/webhooks", {"url": "https://hooks.example.com/a", "events": ["application.late"]}, expect=201)
    link = {"name": "Pat", "email": "pat@a.example"}
    assert ana.call("POST", f"/applications/{old[0]}/links", link).status_code in {200, 201}
    mails()

    merged = in_database(client, merge_employers, ends.id, stays.id)
    assert (merged.jobs, merged.applications, merged.locations) == (2, 3, 2)
    assert (merged.members, merged.same_people, merged.limited, merged.narrowed) == (4, 2, 2, 1)
    assert merged.ended == 4, "key, endpoint, shared link, invitation"

    for one in (ana, maria, ida, rob, *(pair[0] for pair in twins.values())):
        one.ask("GET", "/me", expect=401)
    nobody = [False] * 2
    both, first, second = [True] * 2, [True, False], [False, True]
    for who, of_old, of_new in (
        (eva, both, both),
        (signed_in(client, ana.id), both, nobody),
        (signed_in(client, ida.id), both, nobody),
        (signed_in(client, maria.id), second, nobody),
        (signed_in(client, rob.id), second, nobody),
        (theo, nobody, both),
        (kim, nobody, first),
        (twins["both"][1], both, first),
        (twins["one"][1], nobody, nobody),
    ):
        assert (seen(who, *old), seen(who, *new)) == (of_old, of_new), who.name
    team = {one["name"]: one for one in eva.ask("GET", "/team")["members"]}
    assert sorted((one["role"], name) for name, one in team.items()) == [
        ("manager", "Ana Poe"), ("manager", "Ida Poe"), ("manager", "Kim Poe"), ("manager", "Maria Poe"),
        ("manager", "Sam Poe"), ("manager", "Theo Poe"), ("owner", "Eva Poe"), ("reviewer", "Liv Poe"),
        ("reviewer", "Rob Poe"),
    ]  # fmt: skip
    assert len({one["name"] for one in eva.ask("GET", "/team")["locations"]}) == 4, "their names differ"
    assert [works(client, key) for key in keys] == [False, True]
    headers = {"Authorization": f"Bearer {keys[1]}"}
    found = [client.get(f"{PATH}/applications/{one}", headers=headers).status_code for one in (*old, *new)]
    assert found == [404, 404, 200, 200], "a key of all locations keeps those that there were"
    assert eva.ask("GET", "/webhooks")["endpoints"] == []

    for one in (*old, *new):
        shares = person.get(f"/api/applications/{one}")["shares"]
        assert (shares["video"], shares["words"], shares["score"]) == (False, True, False)
    assert other.get(f"/api/applications/{lee}")["shares"]["video"] is True
    told = [(str(one["To"]), mail_bodies(one)[0]) for one in mails()]
    assert len({to for to, text in told if "had two accounts" in text}) == 10, told
    [narrowed] = [text for to, text in told if "maya@example.com" in to]
    assert "can see: your words." in narrowed
    assert not any("lee@" in to for to, _ in told)

    acts = [one for one in in_database(client, entries) if one.action == "employer.merged"]
    assert {one.employer_id for one in acts} == {ends.id, stays.id}
    assert [finding for finding in examine(settings) if finding.broken and finding.name.startswith("applic")] == []
    with pytest.raises(EmployerClosed):
        in_database(client, merge_employers, ends.id, stays.id)


def test_who_declined_cannot_decide_again_with_their_other_membership(
    client: TestClient, person: Person, ends: Business, stays: Business
) -> None:
    one = applied(client, person, ends.jobs[0])
    sam, same = member(ends, "owner", "sam@a.example"), member(stays, "owner", "sam@a.example")
    viewed(client, sam, one)
    sends(client, sam, one, DECLINE)
    in_database(client, merge_employers, ends.id, stays.id)
    looked = person.post(f"/api/applications/{one}/look", {"words": "Please.", "shares": WORDS})
    assert looked["look"]["deciders"] == []
    decide(same, one, DECLINE, looked.get("version", 4), expect=409)


def test_sharing_that_has_ended_with_one_does_not_come_back(
    client: TestClient, person: Person, ends: Business, stays: Business, settings: Settings
) -> None:
    """The candidate was declined there, which ended it, and would not want it opened by the other's consent."""
    interview = interviewed(person)
    old, new = (applied(client, person, one.jobs[0], interview) for one in (ends, stays))
    owner, eva = member(ends, "owner", "ana@a.example"), member(stays, "owner", "eva@a.example")
    viewed(client, owner, old)
    viewed(client, eva, new)
    sends(client, owner, old, DECLINE)
    grants = metadata.tables["grants"]
    at = now() - timedelta(days=1)
    in_database(client, lambda tx: tx.execute(
        update(grants).where(grants.c.employer_id == ends.id).values(withdrawn_at=at)) and None)  # fmt: skip
    in_database(client, merge_employers, ends.id, stays.id)
    for one in (old, new):
        assert person.get(f"/api/applications/{one}")["shares"]["active"] is False
        eva.ask("POST", f"/applications/{one}/views", {"answer": 1, "kind": "words"}, expect=404)
    assert [one for one in examine(settings) if one.broken and one.name == "applications.views"] == []
    assert person.put(f"/api/applications/{new}/shares", WORDS)["shares"]["active"] is True


def test_what_a_request_stores_for_the_closed_record_meanwhile_moves_too(
    client: TestClient, person: Person, worker: Worker, ends: Business, stays: Business, settings: Settings
) -> None:
    interview = interviewed(person)
    in_database(client, lambda tx: _owner(tx, stays.id))
    posting = in_database(client, postings_of_jobs, ends.jobs)[ends.jobs[0]]
    in_database(client, merge_employers, ends.id, stays.id)

    def apply(tx: Tx) -> str:
        user = find_user(tx, person.id)
        assert user is not None
        share = Share(video=True, words=True, score=True, until=now() + timedelta(days=90))
        return submit(tx, user, replace(posting, employer_id=ends.id), interview, share, now()).id

    late = in_database(client, apply)
    with time_machine.travel(now() + timedelta(minutes=6), tick=True):
        assert client.portal is not None
        client.portal.call(worker.drain)

    def left(tx: Tx) -> list[str]:
        tables = [metadata.tables[name] for name in RULES if name != "audit_entries"]
        return [one.name for one in tables if tx.execute(select(one).where(one.c.employer_id == ends.id)).first()]

    assert in_database(client, left) == []
    assert person.get(f"/api/applications/{late}")["shares"]["active"] is True
    assert [one for one in examine(settings) if one.broken and one.name.startswith("applic")] == []


def _owner(tx: Tx, employer_id: str) -> None:
    add_member(tx, employer_id, "eva@a.example", "Eva Poe", "owner")


def _meet_twice(client: TestClient, person: Person, ends: Business, stays: Business) -> None:
    interview = interviewed(person)
    for where in (ends, stays):
        sam = member(where, "owner", "sam@a.example")
        one = applied(client, person, where.jobs[0], interview)
        viewed(client, sam, one)
        sends(client, sam, one, invitation(tomorrow(15)) | {"ask_for": "Sam", "minutes": 20})
        person.post(f"/api/applications/{one}/time", {"startsAt": tomorrow(15).isoformat()})


@pytest.mark.parametrize(
    ("why", "refusal"),
    [
        ("same record", SameRecord),
        ("no active owner", NoOwner),
        ("legal hold", RecordOnHold),
        ("shared with", OtherName),
        ("two meetings", MeetingsClash),
        ("closed", EmployerClosed),
    ],
)
def test_what_a_merge_refuses(
    client: TestClient, person: Person, ends: Business, stays: Business, why: str, refusal: type[AppError]
) -> None:
    source, target = ends.id, stays.id
    if why not in {"no active owner", "two meetings"}:
        in_database(client, _owner, target)
    if why == "same record":
        source = target
    elif why == "legal hold":
        hold = Hold(new_id(), None, source, "Claim", "Counsel", now(), now() + timedelta(days=9), None)
        in_database(client, add_hold, hold)
    elif why == "shared with":
        source = in_database(client, create_employer, "Night Bakery", "America/New_York")
    elif why == "two meetings":
        _meet_twice(client, person, ends, stays)
    elif why == "closed":
        in_database(client, close_employer, source)
        with pytest.raises(refusal):
            in_database(client, merge_employers, source, target)
        return
    with pytest.raises(refusal, match=why):
        in_database(client, merge_employers, source, target)
    employers = metadata.tables["employers"]
    open_ones = in_database(
        client, lambda tx: tx.execute(select(employers.c.id).where(employers.c.closed_at.is_(None))).scalars().all()
    )
    assert {ends.id, stays.id} <= {*open_ones}


@pytest.mark.parametrize(
    ("one", "other", "equal"),
    [
        ("Two Spoons", " two  SPOONS ", True),
        ("Café Uno", "Cafe\u0301 uno", True),
        ("Café Uno", "Cafe Uno", False),
        ("Two Spoons", "Two Spoons LLC", False),
    ],
)
def test_names_are_compared_without_case_and_spaces(one: str, other: str, equal: bool) -> None:
    assert (folded_name(one) == folded_name(other)) is equal
