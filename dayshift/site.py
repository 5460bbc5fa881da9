"""The built web app: compressed files served from memory, and the security headers of every answer."""

import json
import mimetypes
from dataclasses import dataclass
from hashlib import sha256
from html import escape
from pathlib import Path

from fastapi import FastAPI, Request, Response
from fastapi.responses import HTMLResponse
from starlette.exceptions import HTTPException
from starlette.types import Receive, Scope, Send

from dayshift.kit.errors import NotFound
from dayshift.settings import Settings

WEB = Path(__file__).parent / "_web"

TLS_HEADERS = {"Strict-Transport-Security": "max-age=31536000"}
"""Headers of every answer over https: for a year this browser asks for nothing here without it."""

_ENCODINGS = (("br", ".br"), ("gzip", ".gz"))
_FOREVER = "public, max-age=31536000, immutable"


@dataclass(frozen=True)
class Asset:
    """One built file with its compressed forms; hashed names never change their content."""

    media_type: str
    cache: str
    etag: str
    bodies: dict[str, bytes]  # by content encoding; '' is the plain file

    def best(self, accepted: str) -> tuple[str, bytes]:
        """The smallest form the client accepts."""
        for encoding, _ in _ENCODINGS:
            if encoding in self.bodies and encoding in accepted:
                return encoding, self.bodies[encoding]
        return "", self.bodies[""]


def serve(app: FastAPI, settings: Settings, web: Path = WEB) -> None:
    """Add the web app to `app`: its files, and its page at every address that is not an API's."""
    assets = load_assets(web)
    page = _page(web, settings.product_name, reports=bool(settings.error_dsn))

    async def site(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        await _answer(Request(scope), assets, page)(scope, receive, send)

    # Not a route: a catch-all would answer for API addresses that exist under another method.
    app.router.default = site


def load_assets(web: Path) -> dict[str, Asset]:
    """Every built file by its path, in memory."""
    found: dict[str, Asset] = {}
    for file in sorted(web.rglob("*")):
        if not file.is_file() or file.suffix in {".br", ".gz"} or file.name == "index.html":
            continue
        name = file.relative_to(web).as_posix()
        if name.startswith("."):
            continue
        bodies = {"": file.read_bytes()}
        for encoding, suffix in _ENCODINGS:
            packed = file.with_name(file.name + suffix)
            if packed.exists():
                bodies[encoding] = packed.read_bytes()
        found[name] = Asset(
            media_type=mimetypes.guess_type(file.name)[0] or "application/octet-stream",
            cache=_FOREVER if name.startswith("assets/") else "no-cache",
            etag=f'"{sha256(bodies[""]).hexdigest()[:20]}"',
            bodies=bodies,
        )
    return found


def stylesheet(web: Path = WEB) -> str | None:
    """The address of the style sheet of the pages that the server writes; None before the web app is built."""
    manifest = web / ".vite" / "manifest.json"
    if not manifest.exists():
        return None
    sheet = json.loads(manifest.read_bytes()).get("src/ui/page/page.css")
    return f"/{sheet['file']}" if sheet else None


def security_headers() -> dict[str, str]:
    """Headers of every answer. The camera and the microphone are for our own pages only."""
    policy = {
        "default-src": "'self'",
        "script-src": "'self'",
        "style-src": "'self'",
        "img-src": "'self' data: blob:",
        "media-src": "'self' blob:",
        "connect-src": "'self'",
        "object-src": "'none'",
        "base-uri": "'none'",
        "form-action": "'self'",
        "frame-ancestors": "'self'",
    }
    return {
        "Content-Security-Policy": "; ".join(f"{name} {value}" for name, value in policy.items()),
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "same-origin",
        "Permissions-Policy": "camera=(self), microphone=(self), geolocation=(), payment=()",
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Resource-Policy": "same-origin",
    }


def _page(web: Path, product_name: str, *, reports: bool) -> str | None:
    file = web / "index.html"
    if not file.exists():
        return None
    page = file.read_text("utf-8").replace("Dayshift", escape(product_name))
    return page.replace("</head>", '<meta name="error-reports" content="on" />\n  </head>') if reports else page


def _answer(request: Request, assets: dict[str, Asset], page: str | None) -> Response:
    path = request.url.path.removeprefix("/")
    if page is None or (path.startswith(("api/", "assets/")) and path not in assets):
        raise NotFound
    if request.method not in {"GET", "HEAD"}:
        raise HTTPException(405, headers={"Allow": "GET, HEAD"})
    if path in assets:
        return _respond(assets[path], request)
    return HTMLResponse(page, headers={"Cache-Control": "no-cache"})


def _respond(asset: Asset, request: Request) -> Response:
    headers = {"Cache-Control": asset.cache, "ETag": asset.etag, "Vary": "Accept-Encoding"}
    if request.headers.get("if-none-match") == asset.etag:
        return Response(status_code=304, headers=headers)
    encoding, body = asset.best(request.headers.get("accept-encoding", ""))
    if encoding:
        headers["Content-Encoding"] = encoding
    return Response(body, media_type=asset.media_type, headers=headers)
