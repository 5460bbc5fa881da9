"""What is understood of a search, the quick questions it answers, and its matches."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.testclient import TestClient

from dayshift.knowledge.occupations import MIN_FIT, occupations, parse_search
from dayshift.matching.matches.prefill import conflicting_questions, prefilled_answers
from dayshift.matching.matches.score import MATCH, role_cap
from dayshift.matching.onboarding.quick_questions import canonical
from tests.matching.onboarding.test_onboarding import load_jobs, onboard, step
from tests.people import Person

pytestmark = pytest.mark.both_engines


@pytest.mark.parametrize(
    ("text", "offers"),
    [
        ("server", {}),
        ("server, evenings near downtown, $18", {"availability": "weekday-evenings", "hourly_rate": "18"}),
        (
            "weekend barista in Austin, TX full time right away, 2 years experience",
            {
                "employment_type": "full-time",
                "experience": "2-5",
                "availability": "weekends",
                "start_date": "immediately",
                "zip_code": "78756",
            },
        ),
        ("cook 12.50 an hour, no experience", {"experience": "0-1", "hourly_rate": "15"}),
        ("electrician, $48.75 an hour", {"hourly_rate": "35"}),
        ("mesera de noche en Queens", {"availability": "night-shifts", "zip_code": "11432"}),
        ("cook near 10001, $18", {"hourly_rate": "18", "zip_code": "10001"}),
        ("any shift, dishwasher", {"availability": "very-flexible"}),
        ("server near downtown Chicago", {"zip_code": "60608"}),
        ("dishwasher in a kitchen in the bronx", {"zip_code": "10460"}),
        ("cook in st louis", {"zip_code": "63108"}),
        ("host near nyc", {"zip_code": "10001"}),
        ("mesera en el centro de Houston", {"zip_code": "77202"}),
        # Lowercase "hampton", "reading" and "orange" are ordinary words.
        ("host at hampton inn, reading books in orange", {}),
    ],
)
def test_a_search_offers_what_it_says_and_nothing_else(text: str, offers: dict[str, str]) -> None:
    assert prefilled_answers(parse_search(text)) == offers


@given(st.text(alphabet=st.characters(codec="utf-8"), max_size=120) | st.from_regex(r"\$[0-9]{1,5} [a-z ]{0,30}"))
def test_every_offer_is_an_answer_as_it_would_be_stored(text: str) -> None:
    for question, answer in prefilled_answers(parse_search(text)).items():
        assert canonical(question, answer) == answer


def test_suggested_answers_are_not_stored(person: Person) -> None:
    step(person, 2, {"jobSearchPrompt": "server, evenings near downtown, $18"})
    found = person.get("/api/wish")
    assert found["titles"][0] == {"title": "Server", "score": 1.0}
    assert {offer["questionType"]: offer["answer"] for offer in found["offers"]} == {
        "availability": "weekday-evenings",
        "hourly_rate": "18",
    }
    assert found["placeSaid"] == "downtown"
    assert person.get(f"/api/user-responses/{person.id}") == []


def test_a_text_is_interpreted_while_it_is_typed_and_not_stored(person: Person) -> None:
    step(person, 2, {"jobSearchPrompt": "server, $18"})
    found = person.post("/api/wish", {"text": "line cook near 10001, weekends, $20"})
    assert found["titles"][0] == {"title": "Line Cook", "score": 1.0}
    assert {offer["questionType"]: offer["answer"] for offer in found["offers"]} == {
        "availability": "weekends",
        "hourly_rate": "20",
        "zip_code": "10001",
    }
    assert (found["city"], found["conflicts"]) == ("New York", [])
    assert person.get("/api/wish")["text"] == "server, $18"
    assert person.call("POST", "/api/wish", {"text": "   "}).status_code == 422


def test_without_a_search_nothing_is_understood(person: Person) -> None:
    found = person.get("/api/wish")
    nothing = {"text": "", "titles": [], "understood": False, "suggested": [], "offers": [], "placeSaid": None}
    assert found == {**nothing, "conflicts": [], "city": None, "country": None}


def test_a_newer_search_names_the_answers_that_it_contradicts(client: TestClient, person: Person) -> None:
    onboard(person, "server")
    assert person.get("/api/wish")["conflicts"] == []
    step(person, 2, {"jobSearchPrompt": "server, $25/hr in Brooklyn, nights"})
    found = person.get("/api/wish")
    assert set(found["conflicts"]) == {"hourly_rate", "availability", "zip_code"}
    assert found["city"] == "Brooklyn"
    for offer in found["offers"]:
        person.call("POST", "/api/user-responses", json={**offer, "userId": person.id})
    assert person.get("/api/wish")["conflicts"] == []


def test_another_zip_code_of_the_same_city_is_no_contradiction() -> None:
    assert conflicting_questions({"zip_code": "10001"}, {"zip_code": "10027"}) == []
    assert conflicting_questions({"zip_code": "10001"}, {"zip_code": "60601"}) == ["zip_code"]


def test_a_search_for_work_that_is_not_known_is_told_before_anything_else_is_asked(person: Person) -> None:
    step(person, 2, {"jobSearchPrompt": "gatekeeper"})
    found = person.get("/api/wish")
    assert (found["text"], found["understood"]) == ("gatekeeper", False)
    assert len(found["suggested"]) >= 1
    step(person, 2, {"jobSearchPrompt": found["suggested"][0]})
    assert person.get("/api/wish")["understood"]


def test_occupation_names_use_the_users_language(client: TestClient, person: Person) -> None:
    load_jobs(client)
    onboard(person, "mesero")
    client.cookies.set("dayshift_language", "es")
    near = {
        reason["near"]
        for job in person.get("/api/matches")["jobs"]
        for reason in (factor["reason"] for factor in job["factors"])
        if reason["code"] == "role_sibling"
    }
    assert near == {"Mesero"}
    assert person.get("/api/wish")["titles"][0] == {"title": "Mesero", "score": 1.0}
    step(person, 2, {"jobSearchPrompt": "gatekeeper"})
    for suggested in person.get("/api/wish")["suggested"]:
        assert suggested in {entry.spanish for entry in occupations().values()}


def test_a_search_that_fits_nothing_says_so_and_suggests(client: TestClient, person: Person) -> None:
    load_jobs(client)
    onboard(person, "gatekeeper")
    found = person.get("/api/matches")
    assert (found["totalMatches"], found["understood"]) == (0, False)
    assert len(found["suggested"]) >= 1
    onboard(person, "server")
    found = person.get("/api/matches")
    assert (found["understood"], found["suggested"]) == (True, [])


def test_matches_can_be_filtered_sorted_and_paginated(client: TestClient, person: Person) -> None:
    load_jobs(client)
    onboard(person, "restaurant or hotel", availability="very-flexible")

    def jobs(query: str) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = person.get(f"/api/matches?limit=100&{query}")["jobs"]
        return found

    all_matches = person.get("/api/matches?limit=100")
    assert all_matches["shown"] == all_matches["totalMatches"] == len(all_matches["jobs"]) > 10
    paid = jobs("leastPay=20")
    assert paid == [job for job in all_matches["jobs"] if (job["pay"]["low"] or job["pay"]["high"] or 0) >= 20]
    assert 0 < len(paid) < len(all_matches["jobs"])
    near = jobs("mostMiles=3&employmentType=full-time&category=hospitality")
    assert all(
        (job["distanceMiles"] or 0) <= 3 and job["category"] == "hospitality" and job["employmentType"] == "full-time"
        for job in near
    )
    assert all(set(job["shifts"]) <= {"weekends", "holidays"} for job in jobs("shifts=weekends&shifts=holidays"))
    by_pay = [min(filter(None, job["pay"].values()), default=0) for job in jobs("sort=pay")]
    assert by_pay == sorted(by_pay, reverse=True)
    assert jobs("sort=newest")[0]["id"] == max(job["id"] for job in all_matches["jobs"])
    paged = [job for offset in range(0, 200, 7) for job in person.get(f"/api/matches?limit=7&offset={offset}")["jobs"]]
    assert paged == all_matches["jobs"]


@pytest.mark.parametrize("query", ["sort=random", "limit=0", "limit=101", "category=pirate", "shifts=noon", "x=1"])
def test_invalid_match_query_is_rejected(person: Person, query: str) -> None:
    assert person.call("GET", f"/api/matches?{query}").status_code == 422


def test_matches_need_all_answers(person: Person) -> None:
    reply = person.call("GET", "/api/matches")
    assert (reply.status_code, reply.json()["code"]) == (409, "answers_missing")


def test_an_empty_catalogue_is_said_plainly(person: Person) -> None:
    onboard(person)
    found = person.get("/api/matches")
    assert (found["totalMatches"], found["avgMatch"], found["catalogueEmpty"]) == (0, None, True)


def test_matches_are_real_and_explained(client: TestClient, person: Person) -> None:
    load_jobs(client)
    onboard(person)
    found = person.get("/api/matches")
    assert found["totalMatches"] > 0
    assert found["place"]["state"] == "NY"
    scores = [job["score"] for job in found["jobs"]]
    assert scores == sorted(scores, reverse=True)
    assert min(scores) >= 60
    assert found["perfectMatches"] == sum(score >= 95 for score in scores)
    for job in found["jobs"]:
        points = sum(factor["points"] for factor in job["factors"])
        assert job["score"] <= points + 1e-9
        assert job["cap"] is not None or job["score"] == int(points + 1e-9)
        assert {factor["name"] for factor in job["factors"]} == {"role", "pay", "schedule", "distance", "experience"}
        assert job["distanceMiles"] is None or job["distanceMiles"] <= 25


def test_a_zip_code_far_from_any_job_finds_none(client: TestClient, person: Person) -> None:
    load_jobs(client)
    onboard(person, zip_code="59301")
    found = person.get("/api/matches")
    assert (found["totalMatches"], found["catalogueEmpty"], found["jobs"]) == (0, False, [])
    assert found["place"] == {"city": "Miles City", "state": "MT"}


def test_a_zip_code_that_is_nowhere_is_no_error(client: TestClient, person: Person) -> None:
    load_jobs(client)
    onboard(person, zip_code="00000")
    assert person.get("/api/matches")["place"] is None


def test_a_search_is_understood_from_the_fit_that_makes_a_match() -> None:
    assert role_cap(MIN_FIT) == MATCH


def test_matches_say_what_the_law_asks_for(client: TestClient, person: Person) -> None:
    load_jobs(client)
    onboard(person, "security guard", availability="very-flexible")
    jobs = person.get("/api/matches?limit=100")["jobs"]
    needed = [job for job in jobs if job["needs"]]
    assert {need["source"] for job in needed for need in job["needs"]} == {"N.Y. Gen. Bus. Law art. 7-A"}
    client.cookies.set("dayshift_language", "es")
    spanish = person.get("/api/matches?limit=100")["jobs"]
    texts = {need["text"] for job in spanish for need in job["needs"]}
    assert texts == {"Licencia o registro de guardia de seguridad"}
