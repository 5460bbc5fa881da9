"""The public page of each job, questions about a job, the sitemap and the job feeds."""

from dayshift.job_pages.desk_routes import router as desk_router
from dayshift.job_pages.employer_questions import JobQuestionAnswered, personal_answer, waiting_questions
from dayshift.job_pages.feed_routes import FeedLane
from dayshift.job_pages.feed_routes import router as feed_router
from dayshift.job_pages.fields import pay_of
from dayshift.job_pages.queries import open_questions
from dayshift.job_pages.routes import router

__all__ = [
    "FeedLane",
    "JobQuestionAnswered",
    "desk_router",
    "feed_router",
    "open_questions",
    "pay_of",
    "personal_answer",
    "router",
    "waiting_questions",
]
