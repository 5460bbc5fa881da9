"""Records of applications as API types. Pure."""

from datetime import datetime, timedelta

from dayshift.hiring.applications.access import Contest
from dayshift.hiring.applications.candidate import MAX_NAMED, Applicable, ApplyResult, OwnApplication
from dayshift.hiring.applications.grants import GRANT_DAYS
from dayshift.hiring.applications.history import Offer, StoredMessage, StoredMove, View
from dayshift.hiring.applications.letters import Letter
from dayshift.hiring.applications.meetings import Meeting
from dayshift.hiring.applications.own_list import OwnListItem
from dayshift.hiring.applications.queries import Grant
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
    SentReply,
    SharesReply,
    ViewReply,
)
from dayshift.hiring.applications.stages import LOOK_AGAIN_WITHIN, UNDO_SUBMIT
from dayshift.hiring.employers import Member


def job_state(found: Applicable) -> JobStateReply:
    """Return the state of a job for the apply button and sheet."""
    job, employer, application = found.job, found.employer, found.application
    return JobStateReply(
        job_id=found.job_id,
        state=found.state,
        title=job.title if job else application.title if application else None,
        url=job.url if job and found.state == "not_here" else None,
        employer=EmployerReply(id=employer.id, name=employer.name) if employer else None,
        pay_low=_dollars(job.pay_low) if job else None,
        pay_high=_dollars(job.pay_high) if job else None,
        place=found.location.address if found.location else None,
        reply_days=found.reply_days,
        reply_by=found.reply_by,
        zone=found.zone,
        percent=found.percent,
        hiring=list(found.hiring),
        hiring_more=found.hiring_more,
        application_id=application.id if application else None,
        stage=application.stage if application else None,
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
        place=item.location.address if item.location else None,
        pay_low=_dollars(job.pay_low) if job else None,
        pay_high=_dollars(job.pay_high) if job else None,
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
        unread=item.unread,
        meeting=AgreedMeetingReply.model_validate(item.meeting) if item.meeting else None,
        question=AskedQuestionReply.model_validate(item.question) if item.question else None,
        offer=OfferSummary(pay=offer.pay / 100, start_on=offer.start_on, first_shift=offer.first_shift)
        if offer
        else None,
        reason=item.reason,
    )


def details(found: OwnApplication, at: datetime) -> ApplicationReply:
    """Return an application with all that belongs to it."""
    application, job = found.application, found.job
    undo_until = application.submitted_at + UNDO_SUBMIT
    can_undo = application.stage == "submitted" and undo_until > at
    look_until = application.changed_at + LOOK_AGAIN_WITHIN
    can_look = application.stage == "declined" and not application.look_asked_at and look_until > at
    return ApplicationReply(
        id=application.id,
        job_id=application.job_id,
        title=application.title,
        employer=EmployerReply(id=found.employer.id, name=found.employer.name),
        place=found.location.address if found.location else None,
        pay_low=_dollars(job.pay_low) if job else None,
        pay_high=_dollars(job.pay_high) if job else None,
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
        look_until=look_until if can_look else None,
        look=_look(found),
        share_until=at + timedelta(days=GRANT_DAYS),
        shares=shares_reply(found.grant, at),
        moves=[_move(made, letter) for made, letter in found.moves],
        answers=[
            AnswerReply(order=one.answer.response_order, competency=one.competency, duration=one.duration)
            for one in found.answers
        ],
        views=[_view(view, found) for view in found.views],
        messages=[message_reply(message) for message in found.messages],
        meeting=meeting_reply(found.meeting),
        offer=offer_reply(found.offer),
    )


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
    return CandidateMoveReply(**move_reply(made).model_dump(), letter=shown)


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


def _dollars(cents: int | None) -> float | None:
    return None if cents is None else cents / 100
