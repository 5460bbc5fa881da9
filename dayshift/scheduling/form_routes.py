"""HTTP: booking a coach with plain HTML forms, for browsers that cannot run the web app."""

import json
import tomllib
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from functools import cache
from importlib.resources import files
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any
from urllib.parse import parse_qs, urlencode
from zoneinfo import ZoneInfo

from fastapi import APIRouter, Depends, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse
from pydantic import ValidationError

from dayshift.accounts import MaybeSignedIn, User
from dayshift.core.clock import now
from dayshift.core.dates import date_in_words, time_in_words
from dayshift.core.db import Database, Tx
from dayshift.core.errors import AppError, NotFound
from dayshift.core.language import COOKIE, LANGUAGES, Language
from dayshift.core.limits import RateLimited
from dayshift.dependencies import Config, Db, Limiter, Reads, services_of
from dayshift.scheduling import actions, queries
from dayshift.scheduling.actions import HORIZON, NOTICE, Visitor
from dayshift.scheduling.errors import BookingOver, SlotPast, SlotTaken, TooManyBookings
from dayshift.scheduling.routes import count_booking, count_hold
from dayshift.scheduling.schemas import BookingReply, NewBooking, NewHold
from dayshift.scheduling.serializers import booking_reply
from dayshift.settings import Settings

if TYPE_CHECKING:
    from jinja2 import Environment

router = APIRouter(tags=["scheduling"])

FORM = "/book/form"
DETAILS = f"{FORM}/details"
ZONES = ("America/New_York", "America/Chicago", "America/Denver", "America/Phoenix", "America/Los_Angeles",
         "America/Anchorage", "Pacific/Honolulu", "America/Puerto_Rico")  # fmt: skip
"""The time zones that the form offers: without a script, that of the browser is unknown."""
DAYS_SHOWN = timedelta(days=7)

_YEAR_SECONDS = 31_536_000
_HEADERS = {"Cache-Control": "private, no-store", "Vary": "Accept-Language, Cookie"}


@dataclass(frozen=True, slots=True)
class _Visit:
    """One request for a page: who reads it, and in which language."""

    request: Request
    user: User | None
    db: Database
    settings: Settings
    language: Language

    @property
    def user_id(self) -> str | None:
        return self.user.id if self.user else None


async def _visit(request: Request, user: MaybeSignedIn, db: Db, config: Config, language: Reads) -> _Visit:
    return _Visit(request, user, db, config, language)


Visit = Annotated[_Visit, Depends(_visit)]


@router.get(FORM, include_in_schema=False)
async def show_times(visit: Visit) -> Response:
    """The free times of a week."""
    if visit.settings.scheduling_url:
        return RedirectResponse(visit.settings.scheduling_url, 303)
    return await _times(visit)


@router.post(f"{FORM}/language", include_in_schema=False)
async def choose_language(request: Request) -> RedirectResponse:
    """Set the language of the form."""
    reply = RedirectResponse(FORM, 303)
    chosen = (await _form(request)).get("language")
    if chosen in LANGUAGES:
        reply.set_cookie(COOKIE, chosen, max_age=_YEAR_SECONDS, path="/", samesite="lax")
    return reply


@router.post(FORM, include_in_schema=False)
async def choose_time(visit: Visit, limits: Limiter) -> Response:
    """Hold a time, then ask for the details."""
    sent = await _form(visit.request)
    try:
        asked = NewHold.model_validate_json(_json(sent, ("startsAt", "zone")))
    except ValidationError:
        return RedirectResponse(FORM, 303)

    def hold(tx: Tx) -> str:
        return queries.key_of(tx, actions.hold(tx, asked.starts_at, asked.zone, None, visit.user_id))

    try:
        await count_hold(limits, visit.user, visit.request)
        return _redirect(await visit.db.write(hold))
    except (SlotTaken, SlotPast, TooManyBookings, RateLimited) as error:
        return await _times(visit, error)


@router.get(DETAILS, include_in_schema=False)
async def show_booking(visit: Visit) -> Response:
    """The form for the person's details while the time is held, then the booking."""
    user = visit.user
    known = {"name": user.full_name, "email": user.email or ""} if user else {}
    try:
        booking = await visit.db.read(_booking, visit.request.query_params.get("key", ""))
    except NotFound as error:
        return await _times(visit, error)
    return _booking_page(visit, booking, known)


@router.post(DETAILS, include_in_schema=False)
async def send_details(visit: Visit, limits: Limiter) -> Response:
    """Book the held time. A form that is sent twice books once."""
    sent = await _form(visit.request)
    try:
        held = await visit.db.read(_booking, sent.get("key", ""))
    except NotFound as error:
        return await _times(visit, error)
    if held.state != "held":
        return _redirect(held.key)
    fixed = {"startsAt": _wire(held.starts_at), "zone": held.zone, "hold": held.key, "language": visit.language}
    try:
        body = NewBooking.model_validate_json(_json({**sent, **fixed}, {"name", "email", "phoneNumber", *fixed}))
    except ValidationError as error:
        return _booking_page(visit, held, sent, wrong={str(fault["loc"][0]) for fault in error.errors()})
    visitor = Visitor(visit.user_id, body.name, body.email, body.phone_number, body.zone, body.language)

    def book(tx: Tx) -> str:
        return queries.key_of(tx, actions.book(tx, body.starts_at, visitor, body.hold))

    try:
        await count_booking(limits, visit.user, visit.request)
        return _redirect(await visit.db.write(book))
    except (TooManyBookings, RateLimited) as error:
        return _booking_page(visit, held, sent, problem=error)
    except (SlotTaken, SlotPast) as error:
        return await _times(visit, error)


@router.post(f"{FORM}/cancel", include_in_schema=False)
async def cancel(visit: Visit) -> Response:
    """Cancel the booking of a link."""
    key = (await _form(visit.request)).get("key", "")
    try:
        await visit.db.write(actions.cancel, key)
    except NotFound as error:
        return await _times(visit, error)
    except BookingOver:
        pass  # The booking's page has no button then.
    return _redirect(key)


async def _times(visit: _Visit, problem: AppError | None = None) -> Response:
    asked, at = visit.request.query_params, now()
    zone = next((one for one in ZONES if one == asked.get("zone")), ZONES[0])
    here = ZoneInfo(zone)
    today = at.astimezone(here).date()
    first = min(max(_day(asked.get("first", "")) or today, today), today + HORIZON)
    until = min(datetime.combine(first + DAYS_SHOWN, time(), here), at + HORIZON)
    begin = max(datetime.combine(first, time(), here), at + NOTICE)
    free = await visit.db.read(queries.free_time, begin, until, at, guest=visit.user is None)
    starts = sorted({start for coach in free for start in coach.starts})
    days = [
        (
            date_in_words(day, visit.language),
            [(_wire(start), time_in_words(start.astimezone(here), visit.language)) for start in times],
        )
        for day, times in groupby(starts, lambda start: start.astimezone(here).date())
    ]
    pages = {"earlier": first - DAYS_SHOWN if first > today else None,
             "later": first + DAYS_SHOWN if until < at + HORIZON else None}  # fmt: skip
    links = {name: f"{FORM}?{urlencode({'zone': zone, 'first': day})}" for name, day in pages.items() if day}
    return _page(visit, "times.html", problem, days=days, links=links, zone=zone, zones=ZONES)


def _booking(tx: Tx, key: str) -> BookingReply:
    return booking_reply(tx, queries.open_booking(tx, key))


def _booking_page(
    visit: _Visit,
    booking: BookingReply,
    sent: Mapping[str, str],
    *,
    wrong: Collection[str] = (),
    problem: AppError | None = None,
) -> HTMLResponse:
    local = booking.starts_at.astimezone(ZoneInfo(booking.zone))
    when = {"day": date_in_words(local.date(), visit.language), "time": time_in_words(local, visit.language)}
    return _page(visit, f"{booking.state}.html", problem, booking=booking, sent=sent, wrong=wrong, **when)


def _redirect(key: str) -> RedirectResponse:
    return RedirectResponse(f"{DETAILS}?{urlencode({'key': key})}", 303)


def _page(visit: _Visit, template: str, problem: AppError | None, **values: Any) -> HTMLResponse:
    values |= {"say": _wording(visit.language), "product": visit.settings.product_name, "path": FORM}
    values |= {"stylesheet": services_of(visit.request).stylesheet, "problem": problem.code if problem else None}
    status = problem.status if problem else 422 if values.get("wrong") else 200
    return HTMLResponse(_templates().get_template(template).render(values), status, _HEADERS)


async def _form(request: Request) -> dict[str, str]:
    """The fields of a URL-encoded form, without NUL, which databases reject."""
    sent = parse_qs((await request.body()).decode("utf-8", "replace"))
    return {name: values[0].replace("\0", "") for name, values in sent.items()}


def _json(values: Mapping[str, str], names: Collection[str]) -> str:
    return json.dumps({name: values[name] for name in names if name in values})


def _wire(at: datetime) -> str:
    return f"{at:%Y-%m-%dT%H:%M:%SZ}"


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


@cache
def _wording(language: Language) -> dict[str, Any]:
    return tomllib.loads(files(__package__).joinpath("wording", f"{language}.toml").read_text("utf-8"))


@cache
def _templates() -> "Environment":
    from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape  # noqa: PLC0415  (not at a start)

    return Environment(
        loader=FileSystemLoader(Path(__file__).parent / "templates"),
        autoescape=select_autoescape(["html"]),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
