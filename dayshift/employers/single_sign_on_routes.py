"""HTTP: members sign in at their employer's identity provider, which owners set up."""

from datetime import datetime
from typing import Annotated
from urllib.parse import quote, urlencode

from fastapi import Path, Query, Request
from pydantic import Field, StringConstraints
from starlette.responses import RedirectResponse

from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.core.errors import InvalidRequest, NotFound
from dayshift.core.http import errors
from dayshift.core.limits import RateLimited, Rule
from dayshift.core.outgoing import Outgoing, OutgoingRefused
from dayshift.core.routing import Router
from dayshift.core.schemas import Body, NotBlank, Reply
from dayshift.dependencies import Config, Db, Limiter
from dayshift.employers import oidc, queries
from dayshift.employers import single_sign_on as store
from dayshift.employers.errors import RoleRequired, SecondFactorRequired, StaffSignInRequired
from dayshift.employers.oidc import Client, Reason, SingleSignOnFailed
from dayshift.employers.queries import Member
from dayshift.employers.session import PATH, Owner, set_cookie
from dayshift.employers.sign_in_routes import DAY_SECONDS, Guarded, Issuer
from dayshift.employers.single_sign_on import IdentityProvider
from dayshift.settings import Settings

router = Router(tags=["desk"])

CHANGE = Rule("change single sign-on", 60, 3600)
"""Per employer: a test calls the provider."""

ATTEMPT = "dayshift_sign_on"
"""The cookie of a sign-in that has begun: only the browser that began it can end it."""

CALLBACK = f"{PATH}/single-sign-on/callback"
"""Each employer has its own below it: a code of one employer's provider never goes to another's (mix-up attack)."""
_OWNER = (StaffSignInRequired, SecondFactorRequired, RoleRequired)

_Domain = Annotated[
    str,
    StringConstraints(
        to_lower=True,
        max_length=253,
        pattern=r"^[a-zA-Z0-9]([a-zA-Z0-9-]*[a-zA-Z0-9])?(\.[a-zA-Z0-9]([a-zA-Z0-9-]*[a-zA-Z0-9])?)+$",
    ),
]
Key = Annotated[str, Path(max_length=36, pattern=r"^[^\x00]*$")]
_Text = Annotated[str, StringConstraints(min_length=1, max_length=255, pattern=r"^[\x20-\x7e]+$"), NotBlank]


class ProviderFields(Body):
    """The employer's provider. `clientSecret` null: the stored one stays. `domains`: whose addresses may join."""

    issuer: Annotated[str, StringConstraints(min_length=1, max_length=500, pattern=r"^[\x21-\x7e]+$")]
    client_id: _Text
    client_secret: Annotated[str, StringConstraints(min_length=1, max_length=500, pattern=r"^[\x20-\x7e]+$")] | None = (
        None
    )
    domains: Annotated[list[_Domain], Field(min_length=1, max_length=20)]


class ProviderReply(Reply):
    """The provider without its secret. `failure`: why the last sign-in failed, null if it did not."""

    issuer: str
    client_id: str
    domains: list[str]
    used_at: datetime | None
    failed_at: datetime | None
    failure: Reason | None


class SingleSignOnReply(Reply):
    """What the provider has to know of this server, the link for members, and the provider if there is one."""

    redirect_url: str
    sign_in_url: str
    provider: ProviderReply | None


class ProviderTest(Reply):
    """Whether the provider can be reached and publishes what a sign-in needs."""

    failure: Reason | None


class SignOnReply(Reply):
    """The employer of a sign-in link."""

    employer: str


@router.get(f"{PATH}/single-sign-on", responses=errors(*_OWNER))
async def read_single_sign_on(member: Owner, db: Db, config: Config) -> SingleSignOnReply:
    """The employer's single sign-on."""
    return _reply(config, member, await db.read(store.find_provider, member.employer_id))


@router.put(f"{PATH}/single-sign-on", responses=errors(*_OWNER, RateLimited))
async def save_single_sign_on(
    body: ProviderFields, member: Owner, db: Db, config: Config, limits: Limiter
) -> SingleSignOnReply:
    """Set the provider. Its client secret is never shown again."""
    await limits.count(CHANGE, member.employer_id)
    try:
        Outgoing(config.private_addresses_allowed).check(body.issuer)
    except OutgoingRefused as error:
        raise InvalidRequest(fields={"issuer": "Please use a public https address"}) from error

    def save(tx: Tx) -> IdentityProvider:
        domains = list(dict.fromkeys(body.domains))
        try:
            return store.save_provider(tx, member, body.issuer, body.client_id, body.client_secret, domains)
        except NotFound as error:
            raise InvalidRequest(fields={"clientSecret": "Please enter the client secret"}) from error

    return _reply(config, member, await db.write(save))


@router.delete(f"{PATH}/single-sign-on", responses=errors(*_OWNER, NotFound))
async def delete_single_sign_on(member: Owner, db: Db, config: Config) -> SingleSignOnReply:
    """End single sign-on. Members stay, and sign in by mailed link or password."""
    await db.write(store.delete_provider, member)
    return _reply(config, member, None)


@router.post(f"{PATH}/single-sign-on/test", responses=errors(*_OWNER, NotFound, RateLimited))
async def test_single_sign_on(member: Owner, db: Db, config: Config, limits: Limiter) -> ProviderTest:
    """Read what the provider publishes. Whether the client and its secret fit shows only in a sign-in."""
    await limits.count(CHANGE, member.employer_id)
    provider = await db.read(store.find_provider, member.employer_id)
    if provider is None:
        raise NotFound
    try:
        await oidc.discover(Outgoing(config.private_addresses_allowed), provider.issuer)
    except SingleSignOnFailed as error:
        return ProviderTest(failure=error.reason)
    return ProviderTest(failure=None)


@router.get(f"{PATH}/sign-on/{{key}}", responses=errors(NotFound, RateLimited))
async def read_sign_on(key: Key, guard: Guarded, db: Db) -> SignOnReply:
    """The name of an employer that has single sign-on, for its sign-in page. The link's key is the employer's id."""
    await guard.count("sign-on page")

    def load(tx: Tx) -> str:
        if store.find_provider(tx, key) is None:
            raise NotFound
        return queries.find_employer(tx, key).name

    return SignOnReply(employer=await db.read(load))


@router.get(f"{PATH}/sign-on/{{key}}/start", include_in_schema=False)
async def start_sign_on(
    key: Key,
    request: Request,
    guard: Guarded,
    db: Db,
    config: Config,
    next_page: Annotated[str, Query(alias="next", max_length=500)] = "/desk",
) -> RedirectResponse:
    """Send the browser to the employer's provider."""
    await guard.count("sign-on")
    page = next_page if next_page.startswith("/desk") and not set(next_page) & set("\\\r\n\0") else "/desk"
    provider = await db.read(store.find_provider, key)
    if provider is None:
        return _back("not_a_member", key)
    try:
        found = await oidc.discover(Outgoing(config.private_addresses_allowed), provider.issuer)
    except SingleSignOnFailed as error:
        await db.write(store.note_failure, key, error.reason)
        return _back(error.reason, key)
    attempt = oidc.new_attempt()
    packed = await db.read(store.pack_attempt, key, attempt, page)
    reply = RedirectResponse(oidc.authorization_url(found, _client(config, provider), attempt), 303)
    reply.set_cookie(
        ATTEMPT, packed, max_age=int(store.ATTEMPT_LIFE.total_seconds()), httponly=True, samesite="lax",
        secure=request.scope["scheme"] == "https", path=_callback(key),
    )  # fmt: skip
    return reply


@router.get(f"{CALLBACK}/{{key}}", include_in_schema=False)
async def end_sign_on(  # noqa: PLR0913, PLR0917  (each is a route parameter)
    key: Key,
    request: Request,
    guard: Guarded,
    issuer: Issuer,
    db: Db,
    config: Config,
    state: Annotated[str, Query(max_length=500)] = "",
    code: Annotated[str, Query(max_length=4000)] = "",
    iss: Annotated[str | None, Query(max_length=500)] = None,
) -> RedirectResponse:
    """Where the provider sends the browser back. Opens a session, or says on the sign-in page why not."""
    await guard.count("sign-on back")
    try:
        attempt, page = await db.read(store.unpack_attempt, request.cookies.get(ATTEMPT, ""), key)
        provider = await db.read(store.require_provider, key)
        outgoing = Outgoing(config.private_addresses_allowed)
        found = await oidc.discover(outgoing, provider.issuer)
        oidc.check_answer(found, attempt, state, iss, code)
        identity = await oidc.exchange(outgoing, found, _client(config, provider), attempt, code, now())

        def enter(tx: Tx) -> tuple[Member, str]:
            member = store.admit(tx, provider, identity, found.end_session)
            return issuer.open(tx, member, single_sign_on=True)

        _, token = await db.write(enter)
    except SingleSignOnFailed as error:
        if error.reason not in oidc.OF_THE_BROWSER:
            await db.write(store.note_failure, key, error.reason)
        reply = _back(error.reason, key)
    else:
        reply = RedirectResponse(page, 303)
        set_cookie(request, reply, token, issuer.days * DAY_SECONDS)
    reply.delete_cookie(ATTEMPT, path=_callback(key))
    return reply


def _callback(employer_id: str) -> str:
    return f"{CALLBACK}/{employer_id}"


def _back(reason: Reason, employer_id: str) -> RedirectResponse:
    return RedirectResponse(f"/desk/sign-in?{urlencode({'problem': reason, 'employer': employer_id})}", 303)


def _client(config: Settings, provider: IdentityProvider) -> Client:
    return Client(
        provider.client_id, provider.client_secret, f"{config.public_url.rstrip('/')}{_callback(provider.employer_id)}"
    )


def _reply(config: Settings, member: Member, provider: IdentityProvider | None) -> SingleSignOnReply:
    url = config.public_url.rstrip("/")
    return SingleSignOnReply(
        redirect_url=f"{url}{_callback(member.employer_id)}",
        sign_in_url=f"{url}/desk/sign-in?employer={quote(member.employer_id)}",
        provider=ProviderReply.model_validate(provider) if provider else None,
    )
