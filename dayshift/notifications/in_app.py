"""Notices in the app about interviews and bookings."""

from dayshift.core.db import Tx
from dayshift.core.errors import NotFound
from dayshift.interviews.room import Interview, any_interview, load_interview
from dayshift.notifications.interviews import count_answered
from dayshift.notifications.letters import NoticeDraft, Payload
from dayshift.notifications.sender import Sender
from dayshift.scheduling import Booking, find_booking, find_coach

INTERVIEW = (
    "interview_planned interview_moved interview_cancelled interview_missed interview_received interview_scored "
    "interview_unanswered"
)
BOOKING = "booking_made booking_moved booking_cancelled booking_time_asked"


def of_interview(tx: Tx, _sender: Sender, event: Payload) -> NoticeDraft | None:
    """Tell the current state of an interview."""
    found = load_interview(tx, event["interview_id"])
    if found is None:
        return None
    interview = found[0]
    kind = _kind_of_interview(interview, count_answered(*found))
    if kind is None:
        return None
    return NoticeDraft(interview.user_id, kind, f"{interview.id}:{interview.sequence}", _data_of_interview(interview))


def of_review(tx: Tx, _sender: Sender, event: Payload) -> NoticeDraft | None:
    """Tell that a person has reviewed an interview."""
    interview = any_interview(tx, event["interview_id"])
    if interview is None:
        return None
    return NoticeDraft(interview.user_id, "interview_reviewed", event["review_id"], _data_of_interview(interview))


def of_booking(tx: Tx, sender: Sender, event: Payload) -> NoticeDraft | None:
    """Tell the current state of a booking of an account. One that was moved has another booking."""
    try:
        booking = find_booking(tx, event["booking_id"])
    except NotFound:  # Erased in the meantime.
        return None
    if not booking.user_id or booking.moved:
        return None
    coach = find_coach(tx, booking.coach_id).name if booking.coach_id else sender.product
    data = {"coach": coach, "at": booking.starts_at.isoformat()}
    return NoticeDraft(booking.user_id, _kind_of_booking(booking), f"{booking.id}:{booking.sequence}", data)


def _data_of_interview(interview: Interview) -> dict[str, str]:
    return {"job": interview.job_title, "at": interview.scheduled_at.isoformat(), "interview": interview.id}


def _kind_of_interview(interview: Interview, answered: int) -> str | None:
    match interview.status:
        case "scheduled":
            return "interview_moved" if interview.sequence else "interview_planned"
        case "cancelled":
            return "interview_missed" if interview.missed else "interview_cancelled"
        case "completed" if not answered:
            return "interview_unanswered"
        case "completed":
            return "interview_scored" if interview.scoring == "done" else "interview_received"
        case _:
            return None


def _kind_of_booking(booking: Booking) -> str:
    if booking.state == "cancelled":
        return "booking_time_asked" if booking.time_asked else "booking_cancelled"
    return "booking_moved" if booking.sequence else "booking_made"
