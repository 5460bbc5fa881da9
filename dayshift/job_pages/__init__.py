"""The public page of each job, questions about a job, and the sitemap."""

from dayshift.job_pages.desk_routes import router as desk_router
from dayshift.job_pages.employer_questions import personal_answer, waiting_questions
from dayshift.job_pages.events import JobQuestionAnswered
from dayshift.job_pages.fields import pay_of
from dayshift.job_pages.queries import open_questions
from dayshift.job_pages.routes import router
from dayshift.job_pages.sitemap import PartList

__all__ = [
    "JobQuestionAnswered",
    "PartList",
    "desk_router",
    "open_questions",
    "pay_of",
    "personal_answer",
    "router",
    "waiting_questions",
]
