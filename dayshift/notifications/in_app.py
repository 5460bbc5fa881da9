"""Notices in the app about interviews and bookings."""

from dayshift.accounts import find_user
from dayshift.core.db import Tx
from dayshift.core.errors import NotFound
from dayshift.core.tasks import Task, Write
from dayshift.interviews.room import Interview, any_interview
from dayshift.notifications.actions import tell
from dayshift.notifications.sender import Sender
from dayshift.scheduling import Booking, find_booking, find_coach

OF_INTERVIEW = "notifications.notice.interview"
OF_REVIEW = "notifications.notice.review"
OF_BOOKING = "notifications.notice.booking"


async def of_interview(_sender: Sender, task: Task) -> Write:
    """Store a notice about the current state of an interview."""
    interview_id = task.payload["interview_id"]

    def write(tx: Tx) -> None:
        interview = any_interview(tx, interview_id)
        kind = interview and _kind_of_interview(interview)
        if interview and kind:
            tell(tx, interview.user_id, kind, f"{interview.id}:{interview.sequence}", _data_of_interview(interview))

    return write


async def of_review(_sender: Sender, task: Task) -> Write:
    """Store a notice that a person has reviewed an interview."""
    interview_id, review_id = task.payload["interview_id"], task.payload["review_id"]

    def write(tx: Tx) -> None:
        interview = any_interview(tx, interview_id)
        if interview:
            tell(tx, interview.user_id, "interview_reviewed", review_id, _data_of_interview(interview))

    return write


async def of_booking(sender: Sender, task: Task) -> Write:
    """Store a notice about the current state of a booking of an account. One that was moved has another booking."""
    booking_id = task.payload["booking_id"]

    def write(tx: Tx) -> None:
        try:
            booking = find_booking(tx, booking_id)
        except NotFound:  # Erased in the meantime.
            return
        if booking.user_id and not booking.moved and find_user(tx, booking.user_id):
            coach = find_coach(tx, booking.coach_id).name if booking.coach_id else sender.product
            data = {"coach": coach, "at": booking.starts_at.isoformat()}
            tell(tx, booking.user_id, _kind_of_booking(booking), f"{booking.id}:{booking.sequence}", data)

    return write


def _data_of_interview(interview: Interview) -> dict[str, str]:
    return {"job": interview.job_title, "at": interview.scheduled_at.isoformat(), "interview": interview.id}


def _kind_of_interview(interview: Interview) -> str | None:
    match interview.status:
        case "scheduled":
            return "interview_moved" if interview.sequence else "interview_planned"
        case "cancelled":
            return "interview_missed" if interview.missed else "interview_cancelled"
        case "completed":
            return "interview_scored" if interview.scoring == "done" else "interview_received"
        case _:
            return None


def _kind_of_booking(booking: Booking) -> str:
    if booking.state == "cancelled":
        return "booking_time_asked" if booking.time_asked else "booking_cancelled"
    return "booking_moved" if booking.sequence else "booking_made"
