"""The answer set is what its data card says, and no text of the sealed test is in the other parts."""

import json
from collections import Counter, defaultdict
from pathlib import Path
from typing import get_args

import pytest

from dayshift.interviews.scoring.exam import references
from dayshift.knowledge.question_plans import newest
from training.scoring import examples
from training.scoring.answer_set import FOLDER, TRAINING, RatedAnswer, Split, load
from training.scoring.assign import (
    FIRST_FAMILIES,
    LATER_FAMILIES,
    LATER_WRITERS,
    UNSEEN,
    as_one_person,
    later,
    questions,
)

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


@pytest.fixture(scope="module")
def fourth_round() -> list[RatedAnswer]:
    return load("train-4", "dev-4")


@pytest.fixture(scope="module")
def fifth_round() -> list[RatedAnswer]:
    return load("train-5")


@pytest.fixture(scope="module")
def stories() -> list[dict[str, str]]:
    files = [
        FOLDER / "stories" / f"{writer}.jsonl" for writer in sorted(examples.STORIES, key=lambda one: int(one[1:]))
    ]
    return [json.loads(line) for file in files for line in file.read_text("utf-8").splitlines()]


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


def test_fourth_round_is_by_writers_of_its_own(
    answers: list[RatedAnswer],
    newer_answers: list[RatedAnswer],
    third_round: list[RatedAnswer],
    fourth_round: list[RatedAnswer],
) -> None:
    assert len(fourth_round) >= 1250
    writers = {answer.writer for answer in fourth_round}
    assert len(writers) == 19
    assert writers.isdisjoint(answer.writer for answer in answers + newer_answers + third_round)
    assert all(len({one.split for one in fourth_round if one.writer == writer}) == 1 for writer in writers)
    rated = [answer.levels for answer in fourth_round if answer.split == "dev-4"]
    assert max(abs(first - second) for first, second in rated) <= 1
    assert sum(answer.language == "es" for answer in fourth_round) > len(fourth_round) / 2


def test_fifth_round_tells_of_other_work_by_writers_of_its_own(
    answers: list[RatedAnswer],
    newer_answers: list[RatedAnswer],
    third_round: list[RatedAnswer],
    fourth_round: list[RatedAnswer],
    fifth_round: list[RatedAnswer],
) -> None:
    writers = {answer.writer for answer in fifth_round}
    assert len(writers) == 3
    assert writers.isdisjoint(one.writer for one in answers + newer_answers + third_round + fourth_round)
    assert len(fifth_round) == 168
    assert sum(answer.kind == "other-work" and answer.levels == (0,) for answer in fifth_round) == 90
    assert all(answer.levels[0] >= 4 for answer in fifth_round if answer.kind in {"other-trade", "strong"})


def test_sixth_round_tells_lively_honest_stories_by_writers_of_its_own() -> None:
    sixth_round = load("train-6")
    writers = {answer.writer for answer in sixth_round}
    others = load(*(split for split in get_args(Split) if split != "train-6"))
    assert len(writers) == 6
    assert writers.isdisjoint(one.writer for one in others)
    assert len(sixth_round) == 360
    stories = [one for one in sixth_round if one.kind in {"hardship", "owned-mistake", "stopped-harm"}]
    assert len(stories) >= 75
    assert not any(one.harmful for one in stories)
    shared = {shingle for one in others if not one.split.startswith("train") for shingle in shingles(one.text)}
    for answer in sixth_round:
        found = shingles(answer.text)
        assert len(found & shared) <= max(MIN_SHARED, MAX_SHARED * len(found)), answer.id


def test_stories_differ_in_one_act_and_the_honest_ones_are_rated(stories: list[dict[str, str]]) -> None:
    rated = [json.loads(line) for line in (FOLDER / "stories" / "rated.jsonl").read_text("utf-8").splitlines()]
    assert [one["id"] for one in rated] == [story["id"] for story in stories]
    assert len(stories) == 652
    assert all(one["level"] >= 3 for one in rated)
    assert all(story["bad"].strip() != story["good"].strip() for story in stories)
    told = examples.stories()
    assert [example.harmful for example in told] == [True, False] * len(stories)
    assert all(1 in example.acts or -1 in example.acts for example in told if example.harmful)
    assert all(set(example.acts) == {0} for example in told if not example.harmful)


def test_triples_tell_the_same_facts_by_three_writers_of_their_own(
    answers: list[RatedAnswer], newer_answers: list[RatedAnswer], third_round: list[RatedAnswer]
) -> None:
    triples = load("triples")
    told = defaultdict(list)
    for answer in triples:
        told[answer.id.partition("-")[2]].append(answer)
    facts = [json.loads(line) for line in (FOLDER / "facts.jsonl").read_text("utf-8").splitlines()]
    assert told.keys() == {one["id"] for one in facts}
    assert len(told) >= 118
    for one in facts:
        assert {answer.question for answer in told[one["id"]]} == {one["question"]}
        assert {answer.group for answer in told[one["id"]]} == {"plain", "second-language", "dialect"}
    assert {one.writer for one in triples}.isdisjoint(one.writer for one in answers + newer_answers + third_round)
    assert max(abs(first - second) for first, second in (answer.levels for answer in triples)) <= 1


def test_sheets_of_people_are_those_that_were_written(
    tmp_path: Path, third_round: list[RatedAnswer], fourth_round: list[RatedAnswer]
) -> None:
    as_one_person(tmp_path, "third")
    as_one_person(tmp_path, "fourth")
    sheets = [json.loads(file.read_text("utf-8")) for file in tmp_path.glob("*.json")]
    items = {item["id"]: item for items in sheets for item in items}
    for answer in third_round + fourth_round:
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
    answers: list[RatedAnswer],
    newer_answers: list[RatedAnswer],
    third_round: list[RatedAnswer],
    fourth_round: list[RatedAnswer],
    fifth_round: list[RatedAnswer],
) -> None:
    answers = answers + newer_answers + third_round + fourth_round + fifth_round
    own = {answer.id: shingles(answer.text) for answer in answers}
    use = {answer.id: "train" if answer.split in TRAINING else answer.split for answer in answers}
    places = defaultdict(list)
    for answer in answers:
        for shingle in own[answer.id]:
            places[shingle].append(answer)
    copies = []
    for answer in answers:
        shared = Counter(
            other.id for shingle in own[answer.id] for other in places[shingle] if use[other.id] != use[answer.id]
        )
        limit = max(MAX_SHARED * len(own[answer.id]), MIN_SHARED - 1)
        copies += [(answer.id, other) for other, count in shared.items() if count > limit]
    assert copies == []


def test_no_act_no_story_and_no_exam_answer_is_a_near_copy_of_a_sealed_answer(
    answers: list[RatedAnswer], third_round: list[RatedAnswer], stories: list[dict[str, str]]
) -> None:
    sealed = [(answer.id, shingles(answer.text)) for answer in answers + third_round if answer.split.startswith("test")]
    sealed += [(answer.id, shingles(answer.text)) for answer in load("triples")]
    whole = [" ".join(story[part] for part in ("before", "bad", "after")) for story in stories]
    texts = [json.loads(line) for file in ACTS.glob("*.jsonl") for line in file.read_text("utf-8").splitlines()]
    copies = []
    acts = [pair[key] for pair in texts for key in ("bad", "good")]
    for text in [*acts, *whole, *(one.text for one in references())]:
        own = shingles(text)
        limit = max(MAX_SHARED * len(own), MIN_SHARED - 1)
        copies += [(name, text) for name, other in sealed if len(own & other) > limit]
    assert texts
    assert copies == []
