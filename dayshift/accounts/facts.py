"""Facts about people that other rooms may react to."""

from dataclasses import dataclass


@dataclass(frozen=True)
class UserRegistered:
    """Somebody has made an account."""

    user_id: str


@dataclass(frozen=True)
class CodeRequested:
    """A code is to be made and sent to `address`.

    For the purpose 'password' anybody may have asked, so nobody needs to have this address and
    `user_id` is None; for 'email' and 'phone' the signed-in person did.
    """

    purpose: str
    address: str
    user_id: str | None


@dataclass(frozen=True)
class PasswordChanged:
    """The account has a new password, and its other sessions are over."""

    user_id: str


@dataclass(frozen=True)
class EmailChanged:
    """The account's address was `old_email` until now."""

    user_id: str
    old_email: str
