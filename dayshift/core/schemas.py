"""Base classes and types of what the API takes and returns."""

from datetime import datetime
from typing import Annotated, Any

from pydantic import (
    AfterValidator,
    AwareDatetime,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StringConstraints,
    field_validator,
    model_validator,
)
from pydantic.alias_generators import to_camel
from pydantic_core import PydanticCustomError

from dayshift.core.clock import find_zone

DEEPEST = 32
"""Maximum depth of nested lists and objects in a field of a JSON body."""

MAX_KEYS = 200
"""Maximum keys of an object in a JSON body, known or not."""


def _whole(value: object) -> object:
    return int(value) if isinstance(value, float) and value.is_integer() else value


WholeNumber = BeforeValidator(_whole)
"""Marks an integer: `Annotated[int, Field(ge=1), WholeNumber]`. JSON has one number type, so 60.0 is valid, '60' not.

Put it after the bounds, otherwise they are missing from the OpenAPI document.
"""

NotBlank = Field(
    json_schema_extra={"pattern": r"[^\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]"}
)
"""Marks a text of a `Body` with a `min_length` that does not count surrounding whitespace.

OpenAPI documents this with a pattern, because `minLength` counts whitespace. The characters are listed because `\\s`
differs between regex libraries.
"""

YEARS = range(2000, 2200)
"""Valid years of times in requests: far from the limits of `datetime`, where arithmetic fails."""


def _check_year(value: datetime) -> datetime:
    if value.year not in YEARS:
        raise PydanticCustomError("time", "Please check the date")
    return value


WireTime = Annotated[AwareDatetime, Field(strict=False), AfterValidator(_check_year)]
"""A timezone-aware time within `YEARS`."""


def _check_zone(value: str) -> str:
    zone = find_zone(value)
    if zone is None:
        raise PydanticCustomError("zone", "Unknown time zone")
    return zone


Zone = Annotated[str, StringConstraints(max_length=64), AfterValidator(_check_zone)]
"""A time zone: any name of the IANA database, aliases and every case included. Stored as the database spells it."""


def _check_text(value: Any, depth: int = 0) -> Any:
    """Reject NUL in texts, and nesting that later recursive functions could not handle."""
    if isinstance(value, str) and "\0" in value:
        raise PydanticCustomError("text", "Please remove special characters")
    if isinstance(value, dict):
        items = [*value, *value.values()]
    elif isinstance(value, list):
        items = value
    else:
        return value
    if depth == DEEPEST:
        raise PydanticCustomError("nesting", "Please send fewer nested values")
    for item in items:
        _check_text(item, depth + 1)
    return value


def _check_keys(value: Any) -> Any:
    """Reject a body with very many keys at once: an error for each takes longer than anything else."""
    if isinstance(value, dict) and len(value) > MAX_KEYS:
        raise PydanticCustomError("keys", "Please send fewer fields")
    return value


class Body(BaseModel):
    """Base of request bodies: camelCase, no unknown keys, no type coercion, no NUL (databases reject it), 32 levels."""

    model_config = ConfigDict(alias_generator=to_camel, extra="forbid", strict=True, str_strip_whitespace=True)

    _texts = field_validator("*")(_check_text)
    _keys = model_validator(mode="before")(_check_keys)


class Reply(BaseModel):
    """Base of responses: camelCase in JSON, snake_case in Python.

    They are compiled when they are first used: compiling all of them takes a tenth of the time of a start.
    """

    model_config = ConfigDict(
        alias_generator=to_camel, validate_by_name=True, validate_by_alias=True, from_attributes=True, defer_build=True
    )


def shared(record: object, reply: type[Reply]) -> dict[str, Any]:
    """Return the fields that a record and a reply have in common, so that a reply only lists what is different."""
    return {name: getattr(record, name) for name in reply.model_fields if hasattr(record, name)}


class Ok(Reply):
    """An empty success response."""

    ok: bool = True


class ErrorBody(Reply):
    """The body of every error; `fields` is present if single fields are invalid."""

    code: str
    message: str
    fields: dict[str, str] | None = None


class Problem(Reply):
    """The body of every error of the API for other programs (RFC 9457): `type` is a URN with the code.

    `fields` is present if single fields are invalid; some codes add further keys.
    """

    type: str
    title: str
    status: int
    code: str
    fields: dict[str, str] | None = None
