"""The built web app: compressed files served from memory, and the security headers of every response."""

import json
import mimetypes
import re
from base64 import b64encode
from dataclasses import dataclass
from functools import cache, cached_property
from gzip import compress, decompress
from hashlib import sha256
from html import escape
from pathlib import Path
from urllib.parse import urlsplit

from fastapi import FastAPI, Request, Response
from fastapi.responses import HTMLResponse
from starlette.exceptions import HTTPException
from starlette.types import Receive, Scope, Send

from dayshift.accounts import session_cookie
from dayshift.core.errors import NotFound
from dayshift.core.language import COOKIE, DEFAULT, LANGUAGES, language_of
from dayshift.settings import Settings

WEB = Path(__file__).parent / "_web"

MANIFEST = "manifest.webmanifest"
"""The web app manifest, for installation on a phone."""

OLD_BROWSER = "old-browser"
"""The page for browsers that cannot run the app. The landing page needs no script, so they get it as everybody does."""

FIRST = {"", *LANGUAGES}
"""Paths of the home page, which is prerendered for visitors."""

_CONTACT = re.compile(r'<section id="contact">.*?</section>', re.DOTALL)

TLS_HEADERS = {"Strict-Transport-Security": "max-age=31536000"}
"""Headers of every https response: HSTS for a year."""

FILE_HEADERS = {"X-Content-Type-Options": "nosniff", "Cross-Origin-Resource-Policy": "same-origin"}
"""Headers of built scripts, styles and fonts: what they may do is said by the page that loads them."""

DATA_HEADERS = {"Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'", **FILE_HEADERS}
"""Headers of JSON, which loads nothing and may not be framed.

The other headers are about pages. A third of the bytes of a candidate's way were headers.
"""

_FOR_MEMBERS = re.compile(r'\s{0,20}<link rel="preload" as="fetch"[^<>]*>|<!--member-->.*?<!--/member-->', re.DOTALL)
_FOR_VISITORS = re.compile(r"<!--visitor-->.*?<!--/visitor-->", re.DOTALL)
_INLINE = {"scripts": "script", "styles": "style"}
_ENCODINGS = (("br", ".br"), ("gzip", ".gz"))
_DAILY = "https://*.daily.co"
_YEAR = 31_536_000  # seconds
_FOREVER = f"public, max-age={_YEAR}, immutable"


@dataclass(frozen=True)
class Asset:
    """One built file, compressed if it can be; hashed names never change their content."""

    media_type: str
    cache: str
    etag: str
    bodies: dict[str, bytes]
    """By content encoding; '' is the plain file, and is stored only if there is no compressed form."""

    @property
    def plain(self) -> bytes:
        """The uncompressed file. Almost every client accepts a compressed form, so it is not kept in memory."""
        return self.bodies[""] if "" in self.bodies else decompress(self.bodies["gzip"])

    def best(self, accepted: str) -> tuple[str, bytes]:
        """The smallest form the client accepts."""
        for encoding, _ in _ENCODINGS:
            if encoding in self.bodies and encoding in accepted:
                return encoding, self.bodies[encoding]
        return "", self.plain


def serve(app: FastAPI, settings: Settings, web: Path = WEB) -> None:
    """Add the web app to `app`: its files, and its page at every path outside the API."""
    assets = load_assets(web)
    if MANIFEST in assets:
        assets = {**assets, MANIFEST: _named(assets[MANIFEST], settings.product_name)}
    values = PageValues(
        settings.product_name,
        settings.public_url,
        settings.error_dsn,
        settings.scheduling_url,
        settings.video_url,
        settings.contact,
        settings.countries,
    )
    pages = load_pages(web, values)

    async def site(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        await _answer(Request(scope), assets, pages)(scope, receive, send)

    # Not a route: a catch-all would respond to API paths that exist under another method.
    app.router.default = site


def _named(asset: Asset, product: str) -> Asset:
    """Insert the product's name into a JSON file."""
    body = asset.plain.replace(b"Dayshift", json.dumps(product)[1:-1].encode())
    return Asset("application/manifest+json", asset.cache, f'"{sha256(body).hexdigest()[:20]}"', {"": body})


@cache  # Each process serves one build, but tests create many applications.
def load_assets(web: Path) -> dict[str, Asset]:
    """Return every built file by its path, in memory."""
    files = {path.relative_to(web).as_posix(): path for path in web.rglob("*") if path.is_file()}
    return {
        name: _load_asset(name, files)
        for name, path in sorted(files.items())
        if path.suffix not in {".br", ".gz", ".html"} and not name.startswith(".")
    }


def _load_asset(name: str, files: dict[str, Path]) -> Asset:
    packed = {encoding: name + suffix for encoding, suffix in _ENCODINGS if name + suffix in files}
    forms = packed if "gzip" in packed else {"": name, **packed}
    bodies = {encoding: files[form].read_bytes() for encoding, form in forms.items()}
    return Asset(
        media_type=mimetypes.guess_type(name)[0] or "application/octet-stream",
        cache=_FOREVER if name.startswith("assets/") else "no-cache",
        etag=f'"{sha256(next(iter(bodies.values()))).hexdigest()[:20]}"',
        bodies=bodies,
    )


def stylesheet(web: Path = WEB) -> str | None:
    """Return the stylesheet's path for server-rendered pages; None before the web app is built."""
    manifest = web / ".vite" / f"manifest.{DEFAULT}.json"
    if not manifest.exists():
        return None
    sheet = json.loads(manifest.read_bytes()).get("src/ui/page/page.css")
    return f"/{sheet['file']}" if sheet else None


def security_headers(scripts: str = "", styles: str = "", frame: str = "", calls: str = "") -> dict[str, str]:
    """Return the headers of every page. Camera and microphone are allowed for our own pages only.

    `scripts` and `styles` are the hashes of inline code, `frame` is a page that ours may frame, `calls` is the video
    provider's URL from the settings.
    """
    policy = {
        "default-src": "'self'",
        "script-src": f"'self' {scripts}".rstrip(),
        "style-src": f"'self' {styles}".rstrip(),
        "img-src": "'self' data: blob:",
        "media-src": "'self' blob:",
        "connect-src": "'self'",
        "object-src": "'none'",
        "base-uri": "'none'",
        "form-action": "'self'",
        "frame-ancestors": "'self'",
    }
    if calls.startswith("daily:"):
        # As Daily requires (https://docs.daily.co/guides/privacy-and-security/content-security-policy).
        policy["script-src"] += f" {_DAILY}"
        policy["connect-src"] += f" {_DAILY} wss://*.daily.co"
        policy["worker-src"] = "'self' blob:"
    if frame:
        outside = urlsplit(frame)
        policy["frame-src"] = f"'self' {outside.scheme}://{outside.netloc}"
    return {
        "Content-Security-Policy": "; ".join(f"{name} {value}" for name, value in policy.items()),
        "Referrer-Policy": "same-origin",
        "Permissions-Policy": "camera=(self), microphone=(self), geolocation=(), payment=()",
        "Cross-Origin-Opener-Policy": "same-origin",
        **FILE_HEADERS,
    }


@dataclass(frozen=True)
class PageValues:
    """The settings that appear in the built pages."""

    product_name: str
    public_url: str
    error_dsn: str
    scheduling_url: str
    video_url: str
    contact: str = ""
    countries: str = "US"


@dataclass
class Page:
    """A page in one language for one audience: what the settings say is filled in by the first request for it."""

    built: str
    omitted: re.Pattern[str]
    values: PageValues

    @cached_property
    def body(self) -> bytes:
        """The page of this installation."""
        html, values = self.omitted.sub("", self.built), self.values
        html = html.replace("Dayshift", escape(values.product_name))
        html = html.replace("{public_url}", escape(values.public_url.rstrip("/")))
        html = html.replace("{contact}", escape(values.contact)) if values.contact else _CONTACT.sub("", html)
        if values.error_dsn:
            html = html.replace("</head>", '<meta name="error-reports" content="on" />\n  </head>')
        if values.scheduling_url:
            calendar = f'<meta name="scheduling-url" content="{escape(values.scheduling_url)}" />'
            html = html.replace("</head>", f"{calendar}\n  </head>")
        if values.countries != "US":
            html = html.replace("</head>", f'<meta name="countries" content="{escape(values.countries)}" />\n  </head>')
        return html.encode()

    @cached_property
    def packed(self) -> bytes:
        """The body, compressed with gzip."""
        return compress(self.body)

    @cached_property
    def headers(self) -> dict[str, str]:
        """Its language, and a CSP that allows its inline styles and script."""
        html = self.body.decode()
        headers = {
            "Cache-Control": "no-cache",
            "Content-Language": re.findall(r'<html lang="([^"]+)', html)[0],
            "Vary": "Accept-Language, Cookie, Accept-Encoding",
        }
        if allowed := _inline(html):
            policy = security_headers(**allowed, frame=self.values.scheduling_url, calls=self.values.video_url)
            headers["Content-Security-Policy"] = policy["Content-Security-Policy"]
        return headers


@cache  # Tests create thousands of applications.
def load_pages(web: Path, values: PageValues) -> dict[str, Page]:
    """Return the built pages by name, language and audience, such as 'pages/login.es', for this installation.

    Prerendered content is for visitors, and prefetching of data that needs a session is for members: each of the two
    variants (that of visitors is named '.visitor') omits what is only for the other.
    """
    pages: dict[str, Page] = {}
    for file in web.rglob("*.html"):
        name, html = file.relative_to(web).with_suffix("").as_posix(), file.read_text("utf-8")
        pages[name] = Page(html, _FOR_VISITORS, values)
        pages[f"{name}.visitor"] = Page(html, _FOR_MEMBERS, values)
    return pages


def _inline(html: str) -> dict[str, str]:
    """Return the hashes of a page's inline styles and scripts, as CSP sources."""
    texts = {kind: re.findall(f"<{tag}>(.*?)</{tag}>", html, re.DOTALL) for kind, tag in _INLINE.items()}
    return {kind: " ".join(map(_source, found)) for kind, found in texts.items() if found}


def _source(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def _answer(request: Request, assets: dict[str, Asset], pages: dict[str, Page]) -> Response:
    path = request.url.path.removeprefix("/")
    if not pages or (path.startswith(("api/", "assets/", "dev/")) and path not in assets):
        raise NotFound
    if request.method not in {"GET", "HEAD"}:
        raise HTTPException(405, headers={"Allow": "GET, HEAD"})
    if path in assets:
        return _respond(assets[path], request)
    return _page_for(request, path, pages)


def _page_for(request: Request, path: str, pages: dict[str, Page]) -> Response:
    """Return the page in the user's language. '/es' is the home page in Spanish, and selects that language.

    A browser that is too old gets a page that says so; a link on it opens the app in spite of that.
    """
    chosen = path in LANGUAGES
    headers = request.headers
    language = path if chosen else language_of(headers.get("cookie", ""), headers.get("accept-language", ""))
    reader = "" if session_cookie(request) else ".visitor"
    name = "landing" if reader and path in FIRST else f"pages/{path}"
    page = pages.get(f"{name}.{language}{reader}") or pages[f"index.{language}{reader}"]
    cache = {}
    if name != "landing" and "anyway" not in request.query_params and is_too_old(headers.get("user-agent", "")):
        page = pages[f"{OLD_BROWSER}.{language}"]
        cache = {"Cache-Control": "no-store"}
    packed = "gzip" in headers.get("accept-encoding", "")
    response = HTMLResponse(page.packed if packed else page.body, headers=page.headers | cache)
    if packed:
        response.headers["Content-Encoding"] = "gzip"
    if chosen:
        response.set_cookie(COOKIE, language, max_age=_YEAR, samesite="lax", secure=request.url.scheme == "https")
    return response


def _respond(asset: Asset, request: Request) -> Response:
    headers = {"Cache-Control": asset.cache, "ETag": asset.etag, "Vary": "Accept-Encoding"}
    if request.headers.get("if-none-match") == asset.etag:
        return Response(status_code=304, headers=headers)
    encoding, body = asset.best(request.headers.get("accept-encoding", ""))
    if encoding:
        headers["Content-Encoding"] = encoding
    return Response(body, media_type=asset.media_type, headers=headers)


OLDEST = {"ios_saf": (15, 4), "safari": (15, 4), "chrome": (100, 0), "samsung": (19, 0), "firefox": (115, 0)}
"""The same versions as "browserslist" in web/package.json, which decides what the build may use."""

# The first match counts: every browser on iOS is Safari's engine, and Samsung Internet also names Chrome.
_PATTERNS = {
    "ios_saf": re.compile(r"(?:iPhone|iPad|iPod)[^)]{0,80}? OS (\d{1,4})_(\d{1,4})"),
    "samsung": re.compile(r"SamsungBrowser/(\d{1,4})\.(\d{1,4})"),
    "chrome": re.compile(r"Chrome/(\d{1,4})\.(\d{1,4})"),
    "firefox": re.compile(r"Firefox/(\d{1,4})\.(\d{1,4})"),
    "safari": re.compile(r"Version/(\d{1,4})\.(\d{1,4})[\d.]{0,20} Safari/"),
}
_INTERNET_EXPLORER = re.compile(r"MSIE |Trident/")
_PROGRAM = re.compile(r"bot|crawl|spider|preview|facebookexternalhit", re.IGNORECASE)


def is_too_old(user_agent: str) -> bool:
    """Return whether this browser cannot run the app. Unknown browsers and search engines can."""
    if _PROGRAM.search(user_agent):
        return False
    for name, pattern in _PATTERNS.items():
        if found := pattern.search(user_agent):
            return (int(found[1]), int(found[2])) < OLDEST[name]
    return bool(_INTERNET_EXPLORER.search(user_agent))
