"""The rating form of a human review. Pure.

AI levels are left out unless requested, because a reviewer who has seen a score rates towards it.
"""

from collections.abc import Iterable, Sequence

from dayshift.interviews.reviews.queries import Review
from dayshift.interviews.room import Interview, StoredAnswer
from dayshift.knowledge.question_plans import FOLLOW_UP, Plan


def why_waiting(interview: Interview, review: Review | None) -> str:
    """Why an interview waits for human review, in a few words."""
    if review is not None:
        return "the candidate asked"
    if interview.scoring == "declined":
        return "no AI scoring wanted"
    unsure = interview.report is not None and interview.report.needs_person
    return "no score is sure enough" if unsure else "no AI scoring wanted at first"


def sheet_of(plan: Plan, interview: Interview, given: Sequence[StoredAnswer], *, with_scores: bool) -> list[str]:
    """Each question with its five levels and what was answered, without who it was."""
    lines = [f"{interview.job_title}, {interview.company_name}; plan {plan.id}, version {plan.version}"]
    scores = _machine_levels(interview) if with_scores else {}
    for question in plan.questions:
        lines += ["", f"{question.competency}: {question.text}"]
        lines += [f"  {level.level}  {level.anchor or level.text}" for level in question.levels]
        answers = [one for one in given if one.question_id.removesuffix(FOLLOW_UP) == question.id]
        lines += _answers(answers) or ["  No answer."]
        if question.competency in scores:
            lines.append(f"  The machine: {scores[question.competency]}")
    return lines


def _answers(answers: Iterable[StoredAnswer]) -> list[str]:
    return [f"  > {line}" for one in answers for line in one.response_text.splitlines() or ["(nothing)"]]


def _machine_levels(interview: Interview) -> dict[str, str]:
    found = interview.report.competencies if interview.report else ()
    return {one.competency: f"level {one.level}, “{one.quote}”" if one.level else "none" for one in found}
