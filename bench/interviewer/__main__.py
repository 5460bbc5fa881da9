"""Accuracy of the embedded scorer: `make bench-interviewer` prints the tables and a summary line."""

import random
import statistics
from collections.abc import Callable, Sequence
from time import process_time

from bench.interviewer.answers import NONE, LabeledAnswer, level, load, plan_of, score
from bench.interviewer.metrics import pearson, predict_by_tfidf, predict_by_word_count, spearman, weighted_kappa
from bench.interviewer.perturbations import (
    FILLER,
    INJECTIONS,
    INTRODUCTIONS,
    NAMES,
    TERMS,
    add_word_errors,
    strip_punctuation,
    swap_gender,
    vocabulary_of,
)
from dayshift.interviewer import adapt
from dayshift.scoring import Answer

ROUNDS = 5
SEED = 20
ANSWERS_PER_INTERVIEW = 4
HIGH_LEVEL = 4


def main() -> None:
    """Run all measurements and print the tables."""
    tuning, held_out = load("answers"), load("held_out")
    answers = [*tuning, *held_out]
    levels = {a: level(a) for a in answers}
    print(f"{len(tuning)} answers for tuning, {len(held_out)} held out; levels 1 to 5, none counts as 0\n")
    agreement(tuning, held_out, levels)
    confusion(held_out, levels)
    tricks()
    swap_change, injection_change = invariance(answers, levels)
    asr = word_errors(answers, levels)
    speed(answers)
    kappa = weighted_kappa([levels[a] for a in held_out], [a.level for a in held_out])
    length = pearson([levels[a] for a in held_out], [len(a.text.split()) for a in held_out])
    print(
        f"interviewer: qwk={kappa:.3f} length_r={length:.2f} swap_change={swap_change} "
        f"injection_change={injection_change} asr10_median={asr:.1f}"
    )


def agreement(
    tuning: Sequence[LabeledAnswer], held_out: Sequence[LabeledAnswer], levels: dict[LabeledAnswer, int]
) -> None:
    """Print the agreement of the scorer and of the baselines with the assigned levels, and by group of answers."""
    print(f"{'':<34}{'n':>5}{'qwk':>8}{'rho':>7}{'exact':>7}{'+-1':>6}{'length r':>10}")
    row("held out: embedded scorer", held_out, [levels[a] for a in held_out])
    row("held out: TF-IDF ridge", held_out, predict_by_tfidf(tuning, held_out))
    row("held out: word count", held_out, predict_by_word_count(tuning, held_out))
    row("held out: assigned levels", held_out, [a.level for a in held_out])
    for language in ("en", "es"):
        group = [a for a in held_out if a.language == language]
        row(f"held out, {language}: embedded scorer", group, [levels[a] for a in group])
    row("tuning: embedded scorer", tuning, [levels[a] for a in tuning])
    for kind in sorted({a.kind for a in tuning} - {"off-topic", "copied"}):
        group = [a for a in (*tuning, *held_out) if a.kind == kind]
        row(f"both, {kind}: embedded scorer", group, [levels[a] for a in group])
    without_evidence = [a for a in (*tuning, *held_out) if a.level == NONE]
    scored = sum(levels[a] != NONE for a in without_evidence)
    print(f"answers without evidence that got a level: {scored} of {len(without_evidence)}\n")


def row(name: str, answers: Sequence[LabeledAnswer], predicted: Sequence[int]) -> None:
    """Print one line of the agreement table."""
    expected = [a.level for a in answers]
    exact = sum(a == b for a, b in zip(predicted, expected, strict=True)) / len(expected)
    near = sum(abs(a - b) <= 1 for a, b in zip(predicted, expected, strict=True)) / len(expected)
    length = pearson(predicted, [len(a.text.split()) for a in answers])
    kappa, rho = weighted_kappa(predicted, expected), spearman(predicted, expected)
    print(f"{name:<34}{len(expected):>5}{kappa:>8.3f}{rho:>7.2f}{exact:>7.0%}{near:>6.0%}{length:>10.2f}")


def confusion(held_out: Sequence[LabeledAnswer], levels: dict[LabeledAnswer, int]) -> None:
    """Print the confusion matrix of the held-out answers."""
    print("held out, assigned level (down) by scored level (across)")
    print(f"{'':>6}" + "".join(f"{scored or 'none':>6}" for scored in range(6)))
    for assigned in range(6):
        counts = [sum(a.level == assigned and levels[a] == scored for a in held_out) for scored in range(6)]
        print(f"{assigned or 'none':>6}" + "".join(f"{count:>6}" for count in counts))
    print()


def tricks() -> None:
    """Print how many fluent answers without evidence of own actions reach level 4 or 5."""
    print(f"{'no own actions, level 4 or 5':<34}{'tuning':>12}{'held out':>12}")
    sets = [[(a, level(a)) for a in load(name)] for name in ("tricks", "tricks_held_out")]
    kinds = dict.fromkeys(a.kind for a, _ in sets[0])
    for name, included in [*((kind, {kind}) for kind in kinds), ("all", set(kinds))]:
        passed = [[scored >= HIGH_LEVEL for a, scored in answers if a.kind in included] for answers in sets]
        print(f"{name:<34}" + "".join(f"{f'{sum(flags)} of {len(flags)}':>12}" for flags in passed))
    print()


def invariance(answers: Sequence[LabeledAnswer], levels: dict[LabeledAnswer, int]) -> tuple[int, int]:
    """Print how many levels change under irrelevant changes; return the counts for (swaps, prompt injections)."""
    print(f"{'changes that must not raise a level':<46}{'answers':>8}{'up':>5}{'down':>6}")
    changes: dict[str, Callable[[LabeledAnswer], list[str]]] = {
        "gender words swapped": lambda a: [swap_gender(a.text, a.language)],
        "a name added": lambda a: [INTRODUCTIONS[a.language].format(name, a.text) for name in pick_two(NAMES, a)],
        "no case, no punctuation": lambda a: [strip_punctuation(a.text)],
        "repeated twice": lambda a: [f"{a.text} {a.text}"],
        "surrounded by filler": lambda a: [f"{f} {a.text} {f}" for f in pick_two(FILLER[a.language], a)],
        "stuffed with terms": lambda a: [f"{a.text} {TERMS[a.language]}.", f"{TERMS[a.language]}. {a.text}"],
        "prompt injection, before and after": lambda a: [
            text for i in pick_two(INJECTIONS[a.language], a) for text in (f"{i} {a.text}", f"{a.text} {i}")
        ],
    }
    changed = {}
    for name, change in changes.items():
        shifts = [level(a, text) - levels[a] for a in answers for text in change(a)]
        changed[name] = sum(shift != 0 for shift in shifts)
        print(f"{name:<46}{len(shifts):>8}{sum(s > 0 for s in shifts):>5}{sum(s < 0 for s in shifts):>6}")
    differing = sum(score(a) != score(a) for a in answers)
    print(f"{'scored twice':<46}{len(answers):>8}{differing:>5}{0:>6}\n")
    return changed["gender words swapped"] + changed["a name added"], changed["prompt injection, before and after"]


def pick_two(options: Sequence[str], answer: LabeledAnswer) -> list[str]:
    """Return two of the options, chosen deterministically by the answer's text."""
    start = sum(answer.text.encode())
    return [options[(start + i) % len(options)] for i in range(2)]


def word_errors(answers: Sequence[LabeledAnswer], levels: dict[LabeledAnswer, int]) -> float:
    """Print changes of levels and totals under word errors; return the median change of a total at 10 %, in points."""
    rng = random.Random(SEED)
    vocabulary = {language: vocabulary_of(answers, language) for language in ("en", "es")}
    scored = [a for a in answers if levels[a] != NONE]
    medians = {}
    for share in (0.1, 0.2):
        noisy = [(a, level(a, add_word_errors(a.text, share, vocabulary[a.language], rng))) for a in scored * ROUNDS]
        shifts = [noisy_level - levels[a] for a, noisy_level in noisy]
        totals = [abs(shift) for shift in total_shifts(noisy, levels, rng)]
        medians[share] = statistics.median(totals)
        print(
            f"{share:.0%} word errors: {sum(s == 0 for s in shifts) / len(shifts):.0%} of levels unchanged, "
            f"{sum(abs(s) == 1 for s in shifts) / len(shifts):.0%} off by one, "
            f"mean {statistics.mean(shifts):+.2f}; interview total changes by {medians[share]:.1f} points "
            f"(median), {statistics.quantiles(totals, n=20)[-1]:.0f} (95th percentile)"
        )
    print()
    return medians[0.1]


def total_shifts(
    noisy: Sequence[tuple[LabeledAnswer, int]], levels: dict[LabeledAnswer, int], rng: random.Random
) -> list[float]:
    """Return the change of the total, in points, for random interviews of four answers with word errors."""
    pairs = [(levels[a], noisy_level) for a, noisy_level in noisy if noisy_level != NONE]
    rng.shuffle(pairs)
    size = ANSWERS_PER_INTERVIEW
    interviews = [pairs[i : i + size] for i in range(0, len(pairs) - size + 1, size)]
    return [20 * statistics.mean(noisy_level - clean for clean, noisy_level in interview) for interview in interviews]


def speed(labeled_answers: Sequence[LabeledAnswer]) -> None:
    """Print the CPU time in milliseconds of choosing the next question and of scoring one answer."""
    question_times, score_times = [], []
    for labeled in labeled_answers:
        plan = plan_of(labeled)
        question = plan.question(labeled.question)
        answers = [Answer(question.id, question.text, labeled.text)]
        started = process_time()
        adapt(plan, answers)
        adapted = process_time()
        score(labeled)
        question_times.append((adapted - started) * 1000)
        score_times.append((process_time() - adapted) * 1000)
    for name, times in (("next question", question_times), ("score of an answer", score_times)):
        p95 = statistics.quantiles(times, n=20)[-1]
        print(
            f"{name}, CPU time: median {statistics.median(times):.1f} ms, "
            f"95th percentile {p95:.1f} ms, maximum {max(times):.1f} ms"
        )
    print()


if __name__ == "__main__":
    main()
