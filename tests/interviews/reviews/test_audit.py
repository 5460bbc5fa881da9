import pytest

from dayshift.interviews.reviews.audit import Scored, audit
from dayshift.interviews.room.report import CompetencyReport, InterviewReport


def scored(number: int, level: int, advice: str = "HIRE", ratings: tuple[int, ...] = ()) -> Scored:
    result = CompetencyReport(
        competency="Restaurant experience",
        question="?",
        level=level,
        level_text="",
        quote="I cook",
        confidence="high",
        would_raise="",
        ratings=ratings,
    )
    report = InterviewReport(
        summary="",
        recommendation=advice,
        competencies=(result,),
        plan="restaurant-en",
        plan_version=1,
        scorer="embedded-2",
    )
    return Scored(str(number), 20 * level, report)


def test_audit_reports_distribution_agreement_and_impact() -> None:
    found = [scored(i, 5, ratings=(5, 5, 4, 5)) for i in range(5)]
    found += [scored(i, 2, "NO_HIRE" if i > 6 else "SECOND_INTERVIEW", (2, 4, 4, 4)) for i in range(5, 10)]
    ratings = ["interview,competency,level", "0,Restaurant experience,5", "5,Restaurant experience,3", "99,x,1"]
    groups = ["interview,group", *(f"{i},a" for i in range(5)), *(f"{i},b" for i in range(5, 10)), "1,c"]
    lines = audit(found, ratings, groups)
    assert "advice HIRE: 5 (50%)" in lines
    assert any("2: 5" in line and "5: 5" in line for line in lines)
    assert "total by version, restaurant-en 1 embedded-2: mean 70.0 of 10" in lines
    assert any(line.startswith("agreement of embedded scorer and language model: kappa") for line in lines)
    assert any("human ratings" in line and "50% exact, of 2" in line for line in lines)
    assert "impact ratio of a: 1.00 (100% of 5)" in lines
    assert "impact ratio of b: 0.40 (40% of 5)" in lines
    assert not any("impact ratio of c" in line for line in lines)


def test_audit_without_ratings_and_groups() -> None:
    lines = audit([scored(1, 3)])
    assert "agreement of scores and human ratings: nothing to compare" in lines
    assert "impact ratios: no groups of five or more with favourable advice" in lines


def test_ratings_file_with_other_columns_is_an_error() -> None:
    with pytest.raises(KeyError):
        audit([scored(1, 3)], ["id,level", "1,2"])
