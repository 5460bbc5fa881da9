"""What can go wrong with an interview, in the words people see."""

from dayshift.core.errors import AppError


class ConsentRequired(AppError):
    """Nothing starts before the person has agreed to the current consent text."""

    code = "consent_required"
    status = 409
    message = "Please read and accept what is recorded before you start."


class NotJoinable(AppError):
    """Too early, too late, or over."""

    code = "not_joinable"
    status = 409
    message = "This interview cannot be joined now."


class InterviewOver(AppError):
    """The appointment has been kept, called off or missed."""

    code = "interview_over"
    status = 409
    message = "This interview can no longer be changed."


class TooManyPlanned(AppError):
    """This person has as many appointments to come as one may have."""

    code = "too_many_planned"
    status = 409
    message = "You already have several interviews scheduled. Cancel one of them first."


class NotInProgress(AppError):
    """Answers belong to an interview that is going on."""

    code = "not_in_progress"
    status = 409
    message = "This interview is not going on."


class ResponseConflict(AppError):
    """This question has another answer already."""

    code = "response_conflict"
    status = 409
    message = "This question already has an answer."
