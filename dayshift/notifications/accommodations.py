"""Letters about accommodations: to operators, who have to answer, and to the candidate."""

from collections.abc import Iterator
from typing import Any

from dayshift.accounts import User, find_user, operator_ids
from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.core.language import date_in_words
from dayshift.interviews.reviews import Accommodation, find_accommodation
from dayshift.knowledge.jurisdictions import NYC_ZONE
from dayshift.notifications.letters import Letter, Payload, to_user
from dayshift.notifications.sender import Sender


def operators(tx: Tx, event: Payload) -> Iterator[dict[str, Any]]:
    """Every operator."""
    for operator in operator_ids(tx):
        yield {"accommodation_id": event["accommodation_id"], "user_id": operator}


def asked(tx: Tx, sender: Sender, event: Payload) -> Letter | None:
    """Tell an operator that somebody waits. What they need is only on the page, behind a sign-in."""
    found, operator = find_accommodation(tx, event["accommodation_id"]), find_user(tx, event["user_id"])
    if found is None or operator is None or found.state != "open":
        return None
    values = {"link": f"{sender.url}/operations", "late": now() > found.due_at, "by": _by(found, operator)}
    return Letter("accommodation_asked", to_user(operator), values)


def answered(tx: Tx, sender: Sender, event: Payload) -> Letter | None:
    """Tell the candidate the answer."""
    found = find_accommodation(tx, event["accommodation_id"])
    user = find_user(tx, found.user_id) if found else None
    if found is None or user is None or found.state == "open":
        return None
    values = {"link": f"{sender.url}/video-interview-prep", "reply": found.reply, "by": _by(found, user)}
    return Letter(f"accommodation_{found.state}", to_user(user), values)


def _by(found: Accommodation, reader: User) -> str:
    return date_in_words(found.due_at.astimezone(NYC_ZONE), reader.language)
