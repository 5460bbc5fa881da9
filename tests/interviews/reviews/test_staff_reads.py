"""Staff of the service who read an interview with a command are in its candidate's view log."""

from starlette.testclient import TestClient

from dayshift.interviews.reviews import log_export, log_read
from tests.people import Person
from tests.staff import in_database, interviewed


def test_candidates_see_when_staff_read_their_interview(client: TestClient, person: Person) -> None:
    interview = interviewed(person)
    assert person.get("/api/privacy/data")["staffReads"] == []
    in_database(client, log_read, interview)
    in_database(client, log_export, [interview, interview], 4)
    found = person.get("/api/privacy/data")["staffReads"]
    assert [(one["interviewId"], one["exported"]) for one in found] == [(interview, True), (interview, False)]
    other = Person.register(client, "leo@example.com")
    assert other.get("/api/privacy/data")["staffReads"] == []
