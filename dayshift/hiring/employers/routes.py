"""HTTP: the signed-in member, the team, its locations and the employer's settings."""

from typing import Any

from fastapi import APIRouter

from dayshift.core.audit import Action, Details, Subject, record
from dayshift.core.db import Tx
from dayshift.core.errors import CountryNotServed, NotFound
from dayshift.core.http import errors
from dayshift.core.limits import RateLimited, Rule
from dayshift.core.schemas import Ok
from dayshift.dependencies import Db, Limiter
from dayshift.hiring.employers import (
    claim_routes,
    posting_routes,
    queries,
    second_factor,
    sign_in_routes,
    sign_up_routes,
    single_sign_on,
    single_sign_on_routes,
    team,
)
from dayshift.hiring.employers.errors import (
    MEMBER_ERRORS,
    ROLE_ERRORS,
    AddressNotCovered,
    BreakGlassOwner,
    LastOwner,
    LocationInUse,
    MemberExists,
    SecondFactorMandatory,
)
from dayshift.hiring.employers.queries import Employer, Location, Member
from dayshift.hiring.employers.schemas import (
    DeskEmployerReply,
    DeskReply,
    EmployerUpdate,
    LocationEntry,
    LocationReply,
    MemberInvitation,
    MeReply,
    MeUpdate,
    RoleEntry,
    TeamMemberReply,
    TeamReply,
)
from dayshift.hiring.employers.session import Hiring, Owner, Staff

router = APIRouter(tags=["desk"])

INVITE = Rule("invite members", 100, 86_400)
"""Per employer: each invitation is a mail to an address that somebody typed."""

INVITE_AGAIN = Rule("invite a member again", 5, 3600)

_STAFF = errors(*MEMBER_ERRORS)
_OWNER = errors(*ROLE_ERRORS)


@router.get("/api/desk/me", responses=_STAFF)
async def me(member: Staff, db: Db) -> DeskReply:
    """The signed-in member and their employer."""
    employer = await db.lookup(queries.find_employer, member.employer_id)
    left = await db.lookup(second_factor.codes_left, member.id) if member.second_factor else None
    return _desk(member, employer, left)


@router.patch("/api/desk/me", responses=_STAFF)
async def update_me(body: MeUpdate, member: Staff, db: Db) -> DeskReply:
    """Change the member's own name, language and settings."""
    values = body.model_dump(exclude_none=True)

    def write(tx: Tx) -> tuple[Member, Employer, int | None]:
        changed = team.update_member(tx, member.id, values)
        _record(tx, member, "member.changed", "member", member.id, {"fields": " ".join(sorted(values))})
        left = second_factor.codes_left(tx, member.id) if member.second_factor else None
        return changed, queries.find_employer(tx, member.employer_id), left

    return _desk(*await db.write(write))


@router.get("/api/desk/team", responses=_OWNER)
async def read_team(member: Hiring, db: Db) -> TeamReply:
    """All members and locations, by name, for managers and owners."""

    def read(tx: Tx) -> TeamReply:
        until = team.invitations_of(tx, [member.employer_id])
        found = [one for one in queries.members_of(tx, member.employer_id) if one.deleted_at is None]
        members = [_member(one, until.get(one.id)) for one in found]
        places = [LocationReply.model_validate(one) for one in queries.locations_of(tx, member.employer_id)]
        return TeamReply(members=members, locations=places)

    return await db.read(read)


@router.post(
    "/api/desk/members",
    status_code=201,
    responses=_OWNER | errors(MemberExists, AddressNotCovered, NotFound, RateLimited),
)
async def invite(body: MemberInvitation, owner: Owner, db: Db, limits: Limiter) -> TeamMemberReply:
    """Invite someone by mail. The link works for seven days."""
    await limits.count(INVITE, owner.employer_id)

    def write(tx: Tx) -> Member:
        single_sign_on.require_covered(tx, owner.employer_id, body.email)
        added = team.invite(tx, owner, body.email, body.name, body.role, body.location_ids)
        _record(tx, owner, "member.invited", "member", added.id, {"role": body.role})
        return added

    return _member(await db.write(write))


@router.post("/api/desk/members/{member_id}/invitation", responses=_OWNER | errors(NotFound, RateLimited))
async def invite_again(member_id: str, owner: Owner, db: Db, limits: Limiter) -> Ok:
    """Send an invitation again. The earlier link stops working."""
    await limits.count(INVITE_AGAIN, f"{owner.employer_id} {member_id}")

    def write(tx: Tx) -> None:
        team.invite_again(tx, owner, member_id)
        _record(tx, owner, "member.invited", "member", member_id, {"again": True})

    await db.write(write)
    return Ok()


@router.delete("/api/desk/members/{member_id}/invitation", responses=_OWNER | errors(NotFound))
async def revoke_invitation(member_id: str, owner: Owner, db: Db) -> Ok:
    """Take an invitation back."""

    def write(tx: Tx) -> None:
        team.revoke_invitation(tx, owner.employer_id, member_id)
        _record(tx, owner, "member.invitation_revoked", "member", member_id)

    await db.write(write)
    return Ok()


@router.put("/api/desk/members/{member_id}/role", responses=_OWNER | errors(NotFound, LastOwner, BreakGlassOwner))
async def change_role(member_id: str, body: RoleEntry, owner: Owner, db: Db) -> TeamMemberReply:
    """Change a member's role and locations. All owners get a mail about a new owner."""

    def write(tx: Tx) -> Member:
        changed = team.change_role(tx, owner.employer_id, member_id, body.role, body.location_ids, owner.id)
        _record(tx, owner, "member.role_changed", "member", member_id, {"role": body.role})
        return changed

    return _member(await db.write(write))


@router.post(
    "/api/desk/members/{member_id}/deactivate", responses=_OWNER | errors(NotFound, LastOwner, BreakGlassOwner)
)
async def deactivate(member_id: str, owner: Owner, db: Db) -> TeamMemberReply:
    """Deactivate a member; for an owner's own id, leave. Their sessions end at once."""

    def write(tx: Tx) -> Member:
        changed = team.deactivate(tx, owner.employer_id, member_id)
        _record(tx, owner, "member.deactivated", "member", member_id)
        return changed

    return _member(await db.write(write))


@router.post("/api/desk/members/{member_id}/hand-over", responses=_OWNER | errors(NotFound, BreakGlassOwner))
async def hand_over(member_id: str, owner: Owner, db: Db) -> TeamMemberReply:
    """Make a member the owner in one's own place; one stays as a manager. All owners get a mail."""

    def write(tx: Tx) -> Member:
        changed = team.hand_over(tx, owner, member_id)
        _record(tx, owner, "employer.handed_over", "member", member_id)
        return changed

    return _member(await db.write(write))


@router.delete("/api/desk/members/{member_id}", responses=_OWNER | errors(NotFound))
async def delete_member(member_id: str, owner: Owner, db: Db) -> Ok:
    """Delete a deactivated member: address, sign-in and settings. The name stays with what they did."""

    def write(tx: Tx) -> None:
        team.delete_member(tx, owner.employer_id, member_id)
        _record(tx, owner, "member.deleted", "member", member_id)

    await db.write(write)
    return Ok()


@router.post("/api/desk/members/{member_id}/reactivate", responses=_OWNER | errors(NotFound))
async def reactivate(member_id: str, owner: Owner, db: Db) -> TeamMemberReply:
    """Let a deactivated member sign in again."""

    def write(tx: Tx) -> Member:
        changed = team.reactivate(tx, owner.employer_id, member_id)
        _record(tx, owner, "member.reactivated", "member", member_id)
        return changed

    return _member(await db.write(write))


@router.delete(
    "/api/desk/members/{member_id}/second-factor",
    responses=_OWNER | errors(NotFound, SecondFactorMandatory, BreakGlassOwner),
)
async def reset_second_factor(member_id: str, owner: Owner, db: Db) -> Ok:
    """Remove the second factor of a member who lost it, never one's own. Their sessions end at once."""
    if member_id == owner.id:  # Else a stolen session could.
        raise SecondFactorMandatory

    def write(tx: Tx) -> None:
        team.refuse_break_glass(tx, team.member_of(tx, owner.employer_id, member_id))
        team.reset_second_factor(tx, owner.employer_id, member_id)
        _record(tx, owner, "member.second_factor_reset", "member", member_id)

    await db.write(write)
    return Ok()


@router.post("/api/desk/locations", status_code=201, responses=_OWNER | errors(CountryNotServed))
async def add_location(body: LocationEntry, owner: Owner, db: Db) -> LocationReply:
    """Add a place of work."""

    def write(tx: Tx) -> LocationReply:
        return _location(tx, owner, team.open_location(tx, owner.employer_id, _values(body)))

    return await db.write(write)


@router.put("/api/desk/locations/{location_id}", responses=_OWNER | errors(NotFound, CountryNotServed))
async def edit_location(location_id: str, body: LocationEntry, owner: Owner, db: Db) -> LocationReply:
    """Change a place of work."""

    def write(tx: Tx) -> LocationReply:
        return _location(tx, owner, team.edit_location(tx, owner.employer_id, location_id, _values(body)))

    return await db.write(write)


@router.post("/api/desk/locations/{location_id}/close", responses=_OWNER | errors(NotFound, LocationInUse))
async def close_location(location_id: str, owner: Owner, db: Db) -> LocationReply:
    """Close a place of work that has no open jobs."""

    def write(tx: Tx) -> LocationReply:
        return _location(tx, owner, team.close_location(tx, owner.employer_id, location_id, closed=True))

    return await db.write(write)


@router.post("/api/desk/locations/{location_id}/reopen", responses=_OWNER | errors(NotFound))
async def reopen_location(location_id: str, owner: Owner, db: Db) -> LocationReply:
    """Open a closed place of work again."""

    def write(tx: Tx) -> LocationReply:
        return _location(tx, owner, team.close_location(tx, owner.employer_id, location_id, closed=False))

    return await db.write(write)


@router.patch("/api/desk/employer", responses=_OWNER)
async def update_employer(body: EmployerUpdate, owner: Owner, db: Db) -> DeskEmployerReply:
    """Change the employer's name, promised reply time or time zone."""
    values = body.model_dump(exclude_none=True)

    def write(tx: Tx) -> Employer:
        changed = team.update_employer(tx, owner.employer_id, values)
        details = {name: values[name] for name in sorted(values) if name != "name"}
        _record(tx, owner, "employer.changed", "employer", owner.employer_id, {**details, "name": "name" in values})
        return changed

    return DeskEmployerReply.model_validate(await db.write(write))


router.routes.extend(sign_in_routes.router.routes)
router.routes.extend(posting_routes.router.routes)
router.routes.extend(single_sign_on_routes.router.routes)
router.routes.extend(claim_routes.router.routes)
router.routes.extend(sign_up_routes.router.routes)


def _record(
    tx: Tx, owner: Member, action: Action, subject: Subject, subject_id: str, details: Details | None = None
) -> None:
    record(
        tx, action, "member", owner.id,
        subject=subject, subject_id=subject_id, employer_id=owner.employer_id, details=details,
    )  # fmt: skip


def _location(tx: Tx, owner: Member, changed: Location) -> LocationReply:
    """Add the change of a location to the audit log; return the location."""
    _record(tx, owner, "location.changed", "location", changed.id, {"open": changed.closed_at is None})
    return LocationReply.model_validate(changed)


def _values(body: LocationEntry) -> dict[str, Any]:
    return body.model_dump() | {"street": body.street or None}


def _member(member: Member, until: Any = None) -> TeamMemberReply:
    found = TeamMemberReply.model_validate(member)
    return found.model_copy(update={"invited_until": until if member.state == "invited" else None})


def _desk(member: Member, employer: Employer, codes_left: int | None) -> DeskReply:
    mine = MeReply.model_validate(member).model_copy(update={"recovery_codes_left": codes_left})
    return DeskReply(member=mine, employer=DeskEmployerReply.model_validate(employer))
