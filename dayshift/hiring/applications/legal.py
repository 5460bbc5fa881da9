"""What the law demands of a decision: when AI levels may be shown, its explanation, and the record."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import date, datetime
from hashlib import sha256
from typing import Any, Literal

from sqlalchemy import bindparam, delete, func, literal, select, union

from dayshift.accounts import is_held, several_users
from dayshift.core.clock import now
from dayshift.core.db import Tx, insert
from dayshift.core.ids import new_id
from dayshift.hiring.applications.access import others_hiring
from dayshift.hiring.applications.grants import SWITCHES
from dayshift.hiring.applications.history import MemberRating, ratings_of_several
from dayshift.hiring.applications.models import (
    VIEWED,
    applications,
    decision_records,
    messages,
    moves,
    notes,
    ratings,
    views,
)
from dayshift.hiring.applications.queries import COLUMNS, Application, Grant, grants_of
from dayshift.hiring.applications.stages import Action
from dayshift.hiring.employers import Member, members_of, several_locations
from dayshift.interviews.room import Interview, answers_of, several_interviews
from dayshift.jobs.catalog import find_jobs
from dayshift.knowledge.jurisdictions import RECORD_YEARS, Where, after_business_days, where, years_to_keep

AiPart = Literal["none", "unseen", "seen"]
"""Which part the AI had in a decision: it gave no levels, levels that stayed hidden, or levels that the member saw."""


Data = Literal["video", "words", "ai_levels", "quick_answers", "messages", "meeting", "team"]
"""What a decision is based on, besides the application: see `[data]` in `wording/`."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """How a member came to a decision, as the candidate is told it.

    `viewed` of the `answers` were viewed by the member; `look`: another look can still be asked for; `alone`:
    nobody else hired there who could take it. `data` is None if it was stored before decisions named it. `again`: the
    member viewed an answer after another look was asked for; None if none was, or if it was not stored yet. `levels`:
    the AI suggested a level for an answer. `leveled`: for how many; `levels_seen`: how many of these the member was
    shown. Both are None if they were not stored yet.
    """

    member: str
    role: str
    answers: int
    viewed: int
    ai: AiPart
    look: bool
    data: Sequence[Data] | None = None
    alone: bool = False
    again: bool | None = None
    levels: bool = True
    leveled: int | None = None
    levels_seen: int | None = None

    def stored(self) -> dict[str, Any]:
        """JSON values as they are stored with the move."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Decision:
    """A member's decision: invite, offer, decline or close; `reason` is the code of one against the candidate."""

    member: Member
    action: Action
    reason: str | None
    at: datetime


@dataclass(frozen=True, slots=True)
class _Basis:
    """What a member had before them when they decided. `viewed`: when they last viewed an answer so.

    Somebody who applied for several jobs of an employer with one interview gave the same answers to all of them, so
    views and ratings are those of all these applications.
    """

    interview: Interview | None
    answers: int
    viewed: Mapping[tuple[int, str], datetime]
    grant: Grant | None
    ratings: Sequence[MemberRating]
    """By the member."""
    others: Sequence[MemberRating]
    """By colleagues, and by people of review links."""
    shown_from: Mapping[str, datetime | None]
    """From when the AI's levels may be shown to those who skipped, by the application that was rated."""
    sources: frozenset[str]
    place: Where
    alone: bool


_with_interviews = select(*COLUMNS).where(
    applications.c.employer_id == bindparam("employer"),
    applications.c.interview_id.in_(bindparam("interviews", expanding=True)),
)
_viewed = (
    select(views.c.application_id, views.c.answer, views.c.kind, func.max(views.c.last_at).label("last_at"))
    .where(
        views.c.application_id.in_(bindparam("applications", expanding=True)),
        views.c.member_id == bindparam("member"),
        VIEWED,
    )
    .group_by(views.c.application_id, views.c.answer, views.c.kind)
)
_sources = union(
    select(messages.c.application_id, literal("messages").label("source")).where(
        messages.c.application_id.in_(bindparam("applications", expanding=True)), messages.c.sender == "candidate"
    ),
    select(moves.c.application_id, literal("meeting")).where(
        moves.c.application_id.in_(bindparam("applications", expanding=True)), moves.c.action == "meet"
    ),
    select(notes.c.application_id, literal("team")).where(
        notes.c.application_id.in_(bindparam("applications", expanding=True))
    ),
    select(ratings.c.application_id, literal("team")).where(
        ratings.c.application_id.in_(bindparam("applications", expanding=True)),
        ratings.c.author != bindparam("member"),
    ),
)
_insert = insert(decision_records)
_of_held = select(applications.c.id).where(is_held(applications.c.user_id, applications.c.employer_id))
_drop = delete(decision_records).where(decision_records.c.id == bindparam("record"))
_old = select(decision_records.c.id, decision_records.c.subject).where(
    decision_records.c.kept_until < bindparam("day"),
    decision_records.c.employer_id.not_in(bindparam("held", expanding=True)),
)


def levels_from(tx: Tx, application: Application, interview: Interview) -> datetime | None:
    """Return the instant from which the AI's levels may be shown to members who have not judged the answer themselves.

    None: at once. The wait begins when the candidate has been told about the AI with the notice of the job's place.
    """
    return _levels_from(_places(tx, [application])[application.id], application, interview)


def _levels_from(place: Where, application: Application, interview: Interview) -> datetime | None:
    """The notice of a place is on its postings, and before interviews for its jobs: shown at the latest on applying.

    An interview for another job, perhaps in another place, did not show it.
    """
    told = max(interview.consent_at or interview.created_at, application.submitted_at)
    waits = place.rules(told, "score_wait")
    if not waits:
        return None
    return after_business_days(told, max(rule.days or 0 for rule in waits))


def _places(tx: Tx, found: Sequence[Application]) -> dict[str, Where]:
    """Return the jurisdictions of applications: those of the job's place and of the candidate's home."""
    locations = several_locations(tx, {one.location_id for one in found if one.location_id})
    jobs = find_jobs(tx, {one.job_id for one in found if not one.location_id})
    users = several_users(tx, {one.user_id for one in found})
    places = {}
    for one in found:
        place = locations.get(one.location_id) if one.location_id else jobs.get(one.job_id)
        user = users.get(one.user_id)
        places[one.id] = where(
            place.zip if place else None, place.state if place else None, user.zip_code if user else None
        )
    return places


def has_seen_level(rating: MemberRating, shown_from: datetime | None, at: datetime) -> bool:
    """Whether this rating opened the AI's level: after one's own judgement, or after skipping once the wait is over."""
    return not rating.skipped or shown_from is None or at >= shown_from


def explain(tx: Tx, application: Application, member: Member, action: Action, at: datetime) -> Explanation:
    """Return how this member came to the decision that they are making now."""
    return _explained(application, action, _bases(tx, [application], member)[application.id], member, at)


def keep_records(
    tx: Tx, found: Sequence[Application], decision: Decision, known: Mapping[str, Explanation]
) -> dict[str, Explanation]:
    """Store the record of the same decision about each application, given as it was before; return the explanations.

    `known` are those from the moment of a decision that is only sent now. All applications are with one employer. The
    number of statements does not depend on theirs.
    """
    bases = _bases(tx, found, decision.member)
    explained = {
        one.id: known.get(one.id) or _explained(one, decision.action, bases[one.id], decision.member, decision.at)
        for one in found
    }
    if found:
        tx.execute(_insert, [_record(one, decision, bases[one.id], explained[one.id]) for one in found])
    return explained


def _bases(tx: Tx, found: Sequence[Application], member: Member) -> dict[str, _Basis]:
    interviews = several_interviews(tx, sorted({one.interview_id for one in found if one.interview_id}))
    answers = answers_of(tx, sorted(interviews))
    grants = grants_of(tx, member.employer_id, sorted({one.user_id for one in found}))
    with_same = _with_same_interview(tx, found, member.employer_id)
    together = {one.id: one for same in with_same.values() for one in same}
    places, rated = _places(tx, list(together.values())), ratings_of_several(tx, sorted(together))
    team = members_of(tx, member.employer_id)
    viewed, sources = defaultdict[str, dict[tuple[int, str], datetime]](dict), defaultdict[str, set[str]](set)
    for row in tx.execute(_viewed, {"applications": sorted(together), "member": member.id}):
        viewed[row.application_id][row.answer, row.kind] = row.last_at
    for row in tx.execute(_sources, {"applications": [one.id for one in found], "member": member.id}):
        sources[row.application_id].add(row.source)
    bases = {}
    for one in found:
        same, interview = with_same[one.id], interviews.get(one.interview_id or "")
        ratings = sorted(
            (rating for other in same for rating in rated[other.id]), key=lambda of: (not of.skipped, of.changed_at)
        )
        bases[one.id] = _Basis(
            interview, len(answers.get(one.interview_id or "", [])),
            _latest([viewed[other.id] for other in same]), grants.get(one.user_id),
            [rating for rating in ratings if rating.author == member.id],
            [rating for rating in ratings if rating.author != member.id],
            {other.id: _levels_from(places[other.id], other, interview) for other in same} if interview else {},
            frozenset(sources[one.id]), places[one.id], not others_hiring(team, one, member.id),
        )  # fmt: skip
    return bases


def _latest(seen: Sequence[Mapping[tuple[int, str], datetime]]) -> dict[tuple[int, str], datetime]:
    """Return when each answer was last viewed, in each way."""
    return {view: max(one[view] for one in seen if view in one) for each in seen for view in each}


def _with_same_interview(tx: Tx, found: Sequence[Application], employer_id: str) -> dict[str, list[Application]]:
    """Return each application together with those that the same interview was sent with to its employer."""
    interviews = sorted({one.interview_id for one in found if one.interview_id})
    sent = defaultdict[str, list[Application]](list)
    for row in tx.execute(_with_interviews, {"employer": employer_id, "interviews": interviews}):
        other = Application(*row)
        sent[other.interview_id or ""].append(other)
    return {one.id: sent[one.interview_id] if one.interview_id else [one] for one in found}


def _explained(application: Application, action: Action, basis: _Basis, member: Member, at: datetime) -> Explanation:
    ai = _ai_part(basis, at)
    leveled, levels_seen = _leveled(basis), _levels_seen(basis, at)
    kinds = {kind for _, kind in basis.viewed}
    used: Mapping[Data, bool] = {
        "video": "video" in kinds,
        "words": "words" in kinds,
        "ai_levels": bool(levels_seen),
        "quick_answers": bool(basis.grant and basis.grant.is_active(at) and basis.grant.quick_answers),
        "messages": "messages" in basis.sources,
        "meeting": "meeting" in basis.sources,
        "team": "team" in basis.sources,
    }
    viewed = min(len({answer for answer, _ in basis.viewed}), basis.answers)
    look = action == "decline" and application.look_asked_at is None
    data = [name for name, is_used in used.items() if is_used]
    asked_at = application.look_asked_at if action == "decline" else None
    again = any(last >= asked_at for last in basis.viewed.values()) if asked_at else None
    return Explanation(
        member.name, member.role, basis.answers, viewed, ai, look, data, look and basis.alone, again, bool(leveled),
        len(leveled), len(levels_seen),
    )  # fmt: skip


def _leveled(basis: _Basis) -> set[str]:
    """Return the competencies for whose answer the AI suggested a level, or people were shown one."""
    report = basis.interview.report if basis.interview else None
    given = {one.competency for one in (report.competencies if report else ()) if one.level is not None}
    return given | {one.competency for one in (*basis.ratings, *basis.others) if _was_shown_level(one)}


def _levels_seen(basis: _Basis, at: datetime) -> set[str]:
    """Return the competencies for which the member was shown a level of the AI, or could see it."""
    seen = {one.competency for one in basis.ratings if _was_shown_level(one)}
    if _ai_part(basis, at) == "seen" and basis.grant and basis.grant.score:
        opened = [one for one in basis.ratings if has_seen_level(one, basis.shown_from.get(one.application_id), at)]
        seen |= {one.competency for one in opened} & _leveled(basis)
    return seen


def _was_shown_level(rating: MemberRating) -> bool:
    return (rating.ai_seen or {}).get("level") is not None


def _record(application: Application, decision: Decision, basis: _Basis, how: Explanation) -> dict[str, Any]:
    member, at, interview, grant = decision.member, decision.at, basis.interview, basis.grant
    report = interview.report if interview else None
    levels = _levels(basis, how.ai)
    shown = next((one.ai_seen for one in (*basis.ratings, *basis.others) if one.ai_seen), {})
    judged = [one for one in levels if one["ai"] is not None and one["member"] is not None]
    return {
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
        "plan": f"{report.plan} {report.plan_version}" if report and report.plan else shown.get("plan"),
        "scorer": report.scorer if report else shown.get("scorer"),
        "model": report.model if report else shown.get("model"),
        "rules": sorted(rule.id for rule in basis.place.rules(at)),
        "kept_until": _years_later(at.date(), max(RECORD_YEARS, years_to_keep(basis.place.rules(at, "record")))),
    }


def drop_old_records(tx: Tx, day: date, held: list[str]) -> int:
    """Delete the records that need not be kept on this day; return how many.

    None of the employers `held`, and none about a person under a legal hold.
    """
    old = tx.execute(_old, {"day": day, "held": held}).all()
    if not old:
        return 0
    kept = {sha256(one.encode()).hexdigest() for one in tx.execute(_of_held, {"held_at": now()}).scalars()}
    dropped = [{"record": row.id} for row in old if row.subject not in kept]
    if dropped:
        tx.execute(_drop, dropped)
    return len(dropped)


def _ai_part(basis: _Basis, at: datetime) -> AiPart:
    """Return the AI's part. What people were shown counts even if the candidate has ended it since."""
    if any(one.ai_seen for one in basis.ratings):
        return "seen"
    interview, grant = basis.interview, basis.grant
    if interview and interview.scoring == "done" and interview.report and grant and grant.score:
        opened = any(has_seen_level(one, basis.shown_from[one.application_id], at) for one in basis.ratings)
        return "seen" if opened else "unseen"
    return "unseen" if any(one.ai_seen for one in basis.others) else "none"


def _levels(basis: _Basis, part: AiPart) -> list[dict[str, Any]]:
    """The AI's and the member's level for each competency: what the AI gave before the member, or was to be seen.

    A member's own first level is never the AI's. If AI took no part, its levels are not named.
    """
    report = basis.interview.report if basis.interview else None
    own = {one.competency: one.level for one in basis.ratings}
    ai: dict[str, tuple[int | None, str | None]] = {}
    if part != "none":
        ai = {one.competency: (one.level, one.confidence) for one in report.competencies} if report else {}
        for one in (*basis.others, *basis.ratings):
            if one.ai_seen:
                ai[one.competency] = (one.ai_seen["level"], one.ai_seen["confidence"])
    return [
        {
            "competency": name,
            "ai": ai[name][0] if name in ai else None,
            "confidence": ai[name][1] if name in ai else None,
            "member": own.get(name),
        }
        for name in dict.fromkeys([*ai, *own])
    ]


def _years_later(day: date, years: int) -> date:
    try:
        return day.replace(year=day.year + years)
    except ValueError:  # February 29.
        return day.replace(year=day.year + years, day=28)
