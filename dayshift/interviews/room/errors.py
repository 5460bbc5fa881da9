"""Errors of interviews, with the messages that people see."""

from dayshift.core.errors import AppError


class ConsentRequired(AppError):
    """Starting requires consent to the current text."""

    code = "consent_required"
    status = 409
    message = "Please read and agree to what we record before you start."


class NoTranscription(AppError):
    """This installation does not transcribe, or the person has agreed to another text."""

    code = "no_transcription"
    status = 409
    message = "We can't check your microphone this way right now. You can start anyway."


class NotJoinable(AppError):
    """Too early, too late, or over."""

    code = "not_joinable"
    status = 409
    message = "You can't join this interview right now."


class InterviewOver(AppError):
    """The interview was completed, canceled or missed."""

    code = "interview_over"
    status = 409
    message = "This interview can no longer be changed."


class TooManyPlanned(AppError):
    """The person has the maximum number of future appointments."""

    code = "too_many_planned"
    status = 409
    message = "You already have several interviews scheduled. Please cancel one first."


class NotInProgress(AppError):
    """The interview is not in progress."""

    code = "not_in_progress"
    status = 409
    message = "This interview isn't in progress."


class ResponseConflict(AppError):
    """The question already has a different answer."""

    code = "response_conflict"
    status = 409
    message = "This question already has an answer."
