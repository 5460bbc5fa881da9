"""What a person makes of single jobs: saved, hidden, asked about; and the page of each job."""

from dayshift.saved_jobs.queries import Marks, marked_ids, open_questions
from dayshift.saved_jobs.routes import router

__all__ = ["Marks", "marked_ids", "open_questions", "router"]
