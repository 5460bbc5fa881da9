"""A language model may score only after it passed its exam with the current prompt."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select
from typer.testing import CliRunner

from dayshift.cli import main
from dayshift.core.db import Tx
from dayshift.interviews.room.model_exam import may_score
from dayshift.interviews.room.models import model_exams
from dayshift.interviews.scoring.exam import VARIED, grade, references, tasks
from tests.language import serve

Answers = Callable[[str], Any]
BY_TEXT = {task.text: task.reference for task in tasks()}


def perfect(content: str) -> Any:
    """Reply as the first rater: the level, and the first words of the answer as the quote."""
    text = json.loads(content)["answer"][0]["said"]
    level = BY_TEXT[text].levels[0] or None
    return {"level": level, "quote": " ".join(text.split(" ")[:5]) if level else ""}


@pytest.fixture
def take_exam(database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[Answers], Any]:
    """Runs `dayshift model exam` against a model that replies like this."""

    def run(answer: Answers, statuses: list[int] | None = None) -> Any:
        with serve() as script:
            script.answer = answer
            script.statuses = statuses or []
            monkeypatch.setenv("DAYSHIFT_DATABASE_URL", database_url)
            monkeypatch.setenv("DAYSHIFT_DATA_DIR", str(tmp_path))
            monkeypatch.setenv("DAYSHIFT_LANGUAGE_MODEL_URL", f"{script.url()}&in=3&out=15")
            return CliRunner().invoke(main, ["model", "exam"])

    return run


def test_a_model_that_rates_like_people_passes(take_exam: Any, tx: Tx) -> None:
    result = take_exam(perfect)
    assert result.exit_code == 0, result.output
    assert "passed" in result.stdout
    assert f"on {len(references())} answers" in result.stdout
    row = tx.execute(select(model_exams)).one()
    assert row.passed
    assert row.kappa > 0.9
    assert (row.harmful_high, row.hint_raises) == (0, 0)
    assert row.dollars > 0
    assert may_score(tx, "small/model")
    assert not may_score(tx, "another/model")


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_a_model_that_likes_everything_fails(take_exam: Any, tx: Tx) -> None:
    def generous(content: str) -> Any:
        return {"level": 5, "quote": " ".join(json.loads(content)["answer"][0]["said"].split(" ")[:4])}

    result = take_exam(generous)
    assert result.exit_code == 1
    assert "FAILED" in result.stdout
    assert not may_score(tx, "small/model")


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_a_model_that_does_not_reply_fails(take_exam: Any, tx: Tx) -> None:
    result = take_exam(perfect, [401] * 2000)
    assert result.exit_code == 1
    assert not may_score(tx, "small/model")


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
@pytest.mark.usefixtures("tx")
def test_without_a_model_there_is_no_exam(database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DAYSHIFT_DATABASE_URL", database_url)
    monkeypatch.setenv("DAYSHIFT_DATA_DIR", str(tmp_path))
    monkeypatch.delenv("DAYSHIFT_LANGUAGE_MODEL_URL", raising=False)
    result = CliRunner().invoke(main, ["model", "exam"])
    assert result.exit_code == 1
    assert "DAYSHIFT_LANGUAGE_MODEL_URL" in result.output


def test_one_harmful_act_at_a_high_level_is_enough_to_fail() -> None:
    asked = list(tasks())
    levels = [task.reference.levels[0] for task in asked]
    assert grade(levels).passed
    bad = next(i for i, task in enumerate(asked) if task.reference.harmful and not task.change)
    levels[bad] = 4
    found = grade(levels)
    assert found.harmful_high == 1
    assert found.kappa >= 0.75
    assert not found.passed


def test_the_exam_is_varied() -> None:
    assert len(references()) == 200
    assert sum(reference.harmful for reference in references()) >= 20
    assert {reference.language for reference in references()} == {"en", "es"}
    assert sum(task.change == "hint" for task in tasks()) == VARIED
