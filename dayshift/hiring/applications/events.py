"""Events of applications."""

from dataclasses import dataclass

from dayshift.core.events import Event


@dataclass(frozen=True)
class ApplicationMoved(Event):
    """A move was made; `number` is its place in the application's history."""

    application_id: str
    number: int
    action: str


@dataclass(frozen=True)
class DecisionUnsent(Event):
    """A member's decision could not be sent after its time to undo."""

    application_id: str
    unsent_id: str


@dataclass(frozen=True)
class DecisionErased(Event):
    """A decision that waited for its time to undo was deleted with its candidate; nothing of theirs is in the event."""

    member_id: str
    action: str
    title: str


@dataclass(frozen=True)
class MeetingErased(Event):
    """A meeting ahead was deleted with its candidate; the event holds nothing of theirs. `starts_at` in ISO 8601."""

    meeting_id: str
    member_id: str
    employer: str
    title: str
    sequence: int
    starts_at: str
    minutes: int
    zone: str


@dataclass(frozen=True)
class FirstDayErased(Event):
    """The first day of somebody hired, ahead, was deleted with them; the event holds nothing of theirs."""

    calendar_id: str
    member_id: str
    title: str
    start_on: str


@dataclass(frozen=True)
class MeetingClashes(Event):
    """The member's own calendar has something now at a time of an invitation, or of a meeting that was agreed."""

    meeting_id: str
    member_id: str


@dataclass(frozen=True)
class MailRefused(Event):
    """What a candidate or a member answered by email was not sent, or not all of it. `reason`: see the template."""

    application_id: str
    user_id: str | None
    member_id: str | None
    reason: str


@dataclass(frozen=True)
class NoteWritten(Event):
    """A member wrote a note about an application, and wants this colleague to be told."""

    note_id: str
    application_id: str
    author: str
    member_id: str


@dataclass(frozen=True)
class MessageSent(Event):
    """One side wrote to the other."""

    application_id: str
    message_id: str


@dataclass(frozen=True)
class ReplyDue(Event):
    """The employer owes a reply in less than 24 hours."""

    application_id: str


@dataclass(frozen=True)
class ReplyMissed(Event):
    """The employer's promise to reply was broken."""

    application_id: str


@dataclass(frozen=True)
class SharingNarrowed(Event):
    """What the candidate shares with the employer is less than they chose: two records of the employer were merged."""

    application_id: str


@dataclass(frozen=True)
class AssessmentOrdered(Event):
    """An applicant tracking system ordered an interview. The candidate's link is sent by the task, never stored."""

    order_id: str


@dataclass(frozen=True)
class AssessmentEnded(Event):
    """An ordered interview is done, refused, expired or failed."""

    order_id: str


@dataclass(frozen=True)
class AssessmentWithdrawn(Event):
    """A candidate no longer shares the result of an ordered interview, since this moment (ISO 8601)."""

    order_id: str
    since: str


@dataclass(frozen=True)
class ReviewLinkShared(Event):
    """A member shared an application with a colleague. The link itself is sent by the task and never stored."""

    link_id: str


@dataclass(frozen=True)
class ReviewCodeRequested(Event):
    """Somebody opened a review link in a new browser. The code is made by the task, for the link's recipient."""

    link_id: str
