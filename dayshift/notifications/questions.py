"""Answers to questions about jobs, for the person who asked: by mail and in the app."""

from dayshift.accounts import find_user
from dayshift.core.db import Tx
from dayshift.job_pages import personal_answer
from dayshift.notifications.letters import Letter, NoticeDraft, Payload, to_user
from dayshift.notifications.queries import preferences_of
from dayshift.notifications.sender import Sender


def answered(tx: Tx, sender: Sender, event: Payload) -> Letter | None:
    """Send the employer's answer to the person who asked."""
    found = personal_answer(tx, event["employer_question_id"])
    user = find_user(tx, found.user_id) if found else None
    if found is None or user is None:
        return None
    values = {"job": found.title, "employer": found.employer, "question": found.asked, "answer": found.answer}
    values["link"] = f"{sender.url}/jobs/{found.job_id}"
    return Letter("job_answer", to_user(user), values, *preferences_of(tx, user.email or ""))


def notice(tx: Tx, _sender: Sender, event: Payload) -> NoticeDraft | None:
    """Say in the app that a question was answered."""
    question_id = event["employer_question_id"]
    found = personal_answer(tx, question_id)
    data = {"job": found.title, "employer": found.employer} if found else {}
    return NoticeDraft(found.user_id, "job_answered", question_id, data) if found else None
