"""The four stages: wish, answers, matches, interview."""

from dayshift.onboarding.actions import complete_flow
from dayshift.onboarding.invariants import invariants
from dayshift.onboarding.matches import wish_of
from dayshift.onboarding.queries import latest_search, responses_of
from dayshift.onboarding.routes import router

__all__ = ["complete_flow", "invariants", "latest_search", "responses_of", "router", "wish_of"]
