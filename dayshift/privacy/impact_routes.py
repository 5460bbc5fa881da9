"""HTTP: voluntary demographics of candidates, and the public report on fairness of each employer."""

from pathlib import Path
from typing import Annotated, Any
from urllib.parse import quote

from fastapi import APIRouter, Depends, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse

from dayshift.accounts import MaybeSignedIn, SignedIn
from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.core.errors import NotSignedIn
from dayshift.core.http import errors
from dayshift.core.language import Language, day_and_year, load_wording
from dayshift.core.limits import Limits, Rule, client_of
from dayshift.core.pages import PublicPage, Site, choose_language, form_of, html_response
from dayshift.core.schemas import Body, Reply
from dayshift.core.spreadsheets import BOM, as_csv
from dayshift.dependencies import Config, Db, Limiter, ReaderLanguage, services_of
from dayshift.hiring.fairness.impact import hidden
from dayshift.privacy.demographics import (
    RACES,
    SEXES,
    Demographics,
    Race,
    Sex,
    demographics_of,
    set_demographics,
)
from dayshift.privacy.impact_report import ImpactReport, impact_report, lines_of

router = APIRouter(tags=["privacy"])

FORM = "/demographics"
READ_REPORT = Rule("read a report on fairness", 60, 60)
"""Per network address: each reads a year of applications."""


class DemographicsReply(Reply):
    """What the person has said; null for what they would rather not say."""

    sex: Sex | None
    race: Race | None


class DemographicsEntry(Body):
    """What a person says about themselves. Nothing is required."""

    sex: Sex | None = None
    race: Race | None = None


@router.get("/api/privacy/demographics", responses=errors(NotSignedIn))
async def read_demographics(user: SignedIn, db: Db) -> DemographicsReply:
    """What the signed-in person has said about their sex and race or ethnicity. Employers never see it."""
    return DemographicsReply.model_validate(await db.read(demographics_of, user.id))


@router.put("/api/privacy/demographics", responses=errors(NotSignedIn))
async def write_demographics(body: DemographicsEntry, user: SignedIn, db: Db) -> DemographicsReply:
    """Replace it; with nulls, delete it."""
    said = Demographics(body.sex, body.race)
    await db.write(set_demographics, user.id, said, now())
    return DemographicsReply.model_validate(said)


@router.get(FORM, include_in_schema=False)
async def show_form(
    request: Request, user: MaybeSignedIn, db: Db, config: Config, language: ReaderLanguage
) -> Response:
    """The form for candidates, which works without scripts."""
    if user is None:
        return RedirectResponse(f"/login?next={FORM}", 303)
    said = await db.read(demographics_of, user.id)
    return _page(request, config, language, "demographics.html", said=said, saved="saved" in request.query_params,
                 sexes=SEXES, races=RACES, path=FORM, signed_in=True)  # fmt: skip


@router.post(FORM, include_in_schema=False)
async def send_form(request: Request, user: MaybeSignedIn, db: Db) -> RedirectResponse:
    """Store the form. Anything but a known category counts as not said."""
    if user is None:
        return RedirectResponse(f"/login?next={FORM}", 303)
    sent = await form_of(request)
    sex = next((one for one in SEXES if one == sent.get("sex")), None)
    race = next((one for one in RACES if one == sent.get("race")), None)
    await db.write(set_demographics, user.id, Demographics(sex, race), now())
    return RedirectResponse(f"{FORM}?saved", 303)


@router.post(f"{FORM}/language", include_in_schema=False)
async def choose_form_language(request: Request) -> RedirectResponse:
    """Set the language of the form."""
    return await choose_language(request, FORM)


@router.post("/fairness/{employer_id}/language", include_in_schema=False)
async def choose_report_language(employer_id: str, request: Request) -> RedirectResponse:
    """Set the language of the report."""
    return await choose_language(request, f"/fairness/{quote(employer_id, safe='')}")


async def _report(employer_id: str, request: Request, db: Db, limits: Limiter) -> ImpactReport:
    await _count(limits, request)

    def load(tx: Tx) -> ImpactReport:
        return impact_report(tx, employer_id, now())

    return await db.read(load)


async def _count(limits: Limits, request: Request) -> None:
    await limits.count(READ_REPORT, client_of(request))


Report = Annotated[ImpactReport, Depends(_report)]


@router.get("/fairness/{employer_id}/report.csv", include_in_schema=False)
async def download_report(report: Report) -> Response:
    """The report as CSV."""
    headers = {"Content-Disposition": 'attachment; filename="fairness.csv"'}
    return Response(BOM + as_csv(lines_of(report)), media_type="text/csv; charset=utf-8", headers=headers)


@router.get("/fairness/{employer_id}", include_in_schema=False)
async def show_report(
    request: Request, report: Report, user: MaybeSignedIn, config: Config, language: ReaderLanguage
) -> Response:
    """The public report of an employer on selection and scores by group."""
    day = {name: day_and_year(at, language) for name, at in
           (("first", report.first), ("last", report.last), ("since", report.employer.created_at.date()))}  # fmt: skip
    return _page(request, config, language, "fairness.html", report=report, hidden=hidden, day=day,
                 path=f"/fairness/{report.employer.id}", signed_in=user is not None)  # fmt: skip


def _page(
    request: Request, config: Config, language: Language, template: str, *, path: str, signed_in: bool, **values: Any
) -> HTMLResponse:
    site = Site(config.product_name, config.public_url, services_of(request).stylesheet, language, config.contact)
    page = PublicPage(site, path, Path(__file__).parent / "templates", signed_in)
    return html_response(page.render(template, say=load_wording(__package__, language), **values))
