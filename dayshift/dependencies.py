"""Parameters of routes: the services of the server, and the language of the reader."""

from typing import Annotated

from fastapi import Depends, Header, Request
from pydantic import StringConstraints
from starlette.requests import HTTPConnection

from dayshift.core.account_limits import END_TURN
from dayshift.core.db import Database
from dayshift.core.language import Language, language_of
from dayshift.core.limits import Limits
from dayshift.providers.dns import Resolver
from dayshift.providers.storage import Storage
from dayshift.providers.video import VideoProvider
from dayshift.services import Services
from dayshift.settings import Settings


def services_of(connection: HTTPConnection) -> Services:
    """The services of the server that handles this request or WebSocket."""
    services: Services = connection.app.state.services
    return services


async def take_turn(request: Request, account: str) -> None:
    """Wait for the request's turn among those of its account; the turn ends when the response begins.

    Raises `RateLimited`.
    """
    if END_TURN not in request.scope:
        request.scope[END_TURN] = await services_of(request).account_limits.enter(account)


# Coroutines, because FastAPI runs plain functions in a thread.
async def _language(request: Request) -> Language:
    return language_of(request.headers.get("cookie", ""), request.headers.get("accept-language", ""))


async def _services(connection: HTTPConnection) -> Services:
    return services_of(connection)


async def _db(connection: HTTPConnection) -> Database:
    return services_of(connection).db


async def _settings(connection: HTTPConnection) -> Settings:
    return services_of(connection).settings


async def _limits(connection: HTTPConnection) -> Limits:
    return services_of(connection).limits


async def _storage(connection: HTTPConnection) -> Storage:
    return services_of(connection).storage


async def _resolver(connection: HTTPConnection) -> Resolver:
    return services_of(connection).resolver


async def _video(connection: HTTPConnection) -> VideoProvider:
    return services_of(connection).video


ServerServices = Annotated[Services, Depends(_services)]
Db = Annotated[Database, Depends(_db)]
Config = Annotated[Settings, Depends(_settings)]
Limiter = Annotated[Limits, Depends(_limits)]
ObjectStorage = Annotated[Storage, Depends(_storage)]
Names = Annotated[Resolver, Depends(_resolver)]
Video = Annotated[VideoProvider, Depends(_video)]
ReaderLanguage = Annotated[Language, Depends(_language)]
IdempotencyKey = Annotated[
    str, StringConstraints(min_length=8, max_length=80, pattern=r"^[\x21-\x7e]+$"), Header(alias="Idempotency-Key")
]
"""A resend with the same key has no further effect."""
