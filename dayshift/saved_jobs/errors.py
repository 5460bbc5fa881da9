"""What can go wrong with marks and questions, in the words people see."""

from dayshift.core.errors import AppError


class TooMany(AppError):
    """One person's list has an end."""

    code = "too_many"
    status = 409
    message = "That is a lot for one list. Take something off it first."
