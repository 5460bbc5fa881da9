"""HTTP: the error handlers, and the middleware around every request."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from http import HTTPStatus
from time import perf_counter
from typing import Any

import structlog
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from fastapi.telemetry import TelemetryConfig
from opentelemetry.trace import Span, SpanKind, Tracer
from sqlalchemy.exc import IntegrityError
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection
from starlette.routing import Match
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from dayshift.core.account_limits import END_TURN
from dayshift.core.audit import client_from, current_client
from dayshift.core.db import is_missing_row
from dayshift.core.errors import (
    AppError,
    ForeignOrigin,
    InternalError,
    InvalidRequest,
    NotFound,
    SignedInAsOther,
    TooLarge,
)
from dayshift.core.ids import new_id
from dayshift.core.limits import RateLimited
from dayshift.core.metrics import count_request
from dayshift.core.traces import describe, record_error, start_span

log = structlog.get_logger()

JSON_LIMIT = 256 * 1024
"""Maximum size of a JSON body in bytes. Recordings have separate limits."""
QUIET = frozenset({"/readyz", "/metrics"})
"""Paths that machines ask every few seconds: their requests are logged at debug level, unless they fail."""
ANONYMOUS_JSON_LIMIT = 20 * 1024
"""Maximum size of a JSON body without a session or key. The largest is a browser's error report."""
NO_TELEMETRY: TelemetryConfig = {"tracing": False, "metrics": False, "logs": False, "auto_configure": False}
"""Disables the framework's own telemetry, which the environment could enable (docs/decisions/0017)."""
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
_JSON = (b"application/json", b"application/problem+json")
METHODS = ("DELETE", "GET", "HEAD", "PATCH", "POST", "PUT")

MAX_FIELDS = 50
"""Maximum fields with errors in one response."""
MAX_KEY = 100
"""Maximum length of a key echoed in a response."""

PROBLEMS = "/api/v1/"
"""Beginning of the paths whose errors are problem details, because other people's programs read them."""

_ERROR = {"application/json": {"schema": {"$ref": "#/components/schemas/ErrorBody"}}}  # A model is rebuilt 264 times.


_PROBLEM = {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}


def errors(*kinds: type[AppError], content: dict[str, Any] = _ERROR) -> dict[int | str, dict[str, Any]]:
    """Return the OpenAPI responses for the errors a route may raise, with their codes."""
    by_status: dict[int | str, list[str]] = {}
    every: list[type[AppError]] = [*kinds, InvalidRequest]
    if RateLimited not in kinds and any(kind.status == HTTPStatus.UNAUTHORIZED for kind in kinds):
        every.append(RateLimited)  # The requests of every account are limited.
    for kind in every:
        by_status.setdefault(kind.status, []).append(kind.code)
    return {
        status: {"description": f"Code: {' | '.join(codes)}", "content": content} for status, codes in by_status.items()
    }


def problems(*kinds: type[AppError]) -> dict[int | str, dict[str, Any]]:
    """Return the OpenAPI responses of a route below `PROBLEMS`."""
    return errors(*kinds, content=_PROBLEM)


def _error_reply(scope: Scope, body: dict[str, Any], status: int, headers: dict[str, str] | None = None) -> Response:
    """Return an error in the form that the path has: the standard body, or problem details."""
    headers = {**scope.get("state", {}).get("headers", {}), **(headers or {})}
    if not scope["path"].startswith(PROBLEMS):
        return JSONResponse(body, status, headers)
    more = {key: value for key, value in body.items() if key != "message"}
    about = {"type": f"urn:dayshift:error:{body['code']}", "title": body["message"], "status": status, **more}
    return JSONResponse(about, status, headers, media_type="application/problem+json")


def install_error_handlers(app: FastAPI) -> None:
    """Turn every exception into the standard error body, or problem details."""

    async def app_error(request: Request, error: Exception) -> Response:
        assert isinstance(error, AppError)  # noqa: S101  (registered for this class only)
        headers = {"Retry-After": str(error.data["retryAfter"])} if "retryAfter" in error.data else None
        return _error_reply(request.scope, error.body(), error.status, headers)

    async def validation_error(request: Request, error: Exception) -> Response:
        assert isinstance(error, RequestValidationError)  # noqa: S101
        return await app_error(request, InvalidRequest(fields=_messages(error)))

    async def framework_error(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)  # noqa: S101
        if isinstance(error.__cause__, AppError):  # An AppError raised while the framework read the body.
            return await app_error(request, error.__cause__)
        if error.status_code == NotFound.status:
            return await app_error(request, NotFound())
        if error.status_code == HTTPStatus.BAD_REQUEST:  # The body is not valid text.
            return await app_error(request, InvalidRequest())
        phrase = HTTPStatus(error.status_code).phrase
        code = phrase.lower().replace(" ", "_")
        headers = dict(error.headers or {})
        if methods := _methods_at(request):
            headers["Allow"] = ", ".join(methods)
        return _error_reply(request.scope, {"code": code, "message": phrase}, error.status_code, headers)

    async def row_missing(request: Request, error: Exception) -> Response:
        assert isinstance(error, IntegrityError)  # noqa: S101
        if not is_missing_row(error):
            raise error
        return await app_error(request, NotFound())

    app.add_exception_handler(AppError, app_error)
    app.add_exception_handler(IntegrityError, row_missing)
    app.add_exception_handler(RequestValidationError, validation_error)
    app.add_exception_handler(HTTPException, framework_error)


def _methods_at(request: Request) -> list[str]:
    # The framework lists only the methods of the first route with this path.
    return [
        method
        for method in METHODS
        if any(route.matches({**request.scope, "method": method})[0] is Match.FULL for route in request.app.routes)
    ]


def _messages(error: RequestValidationError) -> dict[str, str]:
    # The input itself is never echoed: it may be a password. Its keys are, so their number and length are limited.
    return {_place(issue): _message(issue) for issue in error.errors()[:MAX_FIELDS]}


def _place(issue: dict[str, Any]) -> str:
    if issue["type"] == "json_invalid":  # Its location is an offset in the text.
        return "body"
    return ".".join(str(part)[:MAX_KEY] for part in issue["loc"] if part != "body") or "body"


_SENTENCES = {
    "missing": "Please fill this in",
    "none_required": "Please leave this out",
    "extra_forbidden": "This field is unknown",
    "union_tag_invalid": "Unknown kind",  # The library's message repeats what was sent.
    "union_tag_not_found": "Please say which kind",
    "string_type": "Please send text",
    "string_pattern_mismatch": "Please check the form of this value",
    "bool_type": "Please send true or false",
    "bool_parsing": "Please send true or false",
    "int_type": "Please send a whole number",
    "int_parsing": "Please send a whole number",
    "int_from_float": "Please send a whole number",
    "float_type": "Please send a number",
    "float_parsing": "Please send a number",
    "decimal_type": "Please send a number",
    "decimal_parsing": "Please send a number",
    "list_type": "Please send a list",
    "dict_type": "Please send an object",
    "model_type": "Please send an object",
    "model_attributes_type": "Please send an object",
    "timezone_aware": "Please send a time with a time zone, like 2026-05-01T17:00:00Z",
}
"""Sentences for the people who read an error, instead of the library's: by its kind."""
_LIMITS = {
    "string_too_long": "Please use at most {max_length} characters",
    "too_long": "Please send at most {max_length}",
    "greater_than": "Please send more than {gt}",
    "greater_than_equal": "Please send at least {ge}",
    "less_than": "Please send less than {lt}",
    "less_than_equal": "Please send at most {le}",
}


def _message(issue: dict[str, Any]) -> str:
    kind, about = issue["type"], issue.get("ctx", {})
    if kind == "json_invalid":
        return f"The body is not valid JSON: {about.get('error', 'it cannot be read')}"
    if kind in {"string_too_short", "too_short"}:
        least = about["min_length"]
        what = "characters" if kind == "string_too_short" else "entries"
        return _SENTENCES["missing"] if least == 1 else f"Please use at least {least} {what}"
    if kind in _LIMITS:
        return _LIMITS[kind].format(**about)
    if kind in _SENTENCES:
        return _SENTENCES[kind]
    if kind.startswith(("datetime_", "date_", "time_")):
        return (
            f"Please send a {'date like 2026-05-01' if kind.startswith('date_') else 'time like 2026-05-01T17:00:00Z'}"
        )
    return str(issue["msg"]).replace("Input should be", "Please send")


class ReplyBroken(Exception):
    """A response failed or was stopped after its first bytes were sent, so no error body can follow."""


def tagged(request: Request, content: bytes, media_type: str, headers: dict[str, str]) -> Response:
    """Return a reply with an ETag of its content, or 304 if the client has this version."""
    tag = f'"{sha256(content).hexdigest()[:20]}"'
    headers = {**headers, "ETag": tag}
    sent = {one.strip().removeprefix("W/") for one in request.headers.get("if-none-match", "").split(",")}
    if sent & {tag, "*"}:
        return Response(status_code=304, headers=headers)
    return Response(content, media_type=media_type, headers=headers)


def bearer_of(headers: Headers) -> str | None:
    """Return the token of `Authorization: Bearer TOKEN`, which another site's page cannot make a browser send."""
    scheme, _, token = headers.get("authorization", "").partition(" ")
    return token if scheme.lower() == "bearer" and token else None


def check_person(headers: Headers, person: str) -> None:
    """Raise `SignedInAsOther` if the request names another person than the session's.

    The web app names the person whose page it shows, so that a tab left open never acts for the next person who signs
    in in the same browser. Programs need not send the header.
    """
    if headers.get("x-signed-in-as", person) != person:
        raise SignedInAsOther


def check_origin(headers: Headers, cookies: Sequence[str]) -> None:
    """Raise `ForeignOrigin` for a request from another site's page (CSRF), with or without a session.

    Browsers send headers that name the origin; a request with a session cookie but no such header is rejected too.
    """
    if bearer_of(headers):
        return
    site, origin = headers.get("sec-fetch-site"), headers.get("origin")
    if site is not None:
        same_origin = site in {"same-origin", "none"}
    elif origin is not None:
        same_origin = origin.split("://", 1)[-1] == headers.get("host")
    else:
        same_origin = not any(cookie in sent for sent in headers.getlist("cookie") for cookie in cookies)
    if not same_origin:
        raise ForeignOrigin


@dataclass(frozen=True)
class ReplyHeaders:
    """Headers that every response gets, unless it has its own.

    `pages` are those of pages and whatever else is neither JSON (`data`) nor a built file (`files`). `tls` are added to
    all of them over https.
    """

    pages: dict[str, str]
    data: dict[str, str]
    files: dict[str, str]
    tls: dict[str, str]


class RequestMiddleware:
    """Pure ASGI middleware around every request: id, limits, origin check, security headers, log line.

    `is_known` says whether a request may send a large body: it has a valid session or key, or is a vendor's webhook.
    `on_fault` is called with every unhandled exception and the route's template; it must not raise. With a `tracer`,
    each request starts a new trace: trace headers from clients are ignored.
    """

    def __init__(
        self,
        app: ASGIApp,
        headers: ReplyHeaders,
        session_cookies: Sequence[str],
        is_known: Callable[[HTTPConnection], Awaitable[bool]],
        on_fault: Callable[[Exception, str], None],
        tracer: Tracer | None = None,
    ) -> None:
        self._app = app
        self._tracer = tracer
        self._is_known = is_known
        self._on_fault = on_fault
        self._page_headers, self._data_headers = _encoded(headers.pages), _encoded(headers.data)
        self._file_headers, self._tls_headers = _encoded(headers.files), _encoded(headers.tls)
        self._cookies = [f"{name}=" for name in session_cookies]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        started = perf_counter()
        request_id = new_id()
        status = InternalError.status
        started_reply = False
        is_file = scope["path"].startswith("/assets/")

        def end_turn() -> None:
            if end := scope.pop(END_TURN, None):
                end()

        async def send_with_headers(message: Message) -> None:
            nonlocal status, started_reply
            if message["type"] == "http.response.start":
                end_turn()
                if started_reply:  # The first response failed midway: a second start would hide the failure.
                    raise ReplyBroken
                started_reply = True
                status = message["status"]
                headers: list[tuple[bytes, bytes]] = message["headers"]
                named = {name.lower(): value for name, value in headers}
                if named.get(b"content-type", b"").startswith(_JSON):
                    extra_headers = self._data_headers
                else:
                    extra_headers = self._file_headers if is_file else self._page_headers
                headers.extend(header for header in extra_headers if header[0] not in named)
                if scope["scheme"] == "https":
                    headers.extend(header for header in self._tls_headers if header[0] not in named)
                if (
                    extra_headers is not self._file_headers
                ):  # Nothing is logged about files, so nobody could look up their id.
                    headers.append((b"x-request-id", request_id.encode()))
                if b"cache-control" not in named and scope["path"].startswith("/api/"):
                    headers.append((b"cache-control", b"no-store"))
            await send(message)

        structlog.contextvars.bind_contextvars(request=request_id)
        if scope["path"].startswith("/api/"):
            _name_client(scope)
        is_logged = not is_file and not scope["path"].startswith("/healthz")
        about = {"dayshift.request.id": request_id}
        with start_span(self._tracer if is_logged else None, scope["method"], SpanKind.SERVER, about) as span:
            try:
                await self._guarded(scope, receive, send_with_headers)
            except ReplyBroken:
                log.warning("response interrupted")  # The server closes a connection whose response is incomplete.
            finally:
                end_turn()
                if is_logged:
                    _report(scope, status, perf_counter() - started, span)
                structlog.contextvars.clear_contextvars()

    async def _guarded(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope)
        try:
            _check_path(scope)
            if scope["method"] not in SAFE_METHODS:
                check_origin(headers, self._cookies)
                if not _is_streamed(scope):
                    receive = await self._limited(scope, headers, receive)
            await self._answer(scope, receive, send)
        except AppError as error:  # Rejected before routing: no handler of the framework has seen it.
            await _error_reply(scope, error.body(), error.status)(scope, receive, send)
        except ReplyBroken:
            raise
        except Exception as error:  # Last resort: log the traceback, return a generic message.
            log.exception("unhandled")
            record_error(error)
            self._on_fault(error, f"{scope['method']} {getattr(scope.get('route'), 'path', 'unknown')}")
            await _error_reply(scope, InternalError().body(), InternalError.status)(scope, receive, send)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer HEAD like GET without the body, except for the API: link checkers and calendars ask with it first."""
        if scope["method"] != "HEAD" or (scope["path"].startswith("/api/") and not scope["path"].endswith(".ics")):
            await self._app(scope, receive, send)
            return

        async def send_head(message: Message) -> None:
            await send({**message, "body": b""} if message["type"] == "http.response.body" else message)

        read = {**scope, "method": "GET"}
        try:
            await self._app(read, receive, send_head)
        finally:
            scope.update({name: read[name] for name in ("route", "path_params", "root_path") if name in read})

    async def _limited(self, scope: Scope, headers: Headers, receive: Receive) -> Receive:
        """Limit the body before anything parses it. The session is only looked up for a large one."""
        declared = headers.get("content-length", "0")
        if not declared.isdigit() or int(declared) > JSON_LIMIT:
            raise TooLarge
        limit = ANONYMOUS_JSON_LIMIT
        seen = 0

        async def widen(size: int) -> None:
            nonlocal limit
            if size > limit:
                limit = JSON_LIMIT
                if size > limit or not await self._is_known(HTTPConnection(scope)):
                    raise TooLarge

        await widen(int(declared))

        async def counted() -> Message:
            nonlocal seen
            message = await receive()
            seen += len(message.get("body", b""))
            await widen(seen)
            return message

        return counted


def _name_client(scope: Scope) -> None:
    """Set the client that the audit log names for what this request does."""
    host, _ = scope.get("client") or ("", 0)
    current_client.set(client_from(Headers(scope=scope).get("user-agent", ""), host))


def _encoded(headers: dict[str, str]) -> list[tuple[bytes, bytes]]:
    return [(name.lower().encode(), value.encode()) for name, value in headers.items()]


def _check_path(scope: Scope) -> None:
    """Reject paths with NUL: no row can match, and the database may fail on the query."""
    if "\0" in scope["path"]:
        raise NotFound


def _report(scope: Scope, status: int, seconds: float, span: Span) -> None:
    route = getattr(scope.get("route"), "path", None)
    if route is not None:
        route = scope.get("root_path", "") + route  # Where the app of the route is mounted.
    method = scope["method"] if scope["method"] in METHODS else "other"
    count_request(method, route or "other", status, seconds)
    of = scope.get("path_params") or {}
    interview = of.get("interview_id") or of.get("recording_id")
    about = {"interview": interview} if interview and status != NotFound.status else {}
    if span.is_recording():
        describe(span, method, route or "other", status)
        about["trace"] = f"{span.get_span_context().trace_id:032x}"
    write = log.debug if scope["path"] in QUIET and status < HTTPStatus.INTERNAL_SERVER_ERROR else log.info
    write("request", method=method, route=route, status=status, ms=round(seconds * 1000, 1), **about)


def _is_streamed(scope: Scope) -> bool:
    """Whether this uploads a recording chunk or an email: the route limits the body after authenticating the caller."""
    path: str = scope["path"]
    begin = {"PUT": "/api/recordings/", "POST": "/api/mail-in/"}.get(scope["method"])
    return begin is not None and path.startswith(begin)
