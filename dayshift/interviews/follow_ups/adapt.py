"""Which question comes next.

The core questions are the same for everybody, in the same order and words: a structured interview predicts best, and it
is fair. The one thing that adapts is a follow-up: a thin answer gets at most one, which asks for what it lacks. Neither
the person's name nor the employer's plays a part.
"""

from collections.abc import Sequence
from dataclasses import replace

from dayshift.interviews.scoring import NO_RESPONSE, Answer, missing_from, read_answers
from dayshift.knowledge.question_plans import FOLLOW_UP, Plan, Question

THIN_UP_TO = 3
"""An answer up to this level is thin: something that the question asks for was not heard."""
FOLLOW_UP_SECONDS = 30


def adapt(plan: Plan, answers: Sequence[Answer], choice: int = 0) -> Question | None:
    """The next question after `answers` (in the order given), or None when everything was asked.

    A follow-up to the last answer, when that was a thin answer to a core question: the one at `choice` of those
    that fit. Otherwise the first core question without an answer. Raises LookupError for an answer to a question
    that the plan does not have.
    """
    asked = {answer.question_id for answer in answers}
    if answers and (fitting := follow_ups_to(plan, answers[-1])) and fitting[0].id not in asked:
        return fitting[choice]
    return next((question for question in plan.questions if question.id not in asked), None)


def follow_ups_to(plan: Plan, answer: Answer) -> list[Question]:
    """The follow-ups that fit a thin answer, what it lacks first; none for any other answer."""
    question = plan.question(answer.question_id)
    skipped = answer.answer_text.strip() in {"", NO_RESPONSE}
    if skipped or answer.question_id != question.id:
        return []
    reading = read_answers(plan, question, [answer])
    if reading.level > THIN_UP_TO:
        return []
    return [
        replace(question, id=question.id + FOLLOW_UP, text=follow_up.text, expected_seconds=FOLLOW_UP_SECONDS)
        for follow_up in missing_from(reading, reading.level)
    ]
