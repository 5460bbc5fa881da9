"""Errors of API keys."""

from dayshift.core.errors import AppError


class TooManyApiKeys(AppError):
    """The employer has as many API keys as allowed."""

    code = "too_many_api_keys"
    status = 409
    message = "You already have 10 API keys. Revoke one first."
