"""What can go wrong when a person is asked, in the words people see."""

from dayshift.core.errors import AppError


class NotCompleted(AppError):
    """Only a whole interview can be read by a person."""

    code = "not_completed"
    status = 409
    message = "Finish the interview first. Then you can ask a person to read it."
