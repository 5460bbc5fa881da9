"""Where a person stands in the onboarding, and the page that belongs there. Pure."""

from dayshift.accounts import User

ROUTES = {
    1: "/job-search",
    2: "/quick-questions",
    3: "/matching",
    4: "/video-interview-prep",
    5: "/live-interview",
}


def destination(user: User) -> str:
    """The page a signed-in person should see next."""
    if not user.has_password:
        return "/set-password"
    if user.operator:
        return "/operations"
    if user.flow_completed:
        return "/dashboard"
    return ROUTES.get(user.current_step, "/job-search")
