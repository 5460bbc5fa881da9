"""HTTP: set, reset, change and confirm a password, undo a change, and verify an address by a code.

Requesting a code never reveals whether an account has the address: the request only publishes an event, and the code is
sent later by another task.
"""

from fastapi import APIRouter, Request

from dayshift.accounts import actions, queries
from dayshift.accounts.changes import Change, open_change
from dayshift.accounts.codes import check_code, spend_code, subject_of
from dayshift.accounts.errors import (
    EmailTaken,
    InvalidCode,
    NothingToConfirm,
    PasswordAlreadySet,
    PasswordNotSet,
    WrongPassword,
)
from dayshift.accounts.events import CodeRequested
from dayshift.accounts.passwords import Hashing
from dayshift.accounts.queries import User
from dayshift.accounts.schemas import (
    ChangePassword,
    ChangeReply,
    ConfirmCode,
    ForgotPassword,
    GivePassword,
    SetPassword,
    SignedInReply,
    UndoKey,
    UserEnvelope,
    UserReply,
)
from dayshift.accounts.session import IssueSession, MaybeSignedIn, SignedIn, token_of
from dayshift.accounts.throttle import CHECK_PASSWORD, SEND_CODE, SEND_CODE_DAY, TRY_CODE, TRY_CODE_DAY, Throttle
from dayshift.core.db import Tx
from dayshift.core.errors import Busy, NotFound, NotSignedIn
from dayshift.core.events import publish
from dayshift.core.http import errors
from dayshift.core.limits import RateLimited, Rule
from dayshift.core.phones import as_e164
from dayshift.core.schemas import Ok
from dayshift.dependencies import Db

router = APIRouter(tags=["accounts"])


def _sending(key: str) -> tuple[tuple[Rule, str], ...]:
    return (SEND_CODE, key), (SEND_CODE_DAY, key)


@router.post("/api/auth/forgot-password", responses=errors(RateLimited))
async def forgot_password(body: ForgotPassword, tries: Throttle, db: Db) -> Ok:
    """Send a code to set a new password. The response is the same whether or not the address is known."""
    await tries.count_sending(body.email)
    await db.write(publish, CodeRequested("password", body.email, None))
    return Ok()


@router.post(
    "/api/auth/set-password", responses=errors(NotSignedIn, PasswordAlreadySet, InvalidCode, RateLimited, Busy)
)
async def set_password(
    body: SetPassword, user: MaybeSignedIn, enter: IssueSession, tries: Throttle, db: Db, hashing: Hashing
) -> SignedInReply:
    """Set a password with a code, or the first password of the signed-in account. Its other sessions end."""
    await hashing.refuse_easy(body.password, body.email)
    if body.code is None:
        if user is None:
            raise NotSignedIn
        if user.has_password or user.email != body.email:
            raise PasswordAlreadySet
        return enter.reply(await _save_password(db, enter, user, await hashing.hash(body.password)), enter.token)

    await tries.count_guess(body.email)
    proof = await check_code(db, hashing, "password", body.email, body.code)
    hashed = await hashing.hash(body.password)

    def write(tx: Tx) -> tuple[User, str]:
        spend_code(tx, "password", body.email, proof)
        owner = queries.find_user_by_email(tx, body.email)
        if owner is None:
            raise InvalidCode
        return enter.open(tx, actions.recover_account(tx, owner.id, hashed))

    return enter.reply(*await db.write(write))


@router.post(
    "/api/auth/change-password", responses=errors(NotSignedIn, PasswordNotSet, WrongPassword, RateLimited, Busy)
)
async def change_password(
    body: ChangePassword, user: SignedIn, enter: IssueSession, tries: Throttle, db: Db, hashing: Hashing
) -> UserEnvelope:
    """Change the password. The user's other sessions and passkeys are revoked."""
    if not user.has_password:
        raise PasswordNotSet
    await hashing.refuse_easy(body.new_password, user.email, user.first_name, user.last_name, field="newPassword")
    await _check_password(user, body.current_password, "currentPassword", tries, db, hashing)
    updated = await _save_password(db, enter, user, await hashing.hash(body.new_password))
    enter.remember_device()
    return UserEnvelope(user=UserReply.model_validate(updated))


async def _check_password(user: User, password: str, field: str, tries: Throttle, db: Db, hashing: Hashing) -> None:
    await tries.count("sign-in", (CHECK_PASSWORD, user.id))
    current = await db.lookup(queries.find_password_hash, user.id)
    fits, renewed = await hashing.verify_and_renew(password, current)
    if not fits:
        raise WrongPassword(fields={field: WrongPassword.message})
    if current and renewed:
        await db.write(actions.renew_password_hash, user.id, current, renewed)


async def _save_password(db: Db, enter: IssueSession, user: User, hashed: str) -> User:
    def write(tx: Tx) -> User:
        return enter.know_device(tx, actions.set_password(tx, user.id, hashed, kept=enter.token))

    return await db.write(write)


@router.post("/api/auth/proof", responses=errors(NotSignedIn, PasswordNotSet, WrongPassword, RateLimited, Busy))
async def prove(body: GivePassword, request: Request, user: SignedIn, tries: Throttle, db: Db, hashing: Hashing) -> Ok:
    """Verify the password again: for ten minutes this session may change how the user signs in."""
    if not user.has_password:
        raise PasswordNotSet
    await _check_password(user, body.password, "password", tries, db, hashing)
    await db.write(actions.prove_session, token_of(request) or "")
    return Ok()


@router.get("/api/auth/undo/{key}", responses=errors(NotFound, RateLimited))
async def look_at_change(key: UndoKey, tries: Throttle, db: Db) -> ChangeReply:
    """The change of email or password that a key undoes. Does not use up the key."""
    await tries.count("undo")
    return ChangeReply.model_validate(await db.lookup(open_change, key))


@router.post("/api/auth/undo/{key}", responses=errors(NotFound, EmailTaken, RateLimited))
async def undo_change(key: UndoKey, tries: Throttle, db: Db) -> ChangeReply:
    """Undo a change: restore the old address, revoke everything issued, and send a code for a new password."""
    await tries.count("undo")

    def write(tx: Tx) -> Change:
        change = open_change(tx, key)
        actions.undo_change(tx, change)
        publish(tx, CodeRequested("password", change.email, None))
        return change

    return ChangeReply.model_validate(await db.write(write))


@router.post("/api/auth/verify-email/start", responses=errors(NotSignedIn, NothingToConfirm, RateLimited))
async def start_verifying_email(user: SignedIn, tries: Throttle, db: Db) -> Ok:
    """Send a code to the user's email address. A verified one needs none."""
    if not user.email:
        raise NothingToConfirm
    if not user.email_verified:
        await tries.count_code(*_sending(user.email), *_sending(user.id))
        await db.write(actions.request_code, CodeRequested("email", user.email, user.id))
    return Ok()


@router.post("/api/auth/verify-email", responses=errors(NotSignedIn, InvalidCode, RateLimited, Busy))
async def verify_email(body: ConfirmCode, user: SignedIn, tries: Throttle, db: Db, hashing: Hashing) -> UserEnvelope:
    """Verify the email address with its code."""
    await tries.count_code((TRY_CODE, user.id), (TRY_CODE_DAY, user.id))
    subject = subject_of(user.email or "", user.id)
    proof = await check_code(db, hashing, "email", subject, body.code)

    def write(tx: Tx) -> User:
        spend_code(tx, "email", subject, proof)
        return actions.mark_verified(tx, user, "email")

    return UserEnvelope(user=UserReply.model_validate(await db.write(write)))


@router.post("/api/auth/verify-phone/start", responses=errors(NotSignedIn, NothingToConfirm, RateLimited))
async def start_verifying_phone(user: SignedIn, tries: Throttle, db: Db) -> Ok:
    """Send a code to the user's phone. A verified one needs none."""
    number = as_e164(user.phone or "")
    if number is None:
        raise NothingToConfirm
    if not user.phone_verified:
        await tries.count_code(*_sending(number), *_sending(user.id))
        await db.write(actions.request_code, CodeRequested("phone", number, user.id))
    return Ok()


@router.post("/api/auth/verify-phone", responses=errors(NotSignedIn, InvalidCode, RateLimited, Busy))
async def verify_phone(body: ConfirmCode, user: SignedIn, tries: Throttle, db: Db, hashing: Hashing) -> UserEnvelope:
    """Verify the phone number with its code."""
    await tries.count_code((TRY_CODE, user.id), (TRY_CODE_DAY, user.id))
    subject = subject_of(as_e164(user.phone or "") or "", user.id)
    proof = await check_code(db, hashing, "phone", subject, body.code)

    def write(tx: Tx) -> User:
        spend_code(tx, "phone", subject, proof)
        return actions.mark_verified(tx, user, "phone")

    return UserEnvelope(user=UserReply.model_validate(await db.write(write)))
