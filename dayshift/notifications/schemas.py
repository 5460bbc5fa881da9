"""API types of notifications."""

from datetime import datetime
from typing import Literal

from dayshift.core.schemas import Body, Reply, WireTime


class PreferencesUpdate(Body):
    reminders: bool | None = None
    interviews: bool | None = None
    matches: bool | None = None
    texts: bool | None = None


class PreferencesReply(Reply):
    """`textable`: whether text messages can be enabled, which needs a verified phone number."""

    address: str
    reminders: bool
    interviews: bool
    matches: bool
    texts: bool
    textable: bool


class PreferencesLink(Reply):
    """`key` opens the preferences of the user's own address; null without an address."""

    key: str | None


class NoticeData(Reply):
    """Values for the text of a notice: those that its kind needs."""

    job: str | None = None
    interview: str | None = None
    coach: str | None = None
    at: WireTime | None = None
    count: int | None = None
    application: str | None = None
    employer: str | None = None
    who: str | None = None


class NoticeReply(Reply):
    id: str
    kind: Literal[
        "interview_planned",
        "interview_moved",
        "interview_cancelled",
        "interview_missed",
        "interview_received",
        "interview_scored",
        "interview_reviewed",
        "interview_unanswered",
        "booking_made",
        "booking_moved",
        "booking_cancelled",
        "booking_time_asked",
        "matches",
        "job_answered",
        "application_sent",
        "application_viewed",
        "application_question",
        "application_invited",
        "application_invited_again",
        "application_met",
        "application_met_after_all",
        "application_no_show",
        "application_meeting_off",
        "application_offered",
        "application_declined",
        "application_closed",
        "application_hired",
    ]
    data: NoticeData
    created_at: datetime
    seen: bool


class NoticesReply(Reply):
    """Newest first."""

    notices: list[NoticeReply]
