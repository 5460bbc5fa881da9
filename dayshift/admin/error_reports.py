"""HTTP: browsers report errors of the app, which are forwarded without personal data."""

import re
from typing import Annotated
from urllib.parse import urlsplit

from fastapi import APIRouter, Request
from pydantic import StringConstraints

from dayshift.core.http import errors
from dayshift.core.limits import RateLimited, Rule, client_of
from dayshift.core.schemas import Body, Ok
from dayshift.dependencies import ServerServices
from dayshift.providers.reporting import Fault, Frame, place_of, scrubbed

router = APIRouter(tags=["health"])

PER_CLIENT = Rule("error-reports", times=20, seconds=3600)
MAX_FRAMES = 50

_CHROMIUM = re.compile(
    r"^\s*at (?:async )?(?:(?P<function>[^()]{1,80}?) \()?(?P<url>\S+?):(?P<line>\d+):(?P<column>\d+)\)?$"
)
_OTHERS = re.compile(r"^(?P<function>[^@\s]{0,80})@(?P<url>\S+?):(?P<line>\d+):(?P<column>\d+)$")


class ErrorReport(Body):
    """A browser's error report; `page` is the path where it occurred."""

    name: Annotated[str, StringConstraints(max_length=80)] = "Error"
    message: Annotated[str, StringConstraints(max_length=2000)]
    stack: Annotated[str, StringConstraints(max_length=16_000)] = ""
    page: Annotated[str, StringConstraints(max_length=500)] = "/"


@router.post("/api/error-reports", responses=errors(RateLimited))
async def report_error(body: ErrorReport, request: Request, services: ServerServices) -> Ok:
    """Report an error in the app. Dropped if no error reporting is configured."""
    if services.reporter.wanted:
        await services.limits.count(PER_CLIENT, client_of(request))
        services.reporter.report(browser_fault(body.name, body.message, body.stack, body.page))
    return Ok()


def browser_fault(name: str, message: str, stack: str, page: str) -> Fault:
    """Convert a browser's error to a fault. Keeps only the stack's calls, in either notation."""
    found = [_CHROMIUM.match(line) or _OTHERS.match(line) for line in stack.splitlines()[:200]]
    frames = [_frame(call) for call in found if call][:MAX_FRAMES]
    kind = name if re.fullmatch(r"[A-Za-z]{1,40}", name) else "Error"
    return Fault("browser", kind, scrubbed(message), place_of(page), tuple(reversed(frames)))


def _frame(call: re.Match[str]) -> Frame:
    path = urlsplit(call["url"]).path
    file = path if re.fullmatch(r"[\w./-]{1,120}", path) else "script"
    function = call["function"] or ""
    known = function if re.fullmatch(r"[\w$.<>\[\] ]{1,80}", function) else "?"
    return Frame(known, file, int(call["line"][:9]), int(call["column"][:9]))
