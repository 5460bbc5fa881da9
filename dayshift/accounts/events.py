"""Events about users that other packages may subscribe to."""

from dataclasses import dataclass

from dayshift.core.events import Event


@dataclass(frozen=True)
class UserRegistered(Event):
    """A user has registered."""

    user_id: str


@dataclass(frozen=True)
class CodeRequested(Event):
    """A code should be created and sent to `address`.

    For the purpose 'password', anyone may have asked: the address may belong to no account, and `user_id` is None.
    For 'email' and 'phone' it is the signed-in user.
    """

    purpose: str
    address: str
    user_id: str | None


@dataclass(frozen=True)
class PasswordChanged(Event):
    """The account has a new password, and everything issued before is revoked. `change_id` identifies the undo."""

    user_id: str
    change_id: str


@dataclass(frozen=True)
class EmailChanged(Event):
    """The account has a new address. `change_id` identifies the undo, which has the old one."""

    user_id: str
    change_id: str
