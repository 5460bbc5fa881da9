"""HTTP: a person sees what is kept about them, asks for a copy of it and downloads it."""

from datetime import timedelta
from typing import Any

from fastapi import APIRouter, Request, Response

from dayshift.accounts import RecentlyVerified, SignedIn
from dayshift.accounts.errors import ProofRequired
from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.core.errors import NotFound, NotSignedIn
from dayshift.core.http import errors
from dayshift.core.limits import RateLimited, Rule
from dayshift.dependencies import Config, Db, Limiter, ObjectStorage
from dayshift.interviews.recordings import RangeNotSatisfiable, stored_file
from dayshift.privacy.export import FILE, Export, find_export_of, record_download, request_export
from dayshift.privacy.overview import overview
from dayshift.privacy.schemas import DataReply, ExportReply, ExportStateReply

router = APIRouter(tags=["privacy"])

EXPORT = "/api/privacy/export"
ASK = Rule("ask for a copy of the data", times=10, seconds=24 * 3600)

_ZIP: dict[int | str, dict[str, Any]] = {
    200: {"description": "The whole file", "content": {"application/zip": {}}},
    206: {"description": "The range that was asked for"},
    304: {"description": "The file that the client has already"},
}


@router.get("/api/privacy/data", responses=errors(NotSignedIn))
async def read_data(user: SignedIn, db: Db, config: Config) -> DataReply:
    """What is kept about this person, who has it, who looked at it, and for how long."""
    return await db.read(overview, user.id, timedelta(days=config.retention_days), now())


@router.get(EXPORT, responses=errors(NotSignedIn))
async def read_export(user: SignedIn, db: Db) -> ExportStateReply:
    """The state of the copy that this person asked for."""
    return _reply(await db.read(find_export_of, user.id))


@router.post(EXPORT, status_code=201, responses=errors(NotSignedIn, ProofRequired, RateLimited))
async def start_export(user: RecentlyVerified, db: Db, limits: Limiter) -> ExportStateReply:
    """Make a copy of everything that belongs to this person; it replaces an earlier one."""
    await limits.count(ASK, user.id)

    def work(tx: Tx) -> Export:
        return request_export(tx, user.id, now())

    return _reply(await db.write(work))


@router.head(f"{EXPORT}/file", include_in_schema=False)
@router.get(f"{EXPORT}/file", responses=_ZIP | errors(NotSignedIn, ProofRequired, NotFound, RangeNotSatisfiable))
async def download_export(user: RecentlyVerified, request: Request, db: Db, storage: ObjectStorage) -> Response:
    """The copy as a ZIP file. Answers range requests, so that an interrupted download can be resumed."""
    export = await db.read(find_export_of, user.id)
    if export is None or export.object_key is None or export.until is None or export.until <= now():
        raise NotFound
    if request.method == "GET" and "range" not in request.headers:  # Not for each part of a download.
        await db.write(record_download, user.id)
    disposition = f'attachment; filename="{FILE}"'
    return await stored_file(request, storage, export.object_key, "application/zip", disposition)


def _reply(export: Export | None) -> ExportStateReply:
    if export is None or (export.until and export.until <= now()):
        return ExportStateReply(export=None)
    return ExportStateReply(
        export=ExportReply(
            state=export.state(now()),
            requested_at=export.requested_at,
            ready_at=export.ready_at,
            until=export.until,
            size_bytes=export.size_bytes,
        )
    )
