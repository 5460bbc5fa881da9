"""Places in countries that are not served are named and refused at every door, and not taken for American ones."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from dayshift.jobs.catalog import Feed, import_feed
from dayshift.jobs.feeds.normalise import Quarantined, Rules, normalise
from dayshift.jobs.feeds.posting import PostedPlace, Posting
from dayshift.knowledge.occupations import country_in, gazetteer, parse_search, read_typed, serve_countries
from tests.matching.onboarding.test_onboarding import ANSWERS, STEP_3, step
from tests.notifications.test_interviews import mails
from tests.people import Person, server_services
from tests.staff import business

__all__ = ["mails"]
CAFE = {"employer": "Good Egg Cafe", "name": "Ida Stern", "email": "ida@goodegg.example"}


@pytest.mark.parametrize(
    ("typed", "place", "country"),
    [
        ("10115", "New York", "US"),
        ("60601-1234", "Chicago", "US"),
        ("Chicago, IL 60601", "Chicago", "US"),
        ("75460 Paris", "Paris", "US"),
        ("43016 Dublin", "Dublin", "US"),
        ("10115 Berlin, NY", "New York", "US"),
        ("DE-19801", "Wilmington", "US"),
        ("00901 San Juan", "San Juan", "PR"),
        ("10115 Berlin", None, "DE"),
        ("Berlin 10115", None, "DE"),
        ("Berlin, Germany", None, "DE"),
        ("D-10115", None, "DE"),
        ("80331 München", None, "DE"),
        ("75001 Paris", None, "FR"),
        ("1010 Wien", None, "AT"),
        ("M5V 2T6", None, "CA"),
        ("m5v2t6", None, "CA"),
        ("Vancouver BC", None, "CA"),
        ("London, Ontario", None, "CA"),
        ("SW1A 1AA", None, "GB"),
        ("D02 AF30", None, "IE"),
        ("00-950", None, "PL"),
        ("06600 Ciudad de México", None, "MX"),
        ("Alemania", None, "DE"),
        ("Naples, FL", None, None),
        ("Manchester", None, None),
        ("99999", None, None),
    ],
)
def test_typed_place_is_read_with_its_country(typed: str, place: str | None, country: str | None) -> None:
    found = read_typed(typed)
    assert (found.place.city if found.place else None, found.country) == (place, country)


def test_five_digits_are_american_only_in_a_form_of_the_united_states() -> None:
    assert read_typed("10115", "DE") == read_typed("", "DE") != read_typed("10115", "US")
    assert read_typed("10115", "DE").country == "DE"


@pytest.mark.parametrize("text", ["DE", "DEU", "Germany", "Alemania", "Deutschland", "germany "])
def test_country_is_known_by_its_codes_and_names(text: str) -> None:
    assert country_in(text) == "DE"


@pytest.mark.parametrize(
    ("text", "place", "country"),
    [
        ("cook in Berlin, Germany", None, "DE"),
        ("cook in 10115 Berlin", None, "DE"),
        ("cocinero en Alemania", None, "DE"),
        ("barista near M5V 2T6", None, "CA"),
        ("Remote - Canada", None, "CA"),
        ("line cook, Toronto, Canada", None, "CA"),
        ("cook 10115", "New York", None),
        ("server in Paris, TX", "Paris", None),
        ("server in Mexico, MO", "Mexico", None),
        ("cook in Ontario, CA", "Ontario", None),
        ("nurse in Jersey City", "Jersey City", None),
        ("barista in Vancouver, WA", "Vancouver", None),
        ("Mexican restaurant cook in Austin", "Austin", None),
    ],
)
def test_search_names_its_country(text: str, place: str | None, country: str | None) -> None:
    found = parse_search(text).place
    assert found is not None
    assert (found.place.city if found.place else None, found.country) == (place, country)


def test_search_elsewhere_offers_no_zip_code_and_says_which_country(person: Person) -> None:
    step(person, 2, {"jobSearchPrompt": "cook in 10115 Berlin"})
    found = person.get("/api/wish")
    assert (found["country"], found["placeSaid"], found["city"]) == ("DE", "10115 Berlin", None)
    assert [one for one in found["offers"] if one["questionType"] == "zip_code"] == []


def test_the_place_of_a_zip_code_is_named_without_a_session(client: TestClient) -> None:
    reply = client.get("/api/places/10115")
    assert (reply.status_code, reply.json()) == (200, {"city": "New York", "state": "NY"})
    assert client.get("/api/places/00000").status_code == 404
    assert client.get("/api/places/M5V2T6").status_code == 422


@pytest.mark.parametrize(("typed", "country"), [("10115 Berlin", "DE"), ("M5V 2T6", "CA"), ("Berlin, Germany", "DE")])
def test_candidates_answer_elsewhere_is_refused_and_nothing_stored(person: Person, typed: str, country: str) -> None:
    own = {"userId": person.id, "questionType": "zip_code", "answer": typed}
    assert person.post("/api/user-responses", own, expect=422)["country"] == country
    body = {"step": 3, "data": {**STEP_3, "zipCode": typed}, "answers": {**ANSWERS, "zip_code": typed}}
    reply = person.call("PATCH", "/api/auth/step", body)
    assert (reply.status_code, reply.json()["code"], reply.json()["country"]) == (422, "country_not_served", country)
    assert reply.json()["message"].startswith(f"We don't serve {'Germany' if country == 'DE' else 'Canada'} yet.")
    assert person.get(f"/api/user-responses/{person.id}") == []
    assert person.get("/api/auth/me")["user"]["zipCode"] is None


def test_zip_code_with_its_city_is_stored_as_the_zip_code(person: Person) -> None:
    body = {"step": 3, "data": {**STEP_3, "zipCode": "Chicago, IL 60601"}, "answers": {"zip_code": "60601-1234"}}
    assert person.call("PATCH", "/api/auth/step", body).json()["user"]["zipCode"] == "60601"
    assert [one["answer"] for one in person.get(f"/api/user-responses/{person.id}")] == ["60601"]


@pytest.mark.parametrize("place", [{"zip": "10115", "country": "DE"}, {"zip": "10115 Berlin"}, {"zip": "D-10115"}])
def test_employer_elsewhere_is_told_and_no_mail_is_sent(client: TestClient, mails: Any, place: dict[str, str]) -> None:
    reply = client.post("/api/desk/sign-up", json=CAFE | place)
    assert (reply.status_code, reply.json()["country"]) == (422, "DE")
    assert reply.json()["fields"] == {
        "zip": "We don't serve Germany yet. You can enter a zip code in the United States."
    }
    assert mails() == []


def test_location_elsewhere_is_refused_when_added_and_when_changed(client: TestClient) -> None:
    ana = business(client).member("owner", "Ana Whitlock")
    body = {"name": "Union Square", "zip": "10003", "country": "US"}
    made = ana.ask("POST", "/locations", body, expect=201)
    assert ana.ask("POST", "/locations", {**body, "name": "X", "country": "NL"}, expect=422)["message"].startswith(
        "We don't serve the Netherlands yet."
    )
    assert ana.ask("PUT", f"/locations/{made['id']}", {**body, "zip": "M5V 2T6"}, expect=422)["country"] == "CA"
    assert ana.ask("PUT", f"/locations/{made['id']}", {**body, "zip": "11101"})["zip"] == "11101"


RULES = Rules(gazetteer(), datetime(2026, 11, 29, tzinfo=UTC), "Elm Bakery")


@pytest.mark.parametrize(
    ("place", "told"),
    [
        (PostedPlace(city="Berlin", zip="10115"), "Germany (city: Berlin)"),
        (PostedPlace(city="Berlin", zip="10115", country="DEU"), "Germany (country: DEU)"),
        (PostedPlace(city="Berlin", state="BE", zip="10115"), "Germany (city: Berlin)"),
        (PostedPlace(city="Paris", zip="75001"), "France (city: Paris)"),
        (PostedPlace(city="Wien", zip="1010"), "Austria (city: Wien)"),
        (PostedPlace(zip="M5V 2T6"), "Canada (zip: M5V 2T6)"),
        (PostedPlace(text="10115 Berlin"), "Germany (place: 10115 Berlin)"),
        (PostedPlace(text="Queen St, Toronto, ON M5V 2T6"), "Canada (place: M5V 2T6)"),
    ],
)
def test_posting_elsewhere_is_reported_with_its_field_and_text(place: PostedPlace, told: str) -> None:
    with pytest.raises(Quarantined) as refused:
        normalise(Posting(line=1, external_id="1", title="Cook", places=[place]), RULES)
    assert (refused.value.reason, refused.value.detail) == ("foreign_place", told)


@pytest.mark.parametrize(
    ("place", "city"),
    [
        (PostedPlace(city="Addison", state="TX", zip="75001"), "Addison"),
        (PostedPlace(city="Brooklyn Heights", zip="11201"), "Brooklyn"),
        (PostedPlace(city="Dublin", zip="43016"), "Dublin"),
        (PostedPlace(city="San Juan", zip="00901", country="PRI"), "San Juan"),
        (PostedPlace(city="Athens", zip="30601"), "Athens"),
        (PostedPlace(zip="10115"), "New York"),
    ],
)
def test_american_posting_keeps_its_place(place: PostedPlace, city: str) -> None:
    rows = normalise(Posting(line=1, external_id="1", title="Cook", places=[place]), RULES).rows
    assert [row["city"] for row in rows] == [city]


def test_import_reports_the_line_of_a_row_elsewhere_and_publishes_the_others(
    client: TestClient, tmp_path: Path
) -> None:
    table = tmp_path / "jobs.csv"
    table.write_text("external_id,title,employer,city,zip\n1,Cook,A,Berlin,10115\n2,Cook,A,New York,10115\n", "utf-8")
    assert client.portal is not None
    db = server_services(client).db
    report = client.portal.call(lambda: import_feed(db, Feed(table, "a"), RULES.now))
    [refused] = report.listed
    assert (report.added, refused.line, refused.external_id, refused.reason) == (1, 2, "1", "foreign_place")
    assert refused.detail.endswith("Germany (city: Berlin)")


def test_operator_in_puerto_rico_serves_no_other_state() -> None:
    serve_countries(["PR"])
    try:
        rows = normalise(Posting(line=1, external_id="1", title="Cook", places=[PostedPlace(zip="00901")]), RULES).rows
        assert [row["state"] for row in rows] == ["PR"]
        with pytest.raises(Quarantined) as refused:
            normalise(Posting(line=1, external_id="1", title="Cook", places=[PostedPlace(zip="10001")]), RULES)
        assert refused.value.reason == "foreign_place"
    finally:
        serve_countries(["US"])
