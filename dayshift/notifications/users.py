"""Letters to people about their accounts."""

from datetime import datetime
from functools import partial

from dayshift.accounts import (
    CODE_LIFETIME,
    find_change,
    find_user,
    find_user_by_email,
    is_deletion_planned,
    issue_code,
    undo_key,
)
from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.core.language import date_in_words, day_from
from dayshift.core.names import plain_employer, plain_title
from dayshift.core.phones import as_e164
from dayshift.core.tasks import Task
from dayshift.hiring.applications import commitments_of
from dayshift.interviews.room import zone_of_person
from dayshift.notifications.letters import Letter, Message, Payload, Recipient, deliver, to_user
from dayshift.notifications.sender import Sender


def welcome(tx: Tx, _sender: Sender, event: Payload) -> Letter | None:
    """Welcome a person. One without a password came by an employer's invitation to an interview."""
    user = find_user(tx, event["user_id"])
    return Letter("welcome" if user.has_password else "welcome_invited", to_user(user)) if user else None


def _changed(tx: Tx, _sender: Sender, event: Payload, *, template: str) -> Letter | None:
    """Send the undo link to the address from before the change: its reader may be the rightful owner."""
    user, change = find_user(tx, event["user_id"]), find_change(tx, event["change_id"])
    if user is None or change is None:
        return None
    return Letter(template, to_user(user, change.email), {"key": undo_key(tx, change.id)})


password_changed = partial(_changed, template="password_changed")
email_changed = partial(_changed, template="email_changed")


async def code(sender: Sender, message: Message, task: Task) -> None:
    """Create the code and send it. The code itself is not stored, so a retried task creates a new one.

    A code for an unknown address is also created but not sent, so that trying it gives the same responses, after
    the same work, as for a known address.
    """
    purpose, address, user_id = task.payload["purpose"], task.payload["address"], task.payload["user_id"]
    if user_id is None:
        user = await sender.db.lookup(find_user_by_email, address)
    else:
        user = await sender.db.lookup(find_user, user_id)
        if user is None:  # Deleted since the request.
            return
    made = await issue_code(sender.db, purpose, address, user_id)
    values = {"code": made, "minutes": int(CODE_LIFETIME.total_seconds() // 60)}
    by_text = purpose == "phone"
    current = user and (as_e164(user.phone or "") if by_text else user.email)
    if user and current == address:
        to: Recipient = to_user(user, address)
        await deliver(sender, message, task, Letter(f"code_{purpose}", to, values, by_text=by_text))


def erasure_planned(tx: Tx, sender: Sender, event: Payload) -> Letter | None:
    """Confirm when everything will be deleted, and tell a new day if that changes. Afterwards there is no address."""
    user = find_user(tx, event["user_id"])
    if user is None:
        return None
    zone = zone_of_person(tx, user)
    due = datetime.fromisoformat(event["due_at"]).astimezone(zone)
    day = day_from(now().astimezone(zone), due, user.language)
    first_days = [
        {
            "employer": plain_employer(one.employer),
            "job": plain_title(one.application.title),
            "start": date_in_words(one.start_on, user.language),
            "contact": int(one.contact),
            "link": f"{sender.url}/application?id={one.application.id}",
        }
        for one in commitments_of(tx, user.id, now())
        if one.start_on
    ]
    values = {
        "day": day,
        "held": event.get("held", False),
        "hold_ended": event.get("hold_ended", False),
        "first_days": first_days,
    }
    return Letter("erasure_planned", to_user(user), values)


def erasure_undone(tx: Tx, _sender: Sender, event: Payload) -> Letter | None:
    """Say that their data is kept, unless the deletion has been asked for again since."""
    user = find_user(tx, event["user_id"])
    return Letter("erasure_undone", to_user(user)) if user and not is_deletion_planned(tx, user.id) else None


def export_ready(tx: Tx, _sender: Sender, event: Payload) -> Letter | None:
    """Say that the copy of their data is ready. The file itself needs a sign-in and the password."""
    user = find_user(tx, event["user_id"])
    if user is None:
        return None
    day = date_in_words(datetime.fromisoformat(event["until"]), user.language)
    return Letter("export_ready", to_user(user), {"day": day})
