"""Errors returned to clients: a stable code, a status, a message for display, and data."""

from typing import Any, ClassVar


class CannotStart(RuntimeError):
    """The program cannot start with this configuration. The text is one sentence for the operator, without secrets."""


class AppError(Exception):
    """Base class of every error that a client may see. Subclasses set the three class attributes.

    `fields` maps a JSON field name to its error message; `data` adds further keys to the body.
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
        """Return the JSON body: `code`, `message`, `fields` if any, then the data."""
        fields = {"fields": self.fields} if self.fields else {}
        return {"code": self.code, "message": self.text, **fields, **self.data}


class NotFound(AppError):
    """The row does not exist or belongs to another user: the response is the same."""

    code = "not_found"
    status = 404
    message = "We couldn't find that."


class InvalidRequest(AppError):
    """The payload is malformed: unknown, missing, too long or of the wrong type."""

    code = "invalid_request"
    status = 422
    message = "Please check what you entered."


class CountryNotServed(AppError):
    """A place is in a country that the operator does not serve. `country` is its code."""

    code = "country_not_served"
    status = 422
    message = "We don't serve this country yet."


class NotSignedIn(AppError):
    """No session. `ended` says why one that this client had is over.

    `expired`: its time is over. `revoked`: it was signed out elsewhere, or the account's sign-in changed.
    """

    code = "not_signed_in"
    status = 401
    message = "Please sign in."


class SignedInAsOther(AppError):
    """The request names the person it is for (`X-Signed-In-As`), and the session is somebody else's."""

    code = "signed_in_as_other"
    status = 401
    message = "Someone else is signed in on this browser now. Please reload the page."


class ForeignOrigin(AppError):
    """A state-changing request from another site's page."""

    code = "foreign_origin"
    status = 403
    message = "This request came from another website."


class TooLarge(AppError):
    """The body exceeds the route's size limit."""

    code = "too_large"
    status = 413
    message = "That's too large to send."


class Unavailable(AppError):
    """The database or the storage is temporarily unavailable; the client may retry soon."""

    code = "unavailable"
    status = 503
    message = "We're having trouble right now. Please try again in a moment."

    def __init__(self) -> None:
        super().__init__(retryAfter=2)


class StorageFull(AppError):
    """The server has no disk space left; the client keeps its data."""

    code = "storage_full"
    status = 507
    message = "Our storage is full right now. Keep this page open. We'll keep trying."


class Busy(AppError):
    """More work is queued than can be done in time."""

    code = "busy"
    status = 503
    message = "We're very busy right now. Please try again in a moment."


class InternalError(AppError):
    """A bug on the server; the log has the details under the request id."""

    code = "internal_error"
    status = 500
    message = "Something went wrong on our side. Please try again."
