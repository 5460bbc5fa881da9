"""Compression of JSON responses."""

from gzip import decompress

import pytest
from fastapi.testclient import TestClient

from dayshift.core.compression import LEAST_BYTES
from tests.people import Person

GZIP = {"Accept-Encoding": "gzip, br"}


def raw(client: TestClient, path: str, headers: dict[str, str]) -> tuple[dict[str, str], bytes]:
    """Return the headers and the body as they were sent."""
    with client.stream("GET", path, headers=headers) as reply:
        assert reply.status_code == 200
        return dict(reply.headers), b"".join(reply.iter_raw())


def test_long_json_is_compressed(client: TestClient) -> None:
    plain_headers, plain = raw(client, "/openapi.json", {"Accept-Encoding": "identity"})
    headers, packed = raw(client, "/openapi.json", GZIP)
    assert len(plain) > LEAST_BYTES
    assert decompress(packed) == plain
    assert len(packed) < len(plain) / 3
    assert headers["content-encoding"] == "gzip"
    assert headers["content-length"] == str(len(packed))
    assert "Accept-Encoding" in headers["vary"]
    assert "content-encoding" not in plain_headers


@pytest.mark.parametrize("path", ["/api/auth/me", "/"])
def test_short_json_and_other_types_are_not_changed(client: TestClient, person: Person, path: str) -> None:
    signed_in = {"Authorization": f"Bearer {person.token}"}
    if path == "/":  # Pages are compressed once, at startup.
        headers, body = raw(client, path, {"Accept-Encoding": "identity"})
        assert b"</html>" in body
    else:
        headers, body = raw(client, path, {**signed_in, **GZIP})
        assert len(body) < LEAST_BYTES
        assert person.id.encode() in body
    assert "content-encoding" not in headers
    assert headers["content-length"] == str(len(body))
