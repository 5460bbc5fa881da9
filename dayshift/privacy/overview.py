"""What the page "Your data" shows: what is kept about a person, who has it and who looked at it."""

from datetime import datetime, timedelta

from dayshift.applications import applications_of, find_grant, views_of
from dayshift.core.db import Tx
from dayshift.employers import find_employer
from dayshift.interviews import answers_of, interview_ids_of, several_interviews
from dayshift.jurisdictions import RECORD_YEARS
from dayshift.privacy.export import KEPT
from dayshift.privacy.inventory import count_rows
from dayshift.privacy.periods import BACKUPS_GONE, UNDO
from dayshift.privacy.schemas import DataCounts, DataReply, KeptInterview, LookedAt, Retention, SharedWith

MOST_VIEWS = 100
"""Views in one reply; the copy of the data has all."""


def overview(tx: Tx, user_id: str, retention: timedelta, at: datetime) -> DataReply:
    """Return everything on the page, newest first. `retention` is that of recordings."""
    grants, views = _shared_and_seen(tx, user_id, at)
    views.sort(key=lambda view: view.began_at, reverse=True)
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
        interviews=_interviews(tx, user_id),
        grants=grants,
        views=views[:MOST_VIEWS],
        view_count=len(views),
        retention=Retention(
            recording_days=retention.days,
            export_days=KEPT.days,
            undo_days=UNDO.days,
            backup_days=BACKUPS_GONE.days,
            record_years=RECORD_YEARS,
        ),
    )


def _interviews(tx: Tx, user_id: str) -> list[KeptInterview]:
    ids = interview_ids_of(tx, user_id)
    answers = answers_of(tx, ids)
    kept = [
        KeptInterview(
            id=one.id, job_title=one.job_title, scheduled_at=one.scheduled_at, answers=len(answers.get(one.id, ()))
        )
        for one in several_interviews(tx, ids).values()
    ]
    return sorted(kept, key=lambda one: one.scheduled_at, reverse=True)


def _shared_and_seen(tx: Tx, user_id: str, at: datetime) -> tuple[list[SharedWith], list[LookedAt]]:
    grants: dict[str, SharedWith] = {}
    views: list[LookedAt] = []
    for application in applications_of(tx, user_id):
        employer = find_employer(tx, application.employer_id)
        grant = find_grant(tx, user_id, employer.id)
        if grant and employer.id not in grants:
            grants[employer.id] = SharedWith(
                application_id=application.id,
                employer=employer.name,
                video=grant.video,
                words=grant.words,
                score=grant.score,
                until=grant.until,
                active=grant.is_active(at) and (grant.video or grant.words or grant.score),
            )
        views += [
            LookedAt(
                id=view.id,
                name=view.viewer,
                employer=employer.name,
                title=application.title,
                answer=view.answer,
                kind=view.kind,
                seconds=view.seconds,
                began_at=view.began_at,
            )
            for view in views_of(tx, application.id)
        ]
    return list(grants.values()), views
