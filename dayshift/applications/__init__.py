"""Applications: one candidate and one job, from the first tap to the first shift."""

from dayshift.applications.access import Seen, covers, find_seen, seen_with
from dayshift.applications.actions import forget_candidate, promise_of
from dayshift.applications.calendar_routes import router as calendar_router
from dayshift.applications.candidate import Applicable, ClosedBecause, states_of
from dayshift.applications.decision_routes import router as decision_router
from dayshift.applications.decisions import body_of, occasion_of, withdraw_all, withdraw_interview
from dayshift.applications.desk_routes import router as desk_router
from dayshift.applications.dropped import GRACE as DROPPED_GRACE
from dayshift.applications.dropped import NOTE_REMOVED
from dayshift.applications.events import (
    AnswerViewed,
    ApplicationMoved,
    MessageSent,
    ReplyDue,
    ReplyMissed,
    ReviewLinkShared,
)
from dayshift.applications.invariants import invariants
from dayshift.applications.job_routes import router as job_router
from dayshift.applications.legal import RECORD_YEARS, drop_old_records
from dayshift.applications.link_routes import router as link_router
from dayshift.applications.links import issue_token
from dayshift.applications.message_routes import router as message_router
from dayshift.applications.queries import (
    Application,
    Grant,
    Meeting,
    Offer,
    StoredMessage,
    StoredMove,
    View,
    any_application,
    applications_of,
    applied_to,
    find_grant,
    meeting_of,
    messages_of,
    moves_of,
    offer_of,
    own_application,
    pending_of,
    reply_percents,
    views_of,
    waiting_for,
)
from dayshift.applications.routes import router
from dayshift.applications.stages import Action
from dayshift.applications.tasks import handlers

__all__ = [
    "DROPPED_GRACE",
    "NOTE_REMOVED",
    "RECORD_YEARS",
    "Action",
    "AnswerViewed",
    "Applicable",
    "Application",
    "ApplicationMoved",
    "ClosedBecause",
    "Grant",
    "Meeting",
    "MessageSent",
    "Offer",
    "ReplyDue",
    "ReplyMissed",
    "ReviewLinkShared",
    "Seen",
    "StoredMessage",
    "StoredMove",
    "View",
    "any_application",
    "applications_of",
    "applied_to",
    "body_of",
    "calendar_router",
    "covers",
    "decision_router",
    "desk_router",
    "drop_old_records",
    "find_grant",
    "find_seen",
    "forget_candidate",
    "handlers",
    "invariants",
    "issue_token",
    "job_router",
    "link_router",
    "meeting_of",
    "message_router",
    "messages_of",
    "moves_of",
    "occasion_of",
    "offer_of",
    "own_application",
    "pending_of",
    "promise_of",
    "reply_percents",
    "router",
    "seen_with",
    "states_of",
    "views_of",
    "waiting_for",
    "withdraw_all",
    "withdraw_interview",
]
