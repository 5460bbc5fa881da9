"""Two records of the same employer become one: everything of `source` moves to `target`, and `source` is closed.

Nobody sees more than before but the owners of `target`, and no candidate shares more: docs/decisions/0037 says why.
`RULES` has every table with an employer's id, and `MEMBER_RULES` every column with a member's; a test compares.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from typing import Any, Literal, NoReturn

from sqlalchemy import Column, Table, bindparam, delete, func, select, update

from dayshift.core.audit import operator_or_system, record
from dayshift.core.clock import now
from dayshift.core.db import Tx, insert, metadata
from dayshift.core.errors import AppError
from dayshift.core.events import publish
from dayshift.core.names import folded_name
from dayshift.core.tasks import Handler, Task, Write, enqueue
from dayshift.hiring.applications import SharingNarrowed
from dayshift.hiring.applications.grants import SWITCHES
from dayshift.hiring.applications.stages import OPEN
from dayshift.hiring.employers import (
    Employer,
    EmployerClosed,
    EmployersMerged,
    Member,
    employers_like,
    find_employer,
    locations_of,
    members_of,
    owners_of,
    republish,
)
from dayshift.privacy import holds_on_employer
from dayshift.tables import import_all

STRAGGLERS = "admin.merge_stragglers"
"""The task that moves what requests stored for the closed record while the merge was committed."""
_LATER = timedelta(minutes=5)
_NAME_LENGTH = 80
"""Of a location."""

Rule = Literal["move", "add", "share", "people", "end", "stay"]
"""What becomes of the rows of `source`:

move: they are `target`'s. add: counters, added to `target`'s. share: moved; a candidate who shares with both shares
what both may see. people: see `_move_members`. end: deleted. stay: they remain as they are.
"""

RULES: Mapping[str, Rule] = {
    "api_keys": "end",
    "application_words": "move",
    "applications": "move",
    "assessment_keys": "end",
    "assessment_orders": "move",
    "audit_entries": "stay",  # A chain of hashes; `target`'s log names the record that it continues.
    "claims": "move",  # Approved ones: those that wait are deleted, see `_end`.
    "decision_records": "move",
    "employer_domains": "end",
    "employer_questions": "move",
    "grants": "share",
    "held_rows": "move",
    "identity_providers": "end",
    "legal_holds": "move",  # Ended ones: with an active hold the merge is refused.
    "locations": "move",
    "member_identities": "end",
    "members": "people",
    "postings": "move",
    "reply_days": "add",
    "stage_counts": "add",
    "text_templates": "move",
    "unsent_moves": "move",
    "webhook_endpoints": "end",
}
_COUNTERS: Mapping[str, tuple[str, ...]] = {"reply_days": ("on_time", "late"), "stage_counts": ("count",)}

MEMBER_RULES: Mapping[str, Literal["person", "end"]] = {
    "api_keys.created_by": "end",
    "application_reviewers.assigned_by": "person",
    "application_reviewers.member_id": "person",
    "applications.declined_by": "person",
    "assessment_keys.created_by": "end",
    "claims.requested_by": "person",
    "employer_questions.member_id": "person",
    "identity_consents.member_id": "end",
    "identity_providers.break_glass_id": "end",
    "meetings.member_id": "person",
    "member_calendars.member_id": "end",
    "member_identities.member_id": "end",
    "member_links.member_id": "end",
    "member_locations.member_id": "end",
    "member_sessions.member_id": "end",
    "members.invited_by": "person",
    "messages.member_id": "person",
    "moves.member_id": "person",
    "notes.member_id": "person",
    "openings.viewer_id": "person",  # No foreign key: links open too.
    "pending_moves.member_id": "person",
    "postings.changed_by": "person",
    "postings.created_by": "person",
    "ratings.author": "person",  # No foreign key: links rate too.
    "review_links.created_by": "person",
    "saved_views.member_id": "end",
    "text_templates.changed_by": "person",
    "unsent_moves.member_id": "person",
    "views.member_id": "person",
    "webhook_endpoints.created_by": "end",
}
"""Of somebody who is a member of both: person: it refers to the membership that stays. end: it goes with the other."""


@dataclass(frozen=True, slots=True)
class Merged:
    """What a merge moved and ended. `narrowed`: candidates who share less with the employer than with one before.

    `limited`: managers and API keys of all locations, which keep those that there were.
    """

    jobs: int
    applications: int
    locations: int
    members: int
    same_people: int
    limited: int
    narrowed: int
    ended: int
    unplaced: int


class SameRecord(AppError):
    """A record cannot be merged into itself."""

    code = "merge_same_record"
    status = 409
    message = "They are the same record."


class OtherName(AppError):
    """Candidates shared with an employer of another name; the records need the same name first."""

    code = "merge_other_name"
    status = 409
    message = (
        "Candidates shared with an employer of another name. If both are the same employer, an owner of one of them "
        "has to give it the other's name first."
    )


class NoOwner(AppError):
    """The record that stays has no active owner."""

    code = "merge_no_owner"
    status = 409
    message = "The record that stays has no active owner. Add one first."


class RecordOnHold(AppError):
    """A legal hold is on the record that would end."""

    code = "merge_legal_hold"
    status = 409
    message = (
        "A legal hold is on the record that ends. End it, or hold the one that stays and merge into the one on hold."
    )


class MeetingsClash(AppError):
    """A member of both records has a meeting in each at the same time."""

    code = "merge_two_meetings"
    status = 409
    message = "A member of both has two meetings at the same time. Move one first."


MERGE_REFUSALS = (SameRecord, OtherName, NoOwner, RecordOnHold, MeetingsClash)
"""Why two records cannot be merged yet: something has to be done first."""


class Preview(Exception):
    """Rolls a merge back that was made to see what it would do."""

    def __init__(self, merged: Merged) -> None:
        self.merged = merged


def preview_merge(tx: Tx, source_id: str, target_id: str) -> NoReturn:
    """Raise `Preview`, or what `merge_employers` raises."""
    raise Preview(merge_employers(tx, source_id, target_id))


def records_of_same_name(tx: Tx, employer_id: str) -> list[tuple[Employer, int]]:
    """Return the other open employers with this name, each with its number of active members. Raises `NotFound`."""
    name = find_employer(tx, employer_id).name
    return [
        (one, count)
        for one, count in employers_like(tx, name)
        if one.id != employer_id and folded_name(one.name) == folded_name(name)
    ]


def merge_employers(tx: Tx, source_id: str, target_id: str, operator_id: str | None = None) -> Merged:
    """Move everything of `source` to `target`, and close `source`. Irreversible.

    Raises `NotFound`, `EmployerClosed` and `MERGE_REFUSALS`.
    """
    import_all()  # `RULES` names tables of packages that commands do not load.
    at = now()
    source, target = _checked(tx, source_id, target_id, at)
    has_jobs = bool(_ids(tx, "postings", source_id))
    limited = _limit(tx, target_id) if has_jobs else 0
    ended = _end(tx, source_id, at)
    members, same_people, invited = _move_members(tx, source_id, target_id)
    _rename_locations(tx, source_id, target_id)
    _keep_promise(tx, source, target)
    moved, narrowed = _move_rows(tx, source_id, target_id, at)
    if source.name != target.name:
        republish(tx, target_id)
    employers = metadata.tables["employers"]
    tx.execute(update(employers).where(employers.c.id == source_id).values(closed_at=at))
    result = Merged(
        moved["postings"], moved["applications"], moved["locations"], members, same_people, limited, narrowed,
        ended + invited, _unplaced(tx, target_id) if has_jobs else 0,
    )  # fmt: skip
    for one, other in ((source_id, target_id), (target_id, source_id)):
        record(
            tx, "employer.merged", "operator" if operator_id else operator_or_system(), operator_id,
            subject="employer", subject_id=one, employer_id=one,
            details={("into" if one == source_id else "from"): other, **asdict(result)},
        )  # fmt: skip
    publish(tx, EmployersMerged(target_id))
    which = {"source": source_id, "target": target_id}
    enqueue(tx, STRAGGLERS, which, key=f"{STRAGGLERS}:{source_id}", due_at=at + _LATER)
    return result


def handlers() -> dict[str, Handler]:
    """Return the task that follows a merge."""

    async def move_stragglers(task: Task) -> Write:
        source, target = task.payload["source"], task.payload["target"]

        def write(tx: Tx) -> None:
            at = now()
            _end(tx, source, at)
            _move_members(tx, source, target)
            _rename_locations(tx, source, target)
            _move_rows(tx, source, target, at)

        return write

    return {STRAGGLERS: move_stragglers}


def _checked(tx: Tx, source_id: str, target_id: str, at: datetime) -> tuple[Employer, Employer]:
    """Lock both records, and refuse what a merge cannot do."""
    employers, members, meetings = (metadata.tables[name] for name in ("employers", "members", "meetings"))
    ids = sorted({source_id, target_id})
    both = select(employers.c.id).where(employers.c.id.in_(bindparam("ids", expanding=True)))
    tx.execute(both.order_by(employers.c.id).with_for_update(), {"ids": ids})
    source, target = find_employer(tx, source_id), find_employer(tx, target_id)
    if source_id == target_id:
        raise SameRecord
    if source.closed_at or target.closed_at:
        raise EmployerClosed
    if folded_name(source.name) != folded_name(target.name):
        raise OtherName(
            f"Candidates shared with {source.name}, not with {target.name}. If both are the same employer, an owner of "
            "one of them has to give it the other's name first."
        )
    if not owners_of(tx, target_id):
        raise NoOwner
    if any(hold.is_active(at) for hold in holds_on_employer(tx, source_id)):
        raise RecordOnHold
    other, first, second = members.alias(), meetings.alias(), meetings.alias()
    twice = tx.execute(
        select(members.c.name, first.c.starts_at)
        .join(other, other.c.email == members.c.email)
        .join(first, first.c.member_id == members.c.id)
        .join(second, (second.c.member_id == other.c.id) & (second.c.starts_at == first.c.starts_at))
        .where(members.c.employer_id == source_id, other.c.employer_id == target_id)
        .where(first.c.state == "chosen", second.c.state == "chosen")
        .limit(1)
    ).first()
    if twice:
        raise MeetingsClash(f"{twice.name} has two meetings at {twice.starts_at:%Y-%m-%d %H:%M} UTC. Move one first.")
    return source, target


def _limit(tx: Tx, target_id: str) -> int:
    """Let managers and keys of all locations keep the locations that there are; return how many there were."""
    members, keys = metadata.tables["members"], metadata.tables["api_keys"]
    places = _ids(tx, "locations", target_id)
    found = tx.execute(
        update(members)
        .where(members.c.employer_id == target_id, members.c.role == "manager", members.c.all_locations)
        .values(all_locations=False, security_version=members.c.security_version + 1)
        .returning(members.c.id)
    ).scalars().all()  # fmt: skip
    for member_id in found:
        _add_places(tx, member_id, places)
    rows = tx.execute(select(keys.c.id, keys.c.location_ids).where(keys.c.employer_id == target_id)).all()
    whole = [row.id for row in rows if row.location_ids is None]
    if whole:
        tx.execute(
            update(keys).where(keys.c.id.in_(bindparam("keys", expanding=True))).values(location_ids=places),
            {"keys": whole},
        )
    return len(found) + len(whole)


def _end(tx: Tx, source_id: str, at: datetime) -> int:
    """End what was issued for the record that ends; return the number of keys, endpoints, links and open claims."""
    claims, links, applications = (metadata.tables[name] for name in ("claims", "review_links", "applications"))
    ended = {
        name: tx.execute(delete(table).where(table.c.employer_id == source_id)).rowcount
        for name, table in ((name, metadata.tables[name]) for name, rule in RULES.items() if rule == "end")
    }
    waiting = tx.execute(delete(claims).where(claims.c.employer_id == source_id, claims.c.state != "approved"))
    shared = tx.execute(
        update(links)
        .where(links.c.application_id.in_(select(applications.c.id).where(applications.c.employer_id == source_id)))
        .where(links.c.ended_at.is_(None), links.c.expires_at > at)
        .values(ended_at=at)
    )
    issued = sum(ended[name] for name in ("api_keys", "assessment_keys", "webhook_endpoints"))
    return issued + waiting.rowcount + shared.rowcount


def _move_members(tx: Tx, source_id: str, target_id: str) -> tuple[int, int, int]:
    """Move the members, signed out, with at most the rights and locations that they had.

    Returns how many moved, how many were members of both, and how many invitations ended.
    """
    members = metadata.tables["members"]
    places = _ids(tx, "locations", source_id)
    moved = same_people = invited = 0
    known = {one.email: one for one in members_of(tx, target_id)}
    for member in members_of(tx, source_id):
        same = known.get(member.email)
        if member.state == "invited":
            invited += 1
        elif same is None:
            moved += 1
            _move_member(tx, member, target_id, places)
            continue
        else:
            same_people += 1
            own = places if member.covers_all else sorted(member.location_ids)
            if member.state == same.state == "active" and same.role == "manager" and not same.all_locations:
                _add_places(tx, same.id, own)
            _refer_to(tx, member.id, same.id)
        tx.execute(delete(members).where(members.c.id == member.id))
    return moved, same_people, invited


def _move_member(tx: Tx, member: Member, target_id: str, places: Sequence[str]) -> None:
    members = metadata.tables["members"]
    for column in _member_columns("end"):
        if column.table.name not in {"member_locations", "saved_views"}:
            tx.execute(delete(column.table).where(column == member.id))
    if member.covers_all:
        _add_places(tx, member.id, places)
    tx.execute(
        update(members)
        .where(members.c.id == member.id)
        .values(
            employer_id=target_id,
            role="manager" if member.role == "owner" else member.role,
            all_locations=False,
            security_version=members.c.security_version + 1,
            rights_version=members.c.rights_version + 1,
        )
    )


def _refer_to(tx: Tx, member_id: str, same_id: str) -> None:
    """Let everything that a membership did belong to the other one of the same person."""
    for column in _member_columns("person"):
        tx.execute(update(column.table).where(column == member_id).values({column.name: same_id}))


def _member_columns(rule: str) -> list[Column[Any]]:
    names = (name.split(".") for name, found in MEMBER_RULES.items() if found == rule)
    return [metadata.tables[table].c[column] for table, column in names]


def _add_places(tx: Tx, member_id: str, places: Sequence[str]) -> None:
    if places:
        put = insert(metadata.tables["member_locations"]).on_conflict_do_nothing()
        tx.execute(put, [{"member_id": member_id, "location_id": place} for place in places])


def _rename_locations(tx: Tx, source_id: str, target_id: str) -> None:
    """Give locations another name if both records have one of the same name."""
    locations = metadata.tables["locations"]
    taken = {one.name for one in locations_of(tx, target_id)}
    for place in locations_of(tx, source_id):
        name, number = place.name, 2
        while name in taken:
            name, number = f"{place.name[: _NAME_LENGTH - 5]} ({number})", number + 1
        taken.add(name)
        if name != place.name:
            tx.execute(update(locations).where(locations.c.id == place.id).values(name=name))


def _keep_promise(tx: Tx, source: Employer, target: Employer) -> None:
    """Let jobs that promised a reply as their employer does promise the same as before."""
    postings = metadata.tables["postings"]
    if source.reply_days != target.reply_days:
        inherited = (postings.c.employer_id == source.id) & postings.c.reply_days.is_(None)
        tx.execute(update(postings).where(inherited).values(reply_days=source.reply_days))


def _move_rows(tx: Tx, source_id: str, target_id: str, at: datetime) -> tuple[dict[str, int], int]:
    """Move the rows by their rules; return how many of each table, and how many candidates share less."""
    narrowed = _fold_grants(tx, source_id, target_id, at)
    moved = {}
    for name, rule in RULES.items():
        table = metadata.tables[name]
        if rule == "add":
            _add_counters(tx, table, source_id, target_id)
        elif rule in {"move", "share"}:
            own = update(table).where(table.c.employer_id == source_id)
            moved[name] = tx.execute(own.values(employer_id=target_id)).rowcount
    applications = metadata.tables["applications"]
    waiting = tx.execute(
        select(applications.c.user_id, func.max(applications.c.id).label("application"))
        .where(applications.c.employer_id == target_id, applications.c.stage.in_(sorted(OPEN)))
        .where(applications.c.user_id.in_(bindparam("users", expanding=True)))
        .group_by(applications.c.user_id),
        {"users": narrowed},
    ).all()  # fmt: skip
    publish(tx, *[SharingNarrowed(row.application) for row in waiting])
    return moved, len(narrowed)


def _add_counters(tx: Tx, table: Table, source_id: str, target_id: str) -> None:
    sums = _COUNTERS[table.name]
    put = insert(table)
    put = put.on_conflict_do_update(
        index_elements=[*table.primary_key.columns], set_={name: table.c[name] + put.excluded[name] for name in sums}
    )
    rows = tx.execute(delete(table).where(table.c.employer_id == source_id).returning(*table.c)).mappings().all()
    if rows:
        tx.execute(put, [{**row, "employer_id": target_id} for row in rows])


def _fold_grants(tx: Tx, source_id: str, target_id: str, at: datetime) -> list[str]:
    """Let candidates who share with both share what both may see, until the first end; return who shares less."""
    grants = metadata.tables["grants"]
    of_target = grants.alias()
    both = (grants.c.employer_id == source_id) & (of_target.c.employer_id == target_id)
    pairs = tx.execute(
        select(grants, of_target).join(of_target, of_target.c.user_id == grants.c.user_id).where(both)
    ).all()  # fmt: skip
    narrowed = []
    for pair in pairs:
        width = len(grants.c)
        one, other = (dict(zip(grants.c.keys(), part, strict=True)) for part in (pair[:width], pair[width:]))
        kept = {name: one[name] and other[name] for name in SWITCHES}
        ends = [min(grant["until"], grant["withdrawn_at"] or grant["until"]) for grant in (one, other)]
        active = [end > at for end in ends]
        withdrawn_at = None if all(active) else at if any(active) else max(ends)
        tx.execute(
            update(grants)
            .where(grants.c.user_id == one["user_id"], grants.c.employer_id == target_id)
            .values(
                **kept,
                given_at=max(one["given_at"], other["given_at"]),
                until=min(one["until"], other["until"]),
                withdrawn_at=withdrawn_at,
            )
        )
        left = any(kept.values()) and withdrawn_at is None
        seen = [[grant[name] and still for name in SWITCHES] for grant, still in zip((one, other), active, strict=True)]
        if any(before != [kept[name] and left for name in SWITCHES] for before in seen):
            narrowed.append(one["user_id"])
            record(
                tx, "grant.changed", operator_or_system(), subject="person", subject_id=one["user_id"],
                employer_id=target_id, details={name: kept[name] and left for name in SWITCHES},
            )  # fmt: skip
    tx.execute(
        delete(grants)
        .where(grants.c.employer_id == source_id)
        .where(grants.c.user_id.in_(select(of_target.c.user_id).where(of_target.c.employer_id == target_id)))
    )
    return narrowed


def _ids(tx: Tx, table: str, employer_id: str) -> list[str]:
    rows = metadata.tables[table]
    return list(tx.execute(select(rows.c.id).where(rows.c.employer_id == employer_id).order_by(rows.c.id)).scalars())


def _unplaced(tx: Tx, target_id: str) -> int:
    """Return how many jobs only owners see, because they have no location."""
    jobs = metadata.tables["postings"]
    without = (jobs.c.employer_id == target_id) & jobs.c.location_id.is_(None) & (jobs.c.state != "removed")
    return tx.execute(select(func.count()).where(without)).scalar_one()
