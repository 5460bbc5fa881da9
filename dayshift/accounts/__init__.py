"""People, sign-in, sessions and profiles."""

from dayshift.accounts.access import User, find_user
from dayshift.accounts.actions import create_user, open_session, update_user
from dayshift.accounts.passwords import Passwords
from dayshift.accounts.routes import Config, router
from dayshift.accounts.schemas import Email, UserEnvelope, UserReply
from dayshift.accounts.session import COOKIE, SignedIn, require_self

__all__ = [
    "COOKIE",
    "Config",
    "Email",
    "Passwords",
    "SignedIn",
    "User",
    "UserEnvelope",
    "UserReply",
    "create_user",
    "find_user",
    "open_session",
    "require_self",
    "router",
    "update_user",
]
