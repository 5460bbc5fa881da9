import shutil
from importlib import resources
from pathlib import Path
from typing import get_args

import pytest

from dayshift.interviews.follow_ups.checking import check_file, check_folder, faults
from dayshift.knowledge.question_plans import Plan, find_plan, newest, plan_for
from dayshift.knowledge.question_plans.lexicon import lexicon_for, wording_for
from dayshift.knowledge.question_plans.phrases import contains_any
from dayshift.knowledge.question_plans.plan import FAMILIES, Aspect, versions

PLANS = [find_plan(plan_id, version) for plan_id, version in sorted(versions())]
PACKAGED = Path(str(resources.files("dayshift.knowledge.question_plans") / "plans"))
every_plan = pytest.mark.parametrize("plan", PLANS, ids=lambda plan: f"{plan.id}-{plan.version}")


@every_plan
def test_plans_include_the_common_questions(plan: Plan) -> None:
    questions = {question.id: question for question in plan.questions}
    common = {"experience": 60, "pressure": 60, "availability": 45, "motivation": 45}
    assert {name: questions[name].expected_seconds for name in common} == common
    assert [questions[name].type for name in common] == ["experience", "behavioral", "situational", "behavioral"]
    # The simplest questions come first and last, with job-specific ones between them.
    assert [name for name in questions if name in common] == list(common)
    assert list(questions)[-1] == "motivation"


@every_plan
def test_packaged_plans_have_no_faults(plan: Plan) -> None:
    assert faults(plan) == []


def test_plan_families_have_the_same_questions_in_both_languages() -> None:
    for family in FAMILIES:
        english, spanish = newest(f"{family}-en"), newest(f"{family}-es")
        assert english
        assert spanish
        assert [question.id for question in english.questions] == [question.id for question in spanish.questions]
        assert [q.expected_seconds for q in english.questions] == [q.expected_seconds for q in spanish.questions]
        for one, other in zip(english.questions, spanish.questions, strict=True):
            assert [f.aspect for f in one.follow_ups] == [f.aspect for f in other.follow_ups]


def test_version_2_asks_what_version_1_asked() -> None:
    for plan_id in {plan.id for plan in PLANS if plan.version == 1}:
        old, new = find_plan(plan_id, 1), find_plan(plan_id, 2)
        assert [(q.id, q.competency, q.text) for q in old.questions] == [
            (q.id, q.competency, q.text) for q in new.questions
        ]


@pytest.mark.parametrize("language", ["en", "es"])
def test_lexicons_and_wordings_are_valid(language: str) -> None:
    lexicon, wording = lexicon_for(language), wording_for(language)
    for phrases in (*lexicon.forbidden.values(), lexicon.orders, lexicon.introductions):
        assert not contains_any(phrases, "zzz")
        assert all(phrase == phrase.lower().strip() for phrase in phrases)
    assert wording.language == lexicon.language == language
    assert set(wording.missing) == set(get_args(Aspect))
    assert set(wording.summary) == set(wording_for("en").summary)


def write(folder: Path, change: tuple[str, str], name: str = "restaurant-en-2.toml") -> Path:
    path = folder / name
    text = (PACKAGED / "restaurant-en-2.toml").read_text()
    assert change[0] in text
    path.write_text(text.replace(*change))
    return path


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (('title = "Restaurant work"', ""), "title: Field required"),
        (('title = "Restaurant work"', 'titel = "x"'), "titel: Unexpected keyword argument"),
        (("version = 2", "version = "), "Invalid value"),
        (("version = 2", "version = 3"), "the file must be named restaurant-en-3.toml"),
        (('language = "en"', 'language = "fr"'), "language 'fr': there are only en and es"),
        (('id = "availability"', 'id = "pressure"'), "question pressure: there are two of it"),
        (("Why do you want to work in a", "Are you pregnant and why a"), "touches what may not be asked"),
        (("expected_seconds = 60", "expected_seconds = 5"), "expected_seconds must be 30 to 120"),
        (("level = 5", "level = 6"), "it needs the levels 1 to 5"),
        (('aspect = "trust"', 'aspect = "luck"'), "Input should be 'what'"),
        (('anchor = "', 'anchor = ""\n# "'), "each level needs an anchor"),
    ],
)
def test_fault_is_reported_with_its_location(tmp_path: Path, change: tuple[str, str], fault: str) -> None:
    assert fault in " / ".join(check_file(write(tmp_path, change)))


def test_folder_is_checked_file_by_file(tmp_path: Path) -> None:
    shutil.copy(PACKAGED / "bar-en-2.toml", tmp_path)
    write(tmp_path, ("level = 5", "level = 6"))
    checked = check_folder(tmp_path)
    assert checked["bar-en-2.toml"] == []
    assert checked["restaurant-en-2.toml"] != []


@pytest.mark.parametrize(
    ("title", "family"),
    [
        ("Server/Waiter", "restaurant"),
        ("Bartender", "bar"),
        ("Host/Hostess", "restaurant"),
        ("Prep Cook", "kitchen"),
        ("Line Cook", "kitchen"),
        ("Dishwasher/Steward", "kitchen"),
        ("Busser/Food Runner", "restaurant"),
        ("Kitchen Manager", "management"),
        ("General Manager", "management"),
        ("Assistant Manager", "management"),
        ("Shift Supervisor", "management"),
        ("Restaurant Server", "restaurant"),
        ("Kitchen Staff", "kitchen"),
        ("Construction Worker", "construction"),
        ("Warehouse Worker", "warehouse"),
        ("Driver", "driving"),
        ("Hotel Housekeeper", "hotel"),
        ("Front Desk Agent", "hotel"),
        ("Barber", "salon"),
        ("Massage Therapist", "salon"),
        ("Personal Trainer", "fitness"),
        ("HVAC Technician", "maintenance"),
        ("General Worker", "general"),
        ("", "general"),
    ],
)
def test_plan_is_chosen_by_job_title(title: str, family: str) -> None:
    assert plan_for(title).id == f"{family}-en"
    assert plan_for(title, "es").language == "es"


@pytest.mark.parametrize(
    ("title", "family"),
    [
        ("Mesero", "restaurant"),
        ("Cocinera", "kitchen"),
        ("Chofer", "driving"),
        ("Albañil", "construction"),
        ("Digitadora", "office"),
        ("Digitador", "office"),
        ("Entrada de datos", "office"),
        ("Ama de llaves", "hotel"),
        ("Home attendant", "healthcare"),
    ],
)
def test_plan_is_chosen_by_spanish_job_title(title: str, family: str) -> None:
    assert plan_for(title, "es").id == f"{family}-es"


def test_family_of_the_occupation_decides_except_for_people_who_lead() -> None:
    assert plan_for("Night Person", family="security").id == "security-en"
    assert plan_for("Cook", "es", english_title="Cook", family="kitchen").id == "kitchen-es"
    assert plan_for("Security Manager", family="security").id == "management-en"
    assert plan_for("Night Person", family="unknown").id == "general-en"


def test_plan_is_found_by_id_and_version() -> None:
    newest = plan_for("Server")
    assert find_plan(newest.id, newest.version) is newest
    for unknown in [("restaurant-en", 999), ("../secrets", 1), ("common-en", 2)]:
        with pytest.raises(LookupError):
            find_plan(*unknown)
    with pytest.raises(LookupError):
        plan_for("Server", "xx")
    with pytest.raises(LookupError):
        newest.question("unknown")
