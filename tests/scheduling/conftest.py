"""Calendar fixtures for this package."""

from tests.calendar import book, clock, free, staff

__all__ = ["book", "clock", "free", "staff"]
