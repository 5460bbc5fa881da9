"""A small OpenID Connect provider, whose keys, token header and claims a test chooses."""

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from joserfc import jwt
from joserfc.jwk import RSAKey


def published(key: Any, **more: Any) -> dict[str, Any]:
    """A key as it is published, without an id unless `more` has one."""
    return {**{name: value for name, value in key.as_dict(private=False).items() if name != "kid"}, **more}


@dataclass
class Provider:
    """`issuer` is its address. The token is signed by `key`; a claim that is None is left out.

    `document` is published instead of the set of `keys`, if it is not None.
    """

    issuer: str = ""
    key: Any = field(default_factory=lambda: RSAKey.generate_key(2048))
    keys: list[dict[str, Any]] = field(default_factory=list)
    header: dict[str, Any] = field(default_factory=lambda: {"alg": "RS256"})
    claims: dict[str, Any] = field(default_factory=dict)
    document: Any = None

    def token(self, client: str, nonce: str) -> str:
        """Sign the identity token."""
        at = int(time.time())
        claims = {
            "iss": self.issuer, "aud": client, "sub": "1", "nonce": nonce, "iat": at, "exp": at + 60,
            "email": "rosa@diner.example", "email_verified": True, "name": "Rosa Lima", **self.claims,
        }  # fmt: skip
        said = {name: one for name, one in claims.items() if one is not None}
        return jwt.encode(self.header, said, self.key, algorithms=[self.header["alg"]])


@contextmanager
def served() -> Iterator[Provider]:
    """Serve a provider on this machine."""
    provider = Provider()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            parts = urlsplit(self.path)
            if parts.path == "/authorize":
                asked = {name: values[0] for name, values in parse_qs(parts.query).items()}
                query = urlencode({"code": f"{asked['client_id']} {asked['nonce']}", "state": asked["state"]})
                self.send_response(302)
                self.send_header("Location", f"{asked['redirect_uri']}?{query}")
                self.send_header("Content-Length", "0")
                self.end_headers()
            elif parts.path == "/keys":
                self._send({"keys": provider.keys} if provider.document is None else provider.document)
            else:
                places = {"authorization_endpoint": "authorize", "token_endpoint": "token", "jwks_uri": "keys"}
                found = {name: f"{provider.issuer}/{path}" for name, path in places.items()}
                self._send({"issuer": provider.issuer, **found})

        def do_POST(self) -> None:
            form = parse_qs(self.rfile.read(int(self.headers["Content-Length"])).decode())
            self._send({"id_token": provider.token(*form["code"][0].split(" "))})

        def _send(self, value: Any) -> None:
            body = json.dumps(value).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Print nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    provider.issuer = f"http://127.0.0.1:{server.server_port}"
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield provider
    finally:
        server.shutdown()
        server.server_close()
