"""Errors of this package."""

from dayshift.core.errors import AppError


class LegalHold(AppError):
    """A legal hold forbids to delete this before `until`."""

    code = "legal_hold"
    status = 409
    message = "The law requires us to keep this for now."
