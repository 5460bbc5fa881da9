"""Single sign-on of an employer: its identity provider, and the members who come from there.

Somebody who comes back from the provider is the member linked to that issuer and subject; else the employer's member
with the verified address, once they have allowed it by a mailed link; else a new reviewer, who sees nothing until
assigned. The member's address must be in one of the provider's domains, which the employer has proved.
"""

import base64
import json
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import bindparam, delete, null, select, update

from dayshift.core.audit import Action, Details, operator_or_system, record
from dayshift.core.clock import now
from dayshift.core.db import Tx, insert
from dayshift.core.errors import InvalidRequest, NotFound
from dayshift.core.events import publish
from dayshift.core.ids import hash_token
from dayshift.core.signing import opened_by, sign
from dayshift.hiring.employers.actions import add_member
from dayshift.hiring.employers.domains import forget_domains, name_domains, proved_domains
from dayshift.hiring.employers.errors import AddressNotCovered, LinkExpired, SignOnProofRequired, SingleSignOnRequired
from dayshift.hiring.employers.events import BreakGlassUsed, MemberJoined, SignOnConsentAsked, SignOnRequirementChanged
from dayshift.hiring.employers.models import (
    identity_consents,
    identity_providers,
    member_identities,
    member_sessions,
    members,
)
from dayshift.hiring.employers.oidc import Attempt, Identity, Reason, SingleSignOnFailed, require_domain
from dayshift.hiring.employers.queries import (
    Member,
    MemberSession,
    find_member,
    find_member_by_email,
    members_by_email,
    members_of,
)
from dayshift.hiring.employers.sign_in import is_invitation_valid
from dayshift.hiring.employers.team import lock_employer, member_of, update_member

ATTEMPT_LIFE = timedelta(minutes=10)
"""How long a member may take at the provider."""

CONSENT_LIFETIME = timedelta(hours=24)
"""How long the link works that allows a member's first sign-in through a provider."""

PROOF_LIFETIME = timedelta(minutes=15)
"""How long after an owner signed in at the provider they may require everybody to."""

ASK_AGAIN = timedelta(minutes=5)

_PURPOSE = "single sign-on"


@dataclass(frozen=True, slots=True)
class IdentityProvider:
    """The provider of one employer."""

    employer_id: str
    issuer: str
    client_id: str
    client_secret: str
    domains: list[str]
    end_session: str | None
    changed_at: datetime
    used_at: datetime | None
    failed_at: datetime | None
    failure: str | None
    break_glass_id: str | None


_columns = [identity_providers.c[name] for name in IdentityProvider.__slots__]
_mine = identity_providers.c.employer_id == bindparam("employer")
_find = select(*_columns).where(_mine)
_all = select(*_columns).order_by(identity_providers.c.employer_id)
_insert = insert(identity_providers)
_save = _insert.on_conflict_do_update(
    index_elements=[identity_providers.c.employer_id],
    set_={
        **{name: _insert.excluded[name] for name in ("issuer", "client_id", "client_secret", "domains", "changed_at")},
        # What is known of the provider before.
        **dict.fromkeys(("end_session", "used_at", "failed_at", "failure"), null()),
    },
)
_delete = delete(identity_providers).where(_mine)
_used = (
    update(identity_providers)
    .where(_mine)
    .values(used_at=bindparam("at"), end_session=bindparam("logout"), failed_at=None, failure=None)
)
_failed = update(identity_providers).where(_mine).values(failed_at=bindparam("at"), failure=bindparam("reason"))
_break_glass = select(identity_providers.c.break_glass_id).where(_mine)
_set_break_glass = update(identity_providers).where(_mine).values(break_glass_id=bindparam("keeper"))
_end_other_sessions = delete(member_sessions).where(
    member_sessions.c.member_id.in_(select(members.c.id).where(members.c.employer_id == bindparam("employer"))),
    member_sessions.c.member_id != bindparam("keeper"),
    member_sessions.c.single_sign_on.is_(False),
)
_linked = select(member_identities.c.member_id).where(
    member_identities.c.employer_id == bindparam("employer"),
    member_identities.c.issuer == bindparam("from_issuer"),
    member_identities.c.subject == bindparam("who"),
)
_link = insert(member_identities).on_conflict_do_nothing()
_consent_columns = [identity_consents.c[name] for name in ("member_id", "issuer", "subject", "page", "expires_at")]
_find_consent = select(*_consent_columns).where(identity_consents.c.member_id == bindparam("member"))
_consent_of_key = select(*_consent_columns).where(
    identity_consents.c.token_hash == bindparam("hash"), identity_consents.c.expires_at > bindparam("now")
)
_insert_consent = insert(identity_consents)
_ask_consent = _insert_consent.on_conflict_do_update(
    index_elements=[identity_consents.c.member_id],
    set_={name: _insert_consent.excluded[name] for name in ("issuer", "subject", "page", "token_hash", "expires_at")},
)
_set_consent_key = update(identity_consents).where(identity_consents.c.member_id == bindparam("member"))
_delete_consent = delete(identity_consents).where(identity_consents.c.member_id == bindparam("member"))


def find_provider(tx: Tx, employer_id: str) -> IdentityProvider | None:
    """Return an employer's provider."""
    row = tx.execute(_find, {"employer": employer_id}).first()
    return IdentityProvider(*row) if row else None


def require_provider(tx: Tx, employer_id: str) -> IdentityProvider:
    """Return the provider of a sign-in. Raises `SingleSignOnFailed` if it was removed meanwhile."""
    found = find_provider(tx, employer_id)
    if found is None:
        raise SingleSignOnFailed("not_a_member")
    return found


def all_providers(tx: Tx) -> list[IdentityProvider]:
    """Return the providers of all employers."""
    return [IdentityProvider(*row) for row in tx.execute(_all)]


def save_provider(
    tx: Tx, owner: Member, issuer: str, client_id: str, client_secret: str | None, domains: Sequence[str]
) -> IdentityProvider:
    """Set an employer's provider. Without a secret the stored one stays. Raises `NotFound` if there is none."""
    before = find_provider(tx, owner.employer_id)
    if client_secret is None and (before is None or before.issuer != issuer):
        raise NotFound  # A stored secret is never sent to another provider.
    values = {"employer_id": owner.employer_id, "issuer": issuer, "client_id": client_id, "changed_at": now()}
    secret = client_secret if client_secret is not None else before.client_secret if before else ""
    tx.execute(_save, {**values, "client_secret": secret, "domains": list(domains)})
    name_domains(tx, owner.employer_id, domains)
    _record(tx, "provider.saved", owner, {"domains": len(domains)})
    found = find_provider(tx, owner.employer_id)
    assert found is not None  # noqa: S101  (saved above)
    return found


def delete_provider(tx: Tx, owner: Member) -> None:
    """End single sign-on. Members stay, and sign in by mailed link or password. Raises `NotFound`."""
    if break_glass_owner(tx, owner.employer_id):
        make_optional(tx, owner.employer_id, owner)
    if not tx.execute(_delete, {"employer": owner.employer_id}).rowcount:
        raise NotFound
    forget_domains(tx, owner.employer_id)
    _record(tx, "provider.deleted", owner)


def break_glass_owner(tx: Tx, employer_id: str) -> str | None:
    """Return the id of the only member who may sign in another way; None: single sign-on is not required."""
    found: str | None = tx.execute(_break_glass, {"employer": employer_id}).scalar()
    return found


def proves_sign_on(provider: IdentityProvider, session: MemberSession) -> bool:
    """Whether a session was just opened at the provider as it is set up now: then others can sign in there, too."""
    fresh = now() - session.created_at < PROOF_LIFETIME
    return session.single_sign_on and fresh and session.created_at > provider.changed_at


def require_sign_on(tx: Tx, session: MemberSession, break_glass_id: str) -> None:
    """Let members sign in by single sign-on only, except one owner. Sessions that others opened otherwise end.

    Raises `NotFound` without a provider or for an unknown member, `SignOnProofRequired` where it was not required
    before and the session proves no sign-on, and `InvalidRequest` unless the member is an owner with a second factor.
    """
    owner = session.member
    lock_employer(tx, owner.employer_id)
    provider = find_provider(tx, owner.employer_id)
    if provider is None:
        raise NotFound
    keeper = member_of(tx, owner.employer_id, break_glass_id)
    if keeper.role != "owner" or keeper.state != "active" or not keeper.second_factor:
        raise InvalidRequest(fields={"breakGlass": "Choose an owner who has two-step sign-in"})
    if provider.break_glass_id is None and not proves_sign_on(provider, session):
        raise SignOnProofRequired
    tx.execute(_set_break_glass, {"employer": owner.employer_id, "keeper": keeper.id})
    tx.execute(_end_other_sessions, {"employer": owner.employer_id, "keeper": keeper.id})
    _record(tx, "provider.required", owner, {"break_glass": keeper.id})
    publish(tx, SignOnRequirementChanged(owner.employer_id, owner.id, keeper.id))


def make_optional(tx: Tx, employer_id: str, owner: Member | None) -> None:
    """Let members sign in by mailed link and password again; without an owner, as an operator. Raises `NotFound`."""
    if break_glass_owner(tx, employer_id) is None:
        raise NotFound
    tx.execute(_set_break_glass, {"employer": employer_id, "keeper": None})
    record(
        tx, "provider.optional", "member" if owner else operator_or_system(), owner.id if owner else None,
        subject="provider", subject_id=employer_id, employer_id=employer_id,
    )  # fmt: skip
    publish(tx, SignOnRequirementChanged(employer_id, owner.id if owner else None, None))


def check_other_way(tx: Tx, member: Member, device: str) -> None:
    """Refuse a member who is about to sign in without the single sign-on that is required; tell of the exception.

    Raises `SingleSignOnRequired`.
    """
    keeper = break_glass_owner(tx, member.employer_id)
    if keeper is None:
        return
    if keeper != member.id:
        raise SingleSignOnRequired(employer=member.employer_id)
    _record(tx, "provider.bypassed", member)
    publish(tx, BreakGlassUsed(member.id, device))


def only_by_sign_on(tx: Tx, email: str, employer_id: str | None) -> Member | None:
    """Return the only active member with this address, if they can sign in by single sign-on only."""
    found = [one for one in members_by_email(tx, email) if one.state == "active"]
    mine = [one for one in found if employer_id in {None, one.employer_id}]
    if len(mine) != 1 or break_glass_owner(tx, mine[0].employer_id) in {None, mine[0].id}:
        return None
    return mine[0]


def require_covered(tx: Tx, employer_id: str, email: str) -> None:
    """Refuse an address to invite that could never sign in. Raises `AddressNotCovered`."""
    provider = find_provider(tx, employer_id)
    if provider is None or provider.break_glass_id is None:
        return
    if email.rpartition("@")[2] not in usable_domains(tx, provider):
        raise AddressNotCovered(fields={"email": AddressNotCovered.message})


def left_out(tx: Tx, provider: IdentityProvider) -> list[Member]:
    """Return the active members whose address is in no domain of the provider: they cannot sign in there."""
    usable = usable_domains(tx, provider)
    active = [one for one in members_of(tx, provider.employer_id) if one.state == "active"]
    return [one for one in active if one.email.rpartition("@")[2] not in usable]


def note_failure(tx: Tx, employer_id: str, reason: Reason) -> None:
    """Record why a sign-in failed, for owners."""
    tx.execute(_failed, {"employer": employer_id, "reason": reason, "at": now()})


def pack_attempt(tx: Tx, employer_id: str, attempt: Attempt, page: str) -> str:
    """Return a sign-in that has begun, signed, for a cookie of the browser that began it."""
    facts = [employer_id, attempt.state, attempt.nonce, attempt.verifier, page, int(now().timestamp())]
    return sign(tx, _PURPOSE, base64.urlsafe_b64encode(json.dumps(facts).encode()).decode())


def unpack_attempt(tx: Tx, packed: str, employer_id: str) -> tuple[Attempt, str]:
    """Return the attempt at this employer's provider and the page to open. Raises `SingleSignOnFailed`."""
    try:
        facts = json.loads(base64.urlsafe_b64decode(opened_by(tx, _PURPOSE, packed)))
    except NotFound as error:
        raise SingleSignOnFailed("attempt_expired") from error
    begun_at, state, nonce, verifier, page, begun = facts
    if begun_at != employer_id or now().timestamp() - begun > ATTEMPT_LIFE.total_seconds():
        raise SingleSignOnFailed("attempt_expired")
    return Attempt(state, nonce, verifier), page


def usable_domains(tx: Tx, provider: IdentityProvider) -> frozenset[str]:
    """Return the domains of a provider that its employer has proved; without one nobody can sign in there."""
    return proved_domains(tx, provider.employer_id) & frozenset(provider.domains)


def admit(tx: Tx, provider: IdentityProvider, identity: Identity, end_session: str | None, page: str) -> Member | None:
    """Return the member that an identity belongs to. They join now if nobody has the address.

    None: a member has it, who gets a mail to allow this. Raises `SingleSignOnFailed`.
    """
    at = now()
    tx.execute(_used, {"employer": provider.employer_id, "logout": end_session, "at": at})
    who = {"employer": provider.employer_id, "from_issuer": identity.issuer, "who": identity.subject}
    linked = tx.execute(_linked, who).scalar()
    member = find_member(tx, linked) if linked else find_member_by_email(tx, provider.employer_id, identity.email)
    address = member.email if member else identity.email
    require_domain(address, provider.domains, proved_domains(tx, provider.employer_id))
    if member is None:
        member = add_member(tx, provider.employer_id, identity.email, identity.name, "reviewer")
        _record(tx, "member.joined", member, {"by": "single_sign_on"})
        _link_to(tx, member, identity.issuer, identity.subject)
        publish(tx, MemberJoined(member.id))
    elif not _may_join(tx, member):
        raise SingleSignOnFailed("not_a_member")
    elif not linked or member.state == "invited":
        _ask(tx, member, identity, page)
        return None
    return member


def _may_join(tx: Tx, member: Member) -> bool:
    """Whether a member is active, or invited by an owner who still is one."""
    return member.state == "active" or (member.state == "invited" and is_invitation_valid(tx, member.id))


def _ask(tx: Tx, member: Member, identity: Identity, page: str) -> None:
    """Mail the member a link that allows the identity to sign in as them, at most once per `ASK_AGAIN`."""
    at = now()
    before = tx.execute(_find_consent, {"member": member.id}).first()
    same = before is not None and (before.issuer, before.subject) == (identity.issuer, identity.subject)
    if before is not None and same and before.expires_at > at + CONSENT_LIFETIME - ASK_AGAIN:
        return
    row = {"member_id": member.id, "issuer": identity.issuer, "subject": identity.subject, "page": page}
    tx.execute(_ask_consent, {**row, "token_hash": None, "expires_at": at + CONSENT_LIFETIME})
    publish(tx, SignOnConsentAsked(member.id))


def issue_consent_key(tx: Tx, member_id: str) -> tuple[Member, str, str] | None:
    """Create the token of the link that allows single sign-on; return the member, the issuer and the token."""
    row = tx.execute(_find_consent, {"member": member_id}).first()
    member = find_member(tx, member_id)
    if row is None or member is None or member.state == "deactivated" or row.expires_at <= now():
        return None
    token = secrets.token_urlsafe(32)
    tx.execute(_set_consent_key.values(token_hash=hash_token(token)), {"member": member_id})
    return member, row.issuer, token


def allow(tx: Tx, token: str) -> tuple[Member, str]:
    """Link the member of a mailed link to the identity that it is about; return the member and the page to open.

    Raises `LinkExpired`.
    """
    row = tx.execute(_consent_of_key, {"hash": hash_token(token), "now": now()}).first()
    member = find_member(tx, row.member_id) if row else None
    provider = find_provider(tx, member.employer_id) if member else None
    if row is None or member is None or provider is None or provider.issuer != row.issuer:
        raise LinkExpired
    if not _may_join(tx, member) or member.email.rpartition("@")[2] not in usable_domains(tx, provider):
        raise LinkExpired
    tx.execute(_delete_consent, {"member": member.id})
    if member.state == "invited":
        member = update_member(tx, member.id, {"state": "active", "joined_at": now()})
        _record(tx, "member.joined", member, {"by": "single_sign_on"})
    _link_to(tx, member, row.issuer, row.subject)
    _record(tx, "provider.allowed", member)
    return member, row.page


def _link_to(tx: Tx, member: Member, issuer: str, subject: str) -> None:
    values = {"employer_id": member.employer_id, "issuer": issuer, "subject": subject, "member_id": member.id}
    tx.execute(_link, {**values, "linked_at": now()})


def _record(tx: Tx, action: Action, member: Member, details: Details | None = None) -> None:
    record(
        tx, action, "member", member.id,
        subject="member" if action == "member.joined" else "provider",
        subject_id=member.id if action == "member.joined" else member.employer_id,
        employer_id=member.employer_id, details=details,
    )  # fmt: skip
