"""Events about members that other packages may subscribe to."""

from dataclasses import dataclass


@dataclass(frozen=True)
class SignInLinkRequested:
    """Somebody asked for a sign-in link to `email`, which may belong to no member."""

    email: str


@dataclass(frozen=True)
class MemberInvited:
    """An owner has invited this member, or asked to send the invitation again."""

    member_id: str
