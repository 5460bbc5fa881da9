"""Events about bookings that other packages may subscribe to."""

from dataclasses import dataclass

from dayshift.core.events import Event


@dataclass(frozen=True)
class BookingMade(Event):
    """A coach was booked."""

    booking_id: str


@dataclass(frozen=True)
class BookingHeardOf(Event):
    """An external calendar reported a booking or its cancellation. It sends its own emails."""

    booking_id: str


@dataclass(frozen=True)
class BookingMoved(Event):
    """The booking has another time. `coach_before` is the previous coach, possibly the same one."""

    booking_id: str
    coach_before: str | None


@dataclass(frozen=True)
class BookingCancelled(Event):
    """The booking was canceled."""

    booking_id: str
