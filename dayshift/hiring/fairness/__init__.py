"""How an employer decides: replies, time, who decided what, impact by group, decision records."""

from dayshift.hiring.fairness.decisions import Fairness, Period, fairness
from dayshift.hiring.fairness.routes import router as fairness_router

__all__ = [
    "Fairness",
    "Period",
    "fairness",
    "fairness_router",
]
