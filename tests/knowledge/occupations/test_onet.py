"""Work named by the titles and tasks of O*NET-SOC."""

import re
import time

import pytest

from dayshift.knowledge.occupations import all_categories, occupation_of, occupations, onet, understand
from dayshift.knowledge.occupations.taxonomy import occupations_by_soc, part_of
from dayshift.knowledge.occupations.titles import occupation_for
from dayshift.knowledge.occupations.words import folded


@pytest.mark.parametrize(
    ("text", "soc"),
    [
        ("CNA night shift", "31-1131.00"),
        ("caregiver", "31-1122.00"),
        ("home health aides", "31-1121.00"),
        ("assembler", "51-2092.00"),
        ("quality inspector", "51-9061.00"),
        ("grocery stocker", "53-7065.00"),
        ("bike courier", "43-5021.00"),
        ("flagger", "33-9091.00"),
        ("looking after elderly people at home", "31-1122.00"),
        ("checking parts for defects", "51-9061.00"),
        ("overnight stocking", "53-7065.00"),
        ("cuidar ancianos", "31-1122.00"),
        ("captura de datos", "43-9021.00"),
        ("trabajar con niños", "39-9011.00"),
        ("helping patients in a hospital", "31-1131.00"),
        ("no kitchen work, data entry", "43-9021.00"),
        ("millwright apprentice", "49-9044.00"),
        ("operator, punch press", "51-4031.00"),
        ("aide in a nursing home", "31-1131.00"),
    ],
)
def test_wishes_beyond_the_seven_categories(text: str, soc: str) -> None:
    assert soc in {occupations()[fit.occupation].soc for fit in understand(text)[:5]}


@pytest.mark.parametrize(
    ("title", "soc"),
    [
        ("CNA - Night Shift", "31-1131.00"),
        ("Certified Nursing Assistant (CNA)", "31-1131.00"),
        ("Automotive Parts Counter Person", "41-2022.00"),
        ("Line Assembler", "51-2092.00"),
        ("Overnight Stocker", "53-7065.00"),
        ("Bilingual Receptionist", "43-4171.00"),
    ],
)
def test_job_titles_get_an_occupation(title: str, soc: str) -> None:
    name = occupation_of(title)
    assert name is not None
    assert occupations()[name].soc == soc


@pytest.mark.parametrize("text", ["registered nurse", "software developer", "civil engineer", "pharmacist"])
def test_other_work_is_not_taken_for_similar_hourly_work(text: str) -> None:
    assert occupation_of(text) is None


def test_excluded_work_is_not_named_by_onet() -> None:
    assert "telemarketer" not in {fit.occupation for fit in understand("no telemarketing, customer service")}


def test_each_occupation_has_a_code_and_each_code_an_occupation() -> None:
    assert all(re.fullmatch(r"\d\d-\d{4}\.\d\d", entry.soc) for entry in occupations().values())
    codes = set(occupations_by_soc())
    assert {code for code in onet.codes() if code not in codes} == set()
    categories = {category.id for category in all_categories()}
    assert {entry.category for entry in occupations().values()} <= categories
    assert {part_of(name) for name in occupations()} == set(range(1, 16))


def test_of_several_occupations_with_one_code_the_words_decide() -> None:
    assert occupation_for("33-9091.00", folded("School Crossing Guard")) == "crossing-guard"
    assert occupation_for("33-9091.00", folded("Traffic Flagger")) == "flagger"
    assert occupation_for("35-3031.00", folded("Wait Staff")) == "server"


def test_codes_are_related_both_ways_to_known_codes() -> None:
    assert "31-1131.00" in onet.related("31-1121.00")
    assert set(onet.related("53-7065.00")) <= set(onet.codes())


def test_reading_is_fast() -> None:
    understand("warm")
    texts = [
        f"looking for work number {number} packing sorting and loading boxes in a cold plant" for number in range(40)
    ]
    start = time.process_time()
    for text in texts:
        understand(text)
    assert (time.process_time() - start) / len(texts) < 0.005
