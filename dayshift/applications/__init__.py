"""Applications: one candidate and one job, from the first tap to the first shift."""

from dayshift.applications.access import Seen, covers, find_seen, seen_with
from dayshift.applications.actions import forget_candidate
from dayshift.applications.events import (
    AnswerViewed,
    ApplicationMoved,
    MessageSent,
    ReplyDue,
    ReplyMissed,
    ReviewLinkShared,
)
from dayshift.applications.queries import Application, any_application, applications_of, own_application
from dayshift.applications.tasks import handlers

__all__ = [
    "AnswerViewed",
    "Application",
    "ApplicationMoved",
    "MessageSent",
    "ReplyDue",
    "ReplyMissed",
    "ReviewLinkShared",
    "Seen",
    "any_application",
    "applications_of",
    "covers",
    "find_seen",
    "forget_candidate",
    "handlers",
    "own_application",
    "seen_with",
]
