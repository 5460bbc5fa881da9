"""The playable file over HTTP: full and range requests, caching and authorization."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dayshift.interviews.recordings.media import ByteRange, Unsatisfiable, wanted_range
from tests.interviews.recordings import media
from tests.interviews.recordings.conftest import Device
from tests.interviews.recordings.media import record

ONE_ENGINE = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)  # Bytes and headers, no statements.


@pytest.fixture
def ready_device(device: Device) -> Device:
    """A device whose first take is ready."""
    device.record(record(media.VP9, 2))
    return device


@ONE_ENGINE
def test_full_file_is_served(ready_device: Device) -> None:
    reply = ready_device.media()
    assert reply.status_code == 200
    assert reply.content.startswith(b"\x1a\x45\xdf\xa3")
    expected = {
        "content-type": "video/webm",
        "content-length": str(len(reply.content)),
        "accept-ranges": "bytes",
        "cache-control": "private, no-cache",
        "content-disposition": 'inline; filename="take-1.webm"',
    }
    assert expected.items() <= dict(reply.headers).items()


@ONE_ENGINE
def test_head_matches_get(ready_device: Device) -> None:
    for headers in ({}, {"Range": "bytes=10-19"}):
        get, head = ready_device.media(headers), ready_device.media(headers, method="HEAD")
        assert head.content == b""
        assert head.status_code == get.status_code
        for name in ("content-length", "content-type", "etag", "accept-ranges", "content-range"):
            assert head.headers.get(name) == get.headers.get(name)


@ONE_ENGINE
def test_range_requests_return_slices(ready_device: Device) -> None:
    data = ready_device.media().content
    size = len(data)
    ends = st.integers(0, size + 10)

    @given(ends, ends)
    def from_to(first: int, last: int) -> None:
        reply = ready_device.media({"Range": f"bytes={first}-{last}"})
        if first > last:
            assert (reply.status_code, reply.content) == (200, data)
        elif first >= size:
            assert (reply.status_code, reply.headers["content-range"]) == (416, f"bytes */{size}")
        else:
            assert (reply.status_code, reply.content) == (206, data[first : last + 1])
            assert reply.headers["content-range"] == f"bytes {first}-{min(last, size - 1)}/{size}"

    @given(st.integers(0, size - 1), st.integers(1, size + 10))
    def open_ended(first: int, suffix: int) -> None:
        assert ready_device.media({"Range": f"bytes={first}-"}).content == data[first:]
        assert ready_device.media({"Range": f"bytes=-{suffix}"}).content == data[-suffix:]

    from_to()
    open_ended()


@ONE_ENGINE
def test_if_range_mismatch_returns_full_file(ready_device: Device) -> None:
    whole = ready_device.media()
    same = ready_device.media({"Range": "bytes=0-9", "If-Range": whole.headers["etag"]})
    other = ready_device.media({"Range": "bytes=0-9", "If-Range": '"another"'})
    assert (same.status_code, len(same.content)) == (206, 10)
    assert (other.status_code, other.content) == (200, whole.content)


@ONE_ENGINE
def test_matching_etag_returns_304(ready_device: Device) -> None:
    reply = ready_device.media({"If-None-Match": ready_device.media().headers["etag"]})
    assert (reply.status_code, reply.content) == (304, b"")


def test_incomplete_take_has_no_media(device: Device) -> None:
    assert device.media().status_code == 404


def test_media_requires_a_session(ready_device: Device) -> None:
    reply = ready_device.person.client.get(f"{ready_device.path}/media")
    assert (reply.status_code, reply.json()["code"]) == (401, "not_signed_in")


FULL_HEADERS = [
    None,
    "",
    "bytes",
    "bytes=",
    "bytes=-",
    "bytes=5-2",
    "bytes=0-1,4-5",
    "lines=0-1",
    "bytes=a-b",
    "bytes=1-2-3",
]
RANGE_HEADERS = [
    ("bytes=0-0", 0, 1),
    ("bytes=99-", 99, 1),
    ("BYTES= 1-2 ", 1, 2),
    ("bytes=-500", 0, 100),
    ("bytes=50-500", 50, 50),
]


@pytest.mark.parametrize("header", FULL_HEADERS)
def test_header_without_valid_range_requests_full_file(header: str | None) -> None:
    assert wanted_range(header, 100) is None


@pytest.mark.parametrize(("header", "start", "length"), RANGE_HEADERS)
def test_range_header_is_parsed(header: str, start: int, length: int) -> None:
    assert wanted_range(header, 100) == ByteRange(start, length)


@pytest.mark.parametrize("header", ["bytes=100-", "bytes=100-200", "bytes=-0"])
def test_unsatisfiable_range_is_rejected(header: str) -> None:
    with pytest.raises(Unsatisfiable):
        wanted_range(header, 100)
