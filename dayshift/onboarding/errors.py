"""What can go wrong on the way to an interview, in the words people see."""

from dayshift.core.errors import AppError


class AnswersMissing(AppError):
    """Matches need the wish and all six quick answers."""

    code = "answers_missing"
    status = 409
    message = "Tell us what job you want and answer the six questions first."
