"""HTTP: members sign in at their employer's identity provider, which owners set up."""

from datetime import datetime
from typing import Annotated, Literal
from urllib.parse import quote, urlencode

from fastapi import APIRouter, Path, Query, Request
from pydantic import Field, StringConstraints
from starlette.responses import RedirectResponse

from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.core.errors import InvalidRequest, NotFound
from dayshift.core.http import errors
from dayshift.core.limits import RateLimited, Rule
from dayshift.core.outgoing import Outgoing, OutgoingRefused
from dayshift.core.schemas import Body, NotBlank, Reply
from dayshift.dependencies import Config, Db, Limiter, Names
from dayshift.hiring.employers import domains, oidc, queries
from dayshift.hiring.employers import single_sign_on as store
from dayshift.hiring.employers.domains import Mailbox
from dayshift.hiring.employers.errors import ROLE_ERRORS, DomainTaken, LinkExpired, SignOnProofRequired
from dayshift.hiring.employers.oidc import Client, Reason, SingleSignOnFailed
from dayshift.hiring.employers.queries import Member, MemberSession
from dayshift.hiring.employers.schemas import Token
from dayshift.hiring.employers.session import COOKIE, Owner, OwnerSession
from dayshift.hiring.employers.sign_in_routes import Guarded, Issuer
from dayshift.hiring.employers.single_sign_on import IdentityProvider
from dayshift.providers.dns import ResolverDown
from dayshift.settings import Settings

router = APIRouter(tags=["desk"])

CHANGE = Rule("change single sign-on", 60, 3600)
"""Per employer: a test calls the provider."""

DOMAIN_MAIL = Rule("domain mail", 5, 86_400)
"""Per address: the mail goes to somebody who may know nothing about it."""

ALLOW_FIRST: Literal["allow_first"] = "allow_first"
"""The problem on the sign-in page of a member who has to allow single sign-on by mail first."""

ATTEMPT = "dayshift_sign_on"
"""The cookie of a sign-in that has begun: only the browser that began it can end it."""

CALLBACK = f"{COOKIE.path}/single-sign-on/callback"
"""Each employer has its own below it: a code of one employer's provider never goes to another's (mix-up attack)."""
_DOMAIN = errors(*ROLE_ERRORS, NotFound, DomainTaken, RateLimited)

_Domain = Annotated[
    str,
    StringConstraints(
        to_lower=True,
        max_length=253,
        pattern=r"^[a-zA-Z0-9]([a-zA-Z0-9-]*[a-zA-Z0-9])?(\.[a-zA-Z0-9]([a-zA-Z0-9-]*[a-zA-Z0-9])?)+$",
    ),
]
DomainName = Annotated[str, Path(max_length=253, pattern=r"^[^\x00]*$")]
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
    """The provider without its secret. `failure`: why the last sign-in failed, null if it did not.

    `breakGlassId`: the only member who may sign in another way; null: single sign-on is not required.
    """

    issuer: str
    client_id: str
    domains: list[str]
    used_at: datetime | None
    failed_at: datetime | None
    failure: Reason | None
    break_glass_id: str | None


class KeeperReply(Reply):
    """An owner who can sign in without single sign-on, or could: with two-step sign-in."""

    id: str
    name: str


class DomainReply(Reply):
    """A domain of the provider. Nobody signs in with an address there before the employer has proved that it owns it.

    `recordName` and `recordText`: the DNS record that proves it. `mailedTo`: where a link was sent that still works.
    `taken`: another employer here has proved it.
    """

    domain: str
    proved_at: datetime | None
    record_name: str
    record_text: str
    mailed_to: str | None
    taken: bool


class SingleSignOnReply(Reply):
    """What the provider has to know of this server, the link for members, and the provider if there is one.

    `proved`: this session was just opened by single sign-on, so it can be required. `keepers`: the owners who can be
    the exception. `leftOut`: the names of members whose address cannot sign in there.
    """

    redirect_url: str
    sign_in_url: str
    provider: ProviderReply | None
    domains: list[DomainReply]
    proved: bool
    keepers: list[KeeperReply]
    left_out: list[str]


class RequiredEntry(Body):
    """The owner who may sign in another way."""

    break_glass: Annotated[str, StringConstraints(min_length=1, max_length=36), NotBlank]


class DomainCheck(Reply):
    """What the domain name system says: the record is there, is not there (yet), or nobody answered."""

    found: Literal["record", "nothing", "no_answer"]


class DomainMail(Body):
    """The mailbox of the domain's administrators that gets the link."""

    mailbox: Mailbox


class ProofKey(Body):
    key: Token


class ProvedReply(Reply):
    domain: str


class AllowedReply(Reply):
    """What is left to do after a member allowed single sign-on, and the page to open."""

    second_factor: Literal["none", "code", "set_up"]
    page: str


class ProviderTest(Reply):
    """Whether the provider can be reached and publishes what a sign-in needs."""

    failure: Reason | None


class SignOnReply(Reply):
    """The employer of a sign-in link."""

    employer: str


@router.get(f"{COOKIE.path}/single-sign-on", responses=errors(*ROLE_ERRORS))
async def read_single_sign_on(session: OwnerSession, db: Db, config: Config) -> SingleSignOnReply:
    """The employer's single sign-on."""
    return await db.read(_reply, config, session)


@router.put(f"{COOKIE.path}/single-sign-on", responses=errors(*ROLE_ERRORS, RateLimited))
async def save_single_sign_on(
    body: ProviderFields, session: OwnerSession, db: Db, config: Config, limits: Limiter
) -> SingleSignOnReply:
    """Set the provider. Its client secret is never shown again."""
    await limits.count(CHANGE, session.member.employer_id)
    try:
        Outgoing(config.private_addresses_allowed).check(body.issuer)
    except OutgoingRefused as error:
        raise InvalidRequest(fields={"issuer": "Please use a public https address"}) from error

    def save(tx: Tx) -> SingleSignOnReply:
        names = list(dict.fromkeys(body.domains))
        try:
            store.save_provider(tx, session.member, body.issuer, body.client_id, body.client_secret, names)
        except NotFound as error:
            raise InvalidRequest(fields={"clientSecret": "Please enter the client secret"}) from error
        return _reply(tx, config, session)

    return await db.write(save)


@router.delete(f"{COOKIE.path}/single-sign-on", responses=errors(*ROLE_ERRORS, NotFound))
async def delete_single_sign_on(session: OwnerSession, db: Db, config: Config) -> SingleSignOnReply:
    """End single sign-on. Members stay, and sign in by mailed link or password."""

    def turn_off(tx: Tx) -> SingleSignOnReply:
        store.delete_provider(tx, session.member)
        return _reply(tx, config, session)

    return await db.write(turn_off)


@router.put(
    f"{COOKIE.path}/single-sign-on/required", responses=errors(*ROLE_ERRORS, NotFound, SignOnProofRequired, RateLimited)
)
async def require_single_sign_on(
    body: RequiredEntry, session: OwnerSession, db: Db, config: Config, limits: Limiter
) -> SingleSignOnReply:
    """Let members sign in by single sign-on only, except one owner. All other sessions end. Owners get a mail.

    Needs a session that single sign-on opened in the last 15 minutes, unless it is required already.
    """
    await limits.count(CHANGE, session.member.employer_id)

    def require(tx: Tx) -> SingleSignOnReply:
        store.require_sign_on(tx, session, body.break_glass)
        return _reply(tx, config, session)

    return await db.write(require)


@router.delete(f"{COOKIE.path}/single-sign-on/required", responses=errors(*ROLE_ERRORS, NotFound))
async def make_single_sign_on_optional(session: OwnerSession, db: Db, config: Config) -> SingleSignOnReply:
    """Let members sign in by mailed link and password, too. Owners get a mail."""

    def make_optional(tx: Tx) -> SingleSignOnReply:
        store.make_optional(tx, session.member.employer_id, session.member)
        return _reply(tx, config, session)

    return await db.write(make_optional)


@router.post(f"{COOKIE.path}/single-sign-on/test", responses=errors(*ROLE_ERRORS, NotFound, RateLimited))
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


@router.post(f"{COOKIE.path}/single-sign-on/domains/confirm", responses=errors(*ROLE_ERRORS, LinkExpired, DomainTaken))
async def confirm_domain(body: ProofKey, member: Owner, db: Db) -> ProvedReply:
    """Use the link that was mailed to a domain. It works once, and only for owners of the employer that asked."""
    return ProvedReply(domain=await db.write(domains.confirm_domain, member, body.key))


@router.post(f"{COOKIE.path}/single-sign-on/domains/{{domain}}/check", responses=_DOMAIN)
async def check_domain(domain: DomainName, member: Owner, db: Db, names: Names, limits: Limiter) -> DomainCheck:
    """Look for the DNS record of a domain. If it is there, the domain is proved."""
    await limits.count(CHANGE, member.employer_id)
    wanted = await db.read(domains.find_domain, member.employer_id, domain)
    try:
        texts = await names.texts(wanted.host)
    except ResolverDown:
        return DomainCheck(found="no_answer")
    if wanted.text not in [text.strip() for text in texts]:
        return DomainCheck(found="nothing")
    await db.write(domains.prove_domain, member, domain, "dns")
    return DomainCheck(found="record")


@router.post(f"{COOKIE.path}/single-sign-on/domains/{{domain}}/mail", responses=_DOMAIN)
async def mail_domain(
    domain: DomainName,
    body: DomainMail,
    session: OwnerSession,
    db: Db,
    config: Config,
    limits: Limiter,
) -> SingleSignOnReply:
    """Mail a link to the domain's administrators, who prove it by passing the link on to an owner."""
    await limits.count(CHANGE, session.member.employer_id)
    await limits.count(DOMAIN_MAIL, f"{body.mailbox}@{domain}")

    def ask(tx: Tx) -> SingleSignOnReply:
        domains.ask_by_mail(tx, session.member, domain, body.mailbox)
        return _reply(tx, config, session)

    return await db.write(ask)


@router.post(f"{COOKIE.path}/sign-on/allow", responses=errors(LinkExpired, RateLimited))
async def allow_sign_on(body: ProofKey, guard: Guarded, issuer: Issuer, db: Db) -> AllowedReply:
    """Use the link in which a member allows single sign-on, and sign in."""
    await guard.count("open link")

    def write(tx: Tx) -> tuple[tuple[Member, str], str]:
        member, page = store.allow(tx, body.key)
        return issuer.open(tx, member, single_sign_on=True, address_proved_at=now()), page

    opened, page = await db.write(write)
    return AllowedReply(second_factor=issuer.signed_in(*opened), page=page)


@router.get(f"{COOKIE.path}/sign-on/{{key}}", responses=errors(NotFound, RateLimited))
async def read_sign_on(key: Key, guard: Guarded, db: Db) -> SignOnReply:
    """The name of an employer that has single sign-on, for its sign-in page. The link's key is the employer's id."""
    await guard.count("sign-on page")

    def load(tx: Tx) -> str:
        provider = store.find_provider(tx, key)
        if provider is None or not store.usable_domains(tx, provider):
            raise NotFound
        return queries.find_employer(tx, key).name

    return SignOnReply(employer=await db.read(load))


@router.get(f"{COOKIE.path}/sign-on/{{key}}/start", include_in_schema=False)
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

    def load(tx: Tx) -> tuple[IdentityProvider | None, bool]:
        provider = store.find_provider(tx, key)
        return provider, provider is not None and bool(store.usable_domains(tx, provider))

    provider, usable = await db.read(load)
    if provider is None or not usable:
        return _back("not_a_member" if provider is None else "domain_unproved", key)
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

        def enter(tx: Tx) -> tuple[Member, str] | None:
            member = store.admit(tx, provider, identity, found.end_session, page)
            return issuer.open(tx, member, single_sign_on=True) if member else None

        opened = await db.write(enter)
    except SingleSignOnFailed as error:
        if error.reason not in oidc.OF_THE_BROWSER:
            await db.write(store.note_failure, key, error.reason)
        reply = _back(error.reason, key)
    else:
        reply = RedirectResponse(page, 303) if opened else _back(ALLOW_FIRST, key)
        if opened:
            COOKIE.set_session(request, reply, opened[1], issuer.days)
    reply.delete_cookie(ATTEMPT, path=_callback(key))
    return reply


def _callback(employer_id: str) -> str:
    return f"{CALLBACK}/{employer_id}"


def _back(reason: Reason | Literal["allow_first"], employer_id: str) -> RedirectResponse:
    return RedirectResponse(f"/desk/sign-in?{urlencode({'problem': reason, 'employer': employer_id})}", 303)


def _client(config: Settings, provider: IdentityProvider) -> Client:
    return Client(
        provider.client_id, provider.client_secret, f"{config.public_url.rstrip('/')}{_callback(provider.employer_id)}"
    )


def _reply(tx: Tx, config: Settings, session: MemberSession) -> SingleSignOnReply:
    url = config.public_url.rstrip("/")
    member = session.member
    provider = store.find_provider(tx, member.employer_id)
    named = provider.domains if provider else []
    return SingleSignOnReply(
        redirect_url=f"{url}{_callback(member.employer_id)}",
        sign_in_url=f"{url}/desk/sign-in?employer={quote(member.employer_id)}",
        provider=ProviderReply.model_validate(provider) if provider else None,
        domains=[
            DomainReply(
                domain=one.domain,
                proved_at=one.proved_at,
                record_name=one.host,
                record_text=one.text,
                mailed_to=one.email if one.expires_at and one.expires_at > now() else None,
                taken=one.proved_at is None and domains.is_taken(tx, member.employer_id, one.domain),
            )
            for one in domains.domains_of(tx, member.employer_id)
            if one.domain in named
        ],
        proved=provider is not None and store.proves_sign_on(provider, session),
        keepers=[
            KeeperReply.model_validate(one) for one in queries.owners_of(tx, member.employer_id) if one.second_factor
        ],
        left_out=[one.name for one in store.left_out(tx, provider)] if provider else [],
    )
