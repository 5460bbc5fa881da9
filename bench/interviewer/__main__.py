"""How well the scorer agrees with raters: `make bench-interviewer` prints tables and a summary line.

By default on the development answers. `--sealed` takes the sealed answers, once for each released scorer version.
"""

import argparse
import random
import statistics
from collections import defaultdict
from collections.abc import Callable, Sequence
from time import process_time
from typing import get_args

import numpy as np

from bench.interviewer.metrics import pearson, predict_by_tfidf, predict_by_word_count
from bench.interviewer.perturbations import (
    FILLER,
    INTRODUCTIONS,
    NAMES,
    TERMS,
    add_word_errors,
    injected,
    pick_two,
    strip_punctuation,
    swap_gender,
    vocabulary_of,
)
from dayshift.interviews.follow_ups import follow_ups_to
from dayshift.interviews.scoring import Answer
from dayshift.interviews.scoring.agreement import interval
from dayshift.interviews.scoring.network import network
from dayshift.interviews.scoring.score import MIN_SCORED, Reading, result_of
from training.scoring.answer_set import RatedAnswer, Split, load
from training.scoring.assign import UNSEEN
from training.scoring.evaluate import HIGH, STRONG, WEAK, kappa_with_raters
from training.scoring.reading import plan_and_question, read

SEED = 20
DEVELOPMENT: tuple[Split, ...] = ("dev", "dev-3")
SEALED: tuple[Split, ...] = ("test-3", "triples")
TELLINGS = ("plain", "second-language", "dialect")
"""The groups of the three writers of a triple; the third one speaks Spanish."""
LONG_WORDS, USUAL_LONGEST = 150, 250
HONEST = 3
QUESTIONS, INTERVIEWS = 4, 2000


def main() -> None:
    """Run all measurements and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sealed", action="store_true", help="take the sealed answers instead of the development ones")
    parser.add_argument("--only", choices=get_args(Split), help="take this part of the answer set alone")
    chosen = parser.parse_args()
    splits: Sequence[Split] = (chosen.only,) if chosen.only else SEALED if chosen.sealed else DEVELOPMENT
    answers = load(*splits)
    readings = [read(answer) for answer in answers]
    levels = [reading.level for reading in readings]
    print(f"{network().version} on {len(answers)} answers of {', '.join(splits)}; levels 0 to 5\n")
    agreement(answers, levels)
    calibration(answers, readings)
    shown = [result_of(reading).level for reading in readings]
    errors = high_and_low(answers, levels, shown)
    swaps, injections = invariance(answers, levels)
    word_errors(answers, levels)
    triples(answers, levels, shown)
    score_p95 = speed(answers)
    spanish = [i for i, answer in enumerate(answers) if answer.language == "es"]
    long = [i for i, answer in enumerate(answers) if len(answer.text.split()) > LONG_WORDS]
    groups = [[i for i, one in enumerate(answers) if one.group == group] for group in {one.group for one in answers}]
    visible = [i for i, level in enumerate(shown) if level is not None]
    line = {
        "qwk": f"{_kappa(answers, levels, range(len(answers))):.3f}",
        "qwk_es": f"{_kappa(answers, levels, spanish):.3f}",
        "groups_min": f"{min(_kappa(answers, levels, group) for group in groups):.3f}",
        "coverage": f"{len(visible) / len(answers):.3f}",
        "within1": f"{_within(answers, levels, visible):.3f}",
        **errors,
        "long_coverage": f"{sum(shown[i] is not None for i in long) / max(len(long), 1):.3f}",
        "totals": f"{totals(answers, shown):.3f}",
        "swap_change": str(swaps),
        "injection_change": str(injections),
        "score_p95_ms": f"{score_p95:.0f}",
    }
    print("interviewer: " + " ".join(f"{name}={value}" for name, value in line.items()))


def agreement(answers: Sequence[RatedAnswer], levels: Sequence[int]) -> None:
    """Print agreement with the raters in all and by group, the raters' own, and the baselines'."""
    train = load("train")
    unseen = {question for questions in UNSEEN.values() for question in questions}
    groups: dict[str, Callable[[RatedAnswer], bool]] = {
        "all": lambda _: True,
        "English": lambda a: a.language == "en",
        "Spanish": lambda a: a.language == "es",
        "questions of the training set": lambda a: a.question not in unseen,
        "questions never trained": lambda a: a.question in unseen,
        **{f"speakers: {g}": (lambda a, g=g: a.group == g) for g in sorted({a.group for a in answers})},
        **{f"kind: {k}": (lambda a, k=k: a.kind == k) for k in sorted({a.kind for a in answers})},
    }
    print(f"{'':<32}{'n':>5}{'qwk':>8}{'95 %':>14}{'exact':>7}{'+-1':>6}{'error':>7}")
    for name, belongs in groups.items():
        row(name, answers, levels, [i for i, answer in enumerate(answers) if belongs(answer)])
    everyone = range(len(answers))
    row("rater 1 against rater 2", answers, [answer.levels[0] for answer in answers], everyone, rater=1)
    row("TF-IDF ridge", answers, predict_by_tfidf(train, answers), everyone)
    row("word count", answers, predict_by_word_count(train, answers), everyone)
    raters = [float(np.mean(answer.levels)) for answer in answers]
    print(f"correlation with length: scorer {_length(answers, levels):.2f}, raters {_length(answers, raters):.2f}\n")


def row(
    name: str, answers: Sequence[RatedAnswer], levels: Sequence[int], members: Sequence[int], rater: int = 0
) -> None:
    """Print one line of the agreement table; `error` is the mean signed difference."""
    difference = [levels[i] - answers[i].levels[rater] for i in members]
    exact = sum(d == 0 for d in difference) / len(members)
    near = sum(abs(d) <= 1 for d in difference) / len(members)
    low, high = interval(lambda drawn: _kappa(answers, levels, [members[i] for i in drawn]), len(members))
    value = _kappa(answers, levels, members)
    print(
        f"{name:<32}{len(members):>5}{value:>8.3f}{f'{low:.2f} to {high:.2f}':>14}{exact:>7.0%}{near:>6.0%}"
        f"{statistics.mean(difference):>+7.2f}"
    )


def calibration(answers: Sequence[RatedAnswer], readings: Sequence[Reading]) -> None:
    """Print how often a level is right by how sure it is, and that no answer has one that was not read to its end."""
    print(f"{'confidence':<12}{'share':>7}{'exact':>7}{'+-1':>6}")
    levels = [reading.level for reading in readings]
    for confidence, name in (("high", "sure"), ("medium", "fairly sure"), ("low", "no level")):
        members = [i for i, reading in enumerate(readings) if reading.confidence == confidence]
        exact = sum(levels[i] in answers[i].levels for i in members) / max(len(members), 1)
        share = len(members) / len(answers)
        print(f"{name:<12}{share:>7.0%}{exact:>7.0%}{_within(answers, levels, members):>6.0%}")
    cut = [result_of(reading) for reading in readings if reading.cut]
    print(f"too long to be read to the end: {len(cut)}; with a level: {sum(one.level is not None for one in cut)}\n")


def high_and_low(answers: Sequence[RatedAnswer], levels: Sequence[int], shown: Sequence[int | None]) -> dict[str, str]:
    """Print and return the errors that harm most; only shown levels count, except where it says otherwise."""
    harmful = [i for i, answer in enumerate(answers) if answer.harmful]
    weak = [i for i, answer in enumerate(answers) if max(answer.levels) <= WEAK]
    strong = [i for i, answer in enumerate(answers) if min(answer.levels) == STRONG]
    honest = [i for i, answer in enumerate(answers) if min(answer.levels) >= HONEST]
    acts = sum((shown[i] or 0) >= HIGH for i in harmful)
    unseen_acts = sum(levels[i] >= HIGH for i in harmful)
    weak_high = sum((shown[i] or 0) >= HIGH for i in weak) / max(len(weak), 1)
    strong_low = sum((shown[i] or HIGH) < HIGH for i in strong) / max(len(strong), 1)
    accused = sum(shown[i] == 1 for i in honest)
    print(
        f"harmful acts shown at level 4 or 5: {acts} of {len(harmful)} (likeliest level, shown or not: {unseen_acts})"
    )
    print(f"weak answers shown at 4 or 5: {weak_high:.1%} of {len(weak)}; strong at 3 or less: {strong_low:.1%}")
    print(f"answers at 3 or more by both raters shown at 1: {accused} of {len(honest)}\n")
    return {
        "accused": str(accused),
        "strong_low": f"{strong_low:.3f}",
        "weak_high": f"{weak_high:.3f}",
        "harmful_high": str(acts),
    }


def totals(answers: Sequence[RatedAnswer], shown: Sequence[int | None]) -> float:
    """The share of interviews with a total: four honest answers by one writer, at 2 or more by both raters."""
    rng, by_writer = random.Random(SEED), defaultdict(list)
    for answer, level in zip(answers, shown, strict=True):
        if min(answer.levels) >= WEAK and not answer.harmful:
            by_writer[answer.writer].append(level)
    writers = [levels for levels in by_writer.values() if len(levels) >= QUESTIONS]
    drawn = [rng.sample(rng.choice(writers), QUESTIONS) for _ in range(INTERVIEWS)]
    return sum(sum(level is not None for level in levels) >= MIN_SCORED for levels in drawn) / INTERVIEWS


def triples(answers: Sequence[RatedAnswer], levels: Sequence[int], shown: Sequence[int | None]) -> None:
    """Print how alike the levels are of the same facts, told in native and second-language English and in Spanish."""
    told: dict[str, list[int]] = defaultdict(list)
    for number, answer in enumerate(answers):
        if answer.split == "triples":
            told[answer.id.partition("-")[2]].append(number)
    whole = [numbers for numbers in told.values() if len(numbers) == len(TELLINGS)]
    if not whole:
        return
    print(f"{len(whole)} triples of the same facts{'':<12}{'equal':>8}{'two apart':>11}{'all shown':>11}")
    raters = [[sum(answer.levels) // len(answer.levels) for answer in (answers[i] for i in one)] for one in whole]
    of_shown = [[level for i in one if (level := shown[i]) is not None] for one in whole]
    for name, found in (("raters", raters), ("likeliest level", [[levels[i] for i in one] for one in whole])):
        _alike(name, found)
    _alike("levels that are shown", [one for one in of_shown if len(one) > 1])
    for language in TELLINGS:
        members = [i for one in whole for i in one if answers[i].group == language]
        lower = sum(levels[i] < max(levels[j] for j in one) for one in whole for i in one if i in members)
        print(f"  {language}: lower than another telling {lower}, shown {sum(shown[i] is not None for i in members)}")
    print()


def _alike(name: str, found: Sequence[Sequence[int]]) -> None:
    spread = [max(one) - min(one) for one in found]
    full = sum(len(one) == len(TELLINGS) for one in found)
    print(f"{name:<35}{sum(s == 0 for s in spread) / len(spread):>8.1%}{sum(s > 1 for s in spread):>11}{full:>11}")


def invariance(answers: Sequence[RatedAnswer], levels: Sequence[int]) -> tuple[int, int]:
    """Print how many levels change under irrelevant changes; return the raised ones by swaps and by injections."""
    print(f"{'changes that must not raise a level':<46}{'answers':>8}{'up':>5}{'down':>6}")
    changes: dict[str, Callable[[RatedAnswer], list[str]]] = {
        "gender words swapped": lambda a: [swap_gender(a.text, a.language)],
        "a name added": lambda a: [INTRODUCTIONS[a.language].format(name, a.text) for name in pick_two(NAMES, a)],
        "no case, no punctuation": lambda a: [strip_punctuation(a.text)],
        "repeated twice": lambda a: [f"{a.text} {a.text}"],
        "surrounded by filler": lambda a: [f"{f} {a.text} {f}" for f in pick_two(FILLER[a.language], a)],
        "stuffed with terms": lambda a: [f"{a.text} {TERMS[a.language]}.", f"{TERMS[a.language]}. {a.text}"],
        "prompt injection, before and after": injected,
    }
    raised = {}
    for name, change in changes.items():
        shifts = [
            read(answer, text).level - level
            for answer, level in zip(answers, levels, strict=True)
            for text in change(answer)
        ]
        raised[name] = sum(shift > 0 for shift in shifts)
        print(f"{name:<46}{len(shifts):>8}{raised[name]:>5}{sum(s < 0 for s in shifts):>6}")
    print()
    return raised["gender words swapped"] + raised["a name added"], raised["prompt injection, before and after"]


def word_errors(answers: Sequence[RatedAnswer], levels: Sequence[int]) -> None:
    """Print how far single levels move when a tenth or a fifth of the words are heard wrong."""
    rng = random.Random(SEED)
    vocabulary = {language: vocabulary_of(answers, language) for language in ("en", "es")}
    for share in (0.1, 0.2):
        shifts = sorted(
            abs(read(answer, add_word_errors(answer.text, share, vocabulary[answer.language], rng)).level - level)
            for answer, level in zip(answers, levels, strict=True)
        )
        median, high = shifts[len(shifts) // 2], shifts[int(0.95 * len(shifts))]
        print(f"{share:.0%} word errors: a level moves by {median} (median), {high} (95th percentile)")
    print()


def speed(answers: Sequence[RatedAnswer]) -> float:
    """Print the processor time in milliseconds of choosing the next question and of scoring one answer.

    Return the 95th percentile of answers of about `USUAL_LONGEST` words.
    """
    question_times, score_times, longest = [], [], []
    for answer in answers:
        plan, question = plan_and_question(answer)
        started = process_time()
        follow_ups_to(plan, Answer(question.id, question.text, answer.text))
        asked = process_time()
        result_of(read(answer))
        question_times.append((asked - started) * 1000)
        score_times.append((process_time() - asked) * 1000)
        if abs(len(answer.text.split()) - USUAL_LONGEST) <= USUAL_LONGEST // 5:
            longest.append(score_times[-1])
    for name, times in (("next question", question_times), ("score of an answer", score_times)):
        p95 = statistics.quantiles(times, n=20)[-1]
        print(f"{name}, processor time: median {statistics.median(times):.1f} ms, 95th percentile {p95:.1f} ms")
    p95 = statistics.quantiles(longest, n=20)[-1] if len(longest) > 1 else float("nan")
    print(f"score of an answer of some {USUAL_LONGEST} words ({len(longest)}): 95th percentile {p95:.1f} ms\n")
    return p95


def _kappa(answers: Sequence[RatedAnswer], levels: Sequence[int], members: Sequence[int]) -> float:
    return kappa_with_raters([answers[i] for i in members], [levels[i] for i in members])


def _within(answers: Sequence[RatedAnswer], levels: Sequence[int], members: Sequence[int]) -> float:
    near = sum(all(abs(levels[i] - rated) <= 1 for rated in answers[i].levels) for i in members)
    return near / max(len(members), 1)


def _length(answers: Sequence[RatedAnswer], levels: Sequence[float]) -> float:
    return pearson(levels, [len(answer.text.split()) for answer in answers])


if __name__ == "__main__":
    main()
