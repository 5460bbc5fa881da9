"""Weekly email about new matches: one recurring task per user."""

from datetime import timedelta
from typing import Any

from dayshift.accounts import User, find_user, lock_user
from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.core.language import Language
from dayshift.core.tasks import Task, Write, enqueue
from dayshift.hiring.applications import full_jobs
from dayshift.job_pages import pay_of
from dayshift.matching.matches import Match, Matches, job_search_of, new_matches
from dayshift.matching.onboarding import quick_answers_of
from dayshift.matching.saved_jobs import marked_ids
from dayshift.notifications.actions import notify
from dayshift.notifications.letters import Letter, Message, Payload, deliver, to_user
from dayshift.notifications.queries import preferences_of
from dayshift.notifications.sender import Sender

TELL = "notifications.matches.tell"

WEEK = timedelta(days=7)
SHOWN = 5


def plan(tx: Tx, event: Payload) -> None:
    """Schedule the first email a week after registration, at the same hour, when the user is likely awake."""
    _plan_week(tx, event["user_id"], 0)


async def notify_new(sender: Sender, message: Message, task: Task) -> Write | None:
    """Email the week's best new matches, if there are any and the user wants the email; also notify in the app.

    The next week is scheduled first, so it is not lost if this week's task fails.
    """
    user_id, week = task.payload["user_id"], task.payload.get("week", 0)
    await sender.db.write(_plan_week, user_id, week + 1)
    user = await sender.db.lookup(find_user, user_id)
    if user is None:
        return None
    search = job_search_of(user, await sender.db.lookup(quick_answers_of, user_id))
    if search is None:
        return None
    full = await sender.db.read(full_jobs)
    hidden = (await sender.db.lookup(marked_ids, user_id)).hidden
    found = await sender.db.read(new_matches, search, now() - WEEK, now(), most=SHOWN, exclude=hidden | full)
    if not found.shown:
        return None
    preferences, key = await sender.db.read(preferences_of, user.email or "")
    await deliver(
        sender, message, task, Letter("matches", to_user(user), _values(sender, user, found), preferences, key)
    )

    def write(tx: Tx) -> None:
        if lock_user(tx, user_id, against="deletion"):
            notify(tx, user_id, "matches", f"matches:{task.id}", {"count": found.shown})

    return write


def _plan_week(tx: Tx, user_id: str, week: int) -> None:
    """Schedule a week's task. Two keys alternate, so rescheduling moves a task and never adds another."""
    if not lock_user(tx, user_id, against="deletion"):
        return
    key = f"{TELL}:{user_id}:{week % 2}"
    enqueue(tx, TELL, {"user_id": user_id, "week": week}, key=key, due_at=now() + WEEK)


def _values(sender: Sender, user: User, found: Matches) -> dict[str, Any]:
    jobs = [_job(match, sender.url, user.language) for match in found.matches]
    return {"count": found.shown, "jobs": jobs, "link": f"{sender.url}/matches"}


def _job(match: Match, url: str, language: Language) -> dict[str, Any]:
    """Return one job as shown in the email; None for fields that the employer did not state."""
    job = match.job
    return {
        "title": job.title,
        "link": f"{url}/jobs/{job.id}",
        "pay": pay_of(job, language),
        "miles": match.distance_miles,
        "employer": job.employer,
        "place": job.city,
    }
