"""HTTP: candidates open, accept or refuse an interview that an employer's system ordered, by their mailed link."""

from datetime import datetime
from typing import Annotated

from fastapi import APIRouter, Path

from dayshift.accounts import (
    EmailTaken,
    FamilyName,
    IssueSession,
    MaybeSignedIn,
    Name,
    SessionIssuer,
    User,
    UserReply,
    find_user,
    register_user,
)
from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.core.errors import NotFound
from dayshift.core.http import errors
from dayshift.core.language import Language
from dayshift.core.limits import RateLimited, Rule
from dayshift.core.schemas import Body, Ok, Reply
from dayshift.dependencies import Db, Limiter, ReaderLanguage
from dayshift.hiring.applications import Agreed, AssessmentOver, ConsentMissing, accept_order, open_order, refuse_order

router = APIRouter(tags=["assessments"])

OPENED = Rule("open an ordered interview", 60, 600)
"""Per link."""

LinkKey = Annotated[str, Path(min_length=20, max_length=120)]


class OrderedInterview(Reply):
    """An ordered interview as its candidate sees it. `state` is `over` once it has ended."""

    employer: str
    title: str
    state: str
    expires_at: datetime
    first_name: str
    last_name: str
    signed_in: bool


class AcceptedInterview(Reply):
    """The interview to take, and the account that takes it. `token` is the session's, if the account is new."""

    interview_id: str
    user: UserReply
    token: str | None = None


class Acceptance(Body):
    """What the candidate agrees to share with this employer after the interview, and their name."""

    first_name: Name
    last_name: FamilyName = ""
    video: bool
    words: bool
    score: bool


@router.get("/api/assessments/{key}", responses=errors(NotFound, RateLimited))
async def read_ordered_interview(key: LinkKey, user: MaybeSignedIn, db: Db, limits: Limiter) -> OrderedInterview:
    """The employer and the job of a mailed link."""
    await limits.count(OPENED, key)
    order, posting, employer = await db.read(open_order, key)
    own = order.user_id is None or (user is not None and order.user_id == user.id)
    if not own:  # The link was forwarded after it was accepted.
        raise NotFound
    over = not order.open or order.expires_at <= now()
    return OrderedInterview(
        employer=employer.name,
        title=posting.title,
        state=order.state if not over else ("refused" if order.state == "refused" else "over"),
        expires_at=order.expires_at,
        first_name=user.first_name if user else order.first_name,
        last_name=user.last_name if user else order.last_name,
        signed_in=user is not None,
    )


@router.post(
    "/api/assessments/{key}/accept", responses=errors(NotFound, AssessmentOver, ConsentMissing, EmailTaken, RateLimited)
)
async def accept_ordered_interview(  # noqa: PLR0913, PLR0917  (each is a route parameter)
    key: LinkKey,
    body: Acceptance,
    user: MaybeSignedIn,
    enter: IssueSession,
    db: Db,
    limits: Limiter,
    reads: ReaderLanguage,
) -> AcceptedInterview:
    """Agree to share with this employer, and get the interview. Without a session, this creates an account.

    The link came by mail, so the account's address is verified. An address that has an account must sign in.
    """
    await limits.count(OPENED, key)
    agreed = Agreed(body.video, body.words, body.score)

    def accept(tx: Tx) -> tuple[str, User, str]:
        taker, session = user, ""
        employer = open_order(tx, key, for_update=True)[2]
        if not (body.video or body.words):
            raise ConsentMissing(employers=[employer.id])
        if taker is None:
            taker, session = _new_account(tx, key, body, enter, reads)
        interview = accept_order(tx, key, taker, agreed, reads, now())
        return interview.id, find_user(tx, taker.id) or taker, session

    interview_id, taker, session = await db.write(accept)
    if session:
        enter.reply(taker, session)
    reply = UserReply.model_validate(taker)
    return AcceptedInterview(interview_id=interview_id, user=reply, token=session or None)


@router.post("/api/assessments/{key}/refuse", responses=errors(NotFound, AssessmentOver, RateLimited))
async def refuse_ordered_interview(key: LinkKey, db: Db, limits: Limiter) -> Ok:
    """Refuse the interview. The employer learns that, and nothing else. Idempotent."""
    await limits.count(OPENED, key)
    await db.write(refuse_order, key, now())
    return Ok()


def _new_account(tx: Tx, key: str, body: Acceptance, enter: SessionIssuer, language: Language) -> tuple[User, str]:
    """Create the candidate's account and session. Raises `EmailTaken`, and `NotFound` once somebody has accepted."""
    order = open_order(tx, key, for_update=True)[0]
    if order.user_id is not None:
        raise NotFound
    if not order.open or order.expires_at <= now():
        raise AssessmentOver
    made = register_user(
        tx, email=order.email, first_name=body.first_name, last_name=body.last_name, email_verified=True,
        language=language, password_hash=None,
    )  # fmt: skip
    return enter.open(tx, made)
