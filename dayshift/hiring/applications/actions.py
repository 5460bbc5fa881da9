"""Changes to applications: submit, move, decide with undo, and counters.

Every change of a stage goes through `store_moves`, which keeps the history, the version, whose turn it is, the reply
date and the counters in step.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Literal

from sqlalchemy import bindparam, delete, select

from dayshift.accounts import User, is_deletion_planned, keep_held
from dayshift.core.audit import Act, record, record_all
from dayshift.core.clock import now
from dayshift.core.db import Tx, hold_lock, insert
from dayshift.core.errors import NotFound
from dayshift.core.events import publish
from dayshift.core.ids import new_id
from dayshift.core.tasks import enqueue_many
from dayshift.hiring.applications.access import offered_by
from dayshift.hiring.applications.errors import (
    AlreadyApplied,
    DecidedBySame,
    DecisionPending,
    DeletionPlanned,
    JobClosed,
    JobFull,
    LookOver,
    NotHere,
    NotViewed,
    StageConflict,
    StaleVersion,
    UndoOver,
)
from dayshift.hiring.applications.events import DecisionErased, FirstDayErased, MeetingErased
from dayshift.hiring.applications.fair_words import findings_in, traits_for_audit
from dayshift.hiring.applications.grants import Share, end_unused_grants, share_with
from dayshift.hiring.applications.history import PendingMove, moved_with, moves_of, offer_of, pending_of, was_viewed_by
from dayshift.hiring.applications.legal import Decision, Explanation, explain, keep_records
from dayshift.hiring.applications.letters import title_with_place
from dayshift.hiring.applications.meetings import is_ahead, open_meetings
from dayshift.hiring.applications.models import application_words, applications, pending_moves
from dayshift.hiring.applications.moves import CheckedMove, MoveContext, add_counts, store_moves, store_submission
from dayshift.hiring.applications.promises import promise_of
from dayshift.hiring.applications.queries import Application, any_application, applications_for_jobs, full_among
from dayshift.hiring.applications.search import keys_of
from dayshift.hiring.applications.stages import (
    AGAINST,
    ANSWERS,
    LOOK_AGAIN_WITHIN,
    RECORDED,
    UNDO,
    UNDO_GRACE,
    UNDO_SUBMIT,
    Action,
    after,
    needs_view,
)
from dayshift.hiring.employers import (
    KeyReused,
    Member,
    Posting,
    find_employer,
    find_member,
    find_posting,
    several_locations,
)

SEND_PENDING = "applications.pending"

_insert_application = (  # The count of inserted rows is unknown on PostgreSQL.
    insert(applications)
    .on_conflict_do_nothing(index_elements=[applications.c.user_id, applications.c.job_id])
    .returning(applications.c.id)
)
_delete_application = delete(applications).where(applications.c.id == bindparam("application"))
_alike = (
    select(applications.c.user_id, applications.c.name, applications.c.namesake)
    .join(application_words, application_words.c.application_id == applications.c.id)
    .where(application_words.c.employer_id == bindparam("employer"), application_words.c.word == bindparam("word"))
)
_insert_word = insert(application_words).on_conflict_do_nothing()
_insert_pending = insert(pending_moves)
_delete_pending = delete(pending_moves).where(pending_moves.c.id == bindparam("pending"))


@dataclass(frozen=True, slots=True)
class RequestedMove:
    """A member's move as requested: its body in JSON form, the version it was made on, and its idempotency key.

    `warned`: whether the member was shown the warning about its words.
    """

    move: Mapping[str, Any]
    version: int
    key: str
    warned: bool = False


def submit(tx: Tx, user: User, posting: Posting | None, interview_id: str, share: Share, at: datetime) -> Application:
    """Apply for a job with an interview.

    Raises `DeletionPlanned`, `NotHere`, `JobClosed`, `JobFull`, `AlreadyApplied`. The caller has checked that the
    interview is the candidate's own.
    """
    if is_deletion_planned(tx, user.id):
        raise DeletionPlanned
    if posting is None or posting.job_id is None:
        raise NotHere
    if not posting.is_open(at):
        raise JobClosed
    if full_among(tx, [posting]):
        raise JobFull
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
        first_name=user.first_name,
        namesake=_namesake(tx, posting.employer_id, user),
        title=posting.title,
        stage="submitted",
        version=1,
        last_action="submit",
        turn="employer",
        reply_by=promise.from_(at),
        reply_extended=False,
        reply_kept=None,
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
    for word in keys_of(application.name):
        keys = {"employer_id": application.employer_id, "word": word, "application_id": application.id}
        tx.execute(_insert_word, keys)
    share_with(tx, user.id, posting.employer_id, share, at)
    store_submission(tx, application, at)
    return application


def lock_names(tx: Tx, employer_ids: Collection[str], user: User) -> None:
    """Let nobody else of this name apply to these employers until the commit: both would get the same number."""
    for employer_id in sorted(employer_ids):
        hold_lock(tx, f"people {employer_id} {_whole(user.full_name)}")


def _whole(name: str) -> str:
    """Return what all spellings of a name have in common."""
    return next(iter(keys_of(name)), "")


def _namesake(tx: Tx, employer_id: str, user: User) -> int | None:
    """Return 2 for the second of the employer's people with this name, and so on; None for the first."""
    lock_names(tx, [employer_id], user)
    whole = _whole(user.full_name)
    numbers = {
        row.user_id: row.namesake or 1
        for row in tx.execute(_alike, {"employer": employer_id, "word": whole})
        if _whole(row.name) == whole  # The word is a part of longer names, too.
    }
    own = numbers.get(user.id) or max(numbers.values(), default=0) + 1
    return own if own > 1 else None


def unsubmit(tx: Tx, application: Application, at: datetime) -> None:
    """Take a new application back without a trace. Raises `UndoOver` once it was viewed or 10 seconds have passed."""
    if application.stage != "submitted" or at > application.submitted_at + UNDO_SUBMIT + UNDO_GRACE:
        raise UndoOver
    add_counts(tx, [(application, application.stage, -1)])
    record(
        tx, "application.unsubmitted", "candidate", application.user_id,
        subject="application", subject_id=application.id, employer_id=application.employer_id,
    )  # fmt: skip
    keep_held(tx, list(applications.c), applications.c.id == application.id, user_id=application.user_id)
    tx.execute(_delete_application, {"application": application.id})
    end_unused_grants(tx, [application], at)


def move(tx: Tx, application: Application, action: Action, by: MoveContext) -> Application:
    """Make a move now; return the application after it. Raises the errors of `checked`."""
    made = checked(tx, application, action, by)
    store_moves(tx, _recorded(tx, [made]))
    return made.after


def move_all(tx: Tx, found: Sequence[Application], action: Literal["close", "withdraw"], by: MoveContext) -> None:
    """Move several applications, which were loaded locked, in a number of statements that does not depend on theirs.

    Writers of SQLite wait for one another, so a move for each of hundreds would keep everybody waiting.
    """
    store_moves(tx, _recorded(tx, [checked(tx, one, action, by) for one in found]))


def _recorded(tx: Tx, made: Sequence[CheckedMove]) -> Sequence[CheckedMove]:
    """Store the records of a member's decisions; return the moves with the explanation of those against candidates.

    The record says what the letter says: a decline was explained when the member decided.
    """
    if not made or made[0].by.member is None or made[0].action not in RECORDED:
        return made
    action, by, member = made[0].action, made[0].by, made[0].by.member
    known = {one.before.id: Explanation(**one.by.explanation) for one in made if one.by.explanation}
    explained = keep_records(tx, [one.before for one in made], Decision(member, action, by.reason, by.at), known)
    if action not in AGAINST:
        return made
    return [replace(one, by=replace(one.by, explanation=explained[one.before.id].stored())) for one in made]


def checked(tx: Tx, application: Application, action: Action, by: MoveContext) -> CheckedMove:
    """Return a move for `store_moves`. `application` was loaded in this transaction, locked.

    Raises `StageConflict` for a move that is not in the table, `NotViewed` and `DecidedBySame` for decisions of members
    who may not make them, `LookOver`.
    """
    result = after(application.stage, action, by.actor)
    if result is None:
        raise StageConflict(stage=application.stage, version=application.version)
    if by.member and needs_view(application.stage, action):
        _check_decider(tx, application, action, by.member)
    if action == "look_again":
        _check_look(application, by.at)
    stage, turn = result
    changes = {**_promise_after(tx, application, action, turn, by.at), **_marks_after(application, action, by)}
    version = application.version + 1
    changed = replace(
        application, stage=stage, turn=turn, version=version, last_action=action, changed_at=by.at, **changes
    )
    return CheckedMove(application, changed, action, by)


def decide(
    tx: Tx, application: Application, member: Member, wanted: RequestedMove, at: datetime
) -> PendingMove | Application:
    """Note a member's decision, which is sent after `UNDO`. Idempotent by its key: a resend returns the same result.

    Raises `StaleVersion` if the application has changed, `DecisionPending` if a colleague has just decided, and the
    errors of `move`.
    """
    if done := done_before(tx, wanted, application.id):
        return done
    check_free(tx, application, wanted.version)
    action = wanted.move["action"]
    if after(application.stage, action, "member") is None:
        raise StageConflict(stage=application.stage, version=application.version)
    if needs_view(application.stage, action):
        _check_decider(tx, application, action, member)
    if action == "decline":  # As it is at the moment of the decision, and as the preview showed it.
        explanation = explain(tx, application, member, action, at).stored()
        wanted = replace(wanted, move={**wanted.move, "explanation": explanation})
    pending = new_pending(application, member, wanted, at)
    keep_pending(tx, member.employer_id, [pending], warned=wanted.warned)
    return pending


def new_pending(application: Application, member: Member, wanted: RequestedMove, at: datetime) -> PendingMove:
    """Return a decision that was checked, for `keep_pending`."""
    return PendingMove(
        id=new_id(), application_id=application.id, member_id=member.id, version=wanted.version,
        move=dict(wanted.move), key=wanted.key, made_at=at, due_at=at + UNDO,
    )  # fmt: skip


def keep_pending(tx: Tx, employer_id: str, decisions: Sequence[PendingMove], *, warned: bool) -> None:
    """Store decisions of an employer that were made at the same time, and the tasks that send them.

    `warned`: whether the member was shown the warning about their words.
    """
    if decisions:
        record_all(tx, [_pending_act("decision.made", employer_id, one, warned=warned) for one in decisions])
        tx.execute(_insert_pending, [{name: getattr(one, name) for name in PendingMove.__slots__} for one in decisions])
        waiting = [{"pending_id": one.id, "application_id": one.application_id} for one in decisions]
        enqueue_many(tx, [(SEND_PENDING, one) for one in waiting], due_at=decisions[0].due_at)


def _pending_act(
    action: Literal["decision.made", "decision.undone"], employer_id: str, pending: PendingMove,
    *, warned: bool | None = None,
) -> Act:  # fmt: skip
    return Act(
        action, "member", pending.member_id, "application", pending.application_id, employer_id,
        {
            "move": pending.move["action"], "version": pending.version,
            **traits_for_audit(findings_in(pending.move), warned=warned),
        },
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


def forget_candidate(tx: Tx, found: Sequence[Application]) -> None:
    """Prepare the deletion of a candidate: correct the counters, and tell members of meetings and decisions.

    Meetings and first days leave their calendars, and decisions that can still be undone are not sent.
    """
    add_counts(tx, [(application, application.stage, -1) for application in found])
    by_id = {one.id: one for one in found}
    places = several_locations(tx, {one.location_id for one in found if one.location_id})
    jobs = {one.id: title_with_place(one.title, places.get(one.location_id or "")) for one in found}
    at = now()
    for application in found:
        if pending := pending_of(tx, application.id):
            publish(tx, DecisionErased(pending.member_id, pending.move["action"], jobs[application.id]))
        offer = offer_of(tx, application.id) if application.stage == "hired" else None
        if offer and offer.start_on >= at.date():
            start = offer.start_on.isoformat()
            in_charge = offered_by(tx, application)
            job = jobs[application.id]
            publish(tx, *[FirstDayErased(offer.calendar_id, one.id, job, start) for one in in_charge])
    for meeting in open_meetings(tx, list(by_id)):
        if meeting.member_id and meeting.starts_at and is_ahead(meeting, at):
            application = by_id[meeting.application_id]
            employer = find_employer(tx, application.employer_id)
            erased = MeetingErased(
                meeting.calendar_id, meeting.member_id, employer.name, jobs[application.id],
                meeting.sequence + 1, meeting.starts_at.isoformat(), meeting.minutes, meeting.zone,
            )  # fmt: skip
            publish(tx, erased)


def done_before(tx: Tx, wanted: RequestedMove, application_id: str) -> PendingMove | Application | None:
    """Return the result of an earlier request about this application with this idempotency key.

    Raises `KeyReused` if that asked for another move.
    """
    pending = pending_of(tx, application_id)
    if pending and pending.key == wanted.key:
        check_same(pending.move, wanted.move)
        return pending
    made = moved_with(tx, application_id, wanted.key)
    if made is None:
        return None
    check_same(made, wanted.move)
    return any_application(tx, application_id)


def check_same(before: Mapping[str, Any], wanted: Mapping[str, Any]) -> None:
    """Raise `KeyReused` if two requests for a move differ in what is stored of the first one."""
    if any(before[name] != value for name, value in wanted.items() if name in before):
        raise KeyReused


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
    """The reply date after a move. It begins again after a meeting, another look, and the answer to the first question.

    Otherwise an employer could put a reply off for as long as it asks: a second question keeps the date, even if the
    answer comes after it.
    """
    if action == "ask":
        return {"reply_by": None, "reply_kept": application.reply_by if application.reply_extended else None}
    if action in {"view", "withdraw", "close", "decline", "accept", "refuse_offer"}:
        reply_by = application.reply_by if turn else None
    elif turn != "employer" or action == "choose_time":  # A meeting is ahead: the next reply is owed after it.
        reply_by = None
    elif action == "answer" and application.reply_kept:
        reply_by = application.reply_kept
    else:
        posting = find_posting(tx, application.posting_id)
        if posting is None:
            raise NotFound
        reply_by = promise_of(tx, posting).from_(at)
    extended = application.reply_extended or action == "answer"
    return {"reply_by": reply_by, "reply_extended": extended, "reply_kept": None}


def _marks_after(application: Application, action: Action, by: MoveContext) -> dict[str, Any]:
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
