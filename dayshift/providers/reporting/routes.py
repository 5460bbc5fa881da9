"""HTTP: browsers say what went wrong in them."""

from typing import Annotated

from fastapi import APIRouter, Depends, Request
from pydantic import StringConstraints

from dayshift.core.http import Body, Ok, errors
from dayshift.core.limits import Limiter, RateLimited, Rule, client_of
from dayshift.providers.reporting.browser import fault_in_browser
from dayshift.providers.reporting.protocol import Reporter

router = APIRouter(tags=["health"])

PER_CLIENT = Rule("error-reports", times=20, seconds=3600)


class ErrorReport(Body):
    """What a browser knows of an error; `page` is the path it happened on."""

    name: Annotated[str, StringConstraints(max_length=80)] = "Error"
    message: Annotated[str, StringConstraints(max_length=2000)]
    stack: Annotated[str, StringConstraints(max_length=16_000)] = ""
    page: Annotated[str, StringConstraints(max_length=500)] = "/"


async def _reporter(request: Request) -> Reporter:
    reporter: Reporter = request.app.state.reporter
    return reporter


@router.post("/api/error-reports", responses=errors(RateLimited))
async def report_error(
    body: ErrorReport, request: Request, limits: Limiter, reporter: Annotated[Reporter, Depends(_reporter)]
) -> Ok:
    """Tell of an error in the app. Where nobody wants to hear of any, it is dropped."""
    if reporter.wanted:
        await limits.count(PER_CLIENT, client_of(request))
        reporter.report(fault_in_browser(body.name, body.message, body.stack, body.page))
    return Ok()
