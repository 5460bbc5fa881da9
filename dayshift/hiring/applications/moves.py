"""How moves are stored: the new state, the history with its letters, the counters and the reminders."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import bindparam, delete, select, update

from dayshift.accounts import User, find_user, several_users
from dayshift.core.audit import Act, record_all
from dayshift.core.db import Tx, insert
from dayshift.core.errors import NotFound
from dayshift.core.events import publish
from dayshift.core.language import DEFAULT, Language
from dayshift.core.names import plain_name
from dayshift.core.tasks import enqueue
from dayshift.hiring.applications.errors import StaleVersion
from dayshift.hiring.applications.events import ApplicationMoved
from dayshift.hiring.applications.fair_words import findings_in, traits_for_audit
from dayshift.hiring.applications.grants import end_unused_grants
from dayshift.hiring.applications.history import is_look_owed, moves_of, pending_of_several
from dayshift.hiring.applications.legal import explain
from dayshift.hiring.applications.letters import Letter, LetterContext, letter_of, title_with_place
from dayshift.hiring.applications.meetings import ENDS_MEETING, end_meetings, open_meetings
from dayshift.hiring.applications.models import applications, moves, pending_moves, reply_days, stage_counts
from dayshift.hiring.applications.promises import promise_of
from dayshift.hiring.applications.queries import COLUMNS, Application
from dayshift.hiring.applications.reply_clock import is_clock_stopped
from dayshift.hiring.applications.stages import (
    AGAINST,
    HAD_TIMES,
    LETTERS,
    NOTED,
    OPEN,
    Action,
    Actor,
    Stage,
    corrects_no_show,
)
from dayshift.hiring.applications.unsent import keep_unsent, reason_of, settle_unsent
from dayshift.hiring.employers import Member, find_posting, members_of, several_locations
from dayshift.jobs.catalog import dollars, find_jobs

REMIND_REPLY = "applications.remind"
MISS_REPLY = "applications.missed"

REMIND = timedelta(hours=24)
"""How long before the reply date the employer is reminded."""

_insert_move = insert(moves)
_delete_pending_of = delete(pending_moves).where(
    pending_moves.c.application_id.in_(bindparam("applications", expanding=True))
)
_STATE = (
    "stage", "version", "last_action", "turn", "reply_by", "reply_extended", "reply_kept", "answered_at", "missed_at",
    "declined_by", "look_asked_at", "viewed_at", "changed_at",
)  # fmt: skip
_update_application = (
    update(applications)
    .where(applications.c.id == bindparam("application"), applications.c.version == bindparam("before"))
    .values({name: bindparam(f"new_{name}") for name in _STATE})
)
_still_open = (
    select(*COLUMNS)
    .where(
        applications.c.user_id.in_(bindparam("users", expanding=True)),
        applications.c.employer_id.in_(bindparam("employers", expanding=True)),
        applications.c.turn.is_not(None),
    )
    .order_by(applications.c.id)
)
_count = insert(stage_counts)
_count = _count.on_conflict_do_update(
    index_elements=["employer_id", "posting_id", "location_id", "stage"],
    set_={"count": stage_counts.c.count + _count.excluded.count},
)
_reply = insert(reply_days)
_reply = _reply.on_conflict_do_update(
    index_elements=["employer_id", "day"],
    set_={
        "on_time": reply_days.c.on_time + _reply.excluded.on_time,
        "late": reply_days.c.late + _reply.excluded.late,
    },
)


@dataclass(frozen=True, slots=True)
class MoveContext:
    """Who makes a move, when and why. `member` is None for candidates and the system; `key` is the idempotency key.

    `body`: a member's move as requested, for its letter; `calendar`: the appointment that it makes. `warned`: whether
    the member was shown the warning about its words; None for a decision that was logged before.
    """

    actor: Actor
    at: datetime
    member: Member | None = None
    key: str | None = None
    reason: str | None = None
    words: str | None = None
    explanation: dict[str, Any] | None = None
    body: Mapping[str, Any] | None = None
    calendar: dict[str, Any] | None = None
    warned: bool | None = None


@dataclass(frozen=True, slots=True)
class CheckedMove:
    """A move that was checked: the application before and after it."""

    before: Application
    after: Application
    action: Action
    by: MoveContext


def store_moves(tx: Tx, made: Sequence[CheckedMove]) -> None:
    """Store moves of different applications, in a number of statements that does not depend on theirs.

    Raises `StaleVersion` if one of them was not locked and has changed.
    """
    if not made:
        return
    states = [_state(one.after, one.before.version) for one in made]
    if tx.execute(_update_application, states).rowcount < len(made):
        raise StaleVersion(stage=made[0].before.stage, version=made[0].before.version, changes=[])
    at = made[0].by.at
    ending = {one.after.id: one.action for one in made if one.before.stage == "invited" and one.action in ENDS_MEETING}
    left = end_meetings(tx, ending)
    made = [
        replace(one, by=replace(one.by, calendar=left[one.after.id])) if one.after.id in left else one for one in made
    ]
    _record(tx, [(one.before.stage, one) for one in made])
    moved = [one for one in made if one.after.stage != one.before.stage]
    add_counts(
        tx, [(one.before, one.before.stage, -1) for one in moved] + [(one.after, one.after.stage, 1) for one in moved]
    )
    count_replies(tx, [reply for one in made if (reply := _reply_of(one))])
    member = made[0].by.member
    if member and (decided := [one.after.id for one in made if one.action in NOTED]):
        settle_unsent(tx, decided, member.id)
    if ended := [one.after for one in made if one.after.stage not in OPEN]:
        by_id = {one.id: one for one in ended}
        lost = [(one, by_id[one.application_id]) for one in pending_of_several(tx, list(by_id))]
        tx.execute(_delete_pending_of, {"applications": list(by_id)})
        keep_unsent(tx, [(one, application, reason_of(None, application)) for one, application in lost], at)
        end_unused_grants(tx, [one for one in ended if one.stage in {"withdrawn", "closed"}], at)
    for one in made:
        if one.after.stage in OPEN and one.after.reply_by != one.before.reply_by:
            _watch_promise(tx, one.after)


def store_submission(tx: Tx, application: Application, at: datetime) -> None:
    """Store the first entry of a new application's history, count it, and watch the promise to reply."""
    _record(tx, [(None, CheckedMove(application, application, "submit", MoveContext("candidate", at)))])
    add_counts(tx, [(application, application.stage, 1)])
    _watch_promise(tx, application)


def miss_reply(tx: Tx, application: Application, at: datetime) -> None:
    """Count a broken promise in the employer's rate: the first one of an application, once."""
    if application.missed_at or application.answered_at or not application.is_late(at):
        return
    tx.execute(_update_application, _state(replace(application, missed_at=at), application.version))
    count_replies(tx, [(application.employer_id, at, False)])


def postpone_reply(tx: Tx, application: Application, at: datetime) -> None:
    """Move a reply date that did not run: a colleague who can decide later has the promised days at most."""
    posting = find_posting(tx, application.posting_id)
    if posting is None:
        raise NotFound
    later = replace(application, reply_by=promise_of(tx, posting).from_(at))
    tx.execute(_update_application, _state(later, application.version))
    _watch_promise(tx, later)


def _record(tx: Tx, made: Sequence[tuple[Stage | None, CheckedMove]]) -> None:
    """Add moves, given with the stage before each, to the histories with their letters, and publish them."""
    if any(one.by.member and one.action in AGAINST and not one.by.explanation for _, one in made):
        raise ValueError("A decision against a candidate without its explanation.")
    letters = _letters(tx, [one for _, one in made])
    rows = [
        {
            "application_id": one.after.id,
            "number": one.after.version,
            "action": one.action,
            "from_stage": before,
            "to_stage": one.after.stage,
            "actor": one.by.actor,
            "member_id": one.by.member.id if one.by.member else None,
            "member_name": one.by.member.name if one.by.member else None,
            "reason": one.by.reason,
            "words": one.by.words,
            "explanation": one.by.explanation,
            "letter": letters.get(one.after.id),
            "calendar": one.by.calendar,
            "made_at": one.by.at,
            "key": one.by.key,
        }
        for before, one in made
    ]
    tx.execute(_insert_move, rows)
    record_all(tx, [_act(before, one) for before, one in made])
    publish(tx, *[ApplicationMoved(one.after.id, one.after.version, one.action) for _, one in made])


def _letters(tx: Tx, made: Sequence[CheckedMove]) -> dict[str, dict[str, Any]]:
    """Render the letters of moves, by application. Later changes of a meeting or an offer do not change them."""
    notified = [one for one in made if one.action in LETTERS or corrects_no_show(one.before.stage, one.action)]
    readers = several_users(tx, {one.after.user_id for one in notified}) if notified else {}
    occasions: dict[tuple[str, str], LetterContext] = {}
    others = _stay_open(tx, [one.after for one in notified if one.action in AGAINST])
    found = {}
    for one in notified:
        application, by = one.after, one.by
        job = (application.posting_id, application.title)  # The title as it was when they applied.
        if job not in occasions:
            occasions[job] = occasion_of(tx, application, by.member, None)
        occasion = addressed(occasions[job], readers.get(application.user_id))
        body = {**_body_of(tx, one), "stay_open": others.get(application.id)}
        found[application.id] = letter_of(occasion, body).stored(occasion.language)
    return found


def _body_of(tx: Tx, made: CheckedMove) -> dict[str, Any]:
    """Return a move as `letters.letter_of` takes it."""
    by = made.by
    body: dict[str, Any] = dict(by.body) if by.body else {"action": made.action, "reason": by.reason, "words": by.words}
    if by.explanation is not None:
        body["explanation"] = by.explanation
    body |= _about(tx, made.before) | _more_posted(tx, made.before, body)
    if corrects_no_show(made.before.stage, made.action):
        body["no_date"] = is_clock_stopped(members_of(tx, made.after.employer_id), made.after)
    if by.calendar is not None:
        return _with_meeting(body, datetime.fromisoformat(by.calendar["startsAt"]), by.at)
    return body


def _with_meeting(body: Mapping[str, Any], start: datetime, at: datetime) -> dict[str, Any]:
    """Add the meeting that a move ends, for its letter. One that is over matters only to those about itself."""
    about_it = start > at or body["action"] in {"cancel", "no_show"}
    return {**body, "starts_at": start.isoformat()} if about_it else dict(body)


def _about(tx: Tx, before: Application) -> dict[str, bool]:
    """What a letter says of what was before: what ends with the application, and whether times were offered already."""
    look = before.look_asked_at is not None and is_look_owed(moves_of(tx, before.id))
    return {
        "takes_back_offer": before.stage == "offered",
        "owes_look": look,
        "again": before.last_action in HAD_TIMES,
    }


def _more_posted(tx: Tx, application: Application, body: Mapping[str, Any]) -> dict[str, list[float]]:
    """Return the pay that the job says, lowest and highest, for the letter of an offer of less."""
    if body["action"] != "offer" or not body["pay"] or application.job_id is None:
        return {}
    job = find_jobs(tx, [application.job_id]).get(application.job_id)
    low = dollars(job.pay_low) if job else None
    if job is None or low is None or body["pay"] >= low:
        return {}
    return {"posted": [low, dollars(job.pay_high) or low]}


def _stay_open(tx: Tx, ended: Sequence[Application]) -> dict[str, list[str]]:
    """Return the jobs of each candidate's other open applications at the employer, by the application that ends."""
    if not ended:
        return {}
    names = {"users": sorted({one.user_id for one in ended}), "employers": sorted({one.employer_id for one in ended})}
    ids = {one.id for one in ended}
    rows = [Application(*row) for row in tx.execute(_still_open, names)]
    others = [one for one in rows if one.id not in ids]
    places = several_locations(tx, {one.location_id for one in others if one.location_id}) if others else {}
    found: dict[str, list[str]] = {}
    for one in ended:
        same = [other for other in others if (other.user_id, other.employer_id) == (one.user_id, one.employer_id)]
        found[one.id] = [title_with_place(other.title, places.get(other.location_id or "")) for other in same]
    return found


def letter_before(
    tx: Tx, application: Application, member: Member, body: Mapping[str, Any], at: datetime
) -> tuple[Letter, Language]:
    """Return the letter of a move that was not made yet, exactly as it would be stored."""
    occasion = occasion_of(tx, application, member, find_user(tx, application.user_id))
    ends = application.stage == "invited" and body["action"] in ENDS_MEETING | {"no_show"}
    starts = [one.starts_at for one in open_meetings(tx, [application.id]) if one.starts_at] if ends else []
    shown = _with_meeting(body, starts[0], at) if starts else dict(body)
    shown |= _about(tx, application) | _more_posted(tx, application, body)
    if body["action"] in AGAINST:
        shown["explanation"] = explain(tx, application, member, body["action"], at).stored()
        shown["stay_open"] = _stay_open(tx, [application]).get(application.id)
    return letter_of(occasion, shown), occasion.language


def occasion_of(tx: Tx, application: Application, member: Member | None, user: User | None) -> LetterContext:
    """Return what a letter about this application says besides its decision."""
    posting = find_posting(tx, application.posting_id)
    if posting is None:
        raise NotFound
    promise = promise_of(tx, posting)
    by = member.first_name if member else ""
    title = title_with_place(application.title, promise.location)
    occasion = LetterContext(DEFAULT, "", by, promise.employer.name, title, promise.zone, promise.days)
    return addressed(occasion, user)


def addressed(occasion: LetterContext, user: User | None) -> LetterContext:
    """Return what a letter says to one candidate for the same job."""
    name = plain_name(user.first_name) if user else ""
    return replace(occasion, language=user.language if user else DEFAULT, name=name)


def _act(before: Stage | None, made: CheckedMove) -> Act:
    application, by = made.after, made.by
    who = {"member": by.member.id if by.member else None, "candidate": application.user_id}
    details: dict[str, str | int | None] = {
        "move": made.action,
        "from": before,
        "to": application.stage,
        "version": application.version,
    }
    if by.member:
        details |= traits_for_audit(findings_in(by.body or {"words": by.words}), warned=by.warned)
    return Act(
        "application.moved" if before else "application.submitted", by.actor, who.get(by.actor),
        "application", application.id, application.employer_id, details | ({"reason": by.reason} if by.reason else {}),
    )  # fmt: skip


def _state(application: Application, before: int) -> dict[str, Any]:
    values = {f"new_{name}": getattr(application, name) for name in _STATE}
    return {"application": application.id, "before": before, **values}


def add_counts(tx: Tx, changes: Sequence[tuple[Application, Stage, int]]) -> None:
    """Add to the counters of these applications' stages."""
    totals = Counter[tuple[str, str, str, Stage]]()
    for application, stage, change in changes:
        totals[application.employer_id, application.posting_id, application.location_id or "", stage] += change
    names = ("employer_id", "posting_id", "location_id", "stage")
    # In this order, so that two transactions cannot wait for each other.
    rows = [dict(zip(names, key, strict=True)) | {"count": totals[key]} for key in sorted(totals) if totals[key]]
    if rows:
        tx.execute(_count, rows)


def _reply_of(made: CheckedMove) -> tuple[str, datetime, bool] | None:
    """The employer, the instant and whether it is in time, if this move is the first answer to a promise not missed."""
    before, answered_at = made.before, made.after.answered_at
    if answered_at is None or before.answered_at or before.missed_at:
        return None
    return before.employer_id, answered_at, before.reply_by is None or answered_at <= before.reply_by


def count_replies(tx: Tx, replies: Sequence[tuple[str, datetime, bool]]) -> None:
    """Count answered and missed promises, given as (employer, when, in time)."""
    totals = Counter((employer, at.astimezone(UTC).date(), on_time) for employer, at, on_time in replies)
    for (employer, day, on_time), count in sorted(totals.items()):
        numbers = {"on_time": count if on_time else 0, "late": 0 if on_time else count}
        tx.execute(_reply, {"employer_id": employer, "day": day, **numbers})


def _watch_promise(tx: Tx, application: Application) -> None:
    """Enqueue the reminder before the reply date, and the record of a broken promise at it."""
    if application.reply_by is None:
        return
    payload = {"application_id": application.id}
    for kind, due in ((REMIND_REPLY, application.reply_by - REMIND), (MISS_REPLY, application.reply_by)):
        enqueue(tx, kind, payload, key=f"{kind}:{application.id}", due_at=due)
