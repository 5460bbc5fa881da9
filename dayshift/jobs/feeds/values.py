"""Taking values out of JSON of which nothing is certain."""

import json
from collections.abc import Iterator
from typing import Any, BinaryIO

from dayshift.jobs.feeds.posting import FeedDamaged

MOST_BYTES = 256 << 20
"""Of one JSON document: boards and pages are whole documents, not streams."""


def load(stream: BinaryIO) -> Any:
    """The document of a stream. Raises `FeedDamaged`."""
    data = stream.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise FeedDamaged("a JSON document of more than 256 MB")
    try:
        return json.loads(data)
    except json.JSONDecodeError as error:
        raise FeedDamaged(f"not JSON: {error.msg}", error.lineno) from error
    except UnicodeDecodeError as error:
        raise FeedDamaged("not in UTF-8", data.count(b"\n", 0, error.start) + 1) from error
    except RecursionError as error:
        raise FeedDamaged("nested too deeply") from error


def text(value: Any) -> str:
    """A value as text: of an object its name or value, of a list its parts, of nothing nothing."""
    match value:
        case str():
            return value.strip()
        case bool() | None:
            return ""
        case int() | float():
            return str(value)
        case {"@value": inner} | {"name": inner} | {"value": inner}:
            return text(inner)
        case list():
            return ", ".join(part for part in map(text, value) if part)
    return ""


def number(value: Any) -> float | None:
    """A number, also one written as text; None otherwise."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int | float):
        return float(value)
    if isinstance(value, str):
        try:
            return float(value.replace(",", "").replace("$", "").strip())
        except ValueError:
            return None
    return None


def listed(value: Any) -> list[Any]:
    """A list; a single value as a list of one; nothing as an empty list."""
    if value is None or value == "":
        return []
    return value if isinstance(value, list) else [value]


def objects(value: Any) -> Iterator[dict[str, Any]]:
    """The objects among the values of a list, or a single one."""
    return (item for item in listed(value) if isinstance(item, dict))


def first(value: Any) -> dict[str, Any]:
    """The first object, or an empty one."""
    return next(objects(value), {})
