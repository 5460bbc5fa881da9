"""HTTP: passkeys (WebAuthn): register, list and remove them, and sign in with one.

A challenge works once, for five minutes, in the session (or, before sign-in, the browser) that requested it. The device
must verify its user, so a passkey is as strong as a password with a second factor.
"""

import asyncio
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from hashlib import sha256
from typing import Annotated, Any, TypeVar
from urllib.parse import urlsplit

from fastapi import APIRouter, Depends, Request, Response

from dayshift.accounts import actions
from dayshift.accounts.codes import keep_code, take_code
from dayshift.accounts.devices import describe_device
from dayshift.accounts.errors import InvalidCode, InvalidPasskey, ProofRequired, TooManyPasskeys
from dayshift.accounts.queries import (
    Passkey,
    User,
    find_passkey,
    find_trust,
    list_credentials,
    list_passkeys,
    refuse_more_passkeys,
)
from dayshift.accounts.schemas import (
    PasskeyCredential,
    PasskeyOptions,
    PasskeyReply,
    PasskeysReply,
    SignedInReply,
)
from dayshift.accounts.session import IssueSession, RecentlyVerified, SignedIn, token_of
from dayshift.accounts.session_table import Cookie
from dayshift.accounts.throttle import Throttle
from dayshift.core.db import Tx
from dayshift.core.errors import NotFound, NotSignedIn
from dayshift.core.http import errors
from dayshift.core.limits import RateLimited
from dayshift.core.schemas import Ok
from dayshift.dependencies import Db, services_of
from dayshift.settings import LOOPBACK

router = APIRouter(tags=["accounts"])

T = TypeVar("T")

CHALLENGE_LIFETIME = timedelta(minutes=5)
CHALLENGE_COOKIE = Cookie("dayshift_passkey")
"""The cookie that binds a sign-in challenge to the browser that requested it."""


@dataclass(frozen=True, slots=True)
class RelyingParty:
    """The site that passkeys belong to, and what it needs to verify them."""

    id: str
    origin: str
    name: str


async def _relying_party(request: Request) -> RelyingParty:
    settings = services_of(request).settings
    public = urlsplit(settings.public_url)
    host = public.hostname or "localhost"
    if host in LOOPBACK:  # Passkeys need a domain name, not an IP address. In development any port is allowed.
        return RelyingParty("localhost", f"{request.url.scheme}://{request.url.netloc}", settings.product_name)
    return RelyingParty(host, f"{public.scheme}://{public.netloc}", settings.product_name)


Party = Annotated[RelyingParty, Depends(_relying_party)]


@router.get("/api/auth/passkeys", responses=errors(NotSignedIn))
async def read_passkeys(user: SignedIn, db: Db) -> PasskeysReply:
    """The user's passkeys, oldest first."""
    found = await db.lookup(list_passkeys, user.id)
    return PasskeysReply(passkeys=[PasskeyReply.model_validate(one) for one in found])


@router.post("/api/auth/passkeys/options", responses=errors(NotSignedIn, ProofRequired, TooManyPasskeys, RateLimited))
async def start_passkey(
    request: Request, user: RecentlyVerified, party: Party, tries: Throttle, db: Db
) -> PasskeyOptions:
    """Options for `navigator.credentials.create()`, with a new challenge."""
    await tries.count("passkey")
    challenge = secrets.token_bytes(32)
    subject = _in_session(user, request)

    def write(tx: Tx) -> list[bytes]:
        refuse_more_passkeys(tx, user.id)
        keep_code(tx, "passkey", subject, challenge.hex(), CHALLENGE_LIFETIME, owner=user.id)
        return list_credentials(tx, user.id)

    known = await db.write(write)
    return PasskeyOptions(public_key=await asyncio.to_thread(_creation_options, party, user, challenge, known))


@router.post(
    "/api/auth/passkeys",
    status_code=201,
    responses=errors(NotSignedIn, ProofRequired, InvalidPasskey, TooManyPasskeys, RateLimited),
)
async def add_passkey(
    body: PasskeyCredential, request: Request, user: RecentlyVerified, party: Party, tries: Throttle, db: Db
) -> PasskeyReply:
    """Store the passkey that the browser created for the challenge."""
    await tries.count("passkey")
    challenge = await db.write(_take_challenge, _in_session(user, request))
    made = await _verified(_verify_creation, body.credential, party, challenge)
    device = describe_device(request.headers.get("user-agent", ""))

    def write(tx: Tx) -> Passkey:
        key = (made.credential_id, made.credential_public_key, made.sign_count, device)
        return actions.add_passkey(tx, user.id, *key, trusted_since=find_trust(tx, token_of(request) or ""))

    return PasskeyReply.model_validate(await db.write(write))


@router.delete("/api/auth/passkeys/{passkey_id}", responses=errors(NotSignedIn, NotFound))
async def remove_passkey(passkey_id: str, user: SignedIn, db: Db) -> Ok:
    """Remove one of the user's passkeys."""
    await db.write(actions.remove_passkey, user.id, passkey_id)
    return Ok()


@router.post("/api/auth/passkeys/login/options", responses=errors(RateLimited))
async def start_passkey_login(
    request: Request, response: Response, party: Party, tries: Throttle, db: Db
) -> PasskeyOptions:
    """Options for `navigator.credentials.get()`, with a new challenge for this browser."""
    await tries.count("passkey")
    challenge, browser = secrets.token_bytes(32), secrets.token_urlsafe(32)
    await db.write(keep_code, "passkey", _in_browser(browser), challenge.hex(), CHALLENGE_LIFETIME)
    CHALLENGE_COOKIE.set(request, response, browser, int(CHALLENGE_LIFETIME.total_seconds()))
    return PasskeyOptions(public_key=await asyncio.to_thread(_request_options, party, challenge))


@router.post("/api/auth/passkeys/login", responses=errors(InvalidPasskey, RateLimited))
async def log_in_with_passkey(
    body: PasskeyCredential, request: Request, enter: IssueSession, party: Party, tries: Throttle, db: Db
) -> SignedInReply:
    """Sign in with a passkey."""
    await tries.count("passkey")
    challenge = await db.write(_take_challenge, _in_browser(CHALLENGE_COOKIE.read(request) or ""))
    credential = await _verified(_credential_id, body.credential)
    stored = await db.lookup(find_passkey, credential)
    if stored is None:
        raise InvalidPasskey
    used = await _verified(_verify_request, body.credential, party, challenge, stored.public_key, stored.sign_count)

    def write(tx: Tx) -> tuple[User, str]:
        return enter.open(tx, actions.use_passkey(tx, stored, used.new_sign_count), trusted_since=stored.trusted_since)

    return enter.reply(*await db.write(write))


def _take_challenge(tx: Tx, subject: str) -> str:
    try:
        return take_code(tx, "passkey", subject)
    except InvalidCode as error:  # The challenge is missing or expired: the user has no code to correct.
        raise InvalidPasskey from error


def _in_session(user: User, request: Request) -> str:
    return f"{user.id} {sha256((token_of(request) or '').encode()).hexdigest()}"


def _in_browser(token: str) -> str:
    return f"browser {sha256(token.encode()).hexdigest()}"


async def _verified(verify: Callable[..., T], *given: Any) -> T:
    """Run one of the functions below in a thread. Raises `InvalidPasskey` for any invalid input."""
    try:
        return await asyncio.to_thread(verify, *given)
    except Exception as error:
        raise InvalidPasskey from error


# The package takes 0.3 s to import: not at every start, and not in the event loop.
def _creation_options(party: RelyingParty, user: User, challenge: bytes, known: list[bytes]) -> dict[str, Any]:
    import webauthn  # noqa: PLC0415
    from webauthn.helpers import options_to_json_dict, structs  # noqa: PLC0415

    options = webauthn.generate_registration_options(
        rp_id=party.id,
        rp_name=party.name,
        user_id=user.id.encode(),
        user_name=user.email or user.full_name,
        user_display_name=user.full_name,
        challenge=challenge,
        authenticator_selection=structs.AuthenticatorSelectionCriteria(
            resident_key=structs.ResidentKeyRequirement.REQUIRED,
            user_verification=structs.UserVerificationRequirement.REQUIRED,
        ),
        exclude_credentials=[structs.PublicKeyCredentialDescriptor(id=one) for one in known],
    )
    return options_to_json_dict(options)


def _request_options(party: RelyingParty, challenge: bytes) -> dict[str, Any]:
    import webauthn  # noqa: PLC0415
    from webauthn.helpers import options_to_json_dict, structs  # noqa: PLC0415

    options = webauthn.generate_authentication_options(
        rp_id=party.id, challenge=challenge, user_verification=structs.UserVerificationRequirement.REQUIRED
    )
    return options_to_json_dict(options)


def _verify_creation(credential: dict[str, Any], party: RelyingParty, challenge: str) -> Any:
    import webauthn  # noqa: PLC0415

    return webauthn.verify_registration_response(
        credential=credential,
        expected_challenge=bytes.fromhex(challenge),
        expected_rp_id=party.id,
        expected_origin=party.origin,
        require_user_verification=True,
    )


def _credential_id(credential: dict[str, Any]) -> bytes:
    from webauthn.helpers import parse_authentication_credential_json  # noqa: PLC0415

    return parse_authentication_credential_json(credential).raw_id


def _verify_request(
    credential: dict[str, Any], party: RelyingParty, challenge: str, public_key: bytes, sign_count: int
) -> Any:
    import webauthn  # noqa: PLC0415

    return webauthn.verify_authentication_response(
        credential=credential,
        expected_challenge=bytes.fromhex(challenge),
        expected_rp_id=party.id,
        expected_origin=party.origin,
        credential_public_key=public_key,
        credential_current_sign_count=sign_count,
        require_user_verification=True,
    )
