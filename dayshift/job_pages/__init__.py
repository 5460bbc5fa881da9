"""The public page of each job, questions about a job, and the sitemap."""

from dayshift.job_pages.fields import pay_of
from dayshift.job_pages.queries import open_questions
from dayshift.job_pages.routes import router
from dayshift.job_pages.sitemap import PartList

__all__ = ["PartList", "open_questions", "pay_of", "router"]
