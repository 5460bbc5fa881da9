"""HTTP: a person's page on the desk, and the ratings of members."""

from dataclasses import asdict
from datetime import datetime
from typing import Annotated, Literal

from fastapi import APIRouter
from pydantic import Field, StringConstraints

from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.core.errors import NotFound
from dayshift.core.http import errors
from dayshift.core.schemas import Body, Reply, WholeNumber
from dayshift.dependencies import Db
from dayshift.hiring.applications.access import ApplicationAccess, load_for_member
from dayshift.hiring.applications.history import MemberRating
from dayshift.hiring.applications.schemas import ContestReply, JobOfferReply, MeetingReply, MessageReply, MoveReply
from dayshift.hiring.applications.serializers import (
    contest_reply,
    look_until,
    meeting_reply,
    message_reply,
    move_reply,
    offer_reply,
)
from dayshift.hiring.applications.stages import Stage
from dayshift.hiring.applications.viewing import Viewer, is_opened, log_opened
from dayshift.hiring.desk.desk_routes import Ahead
from dayshift.hiring.desk.person import (
    Asked,
    Distance,
    Earlier,
    NewRating,
    Person,
    RatedBy,
    is_unscored,
    load_person,
    new_levels,
    rate,
    store_shown,
    unopened,
)
from dayshift.hiring.employers import MEMBER_ERRORS, Member, Staff
from dayshift.interviews.room import Degree, StoredAnswer, Understood
from dayshift.knowledge.question_plans import Question

router = APIRouter(tags=["desk"])

ONE = "/api/desk/applications/{application_id}"
_ERRORS = errors(*MEMBER_ERRORS, NotFound)


class AnchorReply(Reply):
    """One level of a question's rubric."""

    level: int
    text: str


Silence = Literal["not_shared", "awaited", "not_spoken", "not_written", "not_opened"]


class WordReply(Reply):
    """A spoken word, in seconds of the recording."""

    begin: float
    end: float
    text: str


class PassageReply(Reply):
    """A stretch of a transcript, in seconds of the recording; `end` is null if unknown.

    `degree`: how surely the speech recognition understood it. `words` have their own times and
    `language` is the spoken one, where they are known.
    """

    begin: float
    end: float | None
    text: str
    degree: Degree
    language: str | None
    words: list[WordReply]


class TextDelayReply(Reply):
    """A text takes long: it will be there at about `expected_at`; null if that is not known."""

    expected_at: datetime | None


class PersonAnswerReply(Reply):
    """One answer. `media` plays it; null for typed answers and without consent. `passages` have times.

    `silence` is the reason why there is no `text`: not shared, still being written down, nothing was said, or nothing
    could write it down; `not_opened`: the page was loaded ahead. `delay`: it is still to be written down, and that
    takes long. `understood`: how surely the text is what was said; null if it was typed or corrected. `language`: in
    which it was spoken, where that is known.
    """

    order: int
    question: str
    mode: Literal["spoken", "typed"]
    text: str | None
    silence: Silence | None
    delay: TextDelayReply | None
    understood: Understood | None
    language: str | None
    passages: list[PassageReply]
    media: str | None
    media_type: str | None
    duration: float | None
    corrected: bool
    corrected_at: datetime | None


class RatingOfMemberReply(Reply):
    """A member's level: null for 'can't tell'. `firstLevel` is the one before the AI level was shown."""

    name: str
    level: int | None
    first_level: int | None
    skipped: bool
    comment: str | None


class MachineLevelReply(Reply):
    """The AI's level and the words that it is based on; null: a person has to judge."""

    level: int | None
    text: str
    quote: str | None
    confidence: str


class TranslationReply(Reply):
    """A question in another language. `asked`: the question of each answer; null if it was worded for the candidate."""

    language: str
    competency: str
    text: str
    levels: list[AnchorReply]
    asked: list[str | None]


class EarlierReply(Reply):
    """Another application of the candidate with this employer. `messages`: how many there are, for those who hire."""

    id: str
    title: str
    location: str | None
    zone: str | None
    stage: Stage
    submitted_at: datetime
    moves: list[MoveReply]
    messages: int


class AskedReply(Reply):
    """A question in the `language` of the interview.

    `machine` and `others` are empty until the member has rated or skipped; `hidden` counts others.

    `machineFrom`: the law lets the AI level be shown from then on, or as soon as the member has rated.
    """

    id: str
    competency: str
    text: str
    levels: list[AnchorReply]
    language: str
    translations: list[TranslationReply]
    answers: list[PersonAnswerReply]
    own: RatingOfMemberReply | None
    machine: MachineLevelReply | None
    machine_from: datetime | None
    others: list[RatingOfMemberReply]
    hidden: int


class PendingReply(Reply):
    """A decision that can still be undone by the member who made it."""

    action: str
    mine: bool
    due_at: datetime


class ContactReply(Reply):
    """How to reach the candidate."""

    email: str | None
    phone: str | None


class SeenByReply(Reply):
    """A colleague who viewed an answer."""

    name: str
    answer: int


class VacancyReply(Reply):
    """The job that the candidate was hired for, while it is open. `waiting`: other open applications.

    `offered`: the first names of those whose open offers end if the member closes it.
    """

    id: str
    openings: int
    hired: int
    waiting: int
    offered: list[str]
    version: int


class QuickAnswersReply(Reply):
    """The candidate's quick answers as they are now; null for what was not answered.

    `distance`: how far from the job's location they live, in steps of 3, 10 and 25 miles.
    """

    start: str | None
    employment_type: str | None
    availability: list[str]
    hourly_rate: int | None
    experience: str | None
    distance: Distance | None


class PersonReply(Reply):
    """An application as a member may see it. Without the candidate's consent there are no questions and no contact.

    `quick` is null if the candidate does not share the quick answers. `lookUntil`: the end of asking for another look.
    `scoreDeclined`: the candidate asked for no AI score. `deletesAt`: when somebody hired deletes the account.
    """

    id: str
    name: str
    first_name: str
    title: str
    location: str | None
    place: str | None
    zone: str | None
    stage: Stage
    version: int
    turn: Literal["employer", "candidate"] | None
    reply_by: datetime | None
    late: bool
    look: ContestReply | None
    look_until: datetime | None
    submitted_at: datetime
    shows_video: bool
    shows_words: bool
    shows_score: bool
    score_declined: bool
    contact: ContactReply | None
    questions: list[AskedReply]
    viewed: list[SeenByReply]
    moves: list[MoveReply]
    messages: list[MessageReply]
    meeting: MeetingReply | None
    offer: JobOfferReply | None
    pending: PendingReply | None
    earlier: list[EarlierReply]
    vacancy: VacancyReply | None
    quick: QuickAnswersReply | None
    deletes_at: datetime | None


class RatingGiven(Body):
    """A level from 1 to 5, null for 'can't tell'; or `skip` to see the AI level without rating."""

    level: Annotated[int, Field(ge=1, le=5), WholeNumber] | None = None
    comment: Annotated[str, StringConstraints(max_length=1000)] | None = None
    skip: bool = False


def _is_new_visit(tx: Tx, person: Person, member: Member, at: datetime) -> bool:
    """Whether the member gets texts of answers that the log does not have yet."""
    texts = bool(person.asked and person.seen.words)
    return texts and not is_opened(tx, person.application, Viewer(member.name, member), "words", at)


def _store_visit(tx: Tx, person: Person, member: Member, at: datetime) -> None:
    """Store which texts and AI levels the member gets."""
    if _is_new_visit(tx, person, member, at):
        log_opened(tx, person.application, Viewer(member.name, member), at)
    store_shown(tx, person.seen, member.id, person.interview, person.asked, at)


@router.get(ONE, responses=_ERRORS)
async def read_person(application_id: str, member: Staff, db: Db, *, ahead: Ahead = False) -> PersonReply:
    """A person's application: answers with their rubric, history, messages; levels only after the member's own.

    With `Load-Ahead`, the answers are not opened: without their texts, and without the AI's levels.
    """
    at = now()
    if ahead:
        return _person(unopened(await db.read(load_person, member, application_id, at)), member, at)

    def load(tx: Tx) -> tuple[Person, bool]:
        person = load_person(tx, member, application_id, at)
        return person, not (new_levels(person.asked) or _is_new_visit(tx, person, member, at))

    person, known = await db.read(load)
    if not known:
        await db.write(_store_visit, person, member, at)
    return _person(person, member, at)


@router.put(f"{ONE}/ratings/{{question_id:path}}", responses=_ERRORS)
async def rate_answer(application_id: str, question_id: str, body: RatingGiven, member: Staff, db: Db) -> AskedReply:
    """Rate the answers to a question, or skip; the reply shows the AI's level and those of colleagues."""
    at = now()

    def store(tx: Tx) -> Person:
        seen = load_for_member(tx, member, application_id, at, for_update=True)
        by = RatedBy("member", member.id, member.name)
        rate(tx, seen, by, NewRating(question_id, body.level, body.comment, body.skip), at)
        person = load_person(tx, member, application_id, at)
        _store_visit(tx, person, member, at)
        return person

    person = await db.write(store)
    asked = next(one for one in person.asked if one.question.id == question_id)
    return asked_reply(asked, person.seen, _base(application_id))


def _base(application_id: str) -> str:
    return f"/api/desk/applications/{application_id}"


def _person(person: Person, member: Member, at: datetime) -> PersonReply:
    application, user, pending, vacancy = person.application, person.user, person.pending, person.vacancy
    return PersonReply(
        id=application.id,
        name=application.shown_name(contact=person.seen.contact),
        first_name=application.called,
        title=application.title,
        location=person.location.name if person.location else None,
        place=person.location.address if person.location else None,
        zone=person.location.zone if person.location else None,
        stage=application.stage,
        version=application.version,
        turn=application.turn,
        reply_by=application.reply_by,
        late=application.is_late(at),
        look=contest_reply(person.contest, member),
        look_until=look_until(application, at),
        submitted_at=application.submitted_at,
        shows_video=person.seen.video,
        shows_words=person.seen.words,
        shows_score=person.seen.score,
        score_declined=is_unscored(person.interview),
        contact=ContactReply(email=user.email, phone=user.phone) if user else None,
        questions=[asked_reply(one, person.seen, _base(application.id)) for one in person.asked],
        viewed=[SeenByReply(name=name, answer=answer) for name, answer in _viewed(person)],
        moves=[move_reply(one) for one in person.moves],
        messages=[message_reply(one) for one in person.messages],
        meeting=meeting_reply(person.meeting),
        offer=offer_reply(person.offer),
        pending=PendingReply(action=pending.move["action"], mine=pending.member_id == member.id, due_at=pending.due_at)
        if pending
        else None,
        earlier=[_earlier(one) for one in person.earlier],
        vacancy=VacancyReply(
            id=vacancy.posting.id,
            openings=vacancy.posting.openings,
            hired=vacancy.hired,
            waiting=vacancy.waiting,
            **asdict(vacancy.ends),
            version=vacancy.posting.version,
        )
        if vacancy
        else None,
        quick=QuickAnswersReply.model_validate(person.quick) if person.quick else None,
        deletes_at=person.deletes_at,
    )


def _earlier(one: Earlier) -> EarlierReply:
    return EarlierReply(
        id=one.application.id,
        title=one.application.title,
        location=one.location.name if one.location else None,
        zone=one.location.zone if one.location else None,
        stage=one.application.stage,
        submitted_at=one.application.submitted_at,
        moves=[move_reply(made) for made in one.moves],
        messages=one.messages,
    )


def _viewed(person: Person) -> list[tuple[str, int]]:
    return list(dict.fromkeys((view.viewer, view.answer) for view in person.views if view.counts))


def asked_reply(asked: Asked, seen: ApplicationAccess, base: str) -> AskedReply:
    """Return a question with what its reader may see; recordings are below the URL `base`."""
    machine = asked.machine
    return AskedReply(
        id=asked.question.id,
        competency=asked.question.competency,
        text=asked.question.text,
        levels=_levels(asked.question),
        language=asked.language,
        translations=[
            TranslationReply(
                language=one.language,
                competency=one.question.competency,
                text=one.question.text,
                levels=_levels(one.question),
                asked=one.asked,
            )
            for one in asked.translations
        ],
        answers=[_answer(one, asked, seen, base) for one in asked.answers],
        own=_rating(asked.own) if asked.own else None,
        machine=MachineLevelReply(
            level=machine.level, text=machine.text, quote=machine.quote, confidence=machine.confidence
        )
        if machine
        else None,
        machine_from=asked.machine_from,
        others=[_rating(one) for one in asked.others],
        hidden=asked.hidden,
    )


def _levels(question: Question) -> list[AnchorReply]:
    return [AnchorReply(level=one.level, text=one.anchor or one.text) for one in question.levels]


def _answer(answer: StoredAnswer, asked: Asked, seen: ApplicationAccess, base: str) -> PersonAnswerReply:
    take = asked.takes.get(answer.take_number or 0)
    has_words = seen.words and asked.opened and not answer.needs_transcript
    playable = take is not None and take.media_key is not None
    return PersonAnswerReply(
        order=answer.response_order,
        question=answer.question_text,
        mode="typed" if answer.mode == "typed" else "spoken",
        text=answer.response_text if has_words else None,
        silence=None if has_words else _silence(answer, seen, opened=asked.opened),
        delay=TextDelayReply.model_validate(asked.delay) if asked.delay and answer.words_awaited else None,
        understood=_understood(answer) if has_words else None,
        language=answer.language if has_words else None,
        passages=[PassageReply.model_validate(passage) for passage in answer.passages] if has_words else [],
        media=f"{base}/answers/{answer.response_order}/media" if playable else None,
        media_type=take.media_type if take and playable else None,
        duration=take.duration_seconds if take else None,
        corrected=answer.corrected,
        corrected_at=answer.corrected_at if answer.corrected and has_words else None,
    )


def _understood(answer: StoredAnswer) -> Understood | None:
    """How surely the text says what was said; `silent` for a text that was typed because nothing was heard."""
    own = answer.spoken and not answer.confirmed_at
    return answer.understood if own or answer.understood == "silent" else None


def _silence(answer: StoredAnswer, seen: ApplicationAccess, *, opened: bool) -> Silence:
    """Why an answer has no words on the page."""
    if not seen.words:
        return "not_shared"
    if answer.words_awaited:
        return "awaited"
    if not opened:
        return "not_opened"
    return "not_spoken" if answer.transcript and answer.transcript["by"] else "not_written"


def _rating(rating: MemberRating) -> RatingOfMemberReply:
    return RatingOfMemberReply(
        name=rating.author_name,
        level=rating.level,
        first_level=rating.first_level,
        skipped=rating.skipped,
        comment=rating.comment,
    )
