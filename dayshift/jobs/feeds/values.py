"""Helpers that read values from untrusted JSON."""

import json
import math
import re
from collections.abc import Iterator
from typing import Any, BinaryIO
from xml.etree.ElementTree import Element, ParseError, XMLParser

from dayshift.core.spreadsheets import encoding_of
from dayshift.jobs.feeds.pay import amount
from dayshift.jobs.feeds.posting import FeedDamaged

MAX_BYTES = 256 << 20
"""Maximum size of a JSON document: boards and pages are parsed as a whole, not streamed."""


def load(stream: BinaryIO) -> Any:
    """Return the JSON document of a stream. Raises `FeedDamaged`."""
    data = stream.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise FeedDamaged("a JSON document of more than 256 MB")
    try:
        return json.loads(text_of(data).removeprefix("\ufeff"), strict=False, parse_int=_whole)
    except json.JSONDecodeError as error:
        raise FeedDamaged(f"not JSON: {error.msg}", error.lineno) from error
    except RecursionError as error:
        raise FeedDamaged("nested too deeply") from error


def load_xml(stream: BinaryIO) -> Element:
    """Return the root of an XML document without entities. Raises `FeedDamaged`."""
    data = stream.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise FeedDamaged("an XML document of more than 256 MB")
    if b"<!ENTITY" in data or b"<!DOCTYPE" in data:
        raise FeedDamaged("declares a document type, which a feed has no need of")
    parser = XMLParser()  # noqa: S314  (no entities)
    try:
        parser.feed(data)
        root: Element = parser.close()
    except (ParseError, ValueError, LookupError) as error:
        raise FeedDamaged(f"not well-formed XML: {error}") from error
    return root


def text_of(data: bytes) -> str:
    """Return the text of a JSON document: UTF-8, UTF-16 or Windows-1252.

    Odd bytes become lone surrogates, so that they cost only the posting that has them.
    """
    try:
        return data.decode(json.detect_encoding(data))
    except UnicodeDecodeError:
        encoding = encoding_of(data)
        return data.decode(encoding, "replace" if encoding.startswith("utf-16") else "surrogateescape")


def loads(data: str | bytes) -> Any:
    """Parse untrusted JSON. Raises `ValueError`, also for excessive nesting."""
    try:
        return json.loads(data, strict=False, parse_int=_whole)
    except RecursionError as error:
        raise ValueError("nested too deeply") from error


_MAX_DIGITS = 40


def _whole(digits: str) -> int | float:
    """Parse an integer; too many digits give infinity, which every field rejects."""
    return int(digits) if len(digits) <= _MAX_DIGITS else math.inf


_DEEPEST = 8


def text(value: Any, depth: int = 0) -> str:
    """Return a value as text: an object's name or value, a list's joined items, '' for null."""
    if depth > _DEEPEST:
        return ""
    match value:
        case str():
            return value.strip()
        case bool() | None:
            return ""
        case int() | float():
            return str(value)
        case {"@value": inner} | {"name": inner} | {"value": inner}:
            return text(inner, depth + 1)
        case list():
            return ", ".join(part for part in (text(each, depth + 1) for each in value) if part)
    return ""


def number(value: Any) -> float | None:
    """Return a finite number, also from text; None otherwise."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    if isinstance(value, str) and (found := amount(value)) is not None:
        return found
    try:
        number = float(value) if not isinstance(value, str) or len(value) <= _MAX_DIGITS else math.nan
    except (ValueError, OverflowError):
        return None
    return number if math.isfinite(number) else None


_CLOSED = frozenset({"closed", "inactive", "cancelled", "canceled", "filled", "paused", "draft", "expired", "archived",
                     "on hold", "unpublished", "deleted", "cerrado", "cerrada", "inactivo", "inactiva"})  # fmt: skip


def is_closed(status: str) -> bool:
    """Whether a status says that nobody can apply for a job."""
    return " ".join(re.findall(r"[a-z]+", status.lower())) in _CLOSED


def listed(value: Any) -> list[Any]:
    """Return a list: a single value as a list of one, null as an empty list."""
    if value is None or value == "":
        return []
    return value if isinstance(value, list) else [value]


def objects(value: Any) -> Iterator[dict[str, Any]]:
    """Yield the objects in a list, or a single one."""
    return (item for item in listed(value) if isinstance(item, dict))


def first(value: Any) -> dict[str, Any]:
    """Return the first object, or an empty one."""
    return next(objects(value), {})
