"""The job of an interview: the occupation found by matching, in the interview's language, with a suitable question
plan.
"""

from typing import Any

import pytest

from dayshift.interviews.room.job import job_for, plan_of
from dayshift.knowledge.occupations import occupations
from dayshift.knowledge.question_plans import FAMILIES, family_of
from tests.interviews.room.test_interviews import make
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


def test_every_occupation_has_the_plan_of_its_family_in_both_languages() -> None:
    for job in occupations().values():
        family = family_of(job.soc, job.id)
        assert family in FAMILIES, job.title
        # "Funeral Director" is a title of people who lead.
        plans = {plan_of(title, language).id for title in (job.title, job.spanish) for language in ("en", "es")}
        assert plans in ({f"{family}-en", f"{family}-es"}, {"management-en", "management-es"}), (job.title, plans)


@pytest.mark.parametrize(
    "category", ["healthcare", "retail", "production", "security", "office", "delivery", "cleaning"]
)
def test_no_common_occupation_gets_the_general_questions(category: str) -> None:
    """Those left are other work than the plans ask about: police, plants of utilities, models."""
    other_work = {
        *("Sterile Processing Technician", "Meter Reader", "Casino Change Attendant", "Model", "Firefighter"),
        *("Fire Inspector", "Forest Fire Lookout", "Detective", "Police Records Officer", "Intelligence Analyst"),
        *("Game Warden", "Police Officer", "Border Patrol Officer", "Transit Police Officer"),
        "Animal Control Officer",
    }
    general = {
        job.title
        for job in occupations().values()
        if job.category == category and not job.soc.startswith("51-8") and plan_of(job.title, "en").id == "general-en"
    }
    assert general <= other_work


@pytest.mark.parametrize(
    ("titles", "family"),
    [
        (("CNA - Nights", "Home Health Aide", "HHA", "Caregiver", "Auxiliar de enfermería"), "healthcare"),
        (("Home attendant",), "healthcare"),
        (("Cashier", "Grocery Stocker", "Retail Sales Associate", "Sales", "Cajera", "Vendedora"), "retail"),
        (("Assembler I", "Machine Operator 2nd shift", "Quality Inspector", "Operaria de máquina"), "production"),
        (("Security Guard", "Unarmed Security Officer", "Night Patrol", "Guardia nocturno"), "security"),
        (("Receptionist", "Medical Receptionist", "Data Entry", "Customer Service Rep", "Call Center Agent"), "office"),
        (("Recepcionista bilingüe", "Digitadora", "Digitador", "Entrada de datos"), "office"),
        (("Delivery Driver", "CDL-A Truck Driver", "School Bus Driver", "Courier", "Chofer", "Repartidora"), "driving"),
        (("Janitor", "School Custodian", "House Cleaner", "Limpieza de casas"), "cleaning"),
        (("Nanny", "Babysitter", "Daycare Teacher", "Dog Walker", "Niñera"), "care"),
        (("Warehouse Associate", "Forklift Operator", "Picker/Packer", "Shipping Clerk"), "warehouse"),
        (("Housekeeper", "Hotel Receptionist", "Front Desk Agent", "Camarista", "Ama de llaves"), "hotel"),
        (("Salon Receptionist", "Barber"), "salon"),
        (("Barista/Cashier", "Server", "Crew Member", "Mesera"), "restaurant"),
        (("Store Manager", "Security Supervisor", "Warehouse Supervisor", "Line Lead"), "management"),
        (("Welder", "Electrician", "Flagger"), "construction"),
        (("Landscaper", "HVAC Technician", "Plumber"), "maintenance"),
        (("General Worker", "Usher", "Farmworker", ""), "general"),
    ],
)
@pytest.mark.parametrize("language", ["en", "es"])
def test_well_known_titles_are_asked_the_questions_of_their_work(
    titles: tuple[str, ...], family: str, language: Any
) -> None:
    assert {title: plan_of(title, language).id for title in titles} == dict.fromkeys(titles, f"{family}-{language}")


@pytest.mark.parametrize(
    ("search", "title", "company", "family"),
    [
        ("hospital", "Patient Care Staff", "Care Provider", "healthcare"),
        ("kids", "Childcare and Personal Care Staff", "Childcare and Personal Care Provider", "care"),
        ("hotel", "Hotel Staff", "Hotel", "hotel"),
        ("cashier", "Cashier", "Store", "retail"),
        ("security guard", "Security Guard", "Security Company", "security"),
        ("cleaning", "Janitor", "Cleaning Company", "cleaning"),
    ],
)
def test_search_for_a_whole_field_is_asked_the_questions_of_the_field(
    search: str, title: str, company: str, family: str
) -> None:
    assert job_for(search, "en") == (title, company)
    assert plan_of(title, "en").id == f"{family}-en"
    spanish, _ = job_for(search, "es")
    assert spanish != title
    assert plan_of(spanish, "es").id == f"{family}-es"


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
