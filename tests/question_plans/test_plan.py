import shutil
from dataclasses import replace
from importlib import resources
from pathlib import Path

import pytest

from dayshift.interviewer.checking import check_file, check_folder, faults
from dayshift.question_plans import Plan, find_plan, plan_for
from dayshift.question_plans.lexicon import lexicon_for, wording_for
from dayshift.question_plans.phrases import compile_phrase
from dayshift.question_plans.plan import FAMILIES, versions

PLANS = [find_plan(plan_id, version) for plan_id, version in sorted(versions())]
PACKAGED = Path(str(resources.files("dayshift.question_plans") / "plans"))
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
        english, spanish = (find_plan(f"{family}-{language}", 1) for language in ("en", "es"))
        assert [question.id for question in english.questions] == [question.id for question in spanish.questions]
        assert [q.expected_seconds for q in english.questions] == [q.expected_seconds for q in spanish.questions]


@pytest.mark.parametrize("language", ["en", "es"])
def test_lexicons_and_wordings_are_valid(language: str) -> None:
    lexicon, wording = lexicon_for(language), wording_for(language)
    lists = [*lexicon.evidence.values(), *lexicon.details.values(), *lexicon.forbidden.values(), lexicon.orders]
    for phrase in (phrase for phrases in lists for phrase in phrases):
        compile_phrase(phrase)
        assert phrase == phrase.lower().strip()
    assert wording.language == lexicon.language == language
    assert set(wording.raters) == set(wording_for("en").raters)
    assert set(wording.missing) == set(wording_for("en").missing)


def write(folder: Path, change: tuple[str, str], name: str = "restaurant-en-1.toml") -> Path:
    path = folder / name
    text = (PACKAGED / "restaurant-en-1.toml").read_text()
    assert change[0] in text
    path.write_text(text.replace(*change))
    return path


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (('title = "Restaurant work"', ""), "title: Field required"),
        (('title = "Restaurant work"', 'titel = "x"'), "titel: Unexpected keyword argument"),
        (('like = "availability"', 'like = "hours"'), "no kind of question 'hours'"),
        (("common = 1", "common = 9"), "no common questions in language 'en', version 9"),
        (("version = 1", "version = "), "Invalid value"),
        (("version = 1", "version = 2"), "the file must be named restaurant-en-2.toml"),
        (('id = "availability"', 'id = "pressure"'), "question pressure: there are two of it"),
        (('"short menu"', '"Short menu"'), "write it in lower case"),
        (('"short menu"', '"waitress"'), "write another form of 'waitress'"),
        (("Why do you want to work in a", "Are you pregnant and why a"), "touches what may not be asked"),
        (('id = "motivation"', 'id = "motivation"\nraters = ["reasons"]'), "needs two different raters"),
        (('id = "motivation"', 'id = "motivation"\nexpected_seconds = 5'), "expected_seconds must be 30 to 120"),
        (('id = "motivation"', 'id = "motivation"\nlevels = []'), "the rubric needs the levels 1 to 5"),
        (('id = "motivation"', 'id = "motivation"\nfollow_ups = []'), "needs a follow-up"),
    ],
)
def test_fault_is_reported_with_its_location(tmp_path: Path, change: tuple[str, str], fault: str) -> None:
    assert fault in " / ".join(check_file(write(tmp_path, change)))


def test_unknown_evidence_is_a_fault() -> None:
    plan = find_plan("restaurant-en", 1)
    question = plan.questions[0]
    levels = (*question.levels[:4], replace(question.levels[4], needs=("magic",)))
    broken = replace(plan, questions=(replace(question, levels=levels), *plan.questions[1:]))
    assert [fault for fault in faults(broken) if "'magic'" in fault] == [
        "question experience: nothing says how to show 'magic'",
        "question experience: unknown evidence 'magic'",
    ]


def test_folder_is_checked_file_by_file(tmp_path: Path) -> None:
    shutil.copy(PACKAGED / "bar-en-1.toml", tmp_path)
    write(tmp_path, ("common = 1", "common = 9"))
    checked = check_folder(tmp_path)
    assert checked["bar-en-1.toml"] == []
    assert checked["restaurant-en-1.toml"] != []


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
        ("Driver", "warehouse"),
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
    [("Mesero", "restaurant"), ("Cocinera", "kitchen"), ("Chofer", "warehouse"), ("Albañil", "construction")],
)
def test_plan_is_chosen_by_spanish_job_title(title: str, family: str) -> None:
    assert plan_for(title, "es").id == f"{family}-es"


def test_plan_is_found_by_id_and_version() -> None:
    newest = plan_for("Server")
    assert find_plan(newest.id, newest.version) is newest
    for unknown in [("restaurant-en", 999), ("../secrets", 1), ("common-en", 1)]:
        with pytest.raises(LookupError):
            find_plan(*unknown)
    with pytest.raises(LookupError):
        plan_for("Server", "xx")
    with pytest.raises(LookupError):
        newest.question("unknown")
