"""Voluntary demographics: never required, never shown to employers, erased with the person; and the public report."""

import csv
import io
import re
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta

import pytest
import time_machine
from sqlalchemy import select, text
from starlette.testclient import TestClient

from dayshift.core.clock import now
from dayshift.core.db import Tx, metadata
from dayshift.hiring.applications.models import applications, moves
from dayshift.privacy.demographics import RACES, SEXES, Demographics, set_demographics
from dayshift.privacy.erase import erase_user
from dayshift.privacy.impact_report import impact_report
from dayshift.privacy.models import demographics
from tests.house.test_coverage import ROOT
from tests.people import Person
from tests.staff import Business, applied, business, in_database, viewed

URL = "/api/privacy/demographics"
Told = tuple[str | None, str | None, bool]
NOTHING = {"sex": None, "race": None}


def rows(client: TestClient) -> list[tuple[str, str | None, str | None]]:
    found = select(demographics.c.user_id, demographics.c.sex, demographics.c.race)
    return in_database(client, lambda tx: [tuple(row) for row in tx.execute(found)])


def test_person_says_changes_and_deletes_it(client: TestClient, person: Person) -> None:
    assert person.get(URL) == NOTHING
    said = {"sex": "female", "race": "two_or_more"}
    assert person.call("PUT", URL, said).json() == said
    assert person.get(URL) == said
    assert person.call("PUT", URL, {"race": "asian"}).json() == {"sex": None, "race": "asian"}
    assert rows(client) == [(person.id, None, "asian")]
    assert person.call("PUT", URL, NOTHING).json() == NOTHING
    assert rows(client) == []
    assert person.call("PUT", URL, {"sex": "unheard of"}).status_code == 422


def test_form_works_without_scripts_in_both_languages(client: TestClient, person: Person) -> None:
    page = person.call("GET", "/demographics", headers={"Accept-Language": "es"}).text
    assert 'lang="es-US"' in page
    assert page.count("Prefiero no decirlo</option>") == 2
    assert "required" not in page
    sent = person.call("POST", "/demographics", data={"sex": "male", "race": "white"}, follow_redirects=False)
    assert (sent.status_code, sent.headers["location"]) == (303, "/demographics?saved")
    assert rows(client) == [(person.id, "male", "white")]
    assert '<option value="male" selected>' in person.call("GET", "/demographics").text
    person.call("POST", "/demographics", data={})
    assert rows(client) == []


def test_signed_out_visitors_sign_in_first(client: TestClient) -> None:
    for method in ("GET", "POST"):
        reply = client.request(method, "/demographics", follow_redirects=False)
        assert reply.headers["location"] == "/login?next=/demographics"


def test_erased_with_the_person(client: TestClient, person: Person) -> None:
    in_database(client, set_demographics, person.id, Demographics("male", "black"), now())
    in_database(client, erase_user, person.id)
    assert rows(client) == []


def test_only_the_report_reads_the_table() -> None:
    readers = [
        str(path.relative_to(ROOT))
        for path in sorted((ROOT / "dayshift").rglob("*.py"))
        if re.search(r"privacy\.models import [^\n]*demographics|\"demographics\"|FROM demographics", path.read_text())
    ]
    allowed = {"models", "demographics", "impact_report", "inventory"}  # The last one: a person's own copy.
    assert {re.sub(r"^dayshift/privacy/|\.py$", "", path) for path in readers} <= allowed
    assert [
        table.name for table in metadata.sorted_tables
        if any(key.column.table is demographics for key in table.foreign_keys)
    ] == []  # fmt: skip


def test_no_reply_to_employers_names_demographics(client: TestClient) -> None:
    schema = client.app.openapi()  # type: ignore[attr-defined]
    words = {"sex", "race", "gender", "ethnicity", "demographics"}
    parts = schema["components"]["schemas"]

    def names(value: object, seen: set[str]) -> set[str]:
        if isinstance(value, list):
            return set().union(*(names(one, seen) for one in value))
        if not isinstance(value, dict):
            return set()
        found = {str(name).lower() for name in value.get("properties", {})}
        found |= {str(one["name"]).lower() for one in value.get("parameters", []) if isinstance(one, dict)}
        reference = str(value.get("$ref", "")).rpartition("/")[2]
        if reference and reference not in seen:
            seen.add(reference)
            found |= names(parts[reference], seen)
        return found.union(*(names(one, seen) for one in value.values()))

    desk = {path: names(item, set()) for path, item in schema["paths"].items() if path.startswith("/api/desk/")}
    assert desk
    assert {path: found & words for path, found in desk.items() if found & words} == {}


def test_staff_pages_do_not_contain_what_was_said(client: TestClient, person: Person) -> None:
    shop, application = decided(client, person)
    in_database(client, set_demographics, person.id, Demographics("female", "pacific_islander"), now())
    owner = shop.member("owner", "Olga Reyes")
    paths = (f"/applications/{application}", "/applications", "/applications.csv", "/queue", "/reports/fairness",
             "/reports/decisions.csv")  # fmt: skip
    for path in paths:
        assert "pacific" not in owner.call("GET", path).text.lower(), path


def decided(client: TestClient, person: Person) -> tuple[Business, str]:
    shop = business(client)
    application = applied(client, person, shop.jobs[0])
    viewed(client, shop.member("manager"), application)
    return shop, application


def fill(tx: Tx, shop: str, like: str, people: Sequence[Told]) -> None:
    """Copy an application for each person, given as sex, race and whether they were invited."""
    at = now()
    row = tx.execute(select(applications).where(applications.c.id == like)).mappings().one()
    user = tx.execute(text("SELECT * FROM users WHERE id = :id"), {"id": row["user_id"]}).mappings().one()
    for number, (sex, race, invited) in enumerate(people):
        user_id = f"user-{shop[-6:]}-{number}"
        values = {**user, "id": user_id, "email": f"{user_id}@example.com"}
        tx.execute(
            text(f"INSERT INTO users ({', '.join(values)}) VALUES ({', '.join(f':{name}' for name in values)})"), values
        )
        one = {**row, "id": f"one-{shop[-6:]}-{number}", "user_id": user_id, "changed_at": at}
        tx.execute(applications.insert().values(**one | {"stage": "invited" if invited else "declined"}))
        move = {"application_id": one["id"], "number": 2, "to_stage": "invited", "actor": "member", "made_at": at}
        if invited:
            tx.execute(moves.insert().values(action="invite", **move))
        if sex or race:
            set_demographics(tx, user_id, Demographics(sex, race), at)  # type: ignore[arg-type]


@pytest.fixture
def reported(client: TestClient, person: Person) -> Business:
    shop, application = decided(client, person)
    people: list[Told] = [("female", "white", n < 6) for n in range(20)]
    people += [("male", "white", n < 15) for n in range(20)]
    people += [("male", "asian", True)] * 3 + [("female", "black", False)] * 6 + [(None, None, True)] * 4
    in_database(client, fill, shop.id, application, people)
    return shop


def next_month() -> time_machine.travel:
    return time_machine.travel(now() + timedelta(days=32), tick=True)


def test_report_is_public_counts_unknowns_and_hides_small_groups(client: TestClient, reported: Business) -> None:
    early = in_database(client, impact_report, reported.id, now())
    assert early.selection.assessed == 0  # This month is not reported yet.
    with next_month():
        page = client.get(f"/fairness/{reported.id}", headers={"Cookie": ""})
        table = client.get(f"/fairness/{reported.id}/report.csv").text
    assert page.status_code == 200
    assert "Two Spoons Diner" in page.text
    lines = list(csv.reader(io.StringIO(table)))[1:]
    by = {(line[0], line[1], line[2]): line[3:] for line in lines}
    assert by["selection", "sex", "male"][:4] == ["23", "18", "0.783", "1.000"]
    assert by["selection", "sex", "female"][:5] == ["26", "6", "0.231", "0.295", "yes"]
    assert by["selection", "sex", "unknown"][0] == "4"
    assert not by["selection", "race", "asian"][1]  # Three people.
    assert not by["selection", "race", "black"][1]  # Six: the total would give the three away.
    assert by["selection", "race", "white"][1] == "21"
    assert "Asian" not in page.text


def test_month_ends_in_the_zone_of_the_employer(client: TestClient, reported: Business) -> None:
    before, after = (datetime(2026, 12, 1, hour, tzinfo=UTC) for hour in (4, 5))  # Midnight in New York is at 5.
    assert in_database(client, impact_report, reported.id, before).last == date(2026, 10, 31)
    assert in_database(client, impact_report, reported.id, after).last == date(2026, 11, 30)


def test_withdrawn_people_are_not_counted(client: TestClient, reported: Business) -> None:
    with next_month():
        before = in_database(client, impact_report, reported.id, now())
        withdraw = text("UPDATE applications SET stage = 'withdrawn' WHERE id LIKE 'one-%-0'")
        in_database(client, lambda tx: tx.execute(withdraw) and None)
        after = in_database(client, impact_report, reported.id, now())
    assert after.selection.assessed == before.selection.assessed - 1


@pytest.mark.parametrize("language", ["en", "es"])
def test_report_names_every_category(client: TestClient, person: Person, language: str) -> None:
    shop, application = decided(client, person)
    people = [(sex, race, n % 2 == 0) for sex in SEXES for race in RACES for n in range(5)]
    in_database(client, fill, shop.id, application, people)
    with next_month():
        page = client.get(f"/fairness/{shop.id}", headers={"Accept-Language": language}).text
    assert f'<html lang="{language}-US">' in page
    assert page.count("<tr>") >= len(SEXES) + len(RACES) + len(SEXES) * len(RACES)


def test_unknown_employer_has_no_report(client: TestClient) -> None:
    assert client.get("/fairness/nobody").status_code == 404
