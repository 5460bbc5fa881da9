"""The catalogue of jobs, and what titles and zip codes mean."""

from dayshift.jobs import columns, commands
from dayshift.jobs.access import count_jobs, find_job, find_jobs, has_jobs, last_imports, open_ids, parts_of_jobs
from dayshift.jobs.actions import import_sample
from dayshift.jobs.columns import NOT_STATED, Ids, JobColumns, columns_of, shift_bits
from dayshift.jobs.feeds import KINDS, FeedDamaged, is_address, local_copy
from dayshift.jobs.imports import Feed, Report, import_feed
from dayshift.jobs.models import EMPLOYMENT_TYPES, SHIFTS, STARTS, EmploymentType, Job, Shift, Start
from dayshift.jobs.nearby import Area, jobs_within
from dayshift.jobs.occupations import Category, Occupation, categories, occupations, title_in
from dayshift.jobs.places import Place, is_large_city, locate_city, locate_zip, state_code
from dayshift.jobs.snapshot import SnapshotCells
from dayshift.jobs.stored import STORED, Cells
from dayshift.jobs.tasks import handlers, keep_snapshot, named_feeds, schedule
from dayshift.jobs.times import employment_said, says_flexible, shifts_said, start_said, years_said
from dayshift.jobs.titles import How, TitleFit, nearest_titles, occupation_of, understand, use_meaning, warm

__all__ = [
    "EMPLOYMENT_TYPES",
    "KINDS",
    "NOT_STATED",
    "SHIFTS",
    "STARTS",
    "STORED",
    "Area",
    "Category",
    "Cells",
    "EmploymentType",
    "Feed",
    "FeedDamaged",
    "How",
    "Ids",
    "Job",
    "JobColumns",
    "Occupation",
    "Place",
    "Report",
    "Shift",
    "SnapshotCells",
    "Start",
    "TitleFit",
    "categories",
    "columns",
    "columns_of",
    "commands",
    "count_jobs",
    "employment_said",
    "find_job",
    "find_jobs",
    "handlers",
    "has_jobs",
    "import_feed",
    "import_sample",
    "is_address",
    "is_large_city",
    "jobs_within",
    "keep_snapshot",
    "last_imports",
    "local_copy",
    "locate_city",
    "locate_zip",
    "named_feeds",
    "nearest_titles",
    "occupation_of",
    "occupations",
    "open_ids",
    "parts_of_jobs",
    "says_flexible",
    "schedule",
    "shift_bits",
    "shifts_said",
    "start_said",
    "state_code",
    "title_in",
    "understand",
    "use_meaning",
    "warm",
    "years_said",
]
