"""What stands for a protected group reaches neither the scorer nor what employers filter, sort and export by."""

import inspect
import re
from dataclasses import fields

from dayshift.hiring.desk.export import _HEADERS
from dayshift.hiring.desk.listing import Filters
from dayshift.interviews.scoring import Answer, score_interview
from tests.security.contract import contract

PROXIES = re.compile(
    r"zip|postal|language|device|agent|browser|hour_of|time_of|gap|birth|\bage\b|sex|race|gender|email|phone|photo",
    re.IGNORECASE,
)


def test_scorer_gets_the_questions_and_the_text_of_the_answers_alone() -> None:
    # Apart from the texts: in which language an answer is to be read, and that a transcript may be wrong. The second
    # withholds a level and never lowers one.
    assert [one.name for one in fields(Answer)] == [
        "question_id", "question_text", "answer_text", "language", "unclear",
    ]  # fmt: skip
    assert {"plan", "answers"} <= set(inspect.signature(score_interview).parameters)
    assert not [name for name in inspect.signature(score_interview).parameters if PROXIES.search(name)]


def test_employers_neither_filter_nor_sort_by_proxies() -> None:
    assert not [one.name for one in fields(Filters) if PROXIES.search(one.name)]
    names = [
        parameter["name"]
        for path, item in contract()["paths"].items()
        if path.startswith("/api/desk/applications") or path == "/api/desk/queue"
        for operation in item.values()
        for parameter in operation.get("parameters", [])
    ]
    assert names
    assert not [name for name in names if PROXIES.search(name)]


def test_export_has_no_proxies() -> None:
    assert len({len(header) for header in _HEADERS.values()}) == 1
    assert not [name for name in _HEADERS["en"] if PROXIES.search(name)]
