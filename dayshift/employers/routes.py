"""HTTP: the signed-in member and their settings."""

from fastapi import APIRouter, Request, Response

from dayshift.core.db import Tx
from dayshift.core.http import Ok, errors
from dayshift.employers import actions, queries, team
from dayshift.employers.errors import SecondFactorRequired, StaffSignInRequired
from dayshift.employers.queries import Member
from dayshift.employers.schemas import DeskReply, EmployerReply, MeReply, MeUpdate
from dayshift.employers.session import Staff, forget_cookie, token_of
from dayshift.services import Db

router = APIRouter(tags=["desk"])

_STAFF = errors(StaffSignInRequired, SecondFactorRequired)


@router.get("/api/desk/me", responses=_STAFF)
async def me(member: Staff, db: Db) -> DeskReply:
    """The signed-in member and their employer."""
    return _desk(member, await db.lookup(queries.find_employer, member.employer_id))


@router.patch("/api/desk/me", responses=_STAFF)
async def update_me(body: MeUpdate, member: Staff, db: Db) -> DeskReply:
    """Change the member's own name, language and settings."""
    values = body.model_dump(exclude_none=True)

    def write(tx: Tx) -> tuple[Member, queries.Employer]:
        return team.update_member(tx, member.id, values), queries.find_employer(tx, member.employer_id)

    return _desk(*await db.write(write))


@router.post("/api/desk/sign-out")
async def sign_out(request: Request, response: Response, db: Db) -> Ok:
    """End this staff session. Without a session, the response is the same."""
    if token := token_of(request):
        await db.write(actions.close_member_session, token)
    forget_cookie(request, response)
    return Ok()


def _desk(member: Member, employer: queries.Employer) -> DeskReply:
    mine = MeReply.model_validate(member)
    return DeskReply(member=mine, employer=EmployerReply.model_validate(employer))
