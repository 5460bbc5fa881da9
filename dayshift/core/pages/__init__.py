"""Public pages that need no script: one frame around all of them, and the parts they share with the web app."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs

from fastapi import Request
from fastapi.responses import HTMLResponse, RedirectResponse

from dayshift.core.language import COOKIE, LANGUAGES, Language, load_wording

if TYPE_CHECKING:
    from jinja2 import Environment

AI_PAGE = "/how-ai-is-used"
"""The path of the page about the use of AI."""

PRIVACY_PAGE = "/privacy"
"""The path of the privacy notice."""

_YEAR_SECONDS = 31_536_000
_OWN = {"Cache-Control": "private, no-cache", "Vary": "Accept-Language, Cookie"}


@dataclass(frozen=True, slots=True)
class Site:
    """What all pages share: product name, base URL, stylesheet path (None before a build), language, and contact.

    `recording_days`: how long recordings are kept.
    """

    product: str
    url: str
    stylesheet: str | None
    language: Language
    contact: str = ""
    recording_days: int = 0


@dataclass(frozen=True, slots=True)
class PublicPage:
    """One page within the frame: its path, the folder of its templates, and whether the reader is signed in.

    A preview has no links that only candidates need.
    """

    site: Site
    path: str
    templates: Path
    signed_in: bool
    preview: bool = False

    def render(self, template: str, /, **values: Any) -> str:
        """Return the whole page."""
        shared = {"site": self.site, "path": self.path, "signed_in": self.signed_in, "ai": AI_PAGE}
        shared |= {"privacy": PRIVACY_PAGE, "preview": self.preview}
        found = _environment(self.templates).get_template(template)
        return found.render(**shared, frame=load_wording(__package__, self.site.language), **values)


def html_response(page: str, status: int = 200) -> HTMLResponse:
    """Return a page that depends on the reader's language and session."""
    return HTMLResponse(page, status, _OWN)


async def form_of(request: Request) -> Mapping[str, str]:
    """Return the fields of a URL-encoded form."""
    return {name: values[0] for name, values in parse_qs((await request.body()).decode("utf-8", "replace")).items()}


async def choose_language(request: Request, path: str) -> RedirectResponse:
    """Set the language of the pages, and return to one of them."""
    reply = RedirectResponse(path, 303)
    chosen = (await form_of(request)).get("language")
    if chosen in LANGUAGES:
        reply.set_cookie(COOKIE, chosen, max_age=_YEAR_SECONDS, path="/", samesite="lax")
    return reply


@cache
def _environment(templates: Path) -> "Environment":
    from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape  # noqa: PLC0415  (not at a start)

    return Environment(
        loader=FileSystemLoader([templates, Path(__file__).parent / "templates"]),
        autoescape=select_autoescape(["html"]),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
