"""What can go wrong with accounts, in the words people see."""

from dayshift.core.errors import AppError


class EmailTaken(AppError):
    """Another account has this address."""

    code = "email_taken"
    status = 409
    message = "An account with this email already exists. Sign in instead."


class InvalidCredentials(AppError):
    """Unknown address or wrong password: the same answer, in the same time."""

    code = "invalid_credentials"
    status = 401
    message = "That email or password isn't right. Please try again."


class PasswordNotSet(AppError):
    """A legacy account that has yet to set its password."""

    code = "password_not_set"
    status = 403
    message = "Please set your password first"


class PasswordAlreadySet(AppError):
    """This account has a password; it is changed, not set."""

    code = "password_already_set"
    status = 409
    message = "This account already has a password. Please sign in."


class WrongPassword(AppError):
    """The current password, asked for before a change, is not right."""

    code = "wrong_password"
    status = 403
    message = "That isn't your current password. Please try again."


class ProofRequired(AppError):
    """The change needs the password or a passkey again: the last time in this session is too long ago."""

    code = "proof_required"
    status = 403
    message = "Please enter your password again."


class InvalidPasskey(AppError):
    """A passkey that is unknown, was made for another challenge, or does not verify."""

    code = "invalid_passkey"
    status = 422
    message = "This passkey did not work. Please try again, or use your password."


class TooManyPasskeys(AppError):
    """The account has as many passkeys as it may have."""

    code = "too_many_passkeys"
    status = 409
    message = "You have 10 passkeys. Please remove one first."


class InvalidCode(AppError):
    """No such code, a wrong one, one too many tries, spent or expired: all look the same."""

    code = "invalid_code"
    status = 422
    message = "This code is wrong or has expired. Check it, or ask for a new one."

    def __init__(self) -> None:
        super().__init__(fields={"code": self.message})


class NothingToConfirm(AppError):
    """The account has no address of this kind, or none that messages reach."""

    code = "nothing_to_confirm"
    status = 409
    message = "Please add an email or phone number to your profile first."
