"""Audit log: who did what, its subject, the kind of client, and when. Append-only, in a chain of hashes.

`record` adds an entry in the transaction of the act itself, and takes no lock. A background task then appends the
entries to the chain one after another: each link is the SHA-256 of the link before and of the entry's own content, so
any later change of an entry breaks the chain. Triggers reject changes of both tables (docs/decisions/0027).

Entries hold ids, codes and numbers, never a name, an address of a person or free text; only legal holds name who
ordered and ended them. Candidates and what
they send appear by the digest of the id, which identifies nobody once they are erased.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from hashlib import sha256
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any, Literal

import structlog
from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    RowMapping,
    String,
    Table,
    Text,
    bindparam,
    select,
)

from dayshift.core.clock import now
from dayshift.core.db import Database, Tx, hold_lock, insert, metadata
from dayshift.core.ids import first_id, new_id
from dayshift.core.invariants import Invariant, Violation
from dayshift.core.tasks import Handler, Snooze, Task, ensure_scheduled

log = structlog.get_logger()

Actor = Literal["member", "candidate", "link", "operator", "system"]
"""Who acts: a member of an employer, a candidate, the holder of a shared review link, an operator, or this program."""

Subject = Literal[
    "person", "interview", "application", "member", "employer", "location", "job", "claim", "link", "hold", "erasure",
    "export", "report", "address", "webhook", "question", "assessment",
    "key", "provider", "source", "template",
]  # fmt: skip

Action = Literal[
    "member.signed_in", "member.invited", "member.joined", "member.invitation_revoked", "member.role_changed",
    "member.deactivated", "member.reactivated", "member.second_factor_reset", "member.password_changed",
    "member.changed", "member.second_factor_set", "member.recovery_codes_renewed", "member.recovery_code_used",
    "member.signed_out",
    "employer.added", "employer.refused", "employer.changed", "employer.owner_added", "employer.closed",
    "employer.merged", "employer.exported", "employer.handed_over", "member.deleted",
    "location.changed", "decision.made", "decision.undone", "decision.unsent", "decision.dismissed",
    "question.answered", "question.dismissed",
    "application.submitted", "application.moved", "application.unsubmitted",
    "answer.loaded", "answer.opened", "answer.viewed", "rating.given",
    "reviewer.assigned", "reviewer.unassigned", "link.created", "link.opened", "link.ended",
    "job.posted", "job.changed", "job.removal_planned", "job.removal_undone",
    "jobs.removal_confirmed", "claim.requested", "claim.decided", "message.sent",
    "note.written", "note.deleted", "template.saved", "template.deleted",
    "applications.exported", "decisions.exported", "records.exported", "audit.exported",
    "accommodation.asked", "accommodation.answered",
    "profile.corrected", "transcript.corrected", "interview.rescored", "review.settled",
    "grant.changed", "notice.shown", "consent.given", "consent.withdrawn",
    "erasure.requested", "erasure.undone", "person.erased", "address.erased", "interview.erased",
    "hold.added", "hold.ended", "hold.exported", "export.requested", "export.downloaded",
    "demographics.changed", "report.published", "operator.changed", "person.read", "people.imported", "scores.exported",
    "webhook.created", "webhook.changed", "webhook.rotated", "webhook.enabled", "webhook.disabled", "webhook.deleted",
    "provider.saved", "provider.deleted", "provider.allowed", "provider.required",
    "provider.optional", "provider.bypassed", "domain.proof_requested", "domain.proved",
    "key.created", "key.rotated", "key.revoked",
    "task.retried", "task.dropped",
    "assessment.key_created", "assessment.key_revoked", "assessment.ordered", "assessment.accepted",
    "assessment.ended",
]  # fmt: skip

Details = Mapping[str, str | int | bool | None]

_ERASABLE = frozenset({"person", "interview", "application", "assessment"})
"""Subjects that are stored as a digest of their id; tombstones have the same digests."""

CHAIN = "audit.chain"
"""The recurring task that appends entries to the chain."""
CHAIN_EVERY = timedelta(seconds=10)
LATE = timedelta(hours=1)
"""No transaction is open for as long: entries that were added earlier are all visible."""
MAX_ENTRIES = 500
"""Entries per transaction of the task, and per page of a verification."""
FIRST_LINK = "0" * 64

audit_entries = Table(
    "audit_entries",
    metadata,
    Column("id", String(36), primary_key=True),
    Column("at", String(32), nullable=False),  # ISO 8601 in UTC. As text: a hash is over the very characters.
    Column("employer_id", String(36)),  # No foreign keys: an entry outlives what it is about.
    Column("actor", String(9), nullable=False),
    Column("actor_id", String(64)),
    Column("action", String(30), nullable=False),
    Column("subject", String(11)),
    Column("subject_id", String(64)),
    Column("client", String(8), nullable=False),
    Column("network", String(49)),
    Column("details", Text, nullable=False),  # JSON.
    CheckConstraint("actor IN ('member','candidate','link','operator','system')", name="actor"),
)
Index("ix_audit_entries_employer_id_id", audit_entries.c.employer_id, audit_entries.c.id)
Index("ix_audit_entries_subject_id", audit_entries.c.subject_id)

audit_chain = Table(
    "audit_chain",
    metadata,
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    Column("entry_id", String(36), ForeignKey("audit_entries.id"), nullable=False, unique=True),
    Column("hash", String(64), nullable=False),
)

_COLUMNS = tuple(column.name for column in audit_entries.columns)

_insert = insert(audit_entries)
_append = insert(audit_chain)
_head = select(audit_chain.c.number, audit_chain.c.hash).order_by(audit_chain.c.number.desc()).limit(1)
_unchained = (
    select(audit_entries)
    .outerjoin(audit_chain, audit_chain.c.entry_id == audit_entries.c.id)
    .where(audit_entries.c.id > bindparam("floor"), audit_chain.c.entry_id.is_(None))
    .order_by(audit_entries.c.id)
    .limit(bindparam("most"))
)
_links = (
    select(audit_chain.c.number, audit_chain.c.entry_id, audit_chain.c.hash.label("link"), audit_entries)
    .outerjoin(audit_entries, audit_entries.c.id == audit_chain.c.entry_id)
    .where(audit_chain.c.number > bindparam("after"))
    .order_by(audit_chain.c.number)
    .limit(bindparam("most"))
)
_before = audit_chain.alias("before")
_of_employer = (
    select(audit_chain.c.number, audit_chain.c.hash.label("link"), _before.c.hash.label("link_before"), audit_entries)
    .outerjoin(audit_chain, audit_chain.c.entry_id == audit_entries.c.id)
    .outerjoin(_before, _before.c.number == audit_chain.c.number - 1)
    .where(audit_entries.c.employer_id == bindparam("employer"))
    .where(audit_entries.c.id >= bindparam("first"), audit_entries.c.id < bindparam("before"))
    .order_by(audit_entries.c.id.desc())
    .limit(bindparam("most"))
)
_link_at = select(audit_chain.c.hash).where(audit_chain.c.number == bindparam("number"))


@dataclass(frozen=True, slots=True)
class Client:
    """From where something is done: the kind of client, and the first part of its network address.

    `key`: the id of the API key that an employer's program used.
    """

    kind: Literal["phone", "computer", "program", "command", "task"]
    network: str | None = None
    key: str | None = None


REMEMBERED_NETWORKS = 4096
"""Addresses whose network is remembered: working it out costs as much as a lookup in the database."""

TASK = Client("task")

current_client: ContextVar[Client] = ContextVar("current_client", default=TASK)
"""Set by the middleware of requests and by the command line; `core.db` carries it into its threads."""


@dataclass(frozen=True, slots=True)
class Act:
    """Something that was done. Ids of candidates, interviews and applications are stored as digests."""

    action: Action
    actor: Actor
    actor_id: str | None
    subject: Subject | None = None
    subject_id: str | None = None
    employer_id: str | None = None
    details: Details | None = None


@dataclass(frozen=True, slots=True)
class Entry:
    """An act as stored."""

    id: str
    at: str
    employer_id: str | None
    actor: Actor
    actor_id: str | None
    action: Action
    subject: Subject | None
    subject_id: str | None
    client: str
    network: str | None
    details: str


@dataclass(frozen=True, slots=True)
class Logged:
    """An entry with its number in the chain, and whether it is as it was chained; both None until it is chained."""

    entry: Entry
    number: int | None
    unchanged: bool | None


@dataclass(frozen=True, slots=True)
class Head:
    """The last link of the chain. Kept elsewhere, it proves later that nothing before it was changed or cut off."""

    number: int
    hash: str


@dataclass(frozen=True, slots=True)
class Verified:
    """The result of a verification: the head of the chain, and the first broken entry, if there is one."""

    head: Head
    broken: Violation | None


def record(  # noqa: PLR0913  (an entry has these parts)
    tx: Tx, action: Action, actor: Actor, actor_id: str | None = None, *, subject: Subject | None = None,
    subject_id: str | None = None, employer_id: str | None = None, details: Details | None = None,
) -> None:  # fmt: skip
    """Add an entry to the audit log, in the transaction of what it records."""
    record_all(tx, [Act(action, actor, actor_id, subject, subject_id, employer_id, details)])


def record_all(tx: Tx, acts: Sequence[Act]) -> None:
    """Add several entries, in one statement."""
    if acts:
        client, at = current_client.get(), _instant(now())
        tx.execute(_insert, [_row(act, client, at) for act in acts])


def operator_or_system() -> Actor:
    """Return who acts where nobody is signed in: an operator with a command, or a task of this program."""
    return "operator" if current_client.get().kind == "command" else "system"


def digest_of(person_id: str) -> str:
    """Return the pseudonym under which the audit log knows a person: the SHA-256 of their id, in hex."""
    return sha256(person_id.encode()).hexdigest()


def client_from(user_agent: str, host: str) -> Client:
    """Return the client of a request: its kind, and the IPv4 /24 or IPv6 /48 that its address belongs to."""
    kind: Literal["phone", "computer", "program"] = "program"
    if "Mozilla/" in user_agent:
        kind = "phone" if "Mobi" in user_agent or "Android" in user_agent else "computer"
    return Client(kind, _network_of(host))


@lru_cache(REMEMBERED_NETWORKS)
def _network_of(host: str) -> str | None:
    try:
        address = ip_address(host)
    except ValueError:  # Unix sockets have no address.
        return None
    if isinstance(address, IPv6Address):
        address = address.ipv4_mapped or address
    return str(ip_network((address, 48 if address.version == 6 else 24), strict=False))


def schedule(tx: Tx) -> None:
    """Schedule the task that appends entries to the chain, once."""
    ensure_scheduled(tx, CHAIN, {}, key=CHAIN)


def handlers(db: Database) -> dict[str, Handler]:
    """Return the task that appends entries to the chain. Its first run in a process looks at all entries."""
    floor = ""

    async def chain(_task: Task) -> None:
        nonlocal floor
        added = await db.write(append_to_chain, floor)
        if added == MAX_ENTRIES:
            raise Snooze(timedelta(0))
        floor = first_id(now() - LATE)
        raise Snooze(CHAIN_EVERY)

    return {CHAIN: chain}


def append_to_chain(tx: Tx, floor: str = "") -> int:
    """Append up to `MAX_ENTRIES` entries whose id is above `floor` to the chain; return their number."""
    hold_lock(tx, CHAIN)
    head = head_of(tx)
    number, link = head.number, head.hash
    rows = []
    for row in tx.execute(_unchained, {"floor": floor, "most": MAX_ENTRIES}).mappings():
        number, link = number + 1, _link(number + 1, link, row)
        rows.append({"number": number, "entry_id": row["id"], "hash": link})
    if rows:
        tx.execute(_append, rows)
        log.info("audit log chained", number=number, head=link)  # The log is another witness of the chain.
    return len(rows)


def head_of(tx: Tx) -> Head:
    """Return the last link of the chain; number 0 for an empty one."""
    row = tx.execute(_head).first()
    return Head(row.number, row.hash) if row else Head(0, FIRST_LINK)


def verify(tx: Tx, known: Head | None = None) -> Verified:
    """Verify the whole chain. With `known`, an earlier head, also that it is still a part of the chain.

    Entries that are not in the chain after `LATE` are broken too.
    """
    head = Head(0, FIRST_LINK)
    for number, entry_id, link, row in _all_links(tx):
        why = None
        if number != head.number + 1:
            return Verified(head, Violation(f"entry {head.number + 1}", "is missing"))
        if row["id"] is None:
            why = "is missing"
        elif link != _link(number, head.hash, row):
            why = "was changed"
        if why:
            return Verified(head, Violation(f"entry {number} ({entry_id})", why))
        head = Head(number, link)
    if known and known.number and tx.execute(_link_at, {"number": known.number}).scalar() != known.hash:
        return Verified(head, Violation(f"entry {known.number}", "is not the one that was noted"))
    for row in tx.execute(_unchained, {"floor": "", "most": 1}).mappings():
        if row["id"] < first_id(now() - LATE):
            return Verified(head, Violation(row["id"], "is not in the chain"))
    return Verified(head, None)


def invariants(db: Database) -> list[Invariant]:
    """Return the invariant of the audit log."""

    async def broken() -> list[Violation]:
        found = (await db.read(verify)).broken
        return [found] if found else []

    return [Invariant("audit.chain", "no entry of the audit log was changed or removed", broken)]


def entries(
    tx: Tx, *, employer_id: str | None = None, subject_id: str | None = None, before: str = "~", most: int = 50
) -> list[Entry]:
    """Return entries, latest first: of one employer, or about one subject, or all; `before` is the id to go on from."""
    found = select(audit_entries).where(audit_entries.c.id < before).order_by(audit_entries.c.id.desc()).limit(most)
    if employer_id:
        found = found.where(audit_entries.c.employer_id == employer_id)
    if subject_id:
        found = found.where(audit_entries.c.subject_id == subject_id)
    return [Entry(**row) for row in tx.execute(found).mappings()]


def log_of_employer(tx: Tx, employer_id: str, first: str, before: str, most: int = MAX_ENTRIES) -> list[Logged]:
    """Return an employer's entries from id `first` to below `before`, latest first, each compared with its link."""
    values = {"employer": employer_id, "first": first, "before": before, "most": most}
    return [_logged(row) for row in tx.execute(_of_employer, values).mappings()]


def _logged(row: RowMapping) -> Logged:
    number = row["number"]
    link_before = FIRST_LINK if number == 1 else row["link_before"]
    unchanged = None if number is None else link_before is not None and row["link"] == _link(number, link_before, row)
    return Logged(Entry(**{name: row[name] for name in _COLUMNS}), number, unchanged)


def _all_links(tx: Tx) -> Iterator[tuple[Any, Any, Any, RowMapping]]:
    after = -1
    while page := tx.execute(_links, {"after": after, "most": MAX_ENTRIES}).all():
        for row in page:
            named = row._mapping  # noqa: SLF001  (the documented way to a row's mapping)
            yield row.number, row.entry_id, row.link, named
            after = max(after + 1, row.number if isinstance(row.number, int) else after + 1)


def _row(act: Act, client: Client, at: str) -> dict[str, Any]:
    return {
        "id": new_id(),
        "at": at,
        "employer_id": act.employer_id,
        "actor": act.actor,
        "actor_id": digest_of(act.actor_id) if act.actor == "candidate" and act.actor_id else act.actor_id,
        "action": act.action,
        "subject": act.subject,
        "subject_id": digest_of(act.subject_id) if act.subject in _ERASABLE and act.subject_id else act.subject_id,
        "client": client.kind,
        "network": client.network,
        "details": _as_json({**(act.details or {}), **({"key": client.key} if client.key else {})}),
    }


def _instant(at: datetime) -> str:
    return at.astimezone(UTC).isoformat(timespec="microseconds")


def _link(number: int, before: str, row: RowMapping) -> str:
    content = _as_json({name: row[name] for name in _COLUMNS})
    return sha256(f"{number}\n{before}\n{content}".encode()).hexdigest()


def _as_json(value: Mapping[str, Any]) -> str:
    """Return canonical JSON. A value that is no text, such as one of a tampered SQLite row, becomes its `repr`."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True, default=repr)
