"""The catalog of jobs: rows, feeds and imports."""

from dayshift.jobs.catalog.actions import POSTED, SAMPLE, JobsRemoved, import_sample, relist_jobs, withdraw_jobs
from dayshift.jobs.catalog.imports import (
    Feed,
    Noted,
    Refusal,
    Report,
    confirm_removal,
    import_and_record,
    import_feed,
    record_import,
)
from dayshift.jobs.catalog.models import Job
from dayshift.jobs.catalog.posted import JobDetails, PayUnit, PostedJob, pay_per_hour, put_job
from dayshift.jobs.catalog.queries import (
    Import,
    changes_from,
    count_jobs,
    find_job,
    find_job_id,
    find_jobs,
    first_ids,
    has_jobs,
    jobs_after,
    jobs_of_employers,
    jobs_of_source,
    last_change,
    last_imports,
    open_jobs,
)
from dayshift.jobs.catalog.tasks import handlers, named_feeds, schedule
from dayshift.jobs.feeds import KINDS, NOTES, FeedDamaged, is_address, local_copy
from dayshift.jobs.feeds.pay import AbsurdPay
from dayshift.jobs.feeds.source import files_of

__all__ = [
    "KINDS",
    "NOTES",
    "POSTED",
    "SAMPLE",
    "AbsurdPay",
    "Feed",
    "FeedDamaged",
    "Import",
    "Job",
    "JobDetails",
    "JobsRemoved",
    "Noted",
    "PayUnit",
    "PostedJob",
    "Refusal",
    "Report",
    "changes_from",
    "confirm_removal",
    "count_jobs",
    "files_of",
    "find_job",
    "find_job_id",
    "find_jobs",
    "first_ids",
    "handlers",
    "has_jobs",
    "import_and_record",
    "import_feed",
    "import_sample",
    "is_address",
    "jobs_after",
    "jobs_of_employers",
    "jobs_of_source",
    "last_change",
    "last_imports",
    "local_copy",
    "named_feeds",
    "open_jobs",
    "pay_per_hour",
    "put_job",
    "record_import",
    "relist_jobs",
    "schedule",
    "withdraw_jobs",
]
