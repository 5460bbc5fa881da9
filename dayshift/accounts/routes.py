"""HTTP: register, login, logout, me, profile."""

from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response

from dayshift.accounts import access, actions
from dayshift.accounts.access import User
from dayshift.accounts.errors import EmailTaken, InvalidCredentials, PasswordAlreadySet, PasswordNotSet
from dayshift.accounts.passwords import Passwords
from dayshift.accounts.schemas import (
    Login,
    ProfileUpdate,
    Register,
    SetPassword,
    SignedInReply,
    UserEnvelope,
    UserReply,
)
from dayshift.accounts.session import COOKIE, SignedIn, hand_out, require_self, token_of
from dayshift.kit.clock import now
from dayshift.kit.db import Tx
from dayshift.kit.errors import Busy, NotFound, NotSignedIn
from dayshift.kit.http import Db, Ok, errors
from dayshift.settings import Settings

router = APIRouter(tags=["accounts"])


async def _passwords(request: Request) -> Passwords:
    passwords: Passwords = request.app.state.passwords
    return passwords


async def _settings(request: Request) -> Settings:
    settings: Settings = request.app.state.settings
    return settings


Hashing = Annotated[Passwords, Depends(_passwords)]
Config = Annotated[Settings, Depends(_settings)]


@router.post("/api/auth/register", status_code=201, responses=errors(EmailTaken, Busy))
async def register(
    body: Register, request: Request, response: Response, db: Db, hashing: Hashing, config: Config
) -> SignedInReply:
    """Create an account and sign in."""
    hashed = await hashing.hash(body.password)

    def create(tx: Tx) -> tuple[User, str]:
        user = actions.create_user(
            tx,
            email=body.email,
            first_name=body.first_name,
            last_name=body.last_name,
            phone=body.phone,
            password_hash=hashed,
        )
        return user, actions.open_session(tx, user.id, config.session_days)

    user, token = await db.write(create)
    hand_out(request, response, token, config.session_days)
    return SignedInReply(user=UserReply.model_validate(user), token=token)


@router.post("/api/auth/login", responses=errors(InvalidCredentials, PasswordNotSet, Busy))
async def login(
    body: Login, request: Request, response: Response, db: Db, hashing: Hashing, config: Config
) -> SignedInReply:
    """Sign in with e-mail and password."""
    user_id, hashed = await db.lookup(access.find_credentials, body.email) or (None, None)
    fits = await hashing.verify(body.password, hashed)
    if user_id is not None and hashed is None:
        raise PasswordNotSet
    if user_id is None or not fits:
        raise InvalidCredentials

    def sign_in(tx: Tx) -> tuple[User, str]:
        user = actions.update_user(tx, user_id, {"last_login_at": now()})
        return user, actions.open_session(tx, user.id, config.session_days)

    user, token = await db.write(sign_in)
    hand_out(request, response, token, config.session_days)
    return SignedInReply(user=UserReply.model_validate(user), token=token)


@router.post("/api/auth/set-password", responses=errors(NotSignedIn, PasswordAlreadySet, Busy))
async def set_password(body: SetPassword, request: Request, user: SignedIn, db: Db, hashing: Hashing) -> SignedInReply:
    """Give a signed-in account without a password its first one, and end its other sessions."""
    if user.has_password or user.email != body.email:
        raise PasswordAlreadySet
    hashed = await hashing.hash(body.password)
    token = token_of(request) or ""

    def write(tx: Tx) -> User:
        actions.close_other_sessions(tx, user.id, token)
        return actions.update_user(tx, user.id, {"password_hash": hashed})

    return SignedInReply(user=UserReply.model_validate(await db.write(write)), token=token)


@router.post("/api/auth/logout")
async def logout(request: Request, response: Response, db: Db) -> Ok:
    """End this session. Without one it does nothing, and says so the same way."""
    token = token_of(request)
    if token:
        await db.write(actions.close_session, token)
    response.delete_cookie(COOKIE, path="/")
    return Ok()


@router.get("/api/auth/me", responses=errors(NotSignedIn))
async def me(user: SignedIn) -> UserEnvelope:
    """The signed-in person."""
    return UserEnvelope(user=UserReply.model_validate(user))


@router.get("/api/user/profile", responses=errors(NotSignedIn))
async def profile(user: SignedIn) -> UserEnvelope:
    """The signed-in person, for the profile screen."""
    return UserEnvelope(user=UserReply.model_validate(user))


@router.get("/api/users/{user_id}", responses=errors(NotSignedIn, NotFound))
async def read_user(user_id: str, user: SignedIn) -> UserEnvelope:
    """The person with this id, who must be the one asking."""
    require_self(user, user_id)
    return UserEnvelope(user=UserReply.model_validate(user))


@router.patch("/api/auth/profile", responses=errors(NotSignedIn, EmailTaken))
async def update_profile(body: ProfileUpdate, user: SignedIn, db: Db) -> UserEnvelope:
    """Change name, e-mail and phone. A key that is absent stays as it is."""
    values = body.model_dump(exclude_unset=True)
    if "phone" in values and values["phone"] != user.phone:
        values["phone_verified"] = False
    if values.get("profile_completed") is None:
        values.pop("profile_completed", None)
    updated = await db.write(actions.update_user, user.id, values)
    return UserEnvelope(user=UserReply.model_validate(updated))
