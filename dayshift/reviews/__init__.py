"""People beside the machine: who asked for one, what they found, and how the scores compare."""

from dayshift.reviews.actions import Verdict, settle
from dayshift.reviews.events import InterviewReviewed
from dayshift.reviews.routes import router

__all__ = ["InterviewReviewed", "Verdict", "router", "settle"]
