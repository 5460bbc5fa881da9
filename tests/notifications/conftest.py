"""Calendar fixtures for notifications about bookings."""

from tests.calendar import book, clock, staff

__all__ = ["book", "clock", "staff"]
