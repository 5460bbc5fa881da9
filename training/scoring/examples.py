"""The training answers as the network reads them, changed a little in every epoch, in batches of like length."""

import json
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, get_args

import numpy as np
from numpy.typing import NDArray

from dayshift.interviews.scoring.network import CUTS, FIRST, QUESTION_TOKENS, SEPARATOR, UNKNOWN, WINDOW, Tokenizer
from dayshift.interviews.scoring.preprocessing import question_words, sentences_of, without_accents
from dayshift.knowledge.question_plans import newest
from dayshift.knowledge.question_plans.plan import Aspect
from training.scoring.answer_set import FOLDER, RatedAnswer
from training.scoring.reading import plan_and_question

ASPECTS: tuple[str, ...] = get_args(Aspect)
WORD_ERRORS = 0.06
INSERTED_HARM, INSERTED_TWIN = 0.12, 0.14
"""Shares of the training answers that get a harmful act, or its honest twin, inserted between two sentences."""
JOINED = 0.4
"""Share of them that become a part of the sentence before."""
AND = {"en": "and", "es": "y"}
STORIES = {
    **dict.fromkeys(("s1", "s2", "s6", "s9", "s10", "s11", "s15"), "en"),
    **dict.fromkeys(("s3", "s4", "s5", "s7", "s8", "s12", "s13", "s14"), "es"),
}
"""The languages of the stories, by writer."""
ACTS = ("en1", "en2", "en3", "en4", "en5", "es1", "es2", "es3")
REPEATED = {"other-work": 3, "other-trade": 2, "hidden-act": 2}
"""Kinds of answers of which there are few, and from which most is to be learned: so often they are in an epoch."""
NO_KIND = -100
OTHER_QUESTIONS = 0.15
"""For this share of the answers another question is drawn."""
TOPICS = {
    **dict.fromkeys(("conflict", "complaint", "incident", "respect", "calm", "refusal", "coaching"), "people"),
    **dict.fromkeys(("hygiene", "safety", "care", "quality", "honesty", "accuracy", "diagnosis"), "care"),
}
"""Of the questions that are alike; every other question is a topic of its own."""
THIN_COPIES = 3
"""So often each thin answer is in an epoch, every time to another question."""
EXPERIENCE, SCHEDULE = "experience", "availability"
KEEP_QUESTION = 0.85
"""Without its question an answer is read in general, which is what holds for questions that were never trained."""
PLAIN_SPANISH = 0.3
"""Share of the Spanish answers that are read as if typed without accents."""
TOKENS_PER_BATCH, ANSWERS_PER_BATCH = 3072, 32
LIKE_LENGTH = 16
"""Answers are of like length when they differ by fewer tokens."""

Batch = dict[str, NDArray[Any]]
Acts = Mapping[str, Sequence[tuple[list[str], list[str]]]]
"""Pairs of a harmful act and its honest twin, by language."""


@dataclass(frozen=True)
class Example:
    """One answer in words. `told` has 1 or 0 for the aspects that were asked about, -1 for all others."""

    language: str
    question: Sequence[str]
    sentences: Sequence[Sequence[str]]
    level: float
    harmful: bool
    acts: Sequence[int]
    """For each sentence 1 if it tells a harmful act, 0 if it does not, -1 if nobody knows."""
    told: Sequence[float]
    kind: int
    topic: str
    """Of the question."""
    told_twice: bool = False
    """One of two stories that differ in one act, so no other act is inserted."""


def examples(answers: Sequence[RatedAnswer]) -> list[Example]:
    """The answers; `kind` is the place of the kind that was asked for among all kinds, in the order of the alphabet."""
    kinds = sorted({answer.kind for answer in answers})
    found = []
    for answer in answers:
        _, question = plan_and_question(answer)
        asked = {follow_up.aspect for follow_up in question.follow_ups}
        sentences = _sentences(answer.text, question.text, answer.language) or [["-"]]
        found.append(
            Example(
                language=answer.language,
                question=question_words(question.text, answer.language),
                sentences=sentences,
                level=sum(answer.levels) / len(answer.levels),
                harmful=answer.harmful,
                acts=[-int(answer.harmful)] * len(sentences),
                told=[-1.0 if answer.told is None or a not in asked else float(a in answer.told) for a in ASPECTS],
                kind=kinds.index(answer.kind),
                topic=TOPICS.get(question.id, question.id),
            )
        )
    return found


def repeated(data: Sequence[Example], answers: Sequence[RatedAnswer]) -> list[Example]:
    """Those of which more is in an epoch, once less than that."""
    return [
        example for example, answer in zip(data, answers, strict=True) for _ in range(REPEATED.get(answer.kind, 1) - 1)
    ]


def stories() -> list[Example]:
    """Stories with an act in one clause, and the same with its honest twin.

    Of the one with the act it is known which sentence tells it, unless a long one was cut.
    """
    rated = {one["id"]: one for one in _lines("stories/rated.jsonl")}
    return [
        _story(told, STORIES[writer], version, rated[told["id"]])
        for writer in STORIES
        for told in _lines(f"stories/{writer}.jsonl")
        for version in ("bad", "good")
    ]


def _story(told: dict[str, str], language: str, version: str, rated: dict[str, Any]) -> Example:
    family, _, name = told["question"].partition("/")
    plan = newest(f"{family}-{language}")
    if plan is None:
        raise LookupError(f"no plan {family}-{language}")
    question, harmful = plan.question(name), version == "bad"
    before, act, after = (told[part].strip() for part in ("before", version, "after"))
    text = " ".join(part for part in (before, act, after) if part)
    begin = len(before) + bool(before)
    found = sentences_of(text, question.text, language)
    telling = [one.start < begin + len(act) and one.end > begin for one in found]
    label = -1 if sum(telling) > 1 else 1
    asked = {follow_up.aspect for follow_up in question.follow_ups}
    return Example(
        language=language,
        question=question_words(question.text, language),
        sentences=[one.words for one in found],
        level=1.0 if harmful else float(rated["level"]),
        harmful=harmful,
        acts=[label * (harmful and one) for one in telling],
        told=[-1.0 if harmful or a not in asked else float(a in rated["told"]) for a in ASPECTS],
        kind=NO_KIND,
        topic=TOPICS.get(question.id, question.id),
        told_twice=True,
    )


def log_odds(data: Sequence[Example]) -> NDArray[np.float64]:
    """The logarithms of the odds that a level is above 0, 1, 2, 3 and 4, and that an answer is harmful."""
    cuts = np.clip(np.array([one.level for one in data])[:, None] - np.arange(CUTS), 0, 1).mean(0)
    share = np.array([*cuts, np.mean([one.harmful for one in data])])
    return np.log(share / (1 - share))


def thin_answers(data: Sequence[Example]) -> list[Example]:
    """Answers that say next to nothing, to questions of the training answers in turn."""
    found: list[Example] = []
    for line in (FOLDER / "thin.txt").read_text("utf-8").splitlines():
        if not line.startswith("#"):
            language, level, text = line.split("\t")
            asked = [example for example in data if example.language == language]
            for _ in range(THIN_COPIES):
                like = asked[len(found) * 37 % len(asked)]
                words = _words(text, language)
                thin = replace(like, sentences=[words], level=float(level), harmful=False, acts=[0])
                found.append(replace(thin, told=[0.0] * len(ASPECTS)))
    return found


def acts() -> Acts:
    """Pairs of a harmful act and its honest twin, in the words that the network reads."""
    pairs: dict[str, list[tuple[list[str], list[str]]]] = {"en": [], "es": []}
    for name in ACTS:
        language = name[:2]
        for pair in _lines(f"acts/{name}.jsonl"):
            pairs[language].append((_words(pair["bad"], language), _words(pair["good"], language)))
    return pairs


class Augmented:
    """Changes answers at random: word errors, inserted acts, another question, no accents, no question."""

    def __init__(self, data: Sequence[Example], pairs: Acts, rng: random.Random) -> None:
        self._data, self._acts, self._rng = data, pairs, rng
        self._vocabulary = {
            language: [w for one in data if one.language == language for words in one.sentences for w in words]
            for language in ("en", "es")
        }

    def changed(self, example: Example) -> Example:
        """The answer, changed."""
        rng = self._rng
        if rng.random() < OTHER_QUESTIONS:
            example = self._with_other_question(example)
        elif not example.told_twice:
            example = self._with_act(example, self._acts[example.language])
        sentences = [self._with_errors(words, example.language) for words in example.sentences]
        if example.language == "es" and rng.random() < PLAIN_SPANISH:
            sentences = [[without_accents(word) for word in words] for words in sentences]
        # Where the question was changed, the label says that it is not answered.
        kept = rng.random() < KEEP_QUESTION or example.level == 0
        return replace(example, sentences=sentences, question=example.question if kept else ())

    def _with_other_question(self, example: Example) -> Example:
        """The answer as if another question had been asked, which nothing in it answers.

        That is so where one of the two is about schedules, or their topics differ and none asks for experience, which
        every story tells.
        """
        other = self._rng.choice(self._data)
        topics = {example.topic, other.topic}
        apart = len(topics) > 1 and (SCHEDULE in topics or EXPERIENCE not in topics)
        if other.language != example.language or example.harmful or not apart:
            return example
        return replace(example, question=other.question, level=0.0, told=[-1.0] * len(ASPECTS))

    def _with_act(self, example: Example, pairs: Sequence[tuple[list[str], list[str]]]) -> Example:
        """Perhaps with an act: a harmful one makes the answer harmful, at level 1."""
        chance = self._rng.random()
        if not pairs or chance >= INSERTED_HARM + INSERTED_TWIN:
            return example
        bad, good = self._rng.choice(pairs)
        at, harm = self._rng.randint(0, len(example.sentences)), chance < INSERTED_HARM
        act, known, first = [*(bad if harm else good)], int(harm), at
        if at and self._rng.random() < JOINED:
            first = at - 1
            act, known = [*example.sentences[first], AND[example.language], *act], max(known, example.acts[first])
        changed = replace(
            example,
            sentences=[*example.sentences[:first], act, *example.sentences[at:]],
            acts=[*example.acts[:first], known, *example.acts[at:]],
            told=[-1.0] * len(ASPECTS),
        )
        if harm:
            return replace(changed, level=1.0, harmful=True)
        # The twin is an own act, told without the rest of a good answer.
        return changed if example.level else replace(changed, level=2.0)

    def _with_errors(self, words: Sequence[str], language: str) -> list[str]:
        """Words as a speech recognizer might hear them: some replaced, some lost."""
        heard = []
        for word in words:
            chance = self._rng.random()
            if chance < WORD_ERRORS / 2:
                heard.append(self._rng.choice(self._vocabulary[language]))
            elif chance > WORD_ERRORS:
                heard.append(word)
        return heard


@dataclass(frozen=True)
class _Row:
    number: int
    example: Example
    tokens: list[int]
    begin: int
    """Of the answer in `tokens`."""
    parts: list[int]
    """The number of the sentence of each token of the answer."""


def batches(data: Sequence[Example], tokenizer: Tokenizer, rng: random.Random | None = None) -> Iterator[Batch]:
    """Batches of answers of like length, with `rng` in random order."""
    rows = [_row(number, one, tokenizer) for number, one in enumerate(data)]
    if rng:
        rng.shuffle(rows)
    rows.sort(key=lambda row: len(row.tokens) // LIKE_LENGTH)
    made: list[list[_Row]] = [[]]
    for row in rows:
        longest = max(len(one.tokens) for one in [*made[-1], row])
        if longest * (len(made[-1]) + 1) > TOKENS_PER_BATCH or len(made[-1]) == ANSWERS_PER_BATCH:
            made.append([])
        made[-1].append(row)
    if rng:
        rng.shuffle(made)
    return map(_batch, made)


def _row(number: int, example: Example, tokenizer: Tokenizer) -> _Row:
    question = tokenizer.tokens(example.question)[:QUESTION_TOKENS]
    answer, parts = [], []
    for part, words in enumerate(example.sentences):
        tokens = tokenizer.tokens(words)
        answer += tokens
        parts += [part] * len(tokens)
    answer, parts = answer[:WINDOW] or [UNKNOWN], parts[:WINDOW] or [0]
    return _Row(number, example, [FIRST, *question, SEPARATOR, *answer, SEPARATOR], len(question) + 2, parts)


def _batch(rows: Sequence[_Row]) -> Batch:
    """Arrays of a batch of so many answers, of which the longest has so many tokens.

    `ids`, `mask` (no padding), `asked`, `answer` (which tokens are the question's and the answer's) and `part` (the
    number of the sentence in the batch, -1 for none) are (answers, tokens); `of` (its answer), `act` are (sentences).
    """
    shape = len(rows), max(len(row.tokens) for row in rows)
    ids, part = np.ones(shape, np.int64), np.full(shape, -1, np.int64)
    mask, answer, asked = (np.zeros(shape, np.float32) for _ in range(3))
    of: list[int] = []
    act: list[float] = []
    for place, row in enumerate(rows):
        count, end = len(row.tokens), row.begin + len(row.parts)
        ids[place, :count], mask[place, :count] = row.tokens, 1
        asked[place, : row.begin], answer[place, row.begin : end] = 1, 1
        said = sorted(set(row.parts))
        part[place, row.begin : end] = np.searchsorted(said, row.parts) + len(of)
        of += [place] * len(said)
        act += [float(row.example.acts[number]) for number in said]
    labels = [row.example for row in rows]
    return {
        "ids": ids,
        "mask": mask,
        "answer": answer,
        "asked": asked,
        "part": part,
        "of": np.array(of),
        "act": np.array(act, np.float32),
        "level": np.array([one.level for one in labels], np.float32),
        "harmful": np.array([one.harmful for one in labels], np.float32),
        "told": np.array([one.told for one in labels], np.float32),
        "kind": np.array([one.kind for one in labels]),
        "numbers": np.array([row.number for row in rows]),
    }


def _sentences(text: str, question: str, language: str) -> list[list[str]]:
    return [[*sentence.words] for sentence in sentences_of(text, question, language)]


def _lines(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (FOLDER / name).read_text("utf-8").splitlines()]


def _words(text: str, language: str) -> list[str]:
    return [word for words in _sentences(text, "", language) for word in words]
