"""Human review of interviews: requests, results, and how scores compare."""

from dayshift.reviews.actions import InterviewReviewed, Verdict, settle
from dayshift.reviews.routes import router

__all__ = ["InterviewReviewed", "Verdict", "router", "settle"]
