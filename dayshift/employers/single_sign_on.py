"""Single sign-on of an employer: its identity provider, and the members who come from there.

Somebody who comes back from the provider is the member linked to that issuer and subject; else the employer's member
with the verified address; else a new reviewer, who sees nothing until assigned. The address of the last two must be in
one of the employer's domains.
"""

import base64
import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import bindparam, delete, null, select, update

from dayshift.core.audit import Action, Details, record
from dayshift.core.clock import now
from dayshift.core.db import Tx, insert
from dayshift.core.errors import NotFound
from dayshift.core.signing import opened_by, sign
from dayshift.employers.actions import add_member
from dayshift.employers.models import identity_providers, member_identities
from dayshift.employers.oidc import Attempt, Identity, Reason, SingleSignOnFailed, require_domain
from dayshift.employers.queries import Member, find_member, find_member_by_email
from dayshift.employers.team import update_member

ATTEMPT_LIFE = timedelta(minutes=10)
"""How long a member may take at the provider."""

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
_linked = select(member_identities.c.member_id).where(
    member_identities.c.issuer == bindparam("from_issuer"), member_identities.c.subject == bindparam("who")
)
_link = insert(member_identities).on_conflict_do_nothing()


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
    _record(tx, "provider.saved", owner, {"domains": len(domains)})
    found = find_provider(tx, owner.employer_id)
    assert found is not None  # noqa: S101  (saved above)
    return found


def delete_provider(tx: Tx, owner: Member) -> None:
    """End single sign-on. Members stay, and sign in by mailed link or password. Raises `NotFound`."""
    if not tx.execute(_delete, {"employer": owner.employer_id}).rowcount:
        raise NotFound
    _record(tx, "provider.deleted", owner)


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


def admit(tx: Tx, provider: IdentityProvider, identity: Identity, end_session: str | None) -> Member:
    """Return the member that an identity belongs to, who joins now if needed. Raises `SingleSignOnFailed`."""
    at = now()
    tx.execute(_used, {"employer": provider.employer_id, "logout": end_session, "at": at})
    who = {"from_issuer": identity.issuer, "who": identity.subject}
    linked = tx.execute(_linked, who).scalar()
    member = find_member(tx, linked) if linked else _by_address(tx, provider, identity)
    if member is None or member.employer_id != provider.employer_id or member.state == "deactivated":
        raise SingleSignOnFailed("not_a_member")
    if member.state == "invited":
        member = update_member(tx, member.id, {"state": "active", "joined_at": at})
        _record(tx, "member.joined", member, {"by": "single_sign_on"})
    if not linked:
        values = {"issuer": identity.issuer, "subject": identity.subject, "member_id": member.id, "linked_at": at}
        tx.execute(_link, values)
    return member


def _by_address(tx: Tx, provider: IdentityProvider, identity: Identity) -> Member | None:
    require_domain(identity.email, frozenset(provider.domains))
    known = find_member_by_email(tx, identity.email)
    if known is not None:
        return known
    member = add_member(tx, provider.employer_id, identity.email, identity.name, "reviewer")
    _record(tx, "member.joined", member, {"by": "single_sign_on"})
    return member


def _record(tx: Tx, action: Action, member: Member, details: Details | None = None) -> None:
    record(
        tx, action, "member", member.id,
        subject="member" if action == "member.joined" else "provider",
        subject_id=member.id if action == "member.joined" else member.employer_id,
        employer_id=member.employer_id, details=details,
    )  # fmt: skip
