"""Errors of employers."""

from dayshift.core.errors import AppError


class StaffSignInRequired(AppError):
    """No staff session, or an expired one."""

    code = "staff_not_signed_in"
    status = 401
    message = "Please sign in."


class SecondFactorRequired(AppError):
    """The session lacks its second factor. `enrolled` is false if the member has yet to set it up."""

    code = "second_factor_required"
    status = 401
    message = "Please enter the code from your authenticator app."


class RoleRequired(AppError):
    """The member's role does not allow this. `role` is the one that does."""

    code = "role_required"
    status = 403
    message = "Your role doesn't include this."
