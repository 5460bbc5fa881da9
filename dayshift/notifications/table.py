"""Who is told of which event, how, and by which text: one row for each message.

A row is: event, recipient, function, templates, kind of the task, and the preference that turns it off. The function
returns the values for one of the templates, or None if there is nothing to say. `Message` explains the rest.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

from dayshift.accounts import CodeRequested, EmailChanged, PasswordChanged, UserRegistered
from dayshift.core.db import Tx
from dayshift.core.events import Event
from dayshift.hiring.applications import (
    ApplicationMoved,
    AssessmentOrdered,
    DecisionErased,
    DecisionUnsent,
    FirstDayErased,
    MailRefused,
    MeetingClashes,
    MeetingErased,
    MessageSent,
    NoteWritten,
    ReplyDue,
    ReplyMissed,
    ReviewCodeRequested,
    ReviewLinkShared,
    SharingNarrowed,
)
from dayshift.hiring.employers import (
    BreakGlassUsed,
    ClaimDecided,
    ClaimRequested,
    DomainProofRequested,
    EmployersMerged,
    JobDropped,
    JoinAsked,
    MemberEnded,
    MemberInvited,
    MemberJoined,
    OwnerAdded,
    RecoveryCodeUsed,
    SecondFactorReset,
    SecretsDiscarded,
    SignInLinkRequested,
    SignOnConsentAsked,
    SignOnRequirementChanged,
    SignUpRefused,
    SignUpRequested,
)
from dayshift.interviews.reviews import AccommodationAnswered, AccommodationAsked, InterviewReviewed
from dayshift.interviews.room import InterviewCancelled, InterviewCompleted, InterviewPlanned, InterviewScored
from dayshift.job_pages import JobQuestionAnswered
from dayshift.notifications import (
    accommodations,
    applications,
    bookings,
    hiring,
    in_app,
    interviews,
    matches,
    members,
    offers,
    questions,
    users,
)
from dayshift.notifications.events import EndpointDisabled, EndpointsStay, ErasurePlanned, ErasureUndone, ExportReady
from dayshift.notifications.letters import Audience, Message, Payload, Say, Tell, Who
from dayshift.scheduling import BookingCancelled, BookingHeardOf, BookingMade, BookingMoved

Events = type[Event] | tuple[type[Event], ...]
SCHEDULED: Events = ()
"""No event: another task of this package enqueues it."""


def row(
    events: Events, to: Who | Audience, say: Say | Tell, templates: str, kind: str, wanted: Any = None, **more: Any
) -> Message:
    """Return a row."""
    found = events if isinstance(events, tuple) else (events,)
    return Message(found, to, say, tuple(templates.split()), f"notifications.{kind}", wanted, **more)


mail = row
own = partial(row, limited=False)
"""An email about the reader's own account."""
link = partial(row, limited=False, issues=True)
"""An email with a new link or code."""
text = partial(row, channel="text")
app = partial(row, channel="app")
"""A notice in the app: `templates` are its kinds."""

INTERVIEW = (InterviewPlanned, InterviewCancelled, InterviewCompleted, InterviewScored)
BOOKING = (BookingMade, BookingHeardOf, BookingMoved, BookingCancelled)
REPLIES = (ReplyDue, ReplyMissed)

MESSAGES = (
    # event, recipient, function, templates, kind, preference
    # An account
    own(UserRegistered, "person", users.welcome, "welcome welcome_invited", "email.welcome", urgent=True),
    own(PasswordChanged, "person", users.password_changed, "password_changed", "email.password_changed", urgent=True),
    own(EmailChanged, "person", users.email_changed, "email_changed", "email.email_changed", urgent=True),
    link(
        CodeRequested,
        "person",
        users.code,
        "code_email code_password code_phone",
        "code",
        urgent=True,
        channel="mail or text",
    ),
    own(ErasurePlanned, "person", users.erasure_planned, "erasure_planned", "email.erasure_planned"),
    own(ErasureUndone, "person", users.erasure_undone, "erasure_undone", "email.erasure_undone"),
    own(ExportReady, "person", users.export_ready, "export_ready", "email.export_ready"),
    # New jobs, every week
    mail(SCHEDULED, "candidate", matches.notify_new, "matches", "matches.tell", "matches"),
    # An interview
    mail(
        InterviewPlanned,
        "candidate",
        interviews.planned,
        "interview_planned interview_moved",
        "interview.planned",
        urgent=True,
    ),
    mail(
        InterviewCancelled,
        "candidate",
        interviews.cancelled,
        "interview_cancelled interview_missed",
        "interview.cancelled",
        urgent=True,
    ),
    mail(SCHEDULED, "candidate", interviews.remind, "interview_reminder", "interview.remind", "reminders"),
    text(SCHEDULED, "candidate", interviews.remind_by_text, "interview_text", "interview.remind_by_text", "texts"),
    mail(
        InterviewCompleted, "candidate", interviews.received, "interview_received", "interview.received", "interviews"
    ),
    mail(InterviewScored, "candidate", interviews.scored, "interview_scored", "interview.scored", "interviews"),
    mail(InterviewReviewed, "candidate", interviews.reviewed, "interview_reviewed", "interview.reviewed", "interviews"),
    app(INTERVIEW, "candidate", in_app.of_interview, in_app.INTERVIEW, "notice.interview"),
    app(InterviewReviewed, "candidate", in_app.of_review, "interview_reviewed", "notice.review"),
    own(
        AccommodationAsked, accommodations.operators, accommodations.asked, "accommodation_asked", "accommodation.asked"
    ),
    own(
        AccommodationAnswered,
        "candidate",
        accommodations.answered,
        "accommodation_arranged accommodation_declined",
        "accommodation.answered",
    ),
    # A booking of a coach
    mail(BookingMade, "candidate", bookings.made, "booking_made", "booking.made", urgent=True),
    mail(BookingMoved, "candidate", bookings.moved, "booking_moved", "booking.moved", urgent=True),
    mail(BookingCancelled, "candidate", bookings.cancelled, "booking_cancelled", "booking.cancelled", urgent=True),
    mail(BookingMade, "coach", bookings.coach_made, "coach_made", "coach.made"),
    mail(BookingMoved, "coach", bookings.coach_moved, "coach_moved", "coach.moved"),
    mail(BookingMoved, "coach", bookings.former_coach, "coach_cancelled", "coach.replaced"),
    mail(BookingCancelled, "coach", bookings.coach_cancelled, "coach_cancelled", "coach.cancelled"),
    mail(SCHEDULED, "candidate", bookings.remind, "booking_reminder", "booking.remind", "reminders"),
    text(SCHEDULED, "candidate", bookings.remind_by_text, "booking_text", "booking.remind_by_text", "texts"),
    app(BOOKING, "candidate", in_app.of_booking, in_app.BOOKING, "notice.booking"),
    # An application, for the candidate
    mail(ApplicationMoved, "candidate", applications.moved, applications.OF_MOVES, "application.moved", "interviews"),
    app(ApplicationMoved, "candidate", applications.notice, applications.NOTICES, "application.notice"),
    mail(
        MessageSent, "candidate", applications.message_sent, "application_message", "application.message", "interviews"
    ),
    mail(SCHEDULED, "candidate", offers.remind, "offer_reminder", "offer.remind", "reminders"),
    mail(SharingNarrowed, "candidate", applications.sharing_narrowed, "application_sharing", "application.narrowed"),
    mail(AssessmentOrdered, "candidate", applications.assessment, "assessment", "assessment", issues=True),
    mail(JobQuestionAnswered, "candidate", questions.answered, "job_answer", "question.answered", "interviews"),
    app(JobQuestionAnswered, "candidate", questions.notice, "job_answered", "notice.answer"),
    mail(MailRefused, "person", applications.mail_refused, "mail_refused", "mail_refused"),
    # An application, for members
    mail(ApplicationMoved, "member", hiring.staff_meeting, "staff_meeting staff_meeting_cancelled", "staff.meeting"),
    mail(MeetingErased, "member", hiring.meeting_erased, "staff_meeting_cancelled", "staff.meeting_erased"),
    mail(FirstDayErased, "member", hiring.first_day_erased, "staff_first_day_erased", "staff.first_day_erased"),
    mail(ErasurePlanned, hiring.counting_on_first_day, hiring.hired_leaves, "staff_hired_leaves", "staff.hired_leaves"),
    mail(ErasureUndone, hiring.counting_on_first_day, hiring.hired_stays, "staff_hired_stays", "staff.hired_stays"),
    mail(MeetingClashes, "member", hiring.clashing, "staff_clash", "staff.clash"),
    mail(ApplicationMoved, hiring.deciders, hiring.look, "staff_look", "staff.look"),
    mail(MessageSent, hiring.recipients_of_message, hiring.message, "staff_message", "staff.message"),
    mail(ApplicationMoved, hiring.recipients_of_answer, hiring.news, "staff_news", "staff.news"),
    mail(
        SCHEDULED,
        offers.recipients_of_unanswered,
        offers.unanswered,
        "staff_offer_unanswered",
        "staff.offer_unanswered",
    ),
    mail(DecisionErased, "member", hiring.decision_erased, "staff_erased", "staff.decision_erased"),
    mail(
        DecisionUnsent,
        hiring.recipients_of_unsent,
        hiring.unsent,
        "staff_unsent",
        "staff.unsent",
        collect=hiring.COLLECT,
    ),
    mail(NoteWritten, "member", hiring.noted, "staff_noted", "staff.noted"),
    mail(REPLIES, hiring.able_to_reply, hiring.due, "staff_due", "staff.due", collect=hiring.COLLECT),
    mail(SCHEDULED, "member", hiring.digest, "staff_digest", "staff.digest"),
    mail(ReviewLinkShared, "colleague", hiring.review_link, "staff_link", "staff.review_link", issues=True),
    link(ReviewCodeRequested, "colleague", hiring.review_code, "staff_link_code", "staff.review_code", urgent=True),
    # An employer's team, jobs and systems
    link(
        SignInLinkRequested,
        "member",
        members.sign_in_link,
        "staff_sign_in staff_sign_in_company",
        "staff.sign_in_link",
        urgent=True,
    ),
    link(MemberInvited, "member", members.invitation, "staff_invitation", "staff.invitation"),
    link(SignUpRequested, "address", members.sign_up, "staff_sign_up", "staff.sign_up", urgent=True),
    own(SignUpRefused, "address", members.sign_up_refused, "staff_sign_up_refused", "staff.sign_up_refused"),
    mail(JoinAsked, members.owners, members.join_asked, "staff_join_asked", "staff.join_asked"),
    own(MemberJoined, "member", members.joined, "staff_joined", "staff.joined"),
    own(OwnerAdded, members.owners_with, members.owner_added, "staff_owner_added", "staff.owner_added"),
    own(MemberEnded, "member", members.ended, "staff_closed", "staff.ended"),
    own(EmployersMerged, members.team, members.merged, "staff_merged", "staff.merged"),
    own(
        SecondFactorReset,
        "member",
        members.second_factor_reset,
        "staff_second_factor_reset",
        "staff.second_factor_reset",
    ),
    own(
        RecoveryCodeUsed,
        "member",
        members.recovery_code_used,
        "staff_recovery_code",
        "staff.recovery_code_used",
        urgent=True,
    ),
    link(SignOnConsentAsked, "member", members.sign_on_consent, "staff_sign_on", "staff.sign_on_consent", urgent=True),
    own(
        SignOnRequirementChanged,
        members.other_owners,
        members.sign_on_required,
        "staff_sign_on_required",
        "staff.sign_on_required",
    ),
    own(
        SecretsDiscarded,
        members.owners,
        members.secrets_discarded,
        "staff_secrets_discarded",
        "staff.secrets_discarded",
    ),
    own(BreakGlassUsed, members.other_owners, members.break_glass_used, "staff_break_glass", "staff.break_glass"),
    link(DomainProofRequested, "address", members.domain_proof, "staff_domain", "staff.domain_proof", urgent=True),
    link(ClaimRequested, "address", members.claim, "staff_claim", "staff.claim", urgent=True),
    own(ClaimDecided, "member", members.claim_decided, "staff_claim_decided", "staff.claim_decided"),
    own(JobDropped, members.hiring_for, members.job_dropped, "staff_job_dropped", "staff.job_dropped"),
    own(
        EndpointDisabled,
        members.owners,
        members.webhook_disabled,
        "staff_webhook_disabled",
        "staff.webhook_disabled",
    ),
    own(EndpointsStay, members.owners_left_or_new, members.webhooks_stay, "staff_webhooks_stay", "staff.webhooks_stay"),
)

Schedule = Callable[[Tx, Payload], None]
PLANS: dict[str, tuple[tuple[type[Event], ...], Schedule]] = {
    "notifications.interview.plan": ((InterviewPlanned,), interviews.plan_reminders),
    "notifications.booking.plan": ((BookingMade, BookingMoved), bookings.plan_reminders),
    "notifications.offer.plan": ((ApplicationMoved,), offers.plan_watch),
    "notifications.matches.plan": ((UserRegistered,), matches.plan),
}
"""What schedules the rows without an event."""

SUBSCRIBERS: dict[type[Event], list[str]] = {}
"""The kinds of tasks by event."""
for _kind, _events in [(one.kind, one.events) for one in MESSAGES] + [(kind, one[0]) for kind, one in PLANS.items()]:
    for _event in _events:
        SUBSCRIBERS.setdefault(_event, []).append(_kind)

URGENT = tuple(one.kind for one in MESSAGES if one.urgent)
"""Kinds of tasks with waiting users."""
