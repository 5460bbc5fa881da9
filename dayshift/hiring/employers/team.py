"""Changes to an employer, its members and locations. The last owner stays: changes lock the employer's row."""

from collections.abc import Collection
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy import bindparam, delete, func, select, update

from dayshift.core.audit import record
from dayshift.core.clock import now
from dayshift.core.db import Tx, insert
from dayshift.core.errors import InvalidRequest, NotFound
from dayshift.core.events import publish
from dayshift.core.ids import new_id
from dayshift.core.language import Language
from dayshift.core.names import name_key
from dayshift.hiring.employers import second_factor, sign_in
from dayshift.hiring.employers.actions import add_location
from dayshift.hiring.employers.errors import BreakGlassOwner, EmployerClosed, LastOwner, LocationInUse, MemberExists
from dayshift.hiring.employers.events import MemberEnded, MemberInvited, OwnerAdded, OwnersChanged, SecondFactorReset
from dayshift.hiring.employers.models import (
    claims,
    employer_domains,
    employers,
    identity_providers,
    locations,
    member_identities,
    member_links,
    member_locations,
    members,
    postings,
)
from dayshift.hiring.employers.own_calendar import remove_own_calendar
from dayshift.hiring.employers.postings import end_postings, republish
from dayshift.hiring.employers.queries import (
    Employer,
    Location,
    Member,
    Role,
    count_owners,
    find_employer,
    find_location,
    find_member,
    find_member_by_email,
    locations_of,
    members_of,
)
from dayshift.knowledge.occupations import Place, require_place, zone_of

_update_employer = update(employers).where(employers.c.id == bindparam("employer"))
_lock_employer = select(employers.c.id).where(employers.c.id == bindparam("employer")).with_for_update()
_insert_member = (
    insert(members)
    .on_conflict_do_nothing(index_elements=[members.c.employer_id, members.c.email])
    .returning(members.c.id)
)
_update_member = update(members).where(members.c.id == bindparam("member"))
_end_rights = _update_member.values(rights_version=members.c.rights_version + 1)
_delete_member = delete(members).where(members.c.id == bindparam("member"))
_forget_identities = delete(member_identities).where(member_identities.c.member_id == bindparam("member"))
_break_glass_of = select(identity_providers.c.employer_id).where(
    identity_providers.c.break_glass_id == bindparam("member")
)
_delete_provider = delete(identity_providers).where(identity_providers.c.employer_id == bindparam("employer"))
_delete_domains = delete(employer_domains).where(employer_domains.c.employer_id == bindparam("employer"))
_delete_claims = delete(claims).where(claims.c.employer_id == bindparam("employer"))
_insert_place = insert(member_locations)
_delete_places = delete(member_locations).where(member_locations.c.member_id == bindparam("member"))
_update_location = update(locations).where(locations.c.id == bindparam("location"))
_move_zone = (
    update(locations)
    .where(locations.c.employer_id == bindparam("employer"), locations.c.zone == bindparam("before"))
    .values(zone=bindparam("to_zone"))
)
_keep_street = _update_location.where(locations.c.street.is_(None))
_name_taken = select(locations.c.id).where(
    locations.c.employer_id == bindparam("employer"), locations.c.name == bindparam("name")
)
_open_jobs = select(func.count()).where(
    postings.c.location_id == bindparam("location"), postings.c.state.in_(("live", "paused"))
)
_RANKS: dict[Role, int] = {"reviewer": 0, "manager": 1, "owner": 2}
_inviters = members.alias("inviters")
_invitations = (
    select(member_links.c.member_id, func.max(member_links.c.expires_at).label("until"))
    .join(members, members.c.id == member_links.c.member_id)
    .outerjoin(
        _inviters,  # An owner without a break since they sent it, as in `sign_in.is_invitation_valid`.
        (_inviters.c.id == members.c.invited_by)
        & (_inviters.c.rights_version == members.c.inviter_version)
        & (_inviters.c.role == "owner")
        & (_inviters.c.state == "active"),
    )
    .where(
        members.c.employer_id.in_(bindparam("employers", expanding=True)),
        member_links.c.purpose == "invite",
        members.c.invited_by.is_(None) | _inviters.c.id.is_not(None),
    )
    .group_by(member_links.c.member_id)
)


_SEASONS = (datetime(2026, 1, 15, tzinfo=UTC), datetime(2026, 7, 15, tzinfo=UTC))


def update_member(tx: Tx, member_id: str, values: dict[str, Any]) -> Member:
    """Change a member's columns; return the member."""
    before = find_member(tx, member_id) if values.keys() & {"role", "state"} else None
    if values:
        tx.execute(_update_member.values(values), {"member": member_id})
    member = find_member(tx, member_id)
    assert member is not None  # noqa: S101  (found by the caller)
    if before and _is_owner(before) != _is_owner(member):
        publish(tx, OwnersChanged(member_id))
    return member


def _is_owner(member: Member) -> bool:
    return member.role == "owner" and member.state == "active"


def update_employer(tx: Tx, employer_id: str, values: dict[str, Any]) -> Employer:
    """Change an employer's name, reply time or zone."""
    before = find_employer(tx, employer_id)
    if values:
        named = {"name_key": name_key(values["name"])} if "name" in values else {}
        tx.execute(_update_employer.values(values | named), {"employer": employer_id})
    if "zone" in values:  # Locations elsewhere keep theirs.
        tx.execute(_move_zone, {"employer": employer_id, "before": before.zone, "to_zone": values["zone"]})
    if "name" in values:
        republish(tx, employer_id)
    return find_employer(tx, employer_id)


def member_of(tx: Tx, employer_id: str, member_id: str) -> Member:
    """Return a member of this employer, in any state. Raises `NotFound`."""
    member = find_member(tx, member_id)
    if member is None or member.employer_id != employer_id:
        raise NotFound
    return member


def lock_employer(tx: Tx, employer_id: str) -> None:
    """Let only one transaction at a time change who owns an employer, until it ends."""
    tx.execute(_lock_employer, {"employer": employer_id})


def refuse_break_glass(tx: Tx, member: Member) -> None:
    """Raise `BreakGlassOwner` if this is the only member who may sign in without single sign-on."""
    if tx.execute(_break_glass_of, {"member": member.id}).first():
        raise BreakGlassOwner


def invitations_of(tx: Tx, employer_ids: Collection[str]) -> dict[str, datetime]:
    """Return until when each mailed invitation of these employers works, by member."""
    found = tx.execute(_invitations, {"employers": list(employer_ids)})
    return {row.member_id: row.until for row in found}


def invite(tx: Tx, owner: Member, email: str, name: str, role: Role, location_ids: Collection[str] | None) -> Member:
    """Add an invited member, who gets a mail. Raises `MemberExists`, and `NotFound` for an unknown location."""
    person = {"employer_id": owner.employer_id, "email": email, "name": name, "role": role}
    sender = {"invited_by": owner.id, "inviter_version": owner.rights_version, "language": owner.language}
    return _invite(tx, {**person, **sender}, location_ids)


def invite_first_owner(tx: Tx, employer_id: str, email: str, name: str, language: Language) -> Member:
    """Invite the first owner of a new employer by mail. Raises `MemberExists`."""
    person = {"employer_id": employer_id, "email": email, "name": name, "role": "owner"}
    return _invite(tx, {**person, "language": language}, None)


def invite_again_by_operator(tx: Tx, employer_id: str, member_id: str) -> Member:
    """Send an invitation again as an operator; it no longer depends on its first sender. Raises `NotFound`."""
    if member_of(tx, employer_id, member_id).state != "invited":
        raise NotFound
    publish(tx, MemberInvited(member_id))
    return update_member(tx, member_id, {"invited_by": None})


def add_owner(tx: Tx, employer_id: str, email: str, name: str, language: Language) -> Member:
    """Make the person with this address an owner; invite them if they are no member, or have not joined yet.

    Raises `NotFound` and `EmployerClosed`.
    """
    _require_open(tx, employer_id)
    known = find_member_by_email(tx, employer_id, email)
    if known is None:
        member = invite_first_owner(tx, employer_id, email, name, language)
    else:
        if known.state == "deactivated":
            reactivate(tx, employer_id, known.id)
        member = change_role(tx, employer_id, known.id, "owner", None)
        if known.state == "invited":
            member = invite_again_by_operator(tx, employer_id, known.id)
    publish(tx, OwnerAdded(member.id))
    return member


def close_employer(tx: Tx, employer_id: str) -> tuple[int, int]:
    """End an employer's jobs, members, claims and single sign-on; return the numbers of jobs and of active members.

    People who have not accepted their invitation are told, too; its link then says that the employer is closed.
    Raises `NotFound` and `EmployerClosed`.
    """
    _require_open(tx, employer_id)
    at = now()
    tx.execute(_update_employer.values(closed_at=at), {"employer": employer_id})
    jobs = end_postings(tx, employer_id, at)
    found = members_of(tx, employer_id)
    for member in found:
        if member.state == "invited":
            update_member(tx, member.id, {"state": "deactivated", "deactivated_at": at})
        elif member.state == "active":
            _end(tx, member.id)
        else:
            continue
        publish(tx, MemberEnded(member.id))
    for ended in (_delete_provider, _delete_domains, _delete_claims):
        tx.execute(ended, {"employer": employer_id})
    return jobs, sum(member.state == "active" for member in found)


def _require_open(tx: Tx, employer_id: str) -> None:
    lock_employer(tx, employer_id)
    if find_employer(tx, employer_id).closed_at is not None:
        raise EmployerClosed


def _invite(tx: Tx, person: dict[str, Any], location_ids: Collection[str] | None) -> Member:
    member_id = new_id()
    everywhere = _everywhere(person["role"], location_ids)
    values = {**person, "id": member_id, "state": "invited", "invited_at": now(), "all_locations": everywhere}
    if tx.execute(_insert_member, values).first() is None:
        raise MemberExists(fields={"email": MemberExists.message})
    _set_places(tx, person["employer_id"], member_id, person["role"], location_ids)
    publish(tx, MemberInvited(member_id))
    return member_of(tx, person["employer_id"], member_id)


def invite_again(tx: Tx, owner: Member, member_id: str) -> None:
    """Send the invitation again; the earlier link stops working. Raises `NotFound` if it was accepted."""
    if member_of(tx, owner.employer_id, member_id).state != "invited":
        raise NotFound
    update_member(tx, member_id, {"invited_by": owner.id, "inviter_version": owner.rights_version})
    publish(tx, MemberInvited(member_id))


def revoke_invitation(tx: Tx, employer_id: str, member_id: str) -> None:
    """Remove a member who has not accepted the invitation. Raises `NotFound`."""
    if member_of(tx, employer_id, member_id).state != "invited":
        raise NotFound
    tx.execute(_delete_member, {"member": member_id})


def accept(tx: Tx, token: str, name: str, password_hash: str | None) -> Member:
    """Accept an invitation and use its link up. Raises `LinkExpired`."""
    member, _ = sign_in.take_link(tx, token, "invite")
    values = {"state": "active", "name": name, "password_hash": password_hash, "joined_at": now()}
    return update_member(tx, member.id, values)


def change_role(
    tx: Tx, employer_id: str, member_id: str, role: Role, location_ids: Collection[str] | None, by: str | None = None
) -> Member:
    """Change a member's role and locations. Raises `LastOwner` and `BreakGlassOwner`.

    `by`: the owner who does it; if that makes another owner, all owners get a mail.
    If that takes rights away, it ends the links that the member issued; for an owner, also keys and invitations.
    A new owner without a second factor has to set it up before the next request.
    """
    lock_employer(tx, employer_id)
    member = member_of(tx, employer_id, member_id)
    if member.role == "owner" and role != "owner":
        _require_another_owner(tx, member)
        refuse_break_glass(tx, member)
        tx.execute(_end_rights, {"member": member_id})
    if role == "owner" and not member.second_factor:
        second_factor.require_again(tx, member_id)
    _set_places(tx, employer_id, member_id, role, location_ids)
    changed = update_member(tx, member_id, {"role": role, "all_locations": _everywhere(role, location_ids)})
    if not _has_rights_of(changed, member):
        sign_in.end_issued(tx, member_id)
    if role == "reviewer":  # Who invites nobody needs no times.
        remove_own_calendar(tx, member_id)
    if by and role == "owner" and member.role != "owner":
        publish(tx, OwnerAdded(member_id, by))
    return changed


def hand_over(tx: Tx, owner: Member, member_id: str) -> Member:
    """Make an active member an owner in place of `owner`, who becomes a manager. Raises `NotFound`."""
    successor = member_of(tx, owner.employer_id, member_id)
    if successor.state != "active" or successor.id == owner.id:
        raise NotFound
    changed = change_role(tx, owner.employer_id, member_id, "owner", None)
    change_role(tx, owner.employer_id, owner.id, "manager", None)
    publish(tx, OwnerAdded(member_id, owner.id, handed_over=True))
    return changed


def delete_member(tx: Tx, employer_id: str, member_id: str) -> None:
    """Delete a deactivated member: the address, the sign-in and the settings. Raises `NotFound`.

    Only the name stays, with what they did for applications, because candidates see who had their interview.
    """
    member = member_of(tx, employer_id, member_id)
    if member.state != "deactivated":
        raise NotFound
    second_factor.remove(tx, member_id)
    sign_in.revoke(tx, member_id)
    _set_places(tx, employer_id, member_id, member.role, [])
    tx.execute(_forget_identities, {"member": member_id})
    unreachable = f"{member_id}@deleted.invalid"  # The domain cannot exist (RFC 2606).
    values = {"email": unreachable, "password_hash": None, "daily_digest": False, "digest_on": None}
    update_member(tx, member_id, {**values, "deleted_at": now()})


def deactivate(tx: Tx, employer_id: str, member_id: str) -> Member:
    """Deactivate a member. All that they issued ends at once, and stays so when they are reactivated.

    Raises `LastOwner`, `BreakGlassOwner`, and `NotFound` if not active.
    """
    lock_employer(tx, employer_id)
    member = member_of(tx, employer_id, member_id)
    if member.state != "active":
        raise NotFound
    if member.role == "owner":
        _require_another_owner(tx, member)
        refuse_break_glass(tx, member)
    return _end(tx, member_id)


def _end(tx: Tx, member_id: str) -> Member:
    """Deactivate a member, and end all that they issued."""
    sign_in.revoke(tx, member_id)
    remove_own_calendar(tx, member_id)
    tx.execute(_end_rights, {"member": member_id})
    return update_member(tx, member_id, {"state": "deactivated", "deactivated_at": now()})


def reactivate(tx: Tx, employer_id: str, member_id: str) -> Member:
    """Let a deactivated member sign in again. Raises `NotFound`."""
    member = member_of(tx, employer_id, member_id)
    if member.state != "deactivated" or member.deleted_at is not None:
        raise NotFound
    return update_member(tx, member_id, {"state": "active", "deactivated_at": None})


def reset_second_factor(tx: Tx, employer_id: str, member_id: str) -> None:
    """Remove the second factor of a member who lost it, and end their sessions. Raises `NotFound`.

    A new one needs a session that a mailed link opened. Single sign-on must be allowed by mail again, too: else the
    owner of the provider could sign in as the member, despite the second factor they had.
    """
    member = member_of(tx, employer_id, member_id)
    second_factor.remove(tx, member.id)
    sign_in.revoke(tx, member.id)
    tx.execute(_forget_identities, {"member": member.id})
    publish(tx, SecondFactorReset(member.id))


def _require_another_owner(tx: Tx, member: Member) -> None:
    if member.state == "active" and count_owners(tx, member.employer_id) == 1:
        raise LastOwner


def _has_rights_of(member: Member, before: Member) -> bool:
    """Whether a member still has the role that they had before, or a higher one, and its locations."""
    if _RANKS[member.role] < _RANKS[before.role]:
        return False
    return member.covers_all or (not before.covers_all and before.location_ids <= member.location_ids)


def _everywhere(role: Role, location_ids: Collection[str] | None) -> bool:
    return role != "reviewer" and location_ids is None


def _set_places(tx: Tx, employer_id: str, member_id: str, role: Role, location_ids: Collection[str] | None) -> None:
    tx.execute(_delete_places, {"member": member_id})
    if role != "manager" or location_ids is None:
        return
    known = {place.id for place in locations_of(tx, employer_id)}
    for location_id in set(location_ids):
        if location_id not in known:
            raise NotFound
        tx.execute(_insert_place, {"member_id": member_id, "location_id": location_id})


def open_location(tx: Tx, employer_id: str, values: dict[str, Any]) -> Location:
    """Add a location. Raises `InvalidRequest` for an unknown zip code or a name in use, and `CountryNotServed`."""
    _refuse_name(tx, employer_id, values["name"], "")
    place = require_place(values["zip"], values["country"])
    zone = _zone_at(tx, employer_id, place, place.zip)
    added = add_location(tx, employer_id, values["name"], values["street"], place.zip, zone)
    hours = {"opens_at": values["opens_at"], "closes_at": values["closes_at"]}
    tx.execute(_update_location.values(hours), {"location": added})
    return find_location(tx, employer_id, added)


def edit_location(tx: Tx, employer_id: str, location_id: str, values: dict[str, Any]) -> Location:
    """Change a location. Raises like `open_location`, and `NotFound`."""
    before = find_location(tx, employer_id, location_id)
    _refuse_name(tx, employer_id, values["name"], location_id)
    place = require_place(values["zip"], values["country"])
    where = {"zip": place.zip, "city": place.city, "state": place.state, "lat": place.lat, "lon": place.lon}
    if place.zip != before.zip:
        where["zone"] = _zone_at(tx, employer_id, place, place.zip)
    others = {name: values[name] for name in ("name", "street", "opens_at", "closes_at")}
    tx.execute(_update_location.values({**others, **where}), {"location": location_id})
    republish(tx, employer_id, location_id)
    return find_location(tx, employer_id, location_id)


def _zone_at(tx: Tx, employer_id: str, place: Place, zip_code: str) -> str:
    """Return the employer's zone if the clocks there show the same time all year, else that of the zip code."""
    here, there = ZoneInfo(find_employer(tx, employer_id).zone), zone_of(place.state, zip_code)
    same = all(day.astimezone(here).utcoffset() == day.astimezone(there).utcoffset() for day in _SEASONS)
    return (here if same else there).key


def keep_street(tx: Tx, member: Member, location_id: str, street: str) -> None:
    """Store the street of a location that has none, as the first member who writes it in a letter gives it.

    The statement itself looks whether there is one: another member may give it at the same moment.
    """
    location = find_location(tx, member.employer_id, location_id)
    if not tx.execute(_keep_street.values(street=street), {"location": location_id}).rowcount:
        return
    republish(tx, member.employer_id, location_id)
    record(
        tx, "location.changed", "member", member.id,
        subject="location", subject_id=location_id, employer_id=member.employer_id,
        details={"open": location.closed_at is None},
    )  # fmt: skip


def close_location(tx: Tx, employer_id: str, location_id: str, *, closed: bool) -> Location:
    """Close a location, or open it again. Raises `LocationInUse` while it has open jobs."""
    find_location(tx, employer_id, location_id)
    if closed and tx.execute(_open_jobs, {"location": location_id}).scalar_one():
        raise LocationInUse
    tx.execute(_update_location.values(closed_at=now() if closed else None), {"location": location_id})
    return find_location(tx, employer_id, location_id)


def _refuse_name(tx: Tx, employer_id: str, name: str, own: str) -> None:
    row = tx.execute(_name_taken, {"employer": employer_id, "name": name}).first()
    if row is not None and row.id != own:
        raise InvalidRequest(fields={"name": "Another location has this name"})
