"""Facts about people that other rooms may react to."""

from dataclasses import dataclass


@dataclass(frozen=True)
class UserRegistered:
    """Somebody has made an account."""

    user_id: str


@dataclass(frozen=True)
class CodeRequested:
    """A code is to be made and sent to `address`.

    For the purpose 'password' anybody may have asked, so the address may belong to no account and `user_id` is None;
    for 'email' and 'phone' the signed-in person did.
    """

    purpose: str
    address: str
    user_id: str | None


@dataclass(frozen=True)
class PasswordChanged:
    """The account has a new password, and everything issued before is revoked. `change_id` names the undo."""

    user_id: str
    change_id: str


@dataclass(frozen=True)
class EmailChanged:
    """The account has another address. `change_id` names the undo, which has the old one."""

    user_id: str
    change_id: str
