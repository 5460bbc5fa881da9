"""Interview notifications by mail and in the app, in the user's language, and how to turn them off."""

import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from email import message_from_bytes, policy
from pathlib import Path
from typing import Any

import pytest
import time_machine
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import select
from starlette.testclient import TestClient
from typer.testing import CliRunner

from dayshift.cli import main
from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.core.tasks import Worker, tasks
from dayshift.interviews.room import scores
from dayshift.jobs.catalog import import_sample
from dayshift.knowledge.jurisdictions import is_business_day
from dayshift.notifications.interviews import SCORED_WITHIN, answer_by
from dayshift.notifications.matches import TELL
from dayshift.settings import Settings
from tests.interviews.room.test_interviews import answer
from tests.notifications.test_bookings import entry
from tests.operators import appoint
from tests.people import PASSWORD, Person, server_services

NINE = "2026-03-03T14:00:00Z"
CONSENT = {"version": "2026-11e", "recording": True, "aiScoring": True}


@pytest.fixture(autouse=True)
def clock() -> Iterator[Any]:
    with time_machine.travel("2026-03-02T15:00:00Z", tick=False) as clock:
        yield clock


@pytest.fixture
def mails(client: TestClient, worker: Worker, tmp_path: Path) -> Callable[[], list[Any]]:
    """Runs due tasks and returns the new mails."""
    seen: set[str] = set()

    def mails() -> list[Any]:
        assert client.portal is not None
        client.portal.call(worker.drain)
        new = [file for file in (tmp_path / "outbox").glob("*.eml") if file.name not in seen]
        seen.update(file.name for file in new)
        return [message_from_bytes(file.read_bytes(), policy=policy.default) for file in new]

    return mails


@pytest.fixture
def maria(client: TestClient, mails: Any) -> Person:
    """A user whose browser is set to Spanish."""
    body = {"firstName": "María", "lastName": "Peña", "email": "maria@example.com", "password": PASSWORD}
    headers = {"Accept-Language": "es-MX,es;q=0.9,en;q=0.8"}
    reply = client.post("/api/auth/register", json=body, headers=headers).json()
    client.cookies.clear()
    return Person(client, reply["user"]["id"], reply["token"])


def plan(person: Person, **more: Any) -> Any:
    body = {"userId": person.id, "jobTitle": "Bartender", "scheduledAt": NINE, "zone": "America/New_York", **more}
    return person.post("/api/interviews", body)["interview"]


def take(person: Person, interview: Any, consent: dict[str, Any] = CONSENT, answered: int | None = None) -> None:
    """Take an interview, answering the first `answered` of its questions; by default all."""
    path = f"/api/interviews/{interview['id']}"
    person.post(f"{path}/consent", consent)
    person.post(f"{path}/start", {"participantName": "Maya", "userId": person.id})
    questions = len(interview["questions"]) if answered is None else answered
    for order in range(1, questions + 1):
        answer(person, interview, order)
    person.post(f"{path}/complete")


def notices(person: Person) -> list[str]:
    return [notice["kind"] for notice in person.get("/api/notices")["notices"]]


def mail_bodies(mail: Any) -> tuple[str, str]:
    return mail.get_body(("plain",)).get_content(), mail.get_body(("html",)).get_content()


def test_invitations_follow_appointment_changes(person: Person, mails: Any) -> None:
    mails()
    created = plan(person, candidateName="Rosa <i>")
    [planned] = mails()
    assert planned["Subject"] == "Interview scheduled: Tuesday, March 3, 9:00 AM EST"
    assert planned["To"].addresses[0].addr_spec == "maya@example.com"
    method, event = entry(planned)
    assert (method, event["SEQUENCE"], event.start) == ("REQUEST", 0, datetime(2026, 3, 3, 14, tzinfo=UTC))
    later = {"scheduledAt": "2026-03-04T16:00:00Z", "zone": "America/Chicago"}
    person.post(f"/api/interviews/{created['id']}/reschedule", later)
    [moved] = mails()
    assert moved["Subject"] == "New time for your interview: Wednesday, March 4, 10:00 AM CST"
    assert (entry(moved)[0], entry(moved)[1]["SEQUENCE"], entry(moved)[1]["UID"]) == ("REQUEST", 1, event["UID"])
    person.post(f"/api/interviews/{created['id']}/cancel")
    [cancelled] = mails()
    assert (entry(cancelled)[0], entry(cancelled)[1]["SEQUENCE"]) == ("CANCEL", 2)
    assert notices(person) == ["interview_cancelled", "interview_moved", "interview_planned"]
    assert mails() == []


def test_reminders_are_sent_by_mail_and_text_and_follow_rescheduling(
    person: Person, mails: Any, clock: Any, tmp_path: Path
) -> None:
    seen: set[Path] = set()

    def new_texts() -> list[str]:
        new = sorted(set((tmp_path / "outbox").glob("*.txt")) - seen)
        seen.update(new)
        return [file.read_text() for file in new]

    def confirm_phone() -> None:
        person.call(
            "PATCH", "/api/auth/profile", {"firstName": "Maya", "lastName": "Torres", "phone": "(212) 555-0142"}
        )
        person.post("/api/auth/verify-phone/start")
        mails()
        [code] = new_texts()
        person.post("/api/auth/verify-phone", {"code": code.partition("\n\n")[2][:6]})

    confirm_phone()
    created = plan(person, scheduledAt="2026-03-05T16:00:00Z")
    mails()
    clock.move_to(datetime(2026, 3, 4, 16, 1, tzinfo=UTC))
    [day] = mails()
    assert day["Subject"] == "Reminder: your interview, Thursday, March 5, 11:00 AM EST"
    assert "kind=reminders" in day["List-Unsubscribe"]
    assert "from 30 minutes before" in mail_bodies(day)[0]
    assert new_texts() == []  # Text messages are opt-in.
    key = person.get("/api/notifications/wants")["key"]
    assert person.call("PATCH", f"/api/notifications/wants/{key}", {"texts": True}).json()["textable"] is True
    later = {"scheduledAt": "2026-03-05T19:00:00Z", "zone": "America/New_York"}
    person.post(f"/api/interviews/{created['id']}/reschedule", later)
    mails()
    clock.move_to(datetime(2026, 3, 5, 15, 1, tzinfo=UTC))
    assert ["Reminder" in mail["Subject"] for mail in mails()] == [True]  # The 24-hour reminder, for the new time.
    [text] = new_texts()
    assert text.startswith("To: +12125550142\n")
    clock.move_to(datetime(2026, 3, 5, 18, 1, tzinfo=UTC))
    assert [mail["Subject"] for mail in mails()] == ["Reminder: your interview, Thursday, March 5, 2:00 PM EST"]
    assert [text.split(": ", 2)[1][:4] for text in new_texts()] == ["+121"]
    assert mails() == new_texts() == []


def test_cancelled_or_started_interview_gets_no_reminder(person: Person, mails: Any, clock: Any) -> None:
    created = plan(person, scheduledAt="2026-03-05T16:00:00Z")
    taken = plan(person, scheduledAt="2026-03-03T14:00:00Z")
    mails()
    person.post(f"/api/interviews/{created['id']}/cancel")
    clock.move_to(datetime(2026, 3, 3, 13, 45, tzinfo=UTC))
    take(person, taken)
    mails()
    clock.move_to(datetime(2026, 3, 5, 15, 30, tzinfo=UTC))
    assert mails() == []


def test_completion_and_result_are_mailed(person: Person, mails: Any, clock: Any) -> None:
    mails()
    take(person, plan(person, scheduledAt="2026-03-02T15:00:00Z"))
    [scored] = mails()  # Scored within minutes: one mail says both.
    assert scored["Subject"] == "Your interview result is here"
    clock.shift(SCORED_WITHIN.total_seconds())
    assert mails() == []
    plain, html = mail_bodies(scored)
    assert "Nobody has your interview yet." in plain
    assert "a person decides" not in plain
    assert "/dashboard" in plain
    assert "font-weight: bold" in html
    assert html.count("<a class=") == 2
    assert "&lt;a" not in html
    assert "** " not in plain + html
    assert "kind=interviews" in scored["List-Unsubscribe"]
    assert notices(person) == ["interview_scored", "interview_received"] or notices(person) == ["interview_scored"]


@pytest.mark.parametrize("ended", ["2026-03-02T15:00:00Z", "2026-03-03T04:00:00Z"])  # 10:00 and 23:00 in New York.
def test_a_score_that_comes_later_has_a_mail_of_its_own(
    client: TestClient, person: Person, mails: Any, clock: Any, monkeypatch: pytest.MonkeyPatch, ended: str
) -> None:
    by_day = ended.startswith("2026-03-02")
    clock.move_to(datetime.fromisoformat(ended))
    mails()
    if by_day:
        monkeypatch.setattr(scores, "waits_for_transcripts", lambda *_: True)
    take(person, plan(person, scheduledAt=ended))
    sent = mails()
    clock.shift(SCORED_WITHIN.total_seconds())
    assert [mail["Subject"] for mail in [*sent, *mails()]] == ["One step left: send your interview"]
    monkeypatch.undo()
    clock.shift(timedelta(hours=1 if by_day else 10).total_seconds())
    assert [mail["Subject"] for mail in mails()] == ["Your interview result is here"]


@pytest.mark.parametrize(
    ("answered", "subject", "words"),
    [
        (0, "Su entrevista todavía no tiene respuestas", "terminó antes de que respondiera una pregunta"),
        (1, "Falta un paso: envíe su entrevista", "Tenemos su respuesta a 1 de 5 preguntas"),
        (3, "Falta un paso: envíe su entrevista", "Tenemos sus respuestas a 3 de 5 preguntas"),
        (5, "Falta un paso: envíe su entrevista", "Ya tenemos todas sus respuestas"),
    ],
)
def test_mail_says_how_much_was_answered(maria: Person, mails: Any, answered: int, subject: str, words: str) -> None:
    mails()
    take(maria, plan(maria, scheduledAt="2026-03-02T15:00:00Z"), {**CONSENT, "aiScoring": False}, answered)
    [received] = mails()
    plain, html = mail_bodies(received)
    assert received["Subject"] == subject
    assert words in plain
    assert ("todas sus respuestas" in plain) == (answered == 5)
    assert ("/video-interview-prep" in html) == (answered == 0)
    assert ("Nadie tiene su entrevista" in plain) == (answered > 0)
    assert notices(maria) == ["interview_received" if answered else "interview_unanswered"]


def test_mail_of_a_score_says_from_how_many_answers_it_comes(person: Person, mails: Any) -> None:
    mails()
    created = plan(person, scheduledAt="2026-03-02T15:00:00Z")
    take(person, created, answered=3)
    [scored] = mails()
    report = person.get(f"/api/interviews/{created['id']}")["report"]
    levels = [one["level"] for one in report["competencies"]]
    read = sum(level is not None for level in levels)
    assert 0 < read < len(levels)
    assert f"out of 100, from {read} of {len(levels)} answers." in mail_bodies(scored)[0]


@pytest.mark.parametrize("has_reader", [False, True])
def test_mail_gives_a_date_for_a_review_only_if_an_operator_can_do_it(
    person: Person, mails: Any, settings: Settings, has_reader: bool
) -> None:
    appoint(settings, "maya@example.com")
    if not has_reader:
        appoint(settings, "maya@example.com", dismiss=True)
    mails()
    take(person, plan(person, scheduledAt="2026-03-02T15:00:00Z"), {**CONSENT, "aiScoring": False})
    [received] = [mail for mail in mails() if mail["Subject"] == "One step left: send your interview"]
    plain, _ = mail_bodies(received)
    assert ("We aim to do that by" in plain) == has_reader
    assert ("An employer you send your interview to can watch them." in plain) != has_reader
    assert [one["hasReader"] for one in person.get(f"/api/users/{person.id}/interviews")] == [has_reader]


def test_human_review_is_mailed_during_the_day(
    maria: Person, mails: Any, clock: Any, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DAYSHIFT_DATABASE_URL", settings.database)
    monkeypatch.setenv("DAYSHIFT_DATA_DIR", str(settings.data_dir))
    created = plan(maria, scheduledAt="2026-03-02T15:00:00Z")
    take(maria, created)
    mails()
    clock.move_to(datetime(2026, 3, 3, 4, tzinfo=UTC))  # 23:00 in New York.
    levels = [part for question in created["questions"] for part in ("--level", f"{question['competency']}=4")]
    settled = CliRunner().invoke(main, ["scores", "settle", created["id"], "--by", "Dana R.", *levels])
    assert settled.exit_code == 0, settled.output
    assert mails() == []
    assert notices(maria)[0] == "interview_reviewed"
    clock.shift(10 * 3600)
    [read] = mails()
    assert read["Subject"] == "Una persona leyó su entrevista"
    assert "/interviews" in mail_bodies(read)[0]


def test_score_is_not_mailed_at_night(person: Person, mails: Any, clock: Any) -> None:
    clock.move_to(datetime(2026, 3, 3, 4, tzinfo=UTC))  # 23:00 in New York.
    mails()
    take(person, plan(person, scheduledAt="2026-03-03T04:00:00Z"))
    assert [mail["Subject"] for mail in mails()] == ["One step left: send your interview"]
    clock.shift(10 * 3600)
    assert [mail["Subject"] for mail in mails()] == ["Your interview result is here"]


def test_unsubscribing_stops_only_interview_result_mails(person: Person, mails: Any, client: TestClient) -> None:
    mails()
    take(person, plan(person, scheduledAt="2026-03-02T15:00:00Z"))
    link = mails()[0]["List-Unsubscribe"].strip("<>").removeprefix("http://127.0.0.1:8000")
    assert client.post(link).status_code == 200
    key = person.get("/api/notifications/wants")["key"]
    preferences = client.get(f"/api/notifications/wants/{key}").json()
    assert preferences == {
        "address": "maya@example.com", "reminders": True, "interviews": False, "matches": True,
        "texts": False, "textable": False,
    }  # fmt: skip
    take(person, plan(person, scheduledAt="2026-03-02T15:01:00Z"))
    assert mails() == []
    plan(person)
    assert [mail["Subject"][:20] for mail in mails()] == ["Interview scheduled:"]


def test_missed_interview_is_mailed(person: Person, mails: Any, clock: Any, client: TestClient) -> None:
    from dayshift.interviews.room import schedule

    assert client.portal is not None
    client.portal.call(server_services(client).db.write, schedule)
    plan(person)
    mails()
    clock.move_to(datetime(2026, 3, 3, 16, 6, tzinfo=UTC))
    [missed] = mails()
    assert missed["Subject"] == "We missed you: Tuesday, March 3, 9:00 AM EST"
    assert entry(missed)[0] == "CANCEL"
    assert notices(person)[0] == "interview_missed"


def test_mails_are_in_the_users_language(maria: Person, mails: Any) -> None:
    [welcome] = mails()
    assert welcome["Subject"] == "Le damos la bienvenida a Dayshift, María"
    assert "/login" in mail_bodies(welcome)[1]
    maria.post("/api/auth/verify-email/start")
    [code] = mails()
    assert "código" in code["Subject"]
    plan(maria)
    [planned] = mails()
    assert planned["Subject"] == "Entrevista agendada: martes, 3 de marzo, 9:00 a.m., hora oriental"


def test_new_matches_are_mailed_weekly_at_most(client: TestClient, person: Person, mails: Any, clock: Any) -> None:
    query = "Line cook in a restaurant near 10001, mornings and weekends"
    person.post("/api/job-searches", {"userId": person.id, "searchQuery": query})
    person.call("PATCH", "/api/auth/step", {"step": 2, "data": {"jobSearchPrompt": query}})
    answers = {"employment_type": "full-time", "experience": "2-5", "availability": "weekday-mornings,weekends",
               "hourly_rate": "18", "start_date": "immediately", "zip_code": "10001"}  # fmt: skip
    for question, chosen in answers.items():
        person.post("/api/user-responses", {"userId": person.id, "questionType": question, "answer": chosen})
    mails()
    clock.shift(5 * 86400)
    assert client.portal is not None
    client.portal.call(server_services(client).db.write, import_sample, now())
    assert person.get("/api/matches")["totalMatches"] > 0
    assert mails() == []
    clock.shift(2 * 86400 + 60)
    [weekly_mail] = mails()
    assert "fit what you're looking for" in weekly_mail["Subject"]
    assert "kind=matches" in weekly_mail["List-Unsubscribe"]
    text, html = mail_bodies(weekly_mail)
    best = person.get("/api/matches")["jobs"][0]
    assert re.search(rf"\n{best['title']}: http://.*/jobs/{best['id']}\r\n\$.* an hour, about .* miles\r\n", text)
    assert f'/jobs/{best["id"]}">{best["title"]}</a><br>$' in html
    assert html.count('class="button"') == 1
    assert html.index("/matches") > html.index('class="button"') > html.index(best["id"])
    assert notices(person)[0] == "matches"
    clock.shift(6 * 86400)
    assert mails() == []
    key = person.get("/api/notifications/wants")["key"]
    assert client.patch(f"/api/notifications/wants/{key}", json={"matches": False}).json()["matches"] is False
    clock.shift(2 * 86400)
    assert mails() == []


def test_weekly_mail_continues_after_permanent_failure(
    client: TestClient, person: Person, mails: Any, clock: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert client.portal is not None
    db = server_services(client).db

    def states() -> list[str]:
        query = select(tasks.c.state).where(tasks.c.kind == TELL).order_by(tasks.c.due_at)
        return list(client.portal.call(db.read, lambda tx: list(tx.execute(query).scalars())))

    def fail(*_: object) -> None:
        raise RuntimeError("matching is broken")

    mails()
    with monkeypatch.context() as patch:
        patch.setattr("dayshift.notifications.matches.job_search_of", fail)
        clock.shift(7 * 86400 + 60)
        for _ in range(12):
            mails()
            clock.shift(900)
    assert states() == ["dead", "ready"]
    for _ in range(3):
        clock.shift(7 * 86400)
        mails()
        assert states().count("ready") == 1, "each person has one weekly task"
    assert "dead" not in states()


def test_mails_go_to_own_address_without_user_supplied_text(person: Person, mails: Any) -> None:
    """Signing up with someone else's address must not allow writing to them."""
    mails()
    spam_text = "Congratulations, call 212 555 0142 now"
    body = {"userId": person.id, "jobTitle": spam_text, "candidateName": "You won", "scheduledAt": NINE}
    rejected = person.call("POST", "/api/interviews", {**body, "candidateEmail": "victim@example.com"})
    assert (rejected.status_code, list(rejected.json()["fields"])) == (422, ["candidateEmail"])
    assert mails() == []
    plan(person, **body)
    [planned] = mails()
    assert planned["To"].addresses[0].addr_spec == "maya@example.com"
    full_text = planned.as_string() + "".join(mail_bodies(planned))
    assert "Congratulations" not in full_text
    assert "You won" not in full_text


def test_known_job_title_is_mailed_to_unverified_address(person: Person, mails: Any) -> None:
    mails()
    plan(person, jobTitle="Bartender")
    [planned] = mails()
    assert "for Bartender" in mail_bodies(planned)[0]


def test_preferences_key_of_unverified_address_expires(
    person: Person, client: TestClient, clock: Any, mails: Any
) -> None:
    key = person.get("/api/notifications/wants")["key"]
    assert client.get(f"/api/notifications/wants/{key}").json()["address"] == "maya@example.com"
    clock.shift(3601)
    assert client.get(f"/api/notifications/wants/{key}").status_code == 404
    assert client.post(f"/api/notifications/unsubscribe/{key}").status_code == 404
    mails()
    take(person, plan(person, scheduledAt="2026-03-02T16:10:00Z"))
    link = mails()[0]["List-Unsubscribe"].strip("<>").removeprefix("http://127.0.0.1:8000")
    clock.shift(300 * 86400)
    assert client.post(link).status_code == 200, "links in mails stay valid because they prove access to the mailbox"


def test_notices_are_marked_as_seen(person: Person, mails: Any) -> None:
    plan(person)
    mails()
    assert [notice["seen"] for notice in person.get("/api/notices")["notices"]] == [False]
    person.post("/api/notices/seen")
    [notice] = person.get("/api/notices")["notices"]
    assert (notice["seen"], notice["data"]["job"]) == (True, "Bartender")


@given(st.datetimes(datetime(2026, 1, 1), datetime(2027, 12, 31), timezones=st.just(UTC)), st.integers(1, 20))  # noqa: DTZ001
def test_response_deadline_is_a_business_day(ended: datetime, days: int) -> None:
    by = answer_by(ended, days)
    assert by.weekday() < 5
    between = (ended + timedelta(days=n) for n in range(1, (by - ended).days + 1))
    assert sum(is_business_day(day.date()) for day in between) == days


def test_notices_are_deleted_with_their_user(person: Person, mails: Any, client: TestClient) -> None:
    from sqlalchemy import func, select

    from dayshift.notifications.models import notices as table
    from dayshift.privacy.erase import erase_user

    plan(person)
    mails()

    def count(tx: Tx) -> int:
        return tx.execute(select(func.count()).select_from(table)).scalar_one()

    assert client.portal is not None
    db = server_services(client).db
    assert client.portal.call(db.read, count) == 1
    client.portal.call(db.write, erase_user, person.id)
    assert client.portal.call(db.read, count) == 0
