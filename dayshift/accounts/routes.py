"""HTTP: register, sign in and out, profile and sessions. Passwords and codes: `verification`."""

from fastapi import APIRouter, Request, Response

from dayshift.accounts import actions, device_transfer, passkeys, queries, verification
from dayshift.accounts.errors import EmailTaken, InvalidCredentials, PasswordNotSet, ProofRequired
from dayshift.accounts.events import CodeRequested
from dayshift.accounts.passwords import Hashing
from dayshift.accounts.queries import SESSIONS, User
from dayshift.accounts.schemas import (
    HandoverKey,
    HandoverPreview,
    HandoverReply,
    LanguageChoice,
    Login,
    ProfileUpdate,
    Register,
    SessionReply,
    SessionsReply,
    SignedInReply,
    UserEnvelope,
    UserReply,
)
from dayshift.accounts.session import (
    COOKIE,
    IssueSession,
    MaybeSignedIn,
    RecentlyVerified,
    SignedIn,
    require_proof,
    require_self,
    token_of,
)
from dayshift.accounts.throttle import CHANGE_EMAIL, HAND_OVER, Throttle
from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.core.errors import Busy, NotFound, NotSignedIn
from dayshift.core.events import publish
from dayshift.core.http import errors
from dayshift.core.limits import RateLimited
from dayshift.core.schemas import Ok
from dayshift.dependencies import Db, ReaderLanguage

router = APIRouter(tags=["accounts"])


# First, because routes are matched in order and every page calls this one.
@router.get("/api/auth/me", responses=errors(NotSignedIn))
async def me(user: SignedIn) -> UserEnvelope:
    """The signed-in user."""
    return UserEnvelope(user=UserReply.model_validate(user))


@router.post("/api/auth/register", status_code=201, responses=errors(EmailTaken, RateLimited, Busy))
async def register(
    body: Register, enter: IssueSession, tries: Throttle, db: Db, hashing: Hashing, reads: ReaderLanguage
) -> SignedInReply:
    """Create an account and sign in."""
    await tries.count("register")
    await hashing.refuse_easy(body.password, body.email, body.first_name, body.last_name)
    hashed = await hashing.hash(body.password)

    def create(tx: Tx) -> tuple[User, str]:
        person = body.model_dump(include={"email", "first_name", "last_name", "phone"})
        return enter.open(tx, actions.register_user(tx, password_hash=hashed, language=reads, **person))

    return enter.reply(*await db.write(create))


@router.post("/api/auth/login", responses=errors(InvalidCredentials, PasswordNotSet, RateLimited, Busy))
async def login(body: Login, enter: IssueSession, tries: Throttle, db: Db, hashing: Hashing) -> SignedInReply:
    """Sign in with email and password. An account without a password gets a code to set one."""
    await tries.count_sign_in(body.email)
    user_id, hashed = await db.lookup(queries.find_credentials, body.email) or (None, None)
    fits, renewed = await hashing.verify_and_renew(body.password, hashed)
    if user_id is not None and hashed is None:
        if await tries.allows_code(body.email):
            await db.write(publish, CodeRequested("password", body.email, None))
        raise PasswordNotSet
    if user_id is None or not fits:
        raise InvalidCredentials

    def sign_in(tx: Tx) -> tuple[User, str]:
        if hashed and renewed:
            actions.renew_password_hash(tx, user_id, hashed, renewed)
        return enter.open(tx, actions.update_user(tx, user_id, {"last_login_at": now()}))

    return enter.reply(*await db.write(sign_in))


@router.post("/api/auth/logout")
async def logout(request: Request, response: Response, _user: MaybeSignedIn, db: Db) -> Ok:
    """End this session. Without a session, the response is the same."""
    if token := token_of(request):
        await db.write(actions.close_session, token)
    COOKIE.forget(request, response)
    return Ok()


@router.post("/api/auth/handover", responses=errors(NotSignedIn, ProofRequired, RateLimited))
async def hand_over(request: Request, user: RecentlyVerified, tries: Throttle, db: Db) -> HandoverReply:
    """Create a key that continues this session in another browser on the same phone."""
    await tries.count("hand over", (HAND_OVER, user.id))
    return HandoverReply(key=await db.write(device_transfer.issue, token_of(request) or ""))


@router.get("/api/auth/handover/{key}", responses=errors(NotFound, RateLimited))
async def look_at_handover(key: HandoverKey, tries: Throttle, db: Db) -> HandoverPreview:
    """The account that a key signs in to. Does not use up the key: apps prefetch links."""
    await tries.count("take over")
    user = await db.lookup(device_transfer.preview, key)
    return HandoverPreview(user_id=user.id, first_name=user.first_name)


@router.post("/api/auth/handover/{key}", responses=errors(NotFound, RateLimited))
async def take_over(key: HandoverKey, enter: IssueSession, tries: Throttle, db: Db) -> SignedInReply:
    """Sign in with a key, which is then used up."""
    await tries.count("take over")

    def redeem(tx: Tx) -> tuple[User, str]:
        parent = device_transfer.redeem(tx, key)
        return enter.open_from(tx, actions.require_user(tx, parent.user_id), parent)

    return enter.reply(*await db.write(redeem))


@router.get("/api/auth/sessions", responses=errors(NotSignedIn))
async def list_sessions(request: Request, user: SignedIn, db: Db) -> SessionsReply:
    """The user's sessions, latest first."""
    sessions = await db.read(SESSIONS.listed, user.id, token_of(request) or "")
    return SessionsReply(sessions=[SessionReply.model_validate(session) for session in sessions])


@router.delete("/api/auth/sessions", responses=errors(NotSignedIn))
async def close_other_sessions(user: SignedIn, enter: IssueSession, db: Db) -> Ok:
    """Sign out everywhere else, and revoke every code, transfer key and known device."""

    def write(tx: Tx) -> None:
        actions.revoke(tx, user, kept=enter.token)
        enter.know_device(tx, user)

    await db.write(write)
    enter.remember_device()
    return Ok()


@router.delete("/api/auth/sessions/{session_id}", responses=errors(NotSignedIn, NotFound))
async def close_session(session_id: str, user: SignedIn, db: Db) -> Ok:
    """End one of the user's sessions."""
    await db.write(actions.close_session_of, user, session_id)
    return Ok()


@router.get("/api/user/profile", responses=errors(NotSignedIn))
async def profile(user: SignedIn) -> UserEnvelope:
    """The signed-in user, for the profile screen."""
    return UserEnvelope(user=UserReply.model_validate(user))


@router.get("/api/users/{user_id}", responses=errors(NotSignedIn, NotFound))
async def read_user(user_id: str, user: SignedIn) -> UserEnvelope:
    """The user with this id, which must be the signed-in one."""
    require_self(user, user_id)
    return UserEnvelope(user=UserReply.model_validate(user))


@router.patch("/api/auth/profile", responses=errors(NotSignedIn, ProofRequired, EmailTaken, RateLimited))
async def update_profile(
    body: ProfileUpdate, request: Request, user: SignedIn, enter: IssueSession, tries: Throttle, db: Db
) -> UserEnvelope:
    """Change name, email and phone. Absent keys stay unchanged.

    Changing or removing the email needs recent proof of the password and ends all other sessions.
    """
    values = body.model_dump(exclude_unset=True)
    if values.get("profile_completed") is None:
        values.pop("profile_completed", None)
    if values.get("email", user.email) != user.email:
        await require_proof(request)
        await tries.count("change e-mail", (CHANGE_EMAIL, user.id))

    def write(tx: Tx) -> User:
        return enter.know_device(tx, actions.update_profile(tx, user, values, kept=enter.token))

    updated = await db.write(write)
    enter.remember_device()
    return UserEnvelope(user=UserReply.model_validate(updated))


@router.put("/api/auth/language", responses=errors(NotSignedIn))
async def choose_language(body: LanguageChoice, user: SignedIn, db: Db) -> UserEnvelope:
    """Set the language of the user's messages."""
    updated = await db.write(actions.update_user, user.id, {"language": body.language})
    return UserEnvelope(user=UserReply.model_validate(updated))


router.routes.extend(verification.router.routes)
router.routes.extend(passkeys.router.routes)
