"""Errors that reach a caller: a stable code, a status, a message fit for a toast, and data."""

from typing import Any, ClassVar


class CannotStart(RuntimeError):
    """The program cannot start as it is set up. The text is one sentence for the operator, without secrets."""


class AppError(Exception):
    """The base of every error a client may see. Subclasses set the three class attributes.

    `fields` maps a wire field name to the message beside it; `data` holds further keys of the body.
    """

    code: ClassVar[str]
    status: ClassVar[int]
    message: ClassVar[str]

    def __init__(self, message: str | None = None, *, fields: dict[str, str] | None = None, **data: Any) -> None:
        self.text = message or self.message
        self.fields = fields
        self.data = data
        super().__init__(self.text)

    def body(self) -> dict[str, Any]:
        """The JSON body: `code`, `message`, then `fields` where a field is to blame, then the data."""
        fields = {"fields": self.fields} if self.fields else {}
        return {"code": self.code, "message": self.text, **fields, **self.data}


class NotFound(AppError):
    """The row does not exist, or is not this person's: both look the same."""

    code = "not_found"
    status = 404
    message = "We couldn't find that."


class InvalidRequest(AppError):
    """The payload is malformed: unknown, missing, overlong or of the wrong type."""

    code = "invalid_request"
    status = 422
    message = "Please check what you entered."


class NotSignedIn(AppError):
    """No session, or one that has ended."""

    code = "not_signed_in"
    status = 401
    message = "Please sign in."


class ForeignOrigin(AppError):
    """A change that another site's page asked for."""

    code = "foreign_origin"
    status = 403
    message = "This request came from another website."


class TooLarge(AppError):
    """The body is larger than this address takes."""

    code = "too_large"
    status = 413
    message = "That's too large to send."


class Unavailable(AppError):
    """The database or the storage does not answer just now; the same request may be sent again soon."""

    code = "unavailable"
    status = 503
    message = "We're having trouble right now. Please try again in a moment."

    def __init__(self) -> None:
        super().__init__(retryAfter=2)


class StorageFull(AppError):
    """The server has no room left; what the client holds stays with the client."""

    code = "storage_full"
    status = 507
    message = "Our storage is full right now. Keep this page open. We'll keep trying."


class Busy(AppError):
    """More work is waiting than can be done in time."""

    code = "busy"
    status = 503
    message = "We're very busy right now. Please try again in a moment."


class InternalError(AppError):
    """Our own bug; the log has the details under the request's id."""

    code = "internal_error"
    status = 500
    message = "Something went wrong on our side. Please try again."
