"""What operators do with employers: invite an owner again, add one, and close an employer for good."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from dayshift.core.audit import Action, Actor, Details, operator_or_system, record
from dayshift.core.db import Tx, discard_lost
from dayshift.core.events import publish
from dayshift.core.language import Language
from dayshift.exchange.webhooks import end_endpoints, webhook_hosts
from dayshift.hiring.applications import close_applications
from dayshift.hiring.employers import (
    Member,
    SecretsDiscarded,
    add_owner,
    close_employer,
    find_employer,
    find_member,
    find_member_by_email,
    invite_again_by_operator,
    reset_second_factor,
)


@dataclass(frozen=True, slots=True)
class Closed:
    """What the end of an employer ended."""

    applications: int
    jobs: int
    members: int


def invite(tx: Tx, employer_id: str, email: str, operator_id: str | None = None) -> Member:
    """Send somebody's invitation again. Raises `NotFound` if nobody with this address is invited."""
    known = find_member_by_email(tx, employer_id, email)
    member = invite_again_by_operator(tx, employer_id, known.id if known else "")
    _record(tx, "member.invited", member, operator_id, {"again": True, "role": member.role})
    return member


def give_owner(
    tx: Tx, employer_id: str, email: str, name: str, language: Language, operator_id: str | None = None
) -> Member:
    """Make somebody an owner, or invite them as one. All owners get a mail. Raises `NotFound` and `EmployerClosed`."""
    member = add_owner(tx, employer_id, email, name, language)
    _record(tx, "employer.owner_added", member, operator_id, {"invited": member.state == "invited"})
    return member


def close(tx: Tx, employer_id: str, operator_id: str | None = None, owner_id: str | None = None) -> Closed:
    """Close an employer: candidates get a letter, jobs are taken down, members, keys, links and webhooks end.

    `owner_id`: the owner who closes it, else an operator does. Irreversible. Raises `NotFound` and `EmployerClosed`.
    """
    find_employer(tx, employer_id)
    owner = find_member(tx, owner_id) if owner_id else None
    jobs, members = close_employer(tx, employer_id)
    closed = Closed(close_applications(tx, employer_id, owner), jobs, members)
    endpoints = end_endpoints(tx, employer_id)
    actor: Actor = "member" if owner_id else "operator" if operator_id else operator_or_system()
    record(
        tx, "employer.closed", actor, owner_id or operator_id,
        subject="employer", subject_id=employer_id, employer_id=employer_id,
        details={"applications": closed.applications, "jobs": jobs, "members": members, "endpoints": endpoints},
    )  # fmt: skip
    return closed


def discard_secrets(tx: Tx) -> dict[str, int]:
    """Delete the stored secrets that no key opens; return their numbers by table.

    Members whose second factor is lost get a mail, and set it up again. Providers of single sign-on and webhooks end;
    the owners get a mail about theirs.
    """
    before = webhook_hosts(tx)
    lost = discard_lost(tx)
    _notify_owners(tx, lost, before, webhook_hosts(tx))
    for member_id in lost.get("members", []):
        if member := find_member(tx, member_id):
            reset_second_factor(tx, member.employer_id, member_id)
    numbers = {table: len(rows) for table, rows in lost.items()}
    record(tx, "key.revoked", operator_or_system(), subject="key", subject_id="secrets", details=numbers)
    return numbers


def _notify_owners(
    tx: Tx,
    lost: Mapping[str, Sequence[str]],
    before: Mapping[str, tuple[str, str]],
    after: Mapping[str, tuple[str, str]],
) -> None:
    """Publish what stopped working, by employer; `before` and `after`: the employer and host of each webhook."""
    providers = set(lost.get("identity_providers", ()))
    hosts: dict[str, set[str]] = {employer_id: set() for employer_id in providers}
    for endpoint in before.keys() - after.keys():
        employer_id, host = before[endpoint]
        hosts.setdefault(employer_id, set()).add(host)
    for employer_id, names in hosts.items():
        publish(tx, SecretsDiscarded(employer_id, employer_id in providers, ", ".join(sorted(names))))


def _record(tx: Tx, action: Action, member: Member, operator_id: str | None, details: Details) -> None:
    record(
        tx, action, "operator" if operator_id else operator_or_system(), operator_id,
        subject="member", subject_id=member.id, employer_id=member.employer_id, details=details,
    )  # fmt: skip
