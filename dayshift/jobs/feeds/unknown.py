"""What a file without postings is, in words that an operator can act on."""

import re
from typing import Any

from dayshift.jobs.feeds import own_csv

MAX_READ = 1 << 20
MAX_KEYS = 8
_SHOWN = 80
_HEAD = 1 << 14
_TITLE = re.compile(rb"<title[^<>]*>([^<]*)", re.IGNORECASE)
_ROOT = re.compile(rb"<([A-Za-z_][\w.:-]*)")
_CODE = re.compile(rb"<Code>\s*([A-Za-z0-9_.-]{1,60})\s*</Code>")
_PROLOG = re.compile(rb"\A(?:<\?.*?\?>|<!--.*?-->|<!DOCTYPE[^>]*>|\s)*", re.IGNORECASE | re.DOTALL)
_LISTS = frozenset({"source", "jobs"})
"""Root elements of feeds; without a job in it, such a feed is empty."""


def is_page(head: bytes) -> bool:
    """Whether a file is an HTML page, by its first bytes."""
    begins = head[:1] == b"<"
    return begins and (b"<html" in head.lower() or head[:14].lower() == b"<!doctype html")


def describe(data: bytes) -> str | None:
    """Return what a file without postings is, given its first bytes; None for a feed that lists no jobs."""
    data = data.removeprefix(b"\xef\xbb\xbf").lstrip()
    if not data:
        return "an empty file"
    if data[:1] != b"<":
        return None if _is_table_or_json(data) else f"text that begins with {_text(data[:40])!r}"
    if is_page(data):
        title = _TITLE.search(data)
        return f"an HTML page titled {_text(title[1])!r}" if title else "an HTML page without a title"
    return _describe_xml(data)


def describe_json(document: Any) -> str:
    """Return what a JSON document without postings is."""
    if isinstance(document, dict):
        keys = ", ".join(str(key)[:_SHOWN] for key in list(document)[:MAX_KEYS])
        return f"a JSON object with the keys {keys}" if keys else "an empty JSON object"
    if isinstance(document, list):
        return f"a JSON list with {len(document)} items" if document else "an empty JSON list"
    return "a JSON value"


def _describe_xml(data: bytes) -> str | None:
    found = _ROOT.match(_PROLOG.sub(b"", data, count=1))
    root = found[1].decode().rpartition(":")[2] if found else ""
    if root.lower() in _LISTS:
        return None
    if root == "Error" and (code := _CODE.search(data)):
        return f"an S3 error {code[1].decode()}"
    if root in {"rss", "RDF"}:
        return f"an RSS feed with {_count(data, 'item', 'items')}"
    if root == "feed":
        return f"an Atom feed with {_count(data, 'entry', 'entries')}"
    return f"XML with the root element <{root}> and no <job>" if root else "XML without elements"


def _count(data: bytes, one: str, many: str) -> str:
    found = sum(data.count(f"<{one}{end}".encode()) for end in " />")
    return f"1 {one}" if found == 1 else f"{found} {many}"


def _is_table_or_json(data: bytes) -> bool:
    return data[:1] in b"{[" or own_csv.begins(data[:_HEAD])


def _text(data: bytes) -> str:
    return " ".join(data.decode("utf-8", errors="replace").split())[:_SHOWN]
