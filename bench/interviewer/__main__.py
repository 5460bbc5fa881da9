"""How well the scorer agrees with raters: `make bench-interviewer` prints tables and a summary line.

By default on the development answers. `--sealed` takes the sealed test, once for each released scorer version.
"""

import argparse
import random
import statistics
from collections.abc import Callable, Sequence
from time import process_time

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
from dayshift.interviews.scoring.score import Reading, result_of
from training.scoring.answer_set import RatedAnswer, load
from training.scoring.assign import UNSEEN
from training.scoring.evaluate import HIGH, STRONG, WEAK, kappa_with_raters
from training.scoring.reading import plan_and_question, read

SEED = 20


def main() -> None:
    """Run all measurements and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sealed", action="store_true", help="take the sealed test instead of the development set")
    sealed = parser.parse_args().sealed
    answers = load("test" if sealed else "dev")
    readings = [read(answer) for answer in answers]
    levels = [reading.level for reading in readings]
    print(f"{network().version} on {len(answers)} {'sealed' if sealed else 'development'} answers; levels 0 to 5\n")
    agreement(answers, levels)
    calibration(answers, readings)
    errors = high_and_low(answers, levels)
    swaps, injections = invariance(answers, levels)
    word_errors(answers, levels)
    speed(answers)
    shown = [i for i, reading in enumerate(readings) if result_of(reading).level is not None]
    sure = [i for i in shown if readings[i].confidence == "high"]
    spanish = [i for i, answer in enumerate(answers) if answer.language == "es"]
    line = {
        "qwk": f"{_kappa(answers, levels, range(len(answers))):.3f}",
        "qwk_es": f"{_kappa(answers, levels, spanish):.3f}",
        **errors,
        "length_r": f"{_length(answers, levels):.2f}",
        "swap_change": str(swaps),
        "injection_change": str(injections),
        "sure_within1": f"{_within(answers, levels, sure):.3f}",
        "coverage": f"{len(shown) / len(answers):.3f}",
        "qwk_shown": f"{_kappa(answers, levels, shown):.3f}",
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


def high_and_low(answers: Sequence[RatedAnswer], levels: Sequence[int]) -> dict[str, str]:
    """Print and return the errors that harm most; levels that are not shown count too, except where it says shown."""
    shown = [result_of(read(answer)).level for answer in answers]
    harmful = [i for i, answer in enumerate(answers) if answer.harmful]
    weak = [i for i, answer in enumerate(answers) if max(answer.levels) <= WEAK]
    strong = [i for i, answer in enumerate(answers) if min(answer.levels) == STRONG]
    acts = sum((shown[i] or 0) >= HIGH for i in harmful)
    unseen_acts = sum(levels[i] >= HIGH for i in harmful)
    weak_high = sum((shown[i] or 0) >= HIGH for i in weak) / len(weak)
    strong_low = sum(shown[i] is not None and (shown[i] or 0) < HIGH for i in strong) / len(strong)
    print(
        f"harmful acts shown at level 4 or 5: {acts} of {len(harmful)} (likeliest level, shown or not: {unseen_acts})"
    )
    print(f"weak answers shown at 4 or 5: {weak_high:.1%} of {len(weak)}; strong at 3 or less: {strong_low:.1%}\n")
    return {"harmful_high": str(acts), "weak_high": f"{weak_high:.3f}", "strong_low": f"{strong_low:.3f}"}


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


def speed(answers: Sequence[RatedAnswer]) -> None:
    """Print the processor time in milliseconds of choosing the next question and of scoring one answer."""
    question_times, score_times = [], []
    for answer in answers:
        plan, question = plan_and_question(answer)
        started = process_time()
        follow_ups_to(plan, Answer(question.id, question.text, answer.text))
        asked = process_time()
        result_of(read(answer))
        question_times.append((asked - started) * 1000)
        score_times.append((process_time() - asked) * 1000)
    for name, times in (("next question", question_times), ("score of an answer", score_times)):
        p95 = statistics.quantiles(times, n=20)[-1]
        print(f"{name}, processor time: median {statistics.median(times):.1f} ms, 95th percentile {p95:.1f} ms")
    print()


def _kappa(answers: Sequence[RatedAnswer], levels: Sequence[int], members: Sequence[int]) -> float:
    return kappa_with_raters([answers[i] for i in members], [levels[i] for i in members])


def _within(answers: Sequence[RatedAnswer], levels: Sequence[int], members: Sequence[int]) -> float:
    near = sum(all(abs(levels[i] - rated) <= 1 for rated in answers[i].levels) for i in members)
    return near / max(len(members), 1)


def _length(answers: Sequence[RatedAnswer], levels: Sequence[float]) -> float:
    return pearson(levels, [len(answer.text.split()) for answer in answers])


if __name__ == "__main__":
    main()
