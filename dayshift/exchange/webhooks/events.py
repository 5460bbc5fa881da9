"""What endpoints can subscribe to, and the bodies that are sent: ids only, so that every reading is logged here."""

import json
from collections.abc import Mapping
from datetime import UTC, datetime

from dayshift.hiring.applications import Action

OF_MOVES: Mapping[Action, str] = {
    "submit": "application.submitted",
    "view": "application.viewed",
    "ask": "application.asked",
    "answer": "application.answered",
    "invite": "application.invited",
    "choose_time": "application.time_chosen",
    "refuse_times": "application.times_refused",
    "meet": "application.met",
    "no_show": "application.no_show",
    "cancel": "application.cancelled",
    "offer": "application.offered",
    "accept": "application.hired",
    "refuse_offer": "application.offer_refused",
    "decline": "application.declined",
    "look_again": "application.reopened",
    "withdraw": "application.withdrawn",
    "close": "application.closed",
}
"""The event of each move of an application."""

MESSAGE, LATE, ERASED = "message.received", "application.late", "application.erased"
JOB_POSTED, JOB_CLOSED = "job.posted", "job.closed"
TEST = "endpoint.test"
"""Sent by the test button, whatever an endpoint subscribes to."""

EVENTS: tuple[str, ...] = (*OF_MOVES.values(), LATE, MESSAGE, ERASED, JOB_POSTED, JOB_CLOSED)
"""Every event that an endpoint can subscribe to."""

MAX_BYTES = 20_000
"""Recommended limit of the specification. Bodies hold a few ids, so a longer one is a bug."""


def host_of(url: str) -> str:
    """Return the host of an endpoint's address, for mails."""
    return url.split("/")[2]


def body_of(event: str, at: datetime, data: Mapping[str, str | int]) -> str:
    """Return the JSON text of an event: its type, when it happened, and ids."""
    body = {"type": event, "timestamp": at.astimezone(UTC).isoformat().replace("+00:00", "Z"), "data": dict(data)}
    text = json.dumps(body, separators=(",", ":"))
    if len(text) >= MAX_BYTES:
        raise ValueError(f"the body of {event} is too long")
    return text
