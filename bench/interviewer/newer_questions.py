"""How far the scorer agrees with raters on the questions of the newer kinds of work, which it was not trained on.

    python -m bench.interviewer.newer_questions

A quarter of these answers are to older questions, by the same writers, for comparison.
"""

from collections.abc import Sequence

from dayshift.interviews.scoring.score import Reading, result_of
from training.scoring.answer_set import RatedAnswer, load
from training.scoring.assign import LATER_FAMILIES
from training.scoring.evaluate import HIGH, WEAK, kappa_with_raters
from training.scoring.reading import read

Members = Sequence[tuple[RatedAnswer, Reading]]


def main() -> None:
    """Print one line for each part of the answers."""
    answers = load("newer")
    read_ones = [(answer, read(answer)) for answer in answers]
    newer = [pair for pair in read_ones if pair[0].question.partition("/")[0] in LATER_FAMILIES]
    print(f"{'':<24}{'n':>5}{'qwk':>8}{'coverage':>10}{'qwk shown':>11}{'harmful at 4-5':>16}{'weak at 4-5':>14}")
    row("all", read_ones)
    row("newer questions", newer)
    row("newer, English", [pair for pair in newer if pair[0].language == "en"])
    row("newer, Spanish", [pair for pair in newer if pair[0].language == "es"])
    row("older questions", [pair for pair in read_ones if pair not in newer])


def row(name: str, members: Members) -> None:
    """Agreement of the likeliest levels and of those shown; errors that harm most, among the shown, among the shown."""
    shown = [(answer, level) for answer, reading in members if (level := result_of(reading).level) is not None]
    high = [answer for answer, level in shown if level >= HIGH]
    harmful = sum(answer.harmful for answer, _ in members)
    weak = sum(max(answer.levels) <= WEAK for answer, _ in members)
    likeliest = kappa_with_raters([answer for answer, _ in members], [reading.level for _, reading in members])
    of_shown = kappa_with_raters([answer for answer, _ in shown], [level for _, level in shown])
    harmful_high = f"{sum(answer.harmful for answer in high)} of {harmful}"
    weak_high = f"{sum(max(answer.levels) <= WEAK for answer in high)} of {weak}"
    coverage = len(shown) / len(members)
    print(
        f"{name:<24}{len(members):>5}{likeliest:>8.3f}{coverage:>10.2f}{of_shown:>11.3f}{harmful_high:>16}{weak_high:>14}"
    )


if __name__ == "__main__":
    main()
