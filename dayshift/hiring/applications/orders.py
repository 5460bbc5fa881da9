"""Interviews that an employer's applicant tracking system orders: from the order to the application.

The candidate agrees to share with this employer before the interview; the application is made when it is completed, so
until then the employer sees nothing. Every order ends: done, refused, expired, or failed because the job has closed.
"""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any, Literal

from sqlalchemy import and_, bindparam, delete, func, or_, select, update

from dayshift.accounts import User, find_user, is_held, update_user
from dayshift.core.audit import record
from dayshift.core.clock import now
from dayshift.core.db import Tx, insert
from dayshift.core.errors import AppError, NotFound
from dayshift.core.events import publish
from dayshift.core.ids import hash_token, new_id
from dayshift.core.language import Language
from dayshift.core.tasks import Task, Write, enqueue
from dayshift.hiring.applications.actions import submit
from dayshift.hiring.applications.errors import AlreadyApplied, AssessmentOver
from dayshift.hiring.applications.events import AssessmentEnded, AssessmentOrdered, AssessmentWithdrawn
from dayshift.hiring.applications.grants import SHARING_VERSION, new_share, share_with
from dayshift.hiring.applications.models import assessment_orders, ratings
from dayshift.hiring.applications.queries import Application, applications_for_jobs
from dayshift.hiring.employers import Employer, Posting, find_employer, find_posting
from dayshift.interviews.room import Interview, InterviewRequest, any_interview, create_interview, plan_of
from dayshift.jobs.catalog import find_job

FINISH_ORDER = "applications.orders.finish"
EXPIRE_ORDER = "applications.orders.expire"

ORDER_LIFE = timedelta(days=14)
"""How long a candidate has to finish an ordered interview."""
KEEP_ENDED = timedelta(days=180)
"""How long an ended order is kept, so that the other system can still read its status."""
STILL_TALKING = timedelta(hours=2)
STEP = 3
"""The step from which the interview is open to an account."""

OrderState = Literal["sent", "accepted", "done", "refused", "expired", "failed"]


@dataclass(frozen=True, slots=True)
class Order:
    """An ordered interview. `called_at`: when the other system was told of its end."""

    id: str
    employer_id: str
    posting_id: str
    email: str
    first_name: str
    last_name: str
    callback_url: str
    state: OrderState
    user_id: str | None
    interview_id: str | None
    application_id: str | None
    video: bool | None
    words: bool | None
    score: bool | None
    created_at: datetime
    expires_at: datetime
    ended_at: datetime | None
    called_at: datetime | None
    callback_error: str | None
    problem: str | None

    @property
    def open(self) -> bool:
        """Whether the candidate can still take the interview."""
        return self.state in {"sent", "accepted"}


@dataclass(frozen=True, slots=True)
class Invited:
    """The candidate of an order, as the other system names them, and where it wants to hear of the end."""

    email: str
    first_name: str
    last_name: str
    callback_url: str


@dataclass(frozen=True, slots=True)
class Agreed:
    """What a candidate agrees to share with the employer once the interview is done."""

    video: bool
    words: bool
    score: bool


_columns = [assessment_orders.c[name] for name in Order.__slots__]
_insert = (
    insert(assessment_orders)
    .on_conflict_do_nothing(index_elements=["employer_id", "fingerprint"])
    .returning(assessment_orders.c.id)
)
_by_id = select(*_columns).where(assessment_orders.c.id == bindparam("order"))
_by_fingerprint = select(*_columns).where(
    assessment_orders.c.employer_id == bindparam("employer"), assessment_orders.c.fingerprint == bindparam("print")
)
_by_token = select(*_columns).where(assessment_orders.c.token_hash == bindparam("hash"))
_by_interview = select(*_columns).where(
    assessment_orders.c.interview_id == bindparam("interview"), assessment_orders.c.state == "accepted"
)
_newest = (
    select(*_columns)
    .where(
        assessment_orders.c.employer_id == bindparam("employer"),
        or_(
            bindparam("before_id") == "",
            assessment_orders.c.created_at < bindparam("before_at"),
            and_(
                assessment_orders.c.created_at == bindparam("before_at"),
                assessment_orders.c.id < bindparam("before_id"),
            ),
        ),
    )
    .order_by(assessment_orders.c.created_at.desc(), assessment_orders.c.id.desc())
    .limit(bindparam("most"))
)
_counts = (
    select(assessment_orders.c.state, func.count())
    .where(assessment_orders.c.employer_id == bindparam("employer"))
    .group_by(assessment_orders.c.state)
)
_unsent_callbacks = (
    select(func.count())
    .select_from(assessment_orders)
    .where(
        assessment_orders.c.ended_at < bindparam("before"),
        assessment_orders.c.called_at.is_(None),
    )
)
_all = select(func.count()).select_from(assessment_orders)
_of_person = select(assessment_orders.c.id).where(
    or_(
        assessment_orders.c.user_id == bindparam("user"),
        and_(assessment_orders.c.user_id.is_(None), assessment_orders.c.email == bindparam("address")),
    )
)
_delete_of_person = delete(assessment_orders).where(assessment_orders.c.id.in_(bindparam("ids", expanding=True)))
_delete_old = delete(assessment_orders).where(
    assessment_orders.c.ended_at < bindparam("before"),
    ~is_held(assessment_orders.c.user_id, assessment_orders.c.employer_id),
)
_reopen_callbacks = (
    update(assessment_orders)
    .where(
        assessment_orders.c.application_id.in_(bindparam("applications", expanding=True)),
        assessment_orders.c.state == "done",
    )
    .values(called_at=None, callback_error=None)
    .returning(assessment_orders.c.id)
)
_levels = select(func.avg(ratings.c.level), func.count(func.distinct(ratings.c.author))).where(
    ratings.c.application_id == bindparam("application"), ratings.c.level.is_not(None), ratings.c.skipped.is_(False)
)


def place_order(tx: Tx, employer_id: str, posting: Posting, invited: Invited, at: datetime) -> Order:
    """Order an interview; the mail with its link follows. The same order again returns the first one."""
    fingerprint = sha256("\n".join([posting.id, invited.email, invited.callback_url]).encode()).digest()
    order = Order(
        id=new_id(), employer_id=employer_id, posting_id=posting.id,
        email=invited.email, first_name=invited.first_name, last_name=invited.last_name,
        callback_url=invited.callback_url, state="sent", user_id=None, interview_id=None, application_id=None,
        video=None, words=None, score=None, created_at=at, expires_at=at + ORDER_LIFE, ended_at=None, called_at=None,
        callback_error=None, problem=None,
    )  # fmt: skip
    values = {name: getattr(order, name) for name in Order.__slots__}
    if tx.execute(_insert, {**values, "fingerprint": fingerprint}).first() is None:
        row = tx.execute(_by_fingerprint, {"employer": employer_id, "print": fingerprint}).one()
        return Order(*row)
    _record(tx, "assessment.ordered", order)
    publish(tx, AssessmentOrdered(order.id))
    enqueue(tx, EXPIRE_ORDER, {"order_id": order.id}, due_at=order.expires_at)
    return order


def find_order(tx: Tx, order_id: str, *, for_update: bool = False) -> Order | None:
    """Return an order."""
    row = tx.execute(_by_id.with_for_update() if for_update else _by_id, {"order": order_id}).first()
    return Order(*row) if row else None


def own_order(tx: Tx, employer_id: str, order_id: str) -> Order:
    """Return an employer's own order. Raises `NotFound` for any other."""
    order = find_order(tx, order_id)
    if order is None or order.employer_id != employer_id:
        raise NotFound
    return order


def orders_of(tx: Tx, employer_id: str, most: int, after: Order | None = None) -> list[Order]:
    """Return an employer's orders, newest first, those after `after`."""
    keys = {"before_at": after.created_at if after else now(), "before_id": after.id if after else ""}
    return [Order(*row) for row in tx.execute(_newest, {"employer": employer_id, "most": most, **keys})]


def count_orders(tx: Tx, employer_id: str) -> dict[str, int]:
    """Return the number of an employer's orders by state."""
    rows = tx.execute(_counts, {"employer": employer_id})
    return {row[0]: row[1] for row in rows}


def count_unsent_callbacks(tx: Tx, before: datetime) -> tuple[int, int]:
    """Return the number of all orders, and of those that ended before `before` without a callback that arrived."""
    return tx.execute(_all).scalar_one(), tx.execute(_unsent_callbacks, {"before": before}).scalar_one()


def issue_order_token(tx: Tx, order_id: str) -> tuple[Order, Posting, Employer, str] | None:
    """Return an open order with a new token for its link; None if it has ended.

    Only the token's hash is stored, so a mail that is sent again has a new token, and the one before is void.
    """
    order = find_order(tx, order_id, for_update=True)
    posting = find_posting(tx, order.posting_id) if order and order.open else None
    if order is None or posting is None:
        return None
    token = secrets.token_urlsafe(32)
    change_order(tx, order.id, token_hash=hash_token(token))
    return order, posting, find_employer(tx, order.employer_id), token


def open_order(tx: Tx, token: str, *, for_update: bool = False) -> tuple[Order, Posting, Employer]:
    """Return the order of a mailed link. Raises `NotFound` for an unknown one."""
    query = _by_token.with_for_update() if for_update else _by_token
    row = tx.execute(query, {"hash": hash_token(token)}).first()
    order = Order(*row) if row else None
    posting = find_posting(tx, order.posting_id) if order else None
    if order is None or posting is None:
        raise NotFound
    return order, posting, find_employer(tx, order.employer_id)


def accept_order(tx: Tx, token: str, user: User, agreed: Agreed, language: Language, at: datetime) -> Interview:
    """Agree to share the interview with this employer, and return the interview to take. Idempotent.

    Raises `AssessmentOver` once the order has ended, and `NotFound` for anybody but the account that accepted first.
    """
    order, posting, employer = open_order(tx, token, for_update=True)
    if order.user_id not in (None, user.id):
        raise NotFound
    _refuse_over(order, at)
    changes: dict[str, Any] = {
        "video": agreed.video, "words": agreed.words, "score": agreed.score, "sharing_version": SHARING_VERSION,
    }  # fmt: skip
    interview = any_interview(tx, order.interview_id) if order.interview_id else None
    if interview is None or interview.status == "cancelled":
        wanted = InterviewRequest(posting.title[:120], employer.name, at)
        interview = create_interview(tx, user, wanted, plan_of(wanted.job_title, language))
    if order.state == "sent":
        changes |= {"state": "accepted", "user_id": user.id, "accepted_at": at}
        _record(tx, "assessment.accepted", order, user.id)
    change_order(tx, order.id, interview_id=interview.id, **changes)
    if user.current_step < STEP:
        update_user(tx, user.id, {"current_step": STEP})
    return interview


def refuse_order(tx: Tx, token: str, at: datetime) -> None:
    """Refuse an ordered interview; the employer learns only that. Idempotent. Raises `AssessmentOver`."""
    order = open_order(tx, token, for_update=True)[0]
    if order.state != "refused":
        _refuse_over(order, at)
        end_order(tx, order, "refused", at)


def end_order(tx: Tx, order: Order, state: OrderState, at: datetime, **values: Any) -> None:
    """End an order, and tell the system that placed it."""
    change_order(tx, order.id, state=state, ended_at=at, **values)
    _record(tx, "assessment.ended", order, order.user_id, state=state)
    publish(tx, AssessmentEnded(order.id))


def publish_withdrawals(tx: Tx, application_ids: Sequence[str], at: datetime) -> None:
    """Tell the systems that ordered these applications' interviews that the candidate no longer shares them."""
    if application_ids:
        ended = tx.execute(_reopen_callbacks, {"applications": list(application_ids)}).scalars().all()
        publish(tx, *[AssessmentWithdrawn(order_id, at.isoformat()) for order_id in ended])


def change_order(tx: Tx, order_id: str, **values: Any) -> None:
    """Set columns of an order."""
    tx.execute(update(assessment_orders).where(assessment_orders.c.id == order_id).values(**values))


def human_level(tx: Tx, application_id: str) -> tuple[float, int] | None:
    """Return the mean level that people gave to an application, from 1 to 5, and how many rated; None before that."""
    mean, raters = tx.execute(_levels, {"application": application_id}).one()
    return (round(float(mean), 1), raters) if raters else None


def order_ids_of(tx: Tx, address: str | None, user_id: str = "") -> list[str]:
    """Return the orders that a person accepted, and those sent to their address that nobody has accepted."""
    return list(tx.execute(_of_person, {"user": user_id, "address": address or ""}).scalars())


def forget_orders(tx: Tx, order_ids: list[str]) -> None:
    """Delete orders with all they hold about a person."""
    if order_ids:
        tx.execute(_delete_of_person, {"ids": order_ids})


def drop_old_orders(tx: Tx, at: datetime) -> int:
    """Delete orders that ended more than `KEEP_ENDED` ago and are under no legal hold; return how many."""
    return tx.execute(_delete_old, {"before": at - KEEP_ENDED, "held_at": at}).rowcount


async def finish_order(task: Task) -> Write:
    """Make the application of an ordered interview that was completed, with what the candidate agreed to share."""

    def write(tx: Tx) -> None:
        row = tx.execute(_by_interview.with_for_update(), {"interview": task.payload["interview_id"]}).first()
        if row is None:
            return
        order, at = Order(*row), now()
        try:
            with tx.begin_nested():
                application = _apply(tx, order, at)
        except AppError as error:  # The job was filled or removed in the meantime.
            end_order(tx, order, "failed", at, problem=error.code)
            return
        end_order(tx, order, "done", at, application_id=application.id)

    return write


async def expire_order(task: Task) -> Write:
    """End an order whose time is over; an interview in progress may be finished."""

    def write(tx: Tx) -> None:
        order = find_order(tx, task.payload["order_id"], for_update=True)
        if order is None or not order.open:
            return
        interview = any_interview(tx, order.interview_id) if order.interview_id else None
        if interview and interview.status in {"in-progress", "completed"}:
            enqueue(tx, EXPIRE_ORDER, task.payload, due_at=now() + STILL_TALKING)
            return
        end_order(tx, order, "expired", now())

    return write


def _apply(tx: Tx, order: Order, at: datetime) -> Application:
    user = find_user(tx, order.user_id or "")
    posting = find_posting(tx, order.posting_id)
    if user is None or posting is None or posting.job_id is None or find_job(tx, posting.job_id, at) is None:
        raise NotFound
    # The order did not ask for the quick answers, so its consent cannot renew an earlier one to them.
    share = new_share(at, video=bool(order.video), words=bool(order.words), score=bool(order.score))
    try:
        return submit(tx, user, posting, order.interview_id or "", share, at)
    except AlreadyApplied:  # By themselves, before the order: the employer has an application to look at.
        share_with(tx, user.id, order.employer_id, share, at)
        return applications_for_jobs(tx, user.id, [posting.job_id])[posting.job_id]


def _refuse_over(order: Order, at: datetime) -> None:
    if not order.open or order.expires_at <= at:
        raise AssessmentOver


def _record(tx: Tx, action: Any, order: Order, user_id: str | None = None, **details: str) -> None:
    record(
        tx, action, "candidate" if user_id else "system", user_id, subject="assessment", subject_id=order.id,
        employer_id=order.employer_id, details=details,
    )  # fmt: skip
