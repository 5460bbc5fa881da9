"""Events about members that other packages may subscribe to."""

from dataclasses import dataclass

from dayshift.core.events import Event


@dataclass(frozen=True)
class SignInLinkRequested(Event):
    """Somebody asked for a sign-in link to `email`, which may belong to no member, and leads to the page `next`.

    `employer_id`: the link opens the account there; None: those at all employers, of which the member chooses one.
    """

    email: str
    next: str | None = None
    employer_id: str | None = None


@dataclass(frozen=True)
class MemberInvited(Event):
    """An owner has invited this member, or asked to send the invitation again."""

    member_id: str


@dataclass(frozen=True)
class JobOpened(Event):
    """A job takes applications: it was posted, or resumed. `version` is the posting's."""

    posting_id: str
    version: int


@dataclass(frozen=True)
class JobClosed(Event):
    """A job takes no more applications: it was paused, filled or removed, or its feed no longer lists it."""

    posting_id: str
    version: int


@dataclass(frozen=True)
class JobDropped(Event):
    """The feed of a claimed job no longer lists it; people still wait for a reply."""

    posting_id: str


@dataclass(frozen=True)
class ClaimRequested(Event):
    """An employer asks for imported jobs, and names an address at their domain."""

    claim_id: str


@dataclass(frozen=True)
class DomainProofRequested(Event):
    """An owner wants to prove a domain by a link that is mailed to one of its administrators."""

    employer_id: str
    domain: str
    member_id: str


@dataclass(frozen=True)
class SignOnConsentAsked(Event):
    """Somebody signed in at the employer's provider with this member's address, for the first time."""

    member_id: str


@dataclass(frozen=True)
class SignOnRequirementChanged(Event):
    """Owner `by_id`, or an operator, has required single sign-on with this owner as the exception, or no longer does.

    `break_glass_id`: None if single sign-on is not required any more.
    """

    employer_id: str
    by_id: str | None
    break_glass_id: str | None


@dataclass(frozen=True)
class BreakGlassUsed(Event):
    """The owner who may has signed in without the single sign-on that is required."""

    member_id: str
    device: str


@dataclass(frozen=True)
class MemberJoined(Event):
    """Somebody joined by single sign-on, without an invitation."""

    member_id: str


@dataclass(frozen=True)
class OwnerAdded(Event):
    """This member was made an owner, or invited as one: by an operator, or by the owner `by_id`.

    `handed_over`: that owner no longer is one.
    """

    member_id: str
    by_id: str | None = None
    handed_over: bool = False


@dataclass(frozen=True)
class OwnersChanged(Event):
    """This member became an owner who can sign in, or no longer is one."""

    member_id: str


@dataclass(frozen=True)
class MemberEnded(Event):
    """The employer of this member, or of this invited person, was closed."""

    member_id: str


@dataclass(frozen=True)
class EmployersMerged(Event):
    """An operator has merged another record of the same employer into this one."""

    employer_id: str


@dataclass(frozen=True)
class ClaimDecided(Event):
    """An operator has decided a claim; `reason` says why it was refused, if they gave one."""

    claim_id: str
    approved: bool
    reason: str | None = None


@dataclass(frozen=True)
class SecondFactorReset(Event):
    """Somebody else has removed this member's second factor, and ended their sessions."""

    member_id: str


@dataclass(frozen=True)
class RecoveryCodeUsed(Event):
    """A recovery code of this member was accepted."""

    member_id: str


@dataclass(frozen=True)
class SecretsDiscarded(Event):
    """An operator gave up secrets of an employer, whose key is lost: what needed them stopped working.

    `single_sign_on`: its provider; `hosts`: those of its webhooks, in a list for people.
    """

    employer_id: str
    single_sign_on: bool
    hosts: str


@dataclass(frozen=True)
class SignUpRequested(Event):
    """Somebody wants to add an employer, and has to prove their address."""

    sign_up_id: str


@dataclass(frozen=True)
class SignUpRefused(Event):
    """An operator has refused to add an employer, for `reason`; the approved ones get an invitation."""

    employer: str
    email: str
    name: str
    language: str
    reason: str


@dataclass(frozen=True)
class JoinAsked(Event):
    """Somebody with this proved address asks the owners of an employer for an invitation."""

    employer_id: str
    email: str
    name: str
