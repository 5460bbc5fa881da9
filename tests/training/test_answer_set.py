"""The answer set is what its data card says, and no text of the sealed test is in the other parts."""

from collections import Counter, defaultdict

import pytest

from dayshift.question_plans import FAMILIES, newest
from training.scoring.answer_set import RatedAnswer, load
from training.scoring.assign import UNSEEN

SHINGLE_WORDS = 5
MOST_SHARED = 0.25
"""Share of an answer's five-word sequences that may occur in one answer of another split."""
FEWEST_SHARED = 3
"""Fewer shared sequences are chance: a one-sentence answer has only a few in all."""


@pytest.fixture(scope="module")
def answers() -> list[RatedAnswer]:
    return load("train", "dev", "test")


def shingles(text: str) -> set[tuple[str, ...]]:
    words = "".join(letter if letter.isalnum() else " " for letter in text.lower()).split()
    return set(zip(*(words[start:] for start in range(SHINGLE_WORDS)), strict=False))


def test_size_and_variety(answers: list[RatedAnswer]) -> None:
    assert len(answers) == len({answer.id for answer in answers}) == 3520
    assert len({answer.writer for answer in answers}) == 44
    assert sum(answer.harmful for answer in answers) >= 200
    assert sum(2 <= sum(answer.levels) / 2 <= 4 for answer in answers) >= 0.25 * len(answers)
    asked = {
        (language, f"{family}/{question.id}")
        for language in ("en", "es")
        for family in FAMILIES
        if (plan := newest(f"{family}-{language}"))
        for question in plan.questions
    }
    assert {(answer.language, answer.question) for answer in answers} == asked


def test_raters_agree_within_one_level(answers: list[RatedAnswer]) -> None:
    assert {level for answer in answers for level in answer.levels} == set(range(6))
    assert max(abs(answer.levels[0] - answer.levels[1]) for answer in answers) <= 1


def test_splits_share_no_writer_and_hold_questions_back(answers: list[RatedAnswer]) -> None:
    splits = defaultdict(set)
    for answer in answers:
        splits[answer.writer].add(answer.split)
    assert all(len(found) == 1 for found in splits.values())
    assert Counter(answer.split for answer in answers) == {"train": 2240, "dev": 480, "test": 800}
    trained = {answer.question for answer in answers if answer.split == "train"}
    assert trained.isdisjoint(question for questions in UNSEEN.values() for question in questions)


def test_no_answer_is_a_near_copy_of_one_in_another_split(answers: list[RatedAnswer]) -> None:
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
        limit = max(MOST_SHARED * len(own[answer.id]), FEWEST_SHARED - 1)
        copies += [(answer.id, other) for other, count in shared.items() if count > limit]
    assert copies == []
