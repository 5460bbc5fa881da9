"""The steps of the onboarding: the page of each, and how a person moves on."""

from typing import Any

from dayshift.accounts import User, update_user
from dayshift.core.db import Tx

ROUTES = {
    1: "/job-search",
    2: "/quick-questions",
    3: "/matching",
    4: "/video-interview-prep",
    5: "/live-interview",
}
LAST_STEP = max(ROUTES)


def destination(user: User) -> str:
    """The page a signed-in person should see next."""
    if not user.has_password:
        return "/set-password"
    if user.operator:
        return "/operations"
    if user.flow_completed:
        return "/dashboard"
    return ROUTES.get(user.current_step, "/job-search")


def reach_step(tx: Tx, user: User, step: int, facts: dict[str, Any]) -> User:
    """Set the step, and the profile fields learned on the way. Never reopens a completed flow."""
    return update_user(tx, user.id, {"current_step": step, **facts})


def complete_flow(tx: Tx, user: User) -> User:
    """Complete the onboarding: from now on the dashboard is the home page."""
    return update_user(tx, user.id, {"flow_completed": True, "current_step": LAST_STEP})
