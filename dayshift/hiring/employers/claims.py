"""Claims: an employer asks for imported jobs that carry its name. Nothing is given away without proof.

The proof is a link mailed to an address at the domain of the jobs' own pages, opened by a member of the employer that
asked, or the decision of an operator. Domains where many employers post prove nothing.
"""

import secrets
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal
from urllib.parse import urlsplit

from sqlalchemy import bindparam, select, update

from dayshift.core.audit import Act, Action, Actor, Details, operator_or_system, record_all
from dayshift.core.clock import now
from dayshift.core.db import Tx, insert
from dayshift.core.errors import InvalidRequest, NotFound
from dayshift.core.events import publish
from dayshift.core.ids import hash_token, new_id
from dayshift.hiring.employers.actions import adopt_jobs
from dayshift.hiring.employers.domains import MAIL_PROVIDERS, prove_by_claim
from dayshift.hiring.employers.errors import ClaimTaken, LinkExpired
from dayshift.hiring.employers.events import ClaimDecided, ClaimRequested
from dayshift.hiring.employers.models import claims
from dayshift.hiring.employers.posting_queries import postings_of_jobs
from dayshift.hiring.employers.queries import Location, Member, find_employer, locations_of, several_employers
from dayshift.jobs.catalog import POSTED, Job, jobs_of_employers

ClaimState = Literal["pending", "approved", "refused"]

MAIL_LIFETIME = timedelta(hours=24)
"""How long a mailed link works."""

OPERATOR_LIFETIME = timedelta(days=90)
"""How long a claim waits for an operator."""

SHARED_DOMAINS = frozenset(
    """
    adp.com applytojob.com ashbyhq.com bamboohr.com breezy.hr craigslist.org culinaryagents.com dayforcehcm.com
    facebook.com github.io glassdoor.com google.com greenhouse.io harri.com hcareers.com icims.com indeed.com
    instagram.com jobvite.com lever.co linkedin.com monster.com myworkdayjobs.com netlify.app oraclecloud.com
    paycomonline.net paylocity.com poachedjobs.com recruitee.com smartrecruiters.com snagajob.com squarespace.com
    taleo.net teamtailor.com ultipro.com vercel.app weebly.com wixsite.com wordpress.com workable.com workstream.us
    ziprecruiter.com
    """.split()  # noqa: SIM905
)
"""Job boards and hosts: an address there does not belong to the employer of a job."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A request for the jobs of `job_employer`, in lower case, at `domain`. `email` None: an operator decides."""

    id: str
    employer_id: str
    job_employer: str
    domain: str
    email: str | None
    state: ClaimState
    requested_by: str | None
    created_at: datetime
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class Group:
    """Unclaimed imported jobs under an employer's name whose pages are at one domain; "" if they name no page."""

    domain: str
    jobs: tuple[Job, ...]
    claim: Claim | None

    @property
    def provable(self) -> bool:
        """Whether an address at the domain is proof."""
        return is_provable(self.domain)


_columns = [claims.c[name] for name in Claim.__slots__]
_insert = insert(claims)
_of_employer = select(*_columns).where(claims.c.employer_id == bindparam("employer")).order_by(claims.c.created_at)
_pending = (
    select(*_columns)
    .where(claims.c.state == "pending", claims.c.expires_at > bindparam("now"))
    .order_by(claims.c.created_at, claims.c.id)
    .limit(bindparam("most"))
)
_by_id = select(*_columns).where(claims.c.id == bindparam("id"))
_approved = select(*_columns).where(
    claims.c.job_employer == bindparam("name"), claims.c.domain == bindparam("domain"), claims.c.state == "approved"
)
_close = update(claims).where(
    claims.c.employer_id == bindparam("employer"),
    claims.c.job_employer == bindparam("name"),
    claims.c.domain == bindparam("at_domain"),
    claims.c.state == "pending",
)
_of_key = select(*_columns).where(
    claims.c.token_hash == bindparam("hash"), claims.c.state == "pending", claims.c.expires_at > bindparam("now")
)
_set_key = update(claims).where(claims.c.id == bindparam("claim"), claims.c.state == "pending")
_decide = update(claims).where(claims.c.id == bindparam("claim"), claims.c.state == "pending")


def domain_of(url: str | None) -> str:
    """Return the host of a job's page without "www."; "" if there is none."""
    try:
        host = urlsplit(url or "").hostname or ""
    except ValueError:
        return ""
    return host.lower().removeprefix("www.").rstrip(".")


def is_provable(domain: str) -> bool:
    """Whether an address at this domain shows that it is the employer's own."""
    labels = domain.split(".")
    parents = {".".join(labels[at:]) for at in range(len(labels) - 1)}
    return len(labels) > 1 and not labels[-1].isdigit() and not parents & (SHARED_DOMAINS | MAIL_PROVIDERS)


def proves(email: str, domain: str) -> bool:
    """Whether an address belongs to the domain of a page: the same one, or one above it."""
    at = email.rpartition("@")[2].lower()
    return is_provable(domain) and is_provable(at) and (domain == at or domain.endswith(f".{at}"))


def claimable(tx: Tx, member: Member) -> list[Group]:
    """Return the imported jobs under the employer's name that nobody has claimed, for members who hire everywhere."""
    if not member.covers_all:
        return []
    employer = find_employer(tx, member.employer_id)
    found = [job for job in jobs_of_employers(tx, [employer.name], now()) if job.source != POSTED]
    taken = postings_of_jobs(tx, [job.id for job in found])
    groups: dict[str, list[Job]] = defaultdict(list)
    for job in found:
        if job.id not in taken:
            groups[domain_of(job.url)].append(job)
    name = employer.name.casefold()
    own = {one.domain: one for one in _claims(tx, employer.id) if one.job_employer == name and _is_current(one)}
    free = [
        Group(domain, tuple(jobs), own.get(domain))
        for domain, jobs in groups.items()
        if not _is_taken(tx, name, domain, employer.id)
    ]
    return sorted(free, key=lambda group: (-len(group.jobs), group.domain))


def request_claim(tx: Tx, member: Member, domain: str, email: str | None, at: datetime) -> Claim:
    """Ask for a group of jobs. New jobs of a group that is already the employer's own are its own at once.

    Raises `NotFound` for a group that is not `claimable`, and `InvalidRequest` for an address that proves nothing.
    """
    group = next((one for one in claimable(tx, member) if one.domain == domain), None)
    if group is None:
        raise NotFound
    if group.claim and group.claim.state == "approved":
        _adopt(tx, group.claim, group.jobs)
        return group.claim
    if email is not None and not proves(email, domain):
        raise InvalidRequest(fields={"email": f"Please enter an address at {domain}"})
    name = find_employer(tx, member.employer_id).name.casefold()
    which = {"employer": member.employer_id, "name": name, "at_domain": domain}
    tx.execute(_close.values(state="refused", decided_at=at, token_hash=None, email=None), which)
    claim = Claim(
        id=new_id(),
        employer_id=member.employer_id,
        job_employer=name,
        domain=domain,
        email=email,
        state="pending",
        requested_by=member.id,
        created_at=at,
        expires_at=at + (MAIL_LIFETIME if email else OPERATOR_LIFETIME),
    )
    tx.execute(_insert, {name: getattr(claim, name) for name in Claim.__slots__})
    _record(tx, "claim.requested", claim, "member", member.id, {"proof": "address" if email else "operator"})
    if email:
        publish(tx, ClaimRequested(claim.id))
    return claim


def site_of_employer(tx: Tx, job_id: str) -> str | None:
    """Return the home page of the employer of a job, if the employer has proved that its domain is its own."""
    posting = postings_of_jobs(tx, [job_id]).get(job_id)
    proved = (claim for claim in _claims(tx, posting.employer_id) if claim.state == "approved") if posting else ()
    domain = next((claim.domain for claim in proved if is_provable(claim.domain)), None)
    return f"https://{domain}/" if domain else None


def issue_claim_key(tx: Tx, claim_id: str) -> tuple[Claim, str] | None:
    """Create the token of a claim's link; an earlier one stops working. None if the claim no longer waits for it."""
    claim = find_claim(tx, claim_id)
    if claim is None or claim.email is None or claim.state != "pending" or claim.expires_at <= now():
        return None
    token = secrets.token_urlsafe(32)
    tx.execute(_set_key.values(token_hash=hash_token(token)), {"claim": claim_id})
    return claim, token


def confirm_claim(tx: Tx, member: Member, token: str) -> int:
    """Use a mailed link, in the session of a member of the employer that asked; return how many jobs are now its own.

    Raises `LinkExpired`, also for members of other employers, and `ClaimTaken`.
    """
    row = tx.execute(_of_key, {"hash": hash_token(token), "now": now()}).first()
    if row is None or row.employer_id != member.employer_id or not member.covers_all:
        raise LinkExpired
    claim = Claim(*row)
    moved = _approve(tx, claim)
    if claim.email is not None:
        prove_by_claim(tx, member, claim.email.rpartition("@")[2].lower())
    _record(tx, "claim.decided", claim, "member", member.id, {"approved": True, "jobs": moved})
    return moved


def pending_claims(tx: Tx, most: int) -> list[Claim]:
    """Return claims that nobody has decided, oldest first, those that wait for a mailed link included."""
    return [Claim(*row) for row in tx.execute(_pending, {"now": now(), "most": most})]


def find_claim(tx: Tx, claim_id: str) -> Claim | None:
    """Return a claim in any state."""
    row = tx.execute(_by_id, {"id": claim_id}).first()
    return Claim(*row) if row else None


def decide_claim(
    tx: Tx, claim_id: str, *, approve: bool, reason: str | None = None, operator_id: str | None = None
) -> int:
    """Decide a pending claim as an operator; return how many jobs it moves. Raises `NotFound` and `ClaimTaken`.

    `reason`: why it is refused, for the member who asked. `operator_id` is a digest, None for an operator at the
    command line.
    """
    claim = find_claim(tx, claim_id)
    if claim is None or not _is_current(claim) or claim.state != "pending":
        raise NotFound
    moved = _approve(tx, claim) if approve else 0
    if not approve:
        tx.execute(_decide.values(state="refused", decided_at=now(), token_hash=None, email=None), {"claim": claim.id})
    actor: Actor = "operator" if operator_id else operator_or_system()
    _record(tx, "claim.decided", claim, actor, operator_id, {"approved": approve, "jobs": moved})
    publish(tx, ClaimDecided(claim.id, approve, reason))
    return moved


def claimed_jobs(tx: Tx, asked: Sequence[Claim]) -> dict[str, list[Job]]:
    """Return the imported jobs that each of these claims asks for and nobody has, by the claim's id."""
    names = {one.id: one.name for one in several_employers(tx, {one.employer_id for one in asked}).values()}
    found = [job for job in jobs_of_employers(tx, {*names.values()}, now()) if job.source != POSTED]
    taken = postings_of_jobs(tx, [job.id for job in found])
    groups: dict[tuple[str, str], list[Job]] = defaultdict(list)
    for job in found:
        if job.id not in taken:
            groups[job.employer.casefold(), domain_of(job.url)].append(job)

    def jobs_for(claim: Claim) -> list[Job]:
        current = names[claim.employer_id].casefold() == claim.job_employer  # It may have another name since.
        return groups.get((claim.job_employer, claim.domain), []) if current else []

    return {one.id: jobs_for(one) for one in asked}


def _record(tx: Tx, action: Action, claim: Claim, actor: Actor, actor_id: str | None, details: Details) -> None:
    record_all(tx, [Act(action, actor, actor_id, "claim", claim.id, claim.employer_id, details)])


def _approve(tx: Tx, claim: Claim) -> int:
    if tx.execute(_approved, {"name": claim.job_employer, "domain": claim.domain}).first() is not None:
        raise ClaimTaken
    tx.execute(_decide.values(state="approved", decided_at=now(), token_hash=None, email=None), {"claim": claim.id})
    return _adopt(tx, claim, claimed_jobs(tx, [claim])[claim.id])


def _adopt(tx: Tx, claim: Claim, found: Sequence[Job]) -> int:
    places = [place for place in locations_of(tx, claim.employer_id) if place.closed_at is None]
    for job in found:
        adopt_jobs(tx, claim.employer_id, [job.id], _place_of(job, places))
    return len(found)


def _place_of(job: Job, places: Sequence[Location]) -> str | None:
    """Return the only location in the job's zip code, or in its city if the job names no zip code."""
    if job.zip:
        near = [place for place in places if place.zip == job.zip]
    else:
        near = [place for place in places if (place.city, place.state) == (job.city, job.state)]
    return near[0].id if len(near) == 1 else None


def _claims(tx: Tx, employer_id: str) -> list[Claim]:
    return [Claim(*row) for row in tx.execute(_of_employer, {"employer": employer_id})]


def _is_current(claim: Claim) -> bool:
    return claim.state == "approved" or (claim.state == "pending" and claim.expires_at > now())


def _is_taken(tx: Tx, name: str, domain: str, employer_id: str) -> bool:
    row = tx.execute(_approved, {"name": name, "domain": domain}).first()
    return row is not None and row.employer_id != employer_id
