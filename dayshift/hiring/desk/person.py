"""A person's page on the desk: questions and answers, and levels only after the member's own (blind first)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal

from sqlalchemy import bindparam, update

from dayshift.accounts import User, deletions_planned, find_user, keep_held
from dayshift.core.audit import record
from dayshift.core.db import Tx, insert
from dayshift.core.errors import NotFound
from dayshift.hiring.applications import (
    Application,
    ApplicationAccess,
    Meeting,
    Offer,
    StoredMessage,
    StoredMove,
    View,
    load_for_member,
    meeting_of,
    messages_of,
    moves_of,
    offer_of,
    pending_of,
    views_of,
    without_taken,
)
from dayshift.hiring.applications.access import Contest, contest_of
from dayshift.hiring.applications.candidate import location_of
from dayshift.hiring.applications.history import MemberRating, PendingMove, count_messages, moves_of_several, ratings_of
from dayshift.hiring.applications.legal import has_seen_level, levels_from
from dayshift.hiring.applications.models import ratings
from dayshift.hiring.applications.queries import others_of, stage_counts_of
from dayshift.hiring.applications.removals import ClosingEnds, ended_by_closing
from dayshift.hiring.applications.reply_clock import without_stopped_date
from dayshift.hiring.applications.stages import OPEN
from dayshift.hiring.employers import Location, Member, Posting, find_posting, locations_of, members_of
from dayshift.interviews.recordings import Take, takes_by_recording
from dayshift.interviews.room import Interview, StoredAnswer, WritingDelay, answers_of, any_interview, delay_of
from dayshift.knowledge.occupations import locate_zip, miles_between
from dayshift.knowledge.question_plans import FOLLOW_UP, Plan, Question, find_plan, translations
from dayshift.matching.onboarding import quick_answers_of


@dataclass(frozen=True, slots=True)
class NewRating:
    """A level from 1 to 5, None for 'can't tell'; or `skip` to see the AI level without rating."""

    question_id: str
    level: int | None
    comment: str | None
    skip: bool


@dataclass(frozen=True, slots=True)
class MachineLevel:
    """The AI's level for a question, with its quote; None: a person has to judge, there was not enough to go by."""

    level: int | None
    text: str
    quote: str | None
    confidence: str


@dataclass(frozen=True, slots=True)
class Translation:
    """A question in another language; `asked`: that of each answer, None if it was worded for this person."""

    language: str
    question: Question
    asked: list[str | None]


@dataclass(frozen=True, slots=True)
class Earlier:
    """Another application of the same candidate with this employer. `messages`: their number, for those who hire."""

    application: Application
    location: Location | None
    moves: list[StoredMove]
    messages: int


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with its rubric, its answers, and the levels that this member may see by now."""

    question: Question
    language: str
    translations: list[Translation]
    answers: list[StoredAnswer]
    delay: WritingDelay | None
    """Set if answers of this interview wait long to be written down."""
    takes: dict[int, Take]
    own: MemberRating | None
    machine: MachineLevel | None
    machine_from: datetime | None
    """When the law lets the AI level be shown to this member, who skipped; null if nothing waits."""
    others: list[MemberRating]
    hidden: int
    """How many ratings of colleagues are hidden until the member has rated."""
    opened: bool = True
    """Whether its texts are shown; not on a page that is loaded before it is opened."""


@dataclass(frozen=True, slots=True)
class Vacancy:
    """The open job that somebody was hired for: how many were, of how many openings, and how many others wait.

    `ends`: what the member ends by closing it.
    """

    posting: Posting
    hired: int
    waiting: int
    ends: ClosingEnds


Distance = Literal["within_3", "within_10", "within_25", "over_25"]


@dataclass(frozen=True, slots=True)
class QuickFacts:
    """The candidate's quick answers as they are now; None for what was not answered.

    `distance`: miles from their zip code to the job's location, in wide steps, so that nobody learns where they live.
    """

    start: str | None
    employment_type: str | None
    availability: list[str]
    hourly_rate: int | None
    experience: str | None
    distance: Distance | None


@dataclass(frozen=True, slots=True)
class Person:
    """Everything of an application that a member may see."""

    seen: ApplicationAccess
    user: User | None
    location: Location | None
    interview: Interview | None
    asked: list[Asked]
    moves: list[StoredMove]
    views: list[View]
    messages: list[StoredMessage]
    meeting: Meeting | None
    offer: Offer | None
    pending: PendingMove | None
    earlier: list[Earlier]
    contest: Contest | None
    vacancy: Vacancy | None
    """Set after a hire, for those who can close the job."""
    quick: QuickFacts | None
    """None if the candidate does not share them."""
    deletes_at: datetime | None
    """When the candidate, who was hired, deletes the account."""

    @property
    def application(self) -> Application:
        """The application itself."""
        return self.seen.application


_put_rating = insert(ratings)
_KEY = ["application_id", "author", "question_id"]
_put_first_rating = _put_rating.on_conflict_do_update(  # After skipping, while the law still hid the AI level.
    index_elements=_KEY,
    set_={c.name: c for c in _put_rating.excluded if c.name not in _KEY},
)
_put_rating = _put_rating.on_conflict_do_update(
    index_elements=_KEY,
    # The first level stays: it was given before the AI level was shown.
    set_={name: _put_rating.excluded[name] for name in ("level", "comment", "changed_at", "author_name")},
)

_show_level = (
    update(ratings)
    .where(
        ratings.c.application_id == bindparam("application"),
        ratings.c.author == bindparam("by"),
        ratings.c.question_id == bindparam("question"),
    )
    .values(ai_seen=bindparam("shown"))
)


def load_person(tx: Tx, member: Member, application_id: str, at: datetime) -> Person:
    """Load an application for a member, without messages for a reviewer. Raises `NotFound` if they may not see it."""
    seen = load_for_member(tx, member, application_id, at)
    application = without_stopped_date(members_of(tx, member.employer_id), seen.application)
    seen = replace(seen, application=application)
    location = location_of(tx, application)
    interview = any_interview(tx, application.interview_id) if application.interview_id and seen.content else None
    return Person(
        seen=seen,
        user=find_user(tx, application.user_id) if seen.contact else None,
        location=location,
        interview=interview,
        asked=questions_for(tx, seen, interview, member.id, at),
        moves=moves_of(tx, application_id),
        views=views_of(tx, application_id),
        messages=messages_of(tx, application_id) if member.role != "reviewer" else [],
        meeting=without_taken(tx, meeting_of(tx, application_id)),
        offer=offer_of(tx, application_id),
        pending=pending_of(tx, application_id),
        earlier=_earlier(tx, member, application),
        contest=contest_of(tx, application),
        vacancy=_vacancy(tx, member, application, at)
        if application.stage == "hired" and member.role != "reviewer"
        else None,
        quick=_quick(tx, application, location) if seen.quick_answers else None,
        deletes_at=deletions_planned(tx, [application.user_id]).get(application.user_id)
        if application.stage == "hired"
        else None,
    )


def unopened(person: Person) -> Person:
    """Return a person's page as it can be loaded before it is opened: without texts of answers and AI levels."""
    return replace(person, asked=[replace(one, machine=None, opened=False) for one in person.asked])


def _quick(tx: Tx, application: Application, location: Location | None) -> QuickFacts:
    given = {one.question_type: one.answer for one in quick_answers_of(tx, application.user_id)}
    rate, availability = given.get("hourly_rate"), given.get("availability")
    return QuickFacts(
        start=given.get("start_date"),
        employment_type=given.get("employment_type"),
        availability=availability.split(",") if availability else [],
        hourly_rate=int(rate) if rate else None,
        experience=given.get("experience"),
        distance=_distance(given.get("zip_code"), location),
    )


def _distance(zip_code: str | None, location: Location | None) -> Distance | None:
    home = locate_zip(zip_code) if zip_code else None
    if home is None or location is None or location.lat is None or location.lon is None:
        return None
    miles = miles_between(home.lat, home.lon, location.lat, location.lon)
    steps: list[tuple[float, Distance]] = [(3, "within_3"), (10, "within_10"), (25, "within_25")]
    return next((step for most, step in steps if miles <= most), "over_25")


def _vacancy(tx: Tx, member: Member, application: Application, at: datetime) -> Vacancy | None:
    if application.stage != "hired" or member.role == "reviewer":
        return None
    posting = find_posting(tx, application.posting_id)
    if posting is None or posting.always_hiring or posting.state not in {"live", "paused"}:
        return None
    counts = stage_counts_of(tx, [posting.id]).get(posting.id, {})
    waiting = sum(counts.get(stage, 0) for stage in OPEN)
    ends = ended_by_closing(tx, member, [posting.id], at).get(posting.id) if waiting else None
    return Vacancy(posting, counts.get("hired", 0), waiting, ends or ClosingEnds())


def _earlier(tx: Tx, member: Member, application: Application) -> list[Earlier]:
    """Return the candidate's other applications with this employer that the member may see, newest first."""
    others = others_of(tx, member, application)
    if not others:
        return []
    ids = [one.id for one in others]
    places = {place.id: place for place in locations_of(tx, member.employer_id)}
    histories, written = moves_of_several(tx, ids), count_messages(tx, ids) if member.role != "reviewer" else {}
    return [
        Earlier(one, places.get(one.location_id or ""), histories[one.id], written.get(one.id, 0)) for one in others
    ]


def is_unscored(interview: Interview | None) -> bool:
    """Return whether the candidate wished that this interview gets no AI score."""
    return interview is not None and interview.scoring == "declined"


def questions_for(
    tx: Tx, seen: ApplicationAccess, interview: Interview | None, author: str, at: datetime
) -> list[Asked]:
    """Return the questions with what this author may see: others' levels only after their own, or after skipping."""
    if interview is None or not seen.content:
        return []
    plan = find_plan(interview.plan_id, interview.plan_version)
    given = answers_of(tx, [interview.id])[interview.id]
    takes = {take.number: take for take in takes_by_recording(tx, [interview.id])[interview.id]}
    delay = delay_of(tx, interview.id, given) if seen.words else None
    found = ratings_of(tx, seen.application.id)
    shown_from = levels_from(tx, seen.application, interview)
    other_languages = translations(interview.plan_id, interview.plan_version)
    asked = []
    for question in plan.questions:
        answers = [one for one in given if one.question_id.removesuffix(FOLLOW_UP) == question.id]
        of_question = [one for one in found if one.question_id == question.id]
        own = next((one for one in of_question if one.author == author), None)
        opened = seen.score and own is not None and has_seen_level(own, shown_from, at)
        others = [one for one in of_question if one.author != author and not one.skipped]
        numbers = [one.take_number for one in answers if one.take_number in takes]
        asked.append(
            Asked(
                question=question,
                language=plan.language,
                translations=[_translation(question, other, answers) for other in other_languages],
                answers=answers,
                delay=delay,
                takes={number: takes[number] for number in numbers if number} if seen.video else {},
                own=own,
                machine=_machine(question, interview) if opened else None,
                machine_from=shown_from if own and not opened and shown_from and shown_from > at else None,
                others=others if own else [],
                hidden=0 if own else len(others),
            )
        )
    return asked


@dataclass(frozen=True, slots=True)
class RatedBy:
    """Who rates: a member, or the holder of a review link."""

    actor: Literal["member", "link"]
    id: str
    name: str


def rate(tx: Tx, seen: ApplicationAccess, author: RatedBy, new: NewRating, at: datetime) -> None:
    """Store a level, or that the author wants to see the AI level without rating. Raises `NotFound`.

    The first level is what counts for agreement. It is empty for somebody who looked first.
    """
    interview_id = seen.application.interview_id
    interview = any_interview(tx, interview_id) if interview_id and seen.content else None
    plan = find_plan(interview.plan_id, interview.plan_version) if interview else None
    question = next((one for one in plan.questions if one.id == new.question_id), None) if plan else None
    if question is None:
        raise NotFound
    known = ratings_of(tx, seen.application.id)
    before = next((one for one in known if one.author == author.id and one.question_id == question.id), None)
    if new.skip and before:  # Nothing more is opened, and the level stays.
        return
    if before:
        of_author = (ratings.c.author == author.id, ratings.c.question_id == question.id)
        mine = (ratings.c.application_id == seen.application.id, *of_author)
        keep_held(tx, list(ratings.c), *mine, user_id=seen.application.user_id)
    shown_from = levels_from(tx, seen.application, interview) if interview else None
    is_blind = before is None or not (before.ai_seen or has_seen_level(before, shown_from, at))
    row = {"application_id": seen.application.id, "author": author.id, "author_name": author.name}
    what = {"question_id": question.id, "competency": question.competency, "skipped": new.skip}
    level = None if new.skip else new.level
    given = {"level": level, "first_level": level, "comment": new.comment, "rated_at": at, "changed_at": at}
    tx.execute(_put_first_rating if is_blind else _put_rating, {**row, **what, **given})
    details = {"question": question.id, "level": level, "again": before is not None}
    record(
        tx, "rating.given", author.actor, author.id, subject="application", subject_id=seen.application.id,
        employer_id=seen.application.employer_id, details=details,
    )  # fmt: skip


def new_levels(asked: Sequence[Asked]) -> list[tuple[str, MachineLevel]]:
    """Return the AI levels that these questions show, by question, as far as their author was not shown them before."""
    return [
        (one.question.id, one.machine)
        for one in asked
        if one.machine and one.own and (one.own.ai_seen or {}).get("level", 0) != one.machine.level
    ]


def store_shown(
    tx: Tx, seen: ApplicationAccess, author: str, interview: Interview | None, asked: Sequence[Asked], at: datetime
) -> None:
    """Store which AI levels an author is shown: a decision says so, even if the candidate deletes them later."""
    report = interview.report if interview else None
    if report is None:
        return
    plan = f"{report.plan} {report.plan_version}" if report.plan else None
    about = {"plan": plan, "scorer": report.scorer, "model": report.model}
    for question, level in new_levels(asked):
        shown = {"at": at.isoformat(), "level": level.level, "confidence": level.confidence, **about}
        row = {"application": seen.application.id, "by": author, "question": question}
        tx.execute(_show_level, {**row, "shown": shown})


def _translation(question: Question, other: Plan, answers: Sequence[StoredAnswer]) -> Translation:
    same = other.question(question.id)
    texts = {question.text: same.text}
    by_aspect = {one.aspect: one.text for one in same.follow_ups}
    texts |= {one.text: by_aspect[one.aspect] for one in question.follow_ups if one.aspect in by_aspect}
    return Translation(other.language, same, [texts.get(one.question_text) for one in answers])


def _machine(question: Question, interview: Interview) -> MachineLevel | None:
    for one in interview.report.competencies if interview.report else ():
        if one.competency == question.competency:
            return MachineLevel(one.level, one.level_text, one.quote, one.confidence)
    return None
