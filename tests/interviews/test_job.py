"""The job of an interview: the occupation found by matching, in the interview's language, with a suitable question
plan.
"""

from typing import Any

import pytest

from dayshift.interviews.job import job_for, plan_of
from dayshift.occupations import occupations
from tests.interviews.test_interviews import make
from tests.people import Person


@pytest.mark.parametrize(
    ("search", "english", "spanish"),
    [
        ("line cook", ("Line Cook", "Restaurant"), ("Cocinero de línea", "Restaurante")),
        ("front desk agent nights", ("Front Desk Agent", "Hotel"), ("Recepcionista de hotel", "Hotel")),
        ("not a cook", ("General Worker", "Local Business"), ("Trabajo general", "Negocio local")),
        ("anything", ("General Worker", "Local Business"), ("Trabajo general", "Negocio local")),
        ("kitchen", ("Kitchen Staff", "Restaurant"), ("Personal de cocina", "Restaurante")),
    ],
)
def test_job_is_the_matched_occupation(search: str, english: Any, spanish: Any) -> None:
    assert (job_for(search, "en"), job_for(search, "es")) == (english, spanish)


def test_occupations_use_the_same_plan_family_in_both_languages() -> None:
    mismatches = [
        job.title
        for job in occupations().values()
        if plan_of(job.title, "en").id.removesuffix("-en") != plan_of(job.spanish, "es").id.removesuffix("-es")
    ]
    assert mismatches == []


def test_suggestion_is_the_matched_job(person: Person) -> None:
    person.post("/api/job-searches", {"searchQuery": "line cook, evenings", "userId": person.id})
    assert person.get("/api/interviews/suggestion") == {"jobTitle": "Line Cook", "companyName": "Restaurant"}
    spanish = person.call("GET", "/api/interviews/suggestion", headers={"Accept-Language": "es"}).json()
    assert spanish == {"jobTitle": "Cocinero de línea", "companyName": "Restaurante"}


def test_spanish_interview_has_spanish_job_title(person: Person) -> None:
    cook = make(person, jobTitle="Line Cook", language="es")
    assert (cook["jobTitle"], cook["companyName"]) == ("Cocinero de línea", "Restaurante asociado")
    general = make(person, jobTitle="General Worker", companyName="Local Business", language="es")
    assert (general["jobTitle"], general["companyName"]) == ("Trabajo general", "Negocio local")
    assert cook["questions"] != general["questions"], "one uses the kitchen plan, the other the general plan"
