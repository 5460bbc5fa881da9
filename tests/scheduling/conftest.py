"""The calendar for every test of this room."""

from tests.calendar import book, clock, free, staff

__all__ = ["book", "clock", "free", "staff"]
