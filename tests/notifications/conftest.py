"""Messages about bookings need a calendar."""

from tests.calendar import book, clock, staff

__all__ = ["book", "clock", "staff"]
