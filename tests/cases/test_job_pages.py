"""What the public pages of a job and its feed say: one end of the pay, limits of remote work, lists, languages."""

import re
from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.job_pages.shapes import data_of
from tests.matching.saved_jobs.test_saved_jobs import only_job, store
from tests.people import Person

TEXT = "Bake the bread for our shop.\n\nYou will\n- knead\n- bake\n\nCome to\n12 Long Wharf\nBoston"


def shown(page: str) -> str:
    """The text of the page's body."""
    return re.sub(r"<[^>]+>", "", page.split("<body>")[1])


@pytest.mark.parametrize(
    ("pay", "english", "spanish", "value"),
    [
        ((None, 2200), "Up to $22", "Hasta $22", {"maxValue": 22}),
        ((1800, None), "From $18", "Desde $18", {"minValue": 18}),
        ((2000, 2000), "$20", "$20", {"minValue": 20, "maxValue": 20}),
    ],
)
def test_pay_with_one_end_keeps_it(
    client: TestClient, person: Person, pay: tuple[int | None, int | None], english: str, spanish: str, value: Any
) -> None:
    job_id = only_job(client, person, pay_low=pay[0], pay_high=pay[1])
    page = client.get(f"/jobs/{job_id}", headers={"Accept-Language": "en"}).text
    spanish_page = client.get(f"/jobs/{job_id}", headers={"Accept-Language": "es"}).text
    assert f"{english}/hour" in shown(page)
    assert f"{english} an hour" in page  # What search engines and messengers show of it.
    assert f"{spanish}/hora" in shown(spanish_page)
    assert f"{spanish} por hora" in spanish_page
    stated = data_of(page)["baseSalary"]["value"]
    assert {name: stated[name] for name in ("minValue", "maxValue") if name in stated} == value
    assert f"<salary><![CDATA[{english} an hour]]></salary>" in client.get("/feeds/jobs.xml").text


def test_remote_work_for_residents_says_so(client: TestClient, person: Person) -> None:
    job_id = only_job(client, person)
    store(client, remote=True, state="TX", city=None, zip=None, lat=None, lon=None)
    page = client.get(f"/jobs/{job_id}", headers={"Accept-Language": "en"}).text
    assert "From home, if you live in Texas" in page
    assert data_of(page)["applicantLocationRequirements"] == {"@type": "State", "name": "Texas, USA"}
    assert "Desde casa, si vive en Texas" in client.get(f"/jobs/{job_id}", headers={"Accept-Language": "es"}).text


def test_lines_and_lists_of_a_description_are_markup(client: TestClient, person: Person) -> None:
    job_id = only_job(client, person, description=TEXT)
    html = (
        "<p>Bake the bread for our shop.</p><p>You will</p><ul><li>knead</li><li>bake</li></ul>"
        "<p>Come to<br>12 Long Wharf<br>Boston</p>"
    )
    assert data_of(client.get(f"/jobs/{job_id}").text)["description"] == html
    assert f"<![CDATA[{html}]]>" in client.get("/feeds/jobs.xml").text


@pytest.mark.parametrize(
    ("title", "text", "own", "other"),
    [("Baker", TEXT, "en", "es"), ("Panadero", "Hornea el pan de la tienda por la mañana.", "es", "en")],
)
def test_the_employers_text_says_its_language_on_other_pages(
    client: TestClient, person: Person, title: str, text: str, own: str, other: str
) -> None:
    job_id = only_job(client, person, title=title, description=text)
    page = client.get(f"/jobs/{job_id}", headers={"Accept-Language": other}).text
    assert f'<h1 lang="{own}">{title}</h1>' in page
    assert f'<p class="lines" lang="{own}">{text.splitlines()[0]}' in page
    assert f"<h1>{title}</h1>" in client.get(f"/jobs/{job_id}", headers={"Accept-Language": own}).text
