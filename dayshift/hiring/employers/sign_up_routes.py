"""HTTP: add a new employer, with a link that proves the address of its first owner."""

from typing import Annotated

from fastapi import APIRouter, Path
from pydantic import StringConstraints

from dayshift.accounts import Email
from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.core.errors import CountryNotServed, InvalidRequest, NotFound
from dayshift.core.http import errors
from dayshift.core.language import Language
from dayshift.core.limits import RateLimited, Rule
from dayshift.core.names import IsName
from dayshift.core.schemas import Body, Ok, Reply
from dayshift.dependencies import Config, Db
from dayshift.hiring.employers import sign_up
from dayshift.hiring.employers.errors import LinkExpired
from dayshift.hiring.employers.queries import Member
from dayshift.hiring.employers.schemas import PersonName, Token
from dayshift.hiring.employers.sign_in_routes import Guarded, Issuer
from dayshift.hiring.employers.sign_up import SignUpMode
from dayshift.knowledge.occupations import MAX_TYPED, Country, locate_zip

router = APIRouter(tags=["desk"])

SIGN_UP_MAIL = Rule("employer sign-up", 5, 86_400)
"""Per address: the mail goes to somebody who may know nothing about it."""

SIGN_UP_HERE = Rule("employer sign-up here", 20, 3600)

Key = Annotated[Token, Path()]


class SignUpModeReply(Reply):
    """Whether anybody can add an employer, an operator has to approve it, or only operators add employers.

    `contact`: how to reach them, if it is known.
    """

    mode: SignUpMode
    contact: str


class SignUpEntry(Body):
    """A new employer, its first owner, and its first place of work."""

    employer: PersonName
    name: PersonName
    email: Email
    language: Language = "en"
    zip: Annotated[str, StringConstraints(min_length=1, max_length=MAX_TYPED)]
    country: Country | None = None
    street: Annotated[str, StringConstraints(max_length=200), IsName] | None = None


class AlikeReply(Reply):
    """An employer here that may be the same: it has the name, or people with an address at the same domain."""

    id: str
    name: str
    same_name: bool
    same_domain: bool


class SignUpReply(Reply):
    """What a link adds. `approval`: an operator has to approve it."""

    employer: str
    name: str
    email: str
    city: str
    state: str
    zip: str
    approval: bool
    alike: list[AlikeReply]


class SignUpResult(Reply):
    """`waiting`: an operator has to approve the employer; nobody is signed in."""

    waiting: bool


class JoinRequest(Body):
    employer_id: Annotated[str, StringConstraints(max_length=36)]


@router.get("/api/desk/sign-up")
async def read_mode(config: Config) -> SignUpModeReply:
    """Who can add an employer."""
    return SignUpModeReply(mode=config.employer_sign_up, contact=config.contact)


@router.post("/api/desk/sign-up", responses=errors(NotFound, InvalidRequest, CountryNotServed, RateLimited))
async def request_sign_up(body: SignUpEntry, guard: Guarded, config: Config, db: Db) -> Ok:
    """Mail a link with which the employer is added. The response is the same if it is here already."""
    _require_on(config.employer_sign_up)
    await guard.count("sign-up", (SIGN_UP_HERE, guard.caller), (SIGN_UP_MAIL, body.email))

    def write(tx: Tx) -> None:
        sign_up.request_sign_up(
            tx, body.employer, email=body.email, name=body.name, language=body.language,
            zip_code=body.zip, country=body.country, street=body.street or None,
        )  # fmt: skip

    await db.write(write)
    return Ok()


@router.get("/api/desk/sign-up/{key}", responses=errors(LinkExpired, NotFound, RateLimited))
async def read_sign_up(key: Key, guard: Guarded, config: Config, db: Db) -> SignUpReply:
    """What the link adds, and employers that may be the same. Does not use it up: mail scanners open links."""
    _require_on(config.employer_sign_up)
    await guard.count("sign-up link")

    def read(tx: Tx) -> SignUpReply:
        found = sign_up.read_sign_up(tx, key)
        place = locate_zip(found.zip)
        return SignUpReply(
            employer=found.employer,
            name=found.name,
            email=found.email,
            city=place.city if place else "",
            state=place.state if place else "",
            zip=found.zip,
            approval=config.employer_sign_up == "approval",
            alike=[AlikeReply.model_validate(one) for one in sign_up.joinable(tx, found)],
        )  # fmt: skip

    return await db.read(read)


@router.post("/api/desk/sign-up/{key}", responses=errors(LinkExpired, NotFound, RateLimited))
async def confirm_sign_up(key: Key, guard: Guarded, issuer: Issuer, config: Config, db: Db) -> SignUpResult:
    """Add the employer and sign its owner in, or let it wait for an operator. The link is then used up."""
    _require_on(config.employer_sign_up)
    await guard.count("sign-up link")

    def write(tx: Tx) -> tuple[Member, str] | None:
        owner = sign_up.confirm_sign_up(tx, key, approval=config.employer_sign_up == "approval")
        return issuer.open(tx, owner, address_proved_at=now()) if owner else None

    opened = await db.write(write)
    if opened:
        issuer.signed_in(*opened)
    return SignUpResult(waiting=opened is None)


@router.post("/api/desk/sign-up/{key}/join", responses=errors(LinkExpired, NotFound, RateLimited))
async def ask_to_join(key: Key, body: JoinRequest, guard: Guarded, config: Config, db: Db) -> Ok:
    """Ask the owners of an employer that may be the same for an invitation instead. The link is then used up."""
    _require_on(config.employer_sign_up)
    await guard.count("sign-up link")
    await db.write(sign_up.ask_to_join, key, body.employer_id)
    return Ok()


def _require_on(mode: SignUpMode) -> None:
    if mode == "off":
        raise NotFound
