"""Corrections after the end of an interview: scored again, both texts kept and in the audit log, employers told."""

from hashlib import sha256

from starlette.testclient import TestClient

from dayshift.core.tasks import Task, Worker
from dayshift.interviews.room import ai_services_of
from dayshift.interviews.room.scores import score_handler
from tests.core.test_audit import acts
from tests.interviews.room.test_interviews import STRONG, answer, begin, drain
from tests.people import Person, server_services
from tests.staff import applied, business, in_database

WEAK = "I was a sever at a dinner for free ears."


def scored_interview(client: TestClient, person: Person, worker: Worker) -> str:
    """The path of an interview with weak answers and its score."""
    interview = begin(person)["interview"]
    path = f"/api/interviews/{interview['id']}"
    for order in range(1, 5):
        answer(person, interview, order, WEAK)
    person.post(f"{path}/complete")
    drain(client, worker)
    return path


def test_correction_after_scoring_is_scored_again(client: TestClient, person: Person, worker: Worker) -> None:
    shop = business(client)
    path = scored_interview(client, person, worker)
    before = person.get(path)
    application = applied(client, person, shop.jobs[0], before["id"])
    changed = person.patch(f"{path}/responses/1", {"responseText": STRONG})["response"]
    assert (changed["originalText"], changed["corrected"]) == (WEAK, True)
    assert changed["correctedAt"]
    assert (person.get(path)["scoring"], person.get(path)["aiScore"]) == ("pending", None)  # The old one is not shown.
    drain(client, worker)
    digests = {"before": sha256(WEAK.encode()).hexdigest()[:16], "after": sha256(STRONG.encode()).hexdigest()[:16]}
    log = shop.member("owner", "Sam Okafor").call("GET", "/reports/audit.csv").text
    [row] = [line for line in log.splitlines() if "transcript.corrected" in line]
    assert digests["before"] in row
    assert digests["after"] in row
    assert STRONG not in log, "nothing is deleted from the log"
    after = person.get(path)
    assert (after["scoring"], after["report"]["correctedAnswers"]) == ("done", 1)
    assert after["report"]["competencies"][0]["quote"] in STRONG
    assert after["report"]["competencies"][0]["level"] > (before["report"]["competencies"][0]["level"] or 0)
    seen = shop.member("manager").ask("GET", f"/applications/{application}")["questions"][0]["answers"][0]
    assert (seen["text"], seen["corrected"], seen["correctedAt"]) == (STRONG, True, changed["correctedAt"])
    entries = [
        (action, details) for action, _, _, details in acts(client, "transcript.corrected", "interview.rescored")
    ]
    assert entries == [
        ("transcript.corrected", {"answer": 1, **digests, "completed": True}),
        ("interview.rescored", {"before": before["aiScore"]}),
        ("transcript.corrected", {"answer": 1, **digests}),
        ("interview.rescored", {"score": after["aiScore"], "corrected": 1}),
    ]
    assert person.patch(f"{path}/responses/1", {"responseText": STRONG})["response"] == changed
    assert len(acts(client, "transcript.corrected")) == 2, "one in the log of the service, one in the employer's"


def test_correction_during_scoring_is_not_lost(client: TestClient, person: Person, worker: Worker) -> None:
    path = scored_interview(client, person, worker)
    person.patch(f"{path}/responses/1", {"responseText": "I cooked."})
    services = server_services(client)
    handle = score_handler(services.db, ai_services_of(services))
    assert client.portal
    task = Task("one", "interviews.score", {"interview_id": path.rpartition("/")[2]}, 1, 1)
    write = client.portal.call(handle, task)
    assert write
    person.patch(f"{path}/responses/1", {"responseText": STRONG})
    in_database(client, write)
    assert person.get(path)["scoring"] == "pending"
    drain(client, worker)
    assert person.get(path)["report"]["competencies"][0]["quote"] in STRONG


def test_correction_without_ai_scoring_stays_unscored(client: TestClient, person: Person, worker: Worker) -> None:
    path = scored_interview(client, person, worker)
    person.put(f"{path}/ai-scoring", {"wanted": False})
    person.patch(f"{path}/responses/1", {"responseText": STRONG})
    drain(client, worker)
    assert (person.get(path)["scoring"], person.get(path)["aiScore"]) == ("declined", None)
    assert person.get(path)["responses"][0]["responseText"] == STRONG
