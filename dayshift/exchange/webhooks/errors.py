"""Errors of webhooks."""

from dayshift.core.errors import AppError


class AddressRefused(AppError):
    """The address of an endpoint is malformed, not encrypted or not public."""

    code = "webhook_address_refused"
    status = 422
    message = "Enter a public address that starts with https://."


class TooManyEndpoints(AppError):
    """The employer has as many endpoints as allowed."""

    code = "too_many_webhooks"
    status = 409
    message = "You already have 10 webhook addresses. Delete one first."


class EndpointNotEnabled(AppError):
    """Nothing is sent to a disabled endpoint."""

    code = "webhook_disabled"
    status = 409
    message = "This address is turned off. Turn it on first."


class NotReplayable(AppError):
    """The delivery is still waiting, or its body is no longer stored."""

    code = "delivery_not_replayable"
    status = 409
    message = "This can't be sent again."
