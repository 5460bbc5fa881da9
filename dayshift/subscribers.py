"""The task kinds that subscribe to each event."""

from dayshift import accounts, job_pages, notifications, privacy, scheduling
from dayshift.core.events import Subscribers
from dayshift.exchange import assessments, webhooks
from dayshift.hiring import applications, employers
from dayshift.interviews import calls, recordings, reviews, room
from dayshift.jobs import catalog

SUBSCRIBERS: Subscribers = {
    room.InterviewPlanned: [
        notifications.PLANNED,
        notifications.PLAN_OF_INTERVIEW,
        notifications.NOTICE_OF_INTERVIEW,
    ],
    room.InterviewCancelled: [calls.CLOSE, notifications.CALLED_OFF, notifications.NOTICE_OF_INTERVIEW],
    room.InterviewCompleted: [
        calls.CLOSE,
        room.SCORE,
        applications.FINISH_ORDER,
        notifications.RECEIVED,
        notifications.NOTICE_OF_INTERVIEW,
    ],
    room.InterviewScored: [notifications.SCORED, notifications.NOTICE_OF_INTERVIEW],
    room.ScoringWanted: [room.SCORE],
    recordings.TakeBegun: [room.LISTEN],
    applications.ApplicationMoved: [
        notifications.APPLICATION_MOVED,
        notifications.NOTICE_OF_APPLICATION,
        notifications.STAFF_MEETING,
        notifications.STAFF_LOOK,
        notifications.STAFF_NEWS,
        webhooks.NOTE_MOVE,
    ],
    applications.DecisionErased: [notifications.DECISION_ERASED],
    applications.DecisionUnsent: [notifications.UNSENT],
    applications.MeetingErased: [notifications.MEETING_ERASED],
    applications.MessageSent: [notifications.APPLICATION_MESSAGE, webhooks.NOTE_MESSAGE],
    applications.ReplyDue: [notifications.REPLY_DUE],
    applications.ReplyMissed: [notifications.REPLY_DUE, webhooks.NOTE_LATE],
    privacy.ApplicationErased: [webhooks.NOTE_ERASED],
    webhooks.EndpointDisabled: [notifications.WEBHOOK_DISABLED],
    applications.SharingNarrowed: [notifications.SHARING_NARROWED],
    applications.AssessmentOrdered: [notifications.ASSESSMENT],
    applications.AssessmentEnded: [assessments.CALL_BACK],
    applications.AssessmentWithdrawn: [assessments.CALL_BACK],
    applications.ReviewLinkShared: [notifications.REVIEW_LINK],
    job_pages.JobQuestionAnswered: [notifications.QUESTION_ANSWERED, notifications.NOTICE_OF_ANSWER],
    employers.SignInLinkRequested: [notifications.SIGN_IN_LINK],
    employers.MemberInvited: [notifications.STAFF_INVITATION],
    employers.JobOpened: [webhooks.NOTE_JOB_POSTED],
    employers.JobClosed: [webhooks.NOTE_JOB_CLOSED],
    employers.JobDropped: [notifications.JOB_DROPPED],
    employers.ClaimRequested: [notifications.CLAIM],
    employers.ClaimDecided: [notifications.CLAIM_DECIDED],
    catalog.JobsRemoved: [applications.NOTE_REMOVED],
    employers.DomainProofRequested: [notifications.DOMAIN_PROOF],
    employers.SignOnConsentAsked: [notifications.SIGN_ON_CONSENT],
    employers.OwnerAdded: [notifications.OWNER_ADDED],
    employers.MemberEnded: [notifications.ENDED],
    employers.EmployersMerged: [notifications.EMPLOYERS_MERGED],
    employers.MemberJoined: [notifications.JOINED],
    employers.SecondFactorReset: [notifications.SECOND_FACTOR_RESET],
    reviews.AccommodationAsked: [notifications.ACCOMMODATION_ASKED],
    reviews.AccommodationAnswered: [notifications.ACCOMMODATION_ANSWERED],
    reviews.InterviewReviewed: [notifications.REVIEWED, notifications.NOTICE_OF_REVIEW],
    accounts.UserRegistered: [notifications.WELCOME, notifications.WEEKLY_MATCHES],
    accounts.CodeRequested: [notifications.CODE],
    accounts.PasswordChanged: [notifications.PASSWORD_CHANGED],
    accounts.EmailChanged: [notifications.EMAIL_CHANGED],
    scheduling.BookingMade: [
        notifications.MADE,
        notifications.COACH_MADE,
        notifications.PLAN,
        notifications.NOTICE_OF_BOOKING,
    ],
    scheduling.BookingHeardOf: [notifications.NOTICE_OF_BOOKING],
    scheduling.BookingMoved: [
        notifications.MOVED,
        notifications.COACH_MOVED,
        notifications.PLAN,
        notifications.NOTICE_OF_BOOKING,
    ],
    scheduling.BookingCancelled: [
        notifications.CANCELLED,
        notifications.COACH_CANCELLED,
        notifications.NOTICE_OF_BOOKING,
    ],
}
