"""The catalogue of jobs, and what titles and zip codes mean."""

from dayshift.jobs import commands
from dayshift.jobs.actions import import_sample
from dayshift.jobs.feeds import FeedDamaged, local_copy
from dayshift.jobs.imports import Feed, Report, import_feed
from dayshift.jobs.models import Job
from dayshift.jobs.queries import count_jobs, find_job, find_jobs, has_jobs, last_imports, open_ids, parts_of_jobs
from dayshift.jobs.tasks import handlers, keep_snapshot, named_feeds, schedule

__all__ = [
    "Feed",
    "FeedDamaged",
    "Job",
    "Report",
    "commands",
    "count_jobs",
    "find_job",
    "find_jobs",
    "handlers",
    "has_jobs",
    "import_feed",
    "import_sample",
    "keep_snapshot",
    "last_imports",
    "local_copy",
    "named_feeds",
    "open_ids",
    "parts_of_jobs",
    "schedule",
]
