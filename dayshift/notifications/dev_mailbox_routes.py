"""HTTP, in development only: the mailbox of sent messages, which shows codes and signed links."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, TypeVar

from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse

from dayshift.core.errors import NotFound
from dayshift.dependencies import Config, ServerServices
from dayshift.notifications import dev_mailbox
from dayshift.settings import LOOPBACK

T = TypeVar("T")

FRAME_POLICY = "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'"
"""CSP of an email's HTML: display only. Inline styles are allowed, as email programs require them."""


async def _at_home(request: Request) -> None:
    """Raise `NotFound` unless the request comes from this machine and addresses it by a loopback name.

    Checking the name blocks DNS rebinding, and proxies that forward their own name.
    """
    client = request.client.host if request.client else ""
    if client not in LOOPBACK or request.url.hostname not in LOOPBACK or "x-forwarded-for" in request.headers:
        raise NotFound


async def _folder(config: Config) -> Path:
    return config.dev_mailbox


Folder = Annotated[Path, Depends(_folder)]

router = APIRouter(prefix="/dev/outbox", include_in_schema=False, dependencies=[Depends(_at_home)])


@router.get("")
async def show_outbox(services: ServerServices, folder: Folder) -> HTMLResponse:
    """The sent messages, newest first."""
    return _page(dev_mailbox.list_page(await _read(dev_mailbox.newest, folder), services.stylesheet))


@router.get("/{name}")
async def show_message(name: str, services: ServerServices, folder: Folder) -> HTMLResponse:
    """One message with all its parts."""
    return _page(dev_mailbox.message_page(await _find(folder, name), services.stylesheet))


@router.get("/{name}/html")
async def show_html(name: str, folder: Folder) -> HTMLResponse:
    """The unchanged HTML of an email, for the iframe."""
    one = await _find(folder, name)
    if one.html is None:
        raise NotFound
    page = _page(one.html)
    page.headers["Content-Security-Policy"] = FRAME_POLICY
    return page


async def _find(folder: Path, name: str) -> dev_mailbox.SentMessage:
    found = await _read(dev_mailbox.find, folder, name)
    if found is None:
        raise NotFound
    return found


async def _read(fn: Callable[..., T], *args: object) -> T:
    return await asyncio.to_thread(fn, *args)


def _page(html: str) -> HTMLResponse:
    return HTMLResponse(html, headers={"Cache-Control": "no-store"})
