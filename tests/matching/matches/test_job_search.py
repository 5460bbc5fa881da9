"""Which answers a search needs: those that scores depend on, and no others."""

from types import SimpleNamespace
from typing import Any

import pytest

from dayshift.matching.matches.job_search import job_search_of

ANSWERS = {
    "employment_type": "part-time",
    "experience": "2-5",
    "availability": "weekends,holidays",
    "hourly_rate": "20",
    "start_date": "immediately",
    "zip_code": "10001",
}
PERSON: Any = SimpleNamespace(job_search_prompt="server")


def search_with(answers: dict[str, str]) -> Any:
    given: Any = [SimpleNamespace(question_type=name, answer=answer) for name, answer in answers.items()]
    return job_search_of(PERSON, given)


@pytest.mark.parametrize("missing", ANSWERS)
def test_missing_answer_leaves_no_search(missing: str) -> None:
    assert search_with({name: answer for name, answer in ANSWERS.items() if name != missing}) is None


def test_question_that_scores_do_not_read_changes_nothing() -> None:
    assert search_with(ANSWERS) == search_with({**ANSWERS, "own_transport": "yes"})
    assert search_with(ANSWERS).experience_years == 3
