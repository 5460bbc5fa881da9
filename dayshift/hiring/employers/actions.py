"""Changes to employers, their members, sessions and postings."""

from collections.abc import Collection, Sequence
from datetime import date, datetime, timedelta

from sqlalchemy import bindparam, or_, update

from dayshift.core.clock import now
from dayshift.core.db import Tx, insert
from dayshift.core.errors import NotFound
from dayshift.core.folding import search_key
from dayshift.core.ids import new_id
from dayshift.core.language import DEFAULT, Language
from dayshift.core.names import name_key
from dayshift.hiring.employers.models import employers, locations, member_locations, members, postings
from dayshift.hiring.employers.queries import SESSIONS, Member, Role, find_member
from dayshift.jobs.catalog import find_jobs
from dayshift.knowledge.occupations import locate_zip

_insert_employer = insert(employers)
_insert_location = insert(locations)
_insert_member = insert(members)
_insert_member_location = insert(member_locations).on_conflict_do_nothing()
_set_password = update(members).where(members.c.id == bindparam("member")).values(password_hash=bindparam("hashed"))
_insert_posting = insert(postings)
_mark_digest = (
    update(members)
    .where(
        members.c.id == bindparam("member"), or_(members.c.digest_on.is_(None), members.c.digest_on < bindparam("day"))
    )
    .values(digest_on=bindparam("day"))
)


def create_employer(tx: Tx, name: str, zone: str, reply_days: int = 3) -> str:
    """Create an employer; return its id. It needs an owner before anybody can sign in."""
    employer_id = new_id()
    values = {"id": employer_id, "name": name, "zone": zone, "reply_days": reply_days}
    tx.execute(_insert_employer, {**values, "name_key": name_key(name), "created_at": now()})
    return employer_id


def add_location(tx: Tx, employer_id: str, name: str, street: str | None, zip_code: str, zone: str) -> str:
    """Add a place of work; return its id. Raises `NotFound` for an unknown zip code."""
    place = locate_zip(zip_code)
    if place is None:
        raise NotFound
    location_id = new_id()
    values = {"id": location_id, "employer_id": employer_id, "name": name, "street": street, "zip": zip_code}
    where = {"city": place.city, "state": place.state, "lat": place.lat, "lon": place.lon, "zone": zone}
    tx.execute(_insert_location, {**values, **where, "created_at": now()})
    return location_id


def add_member(  # noqa: PLR0913  (each is stored)
    tx: Tx, employer_id: str, email: str, name: str, role: Role, location_ids: Collection[str] | None = None,
    *, language: Language = DEFAULT,
) -> Member:  # fmt: skip
    """Add an active member. `location_ids` limits a manager to these locations; None means all of them."""
    member_id = new_id()
    at = now()
    values = {"id": member_id, "employer_id": employer_id, "email": email, "name": name, "role": role}
    tx.execute(
        _insert_member,
        {
            **values,
            "language": language,
            "state": "active",
            "all_locations": location_ids is None and role != "reviewer",
            "invited_at": at,
            "joined_at": at,
        },
    )
    for location_id in location_ids or ():
        tx.execute(_insert_member_location, {"member_id": member_id, "location_id": location_id})
    member = find_member(tx, member_id)
    assert member is not None  # noqa: S101  (inserted above)
    return member


def open_member_session(  # noqa: PLR0913  (each is stored)
    tx: Tx, member_id: str, device: str, days: int,
    *, confirmed: bool, single_sign_on: bool = False, address_proved_at: datetime | None = None,
) -> str:  # fmt: skip
    """Open a session; return its token. `confirmed`: the second factor was entered, or the member has none.

    `address_proved_at`: when the mailed link was opened, None without one.
    """
    at = now()
    return SESSIONS.open(
        tx,
        member_id,
        device,
        at + timedelta(days=days),
        confirmed_at=at if confirmed else None,
        single_sign_on=single_sign_on,
        address_proved_at=address_proved_at,
    )


def close_member_session(tx: Tx, token: str) -> tuple[str, bool] | None:
    """End a session; return the id of its member and whether it was opened by single sign-on; None without one."""
    row = SESSIONS.end(tx, token)
    return (row.member_id, row.single_sign_on) if row else None


def set_member_password(tx: Tx, member_id: str, password_hash: str) -> None:
    """Set a member's password."""
    tx.execute(_set_password, {"member": member_id, "hashed": password_hash})


def mark_digest(tx: Tx, member_id: str, day: date) -> bool:
    """Record that a member's digest of this day is on its way; returns whether it was not before."""
    return bool(tx.execute(_mark_digest, {"member": member_id, "day": day}).rowcount)


def adopt_jobs(tx: Tx, employer_id: str, job_ids: Sequence[str], location_id: str | None, openings: int = 1) -> None:
    """Make imported jobs of the catalog an employer's own, live from now on. Raises `NotFound` for an unknown job."""
    found = find_jobs(tx, job_ids)
    at = now()
    for job_id in job_ids:
        if job_id not in found:
            raise NotFound
        tx.execute(
            _insert_posting,
            {
                "id": new_id(),
                "employer_id": employer_id,
                "location_id": location_id,
                "job_id": job_id,
                "title": found[job_id].title,
                "title_key": search_key(found[job_id].title),
                "state": "live",
                "imported": True,
                "openings": openings,
                "details": {},
                "version": 1,
                "live_until": found[job_id].expires_at,
                "created_at": at,
                "changed_at": at,
            },
        )
