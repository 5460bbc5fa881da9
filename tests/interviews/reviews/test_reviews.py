"""Human review, on request or instead of AI scoring, over HTTP and the command line."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient
from typer.testing import CliRunner, Result

from dayshift.cli import main
from dayshift.core.tasks import Worker
from dayshift.settings import Settings
from tests.interviews.room.test_interviews import CONSENT, answer, begin, drain, make
from tests.people import Person


@pytest.fixture
def run(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Runs operator commands on this installation while its server runs."""
    monkeypatch.setenv("DAYSHIFT_DATABASE_URL", settings.database)
    monkeypatch.setenv("DAYSHIFT_DATA_DIR", str(settings.data_dir))

    def call(*arguments: str) -> Result:
        return CliRunner().invoke(main, ["scores", *arguments])

    return call


def completed(person: Person, *, ai_scoring: bool = True) -> Any:
    interview = begin(person, ai_scoring=ai_scoring)["interview"]
    for order in range(1, 5):
        answer(person, interview, order)
    return person.post(f"/api/interviews/{interview['id']}/complete")["interview"]


def levels_of(interview: Any, *given: str) -> list[str]:
    names = [question["competency"] for question in interview["questions"]]
    return [part for name, level in zip(names, given, strict=True) for part in ("--level", f"{name}={level}")]


def queue(run: Any) -> list[Any]:
    rows: list[Any] = json.loads(run("queue", "--json").stdout)
    return rows


def test_human_review_is_added_next_to_the_score(client: TestClient, person: Person, worker: Worker, run: Any) -> None:
    interview = completed(person)
    drain(client, worker)
    path = f"/api/interviews/{interview['id']}"
    assert person.get(f"{path}/review")["review"] is None
    for note in ("It missed my years at the diner.", None):
        requested = person.post(f"{path}/review", {"note": note}, expect=201)
    assert requested["awaitsPerson"]
    assert (requested["review"]["note"], requested["review"]["settledAt"]) == ("It missed my years at the diner.", None)
    assert [(row["interview"], row["why"]) for row in queue(run)] == [(interview["id"], "the candidate asked")]
    before = person.get(path)
    settled = run("settle", interview["id"], "--by", "Dana R.", "--comment", "I read it.", *levels_of(before, *"5443"))
    assert settled.exit_code == 0, settled.stderr
    assert queue(run) == []
    found = person.get(f"{path}/review")
    assert not found["awaitsPerson"]
    review = found["review"]
    assert (review["reviewer"], review["total"], review["comment"]) == ("Dana R.", 80, "I read it.")
    assert [rating["level"] for rating in review["ratings"]] == [5, 4, 4, 3]
    assert review["ratings"][0]["levelText"] == person.get(f"{path}/rubric")["questions"][0]["levels"][4]["text"]
    after = person.get(path)
    assert (after["aiScore"], after["aiSummary"]) == (before["aiScore"], before["aiSummary"])
    assert "human ratings" in run("audit").stdout
    assert " levels" in run("audit").stdout


def test_review_can_be_requested_again(person: Person, run: Any) -> None:
    interview = completed(person)
    path = f"/api/interviews/{interview['id']}/review"
    run("settle", interview["id"], "--by", "Dana R.", *levels_of(interview, "4", "none", "none", "none"))
    first = person.get(path)["review"]
    assert (first["askedAt"], first["total"]) == (None, None)
    again = person.post(path, {}, expect=201)
    assert again["awaitsPerson"]
    assert again["review"]["settledAt"] is None
    run("settle", interview["id"], "--by", "Lee", *levels_of(interview, *"4444"))
    assert person.get(path)["review"]["reviewer"] == "Lee"


def test_review_requires_own_completed_interview(client: TestClient, person: Person, run: Any) -> None:
    created = make(person)
    assert person.post(f"/api/interviews/{created['id']}/review", {}, expect=409)["code"] == "not_completed"
    other = Person.register(client, "other@example.com")
    other.post(f"/api/interviews/{created['id']}/review", {}, expect=404)
    assert other.call("GET", f"/api/interviews/{created['id']}/review").status_code == 404
    rejected = run("settle", created["id"], "--by", "Dana", *levels_of(created, *"3333"))
    assert "is not completed" in str(rejected.exception)
    assert "there is no interview nobody" in str(run("settle", "nobody", "--by", "D", "--level", "a=1").exception)


@pytest.mark.parametrize(
    ("given", "error"),
    [
        (["--level", "Availability=3"], "give a level for each of"),
        (["--level", "Availability=good"], "COMPETENCY=1..5"),
    ],
)
def test_invalid_levels_are_rejected(person: Person, run: Any, given: list[str], error: str) -> None:
    interview = completed(person)
    rejected = run("settle", interview["id"], "--by", "Dana", *given)
    assert rejected.exit_code == 1
    assert error in str(rejected.exception)
    too_high = run("settle", interview["id"], "--by", "Dana", *levels_of(interview, *"4446"))
    assert "a level is one of 1, 2, 3, 4, 5" in str(too_high.exception)
    assert person.get(f"/api/interviews/{interview['id']}/review")["review"] is None


def test_interview_without_ai_scoring_awaits_human_review(
    client: TestClient, person: Person, worker: Worker, run: Any
) -> None:
    interview = completed(person, ai_scoring=False)
    drain(client, worker)
    saved = person.get(f"/api/interviews/{interview['id']}")
    assert (saved["scoring"], saved["aiScore"], saved["awaitsPerson"]) == ("declined", None, True)
    assert [row["why"] for row in queue(run)] == ["no AI scoring wanted"]
    form = run("show", interview["id"]).stdout
    assert "Nobody left, and my manager asked me to train two new servers." in form
    assert "maya" not in form.lower()


def test_ai_scoring_can_be_turned_off_and_on(client: TestClient, person: Person, worker: Worker, run: Any) -> None:
    interview = completed(person)
    drain(client, worker)
    path = f"/api/interviews/{interview['id']}"
    scored = person.get(path)
    assert scored["scoring"] == "done"
    assert "The machine: " in run("show", interview["id"], "--scores").stdout
    assert "The machine" not in run("show", interview["id"]).stdout
    unscored = person.put(f"{path}/ai-scoring", {"wanted": False})["interview"]
    assert (unscored["scoring"], unscored["aiScore"], unscored["aiSummary"]) == ("declined", None, None)
    assert (unscored["aiScoring"], unscored["awaitsPerson"]) == (False, True)
    drain(client, worker)
    assert person.get(path)["aiScore"] is None
    rescored = person.put(f"{path}/ai-scoring", {"wanted": True})["interview"]
    assert (rescored["scoring"], rescored["awaitsPerson"]) == ("pending", True), (
        "the promised human review still takes place"
    )
    drain(client, worker)
    assert person.get(path)["aiSummary"] == scored["aiSummary"]


def test_turning_off_ai_scoring_discards_pending_score(client: TestClient, person: Person, worker: Worker) -> None:
    interview = completed(person)
    path = f"/api/interviews/{interview['id']}"
    person.put(f"{path}/ai-scoring", {"wanted": False})
    drain(client, worker)
    assert person.get(path)["aiSummary"] is None


def test_ai_scoring_choice_requires_consent_and_is_kept(person: Person) -> None:
    created = make(person)
    path = f"/api/interviews/{created['id']}"
    assert person.put(f"{path}/ai-scoring", {"wanted": False}, expect=409)["code"] == "consent_required"
    person.post(f"{path}/consent", CONSENT)
    chosen = person.put(f"{path}/ai-scoring", {"wanted": False})["interview"]
    assert (chosen["aiScoring"], chosen["scoring"], chosen["awaitsPerson"]) == (False, "none", False)


def test_ratings_of_people_are_exported_and_compared(
    client: TestClient, person: Person, worker: Worker, run: Any
) -> None:
    interview = completed(person)
    drain(client, worker)
    assert run("export").stdout == ""
    assert "no question has both" in run("agreement").stdout
    assert run("settle", interview["id"], "--by", "Dana R.", *levels_of(interview, *"544", "none")).exit_code == 0
    lines = [json.loads(line) for line in run("export").stdout.splitlines()]
    assert [line["levels"] for line in lines] == [[5], [4], [4], [0]]
    assert all(line["text"] and line["language"] == "en" and line["scorer"] for line in lines)
    exported = run("export").stdout
    assert not any(
        secret in exported for secret in ("Maya", "maya@", "Dana", interview["id"], interview["companyName"])
    )
    assert "all: " in run("agreement").stdout
    assert "language en: " in run("agreement").stdout
