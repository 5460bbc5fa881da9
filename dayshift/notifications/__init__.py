"""Notifications: emails, text messages and in-app notices."""

from dayshift.notifications.accommodations import ANSWERED as ACCOMMODATION_ANSWERED
from dayshift.notifications.accommodations import ASKED as ACCOMMODATION_ASKED
from dayshift.notifications.actions import forget_address
from dayshift.notifications.applications import ASSESSMENT
from dayshift.notifications.applications import MESSAGE as APPLICATION_MESSAGE
from dayshift.notifications.applications import MOVED as APPLICATION_MOVED
from dayshift.notifications.applications import NARROWED as SHARING_NARROWED
from dayshift.notifications.applications import NOTICE as NOTICE_OF_APPLICATION
from dayshift.notifications.bookings import (
    CANCELLED,
    COACH_CANCELLED,
    COACH_MADE,
    COACH_MOVED,
    MADE,
    MOVED,
    PLAN,
)
from dayshift.notifications.dev_mailbox import remove_copies
from dayshift.notifications.dev_mailbox_routes import router as dev_mailbox_router
from dayshift.notifications.hiring import DECISION_ERASED, MEETING_ERASED, REVIEW_LINK, STAFF_MEETING, UNSENT, schedule
from dayshift.notifications.hiring import DUE as REPLY_DUE
from dayshift.notifications.hiring import LOOK as STAFF_LOOK
from dayshift.notifications.hiring import NEWS as STAFF_NEWS
from dayshift.notifications.in_app import OF_BOOKING as NOTICE_OF_BOOKING
from dayshift.notifications.in_app import OF_INTERVIEW as NOTICE_OF_INTERVIEW
from dayshift.notifications.in_app import OF_REVIEW as NOTICE_OF_REVIEW
from dayshift.notifications.interviews import CANCELLED as CALLED_OFF
from dayshift.notifications.interviews import PLAN as PLAN_OF_INTERVIEW
from dayshift.notifications.interviews import PLANNED, RECEIVED, REVIEWED, SCORED
from dayshift.notifications.kinds import ERASURE_PLANNED, EXPORT_READY
from dayshift.notifications.matches import PLAN as WEEKLY_MATCHES
from dayshift.notifications.members import (
    CLAIM,
    CLAIM_DECIDED,
    DOMAIN_PROOF,
    ENDED,
    JOB_DROPPED,
    JOIN_ASKED,
    JOINED,
    OWNER_ADDED,
    SECOND_FACTOR_RESET,
    SIGN_IN_LINK,
    SIGN_ON_CONSENT,
    SIGN_UP,
    SIGN_UP_REFUSED,
    WEBHOOK_DISABLED,
    WEBHOOKS_STAY,
)
from dayshift.notifications.members import INVITATION as STAFF_INVITATION
from dayshift.notifications.members import MERGED as EMPLOYERS_MERGED
from dayshift.notifications.questions import ANSWERED as QUESTION_ANSWERED
from dayshift.notifications.questions import NOTICE as NOTICE_OF_ANSWER
from dayshift.notifications.routes import router
from dayshift.notifications.sender import Sender, sender_of
from dayshift.notifications.tasks import (
    CODE,
    EMAIL_CHANGED,
    PASSWORD_CHANGED,
    WELCOME,
    handlers,
)

__all__ = [
    "ACCOMMODATION_ANSWERED",
    "ACCOMMODATION_ASKED",
    "APPLICATION_MESSAGE",
    "APPLICATION_MOVED",
    "ASSESSMENT",
    "CALLED_OFF",
    "CANCELLED",
    "CLAIM",
    "CLAIM_DECIDED",
    "COACH_CANCELLED",
    "COACH_MADE",
    "COACH_MOVED",
    "CODE",
    "DECISION_ERASED",
    "DOMAIN_PROOF",
    "EMAIL_CHANGED",
    "EMPLOYERS_MERGED",
    "ENDED",
    "ERASURE_PLANNED",
    "EXPORT_READY",
    "JOB_DROPPED",
    "JOINED",
    "JOIN_ASKED",
    "MADE",
    "MEETING_ERASED",
    "MOVED",
    "NOTICE_OF_ANSWER",
    "NOTICE_OF_APPLICATION",
    "NOTICE_OF_BOOKING",
    "NOTICE_OF_INTERVIEW",
    "NOTICE_OF_REVIEW",
    "OWNER_ADDED",
    "PASSWORD_CHANGED",
    "PLAN",
    "PLANNED",
    "PLAN_OF_INTERVIEW",
    "QUESTION_ANSWERED",
    "RECEIVED",
    "REPLY_DUE",
    "REVIEWED",
    "REVIEW_LINK",
    "SCORED",
    "SECOND_FACTOR_RESET",
    "SHARING_NARROWED",
    "SIGN_IN_LINK",
    "SIGN_ON_CONSENT",
    "SIGN_UP",
    "SIGN_UP_REFUSED",
    "STAFF_INVITATION",
    "STAFF_LOOK",
    "STAFF_MEETING",
    "STAFF_NEWS",
    "UNSENT",
    "WEBHOOKS_STAY",
    "WEBHOOK_DISABLED",
    "WEEKLY_MATCHES",
    "WELCOME",
    "Sender",
    "dev_mailbox_router",
    "forget_address",
    "handlers",
    "remove_copies",
    "router",
    "schedule",
    "sender_of",
]
