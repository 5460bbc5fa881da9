"""The playable file over HTTP: whole, in ranges, and only for its owner."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dayshift.recordings.media import ByteRange, Unsatisfiable, wanted_range
from tests.recordings import media
from tests.recordings.conftest import Device
from tests.recordings.media import record


@pytest.fixture
def played(device: Device) -> Device:
    """A device whose first take is ready."""
    device.record(record(media.VP9, 2))
    return device


def test_the_whole_file(played: Device) -> None:
    reply = played.media()
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


def test_head_tells_what_get_sends(played: Device) -> None:
    for headers in ({}, {"Range": "bytes=10-19"}):
        got, head = played.media(headers), played.media(headers, method="HEAD")
        assert head.content == b""
        assert head.status_code == got.status_code
        for name in ("content-length", "content-type", "etag", "accept-ranges", "content-range"):
            assert head.headers.get(name) == got.headers.get(name)


def test_every_range_is_a_slice(played: Device) -> None:
    data = played.media().content
    size = len(data)
    ends = st.integers(0, size + 10)

    @given(ends, ends)
    def from_to(first: int, last: int) -> None:
        reply = played.media({"Range": f"bytes={first}-{last}"})
        if first > last:
            assert (reply.status_code, reply.content) == (200, data)
        elif first >= size:
            assert (reply.status_code, reply.headers["content-range"]) == (416, f"bytes */{size}")
        else:
            assert (reply.status_code, reply.content) == (206, data[first : last + 1])
            assert reply.headers["content-range"] == f"bytes {first}-{min(last, size - 1)}/{size}"

    @given(st.integers(0, size - 1), st.integers(1, size + 10))
    def open_ended(first: int, suffix: int) -> None:
        assert played.media({"Range": f"bytes={first}-"}).content == data[first:]
        assert played.media({"Range": f"bytes=-{suffix}"}).content == data[-suffix:]

    from_to()
    open_ended()


def test_a_range_of_another_file_is_the_whole(played: Device) -> None:
    whole = played.media()
    same = played.media({"Range": "bytes=0-9", "If-Range": whole.headers["etag"]})
    other = played.media({"Range": "bytes=0-9", "If-Range": '"another"'})
    assert (same.status_code, len(same.content)) == (206, 10)
    assert (other.status_code, other.content) == (200, whole.content)


def test_what_the_browser_has_is_not_sent_again(played: Device) -> None:
    reply = played.media({"If-None-Match": played.media().headers["etag"]})
    assert (reply.status_code, reply.content) == (304, b"")


def test_a_take_that_nobody_asked_for_has_no_media(device: Device) -> None:
    assert device.media().status_code == 404


def test_media_needs_a_session(played: Device) -> None:
    reply = played.person.client.get(f"{played.path}/media")
    assert (reply.status_code, reply.json()["code"]) == (401, "not_signed_in")


WHOLE = [None, "", "bytes", "bytes=", "bytes=-", "bytes=5-2", "bytes=0-1,4-5", "lines=0-1", "bytes=a-b", "bytes=1-2-3"]
PARTS = [
    ("bytes=0-0", 0, 1),
    ("bytes=99-", 99, 1),
    ("BYTES= 1-2 ", 1, 2),
    ("bytes=-500", 0, 100),
    ("bytes=50-500", 50, 50),
]


@pytest.mark.parametrize("header", WHOLE)
def test_headers_that_ask_for_the_whole(header: str | None) -> None:
    assert wanted_range(header, 100) is None


@pytest.mark.parametrize(("header", "start", "length"), PARTS)
def test_headers_that_ask_for_a_part(header: str, start: int, length: int) -> None:
    assert wanted_range(header, 100) == ByteRange(start, length)


@pytest.mark.parametrize("header", ["bytes=100-", "bytes=100-200", "bytes=-0"])
def test_headers_that_ask_for_nothing_there(header: str) -> None:
    with pytest.raises(Unsatisfiable):
        wanted_range(header, 100)
