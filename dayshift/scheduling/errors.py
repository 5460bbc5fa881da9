"""What can go wrong with a booking, in the words people see."""

from dayshift.core.errors import AppError


class SlotTaken(AppError):
    """Somebody else has that time, or nobody works then."""

    code = "slot_taken"
    status = 409
    message = "That time is no longer available. Please pick another one."


class SlotPast(AppError):
    """The time is over, or too near to get ready for."""

    code = "slot_past"
    status = 409
    message = "That time has passed. Please pick another one."


class BookingOver(AppError):
    """The booking was cancelled, or its time has come: it cannot be changed any more."""

    code = "booking_over"
    status = 409
    message = "This booking can no longer be changed."


class BadSignature(AppError):
    """The signature of a webhook message is invalid or too old."""

    code = "bad_signature"
    status = 401
    message = "The signature of this message isn't valid."


class TooManyBookings(AppError):
    """This address holds as many times to come as one person may."""

    code = "too_many_bookings"
    status = 409
    message = "You already have several bookings. Change or cancel one first. The link is in our email."
