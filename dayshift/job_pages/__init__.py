"""The public page of each job, the sitemap, and questions about a job."""

from dayshift.job_pages import sitemap
from dayshift.job_pages.job_answers import Answer, answer_from
from dayshift.job_pages.page import Site, Visit, gone_page, job_page
from dayshift.job_pages.sitemap import PartList
from dayshift.job_pages.words import pay_of

__all__ = ["Answer", "PartList", "Site", "Visit", "answer_from", "gone_page", "job_page", "pay_of", "sitemap"]
