"""Changes to applications: submit, move, decide with undo, and counters.

Every change of a stage goes through `store_moves`, which keeps the history, the version, whose turn it is, the reply
date and the counters in step.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any, Literal

from sqlalchemy import bindparam, delete, update

from dayshift.accounts import User, find_user, several_users
from dayshift.applications.errors import (
    AlreadyApplied,
    DecidedBySame,
    DecisionPending,
    JobClosed,
    LookOver,
    NotHere,
    NotViewed,
    StageConflict,
    StaleVersion,
    UndoOver,
)
from dayshift.applications.events import ApplicationMoved, MeetingErased
from dayshift.applications.grants import Share, end_unused_grants, share_with
from dayshift.applications.legal import Decision, Explanation, explain, keep_record
from dayshift.applications.letters import Letter, Occasion, letter_of
from dayshift.applications.meetings import ENDS_MEETING, end_meetings, is_ahead, open_meetings
from dayshift.applications.models import (
    application_words,
    applications,
    moves,
    pending_moves,
    reply_days,
    stage_counts,
)
from dayshift.applications.queries import (
    Application,
    PendingMove,
    any_application,
    applications_for_jobs,
    moves_of,
    pending_of,
    pending_of_several,
    was_moved_with,
    was_viewed_by,
)
from dayshift.applications.search import words_of
from dayshift.applications.stages import (
    AGAINST,
    ANSWERS,
    DECISIONS,
    LETTERS,
    LOOK_AGAIN_WITHIN,
    OPEN,
    UNDO,
    UNDO_GRACE,
    UNDO_SUBMIT,
    Action,
    Actor,
    Stage,
    after,
    reply_by,
)
from dayshift.applications.unsent import keep_unsent, reason_of
from dayshift.core.audit import Act, record, record_all
from dayshift.core.clock import now
from dayshift.core.db import Tx, insert
from dayshift.core.errors import NotFound
from dayshift.core.events import publish, publish_all
from dayshift.core.ids import new_id
from dayshift.core.language import DEFAULT, Language
from dayshift.core.plain import plain_name
from dayshift.core.tasks import enqueue, enqueue_many
from dayshift.employers import (
    Employer,
    Location,
    Member,
    Posting,
    find_employer,
    find_member,
    find_posting,
    several_employers,
    several_locations,
)

REMIND_REPLY = "applications.remind"
MISS_REPLY = "applications.missed"
SEND_PENDING = "applications.pending"

REMIND = timedelta(hours=24)
"""How long before the reply date the employer is reminded."""

_insert_application = (  # The count of inserted rows is unknown on PostgreSQL.
    insert(applications)
    .on_conflict_do_nothing(index_elements=[applications.c.user_id, applications.c.job_id])
    .returning(applications.c.id)
)
_delete_application = delete(applications).where(applications.c.id == bindparam("application"))
_insert_word = insert(application_words).on_conflict_do_nothing()
_insert_move = insert(moves)
_insert_pending = insert(pending_moves)
_delete_pending = delete(pending_moves).where(pending_moves.c.id == bindparam("pending"))
_delete_pending_of = delete(pending_moves).where(
    pending_moves.c.application_id.in_(bindparam("applications", expanding=True))
)
_STATE = (
    "stage", "version", "turn", "reply_by", "reply_extended", "answered_at", "missed_at", "declined_by",
    "look_asked_at", "viewed_at", "changed_at",
)  # fmt: skip
_update_application = (
    update(applications)
    .where(applications.c.id == bindparam("application"), applications.c.version == bindparam("before"))
    .values({name: bindparam(f"new_{name}") for name in _STATE})
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
class By:
    """Who makes a move, when and why. `member` is None for candidates and the system; `key` is the idempotency key.

    `body`: a member's move as requested, for its letter; `calendar`: the appointment that it makes.
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


@dataclass(frozen=True, slots=True)
class Wanted:
    """A member's move as requested: its body in JSON form, the version it was made on, and its idempotency key."""

    move: Mapping[str, Any]
    version: int
    key: str


@dataclass(frozen=True, slots=True)
class Made:
    """A move that was checked: the application before and after it."""

    before: Application
    after: Application
    action: Action
    by: By


@dataclass(frozen=True, slots=True)
class Promise:
    """What an employer promises for a posting: working days, and the zone in which they are counted.

    A holiday at the location is no working day; without a location, only the federal ones are known.
    """

    employer: Employer
    location: Location | None
    days: int
    zone: str

    def from_(self, start: datetime) -> datetime:
        """The instant at which a promise that begins at `start` is broken."""
        return reply_by(start, self.days, self.zone, self.location.state if self.location else None)


def promise_of(tx: Tx, posting: Posting) -> Promise:
    """The promise of a posting: its own reply time or its employer's, in the zone of its location."""
    return promises_of(tx, [posting])[posting.id]


def promises_of(tx: Tx, postings: Collection[Posting]) -> dict[str, Promise]:
    """The promises of several postings, by posting."""
    employers = several_employers(tx, {one.employer_id for one in postings})
    locations = several_locations(tx, {one.location_id for one in postings if one.location_id})
    found = {}
    for one in postings:
        employer, location = employers[one.employer_id], locations.get(one.location_id or "")
        days, zone = one.reply_days or employer.reply_days, location.zone if location else employer.zone
        found[one.id] = Promise(employer, location, days, zone)
    return found


def submit(tx: Tx, user: User, posting: Posting | None, interview_id: str, share: Share, at: datetime) -> Application:
    """Apply for a job with an interview.

    Raises `NotHere`, `JobClosed`, `AlreadyApplied`. The caller has checked that the interview is the candidate's own.
    """
    if posting is None or posting.job_id is None:
        raise NotHere
    if not posting.is_open(at):
        raise JobClosed
    if known := applications_for_jobs(tx, user.id, [posting.job_id]):
        raise AlreadyApplied(application=known[posting.job_id].id)
    promise = promise_of(tx, posting)
    application = Application(
        id=new_id(),
        user_id=user.id,
        job_id=posting.job_id,
        employer_id=posting.employer_id,
        posting_id=posting.id,
        location_id=posting.location_id,
        interview_id=interview_id,
        name=user.full_name,
        title=posting.title,
        stage="submitted",
        version=1,
        turn="employer",
        reply_by=promise.from_(at),
        reply_extended=False,
        answered_at=None,
        missed_at=None,
        declined_by=None,
        look_asked_at=None,
        submitted_at=at,
        viewed_at=None,
        changed_at=at,
    )
    values = {name: getattr(application, name) for name in Application.__slots__}
    if tx.execute(_insert_application, values).first() is None:  # Applied in another tab at the same moment.
        raise AlreadyApplied
    for word in words_of(application.name):
        keys = {"employer_id": application.employer_id, "word": word, "application_id": application.id}
        tx.execute(_insert_word, keys)
    share_with(tx, user.id, posting.employer_id, share, at)
    _record(tx, [(None, Made(application, application, "submit", By("candidate", at)))])
    _add_counts(tx, [(application, application.stage, 1)])
    _watch_promise(tx, application)
    return application


def unsubmit(tx: Tx, application: Application, at: datetime) -> None:
    """Take a new application back without a trace. Raises `UndoOver` once it was viewed or 10 seconds have passed."""
    if application.stage != "submitted" or at > application.submitted_at + UNDO_SUBMIT + UNDO_GRACE:
        raise UndoOver
    _add_counts(tx, [(application, application.stage, -1)])
    record(
        tx, "application.unsubmitted", "candidate", application.user_id,
        subject="application", subject_id=application.id, employer_id=application.employer_id,
    )  # fmt: skip
    tx.execute(_delete_application, {"application": application.id})
    end_unused_grants(tx, [application], at)


def move(tx: Tx, application: Application, action: Action, by: By) -> Application:
    """Make a move now; return the application after it. Raises the errors of `checked`."""
    made = checked(tx, application, action, by)
    if action in DECISIONS and by.member:
        # The record says what the letter says: a decline was explained when the member decided.
        stored = by.explanation
        how = Explanation(**stored) if stored else explain(tx, application, by.member, by.at)
        keep_record(tx, application, Decision(by.member, action, by.reason, by.at), how)
        if action == "decline" and by.explanation is None:
            made = replace(made, by=replace(by, explanation=how.stored()))
    store_moves(tx, [made])
    return made.after


def checked(tx: Tx, application: Application, action: Action, by: By) -> Made:
    """Return a move for `store_moves`. `application` was loaded in this transaction, locked.

    Raises `StageConflict` for a move that is not in the table, `NotViewed` and `DecidedBySame` for decisions of members
    who may not make them, `LookOver`.
    """
    result = after(application.stage, action, by.actor)
    if result is None:
        raise StageConflict(stage=application.stage, version=application.version)
    if action in DECISIONS and by.member:
        _check_decider(tx, application, action, by.member)
    if action == "look_again":
        _check_look(application, by.at)
    stage, turn = result
    changes = {**_promise_after(tx, application, action, turn, by.at), **_marks_after(application, action, by)}
    version = application.version + 1
    changed = replace(application, stage=stage, turn=turn, version=version, changed_at=by.at, **changes)
    return Made(application, changed, action, by)


def decide(tx: Tx, application: Application, member: Member, wanted: Wanted, at: datetime) -> PendingMove | Application:
    """Note a member's decision, which is sent after `UNDO`. Idempotent by its key: a resend returns the same result.

    Raises `StaleVersion` if the application has changed, `DecisionPending` if a colleague has just decided, and the
    errors of `move`.
    """
    if done := done_before(tx, wanted.key, application.id):
        return done
    check_free(tx, application, wanted.version)
    action = wanted.move["action"]
    if after(application.stage, action, "member") is None:
        raise StageConflict(stage=application.stage, version=application.version)
    if action in DECISIONS:
        _check_decider(tx, application, action, member)
    if action == "decline":  # As it is at the moment of the decision, and as the preview showed it.
        explanation = explain(tx, application, member, at).stored()
        wanted = replace(wanted, move={**wanted.move, "explanation": explanation})
    pending = new_pending(application, member, wanted, at)
    keep_pending(tx, member.employer_id, [pending])
    return pending


def new_pending(application: Application, member: Member, wanted: Wanted, at: datetime) -> PendingMove:
    """Return a decision that was checked, for `keep_pending`."""
    return PendingMove(
        id=new_id(), application_id=application.id, member_id=member.id, version=wanted.version,
        move=dict(wanted.move), key=wanted.key, made_at=at, due_at=at + UNDO,
    )  # fmt: skip


def keep_pending(tx: Tx, employer_id: str, decisions: Sequence[PendingMove]) -> None:
    """Store decisions of an employer that were made at the same time, and the tasks that send them."""
    if decisions:
        record_all(tx, [_pending_act("decision.made", employer_id, one) for one in decisions])
        tx.execute(_insert_pending, [{name: getattr(one, name) for name in PendingMove.__slots__} for one in decisions])
        payloads = [{"pending_id": one.id, "application_id": one.application_id} for one in decisions]
        enqueue_many(tx, SEND_PENDING, payloads, due_at=decisions[0].due_at)


def _pending_act(action: Literal["decision.made", "decision.undone"], employer_id: str, pending: PendingMove) -> Act:
    return Act(
        action, "member", pending.member_id, "application", pending.application_id, employer_id,
        {"move": pending.move["action"], "version": pending.version},
    )  # fmt: skip


def undo(tx: Tx, application: Application, member: Member) -> None:
    """Take back the member's own decision. Raises `UndoOver` once it was sent, and `NotFound` for a colleague's."""
    pending = pending_of(tx, application.id)
    if pending is None:
        raise UndoOver
    if pending.member_id != member.id:
        raise NotFound
    drop_pending(tx, pending)
    record_all(tx, [_pending_act("decision.undone", member.employer_id, pending)])


def drop_pending(tx: Tx, pending: PendingMove) -> None:
    """Delete a pending decision: it was undone, sent, or has become impossible."""
    tx.execute(_delete_pending, {"pending": pending.id})


def check_free(tx: Tx, application: Application, version: int) -> None:
    """Raise `StaleVersion` if the application has changed, and `DecisionPending` if a decision is about to be sent."""
    check_version(tx, application, version)
    if pending := pending_of(tx, application.id):
        raise pending_error(tx, pending)


def pending_error(tx: Tx, pending: PendingMove) -> DecisionPending:
    """Return the error that says who is deciding at the moment."""
    member = find_member(tx, pending.member_id)
    name = member.name if member else None
    return DecisionPending(by=name, dueAt=pending.due_at.isoformat(), action=pending.move["action"])


def check_version(tx: Tx, application: Application, version: int) -> None:
    """Raise `StaleVersion` with the moves since `version`, unless it is the current one."""
    if application.version != version:
        later = [one for one in moves_of(tx, application.id) if one.number > version]
        changes = [{"action": one.action, "by": one.member_name, "at": one.made_at.isoformat()} for one in later]
        raise StaleVersion(stage=application.stage, version=application.version, changes=changes)


def miss_reply(tx: Tx, application: Application, at: datetime) -> None:
    """Count a broken promise in the employer's rate: the first one of an application, once."""
    if application.missed_at or application.answered_at or not application.is_late(at):
        return
    tx.execute(_update_application, _state(replace(application, missed_at=at), application.version))
    _count_replies(tx, [(application.employer_id, at, False)])


def forget_candidate(tx: Tx, found: Sequence[Application]) -> None:
    """Prepare the deletion of a candidate: correct the counters, and let meetings leave the calendars of members."""
    _add_counts(tx, [(application, application.stage, -1) for application in found])
    by_id = {one.id: one for one in found}
    at = now()
    for meeting in open_meetings(tx, list(by_id)):
        if meeting.member_id and meeting.starts_at and is_ahead(meeting, at):
            application = by_id[meeting.application_id]
            employer = find_employer(tx, application.employer_id)
            erased = MeetingErased(
                meeting.id, meeting.member_id, employer.name, application.title,
                meeting.sequence + 1, meeting.starts_at.isoformat(), meeting.minutes, meeting.zone,
            )  # fmt: skip
            publish(tx, erased)


def done_before(tx: Tx, key: str, application_id: str) -> PendingMove | Application | None:
    """Return the result of an earlier request about this application with this idempotency key."""
    pending = pending_of(tx, application_id)
    if pending and pending.key == key:
        return pending
    return any_application(tx, application_id) if was_moved_with(tx, application_id, key) else None


def check_contest(application: Application, action: Action, member: Member) -> None:
    """Raise `DecidedBySame` if this member decides a second time against a candidate who asked for another look."""
    if action in AGAINST and application.look_asked_at and application.declined_by == member.id:
        raise DecidedBySame


def _check_decider(tx: Tx, application: Application, action: Action, member: Member) -> None:
    check_contest(application, action, member)
    if not was_viewed_by(tx, application.id, member.id):
        raise NotViewed


def _check_look(application: Application, at: datetime) -> None:
    # `changed_at` of a declined application is the instant of the decline.
    if application.look_asked_at or at > application.changed_at + LOOK_AGAIN_WITHIN:
        raise LookOver


def _promise_after(tx: Tx, application: Application, action: Action, turn: str | None, at: datetime) -> dict[str, Any]:
    """The reply date after a move. It moves once for a question, and begins again after a meeting or another look."""
    if action in {"view", "withdraw", "close", "decline", "accept", "refuse_offer"}:
        return {"reply_by": application.reply_by if turn else None}
    if action == "ask":
        return {"reply_by": None}
    if turn != "employer" or action == "choose_time":  # A meeting is ahead: the next reply is owed after it.
        return {"reply_by": None}
    posting = find_posting(tx, application.posting_id)
    if posting is None:
        raise NotFound
    new = promise_of(tx, posting).from_(at)
    extended = application.reply_extended or action == "answer"
    return {"reply_by": new, "reply_extended": extended}


def _marks_after(application: Application, action: Action, by: By) -> dict[str, Any]:
    marks: dict[str, Any] = {}
    if action == "view" and application.viewed_at is None:
        marks["viewed_at"] = by.at
    if action in ANSWERS and application.answered_at is None:
        marks["answered_at"] = by.at
    if action == "decline" and by.member:
        marks["declined_by"] = by.member.id
    if action == "look_again":
        marks["look_asked_at"] = by.at
    return marks


def store_moves(tx: Tx, made: Sequence[Made]) -> None:
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
    _add_counts(
        tx, [(one.before, one.before.stage, -1) for one in moved] + [(one.after, one.after.stage, 1) for one in moved]
    )
    _count_replies(tx, [reply for one in made if (reply := _reply_of(one))])
    if ended := [one.after for one in made if one.after.stage not in OPEN]:
        by_id = {one.id: one for one in ended}
        lost = [(one, by_id[one.application_id]) for one in pending_of_several(tx, list(by_id))]
        tx.execute(_delete_pending_of, {"applications": list(by_id)})
        keep_unsent(tx, [(one, application, reason_of(None, application)) for one, application in lost], at)
        end_unused_grants(tx, [one for one in ended if one.stage in {"withdrawn", "closed"}], at)
    for one in made:
        if one.after.stage in OPEN and one.after.reply_by != one.before.reply_by:
            _watch_promise(tx, one.after)


def _record(tx: Tx, made: Sequence[tuple[Stage | None, Made]]) -> None:
    """Add moves, given with the stage before each, to the histories with their letters, and publish them."""
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
    publish_all(tx, [ApplicationMoved(one.after.id, one.after.version, one.action) for _, one in made])


def _letters(tx: Tx, made: Sequence[Made]) -> dict[str, dict[str, Any]]:
    """Render the letters of moves, by application. Later changes of a meeting or an offer do not change them."""
    told = [one for one in made if one.action in LETTERS]
    readers = several_users(tx, {one.after.user_id for one in told}) if told else {}
    occasions: dict[str, Occasion] = {}
    found = {}
    for one in told:
        application, by = one.after, one.by
        if application.posting_id not in occasions:
            occasions[application.posting_id] = occasion_of(tx, application, by.member, None)
        occasion = addressed(occasions[application.posting_id], application, readers.get(application.user_id))
        found[application.id] = letter_of(occasion, _body_of(one)).stored(occasion.language)
    return found


def _body_of(made: Made) -> dict[str, Any]:
    """Return a move as `letters.letter_of` takes it."""
    by = made.by
    body: dict[str, Any] = dict(by.body) if by.body else {"action": made.action, "reason": by.reason, "words": by.words}
    if by.explanation is not None:
        body["explanation"] = by.explanation
    body["takes_back_offer"] = made.before.stage == "offered"
    if by.calendar is not None:
        return _with_meeting(body, datetime.fromisoformat(by.calendar["startsAt"]), by.at)
    return body


def _with_meeting(body: Mapping[str, Any], start: datetime, at: datetime) -> dict[str, Any]:
    """Add the meeting that a move ends, for its letter. One that is over matters only to its own cancellation."""
    return {**body, "starts_at": start.isoformat()} if start > at or body["action"] == "cancel" else dict(body)


def letter_before(
    tx: Tx, application: Application, member: Member, body: Mapping[str, Any], at: datetime
) -> tuple[Letter, Language]:
    """Return the letter of a move that was not made yet, exactly as it would be stored."""
    occasion = occasion_of(tx, application, member, find_user(tx, application.user_id))
    ends = application.stage == "invited" and body["action"] in ENDS_MEETING
    starts = [one.starts_at for one in open_meetings(tx, [application.id]) if one.starts_at] if ends else []
    shown = _with_meeting(body, starts[0], at) if starts else dict(body)
    shown["takes_back_offer"] = application.stage == "offered"
    if body["action"] == "decline":
        shown["explanation"] = explain(tx, application, member, at).stored()
    return letter_of(occasion, shown), occasion.language


def occasion_of(tx: Tx, application: Application, member: Member | None, user: User | None) -> Occasion:
    """Return what a letter about this application says besides its decision."""
    posting = find_posting(tx, application.posting_id)
    if posting is None:
        raise NotFound
    promise = promise_of(tx, posting)
    by = member.first_name if member else ""
    occasion = Occasion(DEFAULT, "", by, promise.employer.name, application.title, promise.zone, promise.days)
    return addressed(occasion, application, user)


def addressed(occasion: Occasion, application: Application, user: User | None) -> Occasion:
    """Return what a letter says to one candidate for the same job."""
    name = plain_name(user.first_name) if user else ""
    return replace(occasion, language=user.language if user else DEFAULT, name=name, title=application.title)


def _act(before: Stage | None, made: Made) -> Act:
    application, by = made.after, made.by
    who = {"member": by.member.id if by.member else None, "candidate": application.user_id}
    details = {"move": made.action, "from": before, "to": application.stage, "version": application.version}
    return Act(
        "application.moved" if before else "application.submitted", by.actor, who.get(by.actor),
        "application", application.id, application.employer_id, details | ({"reason": by.reason} if by.reason else {}),
    )  # fmt: skip


def _state(application: Application, before: int) -> dict[str, Any]:
    values = {f"new_{name}": getattr(application, name) for name in _STATE}
    return {"application": application.id, "before": before, **values}


def _add_counts(tx: Tx, changes: Sequence[tuple[Application, Stage, int]]) -> None:
    """Add to the counters of these applications' stages."""
    totals = Counter[tuple[str, str, str, Stage]]()
    for application, stage, change in changes:
        totals[application.employer_id, application.posting_id, application.location_id or "", stage] += change
    names = ("employer_id", "posting_id", "location_id", "stage")
    # In this order, so that two transactions cannot wait for each other.
    rows = [dict(zip(names, key, strict=True)) | {"count": totals[key]} for key in sorted(totals) if totals[key]]
    if rows:
        tx.execute(_count, rows)


def _reply_of(made: Made) -> tuple[str, datetime, bool] | None:
    """The employer, the instant and whether it is in time, if this move is the first answer to a promise not missed."""
    before, answered_at = made.before, made.after.answered_at
    if answered_at is None or before.answered_at or before.missed_at:
        return None
    return before.employer_id, answered_at, before.reply_by is None or answered_at <= before.reply_by


def _count_replies(tx: Tx, replies: Sequence[tuple[str, datetime, bool]]) -> None:
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
