"""HTTP: how an employer leaves: a copy of its data, and its end."""

from collections.abc import Iterator
from tempfile import TemporaryFile
from typing import IO, Annotated

from fastapi import APIRouter, Request
from pydantic import Field, StringConstraints
from starlette.responses import StreamingResponse

from dayshift.accounts import InvalidCode
from dayshift.admin.employers import Closed, close
from dayshift.admin.leaving import readme, write_copy
from dayshift.core.audit import record
from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.core.errors import InvalidRequest
from dayshift.core.http import errors
from dayshift.core.limits import RateLimited, Rule
from dayshift.core.schemas import Body, Reply
from dayshift.dependencies import Config, Db, Limiter
from dayshift.hiring.applications import count_open
from dayshift.hiring.desk import Filters, ListView, rows_of
from dayshift.hiring.employers import (
    ROLE_ERRORS,
    EmployerClosed,
    Guarded,
    Member,
    Owner,
    check_second_factor,
    find_employer,
    members_of,
    postings_of,
)

router = APIRouter(tags=["desk"])

COPY = Rule("copy of an employer", 5, 86_400)
VIEWS: tuple[ListView, ...] = ("all_open", "ended")
_PIECE = 64 * 1024


class LeavingReply(Reply):
    """What closing the account ends: open applications, whose candidates get a letter, jobs and members.

    `invited`: the names or addresses of people who have not accepted their invitation.
    """

    applications: int
    jobs: int
    members: int
    invited: list[str]


class EmployerEnding(Body):
    """The employer's name, typed again, and a code of the authenticator app."""

    name: Annotated[str, StringConstraints(max_length=120)]
    code: Annotated[str, Field(min_length=6, max_length=20)]


@router.get("/api/desk/employer/leaving", responses=errors(*ROLE_ERRORS))
async def read_leaving(owner: Owner, db: Db) -> LeavingReply:
    """What closing the account would end."""

    def read(tx: Tx) -> LeavingReply:
        jobs = sum(one.state in {"live", "paused"} for one in postings_of(tx, owner.employer_id))
        team = members_of(tx, owner.employer_id)
        return LeavingReply(
            applications=count_open(tx, owner.employer_id),
            jobs=jobs,
            members=sum(one.state == "active" for one in team),
            invited=[one.name or one.email for one in team if one.state == "invited"],
        )

    return await db.read(read)


@router.get(
    "/api/desk/employer/copy",
    responses=errors(*ROLE_ERRORS, RateLimited) | {200: {"content": {"application/zip": {}}}},
    response_class=StreamingResponse,
)
async def download_copy(owner: Owner, db: Db, config: Config, limits: Limiter) -> StreamingResponse:
    """A copy of the employer's own data as a ZIP."""
    await limits.count(COPY, owner.employer_id)
    at = now()
    await db.write(_record_copy, owner)
    employer = await db.lookup(find_employer, owner.employer_id)
    file = TemporaryFile()  # noqa: SIM115  (closed once it was sent)
    try:
        tables = {f"applications-{view}.csv": rows_of(db, owner, Filters(view=view), at) for view in VIEWS}
        await write_copy(db, file, owner.employer_id, tables, readme(employer.name, config.product_name, at))
    except BaseException:
        file.close()
        raise
    headers = {"Content-Disposition": 'attachment; filename="employer-data.zip"', "Cache-Control": "no-store"}
    return StreamingResponse(_pieces(file), media_type="application/zip", headers=headers)


@router.post("/api/desk/employer/close", responses=errors(*ROLE_ERRORS, InvalidCode, EmployerClosed, RateLimited))
async def close_account(body: EmployerEnding, owner: Owner, request: Request, guard: Guarded, db: Db) -> LeavingReply:
    """Close the account for good: candidates get a letter, jobs go offline, members, keys and links end."""
    employer = await db.lookup(find_employer, owner.employer_id)
    if employer.name != body.name.strip():
        raise InvalidRequest(fields={"name": "This is not the name of the employer"})
    await check_second_factor(owner, body.code, request, guard, db)
    closed: Closed = await db.write(close, owner.employer_id, None, owner.id)
    return LeavingReply(applications=closed.applications, jobs=closed.jobs, members=closed.members, invited=[])


def _pieces(file: IO[bytes]) -> Iterator[bytes]:
    with file:
        file.seek(0)
        while piece := file.read(_PIECE):
            yield piece


def _record_copy(tx: Tx, owner: Member) -> None:
    record(
        tx, "employer.exported", "member", owner.id,
        subject="employer", subject_id=owner.employer_id, employer_id=owner.employer_id,
    )  # fmt: skip
