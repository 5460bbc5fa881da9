"""Reads rated answers as the product would: by the newest plan that asks their question."""

from dayshift.interviews.scoring import Answer, read_answers
from dayshift.interviews.scoring.score import Reading
from dayshift.knowledge.question_plans import Plan, Question, newest
from training.scoring.answer_set import RatedAnswer


def plan_and_question(answer: RatedAnswer) -> tuple[Plan, Question]:
    """The newest plan and question of an answer of the set."""
    family, _, name = answer.question.partition("/")
    plan = newest(f"{family}-{answer.language}")
    if plan is None:
        raise LookupError(f"no plan {family}-{answer.language}")
    return plan, plan.question(name)


def read(answer: RatedAnswer, text: str | None = None) -> Reading:
    """What the scorer reads of an answer, or of another `text` as answer to the same question."""
    plan, question = plan_and_question(answer)
    return read_answers(plan, question, [Answer(question.id, question.text, answer.text if text is None else text)])
