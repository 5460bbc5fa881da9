"""How well the embedded scorer reads: `make bench-interviewer`. Prints the tables and a last line of figures."""

import random
import statistics
from collections.abc import Callable, Sequence
from time import process_time

from bench.interviewer.answers import NONE, Written, level, load, plan_of, score
from bench.interviewer.changes import (
    FILLER,
    NAMES,
    ORDERS,
    PEOPLE,
    TERMS,
    misheard,
    spoken,
    swapped,
    vocabulary_of,
)
from bench.interviewer.figures import by_tfidf, by_word_count, pearson, spearman, weighted_kappa
from dayshift.interviewer import adapt
from dayshift.scoring import Answer

ROUNDS = 5
SEED = 20
ANSWERS_AN_INTERVIEW = 4
CLEAR_LEVEL = 4


def main() -> None:
    """Measure everything, the slow parts last."""
    tuning, held = load("answers"), load("held_apart")
    every = [*tuning, *held]
    levels = {w: level(w) for w in every}
    print(f"{len(tuning)} answers for tuning, {len(held)} held apart; levels 1 to 5, none counts as 0\n")
    agreement(tuning, held, levels)
    confusion(held, levels)
    tricks()
    swap_change, injection_change = invariance(every, levels)
    asr = word_errors(every, levels)
    speed(every)
    kappa = weighted_kappa([levels[w] for w in held], [w.level for w in held])
    length = pearson([levels[w] for w in held], [len(w.text.split()) for w in held])
    print(
        f"interviewer: qwk={kappa:.3f} length_r={length:.2f} swap_change={swap_change} "
        f"injection_change={injection_change} asr10_median={asr:.1f}"
    )


def agreement(tuning: Sequence[Written], held: Sequence[Written], levels: dict[Written, int]) -> None:
    """The scorer beside the simple ones, and each group of answers."""
    print(f"{'':<34}{'n':>5}{'qwk':>8}{'rho':>7}{'exact':>7}{'+-1':>6}{'length r':>10}")
    row("held apart: embedded scorer", held, [levels[w] for w in held])
    row("held apart: TF-IDF ridge", held, by_tfidf(tuning, held))
    row("held apart: word count", held, by_word_count(tuning, held))
    row("held apart: the written levels", held, [w.level for w in held])
    for language in ("en", "es"):
        some = [w for w in held if w.language == language]
        row(f"held apart, {language}: embedded scorer", some, [levels[w] for w in some])
    row("tuning: embedded scorer", tuning, [levels[w] for w in tuning])
    for kind in sorted({w.kind for w in tuning} - {"off-topic", "copied"}):
        some = [w for w in (*tuning, *held) if w.kind == kind]
        row(f"both, {kind}: embedded scorer", some, [levels[w] for w in some])
    nothing = [w for w in (*tuning, *held) if w.level == NONE]
    left = sum(levels[w] != NONE for w in nothing)
    print(f"answers with nothing to judge that got a level: {left} of {len(nothing)}\n")


def row(name: str, answers: Sequence[Written], given: Sequence[int]) -> None:
    """One line of the table."""
    wanted = [w.level for w in answers]
    exact = sum(a == b for a, b in zip(given, wanted, strict=True)) / len(wanted)
    near = sum(abs(a - b) <= 1 for a, b in zip(given, wanted, strict=True)) / len(wanted)
    length = pearson(given, [len(w.text.split()) for w in answers])
    kappa, rho = weighted_kappa(given, wanted), spearman(given, wanted)
    print(f"{name:<34}{len(wanted):>5}{kappa:>8.3f}{rho:>7.2f}{exact:>7.0%}{near:>6.0%}{length:>10.2f}")


def confusion(held: Sequence[Written], levels: dict[Written, int]) -> None:
    """Which level became which."""
    print("held apart, written level (down) by given level (across)")
    print(f"{'':>6}" + "".join(f"{given or 'none':>6}" for given in range(6)))
    for wanted in range(6):
        counts = [sum(w.level == wanted and levels[w] == given for w in held) for given in range(6)]
        print(f"{wanted or 'none':>6}" + "".join(f"{count:>6}" for count in counts))
    print()


def tricks() -> None:
    """Fluent answers without evidence of the person's own doing: how many get a level of 4 or 5 all the same."""
    print(f"{'empty answers that reach level 4 or 5':<34}{'seen':>12}{'held apart':>12}")
    sets = [[(w, level(w)) for w in load(name)] for name in ("tricks", "tricks_held_apart")]
    kinds = dict.fromkeys(w.kind for w, _ in sets[0])
    for name, some_kinds in [*((kind, {kind}) for kind in kinds), ("all", set(kinds))]:
        found = [[given >= CLEAR_LEVEL for w, given in one if w.kind in some_kinds] for one in sets]
        print(f"{name:<34}" + "".join(f"{f'{sum(f)} of {len(f)}':>12}" for f in found))
    print()


def invariance(every: Sequence[Written], levels: dict[Written, int]) -> tuple[int, int]:
    """How many levels move when something changes that may not count; returns (swaps, injected orders)."""
    print(f"{'what may not change a level':<46}{'answers':>8}{'up':>5}{'down':>6}")
    changes: dict[str, Callable[[Written], list[str]]] = {
        "gender words swapped": lambda w: [swapped(w.text, w.language)],
        "a name said first": lambda w: [NAMES[w.language].format(name, w.text) for name in some(PEOPLE, w)],
        "spoken: no case, no punctuation": lambda w: [spoken(w.text)],
        "said twice": lambda w: [f"{w.text} {w.text}"],
        "padding around it": lambda w: [f"{f} {w.text} {f}" for f in some(FILLER[w.language], w)],
        "stuffed with terms": lambda w: [f"{w.text} {TERMS[w.language]}.", f"{TERMS[w.language]}. {w.text}"],
        "orders to the scorer, before and after": lambda w: [
            text for order in some(ORDERS[w.language], w) for text in (f"{order} {w.text}", f"{w.text} {order}")
        ],
    }
    moved = {}
    for name, change in changes.items():
        shifts = [level(w, text) - levels[w] for w in every for text in change(w)]
        moved[name] = sum(shift != 0 for shift in shifts)
        print(f"{name:<46}{len(shifts):>8}{sum(s > 0 for s in shifts):>5}{sum(s < 0 for s in shifts):>6}")
    differing = sum(score(w) != score(w) for w in every)
    print(f"{'scored a second time':<46}{len(every):>8}{differing:>5}{0:>6}\n")
    return moved["gender words swapped"] + moved["a name said first"], moved["orders to the scorer, before and after"]


def some(options: Sequence[str], written: Written) -> list[str]:
    """Two of the options for this answer; all of them come up over the set."""
    at = sum(written.text.encode())
    return [options[(at + i) % len(options)] for i in range(2)]


def word_errors(every: Sequence[Written], levels: dict[Written, int]) -> float:
    """Levels and totals under word errors; returns the median change of a total, in points, at one word in ten."""
    rng = random.Random(SEED)
    vocabulary = {language: vocabulary_of(every, language) for language in ("en", "es")}
    scored = [w for w in every if levels[w] != NONE]
    medians = {}
    for share in (0.1, 0.2):
        heard = [(w, level(w, misheard(w.text, share, vocabulary[w.language], rng))) for w in scored * ROUNDS]
        shifts = [given - levels[w] for w, given in heard]
        totals = [abs(shift) for shift in total_shifts(heard, levels, rng)]
        medians[share] = statistics.median(totals)
        print(
            f"{share:.0%} word errors: {sum(s == 0 for s in shifts) / len(shifts):.0%} of levels unchanged, "
            f"{sum(abs(s) == 1 for s in shifts) / len(shifts):.0%} off by one, "
            f"mean {statistics.mean(shifts):+.2f}; an interview's total moves by {medians[share]:.1f} points "
            f"(median), {statistics.quantiles(totals, n=20)[-1]:.0f} (95th percentile)"
        )
    print()
    return medians[0.1]


def total_shifts(heard: Sequence[tuple[Written, int]], levels: dict[Written, int], rng: random.Random) -> list[float]:
    """Change in percent of made-up interviews of four answers with a level, each heard with errors."""
    mixed = [(levels[w], given) for w, given in heard if given != NONE]
    rng.shuffle(mixed)
    size = ANSWERS_AN_INTERVIEW
    interviews = [mixed[i : i + size] for i in range(0, len(mixed) - size + 1, size)]
    return [20 * statistics.mean(given - plain for plain, given in interview) for interview in interviews]


def speed(every: Sequence[Written]) -> None:
    """Milliseconds of processor time until the next question and until the score of one answer."""
    asking, scoring = [], []
    for written in every:
        plan = plan_of(written)
        question = plan.question(written.question)
        answers = [Answer(question.id, question.text, written.text)]
        started = process_time()
        adapt(plan, answers)
        asked = process_time()
        score(written)
        asking.append((asked - started) * 1000)
        scoring.append((process_time() - asked) * 1000)
    for name, took in (("next question", asking), ("score of an answer", scoring)):
        p95 = statistics.quantiles(took, n=20)[-1]
        print(
            f"{name}, processor time: median {statistics.median(took):.1f} ms, "
            f"95th percentile {p95:.1f} ms, most {max(took):.1f} ms"
        )
    print()


if __name__ == "__main__":
    main()
