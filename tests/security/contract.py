"""The OpenAPI contract: every operation, with an example request that matches its schema."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from typing import Any

from dayshift import app

SAFE = {"GET", "HEAD", "OPTIONS"}

PUBLIC = {
    "POST /api/auth/register",
    "POST /api/auth/login",
    "POST /api/auth/logout",
    "POST /api/auth/forgot-password",
    "GET /api/consent",
    "GET /api/places/{zip_code}",
    "GET /api/schedule/slots",
    "GET /api/schedule/offers",
    "POST /api/schedule/holds",
    "POST /api/schedule/bookings",
    # Authorized by a signed key instead of a session.
    "DELETE /api/schedule/holds/{key}",
    "GET /api/schedule/bookings/{key}",
    "POST /api/schedule/bookings/{key}/move",
    "POST /api/schedule/bookings/{key}/cancel",
    "POST /api/notifications/unsubscribe/{key}",
    "GET /api/notifications/wants/{key}",
    "PATCH /api/notifications/wants/{key}",
    "GET /api/coach/{key}",
    "GET /api/coach/{key}/calendar.ics",
    "GET /api/coach/{key}/live",
    "GET /api/watch/{key}",
    "POST /api/watch/{key}/join",
    "GET /api/assessments/{key}",
    "POST /api/assessments/{key}/accept",
    "POST /api/assessments/{key}/refuse",
    "GET /api/desk/sign-up",
    "POST /api/desk/sign-up",
    "GET /api/desk/sign-up/{key}",
    "POST /api/desk/sign-up/{key}",
    "POST /api/desk/sign-up/{key}/join",
    "POST /api/desk/sign-in/link",
    "POST /api/desk/sign-in/link/open",
    "POST /api/desk/sign-in/password",
    "POST /api/desk/sign-out",
    "GET /api/desk/sign-on/{key}",
    "POST /api/desk/sign-on/allow",
    "GET /api/desk/invitations/{key}",
    "POST /api/desk/invitations/{key}",
    "GET /api/calendar-feed/{key}/interviews.ics",
    "GET /api/desk/calendar/{key}/feed.ics",
    "GET /api/desk/shared/{key}",
    "POST /api/desk/shared/{key}/code",
    "POST /api/desk/shared/{key}/open",
    "GET /api/desk/shared/{key}/answers/{answer}/media",
    "POST /api/desk/shared/{key}/views",
    "PUT /api/desk/shared/{key}/views/{view}",
    "PUT /api/desk/shared/{key}/ratings/{question}",
    "GET /api/auth/handover/{key}",
    "POST /api/auth/handover/{key}",
    "POST /api/auth/passkeys/login/options",
    "POST /api/auth/passkeys/login",
    "GET /api/auth/undo/{key}",
    "POST /api/auth/undo/{key}",
    # Authorized by the vendor's signature.
    "POST /api/schedule/webhooks/cal.com",
    "POST /api/schedule/webhooks/calendly",
    "POST /api/calls/webhook",
    # Authorized by the secret in its path: tests/notifications/test_replies.py.
    "POST /api/mail-in/{key}",
    # Authorized by the key of an applicant tracking system: tests/exchange/test_assessment.py.
    "GET /api/exchange/assessments/list_tests",
    "POST /api/exchange/assessments/send_test",
    "GET /api/exchange/assessments/test_status",
    "POST /api/exchange/assessments/response_error",
    "POST /api/exchange/assessments/request_errors",
    # A browser must be able to report errors even when its session is the cause.
    "POST /api/error-reports",
    "GET /healthz",
    "GET /readyz",
}
"""Operations that need no session. All others do; `set-password` without a session needs a code."""

MISSING_ID = "0197a000-0000-7000-8000-000000000000"

BYTES = b"one chunk"


@dataclass(frozen=True)
class Operation:
    """One method of one path, with its part of the contract."""

    method: str
    path: str
    spec: dict[str, Any]

    def __str__(self) -> str:
        return f"{self.method} {self.path}"

    @property
    def staff(self) -> bool:
        """Whether the operation needs a staff session instead of a candidate's."""
        return self.path.startswith("/api/desk/") and str(self) not in PUBLIC

    @property
    def of_operator(self) -> bool:
        """Whether only operators may call it; for others it is absent."""
        return self.path.startswith("/api/operations")

    @property
    def of_system(self) -> bool:
        """Whether an applicant tracking system calls it with its own key, and may send more than we read."""
        return self.path.startswith("/api/exchange/assessments/")

    @property
    def unsafe(self) -> bool:
        return self.method not in SAFE

    @property
    def body_schema(self) -> dict[str, Any] | None:
        content: dict[str, Any] = self.spec.get("requestBody", {}).get("content", {})
        schema: dict[str, Any] | None = content.get("application/json", {}).get("schema")
        return schema

    @property
    def takes_id(self) -> bool:
        """Whether the operation takes an id in its path or a `userId` in its body."""
        schema = resolve(self.body_schema) if self.body_schema else {}
        return "_id}" in self.path or "userId" in schema.get("properties", {})

    def request(self, ids: Mapping[str, str]) -> dict[str, Any]:
        """Returns arguments for a request that matches the schema. `ids` maps path parameters ending in `_id` to
        values; others become the id of no row.
        """
        path, query, headers = self.path, {}, {}
        for parameter in self.spec.get("parameters", []):
            name = parameter["name"]
            value = ids.get(name, MISSING_ID) if name.endswith("_id") else example(parameter["schema"], name=name)
            if parameter["in"] == "path":
                path = path.replace(f"{{{name}}}", str(value))
            elif parameter["in"] == "query":
                query[name] = value
            elif parameter["in"] == "header" and parameter.get("required"):
                headers[name] = value
        arguments: dict[str, Any] = {"method": self.method, "url": path, "params": query}
        if headers:
            arguments["headers"] = headers
        if self.body_schema:
            arguments["json"] = example(self.body_schema, ids)
        elif "requestBody" in self.spec:
            arguments |= {"content": BYTES, "headers": headers | {"x-sha256": hashlib.sha256(BYTES).hexdigest()}}
        return arguments


@cache
def contract() -> dict[str, Any]:
    """The OpenAPI document, created once."""
    return app.contract()


@cache
def operations() -> tuple[Operation, ...]:
    """Returns every operation of the contract."""
    return tuple(
        Operation(method.upper(), path, spec)
        for path, calls in contract()["paths"].items()
        for method, spec in calls.items()
    )


def resolve(schema: dict[str, Any]) -> dict[str, Any]:
    """Returns the schema, following a reference."""
    if "$ref" not in schema:
        return schema
    found: dict[str, Any] = contract()["components"]["schemas"][schema["$ref"].rsplit("/", 1)[1]]
    return found


_BY_NAME = {
    "email": "omar@example.com",
    "url": "https://hooks.example.com/in",
    "code": "123456",
    "newPassword": "tall green 9 boats",
    "answer": "full-time",
    "zone": "America/New_York",
    "first": "2026-12-01",
    "startsAt": "2026-12-01T15:00:00Z",
    "opensAt": "09:00",
    "closesAt": "17:00",
    "zip": "10001",
    "If-Match": '"1"',
    "Idempotency-Key": "key-of-a-test",
}
"""Values for rules that the schemas do not express."""

_BESIDES = {"TemplateFields": {"en": "Hello"}}
"""What some objects need besides the fields that their schema requires."""

_BY_PATTERN = {
    r"^[0-9a-f-]+$": {"const": MISSING_ID},
    r"^[a-z]+~[0-9a-fT:.+~-]+$": {"const": f"due~2026-12-01T00:00:00+00:00~{MISSING_ID}"},
}


def example(schema: dict[str, Any], ids: Mapping[str, str] | None = None, name: str = "") -> Any:
    """Returns the smallest value that matches `schema`."""
    schema = resolve(schema)
    if ids and (own := {"userId": "user_id", "locationId": "location_id"}.get(name, "")) in ids:
        return ids[own]
    if name in _BY_NAME and schema.get("type") not in {"integer", "number"}:
        return _BY_NAME[name]
    schema = {**schema, **_BY_PATTERN.get(schema.get("pattern", ""), {})}
    for key in ("const", "default"):
        if key in schema:
            return schema[key]
    if "enum" in schema:
        return schema["enum"][0]
    for key in ("anyOf", "oneOf"):
        if key in schema:
            return example(schema[key][0], ids, name)
    match schema.get("type"):
        case "object":
            required = schema.get("required", [])
            parts = {
                key: example(part, ids, key) for key, part in schema.get("properties", {}).items() if key in required
            }
            return parts | _BESIDES.get(schema.get("title", ""), {})
        case "array":
            return [example(schema["items"], ids)] * schema.get("minItems", 0)
        case "integer" | "number":
            return schema.get("minimum", schema.get("exclusiveMinimum", -1) + 1)
        case "boolean":
            return True
    if schema.get("format") == "date-time":
        return datetime.now(UTC).isoformat()
    return "correct horse 1!"[: schema.get("maxLength")]
