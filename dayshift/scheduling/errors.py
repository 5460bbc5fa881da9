"""Errors of bookings, with the messages that people see."""

from dayshift.core.errors import AppError


class SlotTaken(AppError):
    """Another booking has that time, or no coach works then."""

    code = "slot_taken"
    status = 409
    message = "That time is no longer available. Please pick another one."


class SlotPast(AppError):
    """The time is in the past, or too soon to prepare for."""

    code = "slot_past"
    status = 409
    message = "That time has passed. Please pick another one."


class BookingOver(AppError):
    """The booking was canceled or has started, and can no longer be changed."""

    code = "booking_over"
    status = 409
    message = "This booking can no longer be changed."


class BadSignature(AppError):
    """The signature of a webhook message is invalid or too old."""

    code = "bad_signature"
    status = 401
    message = "The signature of this message isn't valid."


class TooManyBookings(AppError):
    """This account or address has the maximum number of future bookings."""

    code = "too_many_bookings"
    status = 409
    message = "You already have several bookings. Change or cancel one first. The link is in our email."
