"""Follow-up questions, the operator's own question plans, and the default job. Pure: no database, no HTTP, no clock."""

from dayshift.interviews.follow_ups.adapt import adapt, follow_ups_to
from dayshift.interviews.follow_ups.checking import PlansDamaged, check_folder, use_own_plans
from dayshift.interviews.follow_ups.default_job import guess_job, guesses_in

__all__ = [
    "PlansDamaged",
    "adapt",
    "check_folder",
    "follow_ups_to",
    "guess_job",
    "guesses_in",
    "use_own_plans",
]
