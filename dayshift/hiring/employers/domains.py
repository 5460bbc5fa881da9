"""Domains of employers, which single sign-on requires. Nothing is accepted without proof.

The proof is a DNS record, or a link that is mailed to an address at the domain which only its administrators have, or
the mailed link of a claim. A domain is proved by one employer only: the second one is told, and an operator decides.
"""

import secrets
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from sqlalchemy import and_, bindparam, delete, or_, select, update

from dayshift.core.audit import Action, record
from dayshift.core.clock import now
from dayshift.core.db import Tx, hold_lock, insert
from dayshift.core.errors import NotFound
from dayshift.core.events import publish
from dayshift.core.ids import hash_token
from dayshift.hiring.employers.errors import DomainTaken, LinkExpired
from dayshift.hiring.employers.events import DomainProofRequested
from dayshift.hiring.employers.models import employer_domains
from dayshift.hiring.employers.queries import Member

Proof = Literal["mail", "dns", "claim"]
Mailbox = Literal["admin", "administrator", "hostmaster", "postmaster", "webmaster"]
"""Mailboxes that providers of mail give to nobody else (RFC 2142, and the rules for certificates)."""

MAIL_PROVIDERS = frozenset(
    """
    aol.com att.net bellsouth.net charter.net comcast.net cox.net earthlink.net fastmail.com gmail.com gmx.com gmx.net
    googlemail.com hey.com hotmail.com hotmail.es icloud.com live.com live.com.mx mac.com mail.com me.com msn.com
    outlook.com outlook.es pm.me proton.me protonmail.com rocketmail.com sbcglobal.net tuta.com tutanota.com
    verizon.net yahoo.com yahoo.com.mx ymail.com zohomail.com
    """.split()  # noqa: SIM905
)
"""Domains where anybody gets an address: it proves nothing, and no employer has one."""

LIFETIME = timedelta(hours=24)
"""How long a mailed link works."""

HOST = "_dayshift"
"""Label of the DNS record, below the domain."""


@dataclass(frozen=True, slots=True)
class Domain:
    """A domain of an employer. `record` is what its DNS record has to say; `email` where a link was mailed."""

    employer_id: str
    domain: str
    record: str
    email: str | None
    expires_at: datetime | None
    proof: Proof | None
    proved_at: datetime | None

    @property
    def host(self) -> str:
        """The name of the DNS record."""
        return f"{HOST}.{self.domain}"

    @property
    def text(self) -> str:
        """The text of the DNS record."""
        return f"dayshift-domain={self.record}"


_columns = [employer_domains.c[name] for name in Domain.__slots__]
_mine = employer_domains.c.employer_id == bindparam("employer")
_one = and_(_mine, employer_domains.c.domain == bindparam("of"))
_of_employer = select(*_columns).where(_mine).order_by(employer_domains.c.domain)
_find = select(*_columns).where(_one)
_insert = insert(employer_domains).on_conflict_do_nothing()
_drop = delete(employer_domains).where(
    _mine,
    employer_domains.c.domain.not_in(bindparam("kept", expanding=True)),
    or_(employer_domains.c.proof.is_(None), employer_domains.c.proof != "claim"),
)
_elsewhere = select(employer_domains.c.employer_id).where(
    employer_domains.c.domain == bindparam("of"),
    employer_domains.c.proved_at.is_not(None),
    employer_domains.c.employer_id != bindparam("employer"),
)
_change = update(employer_domains).where(_one)
_of_key = select(*_columns).where(
    employer_domains.c.token_hash == bindparam("hash"), employer_domains.c.expires_at > bindparam("now")
)


def domains_of(tx: Tx, employer_id: str) -> list[Domain]:
    """Return the domains that an employer has named or proved, by name."""
    return [Domain(*row) for row in tx.execute(_of_employer, {"employer": employer_id})]


def proved_domains(tx: Tx, employer_id: str) -> frozenset[str]:
    """Return the domains that an employer has proved."""
    return frozenset(one.domain for one in domains_of(tx, employer_id) if one.proved_at)


def find_domain(tx: Tx, employer_id: str, domain: str) -> Domain:
    """Return a domain of an employer. Raises `NotFound`."""
    row = tx.execute(_find, {"employer": employer_id, "of": domain}).first()
    if row is None:
        raise NotFound
    return Domain(*row)


def name_domains(tx: Tx, employer_id: str, names: Sequence[str]) -> None:
    """List the domains that an employer wants to use; those that it no longer names are free for others."""
    for name in names:
        _add(tx, employer_id, name)
    forget_domains(tx, employer_id, kept=names)


def forget_domains(tx: Tx, employer_id: str, *, kept: Collection[str] = ()) -> None:
    """Forget the domains of an employer and their proofs, except the `kept` ones and those that a claim proved."""
    tx.execute(_drop, {"employer": employer_id, "kept": list(kept)})


def ask_by_mail(tx: Tx, owner: Member, domain: str, mailbox: Mailbox) -> None:
    """Mail a link that proves a domain to one of its administrators. Raises `NotFound` and `DomainTaken`."""
    found = find_domain(tx, owner.employer_id, domain)
    _require_free(tx, owner.employer_id, domain)
    tx.execute(
        _change.values(email=f"{mailbox}@{domain}", token_hash=None, expires_at=now() + LIFETIME),
        {"employer": owner.employer_id, "of": domain},
    )
    _record(tx, "domain.proof_requested", owner, "mail")
    publish(tx, DomainProofRequested(found.employer_id, domain, owner.id))


def issue_domain_key(tx: Tx, employer_id: str, domain: str) -> tuple[Domain, str] | None:
    """Create the token of a domain's link; an earlier one stops working. None if nobody waits for it any more."""
    try:
        found = find_domain(tx, employer_id, domain)
    except NotFound:
        return None
    if found.email is None or found.expires_at is None or found.expires_at <= now():
        return None
    token = secrets.token_urlsafe(32)
    tx.execute(_change.values(token_hash=hash_token(token)), {"employer": employer_id, "of": domain})
    return found, token


def confirm_domain(tx: Tx, owner: Member, token: str) -> str:
    """Use a mailed link, in the session of an owner of the employer that asked; return the domain.

    Raises `LinkExpired`, also for other employers, and `DomainTaken`.
    """
    row = tx.execute(_of_key, {"hash": hash_token(token), "now": now()}).first()
    if row is None or row.employer_id != owner.employer_id:
        raise LinkExpired
    prove_domain(tx, owner, row.domain, "mail")
    return str(row.domain)


def prove_domain(tx: Tx, owner: Member, domain: str, proof: Proof) -> None:
    """Store that an employer has proved a domain. Raises `NotFound` and `DomainTaken`."""
    hold_lock(tx, f"domain {domain}")
    find_domain(tx, owner.employer_id, domain)
    _require_free(tx, owner.employer_id, domain)
    proved = {"proof": proof, "proved_at": now(), "email": None, "token_hash": None, "expires_at": None}
    tx.execute(_change.values(**proved), {"employer": owner.employer_id, "of": domain})
    _record(tx, "domain.proved", owner, proof)


def prove_by_claim(tx: Tx, member: Member, domain: str) -> None:
    """Store that the mailed link of a claim has proved a domain, unless another employer has."""
    hold_lock(tx, f"domain {domain}")
    _add(tx, member.employer_id, domain)
    try:
        if find_domain(tx, member.employer_id, domain).proved_at is None:
            prove_domain(tx, member, domain, "claim")
    except DomainTaken:
        pass


def is_taken(tx: Tx, employer_id: str, domain: str) -> bool:
    """Whether another employer has proved a domain."""
    return tx.execute(_elsewhere, {"employer": employer_id, "of": domain}).first() is not None


def _record(tx: Tx, action: Action, member: Member, proof: Proof) -> None:
    record(
        tx, action, "member", member.id, subject="provider", subject_id=member.employer_id,
        employer_id=member.employer_id, details={"proof": proof},
    )  # fmt: skip


def _require_free(tx: Tx, employer_id: str, domain: str) -> None:
    if domain in MAIL_PROVIDERS or is_taken(tx, employer_id, domain):
        raise DomainTaken


def _add(tx: Tx, employer_id: str, domain: str) -> None:
    row = {"employer_id": employer_id, "domain": domain, "record": secrets.token_hex(16), "created_at": now()}
    tx.execute(_insert, row)
