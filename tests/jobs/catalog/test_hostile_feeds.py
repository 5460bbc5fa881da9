"""Malicious postings are rejected individually without ending the import."""

import gzip
import json
import random
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

from dayshift.jobs.catalog import FeedDamaged, local_copy
from dayshift.jobs.catalog.actions import serialize
from dayshift.jobs.feeds import Quarantined, Rules, normalise, postings
from dayshift.jobs.feeds.text import plain
from dayshift.knowledge.occupations.places import gazetteer

NOW = datetime(2026, 6, 1, tzinfo=UTC)


def posting(name: str) -> dict[str, Any]:
    place = {"@type": "Place", "address": {"addressLocality": "New York", "addressRegion": "NY", "postalCode": "10001"}}
    return {
        "@type": "JobPosting",
        "identifier": name,
        "title": "Line Cook",
        "hiringOrganization": {"name": "Two Spoons"},
        "description": "Cook.",
        "baseSalary": {"value": {"minValue": 18, "maxValue": 20, "unitText": "HOUR"}},
        "jobLocation": place,
    }


def import_postings(path: Path, kind: str | None = None) -> tuple[list[str], list[str]]:
    """Returns the IDs of postings that can be stored and the rejection reasons of the others."""
    rules = Rules(gazetteer(), NOW)
    stored, rejected = [], []
    for posting in postings(path, kind):
        try:
            stored += [serialize(row).external_id for row in normalise(posting, rules)[0]]
        except Quarantined as error:
            rejected.append(error.reason)
    return stored, rejected


HOSTILE_POSTINGS = {
    "digits": json.dumps(posting("bad")).replace("18", "9" * 5000),
    "nan": json.dumps(posting("bad")).replace("18", "NaN"),
    "infinity": json.dumps(posting("bad")).replace("18", "-Infinity"),
    "surrogate id": json.dumps(posting("bad")).replace("bad", "\\ud800"),
    "surrogate title": json.dumps(posting("bad")).replace("Line", "\\udfff"),
    "surrogate text": json.dumps(posting("bad")).replace("Cook.", "\\ud83d"),
    "nul": json.dumps(posting("bad")).replace("bad", "\\u0000"),
    "nesting": '{"@type": "JobPosting", "title": ' + "[" * 100_000 + "]" * 100_000 + "}",
    "nested name": '{"@type": "JobPosting", "identifier": "x", "title": ' + '{"name":' * 500 + '"a"' + "}" * 500 + "}",
    "long title": json.dumps(posting("bad") | {"title": "x" * 900_000}),
    "many items": json.dumps(posting("li") | {"description": "<li" * 200_000}),
    "wrong kinds": json.dumps(
        {"@type": "JobPosting"} | dict.fromkeys(posting(""), 7) | {"title": [], "jobLocation": [[]]}
    ),
    "dates": json.dumps(posting("bad") | {"validThrough": "9999-12-31", "datePosted": "\u00b2" * 9}),
    "utf-7": json.dumps(posting("bad")).encode("utf-7").decode("ascii"),
}


@pytest.mark.parametrize("name", HOSTILE_POSTINGS)
def test_hostile_posting_does_not_affect_others(tmp_path: Path, name: str) -> None:
    lines = [json.dumps(posting("first")), HOSTILE_POSTINGS[name], json.dumps(posting("last"))]
    path = tmp_path / "feed.jsonl"
    path.write_text("\n".join(lines), "utf-8")
    started = time.process_time()
    stored, rejected = import_postings(path, "schema-org-lines")
    assert time.process_time() - started < 5
    assert {"first", "last"} <= set(stored)
    assert len(stored) + len(rejected) >= 2


def test_long_attribute_rejects_only_its_posting(tmp_path: Path) -> None:
    def job(name: str, attribute: str = "") -> str:
        fields = {"referencenumber": name, "title": "Cook", "company": "Two", "city": "New York", "state": "NY"}
        inside = "".join(f"<{field}>{value}</{field}>" for field, value in fields.items())
        return f"<job><x a='{attribute}'/>{inside}</job>"

    path = tmp_path / "feed.xml"
    path.write_text(f"<source>{job('first')}{job('bad', 'x' * (60 << 20))}{job('last')}</source>")
    started = time.process_time()
    assert import_postings(path) == (["first", "last"], ["too_long"])
    assert time.process_time() - started < 20


def test_unsupported_encoding_is_rejected(tmp_path: Path) -> None:
    path = tmp_path / "feed.xml"
    path.write_bytes(b'<?xml version="1.0" encoding="UTF-7"?><source><job/></source>')
    with pytest.raises(FeedDamaged):
        list(postings(path))


@pytest.mark.parametrize("unit", ["<li", "<script", "<!--", "<p ", "</script   ", "&lt;", "<style><", "<a <b "])
def test_markup_is_stripped_quickly(unit: str) -> None:
    text = unit * (100_000 // len(unit))
    started = time.process_time()
    plain(text)
    assert time.process_time() - started < 1


SEEDS = range(150)


def test_mutated_feeds_never_crash_the_import(tmp_path: Path) -> None:
    """Seeded mutations of every sample feed, for at most 20 seconds."""
    samples = [path for path in sorted((Path(__file__).parent / "samples").iterdir()) if path.is_file()]
    end = time.monotonic() + 20
    for seed in SEEDS:
        if time.monotonic() > end:
            break
        rng = random.Random(seed)
        sample = rng.choice(samples)
        path = tmp_path / f"{seed}{sample.suffix}"
        path.write_bytes(mutate(sample.read_bytes(), rng))
        try:
            import_postings(path)
        except FeedDamaged:
            continue


FRAGMENTS = [
    b"9" * 5000, b"NaN", b"1e999", b"-1", b"\xff\xfe", b"\\ud800", b"\x00", b"[" * 200, b"{}", b"[]", b"null", b"true",
    b"<li", b"&#0;", b"&#xD800;", b"]]>", b"<![CDATA[", b'"', b"\n", b"+ADw-", "\u00b2\u0661".encode(), b"\xed\xa0\x80",
]  # fmt: skip


def mutate(data: bytes, rng: random.Random) -> bytes:
    """Insert, remove, duplicate or replace a few fragments."""
    for _ in range(rng.randint(1, 6)):
        start = rng.randrange(len(data) + 1)
        end = min(len(data), start + rng.choice([0, 0, 1, 4, 40]))
        fragment = rng.choice([*FRAGMENTS, data[start : start + 200], b""])
        data = data[:start] + fragment + data[end:]
    return data


@pytest.fixture
def redirect_server() -> Iterator[str]:
    """A server that redirects to the URL in its path."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            if self.path == "/feed":
                self.send_response(200)
                self.end_headers()
                self.wfile.write(b"secret")
                return
            self.send_response(302)
            self.send_header("Location", self.path.removeprefix("/to/"))
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.mark.parametrize(
    "host",
    ["localhost", "127.0.0.2", "[::1]", "10.0.0.1", "169.254.169.254", "192.168.1.1", "0.0.0.1", "[::ffff:127.0.0.1]",
     "100.64.0.1", "[fd00::1]", "2130706433"],
)  # fmt: skip
def test_redirect_to_private_address_is_rejected(redirect_server: str, host: str) -> None:
    port = redirect_server.rsplit(":", 1)[1]
    with pytest.raises(FeedDamaged, match="not public"), local_copy(f"{redirect_server}/to/http://{host}:{port}/feed"):
        pass


def test_redirect_connects_to_the_checked_address(redirect_server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    original = socket.getaddrinfo
    resolved: list[str] = []

    def resolve(host: str, *args: Any, **options: Any) -> Any:
        if host != "rebinding.test":
            return original(host, *args, **options)
        resolved.append(host)
        address = "93.184.216.34" if len(resolved) == 1 else "127.0.0.1"
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, 80))]

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    # The test suite's network guard reports the address of the blocked connection.
    redirect = f"{redirect_server}/to/http://rebinding.test/feed"
    with pytest.raises((FeedDamaged, UserWarning), match=r"93\.184\.216\.34"), local_copy(redirect):
        pass
    assert resolved == ["rebinding.test"]


def test_redirect_scheme_and_loops_are_checked(redirect_server: str) -> None:
    with local_copy(f"{redirect_server}/to//feed") as path:
        assert path.read_bytes() == b"secret"
    with pytest.raises(FeedDamaged, match="kind"), local_copy(f"{redirect_server}/to/file:///etc/passwd"):
        pass
    with pytest.raises(FeedDamaged), local_copy(f"{redirect_server}/to/{redirect_server}/to/{redirect_server}/loop"):
        pass


BODY = b"external_id,title,employer,zip\n" + b"1,Cook,Two Spoons,10001\n" * 99
PACKED = gzip.compress(BODY, mtime=0)  # The same bytes in every process of a test run.


def sent(status: str, body: bytes, length: int | None = None, **headers: str) -> bytes:
    """A response of a server; `length` is what its header says."""
    lines = [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    head = [f"HTTP/1.1 {status}", *lines, f"Content-Length: {len(body) if length is None else length}"]
    return "\r\n".join([*head, "", ""]).encode() + body


@contextmanager
def replying(reply: bytes) -> Iterator[str]:
    """A server that answers one request with these bytes."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def answer() -> None:
            connection, _ = server.accept()
            with connection:
                connection.recv(1 << 16)
                connection.sendall(reply)

        thread = threading.Thread(target=answer, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.getsockname()[1]}/feed"
        thread.join()


@pytest.mark.parametrize(
    "reply",
    [
        sent("200 OK", PACKED[:-20], Content_Encoding="gzip"),
        sent("200 OK", PACKED[: len(PACKED) // 2], Content_Encoding="gzip"),
        sent("200 OK", BODY, Content_Encoding="gzip"),
        sent("200 OK", BODY, Content_Encoding="br"),
        sent("200 OK", BODY, len(BODY) + 1),
        sent("206 Partial Content", BODY[:100], Content_Range="bytes 0-99/900"),
        sent("204 No Content", b""),
        sent("304 Not Modified", b""),
        sent("300 Multiple Choices", b""),
        sent("500 Internal Server Error", BODY),
    ],
)
def test_what_is_not_the_whole_feed_is_refused(reply: bytes) -> None:
    with replying(reply) as address, pytest.raises(FeedDamaged), local_copy(address):
        pass


@pytest.mark.parametrize(
    "body", [PACKED, gzip.compress(BODY[:100], mtime=0) + gzip.compress(BODY[100:], mtime=0)], ids=["one", "two"]
)
def test_a_compressed_response_is_unpacked(body: bytes) -> None:
    with replying(sent("200 OK", body, Content_Encoding="gzip")) as address, local_copy(address) as path:
        assert path.read_bytes() == BODY
