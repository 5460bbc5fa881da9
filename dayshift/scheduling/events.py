"""Facts about bookings that other rooms may react to."""

from dataclasses import dataclass


@dataclass(frozen=True)
class BookingMade:
    """Somebody has booked a coach."""

    booking_id: str


@dataclass(frozen=True)
class BookingHeardOf:
    """An external calendar reported a booking or its cancellation. It sends its own mails."""

    booking_id: str


@dataclass(frozen=True)
class BookingMoved:
    """The booking has another time. `coach_before` had it until now, which may be the same coach."""

    booking_id: str
    coach_before: str | None


@dataclass(frozen=True)
class BookingCancelled:
    """The booking is off."""

    booking_id: str
