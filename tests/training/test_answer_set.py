"""The answer set is what its data card says, and no text of the sealed test is in the other parts."""

import json
from collections import Counter, defaultdict
from pathlib import Path

import pytest

from dayshift.interviews.scoring.exam import references
from dayshift.knowledge.question_plans import newest
from training.scoring.answer_set import FOLDER, RatedAnswer, load
from training.scoring.assign import FIRST_FAMILIES, LATER_FAMILIES, LATER_WRITERS, UNSEEN, later, questions, third

pytestmark = pytest.mark.slow

ACTS = FOLDER / "acts"
SHINGLE_WORDS = 5
MAX_SHARED = 0.25
"""Share of an answer's five-word sequences that may occur in one answer of another split."""
MIN_SHARED = 3
"""Fewer shared sequences are chance: a one-sentence answer has only a few in all."""


@pytest.fixture(scope="module")
def answers() -> list[RatedAnswer]:
    return load("train", "dev", "test")


@pytest.fixture(scope="module")
def newer_answers() -> list[RatedAnswer]:
    return load("newer")


@pytest.fixture(scope="module")
def third_round() -> list[RatedAnswer]:
    return load("train-3", "dev-3", "test-3")


def shingles(text: str) -> set[tuple[str, ...]]:
    words = "".join(letter if letter.isalnum() else " " for letter in text.lower()).split()
    return set(zip(*(words[start:] for start in range(SHINGLE_WORDS)), strict=False))


def test_size_and_variety(answers: list[RatedAnswer]) -> None:
    assert len(answers) == len({answer.id for answer in answers}) >= 4400
    assert len({answer.writer for answer in answers}) == len(answers) / 80
    assert sum(answer.harmful for answer in answers) >= 200
    assert sum(2 <= sum(answer.levels) / 2 <= 4 for answer in answers) >= 0.25 * len(answers)
    asked = {
        (language, f"{family}/{question.id}")
        for language in ("en", "es")
        for family in FIRST_FAMILIES
        if (plan := newest(f"{family}-{language}"))
        for question in plan.questions
    }
    assert {(answer.language, answer.question) for answer in answers} == asked


def test_raters_agree_within_one_level(answers: list[RatedAnswer]) -> None:
    assert {level for answer in answers for level in answer.levels} == set(range(6))
    twice = [answer.levels for answer in answers if len(answer.levels) == 2]
    assert len(twice) == 3520
    assert max(abs(first - second) for first, second in twice) <= 1


def test_splits_share_no_writer_and_hold_questions_back(answers: list[RatedAnswer]) -> None:
    splits = defaultdict(set)
    for answer in answers:
        splits[answer.writer].add(answer.split)
    assert all(len(found) == 1 for found in splits.values())
    counts = Counter(answer.split for answer in answers)
    assert (counts["dev"], counts["test"]) == (480, 800)
    assert all(len(answer.levels) == 2 for answer in answers if answer.split != "train")
    trained = {answer.question for answer in answers if answer.split == "train"}
    assert trained.isdisjoint(question for questions in UNSEEN.values() for question in questions)


def test_answers_to_newer_questions_are_rated_twice_and_by_writers_of_their_own(
    answers: list[RatedAnswer], newer_answers: list[RatedAnswer]
) -> None:
    assert len(newer_answers) == 160
    assert {answer.writer for answer in newer_answers}.isdisjoint(answer.writer for answer in answers)
    assert max(abs(first - second) for first, second in (answer.levels for answer in newer_answers)) <= 1
    assert Counter(answer.language for answer in newer_answers) == {"en": 80, "es": 80}
    newer = [answer for answer in newer_answers if answer.question.partition("/")[0] in LATER_FAMILIES]
    assert len(newer) == 120
    assert {answer.question.partition("/")[0] for answer in newer} == set(LATER_FAMILIES)


def test_third_round_is_by_writers_of_its_own_and_rated_twice(
    answers: list[RatedAnswer], newer_answers: list[RatedAnswer], third_round: list[RatedAnswer]
) -> None:
    assert len(third_round) >= 1600
    writers = {answer.writer for answer in third_round}
    assert len(writers) == 29
    assert writers.isdisjoint(answer.writer for answer in answers + newer_answers)
    assert all(len({one.split for one in third_round if one.writer == writer}) == 1 for writer in writers)
    assert max(abs(first - second) for first, second in (answer.levels for answer in third_round)) <= 1
    assert Counter(answer.split for answer in third_round).keys() == {"train-3", "dev-3", "test-3"}


def test_sheets_of_the_third_round_are_those_that_were_written(tmp_path: Path, third_round: list[RatedAnswer]) -> None:
    third(tmp_path)
    sheets = [json.loads(file.read_text("utf-8")) for file in tmp_path.glob("*.json")]
    items = {item["id"]: item for items in sheets for item in items}
    for answer in third_round:
        item = items[answer.id]
        assert (answer.split, answer.question, answer.kind) == (item["split"], item["question"], item["kind"])


def test_sheets_for_later_families_ask_all_their_questions(tmp_path: Path) -> None:
    later(tmp_path)
    for language, numbers in LATER_WRITERS.items():
        names = [f"w{number}" for number in numbers]
        sheets = {name: json.loads((tmp_path / f"{name}.json").read_text("utf-8")) for name in names}
        asked = {item["question"] for items in sheets.values() for item in items}
        assert set(questions(language, LATER_FAMILIES)) <= asked
        assert asked.isdisjoint(question for reserved in UNSEEN.values() for question in reserved)
        for name, items in sheets.items():
            assert len(items) == 40
            assert sum(item["question"].partition("/")[0] in LATER_FAMILIES for item in items) == 30
            text = (tmp_path / f"{name}.md").read_text("utf-8")
            assert all(item["id"] in text and item["text"] in text and item["told"] in text for item in items)


def test_no_answer_is_a_near_copy_of_one_in_another_split(
    answers: list[RatedAnswer], newer_answers: list[RatedAnswer], third_round: list[RatedAnswer]
) -> None:
    answers = answers + newer_answers + third_round
    own = {answer.id: shingles(answer.text) for answer in answers}
    places = defaultdict(list)
    for answer in answers:
        for shingle in own[answer.id]:
            places[shingle].append(answer)
    copies = []
    for answer in answers:
        shared = Counter(
            other.id for shingle in own[answer.id] for other in places[shingle] if other.split != answer.split
        )
        limit = max(MAX_SHARED * len(own[answer.id]), MIN_SHARED - 1)
        copies += [(answer.id, other) for other, count in shared.items() if count > limit]
    assert copies == []


def test_no_act_and_no_exam_answer_is_a_near_copy_of_a_sealed_answer(
    answers: list[RatedAnswer], third_round: list[RatedAnswer]
) -> None:
    sealed = [(answer.id, shingles(answer.text)) for answer in answers + third_round if answer.split.startswith("test")]
    texts = [json.loads(line) for file in ACTS.glob("*.jsonl") for line in file.read_text("utf-8").splitlines()]
    copies = []
    for text in [*(pair[key] for pair in texts for key in ("bad", "good")), *(one.text for one in references())]:
        own = shingles(text)
        limit = max(MAX_SHARED * len(own), MIN_SHARED - 1)
        copies += [(name, text) for name, other in sealed if len(own & other) > limit]
    assert texts
    assert copies == []
