"""Errors of employers."""

from dayshift.core.errors import AppError


class StaffSignInRequired(AppError):
    """No staff session. `ended` says why one that this browser had does not open the desk any more.

    `expired`: its time is over. `revoked`: it was signed out elsewhere, or the member has no access any more.
    """

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


MEMBER_ERRORS = (StaffSignInRequired, SecondFactorRequired)
"""What every route for members can answer."""
ROLE_ERRORS = (*MEMBER_ERRORS, RoleRequired)
"""What routes for some of the roles can answer."""


class LinkExpired(AppError):
    """A mailed link that was used, replaced, revoked or is too old."""

    code = "link_expired"
    status = 410
    message = "This link has expired or was already used. Please ask for a new one."


class AddressProofRequired(AppError):
    """The session has to be opened by a mailed link: a provider or a password alone may belong to somebody else."""

    code = "address_proof_required"
    status = 403
    message = "Please sign in with a link from our email first, so that we know it's you."


class SingleSignOnRequired(AppError):
    """The employer lets its members in by single sign-on only. `employer` is its id, for the sign-in page."""

    code = "single_sign_on_required"
    status = 403
    message = "Sign-in here works with the company account only."


class SignOnProofRequired(AppError):
    """The session was not just opened by the employer's single sign-on, so it may not work for anybody."""

    code = "sign_on_proof_required"
    status = 403
    message = "Sign in with your company account first, so that we know it works."


class AddressNotCovered(AppError):
    """The employer requires single sign-on, and the address is in none of its proved domains."""

    code = "address_not_covered"
    status = 409
    message = "Sign-in here works with the company account, which has no addresses at this domain."


class BreakGlassOwner(AppError):
    """The owner who can sign in without single sign-on stays an owner with a second factor while it is required."""

    code = "break_glass_owner"
    status = 409
    message = "This owner can sign in if single sign-on fails. Choose another owner for that first."


class LastOwner(AppError):
    """The only active owner cannot leave, step down or be deactivated."""

    code = "last_owner"
    status = 409
    message = "Someone must own this account. Make someone else an owner first."


class MemberExists(AppError):
    """The address belongs to a member of this employer."""

    code = "member_exists"
    status = 409
    message = "This address already belongs to someone on your team."


class SecondFactorMandatory(AppError):
    """Owners cannot switch two-step sign-in off."""

    code = "second_factor_mandatory"
    status = 409
    message = "Owners always need two-step sign-in."


class LocationInUse(AppError):
    """The location has open jobs."""

    code = "location_in_use"
    status = 409
    message = "This location has open jobs. Pause, move or close them first."


class StaleJob(AppError):
    """The job has changed since it was loaded. `version` is the current one, `by` the member who changed it."""

    code = "stale_job"
    status = 409
    message = "This job was changed in the meantime. Please look at what changed."


class JobFromFeed(AppError):
    """The job comes from a feed, which says what it is like and how long it is listed."""

    code = "job_from_feed"
    status = 409
    message = "This job comes from your own site or feed. Change it there."


class KeyReused(AppError):
    """An idempotency key came again with another body."""

    code = "key_reused"
    status = 409
    message = "This was already sent once, with other content. Check what arrived before you send it again."


class EmployerClosed(AppError):
    """The employer was closed, by an owner or an operator."""

    code = "employer_closed"
    status = 409
    message = "This employer is closed."


class DomainTaken(AppError):
    """Another employer here has proved this domain."""

    code = "domain_taken"
    status = 409
    message = "Another account here has already proved this domain. Please write to us."


class ClaimTaken(AppError):
    """These jobs belong to another employer here."""

    code = "claim_taken"
    status = 409
    message = "These jobs already belong to another account here. Please write to us."


class CalendarUnreadable(AppError):
    """Nothing could be read at a calendar's address. `problem`: gone, unreachable, not_calendar or too_big."""

    code = "calendar_unreadable"
    status = 422
    message = "We couldn't read a calendar at this address. Check it and try again."
