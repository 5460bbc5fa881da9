"""What waits for a member, nearest promise first and by nothing else."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import bindparam, func, select, true, tuple_

from dayshift.core.db import Tx
from dayshift.core.language import Language
from dayshift.hiring.applications.access import access_with
from dayshift.hiring.applications.models import OWED, UNDECIDED, VIEWED, applications, stage_counts, views
from dayshift.hiring.applications.queries import COLUMNS, Application, grants_of, hired_for, visible_to
from dayshift.hiring.applications.reply_clock import runs_but, stopped_ids
from dayshift.hiring.applications.stages import OPEN
from dayshift.hiring.desk.listing import MAX_COUNTED, count_late, count_owed
from dayshift.hiring.desk.news import News, news_of, people_owed
from dayshift.hiring.employers import Location, Member, Posting, find_employer, full_postings, locations_of
from dayshift.interviews.recordings import Take, takes_by_recording
from dayshift.interviews.room import Interview, StoredAnswer, answers_of, several_interviews
from dayshift.knowledge.question_plans import competencies_in

PAGE = 20
TOPICS = 2
MAX_FULL = 5
_OPEN = sorted(OPEN)


@dataclass(frozen=True, slots=True)
class QueueRow:
    """One application that waits. `topics` and `quote` say what to listen for, never how good it is.

    `seconds` is the length of the first recorded answer, `left` that of all answers that this member has not seen.
    """

    application: Application
    location: Location | None
    name: str
    first_name: str
    topics: tuple[str, ...]
    quote: str | None
    first_answer: int | None
    seconds: float | None
    left: float
    seen: int
    answers: int


@dataclass(frozen=True, slots=True)
class FullJob:
    """A live job whose openings are all filled; `waiting`: how many other applications are open."""

    posting: Posting
    location: str | None
    waiting: int


@dataclass(frozen=True, slots=True)
class Queue:
    """One page of what waits, how many wait in all and are late, and the key of the next page.

    `people`: how many different people wait; None for more than `MAX_COUNTED` applications. `news` and
    `full` come with the first page. `hired`: the other jobs here of candidates who were hired meanwhile.
    """

    rows: list[QueueRow]
    news: list[News]
    full: list[FullJob]
    hired: dict[str, str]
    waiting: int
    late: int
    people: int | None
    next_key: str | None


_seen = (
    select(views.c.application_id, views.c.answer)
    .where(
        VIEWED, views.c.member_id == bindparam("member"), views.c.application_id.in_(bindparam("ids", expanding=True))
    )
    .distinct()
)


_count = stage_counts.c["count"]
_counts = (
    select(
        stage_counts.c.posting_id,
        func.sum(_count).filter(stage_counts.c.stage == "hired").label("hired"),
        func.coalesce(func.sum(_count).filter(stage_counts.c.stage.in_(_OPEN)), 0).label("waiting"),
    )
    .where(stage_counts.c.employer_id == bindparam("employer"))
    .group_by(stage_counts.c.posting_id)
    .subquery()
)


def queue_of(tx: Tx, member: Member, after: str | None, language: Language, at: datetime) -> Queue:
    """Return a page of the applications that wait for this member's reply; `after` is the key of the page before.

    `language`: that of the topics.
    """
    stopped = stopped_ids(tx, member.employer_id)
    owed = OWED & UNDECIDED & visible_to(member) & runs_but(stopped)
    statement = select(*COLUMNS).where(owed).order_by(applications.c.reply_by, applications.c.id).limit(PAGE + 1)
    if after:
        reply_by, _, application_id = after.partition("~")
        key = tuple_(applications.c.reply_by, applications.c.id)
        statement = statement.where(key > (datetime.fromisoformat(reply_by), application_id))
    found = [Application(*row) for row in tx.execute(statement)]
    page, more = found[:PAGE], len(found) > PAGE
    next_key = f"{page[-1].reply_by.isoformat()}~{page[-1].id}" if more and page[-1].reply_by else None
    # Reviewers get no news, so nothing here shows them what has no date: it does not count.
    counted = runs_but(stopped) if member.role == "reviewer" else true()
    waiting = count_owed(tx, member, counted)
    people = people_owed(tx, member, counted) if waiting <= MAX_COUNTED else None
    places = {location.id: location for location in locations_of(tx, member.employer_id)}
    news = [] if after else news_of(tx, member, places, find_employer(tx, member.employer_id).zone, stopped, at)
    full = [] if after else full_jobs(tx, member, places)
    hired = hired_for(tx, member, [*page, *(one.application for one in news)])
    late = count_late(tx, member, stopped, at)
    rows = _rows(tx, member, page, places, language, at)
    return Queue(rows, news, full, hired, waiting, late, people, next_key)


def full_jobs(tx: Tx, member: Member, places: Mapping[str, Location]) -> list[FullJob]:
    """Return the live jobs that a member can close because all openings are filled, by title, at most `MAX_FULL`."""
    if member.role == "reviewer":
        return []
    found = full_postings(tx, member, _counts, MAX_FULL)
    return [FullJob(one, _name(places.get(one.location_id or "")), waiting) for one, waiting in found]


def _name(location: Location | None) -> str | None:
    return location.name if location else None


def _rows(
    tx: Tx,
    member: Member,
    page: Sequence[Application],
    places: Mapping[str, Location],
    language: Language,
    at: datetime,
) -> list[QueueRow]:
    ids = [one.interview_id for one in page if one.interview_id]
    interviews, answers, takes = several_interviews(tx, ids), answers_of(tx, ids), takes_by_recording(tx, ids)
    shared = grants_of(tx, member.employer_id, [one.user_id for one in page])
    seen: dict[str, set[int]] = defaultdict(set)
    for row in tx.execute(_seen, {"member": member.id, "ids": [one.id for one in page]}):
        seen[row.application_id].add(row.answer)
    rows = []
    for one in page:
        interview = interviews.get(one.interview_id or "")
        opened = access_with(one, shared.get(one.user_id), at, contact=True)
        shown = opened.content
        given = answers[interview.id] if interview and shown else []
        lengths = _lengths(given, takes[interview.id] if interview and opened.video else [])
        topics, quote = _topics(interview if shown else None, language, words=opened.words and opened.score)
        rows.append(
            QueueRow(
                application=one,
                location=places.get(one.location_id or ""),
                name=one.shown_name(contact=opened.contact),
                first_name=one.called,
                topics=topics,
                quote=quote,
                first_answer=given[0].response_order if given else None,
                seconds=next(iter(lengths.values()), None),
                left=sum(seconds for order, seconds in lengths.items() if order not in seen[one.id]),
                seen=len(seen[one.id] & {answer.response_order for answer in given}),
                answers=len(given),
            )
        )
    return rows


def _lengths(answers: Sequence[StoredAnswer], takes: Sequence[Take]) -> dict[int, float]:
    """Return the length of each recorded answer in seconds, by its order."""
    by_number = {take.number: take.duration_seconds for take in takes if take.media_key}
    found = {one.response_order: by_number.get(one.take_number or 0) for one in answers}
    return {order: seconds for order, seconds in found.items() if seconds}


def _topics(interview: Interview | None, language: Language, *, words: bool) -> tuple[tuple[str, ...], str | None]:
    """Return two competencies to listen for and the whole first quote of the person's page.

    In the order of the plan, so that they tell no level.
    """
    if interview is None:
        return (), None
    report = interview.report if words else None
    quoted = [(one.competency, one.quote) for one in report.competencies if one.quote] if report else []
    names = [name for name, _ in quoted] or [question["competency"] for question in interview.questions]
    translated = competencies_in(language, interview.plan_id, interview.plan_version)
    topics = dict.fromkeys(translated.get(name, name) for name in names)
    return tuple(topics)[:TOPICS], quoted[0][1] if quoted else None
