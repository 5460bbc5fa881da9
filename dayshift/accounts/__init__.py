"""Users, sign-in, sessions, codes and profiles."""

from dayshift.accounts.actions import create_user, delete_user, register_user, update_user
from dayshift.accounts.changes import find_change, undo_key
from dayshift.accounts.codes import LIFETIME as CODE_LIFETIME
from dayshift.accounts.codes import check_code, issue_code, spend_code
from dayshift.accounts.devices import describe_device, security_version_of
from dayshift.accounts.errors import EmailTaken, InvalidCode, InvalidCredentials, ProofRequired
from dayshift.accounts.events import CodeRequested, EmailChanged, PasswordChanged, UserRegistered
from dayshift.accounts.legacy import MissingColumns, Report, import_legacy
from dayshift.accounts.models import operators
from dayshift.accounts.passwords import Hashing, Passwords
from dayshift.accounts.queries import (
    User,
    find_trust,
    find_user,
    find_user_by_email,
    first_account_at,
    has_passkey,
    has_phone,
    lock_user,
    operator_ids,
    people_at_other_steps,
    several_users,
    user_ids,
)
from dayshift.accounts.routes import router
from dayshift.accounts.schemas import (
    ConfirmCode,
    Email,
    FamilyName,
    GivenPassword,
    Name,
    NewPassword,
    UserEnvelope,
    UserReply,
)
from dayshift.accounts.session import (
    COOKIE,
    IssueSession,
    MaybeSignedIn,
    RecentlyVerified,
    SessionIssuer,
    SignedIn,
    has_session,
    maybe_signed_in,
    require_self,
    session_cookie,
    token_of,
)
from dayshift.accounts.session_table import Cookie, SessionTable
from dayshift.accounts.throttle import Throttle, codes_of_network

__all__ = [
    "CODE_LIFETIME",
    "COOKIE",
    "CodeRequested",
    "ConfirmCode",
    "Cookie",
    "Email",
    "EmailChanged",
    "EmailTaken",
    "FamilyName",
    "GivenPassword",
    "Hashing",
    "InvalidCode",
    "InvalidCredentials",
    "IssueSession",
    "MaybeSignedIn",
    "MissingColumns",
    "Name",
    "NewPassword",
    "PasswordChanged",
    "Passwords",
    "ProofRequired",
    "RecentlyVerified",
    "Report",
    "SessionIssuer",
    "SessionTable",
    "SignedIn",
    "Throttle",
    "User",
    "UserEnvelope",
    "UserRegistered",
    "UserReply",
    "check_code",
    "codes_of_network",
    "create_user",
    "delete_user",
    "describe_device",
    "find_change",
    "find_trust",
    "find_user",
    "find_user_by_email",
    "first_account_at",
    "has_passkey",
    "has_phone",
    "has_session",
    "import_legacy",
    "issue_code",
    "lock_user",
    "maybe_signed_in",
    "operator_ids",
    "operators",
    "people_at_other_steps",
    "register_user",
    "require_self",
    "router",
    "security_version_of",
    "session_cookie",
    "several_users",
    "spend_code",
    "token_of",
    "undo_key",
    "update_user",
    "user_ids",
]
