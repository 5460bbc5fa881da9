"""Load employers, their members and locations."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from sqlalchemy import RowMapping, and_, bindparam, case, func, literal, or_, select, tuple_

from dayshift.accounts import SessionTable
from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.core.errors import NotFound
from dayshift.core.ids import hash_token
from dayshift.core.language import Language
from dayshift.core.names import name_key, salutation
from dayshift.hiring.employers.models import (
    employers,
    identity_providers,
    locations,
    member_locations,
    member_sessions,
    members,
)

Role = Literal["owner", "manager", "reviewer"]
MemberState = Literal["invited", "active", "deactivated"]


@dataclass(frozen=True, slots=True)
class Employer:
    """An organisation. `reply_days`: the promised reply time in working days. Nobody signs in after `closed_at`."""

    id: str
    name: str
    zone: str
    reply_days: int
    created_at: datetime
    closed_at: datetime | None


@dataclass(frozen=True, slots=True)
class Location:
    """One place of work; open until `closed_at`."""

    id: str
    employer_id: str
    name: str
    street: str | None
    city: str
    state: str
    zip: str
    lat: float | None
    lon: float | None
    zone: str
    opens_at: str | None
    closes_at: str | None
    created_at: datetime
    closed_at: datetime | None

    @property
    def address(self) -> str:
        """Such as '218 9th Ave, New York, NY 10001'."""
        place, street = f"{self.city}, {self.state} {self.zip}", self.street or ""
        for typed in (place, f"{self.city}, {self.state}", self.city):  # Some type more than the street.
            street = street.removesuffix(f", {typed}")
        return f"{street}, {place}" if street else place

    @property
    def place(self) -> str:
        """Such as 'Chelsea, 218 9th Ave, New York, NY 10001', without a name that the address contains."""
        says_more = not _words_of(self.name) <= _words_of(self.address)
        return f"{self.name}, {self.address}" if says_more else self.address


_ABBREVIATIONS = {"avenue": "ave", "boulevard": "blvd", "drive": "dr", "lane": "ln", "road": "rd", "street": "st"}


def _words_of(place: str) -> set[str]:
    words = place.casefold().replace(",", "").replace(".", "").split()
    return {_ABBREVIATIONS.get(word, word) for word in words}


@dataclass(frozen=True, slots=True)
class Member:
    """A staff account without its secrets. `location_ids` are a manager's, unless `all_locations`."""

    id: str
    employer_id: str
    email: str
    name: str
    role: Role
    state: MemberState
    language: Language
    all_locations: bool
    has_password: bool
    second_factor: bool
    daily_digest: bool
    news_mail: bool
    shortcuts: bool
    invited_at: datetime
    joined_at: datetime | None
    deactivated_at: datetime | None
    deleted_at: datetime | None
    security_version: int
    rights_version: int
    location_ids: frozenset[str]

    @property
    def first_name(self) -> str:
        """How colleagues and candidates are told of the member."""
        return salutation(self.name)

    @property
    def covers_all(self) -> bool:
        """Whether the member hires at every location."""
        return self.role == "owner" or (self.role == "manager" and self.all_locations)

    def covers(self, location_id: str | None) -> bool:
        """Whether a manager or an owner hires at this location; a job without one is for those who hire everywhere."""
        return self.covers_all or (self.role == "manager" and location_id in self.location_ids)

    def hires_at(self, location_id: str | None) -> bool:
        """Whether the member has joined, still works there, and hires at this location."""
        return self.state == "active" and self.covers(location_id)


@dataclass(frozen=True, slots=True)
class MemberSession:
    """A session of a member; `confirmed`: the second factor was entered in it.

    `address_proved_at`: when the mailed link that opened it was opened; None for one opened in another way.
    """

    id: str
    member: Member
    confirmed: bool
    created_at: datetime
    last_seen_at: datetime
    expires_at: datetime
    single_sign_on: bool
    address_proved_at: datetime | None


_employer = select(*(employers.c[name] for name in Employer.__slots__)).where(employers.c.id == bindparam("id"))
_MEMBERS = "active_members"
_all_employers = (
    select(*(employers.c[name] for name in Employer.__slots__), func.count(members.c.id).label(_MEMBERS))
    .outerjoin(members, and_(members.c.employer_id == employers.c.id, members.c.state == "active"))
    .group_by(employers.c.id)
    .order_by(employers.c.name, employers.c.id)
)
_like = _all_employers.where(employers.c.name_key == bindparam("key"), employers.c.closed_at.is_(None))
_ranked = (
    _all_employers.order_by(None)
    .add_columns(
        case((employers.c.closed_at.is_(None), 0), else_=1).label("ended"),
        case((func.count(members.c.id) > 0, 1), else_=0).label("reachable"),
    )
    .subquery()
)
_ranks = (_ranked.c.ended, _ranked.c.reachable, _ranked.c.name, _ranked.c.id)
_rank_of = select(*_ranks).where(_ranked.c.id == bindparam("id"))
_by_rank = select(*(_ranked.c[name] for name in Employer.__slots__), _ranked.c[_MEMBERS]).order_by(*_ranks)
_location_columns = [locations.c[name] for name in Location.__slots__]
_locations = (
    select(*_location_columns).where(locations.c.employer_id == bindparam("employer")).order_by(locations.c.name)
)
_location = select(*_location_columns).where(
    locations.c.id == bindparam("id"), locations.c.employer_id == bindparam("employer")
)
_several_employers = select(*(employers.c[name] for name in Employer.__slots__)).where(
    employers.c.id.in_(bindparam("ids", expanding=True))
)
_several_locations = select(*_location_columns).where(locations.c.id.in_(bindparam("ids", expanding=True)))
_member_columns = [
    *(members.c[name] for name in ("id", "employer_id", "email", "name", "role", "state", "language")),
    members.c.all_locations,
    members.c.password_hash.is_not(None).label("has_password"),
    members.c.totp_confirmed_at.is_not(None).label("second_factor"),
    *(members.c[name] for name in ("daily_digest", "news_mail", "shortcuts", "invited_at", "joined_at")),
    members.c.deactivated_at,
    members.c.deleted_at,
    members.c.security_version,
    members.c.rights_version,
]
_member = select(*_member_columns).where(members.c.id == bindparam("id"))
_lock_member = select(members.c.id).where(members.c.id == bindparam("id")).with_for_update(key_share=True)
_members_by_email = select(*_member_columns).where(members.c.email == bindparam("email")).order_by(members.c.id)
_inviter = select(members.c.invited_by).where(members.c.id == bindparam("id"))
_members = (
    select(*_member_columns)
    .where(members.c.employer_id.in_(bindparam("employers", expanding=True)))
    .order_by(members.c.name)
)
_several_members = select(*_member_columns).where(members.c.id.in_(bindparam("ids", expanding=True)))
_member_locations = select(member_locations.c.member_id, member_locations.c.location_id).where(
    member_locations.c.member_id.in_(bindparam("ids", expanding=True))
)
SESSIONS = SessionTable(member_sessions, "member_id")
"""The sessions of members."""
_session = (
    select(
        member_sessions.c.id,
        member_sessions.c.confirmed_at,
        member_sessions.c.created_at,
        member_sessions.c.last_seen_at,
        member_sessions.c.expires_at,
        member_sessions.c.single_sign_on,
        member_sessions.c.address_proved_at,
        *(column.label(f"member_{column.name}") for column in _member_columns),
    )
    .join(members, members.c.id == member_sessions.c.member_id)
    .outerjoin(identity_providers, identity_providers.c.employer_id == members.c.employer_id)
    .where(
        SESSIONS.valid,
        members.c.state == "active",
        # Whatever opened it, a session that is not single sign-on's is none where single sign-on is required.
        member_sessions.c.single_sign_on
        | identity_providers.c.break_glass_id.is_(None)
        | (identity_providers.c.break_glass_id == members.c.id),
    )
)
_names_of_members = (
    select(members.c.id, members.c.name)
    .where(members.c.employer_id == bindparam("employer"))
    .order_by(members.c.state, members.c.name, members.c.id)  # Active ones first.
    .limit(bindparam("most"))
)
_digest_members = (
    select(members.c.id, employers.c.zone)
    .join(employers, employers.c.id == members.c.employer_id)
    .where(members.c.state == "active", members.c.daily_digest, members.c.role != "reviewer")
    .order_by(members.c.id)
)
_keeps_rights = select(members.c.id).where(
    members.c.id == bindparam("id"),
    members.c.rights_version == bindparam("version"),
    members.c.role == "owner",
    members.c.state == "active",
)
_owners = select(func.count()).where(
    and_(members.c.employer_id == bindparam("employer"), members.c.role == "owner", members.c.state == "active")
)


def find_employer(tx: Tx, employer_id: str) -> Employer:
    """Return an employer. Raises `NotFound`."""
    row = tx.execute(_employer, {"id": employer_id}).first()
    if row is None:
        raise NotFound
    return Employer(*row)


def several_employers(tx: Tx, employer_ids: Collection[str]) -> dict[str, Employer]:
    """Return employers by id."""
    return {row.id: Employer(*row) for row in tx.execute(_several_employers, {"ids": list(employer_ids)})}


def several_locations(tx: Tx, location_ids: Collection[str]) -> dict[str, Location]:
    """Return locations of any employers by id; the caller has checked access."""
    return {row.id: Location(*row) for row in tx.execute(_several_locations, {"ids": list(location_ids)})}


def list_employers(tx: Tx) -> list[tuple[Employer, int]]:
    """Return all employers by name, each with its number of active members."""
    return [(Employer(*row[:-1]), row[-1]) for row in tx.execute(_all_employers)]


def employers_like(tx: Tx, name: str) -> list[tuple[Employer, int]]:
    """Return the open employers that may have this name, each with its number of active members."""
    return [(Employer(*row[:-1]), row[-1]) for row in tx.execute(_like, {"key": name_key(name)})]


def page_of_employers(tx: Tx, words: str, after: str | None, most: int) -> list[tuple[Employer, int]]:
    """Return employers with these words in their name, each with its number of active members, in two statements.

    Those that are open and that nobody can sign in to come first, then by name; from the one after `after`, an id.
    """
    found = _by_rank.limit(most)
    if words:
        forms = {words, words.casefold(), words.upper(), words.title()}  # SQLite folds ASCII only.
        name = _ranked.c.name
        folded = func.lower(name).contains(words.casefold(), autoescape=True)
        found = found.where(or_(folded, *(name.contains(form, autoescape=True) for form in forms)))
    if after is not None:
        last = tx.execute(_rank_of, {"id": after}).first()
        if last is None:
            return []
        found = found.where(tuple_(*_ranks) > tuple_(*(literal(one) for one in last)))
    return [(Employer(*row[:-1]), row[-1]) for row in tx.execute(found)]


def locations_of(tx: Tx, employer_id: str) -> list[Location]:
    """Return all locations of an employer, closed ones included, by name."""
    return [Location(*row) for row in tx.execute(_locations, {"employer": employer_id})]


def find_location(tx: Tx, employer_id: str, location_id: str) -> Location:
    """Return a location of this employer. Raises `NotFound`."""
    row = tx.execute(_location, {"id": location_id, "employer": employer_id}).first()
    if row is None:
        raise NotFound
    return Location(*row)


def find_member(tx: Tx, member_id: str) -> Member | None:
    """Return the member with this id, in any state."""
    row = tx.execute(_member, {"id": member_id}).mappings().first()
    return _one_member(tx, dict(row)) if row else None


def lock_member(tx: Tx, member_id: str) -> None:
    """Let only one transaction at a time go on with a member, until it ends."""
    tx.execute(_lock_member, {"id": member_id})


def members_by_email(tx: Tx, email: str) -> list[Member]:
    """Return the members with this normalized address at all employers, in any state, oldest first."""
    return [_one_member(tx, dict(row)) for row in tx.execute(_members_by_email, {"email": email}).mappings().all()]


def find_member_by_email(tx: Tx, employer_id: str, email: str) -> Member | None:
    """Return the member of an employer with this normalized address, in any state."""
    return next((one for one in members_by_email(tx, email) if one.employer_id == employer_id), None)


def inviter_of(tx: Tx, member_id: str) -> Member | None:
    """Return who invited a member, if that is still known."""
    return find_member(tx, tx.execute(_inviter, {"id": member_id}).scalar() or "")


def members_of(tx: Tx, employer_id: str) -> list[Member]:
    """Return all members of an employer in any state, by name."""
    return members_of_several(tx, [employer_id])


def members_of_several(tx: Tx, employer_ids: Collection[str]) -> list[Member]:
    """Return all members of several employers in any state, by name."""
    rows = tx.execute(_members, {"employers": list(employer_ids)}).mappings().all()
    return _with_locations(tx, rows)


def several_members(tx: Tx, member_ids: Collection[str]) -> dict[str, Member]:
    """Return members of any employers by id, in any state."""
    rows = tx.execute(_several_members, {"ids": list(member_ids)}).mappings().all()
    return {one.id: one for one in _with_locations(tx, rows)}


def _with_locations(tx: Tx, rows: Sequence[RowMapping]) -> list[Member]:
    places = _locations_by_member(tx, [row["id"] for row in rows])
    return [Member(**dict(row), location_ids=places[row["id"]]) for row in rows]


def digest_members(tx: Tx) -> list[tuple[str, str]]:
    """Return the members who want a daily digest, as (id, their employer's zone)."""
    return [(row.id, row.zone) for row in tx.execute(_digest_members)]


def members_covering(tx: Tx, employer_id: str, location_id: str | None) -> list[Member]:
    """Return the active managers who hire at a location; if there are none, the owners."""
    return covering(members_of(tx, employer_id), location_id)


def covering(members: Collection[Member], location_id: str | None) -> list[Member]:
    """Return those of an employer's members who `members_covering` returns."""
    active = [one for one in members if one.state == "active"]
    managers = [one for one in active if one.role == "manager" and one.covers(location_id)]
    return managers or [one for one in active if one.role == "owner"]


def keeps_owner_rights(tx: Tx, member_id: str | None, version: int) -> bool:
    """Whether a member has been an active owner without a break since their `rights_version` was this one."""
    return tx.execute(_keeps_rights, {"id": member_id, "version": version}).first() is not None


def owners_of(tx: Tx, employer_id: str) -> list[Member]:
    """Return the active owners of an employer."""
    return [one for one in members_of(tx, employer_id) if one.state == "active" and one.role == "owner"]


def count_owners(tx: Tx, employer_id: str) -> int:
    """Return how many active owners an employer has."""
    return tx.execute(_owners, {"employer": employer_id}).scalar_one()


def find_member_session(tx: Tx, token: str) -> MemberSession | None:
    """Return the session of a token if it has not expired and its member is active."""
    row = tx.execute(_session, {"hash": hash_token(token), "now": now()}).mappings().first()
    if row is None:
        return None
    member = _one_member(tx, {name: row[f"member_{name}"] for name in Member.__slots__ if name != "location_ids"})
    return MemberSession(
        row["id"], member, row["confirmed_at"] is not None, row["created_at"], row["last_seen_at"], row["expires_at"],
        row["single_sign_on"], row["address_proved_at"],
    )  # fmt: skip


def names_of_members(tx: Tx, employer_id: str, most: int) -> list[tuple[str, str]]:
    """Return id and name of members in any state, active ones first."""
    rows = tx.execute(_names_of_members, {"employer": employer_id, "most": most})
    return [(row.id, row.name) for row in rows]


def _one_member(tx: Tx, row: Mapping[str, Any]) -> Member:
    return Member(**row, location_ids=_locations_by_member(tx, [row["id"]])[row["id"]])


def _locations_by_member(tx: Tx, member_ids: Sequence[str]) -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {member: set() for member in member_ids}
    for row in tx.execute(_member_locations, {"ids": list(member_ids)}):
        found[row.member_id].add(row.location_id)
    return {member: frozenset(places) for member, places in found.items()}
