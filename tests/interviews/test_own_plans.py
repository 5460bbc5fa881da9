"""An operator's own question plans: used beside ours, and refused with their place when they are wrong. Over HTTP."""

from collections.abc import Iterator
from importlib import resources
from pathlib import Path

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from dayshift.app import create_app
from dayshift.interviewer import PlansDamaged, use_own_plans
from dayshift.question_plans import plan_for
from dayshift.settings import Settings
from tests.interviews.test_interviews import make
from tests.people import Person

OURS = (resources.files("dayshift.question_plans") / "plans" / "salon-en-1.toml").read_text(encoding="utf-8")
ASKED = "Tell me about your experience in a salon or spa, or in work like it."
TITLES = OURS[OURS.index("job_words = [") : OURS.index("]", OURS.index("job_words = [")) + 1]


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
    own = OURS.replace('id = "salon-en"', 'id = "bakery-en"').replace(ASKED, "Tell me about your bakery work.")
    (plans / "bakery-en-1.toml").write_text(own.replace(TITLES, 'job_words = ["baker"]'), "utf-8")
    newer = OURS.replace("version = 1", "version = 2", 1).replace(ASKED, "Tell me about your salon work.")
    (plans / "salon-en-2.toml").write_text(newer, "utf-8")
    return create_app(settings)


def test_own_plans_are_asked_beside_ours_and_keep_their_version(client: TestClient, person: Person) -> None:
    baker, salon = make(person, jobTitle="Night Baker"), make(person, jobTitle="Nail Technician")
    assert baker["questions"][0]["question"].startswith("Tell me about your bakery work.")
    assert salon["questions"][0]["question"].startswith("Tell me about your salon work.")
    rubric = person.get(f"/api/interviews/{salon['id']}/rubric")
    assert (rubric["plan"], rubric["planVersion"]) == ("salon-en", 2)
    assert plan_for("Restaurant Server").id == "restaurant-en"
    use_own_plans("")
    assert plan_for("Night Baker").id == "kitchen-en"
    assert plan_for("Nail Technician").version == 1


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("bakery-en-1.toml", "id = 1", r"bakery-en-1.toml: "),
        ("salon-en-1.toml", OURS, r"salon-en-1.toml: this version is one of ours"),
        ("other-en-1.toml", OURS, r"other-en-1.toml: the file must be named salon-en-1.toml"),
        (
            "salon-en-2.toml",
            OURS.replace("version = 1", "version = 2", 1).replace(ASKED, "How old are you?"),
            "may not",
        ),
        ("readme.txt", "", "there is no plan in it"),
    ],
)
def test_a_server_does_not_start_with_plans_that_are_wrong(plans: Path, name: str, text: str, says: str) -> None:
    (plans / name).write_text(text, "utf-8")
    with pytest.raises(PlansDamaged, match=says):
        create_app(Settings(data_dir=plans.parent, plans_dir=str(plans)))


def test_a_folder_that_is_not_there_is_said(plans: Path) -> None:
    with pytest.raises(PlansDamaged, match="there is no such folder"):
        create_app(Settings(data_dir=plans.parent, plans_dir=str(plans / "nowhere")))
