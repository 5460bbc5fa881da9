"""Records of applications as API types. Pure."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta

from dayshift.hiring.applications.access import Contest
from dayshift.hiring.applications.candidate import MAX_NAMED, Applicable, ApplyResult, OwnApplication
from dayshift.hiring.applications.grants import GRANT_DAYS
from dayshift.hiring.applications.history import Offer, StoredMessage, StoredMove, View
from dayshift.hiring.applications.letters import Letter
from dayshift.hiring.applications.meetings import Meeting
from dayshift.hiring.applications.own_list import OwnListItem
from dayshift.hiring.applications.queries import Application, Grant
from dayshift.hiring.applications.schemas import (
    AgreedMeetingReply,
    AnswerReply,
    ApplicationReply,
    ApplicationSummary,
    AskedQuestionReply,
    CandidateMoveReply,
    ContestReply,
    EmployerReply,
    JobOfferReply,
    JobStateReply,
    LetterReply,
    LookReply,
    MeetingReply,
    MessageReply,
    MoveReply,
    OfferSummary,
    OpeningReply,
    SentReply,
    SharesReply,
    ViewReply,
)
from dayshift.hiring.applications.stages import LOOK_AGAIN_WITHIN, UNDO_SUBMIT
from dayshift.hiring.employers import Member
from dayshift.jobs.catalog import dollars


def job_state(found: Applicable) -> JobStateReply:
    """Return the state of a job for the apply button and sheet."""
    job, employer, application = found.job, found.employer, found.application
    return JobStateReply(
        job_id=found.job_id,
        state=found.state,
        filled=found.because in {"filled", "full"},
        title=job.title if job else application.title if application else None,
        url=job.url if job and found.state == "not_here" else None,
        employer=EmployerReply(id=employer.id, name=employer.name) if employer else None,
        pay_low=dollars(job.pay_low) if job else None,
        pay_high=dollars(job.pay_high) if job else None,
        place=found.location.place if found.location else None,
        reply_days=found.reply_days,
        reply_by=found.reply_by,
        staffed=found.staffed,
        zone=found.zone,
        percent=found.percent,
        hiring=list(found.hiring),
        hiring_more=found.hiring_more,
        application_id=application.id if application else None,
        stage=application.stage if application else None,
        last_action=application.last_action if application else None,
        turn=application.turn if application else None,
    )


def sent_reply(sent: ApplyResult, zone: str | None) -> SentReply:
    """Return the result of applying for one job."""
    known = sent.refused.data.get("application") if sent.refused else None
    return SentReply(
        job_id=sent.job_id,
        application_id=sent.application.id if sent.application else None,
        reply_by=sent.application.reply_by if sent.application else None,
        zone=zone,
        error=sent.refused.code if sent.refused else None,
        known_application_id=known,
    )


def summary(item: OwnListItem, at: datetime) -> ApplicationSummary:
    """Return an application as the candidate's list shows it."""
    application, job, offer = item.application, item.job, item.offer
    return ApplicationSummary(
        id=application.id,
        job_id=application.job_id,
        title=application.title,
        employer=item.employer.name,
        place=item.location.place if item.location else None,
        pay_low=dollars(job.pay_low) if job else None,
        pay_high=dollars(job.pay_high) if job else None,
        group=item.group,
        stage=application.stage,
        version=application.version,
        turn=application.turn,
        last_action=application.last_action,
        reply_by=application.reply_by,
        zone=item.zone,
        late=application.is_late(at),
        staffed=item.staffed,
        submitted_at=application.submitted_at,
        changed_at=application.changed_at,
        views=item.views,
        opened=item.opened,
        unread=item.unread,
        meeting=AgreedMeetingReply.model_validate(item.meeting) if item.meeting else None,
        question=AskedQuestionReply.model_validate(item.question) if item.question else None,
        offer=OfferSummary(
            pay=offer.pay / 100, start_on=offer.start_on, first_shift=offer.first_shift, answer_by=offer.answer_by
        )
        if offer
        else None,
        reason=item.reason,
        meeting_off=item.meeting_off,
        look_until=look_until(application, at),
        look_alone=item.alone,
    )


def look_until(application: Application, at: datetime) -> datetime | None:
    """Until when the candidate can ask for another look; None if they cannot."""
    until = application.changed_at + LOOK_AGAIN_WITHIN
    can_look = application.stage == "declined" and not application.look_asked_at and until > at
    return until if can_look else None


def details(found: OwnApplication, at: datetime) -> ApplicationReply:
    """Return an application with all that belongs to it."""
    application, job = found.application, found.job
    undo_until = application.submitted_at + UNDO_SUBMIT
    can_undo = application.stage == "submitted" and undo_until > at
    names = _names(found)
    return ApplicationReply(
        id=application.id,
        job_id=application.job_id,
        title=application.title,
        employer=EmployerReply(id=found.employer.id, name=found.employer.name),
        place=found.location.place if found.location else None,
        pay_low=dollars(job.pay_low) if job else None,
        pay_high=dollars(job.pay_high) if job else None,
        stage=application.stage,
        version=application.version,
        turn=application.turn,
        reply_by=application.reply_by,
        reply_extended=application.reply_extended,
        zone=found.zone,
        late=application.is_late(at),
        staffed=found.staffed,
        percent=found.rate.percent,
        submitted_at=application.submitted_at,
        undo_until=undo_until if can_undo else None,
        look_until=look_until(application, at),
        look_alone=found.alone,
        look=_look(found),
        share_until=at + timedelta(days=GRANT_DAYS),
        score_declined=found.score_declined,
        shares=shares_reply(found.grant, at),
        moves=[
            _move(replace(made, member_name=names(made.member_id, made.member_name)), letter)
            for made, letter in found.moves
        ],
        answers=[
            AnswerReply(order=one.answer.response_order, competency=one.competency, duration=one.duration)
            for one in found.answers
        ],
        views=[
            _view(replace(one, viewer=names(one.member_id or one.link_id, one.viewer) or ""), found)
            for one in found.views
        ],
        openings=[
            OpeningReply(
                id=one.id,
                name=names(one.viewer_id, one.viewer) or "",
                kind="video" if one.kind == "video" else "words",
                answer=one.answer,
                opened_at=one.opened_at,
            )
            for one in found.openings
        ],
        messages=[
            message_reply(replace(one, member_name=names(one.member_id, one.member_name))) for one in found.messages
        ],
        meeting=meeting_reply(found.meeting),
        offer=offer_reply(found.offer),
    )


def _names(found: OwnApplication) -> Callable[[str | None, str | None], str | None]:
    """Return what tells apart people of one name by id and name: all but the first who acted have a number."""
    acts = [
        *((one.began_at, one.member_id or one.link_id, one.viewer) for one in found.views),
        *((one.opened_at, one.viewer_id, one.viewer) for one in found.openings),
        *((one.made_at, one.member_id, one.member_name) for one, _ in found.moves),
        *((one.sent_at, one.member_id, one.member_name) for one in found.messages),
    ]
    ids: dict[str | None, list[str]] = {}
    for _, who, name in sorted(acts, key=lambda act: act[0]):
        if who is not None and who not in ids.setdefault(name, []):
            ids[name].append(who)

    def name_of(who: str | None, name: str | None) -> str | None:
        place = ids[name].index(who) + 1 if who is not None else 1
        return name if place == 1 else f"{name} ({place})"

    return name_of


def _look(found: OwnApplication) -> LookReply | None:
    if found.contest is None:
        return None
    names = [one.name for one in found.contest.deciders]
    return LookReply(deciders=names[:MAX_NAMED], deciders_more=max(0, len(names) - MAX_NAMED))


def contest_reply(contest: Contest | None, member: Member) -> ContestReply | None:
    """Return another look as this member sees it."""
    if contest is None:
        return None
    return ContestReply(
        asked_at=contest.asked_at,
        words=contest.words,
        declined_by=contest.declined_by,
        mine=contest.declined_by_id == member.id,
        owed=contest.owed,
        deciders=[one.name for one in contest.deciders],
    )


def shares_reply(grant: Grant | None, at: datetime) -> SharesReply | None:
    """Return what is shared with the employer."""
    if grant is None:
        return None
    return SharesReply(
        video=grant.video,
        words=grant.words,
        score=grant.score,
        quick_answers=grant.quick_answers,
        until=grant.until,
        active=grant.is_active(at),
    )


def meeting_reply(meeting: Meeting | None) -> MeetingReply | None:
    """Return an invitation."""
    return MeetingReply.model_validate(meeting) if meeting else None


def offer_reply(offer: Offer | None) -> JobOfferReply | None:
    """Return an offer, its pay in dollars."""
    if offer is None:
        return None
    return JobOfferReply(
        pay=offer.pay / 100,
        start_on=offer.start_on,
        first_shift=offer.first_shift,
        place=offer.place,
        bring=offer.bring,
        made_at=offer.made_at,
        accepted_at=offer.accepted_at,
        answer_by=offer.answer_by,
    )


def message_reply(message: StoredMessage) -> MessageReply:
    """Return a message."""
    return MessageReply.model_validate(
        {
            "id": message.id,
            "sender": message.sender,
            "name": message.member_name,
            "question": message.question,
            "text": message.text,
            "sent_at": message.sent_at,
            "read_at": message.read_at,
        }
    )


def move_reply(made: StoredMove) -> MoveReply:
    """Return an entry of the history."""
    return MoveReply(
        number=made.number,
        action=made.action,
        from_stage=made.from_stage,
        to_stage=made.to_stage,
        actor=made.actor,
        name=made.member_name,
        reason=made.reason,
        words=made.words,
        made_at=made.made_at,
    )


def letter_reply(letter: Letter) -> LetterReply:
    """Return a letter."""
    return LetterReply(paragraphs=list(letter.paragraphs), times=list(letter.times), times_after=letter.times_after)


def _move(made: StoredMove, letter: Letter) -> CandidateMoveReply:
    shown = letter_reply(letter) if letter.paragraphs else None
    return CandidateMoveReply(**move_reply(made).model_dump(), letter=shown, called_off=_called_off(made))


def _called_off(made: StoredMove) -> datetime | None:
    if made.calendar is None or made.calendar["method"] != "CANCEL":
        return None
    start = datetime.fromisoformat(made.calendar["startsAt"])
    return start if start > made.made_at else None


def _view(view: View, found: OwnApplication) -> ViewReply:
    seen = next((one for one in found.answers if one.answer.response_order == view.answer), None)
    return ViewReply(
        id=view.id,
        name=view.viewer,
        answer=view.answer,
        question_id=seen.answer.question_id if seen else None,
        competency=seen.competency if seen else None,
        kind="video" if view.kind == "video" else "words",
        seconds=view.seconds,
        counts=view.counts,
        duration=seen.duration if seen else None,
        began_at=view.began_at,
        last_at=view.last_at,
    )
