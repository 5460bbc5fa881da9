"""The task kinds that subscribe to each event."""

from dayshift import notifications, privacy
from dayshift.core.events import Event, Subscribers
from dayshift.exchange import assessments, webhooks
from dayshift.hiring import applications, employers
from dayshift.interviews import calls, recordings, room
from dayshift.jobs import catalog

_SUBSCRIBERS: dict[type[Event], list[str]] = {
    room.InterviewCancelled: [calls.CLOSE],
    room.InterviewCompleted: [calls.CLOSE, room.SCORE, applications.FINISH_ORDER],
    room.AnswerCorrected: [applications.NOTE_CORRECTION],
    room.ScoringWanted: [room.SCORE],
    recordings.TakeBegun: [room.LISTEN],
    applications.ApplicationMoved: [webhooks.NOTE_MOVE],
    applications.MessageSent: [webhooks.NOTE_MESSAGE],
    applications.ReplyMissed: [webhooks.NOTE_LATE],
    applications.AssessmentEnded: [assessments.CALL_BACK],
    applications.AssessmentWithdrawn: [assessments.CALL_BACK],
    privacy.ApplicationErased: [webhooks.NOTE_ERASED],
    employers.JobOpened: [webhooks.NOTE_JOB_POSTED],
    employers.JobClosed: [webhooks.NOTE_JOB_CLOSED],
    employers.OwnersChanged: [webhooks.NOTE_OWNERS],
    catalog.JobsRemoved: [applications.NOTE_REMOVED],
}
_OF_MESSAGES = notifications.SUBSCRIBERS

SUBSCRIBERS: Subscribers = {
    event: [*_SUBSCRIBERS.get(event, []), *_OF_MESSAGES.get(event, [])] for event in _SUBSCRIBERS | _OF_MESSAGES
}
