"""What each move brings with it: messages, meetings and offers. All in the caller's transaction."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, bindparam, select, update
from sqlalchemy.exc import IntegrityError

from dayshift.accounts import User, is_deletion_planned
from dayshift.core.audit import record
from dayshift.core.db import Tx, insert
from dayshift.core.errors import NotFound
from dayshift.core.events import publish
from dayshift.core.ids import new_id
from dayshift.core.names import salutation
from dayshift.hiring.applications.actions import (
    RequestedMove,
    check_contest,
    check_free,
    decide,
    done_before,
    move,
    move_all,
)
from dayshift.hiring.applications.commitments import first_days_of_user
from dayshift.hiring.applications.errors import DeletionPlanned, NothingToLookAt, NotYet, StageConflict, TimeTaken
from dayshift.hiring.applications.events import MessageSent
from dayshift.hiring.applications.fair_words import traits_for_audit, unfair_words
from dayshift.hiring.applications.grants import SWITCHES, Share, end_grants, share_with
from dayshift.hiring.applications.history import PendingMove, StoredMessage, StoredMove, messages_of, moves_of, offer_of
from dayshift.hiring.applications.letters import Letter, from_stored, letter_of
from dayshift.hiring.applications.meetings import (
    Meeting,
    busy_times,
    in_calendar,
    meeting_of,
    meetings_of,
    open_meetings,
    overlaps,
)
from dayshift.hiring.applications.models import applications, meetings, messages, offers
from dayshift.hiring.applications.moves import MoveContext, occasion_of
from dayshift.hiring.applications.orders import publish_withdrawals
from dayshift.hiring.applications.promises import promise_of
from dayshift.hiring.applications.queries import Application, find_grant, lock_applications
from dayshift.hiring.applications.stages import LETTERS, OPEN, UNDOABLE, Action, Actor, corrects_no_show
from dayshift.hiring.applications.warnings import was_warned
from dayshift.hiring.employers import KeyReused, Member, find_employer, find_posting, lock_member

_insert_message = (
    insert(messages)
    .on_conflict_do_nothing(index_elements=[messages.c.application_id, messages.c.sender, messages.c.key])
    .returning(messages.c.id)
)
_message_by_key = select(*(messages.c[name] for name in StoredMessage.__slots__)).where(
    messages.c.application_id == bindparam("application"),
    messages.c.sender == bindparam("from"),
    messages.c.key == bindparam("key"),
)
_mark_read = (
    update(messages)
    .where(
        messages.c.application_id.in_(bindparam("applications", expanding=True)),
        messages.c.sender == bindparam("from"),
        messages.c.read_at.is_(None),
    )
    .values(read_at=bindparam("at"))
)
_insert_meeting = insert(meetings)
_set_meeting = (
    update(meetings)
    .where(meetings.c.id == bindparam("meeting"))
    .values(
        state=bindparam("to_state"),
        starts_at=bindparam("start"),
        sequence=meetings.c.sequence + bindparam("more"),
    )
)
_put_offer = insert(offers)
_put_offer = _put_offer.on_conflict_do_update(
    index_elements=[offers.c.application_id],
    set_={c.name: c for c in _put_offer.excluded if c.name != "application_id"},
)
_accept_offer = (
    update(offers).where(offers.c.application_id == bindparam("application")).values(accepted_at=bindparam("at"))
)


def send(  # noqa: PLR0913  (a move has these parts)
    tx: Tx, application: Application, member: Member, body: Mapping[str, Any], at: datetime,
    *, key: str | None = None, warned: bool | None = None,
) -> Application:  # fmt: skip
    """Make a member's move with everything it brings; `body` is a `schemas.NewMove` in JSON form.

    Raises the errors of `actions.move`, `TimeTaken` and `NotYet`.
    """
    action = body["action"]
    if action == "invite":
        body = {**body, "times": _still_free(tx, application, member, body, at)}
    by = MoveContext("member", at, member, key, body.get("reason"), body.get("words"), body.get("explanation"), body)
    by = replace(by, warned=warned)
    if action in {"meet", "no_show"}:
        ended, calendar = _end_meeting(tx, application, action, at)
        start = ended.starts_at and ended.starts_at.isoformat()
        corrects = corrects_no_show(application.stage, action)
        by = replace(by, calendar=calendar, body={**body, "starts_at": start, "corrects": corrects})
    changed = move(tx, application, action, by)
    match action:
        case "ask":
            write_message(tx, application, replace(by, key=None), body["text"], question=True)
        case "invite":
            _invite(tx, application, member, body, at)
        case "offer":
            _offer(tx, application, body, at)
    return changed


def make(
    tx: Tx, application: Application, member: Member, wanted: RequestedMove, at: datetime
) -> PendingMove | Application:
    """Make a member's move as requested: one that can be undone becomes pending, any other happens now.

    A member who decides has read what the candidate wrote, so the next message is mailed. Idempotent by its key.
    Raises the errors of `actions.decide` and `send`.
    """
    if wanted.move["action"] in UNDOABLE:
        pending = decide(tx, application, member, wanted, at)
        mark_read(tx, application.id, "candidate", at)
        return pending
    if done := done_before(tx, wanted, application.id):
        return done
    check_free(tx, application, wanted.version)
    check_contest(application, wanted.move["action"], member)
    mark_read(tx, application.id, "candidate", at)
    return send(tx, application, member, wanted.move, at, key=wanted.key, warned=wanted.warned)


def write_message(
    tx: Tx, application: Application, by: MoveContext, text: str, *, question: bool = False
) -> StoredMessage:
    """Store a message and publish it. Idempotent by the key in `by`."""
    member = by.member
    message = StoredMessage(
        id=new_id(),
        application_id=application.id,
        sender=by.actor,
        member_id=member.id if member else None,
        member_name=member.name if member else None,
        question=question,
        text=text,
        sent_at=by.at,
        read_at=None,
    )
    values = {name: getattr(message, name) for name in StoredMessage.__slots__}
    if tx.execute(_insert_message, {**values, "key": by.key}).first():
        publish(tx, MessageSent(application.id, message.id))
        return message
    known = message_by_key(tx, application, by, text)
    assert known is not None  # noqa: S101  (it was in the way)
    return known


def message_by_key(tx: Tx, application: Application, by: MoveContext, text: str) -> StoredMessage | None:
    """Return the message that this side has sent with the key in `by`, if any. Raises `KeyReused` for another text."""
    row = tx.execute(_message_by_key, {"application": application.id, "from": by.actor, "key": by.key}).first()
    if row is None:
        return None
    sent = StoredMessage(*row)
    if sent.text != text:
        raise KeyReused
    return sent


def is_writable(tx: Tx, application: Application) -> bool:
    """Whether both sides can still write: while an application is open, and after a hire until the employer closes."""
    if application.stage == "hired":
        return find_employer(tx, application.employer_id).closed_at is None
    return application.stage in OPEN


def write_as_candidate(tx: Tx, application: Application, text: str, at: datetime, *, key: str | None) -> None:
    """Write to the employer. If the application waits for an answer, this is the answer. Raises `StageConflict`."""
    by = MoveContext("candidate", at, key=key)
    if message_by_key(tx, application, by, text):
        return  # Sent again: it must not count as the answer to a later question.
    if application.stage == "question_asked":
        answer_question(tx, application, text, at, key=key)
    elif is_writable(tx, application):
        write_message(tx, application, by, text)
    else:
        raise StageConflict(stage=application.stage, version=application.version)


def write_as_member(  # noqa: PLR0913  (a message has these parts)
    tx: Tx, application: Application, member: Member, text: str, at: datetime, *, key: str | None, warning: str = ""
) -> None:
    """Write to the candidate; `warning`: the token of the warning that was shown. Raises `StageConflict`."""
    by = MoveContext("member", at, member, key)
    if message_by_key(tx, application, by, text) is not None:
        return
    if not is_writable(tx, application):
        raise StageConflict(stage=application.stage, version=application.version)
    write_message(tx, application, by, text)
    mark_read(tx, application.id, "candidate", by.at)
    found = unfair_words(text)
    warned = bool(found) and was_warned(tx, warning, member, application.id, {"text": text}, found)
    record(
        tx, "message.sent", "member", member.id, subject="application", subject_id=application.id,
        employer_id=member.employer_id, details=traits_for_audit(found, warned=warned) or None,
    )  # fmt: skip


def answer_question(
    tx: Tx, application: Application, text: str, at: datetime, *, key: str | None = None
) -> Application:
    """The candidate answers the employer's question."""
    changed = move(tx, application, "answer", MoveContext("candidate", at))
    write_message(tx, application, MoveContext("candidate", at, key=key), text)
    return changed


def choose_time(tx: Tx, application: Application, start: datetime, at: datetime) -> Application:
    """The candidate picks one of the offered times. Raises `TimeTaken` if it is over or was taken meanwhile.

    One who has just said that none fits can still do so, until the employer acts.
    """
    meeting = _current(tx, application, or_refused=True)
    length = timedelta(minutes=meeting.minutes)
    if meeting.member_id:
        lock_member(tx, meeting.member_id)  # Two candidates may choose times that overlap at the same moment.
        if busy_times(tx, meeting.member_id, start, start + length, but=meeting.id):
            raise TimeTaken
    if start <= at or start.isoformat() not in [datetime.fromisoformat(one).isoformat() for one in meeting.offered]:
        raise TimeTaken
    calendar = in_calendar(replace(meeting, starts_at=start), "REQUEST")
    changed = move(tx, application, "choose_time", MoveContext("candidate", at, calendar=calendar))
    try:
        with tx.begin_nested():
            _set(tx, meeting, "chosen", start)
    except IntegrityError:  # The member has another meeting at this time.
        raise TimeTaken from None
    return changed


def refuse_times(tx: Tx, application: Application, words: str | None, at: datetime) -> Application:
    """None of the offered times fits."""
    _current(tx, application)
    return move(tx, application, "refuse_times", MoveContext("candidate", at, words=words))


def answer_offer(tx: Tx, application: Application, *, accept: bool, at: datetime) -> Application:
    """The candidate accepts or refuses the offer."""
    if accept:
        tx.execute(_accept_offer, {"application": application.id, "at": at})
    return move(tx, application, "accept" if accept else "refuse_offer", MoveContext("candidate", at))


def withdraw(tx: Tx, application: Application, at: datetime) -> Application:
    """The candidate takes the application back: everything that was shared stops."""
    changed = move(tx, application, "withdraw", MoveContext("candidate", at))
    publish_withdrawals(tx, [application.id], at)
    return changed


def withdraw_all(tx: Tx, user_id: str, at: datetime) -> None:
    """Withdraw everything that a candidate has sent, and end every grant.

    Employers who count on their first day keep the contact, and nothing else.
    """
    _withdraw_open(tx, applications.c.user_id == user_id, at)
    hired_by = {application.employer_id for application, _ in first_days_of_user(tx, user_id, at.date())}
    for employer_id in hired_by:
        grant = find_grant(tx, user_id, employer_id)
        if grant and grant.is_active(at):
            contact_only = Share(video=False, words=False, score=False, until=grant.until)
            share_with(tx, user_id, employer_id, contact_only, grant.given_at)
    end_grants(tx, user_id, at, but=hired_by)


def withdraw_interview(tx: Tx, user_id: str, interview_id: str, at: datetime) -> int:
    """Withdraw the open applications that were sent with an interview; return how many there were."""
    sent = (applications.c.user_id == user_id) & (applications.c.interview_id == interview_id)
    return _withdraw_open(tx, sent, at)


def _withdraw_open(tx: Tx, which: ColumnElement[bool], at: datetime) -> int:
    found = lock_applications(tx, which, OPEN)
    move_all(tx, found, "withdraw", MoveContext("candidate", at))
    publish_withdrawals(tx, [one.id for one in found], at)
    return len(found)


def look_again(
    tx: Tx, application: Application, words: str | None, at: datetime, share: Share | None = None
) -> Application:
    """The candidate asks for another look, and shares with the employer what it needs: `share`, or what is shared now.

    Raises `DeletionPlanned`, `LookOver`, and `NothingToLookAt` if nobody could view an answer afterwards.
    """
    if is_deletion_planned(tx, application.user_id):
        raise DeletionPlanned
    changed = move(tx, application, "look_again", MoveContext("candidate", at, words=words))
    if share:
        share_with(tx, application.user_id, application.employer_id, share, at)
    grant = find_grant(tx, application.user_id, application.employer_id)
    shown = grant is not None and grant.is_active(at) and (grant.video or grant.words)
    if not shown or application.interview_id is None:
        raise NothingToLookAt
    return changed


def change_shares(tx: Tx, application: Application, share: Share, at: datetime) -> None:
    """Change what the employer may see: what is shared keeps its end, and what has ended is shared again.

    Raises `StageConflict` if it has ended and the application needs it no more, and `DeletionPlanned` for sharing
    anything while everything is to be deleted.
    """
    if any(getattr(share, name) for name in SWITCHES) and is_deletion_planned(tx, application.user_id):
        raise DeletionPlanned
    grant = find_grant(tx, application.user_id, application.employer_id)
    if grant and grant.is_active(at):
        kept = replace(share, until=grant.until)
        share_with(tx, application.user_id, application.employer_id, kept, grant.given_at)
    elif application.stage in OPEN or application.stage == "hired":
        share_with(tx, application.user_id, application.employer_id, share, at)
    else:
        raise StageConflict(stage=application.stage, version=application.version)


def mark_read(tx: Tx, application_id: str, sender: Actor, at: datetime) -> None:
    """Mark the messages of one side as read by the other."""
    mark_all_read(tx, [application_id], sender, at)


def mark_all_read(tx: Tx, application_ids: Sequence[str], sender: Actor, at: datetime) -> None:
    """Mark the messages of one side about several applications as read by the other."""
    tx.execute(_mark_read, {"applications": list(application_ids), "from": sender, "at": at})


def _current(tx: Tx, application: Application, *, or_refused: bool = False) -> Meeting:
    meeting = meeting_of(tx, application.id)
    states = {"offered", "chosen"}
    if (
        or_refused
        and meeting
        and meeting.state == "refused"
        and moves_of(tx, application.id)[-1].action == "refuse_times"
    ):
        states = {"refused"}
    if meeting is None or meeting.state not in states:
        raise StageConflict(stage=application.stage, version=application.version)
    return meeting


def _set(tx: Tx, meeting: Meeting, state: str, start: datetime | None) -> None:
    tx.execute(_set_meeting, {"meeting": meeting.id, "to_state": state, "start": start, "more": 1})


def _end_meeting(
    tx: Tx, application: Application, action: Action, at: datetime
) -> tuple[Meeting, dict[str, Any] | None]:
    """Store how a meeting went. Somebody may come before the agreed time, or before choosing one: they met at `at`.

    A meeting that nobody came to, as a member said, can be corrected: they met at its time.
    Return the meeting as it was, and the appointment that leaves calendars because they met earlier.
    """
    meeting = meeting_of(tx, application.id)
    states = {"no_show"} if corrects_no_show(application.stage, action) else {"offered", "chosen"}
    if meeting is None or meeting.state not in states:
        raise StageConflict(stage=application.stage, version=application.version)
    start = meeting.starts_at
    if start and start <= at:
        _set(tx, meeting, "met" if action == "meet" else "no_show", start)
        return meeting, None
    if action != "meet":
        raise NotYet
    _set(tx, meeting, "met", at)
    return meeting, in_calendar(meeting, "CANCEL") if start else None


def _invite(tx: Tx, application: Application, member: Member, body: Mapping[str, Any], at: datetime) -> None:
    posting = find_posting(tx, application.posting_id)
    if posting is None:
        raise NotFound
    times = sorted({datetime.fromisoformat(one).isoformat() for one in body["times"]})
    before = meeting_of(tx, application.id)
    # An entry that calendars have, or had: it gets the new time, once that is chosen.
    replaced = before if before and before.state != "no_show" and (before.starts_at or before.uid) else None
    values = {
        "id": new_id(),
        "uid": replaced.calendar_id if replaced else None,
        "sequence": replaced.sequence if replaced else 0,
        "application_id": application.id,
        "member_id": member.id,
        "offered": times,
        "minutes": body["minutes"],
        "zone": promise_of(tx, posting).zone,
        "place": body["place"],
        "ask_for": body["ask_for"],
        "starts_at": None,
        "state": "offered",
        "created_at": at,
    }
    tx.execute(_insert_meeting, values)


def _still_free(tx: Tx, application: Application, member: Member, body: Mapping[str, Any], at: datetime) -> list[str]:
    """Return the offered times that are not over and not taken since they were chosen. Raises `TimeTaken` for none."""
    times = sorted(map(datetime.fromisoformat, body["times"]))
    length = timedelta(minutes=body["minutes"])
    own = [one.id for one in open_meetings(tx, [application.id])]  # Ends with this invitation.
    busy = busy_times(tx, member.id, times[0], times[-1] + length, but=own[0] if own else None)
    free = [one for one in times if one > at and not overlaps(one, length, busy)]
    if not free:
        raise TimeTaken
    return [one.isoformat() for one in free]


def _offer(tx: Tx, application: Application, body: Mapping[str, Any], at: datetime) -> None:
    values = {name: body.get(name) for name in ("first_shift", "place", "bring")}
    pay, start = round(body["pay"] * 100), date.fromisoformat(body["start_on"])
    answer_by = date.fromisoformat(body["answer_by"]) if body.get("answer_by") else None
    more = {"pay": pay, "start_on": start, "made_at": at, "accepted_at": None, "answer_by": answer_by}
    tx.execute(_put_offer, {"application_id": application.id, **values, **more})


def letter_of_move(tx: Tx, application: Application, made: StoredMove, user: User) -> Letter:
    """Return the letter of a move as it was stored; an empty one if there is none.

    Letters of moves from before they were stored are derived, as far as what they said is still known.
    """
    if made.letter is not None:
        return from_stored(made.letter)
    if made.action not in LETTERS or made.actor == "candidate":
        return Letter(())
    body = _known_body(tx, application, made)
    if body is None:
        return Letter(())
    occasion = replace(occasion_of(tx, application, None, user), member=salutation(made.member_name or ""))
    return letter_of(occasion, body)


def _known_body(tx: Tx, application: Application, made: StoredMove) -> dict[str, Any] | None:
    body: dict[str, Any] = {"action": made.action, "reason": made.reason, "words": made.words}
    match made.action:
        case "ask":
            asked = [
                one.text for one in messages_of(tx, application.id) if one.question and one.sent_at == made.made_at
            ]
            return {**body, "text": asked[0]} if asked else None
        case "invite":
            same = [one for one in meetings_of(tx, application.id) if one.created_at == made.made_at]
            if not same:
                return None
            return {
                **body, "times": same[0].offered, "minutes": same[0].minutes, "place": same[0].place,
                "ask_for": same[0].ask_for,
            }  # fmt: skip
        case "no_show":
            return None  # Candidates got no letter about it.
        case "cancel":
            before = [one for one in meetings_of(tx, application.id) if one.created_at <= made.made_at]
            start = before[0].starts_at if before else None
            return {**body, "starts_at": start.isoformat() if start else None}
        case "offer":
            offer = offer_of(tx, application.id)
            if offer is None or offer.made_at != made.made_at:
                return None
            shown = {"first_shift": offer.first_shift, "place": offer.place, "bring": offer.bring}
            return {
                **body,
                "pay": offer.pay / 100,
                "start_on": offer.start_on.isoformat(),
                "answer_by": offer.answer_by and offer.answer_by.isoformat(),
                **shown,
            }
        case _:
            before = [one for one in meetings_of(tx, application.id) if one.created_at <= made.made_at]
            ended = made.from_stage == "invited" and before and before[0].state == "cancelled"
            start = before[0].starts_at if ended else None
            return {
                **body, "explanation": made.explanation, "takes_back_offer": made.from_stage == "offered",
                "starts_at": start.isoformat() if start else None,
            }  # fmt: skip
