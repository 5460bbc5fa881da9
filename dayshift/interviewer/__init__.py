"""The interviewer: what to ask and how to score. Pure: no database, no HTTP, no clock."""

from dayshift.interviewer import judging
from dayshift.interviewer.adapt import adapt, follow_ups_to
from dayshift.interviewer.checking import PlansDamaged, use_own_plans
from dayshift.interviewer.guess import guess_job, guesses_in
from dayshift.interviewer.judging import Judgement
from dayshift.interviewer.plan import FOLLOW_UP, Plan, Question, find_plan, plan_for
from dayshift.interviewer.report import Answer, Report
from dayshift.interviewer.score import NO_RESPONSE, score_interview, total_of, wording_of

__all__ = [
    "FOLLOW_UP",
    "NO_RESPONSE",
    "Answer",
    "Judgement",
    "Plan",
    "PlansDamaged",
    "Question",
    "Report",
    "adapt",
    "find_plan",
    "follow_ups_to",
    "guess_job",
    "guesses_in",
    "judging",
    "plan_for",
    "score_interview",
    "total_of",
    "use_own_plans",
    "wording_of",
]
