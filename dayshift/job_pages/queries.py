"""Load similar jobs, a person's number of stored questions and, for operators, the questions themselves."""

from dataclasses import dataclass
from datetime import datetime

import numpy as np
from sqlalchemy import bindparam, func, select

from dayshift.core.db import Tx
from dayshift.hiring.applications import full_jobs
from dayshift.job_pages.models import job_questions
from dayshift.jobs.catalog import Job, find_jobs, open_jobs
from dayshift.jobs.index import Area, jobs_within
from dayshift.knowledge.occupations import Place, locate_city, locate_zip, occupations


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """A question that no field of its job answers, without the person who asked. `title` is None if the job is gone."""

    job_id: str
    title: str | None
    employer: str | None
    question: str
    asked_at: datetime


_count_questions = select(func.count()).select_from(job_questions).where(job_questions.c.user_id == bindparam("user"))
_find_question = select(job_questions.c.id).where(
    job_questions.c.user_id == bindparam("user"),
    job_questions.c.job_id == bindparam("job"),
    job_questions.c.question == bindparam("question"),
)
_questions = (
    select(job_questions.c.job_id, job_questions.c.question, job_questions.c.asked_at)
    .order_by(job_questions.c.asked_at.desc(), job_questions.c.id)
    .limit(bindparam("most"))
)


def count_questions(tx: Tx, user_id: str) -> int:
    """The number of stored questions of this person."""
    return tx.execute(_count_questions, {"user": user_id}).scalar_one()


def find_question(tx: Tx, user_id: str, job_id: str, question: str) -> str:
    """The id of a person's stored question."""
    return str(tx.execute(_find_question, {"user": user_id, "job": job_id, "question": question}).scalar_one())


def open_questions(tx: Tx, most: int) -> list[OpenQuestion]:
    """The latest stored questions."""
    rows = tx.execute(_questions, {"most": most}).all()
    details = find_jobs(tx, {row.job_id for row in rows})
    return [
        OpenQuestion(
            row.job_id,
            details[row.job_id].title if row.job_id in details else None,
            details[row.job_id].employer if row.job_id in details else None,
            row.question,
            row.asked_at,
        )
        for row in rows
    ]


SIMILAR_MILES = 25.0
MAX_SIMILAR = 3


def similar_jobs(tx: Tx, job: Job, at: datetime) -> list[Job]:
    """Return at most `MAX_SIMILAR` open jobs: first those of its occupation, then of siblings, nearest first."""
    occupation = occupations().get(job.occupation or "")
    if occupation is None:
        return []
    area = Area(_place_of(job), SIMILAR_MILES)
    found: dict[str, Job] = {}
    left_out = [job.id, *full_jobs(tx)]
    for wanted in ([occupation.id], sorted(occupation.siblings)):
        near = jobs_within(tx, area, wanted, at, exclude=left_out)
        nearest = np.argsort(near.distance_miles, kind="stable")[: MAX_SIMILAR - len(found)]
        ids = [str(one) for one in near.ids(nearest)]
        open_now = open_jobs(tx, ids, at)
        found |= {one: open_now[one] for one in ids if one in open_now}
        if len(found) == MAX_SIMILAR:
            break
    return list(found.values())


def _place_of(job: Job) -> Place | None:
    if job.lat is not None and job.lon is not None:
        return Place(job.zip or "", job.city or "", job.state or "", job.lat, job.lon)
    if job.zip:
        return locate_zip(job.zip)
    return locate_city(job.city, job.state) if job.city else None
