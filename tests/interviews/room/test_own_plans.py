"""An operator's own question plans: used alongside the built-in ones, rejected with a location when invalid."""

from collections.abc import Iterator
from importlib import resources
from pathlib import Path

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from dayshift.app import create_app
from dayshift.interviews.follow_ups import PlansDamaged, use_own_plans
from dayshift.knowledge.question_plans import plan_for
from dayshift.settings import Settings
from tests.interviews.room.test_interviews import make
from tests.people import Person

BUILT_IN = (resources.files("dayshift.knowledge.question_plans") / "plans" / "salon-en-2.toml").read_text(
    encoding="utf-8"
)
FIRST_QUESTION = "Tell me about your experience in a salon or spa, or in work like it."
JOB_WORDS = BUILT_IN[BUILT_IN.index("job_words = [") : BUILT_IN.index("]", BUILT_IN.index("job_words = [")) + 1]


@pytest.fixture
def plans(tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "plans"
    folder.mkdir()
    yield folder
    use_own_plans("")


@pytest.fixture
def settings(database_url: str, tmp_path: Path, plans: Path) -> Settings:
    return Settings(
        database_url=database_url, data_dir=tmp_path, run_worker=False, free_disk_mb=0, plans_dir=str(plans)
    )


@pytest.fixture
def app(settings: Settings, plans: Path) -> FastAPI:
    own = BUILT_IN.replace('id = "salon-en"', 'id = "bakery-en"').replace(
        FIRST_QUESTION, "Tell me about your bakery work."
    )
    (plans / "bakery-en-2.toml").write_text(own.replace(JOB_WORDS, 'job_words = ["baker"]'), "utf-8")
    newer = BUILT_IN.replace("version = 2", "version = 3", 1).replace(FIRST_QUESTION, "Tell me about your salon work.")
    (plans / "salon-en-3.toml").write_text(newer, "utf-8")
    return create_app(settings)


def test_own_plans_extend_and_replace_built_in_plans(client: TestClient, person: Person) -> None:
    baker, salon = make(person, jobTitle="Night Baker"), make(person, jobTitle="Nail Technician")
    assert baker["questions"][0]["question"].startswith("Tell me about your bakery work.")
    assert salon["questions"][0]["question"].startswith("Tell me about your salon work.")
    rubric = person.get(f"/api/interviews/{salon['id']}/rubric")
    assert (rubric["plan"], rubric["planVersion"]) == ("salon-en", 3)
    assert plan_for("Restaurant Server").id == "restaurant-en"
    use_own_plans("")
    assert plan_for("Night Baker").id == "kitchen-en"
    assert plan_for("Nail Technician").version == 2


@pytest.mark.parametrize(
    ("name", "text", "error"),
    [
        ("bakery-en-1.toml", "id = 1", r"bakery-en-1.toml: "),
        ("salon-en-2.toml", BUILT_IN, r"salon-en-2.toml: this version is one of ours"),
        ("other-en-2.toml", BUILT_IN, r"other-en-2.toml: the file must be named salon-en-2.toml"),
        (
            "salon-en-3.toml",
            BUILT_IN.replace("version = 2", "version = 3", 1).replace(FIRST_QUESTION, "How old are you?"),
            "may not",
        ),
        ("readme.txt", "", "there is no plan in it"),
    ],
)
def test_server_refuses_to_start_with_invalid_plans(plans: Path, name: str, text: str, error: str) -> None:
    (plans / name).write_text(text, "utf-8")
    with pytest.raises(PlansDamaged, match=error):
        create_app(Settings(data_dir=plans.parent, plans_dir=str(plans)))


def test_missing_plans_folder_is_reported(plans: Path) -> None:
    with pytest.raises(PlansDamaged, match="there is no such folder"):
        create_app(Settings(data_dir=plans.parent, plans_dir=str(plans / "nowhere")))
