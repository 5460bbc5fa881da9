"""Events about members that other packages may subscribe to."""

from dataclasses import dataclass


@dataclass(frozen=True)
class SignInLinkRequested:
    """Somebody asked for a sign-in link to `email`, which may belong to no member, and leads to the page `next`.

    `employer_id`: the link opens the account there; None: those at all employers, of which the member chooses one.
    """

    email: str
    next: str | None = None
    employer_id: str | None = None


@dataclass(frozen=True)
class MemberInvited:
    """An owner has invited this member, or asked to send the invitation again."""

    member_id: str


@dataclass(frozen=True)
class JobOpened:
    """A job takes applications: it was posted, or resumed. `version` is the posting's."""

    posting_id: str
    version: int


@dataclass(frozen=True)
class JobClosed:
    """A job takes no more applications: it was paused, filled or removed, or its feed no longer lists it."""

    posting_id: str
    version: int


@dataclass(frozen=True)
class JobDropped:
    """The feed of a claimed job no longer lists it; people still wait for a reply."""

    posting_id: str


@dataclass(frozen=True)
class ClaimRequested:
    """An employer asks for imported jobs, and names an address at their domain."""

    claim_id: str


@dataclass(frozen=True)
class DomainProofRequested:
    """An owner wants to prove a domain by a link that is mailed to one of its administrators."""

    employer_id: str
    domain: str
    member_id: str


@dataclass(frozen=True)
class SignOnConsentAsked:
    """Somebody signed in at the employer's provider with this member's address, for the first time."""

    member_id: str


@dataclass(frozen=True)
class MemberJoined:
    """Somebody joined by single sign-on, without an invitation."""

    member_id: str


@dataclass(frozen=True)
class OwnerAdded:
    """An operator has made this member an owner, or invited them as one."""

    member_id: str


@dataclass(frozen=True)
class MemberEnded:
    """An operator has closed the employer of this member."""

    member_id: str


@dataclass(frozen=True)
class EmployersMerged:
    """An operator has merged another record of the same employer into this one."""

    employer_id: str


@dataclass(frozen=True)
class ClaimDecided:
    """An operator has decided a claim; `reason` says why it was refused, if they gave one."""

    claim_id: str
    approved: bool
    reason: str | None = None


@dataclass(frozen=True)
class SecondFactorReset:
    """Somebody else has removed this member's second factor, and ended their sessions."""

    member_id: str
