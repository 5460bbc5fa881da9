"""From what a room says was asked and answered to the question it should ask next."""

from dayshift import interviewer
from dayshift.interviewer import FOLLOW_UP, Answer, Plan
from dayshift.interviews.access import Interview
from dayshift.interviews.consent import Helpers
from dayshift.interviews.model import choose
from dayshift.interviews.schemas import AdaptRequest, PreviousResponse, QuestionReply
from dayshift.interviews.usage import Usage
from dayshift.interviews.wire import question_on_wire


async def next_question(
    interview: Interview, asked: AdaptRequest, helpers: Helpers
) -> tuple[QuestionReply | None, Usage | None]:
    """A follow-up to the last answer when that was thin, else the first remaining question as planned.

    The room's own account of the answers counts, since answers may still be on their way to us; what
    it may ask is decided by the interview's plan alone: a language model only chooses among the plan's own
    follow-ups, and the first of them is asked when it is slow. None when nothing remains.
    Beside the question stands what the model took, where it was asked.
    """
    plan = interviewer.find_plan(interview.plan_id, interview.plan_version)
    answers = [
        Answer(question_id, said.question_text, said.response_text)
        for said in asked.previous_responses
        if (question_id := _question_id(plan, said)) is not None
    ]
    adapted = interviewer.adapt(plan, answers) if answers else None
    if adapted is not None and adapted.id.endswith(FOLLOW_UP):
        asked_model = helpers.allowed(interview.consent_version).model if interview.ai_scoring else None
        usage = None
        if asked_model is not None:
            fitting = [follow_up.text for follow_up in interviewer.follow_ups_to(plan, answers[-1])]
            said = answers[-1]
            number, usage = await choose(asked_model, said.question_text, said.answer_text, fitting, plan.language)
            adapted = interviewer.adapt(plan, answers, number) or adapted
        return QuestionReply.model_validate(question_on_wire(adapted)), usage
    planned = {question["id"]: question for question in interview.questions}
    remaining = (planned[question.id] for question in asked.remaining_questions if question.id in planned)
    following = next(remaining, None)
    return (QuestionReply.model_validate(following) if following else None), None


def _question_id(plan: Plan, said: PreviousResponse) -> str | None:
    known = {question.id: question.text for question in plan.questions}
    if said.question_id is not None and said.question_id.removesuffix(FOLLOW_UP) in known:
        return said.question_id
    return next((question_id for question_id, text in known.items() if text == said.question_text), None)
