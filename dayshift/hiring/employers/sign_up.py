"""New employers that add themselves: a mailed link proves the address, and an operator approves if a setting says so.

Nothing else is stored before the link is used, so nobody is made an owner by somebody who typed their address.
"""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from sqlalchemy import bindparam, delete, or_, select, update

from dayshift.core.audit import Actor, operator_or_system, record
from dayshift.core.clock import now
from dayshift.core.db import Tx, insert
from dayshift.core.errors import NotFound
from dayshift.core.events import publish
from dayshift.core.ids import hash_token, new_id
from dayshift.core.language import Language
from dayshift.core.names import name_key
from dayshift.hiring.employers.actions import add_location, add_member, create_employer
from dayshift.hiring.employers.domains import MAIL_PROVIDERS
from dayshift.hiring.employers.errors import LinkExpired
from dayshift.hiring.employers.events import JoinAsked, SignUpRefused, SignUpRequested
from dayshift.hiring.employers.models import employer_domains, employers, members, sign_ups
from dayshift.hiring.employers.queries import Member, owners_of
from dayshift.hiring.employers.team import invite_first_owner
from dayshift.knowledge.occupations import locate_zip, require_place, zone_of

LIFETIME = timedelta(hours=24)
"""How long the mailed link works."""

OPERATOR_LIFETIME = timedelta(days=90)
"""How long a sign-up waits for an operator."""

SignUpMode = Literal["open", "approval", "off"]


@dataclass(frozen=True, slots=True)
class SignUp:
    """A new employer that its first owner has asked for. `proved_at`: since when it waits for an operator."""

    id: str
    employer: str
    email: str
    name: str
    language: Language
    street: str | None
    zip: str
    created_at: datetime
    expires_at: datetime
    proved_at: datetime | None


@dataclass(frozen=True, slots=True)
class Alike:
    """An employer here that may be the same: it has the name, or members with an address at the same domain."""

    id: str
    name: str
    same_name: bool
    same_domain: bool


_columns = [sign_ups.c[name] for name in SignUp.__slots__]
_insert = insert(sign_ups)
_one = sign_ups.c.id == bindparam("of")
_current = sign_ups.c.expires_at > bindparam("now")
_of_link = (sign_ups.c.token_hash == bindparam("hash")) & _current & sign_ups.c.proved_at.is_(None)
_of_key = select(*_columns).where(_of_link)
_take = delete(sign_ups).where(_of_link).returning(*_columns)
_take_waiting = delete(sign_ups).where(_one, _current, sign_ups.c.proved_at.is_not(None)).returning(*_columns)
_find = select(*_columns).where(_one, _current)
_pending = (
    select(*_columns).where(sign_ups.c.proved_at.is_not(None), _current).order_by(sign_ups.c.proved_at, sign_ups.c.id)
).limit(bindparam("most"))
_set_key = update(sign_ups).where(_one).values(token_hash=bindparam("hash"))
_wait = (
    update(sign_ups)
    .where(_of_link)
    .values(token_hash=None, proved_at=bindparam("now"), expires_at=bindparam("until"))
    .returning(sign_ups.c.id)
)
_delete_expired = delete(sign_ups).where(sign_ups.c.expires_at <= bindparam("now"))
_alike = (
    select(employers.c.id, employers.c.name, employers.c.name_key)
    .where(employers.c.closed_at.is_(None))
    .where(
        or_(
            employers.c.name_key.in_(bindparam("keys", expanding=True)),
            employers.c.id.in_(bindparam("ids", expanding=True)),
        )
    )
    .order_by(employers.c.name, employers.c.id)
)
_at_domain = (
    select(members.c.employer_id)
    .where(members.c.email.endswith(bindparam("host"), autoescape=False), members.c.state != "deactivated")
    .union(
        select(employer_domains.c.employer_id).where(
            employer_domains.c.domain == bindparam("domain"), employer_domains.c.proved_at.is_not(None)
        )
    )
)


def request_sign_up(  # noqa: PLR0913  (each is stored)
    tx: Tx, employer: str, *, email: str, name: str, language: Language, zip_code: str, street: str | None,
    country: str | None = None,
) -> None:  # fmt: skip
    """Mail a link with which somebody adds an employer. Raises `InvalidRequest`, and `CountryNotServed`."""
    place = require_place(zip_code, country)
    at = now()
    drop_expired_sign_ups(tx, at)
    values = {"id": new_id(), "employer": employer, "email": email, "name": name, "language": language}
    where = {"zip": place.zip, "street": street, "created_at": at, "expires_at": at + LIFETIME}
    tx.execute(_insert, {**values, **where})
    publish(tx, SignUpRequested(values["id"]))


def drop_expired_sign_ups(tx: Tx, at: datetime) -> int:
    """Delete the sign-ups whose link, or time to be approved, is over; return how many."""
    return tx.execute(_delete_expired, {"now": at}).rowcount


def issue_sign_up_key(tx: Tx, sign_up_id: str) -> tuple[SignUp, str] | None:
    """Create the token of a sign-up's link; an earlier one stops working. None if it is over."""
    found = find_sign_up(tx, sign_up_id)
    if found is None or found.proved_at is not None:
        return None
    token = secrets.token_urlsafe(32)
    tx.execute(_set_key, {"of": sign_up_id, "hash": hash_token(token)})
    return found, token


def find_sign_up(tx: Tx, sign_up_id: str) -> SignUp | None:
    """Return a sign-up that has not expired."""
    row = tx.execute(_find, {"of": sign_up_id, "now": now()}).first()
    return SignUp(*row) if row else None


def read_sign_up(tx: Tx, token: str) -> SignUp:
    """Return the sign-up of a mailed link, without using it. Raises `LinkExpired`."""
    row = tx.execute(_of_key, {"hash": hash_token(token), "now": now()}).first()
    if row is None:
        raise LinkExpired
    return SignUp(*row)


def _take_link(tx: Tx, token: str) -> SignUp:
    """Use a mailed link up: of two requests at once, one raises `LinkExpired`."""
    row = tx.execute(_take, {"hash": hash_token(token), "now": now()}).first()
    if row is None:
        raise LinkExpired
    return SignUp(*row)


def alike(tx: Tx, sign_up: SignUp) -> list[Alike]:
    """Return the open employers that may be the same, those of the same name first."""
    return alike_of(tx, [sign_up])[sign_up.id]


def alike_of(tx: Tx, sign_ups: Sequence[SignUp]) -> dict[str, list[Alike]]:
    """Return the open employers that may be the same as each of these, with a statement for each domain."""
    keys = {one.id: name_key(one.employer) for one in sign_ups}
    domains = {one.id: domain for one in sign_ups if (domain := _domain(one.email)) not in MAIL_PROVIDERS}
    there = _employers_at(tx, sorted({*domains.values()}))
    ids = sorted({employer for found in there.values() for employer in found})
    rows = tx.execute(_alike, {"keys": sorted({*keys.values()}), "ids": ids}).all() if sign_ups else []
    result: dict[str, list[Alike]] = {}
    for one in sign_ups:
        at_domain = there.get(domains.get(one.id, ""), set())
        found = [
            Alike(row.id, row.name, row.name_key == keys[one.id], row.id in at_domain)
            for row in rows
            if row.name_key == keys[one.id] or row.id in at_domain
        ]
        result[one.id] = sorted(found, key=lambda other: (not other.same_name, not other.same_domain))
    return result


def _employers_at(tx: Tx, domains: Sequence[str]) -> dict[str, set[str]]:
    """Return the employers with a member's address at each of these domains, or with proof of the domain."""
    return {
        domain: set(tx.execute(_at_domain, {"host": f"@{domain}", "domain": domain}).scalars()) for domain in domains
    }


def _domain(email: str) -> str:
    return email.rpartition("@")[2]


def joinable(tx: Tx, sign_up: SignUp) -> list[Alike]:
    """Return the employers that may be the same and have an owner who can invite."""
    return [one for one in alike(tx, sign_up) if owners_of(tx, one.id)]


def confirm_sign_up(tx: Tx, token: str, *, approval: bool) -> Member | None:
    """Use a mailed link: add the employer and return its owner, or None if an operator has to approve it.

    Raises `LinkExpired`.
    """
    if approval:
        at = now()
        waiting = {"hash": hash_token(token), "now": at, "until": at + OPERATOR_LIFETIME}
        if tx.execute(_wait, waiting).first() is None:
            raise LinkExpired
        return None
    found = _take_link(tx, token)
    employer_id = _create(tx, found)
    owner = add_member(tx, employer_id, found.email, found.name, "owner", language=found.language)
    _record_added(tx, "member", owner.id, employer_id)
    return owner


def ask_to_join(tx: Tx, token: str, employer_id: str) -> None:
    """Ask the owners of an employer that may be the same to invite the person, instead of adding another one.

    Raises `LinkExpired`, and `NotFound` for any other employer.
    """
    found = _take_link(tx, token)  # Stays usable if the employer is refused: nothing of this transaction is kept.
    if employer_id not in {one.id for one in joinable(tx, found)}:
        raise NotFound
    publish(tx, JoinAsked(employer_id, found.email, found.name))


def pending_sign_ups(tx: Tx, most: int) -> list[SignUp]:
    """Return the sign-ups that wait for an operator, oldest first."""
    return [SignUp(*row) for row in tx.execute(_pending, {"now": now(), "most": most})]


def decide_sign_up(
    tx: Tx, sign_up_id: str, *, approve: bool, reason: str | None = None, operator_id: str | None = None
) -> str | None:
    """Decide as an operator; return the id of the new employer, whose owner gets an invitation. Raises `NotFound`.

    `reason`: why it is refused, for the person who asked. `operator_id`: a digest, None at the command line.
    """
    row = tx.execute(_take_waiting, {"of": sign_up_id, "now": now()}).first()
    if row is None:
        raise NotFound
    found = SignUp(*row)
    actor: Actor = "operator" if operator_id else operator_or_system()
    if not approve:
        record(tx, "employer.refused", actor, operator_id, subject="employer", subject_id=found.id)
        publish(tx, SignUpRefused(found.employer, found.email, found.name, found.language, reason or ""))
        return None
    employer_id = _create(tx, found)
    invite_first_owner(tx, employer_id, found.email, found.name, found.language)
    _record_added(tx, actor, operator_id, employer_id)
    return employer_id


def _create(tx: Tx, found: SignUp) -> str:
    """Add the employer with its first location."""
    place = locate_zip(found.zip)
    zone = zone_of(place.state if place else None, found.zip).key
    employer_id = create_employer(tx, found.employer, zone)
    if place is not None:
        add_location(tx, employer_id, place.city, found.street, found.zip, zone)
    return employer_id


def _record_added(tx: Tx, actor: Actor, actor_id: str | None, employer_id: str) -> None:
    record(tx, "employer.added", actor, actor_id, subject="employer", subject_id=employer_id, employer_id=employer_id)
