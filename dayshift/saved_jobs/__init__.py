"""What a person makes of single jobs: saved, hidden, asked about; and the page of each job."""

from dayshift.saved_jobs import commands
from dayshift.saved_jobs.queries import Marks, marked_ids
from dayshift.saved_jobs.routes import router

__all__ = ["Marks", "commands", "marked_ids", "router"]
