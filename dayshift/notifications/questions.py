"""Answers to questions about jobs, for the person who asked: by mail and in the app."""

from dataclasses import replace

from dayshift.accounts import User, find_user, lock_user
from dayshift.core.db import Tx
from dayshift.core.plain import plain_name
from dayshift.core.tasks import Task, Write
from dayshift.job_pages import personal_answer
from dayshift.notifications.actions import tell
from dayshift.notifications.queries import Preferences, preferences_of
from dayshift.notifications.sender import Sender
from dayshift.notifications.wording import word_mail
from dayshift.providers import email

ANSWERED = "notifications.question.answered"
NOTICE = "notifications.notice.answer"


async def answered(sender: Sender, task: Task) -> None:
    """Send the employer's answer to the person who asked."""

    def load(tx: Tx) -> tuple[User, Preferences, str, dict[str, str]] | None:
        found = personal_answer(tx, task.payload["employer_question_id"])
        user = find_user(tx, found.user_id) if found else None
        if found is None or user is None or not user.email:
            return None
        words = {"job": found.title, "employer": found.employer, "question": found.asked, "answer": found.answer}
        link = f"{sender.url}/jobs/{found.job_id}"
        return user, *preferences_of(tx, user.email), {**words, "link": link}

    loaded = await sender.db.read(load)
    if loaded is None:
        return
    user, preferences, key, values = loaded
    if not preferences.interviews:
        return
    unsubscribe = f"{sender.url}/unsubscribe?kind=interviews&key={key}"
    values |= {"product": sender.product, "url": sender.url, "first_name": plain_name(user.first_name)}
    words = word_mail(user.language, "job_answer", **values, unsubscribe=unsubscribe)
    to = plain_name(user.full_name)
    message = email.Message(task.id, user.email or "", to, words.subject, words.text, words.html)
    one_tap = f"{sender.url}/api/notifications/unsubscribe/{key}?kind=interviews"
    await sender.post(replace(message, unsubscribe=one_tap))


async def notice(_sender: Sender, task: Task) -> Write:
    """Store a notice in the app that a question was answered."""
    question_id = task.payload["employer_question_id"]

    def write(tx: Tx) -> None:
        found = personal_answer(tx, question_id)
        if found and lock_user(tx, found.user_id, against="deletion"):
            tell(tx, found.user_id, "job_answered", question_id, {"job": found.title, "employer": found.employer})

    return write
