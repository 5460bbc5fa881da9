"""Liveness and readiness, for load balancers and service managers."""

import asyncio

import structlog
from fastapi import APIRouter, Request, Response

from dayshift.core.http import Db, Ok

log = structlog.get_logger()

router = APIRouter(tags=["health"])

DEADLINE_SECONDS = 3.0
"""After this time a probe counts as failed."""


@router.get("/healthz")
async def healthz() -> Ok:
    """The process answers."""
    return Ok()


@router.get("/readyz")
async def readyz(db: Db, request: Request, response: Response) -> Ok:
    """The database commits a write and background work runs; otherwise 503, within a few seconds."""
    state = request.app.state
    probe: asyncio.Task[None] | None = getattr(state, "probe", None)
    if probe is None or probe.done():  # One at a time, however many ask.
        probe = state.probe = asyncio.create_task(db.probe())
    try:
        await asyncio.wait_for(asyncio.shield(probe), DEADLINE_SECONDS)
    except Exception as error:  # noqa: BLE001  (any failure means: not ready)
        log.warning("not ready", error=repr(error)[:500])
        response.status_code = 503
        return Ok(ok=False)
    if state.failed:
        response.status_code = 503
        return Ok(ok=False)
    return Ok()
