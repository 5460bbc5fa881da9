"""The onboarding steps: search, quick questions, and progress."""

from dayshift.matching.onboarding.invariants import invariants
from dayshift.matching.onboarding.queries import QuickAnswer, latest_search, quick_answers_of
from dayshift.matching.onboarding.quick_questions import EXPERIENCE_YEARS, HOURLY_RATES, QuestionType
from dayshift.matching.onboarding.routes import router

__all__ = [
    "EXPERIENCE_YEARS",
    "HOURLY_RATES",
    "QuestionType",
    "QuickAnswer",
    "invariants",
    "latest_search",
    "quick_answers_of",
    "router",
]
