"""For any state of an account: the notice names each recipient of its data, and data end with their period or hold."""

from dataclasses import dataclass
from datetime import date, timedelta
from hashlib import sha256
from typing import Any, Literal

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as examples
from hypothesis import strategies as st
from sqlalchemy import func, select, update
from starlette.testclient import TestClient

from dayshift.accounts import find_user
from dayshift.accounts.models import held_rows
from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.core.ids import new_id
from dayshift.core.language import LANGUAGES, Language
from dayshift.core.tasks import Worker, enqueue, tasks
from dayshift.hiring.applications import KEEP_ENDED, drop_old_orders
from dayshift.hiring.applications.models import assessment_orders, decision_records
from dayshift.interviews.recordings import open_recording
from dayshift.interviews.recordings.models import recordings
from dayshift.interviews.recordings.retention import DELETE
from dayshift.privacy import Hold, add_hold, end_hold
from dayshift.privacy.actions import ERASE
from dayshift.privacy.models import erasures
from dayshift.privacy.notice import notice_of, words
from dayshift.privacy.tasks import SWEEP
from dayshift.settings import Settings
from tests.people import Person
from tests.privacy.test_erasure import ERASURE
from tests.privacy.test_export import exported, run_tasks
from tests.staff import applied, business, in_database, interviewed

pytestmark = pytest.mark.both_engines

DAY = timedelta(days=1)
Sharing = Literal["nothing", "application", "stopped", "withdrawn"]

PROVIDERS = {
    "to_mail": {"smtp_url": "smtp://mail.example:25"},
    "to_sms": {"sms_url": "https://key@sms.example"},
    "to_model": {"language_model_url": "https://model.example/v1"},
    "to_voice": {"transcriber_url": "https://voice.example/v1"},
    "to_video": {"video_url": "https://key@video.example"},
    "to_storage": {"storage_url": "s3://key:secret@files.example/bucket"},
}


@given(st.sets(st.sampled_from(sorted(PROVIDERS))), st.sampled_from(LANGUAGES))
def test_notice_names_each_company_that_gets_data_and_no_other(used: set[str], language: Language) -> None:
    values = {name: value for one in used for name, value in PROVIDERS[one].items()}
    say = words(language)
    hosts = {"to_model": "model.example", "to_voice": "voice.example"}
    named = {one: say[one].format(host=hosts.get(one, "")) for one in PROVIDERS}
    found = notice_of(Settings().model_copy(update=values), language).recipients
    assert {one for one, text in named.items() if text in found} == used
    assert len(found) == len(used) + 3, "and employers, people of their links, and where to ask"


@examples(max_examples=12, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.sampled_from(["nothing", "application", "stopped", "withdrawn"]), min_size=3, max_size=3))
def test_copy_names_each_employer_that_got_data(client: TestClient, worker: Worker, did: list[Sharing]) -> None:
    mark = new_id()[-6:]
    person = Person.register(client, f"{mark}@example.com")
    interview = interviewed(person)
    names = [f"{name} {mark}" for name in ("Bakery", "Corner Cafe", "Diner")]
    for name, what in zip(names, did, strict=True):
        employer = business(client, name)
        if what == "nothing":
            continue
        application = applied(client, person, employer.jobs[0], interview)
        if what == "withdrawn":
            person.post(f"/api/applications/{application}/withdraw")
        elif what == "stopped":
            nothing = dict.fromkeys(("video", "words", "score", "quickAnswers"), False)
            person.put(f"/api/applications/{application}/shares", nothing)
    readme = exported(worker, person).read("README.txt").decode()
    got = {name for name, what in zip(names, did, strict=True) if what != "nothing"}
    assert {name for name in names if name in readme} == got


LEFT = st.integers(-20, 20).filter(bool)
"""Days that are left of a period, or that have passed since its end."""


@dataclass(frozen=True)
class Case:
    """An account under a hold or not, with the days that are left of each period; `erasure`: None if not asked for."""

    on: Literal["nobody", "person", "employer"]
    state: Literal["active", "over", "ended"]
    recording: int
    order: int
    record: int
    erasure: int | None


CASES = st.builds(
    Case,
    on=st.sampled_from(["nobody", "person", "employer"]),
    state=st.sampled_from(["active", "active", "over", "ended"]),
    recording=LEFT,
    order=LEFT,
    record=LEFT,
    erasure=st.none() | LEFT,
)


@examples(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(CASES)
def test_what_is_past_its_period_is_gone_and_what_is_held_is_not(
    client: TestClient, worker: Worker, settings: Settings, case: Case
) -> None:
    mark, at = new_id()[-6:], now()
    diner = business(client, f"Diner {mark}")
    person = Person.register(client, f"{mark}@example.com")
    application = applied(client, person, diner.jobs[0])
    run_tasks(client, worker)
    kept = {name: new_id() for name in ("recording", "order", "record", "copy", "hold")}
    if case.erasure is not None:
        person.post(ERASURE)

    def prepare(tx: Tx) -> None:
        open_recording(tx, kept["recording"], person.id)
        age = timedelta(days=settings.retention_days - case.recording)
        tx.execute(update(recordings).where(recordings.c.id == kept["recording"]).values(created_at=at - age))
        ended = at - KEEP_ENDED + case.order * DAY
        tx.execute(assessment_orders.insert().values(**_order(kept["order"], diner.id, diner.postings[0], person.id)))
        tx.execute(update(assessment_orders).where(assessment_orders.c.id == kept["order"]).values(ended_at=ended))
        row = _record(kept["record"], application, diner.id, at.date() + case.record * DAY)
        tx.execute(decision_records.insert().values(**row))
        if case.on != "nobody":
            user_id, employer_id = (person.id, None) if case.on == "person" else (None, diner.id)
            until = at + (DAY if case.state != "over" else -DAY)
            hold = Hold(kept["hold"], user_id, employer_id, "Case 7", "Counsel", at - 9 * DAY, until, None)
            add_hold(tx, hold)
            if case.state == "ended":
                end_hold(tx, hold.id, at, "Judge Park")
        copy = {"id": kept["copy"], "user_id": person.id, "source": "notes", "content": {}, "removed_at": at - 2 * DAY}
        tx.execute(held_rows.insert().values(**copy))
        if case.erasure is not None:
            tx.execute(update(erasures).where(erasures.c.user_id == person.id).values(due_at=at + case.erasure * DAY))
        tx.execute(update(tasks).where(tasks.c.kind.in_([ERASE, DELETE])).values(due_at=at - DAY))
        enqueue(tx, SWEEP, {}, key=kept["hold"])

    def left(tx: Tx) -> dict[str, bool]:
        tables = {"recording": recordings, "order": assessment_orders, "record": decision_records, "copy": held_rows}

        def stored(table: Any, key: str) -> bool:
            return tx.execute(select(func.count()).where(table.c.id == key)).scalar_one() == 1

        found = {name: stored(table, kept[name]) for name, table in tables.items()}
        return found | {"person": find_user(tx, person.id) is not None}

    in_database(client, prepare)
    run_tasks(client, worker)
    in_database(client, drop_old_orders, now())
    held = case.on != "nobody" and case.state == "active"
    there = case.erasure is None or case.erasure > 0 or held
    assert in_database(client, left) == {
        "person": there,
        "recording": there and (case.recording > 0 or held),
        "order": there and (case.order > 0 or held),
        "record": case.record > 0 or held,
        "copy": there and held,
    }


def _order(order_id: str, employer_id: str, posting_id: str, user_id: str) -> dict[str, Any]:
    return {
        "id": order_id, "employer_id": employer_id, "posting_id": posting_id, "fingerprint": order_id.encode(),
        "email": f"{order_id}@example.com", "first_name": "Maya", "last_name": "Torres",
        "callback_url": "https://ats.example", "state": "done", "user_id": user_id, "created_at": now(),
        "expires_at": now(), "called_at": now(),
    }  # fmt: skip


def _record(record_id: str, application_id: str, employer_id: str, kept_until: date) -> dict[str, Any]:
    return {
        "id": record_id, "subject": sha256(application_id.encode()).hexdigest(), "employer_id": employer_id,
        "posting_id": new_id(), "title": "Cook", "action": "decline", "from_stage": "in_review",
        "member_id": new_id(), "member_name": "Maria Ortiz", "member_role": "owner", "decided_at": now(),
        "answers": 4, "viewed": 1, "ai": "none", "levels": [], "shared": {}, "rules": [], "kept_until": kept_until,
    }  # fmt: skip
