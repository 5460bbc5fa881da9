"""The catalogue of jobs, and what titles and zip codes mean."""

from dayshift.jobs.access import count_jobs, find_job, find_jobs, has_jobs, jobs_within
from dayshift.jobs.actions import import_sample
from dayshift.jobs.columns import NOT_STATED, JobColumns, columns_of, shift_bits
from dayshift.jobs.models import EMPLOYMENT_TYPES, SHIFTS, STARTS, EmploymentType, Job, Shift, Start
from dayshift.jobs.occupations import Category, Occupation, categories, occupations
from dayshift.jobs.places import Place, locate_zip
from dayshift.jobs.titles import How, TitleFit, occupation_of, understand, warm

__all__ = [
    "EMPLOYMENT_TYPES",
    "NOT_STATED",
    "SHIFTS",
    "STARTS",
    "Category",
    "EmploymentType",
    "How",
    "Job",
    "JobColumns",
    "Occupation",
    "Place",
    "Shift",
    "Start",
    "TitleFit",
    "categories",
    "columns_of",
    "count_jobs",
    "find_job",
    "find_jobs",
    "has_jobs",
    "import_sample",
    "jobs_within",
    "locate_zip",
    "occupation_of",
    "occupations",
    "shift_bits",
    "understand",
    "warm",
]
