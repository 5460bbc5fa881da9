"""The structured data of every job page, validated by a SHACL engine."""

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select
from starlette.testclient import TestClient

from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.hiring.employers import add_sample_employers
from dayshift.hiring.employers.claims import claims
from dayshift.jobs.catalog.models import jobs
from tests.job_pages.shapes import data_of, violations_of
from tests.matching.onboarding.test_onboarding import load_jobs
from tests.matching.saved_jobs.test_saved_jobs import only_job, store
from tests.people import Person
from tests.staff import business, in_database


@pytest.mark.slow
def test_every_page_of_the_sample_catalog_conforms(client: TestClient) -> None:
    load_jobs(client)
    in_database(client, add_sample_employers, now())
    ids = in_database(client, lambda tx: tx.execute(select(jobs.c.id)).scalars().all())
    assert len(ids) > 100
    pages = [client.get(f"/jobs/{job_id}") for job_id in ids]
    assert {page.status_code for page in pages} == {200}
    assert violations_of(data_of(page.text) for page in pages) == []


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"remote": True, "street": None, "city": None, "state": None, "zip": None, "lat": None, "lon": None},
        {"pay_low": None, "pay_high": None, "employment_type": None, "experience_years": None},
        {"description": "", "expires_at": now() + timedelta(days=1)},
        {"street": "218 9th Ave", "licence": "Food handler", "start": "immediately"},
    ],
)
def test_each_kind_of_job_conforms(client: TestClient, person: Person, changes: dict[str, Any]) -> None:
    job_id = only_job(client, person)
    store(client, **changes)
    assert violations_of([data_of(client.get(f"/jobs/{job_id}").text)]) == []


@pytest.mark.parametrize(
    "changes",
    [
        {"title": None},
        {"hiringOrganization": {"@type": "Organization"}},
        {"jobLocation": {"@type": "Place", "address": {"@type": "PostalAddress", "addressLocality": "New York"}}},
        {"jobLocation": None},
        {"validThrough": None},
        {"validThrough": "2001-01-01T00:00:00+00:00"},
        {"identifier": {"@type": "PropertyValue", "name": "Two Spoons Diner"}},
        {"employmentType": "full-time"},
        {"directApply": "yes"},
        {"salary": 17},
    ],
)
def test_shapes_refuse_a_damaged_posting(client: TestClient, person: Person, changes: dict[str, Any]) -> None:
    data = data_of(client.get(f"/jobs/{only_job(client, person)}").text)
    damaged = {name: value for name, value in {**data, **changes}.items() if value is not None}
    assert violations_of([damaged])


def test_only_a_proved_domain_is_the_employers_site(client: TestClient) -> None:
    diner = business(client)

    def organization() -> Any:
        data = data_of(client.get(f"/jobs/{diner.jobs[0]}").text)
        assert violations_of([data]) == []
        return data["hiringOrganization"]

    assert "sameAs" not in organization()

    def claim(tx: Tx, domain: str, state: str) -> None:
        values = {"id": f"claim {domain}", "employer_id": diner.id, "job_employer": "two spoons diner"}
        times = {"created_at": now(), "expires_at": now() + timedelta(days=1)}
        tx.execute(claims.insert().values(**values, **times, domain=domain, state=state))

    in_database(client, claim, "twospoons.example", "pending")
    in_database(client, claim, "indeed.com", "approved")
    assert "sameAs" not in organization()
    in_database(client, claim, "diner.example", "approved")
    assert organization()["sameAs"] == "https://diner.example/"
