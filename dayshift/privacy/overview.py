"""What the page "Your data" shows: what is kept about a person, who has it and who looked at it."""

from dataclasses import asdict
from datetime import datetime, timedelta

from dayshift.core.db import Tx
from dayshift.hiring.applications import commitments_of, count_views, grants_of_user, openings_of_user, views_of_user
from dayshift.interviews.reviews import staff_reads_of
from dayshift.interviews.room import kept_interviews
from dayshift.knowledge.jurisdictions import RECORD_YEARS
from dayshift.privacy.export import KEPT
from dayshift.privacy.holds import held_until
from dayshift.privacy.inventory import count_rows
from dayshift.privacy.periods import BACKUPS_GONE, UNDO
from dayshift.privacy.schemas import (
    CountedOn,
    DataCounts,
    DataReply,
    KeptInterview,
    LookedAt,
    Opened,
    ReadByStaff,
    Retention,
    SharedWith,
)

MAX_VIEWS = 100
"""Views in one reply; the copy of the data has all."""


def overview(tx: Tx, user_id: str, retention: timedelta, at: datetime) -> DataReply:
    """Return everything on the page, newest first. `retention` is that of recordings."""
    return DataReply(
        counts=DataCounts(
            interviews=count_rows(tx, "interviews", user_id),
            answers=count_rows(tx, "responses", user_id),
            recordings=count_rows(tx, "takes", user_id),
            applications=count_rows(tx, "applications", user_id),
            messages=count_rows(tx, "messages", user_id),
            saved_jobs=count_rows(tx, "job_marks", user_id),
            searches=count_rows(tx, "job_searches", user_id),
        ),
        interviews=[KeptInterview(**asdict(one)) for one in kept_interviews(tx, user_id)],
        grants=_shared(tx, user_id, at),
        commitments=_commitments(tx, user_id, at),
        views=_views(tx, user_id),
        view_count=count_views(tx, user_id),
        openings=_openings(tx, user_id),
        staff_reads=[ReadByStaff.model_validate(one) for one in staff_reads_of(tx, user_id, MAX_VIEWS)],
        retention=Retention(
            recording_days=retention.days,
            export_days=KEPT.days,
            undo_days=UNDO.days,
            backup_days=BACKUPS_GONE.days,
            record_years=RECORD_YEARS,
            held_until=held_until(tx, user_id, at),
        ),
    )


def _shared(tx: Tx, user_id: str, at: datetime) -> list[SharedWith]:
    return [
        SharedWith(
            application_id=application_id,
            employer=employer,
            video=grant.video,
            words=grant.words,
            score=grant.score,
            quick_answers=grant.quick_answers,
            until=grant.until,
            active=grant.is_active(at) and (grant.video or grant.words or grant.score or grant.quick_answers),
        )
        for grant, employer, application_id in grants_of_user(tx, user_id)
    ]


def _commitments(tx: Tx, user_id: str, at: datetime) -> list[CountedOn]:
    return [
        CountedOn(
            application_id=one.application.id,
            employer=one.employer,
            title=one.application.title,
            kind=one.kind,
            start_on=one.start_on,
            meets_at=one.meets_at,
            zone=one.zone,
            contact=one.contact,
        )
        for one in commitments_of(tx, user_id, at)
    ]


def _views(tx: Tx, user_id: str) -> list[LookedAt]:
    return [
        LookedAt(
            id=view.id,
            name=view.viewer,
            employer=employer,
            title=title,
            answer=view.answer,
            kind=view.kind,
            seconds=view.seconds,
            counts=view.counts,
            began_at=view.began_at,
        )
        for view, employer, title in views_of_user(tx, user_id, MAX_VIEWS)
    ]


def _openings(tx: Tx, user_id: str) -> list[Opened]:
    return [
        Opened(
            id=one.id,
            name=one.viewer,
            employer=employer,
            title=title,
            answer=one.answer,
            kind=one.kind,
            opened_at=one.opened_at,
        )
        for one, employer, title in openings_of_user(tx, user_id, MAX_VIEWS)
    ]
