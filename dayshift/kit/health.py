"""Liveness and readiness, for whoever watches the process."""

from fastapi import APIRouter, Response
from sqlalchemy import text

from dayshift.kit.db import Tx
from dayshift.kit.http import Db, Ok

router = APIRouter(tags=["health"])


@router.get("/healthz")
async def healthz() -> Ok:
    """The process answers."""
    return Ok()


@router.get("/readyz")
async def readyz(db: Db, response: Response) -> Ok:
    """The database answers reads and takes writes; otherwise 503."""
    try:
        await db.read(_probe)
        await db.write(_probe)
    except Exception:  # noqa: BLE001  (whatever the database says, the answer is 'not ready')
        response.status_code = 503
        return Ok(ok=False)
    return Ok()


def _probe(tx: Tx) -> None:
    tx.execute(text("SELECT 1"))
