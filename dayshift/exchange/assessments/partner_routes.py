"""HTTP: what an applicant tracking system calls. Names and forms are those of Greenhouse's assessment interface."""

import base64
import binascii
from datetime import timedelta
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request, Response
from pydantic import BaseModel, BeforeValidator, ConfigDict, StringConstraints, model_validator
from pydantic_core import PydanticCustomError
from starlette.requests import HTTPConnection

from dayshift.accounts import Email, FamilyName, Name
from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.core.errors import AppError, InvalidRequest, NotFound
from dayshift.core.http import errors
from dayshift.core.limits import RateLimited, Rule
from dayshift.core.names import given_and_family
from dayshift.core.outgoing import Outgoing, OutgoingRefused
from dayshift.core.schemas import Ok
from dayshift.dependencies import Config, Db, services_of
from dayshift.exchange.assessments.keys import Key, find_key_by_text, note_failure, note_use
from dayshift.exchange.rate_limits import count_and_report
from dayshift.hiring.applications import (
    Invited,
    JobClosed,
    Order,
    access_with,
    any_application,
    change_order,
    find_grant,
    human_level,
    own_order,
    place_order,
)
from dayshift.hiring.employers import find_location, find_posting, postings_of

router = APIRouter(tags=["assessments"])

CALLS = Rule("assessment calls", 600, 60)
SENDS = Rule("assessment sends", 500, 86_400)
"""Per employer and day: each sends a mail."""
SEEN_EVERY = timedelta(minutes=1)
"""Resolution of 'last used'."""

BASE = "/api/exchange/assessments"


class KeyRequired(AppError):
    """The request has no valid key: HTTP Basic with the key as user name and no password."""

    code = "key_required"
    status = 401
    message = "Please check the key."


async def has_assessment_key(connection: HTTPConnection) -> bool:
    """Whether the request has a valid key. Reads nothing else of it."""
    return await _find_key(connection) is not None


async def _find_key(connection: HTTPConnection) -> Key | None:
    text = _key_in(connection.headers.get("authorization", ""))
    return await services_of(connection).db.lookup(find_key_by_text, text) if text else None


async def _key(request: Request, reply: Response) -> Key:
    services = services_of(request)
    key = await _find_key(request)
    if key is None:
        request.state.headers = {"WWW-Authenticate": 'Basic realm="assessments"'}
        raise KeyRequired
    await count_and_report(request, reply, "calls", CALLS, key.employer_id)
    at = now()
    if key.used_at is None or at - key.used_at > SEEN_EVERY:
        await services.db.write(note_use, key.employer_id, at)
    return key


def _key_in(header: str) -> str:
    """The user name of HTTP Basic."""
    scheme, _, encoded = header.partition(" ")
    if scheme.lower() != "basic":
        return ""
    try:
        return base64.b64decode(encoded.strip(), validate=True).decode("ascii").partition(":")[0]
    except (binascii.Error, UnicodeDecodeError):
        return ""


AtsKey = Annotated[Key, Depends(_key)]
"""Route parameter: the key of the calling system."""


def _as_text(value: object) -> str:
    text = "" if value is None else str(value)
    if "\0" in text:
        raise PydanticCustomError("text", "Please remove special characters")
    return text[:MAX_TEXT]


def _as_texts(value: object) -> list[object]:
    many = value if isinstance(value, list) else [value]
    return [one for one in many if one is not None][:MAX_TEXTS]


MAX_TEXT = 500
MAX_TEXTS = 20
_Text = Annotated[str, BeforeValidator(_as_text)]
"""A text of an error report: longer ones are shortened, because a refused report would be no help to anybody."""
_Texts = Annotated[list[_Text], BeforeValidator(_as_texts)]
_Id = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=80, pattern=r"^[^\x00]*$")]


class PartnerBody(BaseModel):
    """Base of the other system's bodies: keys that we do not use are ignored."""

    model_config = ConfigDict(extra="ignore")


class PartnerTest(BaseModel):
    """A job to interview for."""

    partner_test_id: str
    partner_test_name: str


class PartnerCandidate(PartnerBody):
    """The candidate to invite. Phone number, résumé and profile link are not read.

    Somebody with one name may have it in either field.
    """

    first_name: Name
    last_name: FamilyName = ""
    preferred_name: FamilyName = ""
    email: Email

    @model_validator(mode="before")
    @classmethod
    def _one_name(cls, value: Any) -> Any:
        if not isinstance(value, dict):
            return value
        first, last = value.get("first_name"), value.get("last_name")
        if not all(one is None or isinstance(one, str) for one in (first, last)):
            return value
        given, family = given_and_family(first, last)
        return {**value, "first_name": given, "last_name": family}


class PartnerSend(PartnerBody):
    """An order: the job, the candidate, and the address to tell when the interview has ended."""

    partner_test_id: _Id
    candidate: PartnerCandidate
    url: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=2000)]


class PartnerSent(BaseModel):
    """The id of an order."""

    partner_interview_id: str


class PartnerStatus(BaseModel):
    """The status of an order. The score is the level that people gave; without a person's rating there is none."""

    partner_status: str
    partner_profile_url: str
    partner_score: float | None = None
    metadata: dict[str, str]


class PartnerError(PartnerBody):
    """An error of the other system."""

    api_call: _Text = ""
    errors: _Texts = []
    partner_interview_id: _Id | None = None


_ERRORS = (KeyRequired, RateLimited)


@router.get(f"{BASE}/list_tests", responses=errors(*_ERRORS))
async def list_tests(key: AtsKey, db: Db) -> list[PartnerTest]:
    """The employer's open jobs, each as an assessment."""
    at = now()

    def load(tx: Tx) -> list[PartnerTest]:
        found = []
        for posting in postings_of(tx, key.employer_id):
            if posting.is_open(at):
                place = find_location(tx, key.employer_id, posting.location_id) if posting.location_id else None
                name = f"{posting.title}, {place.name}" if place else posting.title
                found.append(PartnerTest(partner_test_id=posting.id, partner_test_name=name))
        return found

    return await db.read(load)


@router.post(f"{BASE}/send_test", responses=errors(*_ERRORS, NotFound, JobClosed))
async def send_test(
    body: PartnerSend, key: AtsKey, db: Db, config: Config, request: Request, reply: Response
) -> PartnerSent:
    """Invite a candidate to an interview by mail. The same order again returns the same id and sends nothing."""
    try:
        Outgoing(config.private_addresses_allowed).check(body.url)
    except OutgoingRefused as error:
        raise InvalidRequest(fields={"url": "Please use a public https address"}) from error
    await count_and_report(request, reply, "sends", SENDS, key.employer_id)
    at, candidate = now(), body.candidate
    first_name = candidate.preferred_name or candidate.first_name
    invited = Invited(candidate.email, first_name, candidate.last_name, body.url)

    def place(tx: Tx) -> Order:
        posting = find_posting(tx, body.partner_test_id)
        if posting is None or posting.employer_id != key.employer_id:
            raise NotFound
        if not posting.is_open(at):
            raise JobClosed
        return place_order(tx, key.employer_id, posting, invited, at)

    return PartnerSent(partner_interview_id=(await db.write(place)).id)


@router.get(f"{BASE}/test_status", response_model_exclude_none=True, responses=errors(*_ERRORS, NotFound))
async def read_status(
    key: AtsKey,
    db: Db,
    config: Config,
    partner_interview_id: Annotated[str, Query(min_length=1, max_length=80, pattern=r"^[^\x00]*$")],
) -> PartnerStatus:
    """The status of an order: `sent`, `accepted`, `complete`, `refused`, `expired`, `failed` or `withdrawn`."""
    url = config.public_url.rstrip("/")
    return await db.read(lambda tx: status_of(tx, own_order(tx, key.employer_id, partner_interview_id), url))


@router.post(f"{BASE}/response_error", responses=errors(*_ERRORS))
@router.post(f"{BASE}/request_errors", responses=errors(*_ERRORS))
async def report_error(body: PartnerError, key: AtsKey, db: Db) -> Ok:
    """Take an error that the other system had with a reply of ours. Owners see it under Connections."""

    def store(tx: Tx) -> None:
        order = None
        if body.partner_interview_id:
            order = own_order(tx, key.employer_id, body.partner_interview_id)
        if order is None:
            note_failure(tx, key.employer_id, now())
        else:
            change_order(tx, order.id, problem=": ".join(filter(None, [body.api_call, "; ".join(body.errors)]))[:500])

    await db.write(store)
    return Ok()


def status_of(tx: Tx, order: Order, url: str) -> PartnerStatus:
    """Return an order's status. The result is a link for members; the score needs the candidate's grant, too."""
    facts: dict[str, Any] = {"ordered_at": order.created_at.isoformat(), "expires_at": order.expires_at.isoformat()}
    if order.ended_at:
        facts["ended_at"] = order.ended_at.isoformat()
    page = f"{url}/desk/connections"
    if order.state != "done":
        return PartnerStatus(partner_status=order.state, partner_profile_url=page, metadata=facts)
    application = any_application(tx, order.application_id) if order.application_id else None
    seen = None
    if application is not None:
        grant = find_grant(tx, application.user_id, application.employer_id)
        seen = access_with(application, grant, now(), contact=False)
    if application is None or seen is None or not seen.content:
        return PartnerStatus(partner_status="withdrawn", partner_profile_url=page, metadata=facts)
    level = human_level(tx, application.id)
    if level:
        facts["rated_by_people"] = str(level[1])
    return PartnerStatus(
        partner_status="complete",
        partner_profile_url=f"{url}/desk/applications/{application.id}",
        partner_score=level[0] if level else None,
        metadata=facts,
    )
