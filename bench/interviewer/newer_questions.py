"""How much the scorer changes when development answers are read under the questions of the newer kinds of work.

    python -m bench.interviewer.newer_questions

The newer questions have no rated answers yet. This shows only whether their words disturb the scorer: each development
answer about experience, a busy day or motivation is read under the same question of each newer kind of work.
"""

from dayshift.question_plans import Plan, newest
from dayshift.scoring import Answer, read_answers
from dayshift.scoring.score import result_of
from training.scoring.answer_set import load
from training.scoring.assign import LATER_FAMILIES
from training.scoring.reading import plan_and_question

QUESTIONS = {"experience", "pressure", "motivation"}


def levels(plan: Plan, question_id: str, text: str) -> tuple[int, int | None]:
    """The likeliest level and the level that is shown."""
    question = plan.question(question_id)
    reading = read_answers(plan, question, [Answer(question.id, question.text, text)])
    return reading.level, result_of(reading).level


def main() -> None:
    """Print the share of answers with a level, and how many levels differ."""
    pairs = []
    for answer in load("dev"):
        own, question = plan_and_question(answer)
        if question.id not in QUESTIONS:
            continue
        before = levels(own, question.id, answer.text)
        newer = [plan for family in LATER_FAMILIES if (plan := newest(f"{family}-{answer.language}"))]
        pairs += [(before, levels(plan, question.id, answer.text)) for plan in newer]
    both = [(before[1], after[1]) for before, after in pairs if before[1] is not None and after[1] is not None]
    shown = [sum(pair[at][1] is not None for pair in pairs) / len(pairs) for at in (0, 1)]
    same = sum(before[0] == after[0] for before, after in pairs) / len(pairs)
    print(f"readings={len(pairs)} shown={shown[0]:.3f} shown_newer={shown[1]:.3f} same_likeliest={same:.3f}")
    print(f"shown_in_both={len(both)} other_level={sum(before != after for before, after in both)}")


if __name__ == "__main__":
    main()
