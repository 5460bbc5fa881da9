"""A person's page: walls, what the grant opens, blind first, recordings and views."""

import hashlib
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from sqlalchemy import update
from starlette.testclient import TestClient

from dayshift.core.audit import digest_of, entries
from dayshift.core.clock import now
from dayshift.core.language import COOKIE
from dayshift.core.tasks import Worker
from dayshift.hiring.applications.models import applications
from dayshift.hiring.applications.viewing import VIEW_GRACE, needed_for
from dayshift.interviews.room.models import interviews
from tests.interviews.recordings.media import VP8, record
from tests.interviews.room.test_interviews import answer, begin, drain
from tests.people import Person
from tests.staff import Business, StaffMember, applied, business, in_database, interviewed, viewed

ALL = {"video": True, "words": True, "score": True}


@pytest.fixture
def diner(client: TestClient) -> Business:
    return business(client)


def recorded(person: Person) -> str:
    """The id of a completed interview whose first answer is a recording."""
    interview = begin(person)["interview"]
    data, question = record(VP8, 2), interview["questions"][0]
    headers = {"x-sha256": hashlib.sha256(data).hexdigest(), "Content-Type": "video/webm"}
    where = f"/api/recordings/{interview['id']}/takes/1/segments/0/chunks/0"
    assert person.call("PUT", where, content=data, headers=headers).status_code == 201
    take = {"number": 1, "segments": [{"segment": 0, "count": 1, "mimeType": VP8.mime_type}]}
    said = {"questionText": question["question"], "questionId": question["id"], "responseOrder": 1}
    body = {**said, "responseText": "I ran six tables.", "durationSeconds": 2, "take": take}
    person.post(f"/api/interviews/{interview['id']}/responses", body)
    for order in range(2, 5):
        answer(person, interview, order)
    person.post(f"/api/interviews/{interview['id']}/complete")
    return str(interview["id"])


def page(member: StaffMember, application_id: str) -> Any:
    return member.ask("GET", f"/applications/{application_id}")


def watch(member: StaffMember, application_id: str) -> None:
    """Load the page and the recording of the first answer, as a browser does."""
    media = page(member, application_id)["questions"][0]["answers"][0]["media"].removeprefix("/api/desk")
    assert member.call("GET", media).status_code == 200


def levels(found: Any) -> list[Any]:
    return [question["machine"] for question in found["questions"]]


def test_a_manager_knows_from_the_start_that_the_candidate_asked_for_no_score(
    client: TestClient, person: Person, diner: Business
) -> None:
    maria = diner.member("manager")
    interview = begin(person, ai_scoring=False)["interview"]
    answer(person, interview, 1)
    person.post(f"/api/interviews/{interview['id']}/complete")
    unscored = applied(client, person, diner.jobs[0], interview["id"])
    scored = applied(client, Person.register(client, "rosa@example.com"), diner.jobs[1])
    assert [page(maria, one)["scoreDeclined"] for one in (unscored, scored)] == [True, False]


def test_the_queue_is_sorted_by_promise_and_tells_no_level(
    client: TestClient, person: Person, worker: Worker, diner: Business
) -> None:
    maria = diner.member("manager")
    interview = recorded(person)
    drain(client, worker)
    first = applied(client, person, diner.jobs[0], interview)
    second = applied(client, Person.register(client, "rosa@example.com"), diner.jobs[1])
    queue = maria.ask("GET", "/queue")
    assert [row["id"] for row in queue["rows"]] == [first, second]
    assert (queue["waiting"], queue["nextKey"]) == (2, None)
    row = queue["rows"][0]
    assert (row["firstName"], row["location"], row["answers"], row["seen"]) == ("Maya", "9th Avenue", 4, 0)
    assert row["seconds"] == pytest.approx(2, abs=0.5)
    assert len(row["topics"]) == 2
    assert "level" not in str(queue).lower()
    assert maria.call("GET", "/queue?after=nonsense").status_code == 422


def test_levels_stay_hidden_until_the_member_has_rated(
    client: TestClient, person: Person, worker: Worker, diner: Business
) -> None:
    maria, sam = diner.member("manager"), diner.member("owner", "Sam Okafor")
    application_id = applied(client, person, diner.jobs[0])
    drain(client, worker)
    found = page(maria, application_id)
    assert levels(found) == [None] * 4
    question = found["questions"][0]
    assert [anchor["level"] for anchor in question["levels"]] == [1, 2, 3, 4, 5]
    path = f"/applications/{application_id}/ratings/{question['id']}"
    revealed = maria.ask("PUT", path, {"level": 4, "comment": "Calm."})
    assert (revealed["own"]["level"], revealed["own"]["firstLevel"]) == (4, 4)
    assert revealed["machine"]["text"]
    after = page(maria, application_id)
    assert [one is not None for one in levels(after)] == [True, False, False, False]
    theirs = page(sam, application_id)["questions"][0]
    assert (theirs["machine"], theirs["others"], theirs["hidden"]) == (None, [], 1)
    told = update(interviews).values(consent_at=now() - timedelta(days=20))  # New York City's law waits no more.
    in_database(client, lambda tx: tx.execute(told))
    sent = update(applications).values(submitted_at=now() - timedelta(days=20))
    in_database(client, lambda tx: tx.execute(sent))
    seen = sam.ask("PUT", path, {"skip": True})
    assert (seen["own"]["skipped"], seen["others"][0]["level"], seen["hidden"]) == (True, 4, 0)
    assert seen["machine"]["text"]
    changed = sam.ask("PUT", path, {"level": 2})
    assert (changed["own"]["level"], changed["own"]["firstLevel"]) == (2, None)
    again = maria.ask("PUT", path, {"level": 5})
    assert (again["own"]["level"], again["own"]["firstLevel"]) == (5, 4)
    assert maria.ask("PUT", path, {"skip": True})["own"] == again["own"]
    assert maria.call("PUT", f"/applications/{application_id}/ratings/nothing", {"level": 3}).status_code == 404
    assert maria.call("PUT", path, {"level": 6}).status_code == 422


def test_the_server_logs_what_it_gives_once_a_visit(
    client: TestClient, person: Person, worker: Worker, diner: Business
) -> None:
    maria = diner.member("manager")
    application_id = applied(client, person, diner.jobs[0], recorded(person))
    drain(client, worker)

    def opened() -> list[tuple[str | None, str]]:
        about = in_database(client, lambda tx: entries(tx, subject_id=digest_of(application_id)))
        return [(one.actor_id, one.details) for one in reversed(about) if one.action == "answer.opened"]

    found = page(maria, application_id)
    page(maria, application_id)
    assert opened() == [(maria.id, '{"kind":"words"}')]
    media = found["questions"][0]["answers"][0]["media"].removeprefix("/api/desk")
    for _ in range(2):
        assert maria.call("GET", media).status_code == 200
    assert opened() == [(maria.id, '{"kind":"words"}'), (maria.id, '{"kind":"video"}')]
    with time_machine.travel(now() + timedelta(hours=2), tick=True):
        page(maria, application_id)
    assert len(opened()) == 3
    assert person.get(f"/api/applications/{application_id}")["views"] == []


def test_the_grant_decides_what_is_shown(client: TestClient, person: Person, worker: Worker, diner: Business) -> None:
    maria = diner.member("manager")
    application_id = applied(client, person, diner.jobs[0], recorded(person))
    drain(client, worker)
    own = f"/api/applications/{application_id}/shares"
    media = page(maria, application_id)["questions"][0]["answers"][0]["media"].removeprefix("/api/desk")
    assert maria.call("GET", media).content[:4] == b"\x1aE\xdf\xa3"
    part = maria.call("GET", media, headers={"Range": "bytes=0-3"})
    assert (part.status_code, part.content) == (206, b"\x1aE\xdf\xa3")
    person.put(own, {"video": False, "words": True, "score": False})
    shown = page(maria, application_id)
    assert shown["questions"][0]["answers"][0]["media"] is None
    assert shown["questions"][0]["answers"][0]["text"] == "I ran six tables."
    assert maria.call("GET", media).status_code == 404
    question = shown["questions"][1]["id"]
    assert maria.ask("PUT", f"/applications/{application_id}/ratings/{question}", {"level": 3})["machine"] is None
    person.put(own, {"video": True, "words": False, "score": True})
    assert page(maria, application_id)["questions"][0]["answers"][0]["text"] is None
    person.post(f"/api/applications/{application_id}/withdraw")
    ended = page(maria, application_id)
    assert (ended["stage"], ended["questions"], ended["contact"], ended["name"]) == ("withdrawn", [], None, "Maya")
    assert maria.call("GET", media).status_code == 404


def test_nobody_has_played_more_than_the_time_allows(client: TestClient, person: Person, diner: Business) -> None:
    maria = diner.member("manager")
    one = applied(client, person, diner.jobs[0])
    path = f"/applications/{one}/views"
    with time_machine.travel(now(), tick=False) as clock:
        page(maria, one)
        clock.shift(4)
        view = maria.ask("POST", path, {"answer": 1, "kind": "words"}, expect=201)["id"]
        clock.shift(10)
        assert maria.ask("PUT", f"{path}/{view}", {"seconds": 12}) == {"seconds": 12, "counts": True}
        claimed = maria.ask("PUT", f"{path}/{view}", {"seconds": 600})["seconds"]
    assert claimed == pytest.approx(10 + VIEW_GRACE)
    [seen] = person.get(f"/api/applications/{one}")["views"]
    assert seen["seconds"] == claimed


@pytest.mark.parametrize("kind", ["video", "words"])
def test_a_glance_does_not_count_as_viewed(
    client: TestClient, person: Person, worker: Worker, diner: Business, kind: str
) -> None:
    maria = diner.member("manager")
    application_id = applied(client, person, diner.jobs[0], recorded(person))
    drain(client, worker)
    one, answer = f"/applications/{application_id}", 1 if kind == "video" else 2
    decline = {"action": "decline", "reason": "times"}

    def counted() -> tuple[Any, ...]:
        """What the candidate is told, the stage, what the member is told, and whether a decision is possible."""
        own = person.get(f"/api/applications/{application_id}")
        listed = person.get("/api/applications")["applications"][0]
        seen = maria.ask("GET", "/queue")["rows"][0]["seen"]
        preview = " ".join(maria.ask("POST", f"{one}/preview", decline)["letter"]["paragraphs"])
        reply = maria.call(
            "POST", f"{one}/moves", decline, headers={"If-Match": str(own["version"]), "Idempotency-Key": "decision-1"}
        )
        told = any(move["action"] == "view" for move in own["moves"])
        return (
            own["stage"],
            told,
            own["views"][0]["counts"],
            listed["views"],
            seen,
            "1 of" in preview,
            reply.status_code,
        )

    with time_machine.travel(now(), tick=False) as clock:
        watch(maria, application_id)
        view = maria.ask("POST", f"{one}/views", {"answer": answer, "kind": kind}, expect=201)
        assert (view["counts"], view["stage"], view["version"]) == (False, "submitted", 1)
        clock.shift(0.7)
        assert not maria.ask("PUT", f"{one}/views/{view['id']}", {"seconds": 0.7})["counts"]
        assert counted() == ("submitted", False, False, 0, 0, False, 409)
        clock.shift(5)
        played = maria.ask("PUT", f"{one}/views/{view['id']}", {"seconds": 5.7})
        assert played["counts"]
        assert played["seconds"] == (pytest.approx(2, abs=0.5) if kind == "video" else 5.7)
        assert counted() == ("in_review", True, True, 1, 1, True, 200)


@pytest.mark.parametrize(("length", "needed"), [(None, 5), (60, 5), (10, 5), (4, 2), (0, 0)])
def test_an_answer_counts_from_five_seconds_or_half_of_it(length: float | None, needed: float) -> None:
    assert needed_for(length) == needed


def test_views_are_recorded_until_the_candidate_withdraws(
    client: TestClient, person: Person, worker: Worker, diner: Business
) -> None:
    maria = diner.member("manager")
    application_id = applied(client, person, diner.jobs[0], recorded(person))
    drain(client, worker)
    path = f"/applications/{application_id}/views"
    with time_machine.travel(now(), tick=False) as clock:
        watch(maria, application_id)
        view = maria.ask("POST", path, {"answer": 1, "kind": "video"}, expect=201)
        clock.shift(2)
        for seconds in (1.5, 0.5):  # A heartbeat that arrives late takes nothing back.
            maria.ask("PUT", f"{path}/{view['id']}", {"seconds": seconds})
    [seen] = person.get(f"/api/applications/{application_id}")["views"]
    assert (seen["name"], seen["kind"], seen["seconds"], seen["answer"]) == ("Maria Ortiz", "video", 1.5, 1)
    assert maria.ask("GET", "/queue")["rows"][0]["seen"] == 1
    other = diner.member("owner", "Sam Okafor")
    assert other.call("PUT", f"{path}/{view['id']}", {"seconds": 2}).status_code == 404
    assert maria.call("POST", path, {"answer": 9, "kind": "video"}).status_code == 404
    person.post(f"/api/applications/{application_id}/withdraw")
    assert maria.call("PUT", f"{path}/{view['id']}", {"seconds": 2}).status_code == 404
    assert maria.call("POST", path, {"answer": 1, "kind": "video"}).status_code == 404


def test_roles_locations_and_employers_are_walls(client: TestClient, person: Person, diner: Business) -> None:
    application_id = applied(client, person, diner.jobs[0])
    here = diner.member("manager", "Maria Ortiz", [diner.locations[0]])
    elsewhere = diner.member("manager", "Sam Okafor", [diner.locations[1]])
    reviewer = diner.member("reviewer", "Theo Grant")
    stranger = business(client, "Hotel Marmalade").member("owner", "Vera Lang")
    assert page(here, application_id)["contact"]["email"] == "maya@example.com"
    calls: list[tuple[str, str, Any]] = [
        ("GET", f"/applications/{application_id}", None),
        ("GET", f"/applications/{application_id}/answers/1/media", None),
        ("POST", f"/applications/{application_id}/views", {"answer": 1, "kind": "words"}),
        ("PUT", f"/applications/{application_id}/ratings/x", {"level": 3}),
    ]
    for method, path, body in calls:
        for member in (elsewhere, reviewer, stranger):
            assert member.call(method, path, body).status_code == 404
        assert client.request(method, f"/api/desk{path}", json=body).status_code == 401
        assert person.call(method, f"/api/desk{path}", body).status_code == 401
    for member in (elsewhere, reviewer, stranger):
        assert member.ask("GET", "/queue")["waiting"] == 0
    assert here.ask("GET", "/queue")["waiting"] == 1


def test_the_queue_has_pages(client: TestClient, diner: Business) -> None:
    maria = diner.member("manager")
    ids = []
    for number in range(23):
        person = Person.register(client, f"rosa{number}@example.com")
        ids.append(applied(client, person, diner.jobs[0], interviewed(person)))
    first = maria.ask("GET", "/queue")
    second = maria.call("GET", "/queue", params={"after": first["nextKey"]}).json()
    assert sorted(row["id"] for row in [*first["rows"], *second["rows"]]) == sorted(ids)
    assert (first["waiting"], len(first["rows"]), second["nextKey"]) == (23, 20, None)


def test_other_applications_with_the_same_employer_are_history_for_those_who_may_see_them(
    client: TestClient, person: Person, diner: Business
) -> None:
    interview = interviewed(person)
    first, second = (applied(client, person, job, interview) for job in diner.jobs)
    elsewhere = business(client, "Hotel Marmalade")
    applied(client, person, elsewhere.jobs[0], interview)
    maria, owner = diner.member("manager", locations=diner.locations[:1]), diner.member("owner", "Ana Whitlock")
    written = {"Idempotency-Key": "message-1"}
    said = person.call(
        "POST", f"/api/applications/{first}/messages", json={"text": "I can start Monday."}, headers=written
    )
    assert said.status_code == 201
    viewed(client, maria, first)

    (earlier,) = page(owner, second)["earlier"]
    assert (earlier["id"], earlier["title"], earlier["location"]) == (first, "Restaurant Server", "9th Avenue")
    assert [move["toStage"] for move in earlier["moves"]] == ["submitted", "in_review"]
    assert earlier["messages"] == 1
    assert [one["id"] for one in page(owner, first)["earlier"]] == [second]
    assert page(maria, first)["earlier"] == []  # Hers is another location.

    theo = diner.member("reviewer", "Theo Grant")
    owner.ask("PUT", f"/applications/{second}/reviewers/{theo.id}")
    assert page(theo, second)["earlier"] == []
    owner.ask("PUT", f"/applications/{first}/reviewers/{theo.id}")
    (earlier,) = page(theo, second)["earlier"]
    assert earlier["messages"] == 0  # Messages are for those who hire.
    assert [one["text"] for one in page(maria, first)["messages"]] == ["I can start Monday."]
    assert page(theo, first)["messages"] == []


def test_questions_and_levels_come_in_each_language(client: TestClient, person: Person, diner: Business) -> None:
    application_id = applied(client, person, diner.jobs[0])
    for question in page(diner.member("manager"), application_id)["questions"]:
        (other,) = question["translations"]
        assert (question["language"], other["language"]) == ("en", "es")
        assert [level["level"] for level in other["levels"]] == [level["level"] for level in question["levels"]]
        assert other["text"] != question["text"]
        assert other["asked"] == [other["text"]] * len(question["answers"])


@pytest.mark.parametrize("has_report", [False, True])
def test_what_to_listen_for_is_named_in_the_language_of_the_reader(
    client: TestClient, person: Person, worker: Worker, diner: Business, has_report: bool
) -> None:
    application_id = applied(client, person, diner.jobs[0])
    if has_report:
        drain(client, worker)
    maria = diner.member("manager")
    names = {
        one["competency"]: one["translations"][0]["competency"] for one in page(maria, application_id)["questions"]
    }
    (row,) = maria.ask("GET", "/queue")["rows"]
    client.cookies.set(COOKIE, "es")
    (spanish,) = maria.ask("GET", "/queue")["rows"]
    assert spanish["topics"] == [names[topic] for topic in row["topics"]] != row["topics"]
