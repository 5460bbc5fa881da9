"""What the law demands of a decision: when AI levels may be shown, the explanation of a decline, and the record."""

from dataclasses import asdict, dataclass
from datetime import date, datetime
from hashlib import sha256
from typing import Any, Literal

from sqlalchemy import bindparam, delete, func, select

from dayshift.accounts import find_user
from dayshift.core.db import Tx, insert
from dayshift.core.ids import new_id
from dayshift.hiring.applications.grants import SWITCHES
from dayshift.hiring.applications.history import MemberRating, ratings_of
from dayshift.hiring.applications.models import VIEWED, decision_records, views
from dayshift.hiring.applications.queries import Application, find_grant
from dayshift.hiring.applications.stages import Action
from dayshift.hiring.employers import Member, find_location
from dayshift.interviews.room import Interview, answers_of, any_interview
from dayshift.jobs.catalog import find_jobs
from dayshift.knowledge.jurisdictions import RECORD_YEARS, Where, after_business_days, where, years_to_keep

AiPart = Literal["none", "unseen", "seen"]
"""Which part the AI had in a decision: it gave no levels, levels that stayed hidden, or levels that the member saw."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """How a member came to a decision, as the candidate is told it.

    `viewed` of the `answers` were viewed by the member; `look`: another look can still be asked for.
    """

    member: str
    role: str
    answers: int
    viewed: int
    ai: AiPart
    look: bool

    def stored(self) -> dict[str, Any]:
        """JSON values as they are stored with the move."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Decision:
    """A member's decision: invite, offer or decline; `reason` is the code of a decline."""

    member: Member
    action: Action
    reason: str | None
    at: datetime


_viewed = (
    select(func.count(views.c.answer.distinct()))
    .where(views.c.application_id == bindparam("application"), views.c.member_id == bindparam("member"), VIEWED)
)  # fmt: skip
_insert = insert(decision_records)
_drop_old = delete(decision_records).where(
    decision_records.c.kept_until < bindparam("day"),
    decision_records.c.employer_id.not_in(bindparam("held", expanding=True)),
)


def where_of(tx: Tx, application: Application) -> Where:
    """Return the jurisdictions of an application: those of the job's place and of the candidate's home."""
    location = find_location(tx, application.employer_id, application.location_id) if application.location_id else None
    job = None if location else find_jobs(tx, [application.job_id]).get(application.job_id)
    place = location or job
    user = find_user(tx, application.user_id)
    return where(place.zip if place else None, place.state if place else None, user.zip_code if user else None)


def levels_from(tx: Tx, application: Application, interview: Interview) -> datetime | None:
    """Return the instant from which the AI's levels may be shown to members who have not judged the answer themselves.

    None: at once. The candidate was told about the AI when they consented to the interview.
    """
    consented = interview.consent_at or interview.created_at
    waits = where_of(tx, application).rules(consented, "score_wait")
    if not waits:
        return None
    return after_business_days(consented, max(rule.days or 0 for rule in waits))


def has_seen_level(rating: MemberRating, shown_from: datetime | None, at: datetime) -> bool:
    """Whether this rating opened the AI's level: after one's own judgement, or after skipping once the wait is over."""
    return not rating.skipped or shown_from is None or at >= shown_from


def explain(tx: Tx, application: Application, member: Member, at: datetime) -> Explanation:
    """Return how this member came to the decision that they are making now."""
    interview = any_interview(tx, application.interview_id) if application.interview_id else None
    answers = len(answers_of(tx, [interview.id])[interview.id]) if interview else 0
    viewed = tx.execute(_viewed, {"application": application.id, "member": member.id}).scalar_one()
    ai = _ai_part(tx, application, interview, member, at)
    look = application.look_asked_at is None
    return Explanation(member.name, member.role, answers, min(viewed, answers), ai, look)


def keep_record(tx: Tx, application: Application, decision: Decision, how: Explanation) -> None:
    """Store the record of a decision about `application`, given as it was before."""
    member, at = decision.member, decision.at
    interview = any_interview(tx, application.interview_id) if application.interview_id else None
    report = interview.report if interview else None
    grant = find_grant(tx, application.user_id, application.employer_id)
    place = where_of(tx, application)
    levels = _levels(tx, application, interview, member)
    judged = [one for one in levels if one["ai"] is not None and one["member"] is not None]
    keeping = place.rules(at, "record")
    row = {
        "id": new_id(),
        "subject": sha256(application.id.encode()).hexdigest(),
        "employer_id": application.employer_id,
        "posting_id": application.posting_id,
        "title": application.title,
        "action": decision.action,
        "from_stage": application.stage,
        "reason": decision.reason,
        "member_id": member.id,
        "member_name": member.name,
        "member_role": member.role,
        "decided_at": at,
        "answers": how.answers,
        "viewed": how.viewed,
        "ai": how.ai,
        "levels": levels,
        "overruled": any(one["ai"] != one["member"] for one in judged) if judged else None,
        "recommendation": report.recommendation if report and how.ai != "none" else None,
        "shared": {name: getattr(grant, name) for name in SWITCHES} if grant else {},
        "sharing_version": grant.consent_version if grant else None,
        "consent_version": interview.consent_version if interview else None,
        "plan": f"{report.plan} {report.plan_version}" if report and report.plan else None,
        "scorer": report.scorer if report else None,
        "model": report.model if report else None,
        "rules": sorted(rule.id for rule in place.rules(at)),
        "kept_until": _years_later(at.date(), max(RECORD_YEARS, years_to_keep(keeping))),
    }
    tx.execute(_insert, row)


def drop_old_records(tx: Tx, day: date, held: list[str]) -> int:
    """Delete the records that need not be kept on this day, but none of the employers `held`; return how many."""
    return tx.execute(_drop_old, {"day": day, "held": held}).rowcount


def _ai_part(tx: Tx, application: Application, interview: Interview | None, member: Member, at: datetime) -> AiPart:
    grant = find_grant(tx, application.user_id, application.employer_id)
    if interview is None or interview.scoring != "done" or not interview.report or not (grant and grant.score):
        return "none"
    shown_from = levels_from(tx, application, interview)
    own = [one for one in ratings_of(tx, application.id) if one.author == member.id]
    return "seen" if any(has_seen_level(one, shown_from, at) for one in own) else "unseen"


def _levels(tx: Tx, application: Application, interview: Interview | None, member: Member) -> list[dict[str, Any]]:
    """The AI's and the member's level for each competency. A member's own first level is never the AI's."""
    report = interview.report if interview else None
    own = {one.competency: one.level for one in ratings_of(tx, application.id) if one.author == member.id}
    ai = {one.competency: one for one in report.competencies} if report else {}
    return [
        {
            "competency": name,
            "ai": ai[name].level if name in ai else None,
            "confidence": ai[name].confidence if name in ai else None,
            "member": own.get(name),
        }
        for name in dict.fromkeys([*ai, *own])
    ]


def _years_later(day: date, years: int) -> date:
    try:
        return day.replace(year=day.year + years)
    except ValueError:  # February 29.
        return day.replace(year=day.year + years, day=28)
