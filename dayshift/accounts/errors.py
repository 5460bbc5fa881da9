"""Errors about accounts, with their messages to users."""

from dayshift.core.errors import AppError


class EmailTaken(AppError):
    """Another account has this address."""

    code = "email_taken"
    status = 409
    message = "An account with this email already exists. Sign in instead."


class InvalidCredentials(AppError):
    """Unknown address or wrong password: the same response, in the same time."""

    code = "invalid_credentials"
    status = 401
    message = "That email or password isn't right. Please try again."


class PasswordNotSet(AppError):
    """A legacy account that has no password yet."""

    code = "password_not_set"
    status = 403
    message = "Please set your password first"


class PasswordAlreadySet(AppError):
    """The account already has a password, which can only be changed."""

    code = "password_already_set"
    status = 409
    message = "This account already has a password. Please sign in."


class WrongPassword(AppError):
    """The current password, required for a change, is wrong."""

    code = "wrong_password"
    status = 403
    message = "That isn't your current password. Please try again."


class ProofRequired(AppError):
    """The change needs recent proof of the password or a passkey in this session."""

    code = "proof_required"
    status = 403
    message = "Please enter your password again."


class InvalidPasskey(AppError):
    """A passkey that is unknown, was made for another challenge, or does not verify."""

    code = "invalid_passkey"
    status = 422
    message = "This passkey did not work. Please try again, or use your password."


class TooManyPasskeys(AppError):
    """The account has the maximum number of passkeys."""

    code = "too_many_passkeys"
    status = 409
    message = "You have 10 passkeys. Please remove one first."


class InvalidCode(AppError):
    """The code is unknown, wrong, used, expired or had too many attempts: all get the same response."""

    code = "invalid_code"
    status = 422
    message = "This code is wrong or has expired. After 5 wrong tries it stops working: then ask for a new one."

    def __init__(self) -> None:
        super().__init__(fields={"code": self.message})


class NothingToConfirm(AppError):
    """The account has no address of this kind, or none that messages can reach."""

    code = "nothing_to_confirm"
    status = 409
    message = "Please add an email or phone number to your profile first."
