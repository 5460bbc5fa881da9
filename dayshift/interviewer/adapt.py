"""Which question comes next.

The core questions are the same for everybody, in the same order and words: a structured interview predicts
best, and it is fair. The one thing that adapts is a follow-up: a thin answer gets at most one, which asks
for what is missing. Neither the person's name nor the employer's plays a part.
"""

from collections.abc import Sequence
from dataclasses import replace

from dayshift.question_plans import FOLLOW_UP, FollowUp, Plan, Question, lexicon_for
from dayshift.scoring import NO_RESPONSE, Answer, phrase_to_read_back, rate, read_answers

THIN_UP_TO = 2
"""An answer up to this level, or with too little evidence for one, is thin."""
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
    """The follow-ups that fit a thin answer, in the order of the plan; none for any other answer."""
    question = plan.question(answer.question_id)
    skipped = answer.answer_text.strip() in {"", NO_RESPONSE}
    if skipped or answer.question_id != question.id:
        return []
    evidence = read_answers(plan, question, [answer])
    level = rate(question, evidence, plan.language).level
    if level is not None and level > THIN_UP_TO:
        return []
    phrase = phrase_to_read_back(evidence, evidence.found.get("subject", ()), lexicon_for(plan.language))
    fitting = [follow_up for follow_up in question.follow_ups if not evidence.has(follow_up.missing)]
    return [_as_question(question, follow_up, phrase) for follow_up in fitting]


def _as_question(question: Question, follow_up: FollowUp, phrase: str | None) -> Question:
    text = follow_up.with_phrase.format(phrase=phrase) if phrase else follow_up.text
    return replace(question, id=question.id + FOLLOW_UP, text=text, expected_seconds=FOLLOW_UP_SECONDS)
