"""Dayshift as an assessment partner of applicant tracking systems: they order interviews and read the result."""

from dayshift.exchange.assessments.candidate_routes import router as candidate_router
from dayshift.exchange.assessments.desk_routes import router as desk_router
from dayshift.exchange.assessments.partner_routes import has_assessment_key
from dayshift.exchange.assessments.partner_routes import router as partner_router
from dayshift.exchange.assessments.tasks import CALL_BACK, handlers, schedule

__all__ = [
    "CALL_BACK",
    "candidate_router",
    "desk_router",
    "handlers",
    "has_assessment_key",
    "partner_router",
    "schedule",
]
