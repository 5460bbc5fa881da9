"""The list of applications as CSV, one short transaction per page and in constant memory."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy import bindparam, select

from dayshift.core.db import Database, Tx
from dayshift.core.language import Language
from dayshift.core.spreadsheets import BOM, as_csv
from dayshift.hiring.applications.models import moves
from dayshift.hiring.applications.stages import ANSWERS
from dayshift.hiring.desk.list_ratings import NOBODY, RatingSummary, rating_summaries
from dayshift.hiring.desk.listing import Filters, selection_of
from dayshift.hiring.desk.paging import ApplicationRow, Page, Start, page_of
from dayshift.hiring.employers import Member

PAGE = 500
"""Applications per transaction."""

_HEADERS: dict[Language, tuple[str, ...]] = {
    "en": (
        "ID", "Name", "Job", "Location", "Stage", "Applied", "Reply by", "Late", "Decision", "Decided", "Decided by",
        "Watched by", "Ratings", "Mean rating",
    ),
    "es": (
        "ID", "Nombre", "Trabajo", "Ubicación", "Etapa", "Solicitud", "Fecha límite", "Con retraso", "Decisión",
        "Fecha de la decisión", "Decisión de", "Visto por", "Evaluaciones", "Evaluación media",
    ),
}  # fmt: skip
_DECISIONS: dict[Language, dict[str, str]] = {
    "en": {"invite": "Invited", "offer": "Offer sent", "decline": "Declined", "close": "Closed"},
    "es": {"invite": "Con invitación", "offer": "Oferta enviada", "decline": "Rechazada", "close": "Cerrada"},
}
_STAGES: dict[Language, dict[str, str]] = {
    "en": {
        "submitted": "New",
        "in_review": "In review",
        "question_asked": "Question asked",
        "invited": "Invited",
        "met": "Met",
        "offered": "Offer sent",
        "hired": "Hired",
        "declined": "Declined",
        "withdrawn": "Withdrawn",
        "closed": "Closed",
    },
    "es": {
        "submitted": "Nueva",
        "in_review": "En revisión",
        "question_asked": "Pregunta enviada",
        "invited": "Con invitación",
        "met": "Entrevista hecha",
        "offered": "Oferta enviada",
        "hired": "Con contrato",
        "declined": "Rechazada",
        "withdrawn": "Retirada",
        "closed": "Cerrada",
    },
}
_YES_NO: dict[Language, tuple[str, str]] = {"en": ("yes", "no"), "es": ("sí", "no")}

# The last one of each application comes last.
_answers = (
    select(moves.c.application_id, *(moves.c[name] for name in ("action", "member_name", "made_at")))
    .where(moves.c.application_id.in_(bindparam("ids", expanding=True)), moves.c.action.in_(sorted(ANSWERS)))
    .order_by(moves.c.number)
)


async def rows_of(db: Database, member: Member, filters: Filters, at: datetime) -> AsyncIterator[str]:
    """Yield the table in pieces of CSV text, in the member's language. Dates are in the zone of the place of work."""
    yield BOM + as_csv([_HEADERS[member.language]])
    after: str | None = None
    while True:
        page, more = await db.read(_load, member, filters, after, at)
        if page.rows:
            yield as_csv([_row(one, more, member.language, at) for one in page.rows])
        after = page.next_key
        if after is None:
            return


@dataclass(frozen=True, slots=True)
class _Decision:
    action: str
    member_name: str | None
    made_at: datetime


@dataclass(frozen=True, slots=True)
class _More:
    """What the table has besides the list, by application: ratings, and the last decision."""

    ratings: dict[str, RatingSummary]
    decisions: dict[str, _Decision]


def _load(tx: Tx, member: Member, filters: Filters, after: str | None, at: datetime) -> tuple[Page, _More]:
    start = Start("after", after) if after else None
    page = page_of(tx, member, selection_of(tx, member, filters, at), start, at, PAGE)
    ids = [one.application.id for one in page.rows]
    return page, _More(
        rating_summaries(tx, member.id, ids),
        {row[0]: _Decision(*row[1:]) for row in tx.execute(_answers, {"ids": ids})},
    )


def _row(one: ApplicationRow, more: _More, language: Language, at: datetime) -> list[Any]:
    application, place = one.application, one.location
    zone = ZoneInfo(place.zone if place else "UTC")
    rated, decision = more.ratings.get(application.id, NOBODY), more.decisions.get(application.id)
    # The promise ends with a day: its instant is the first moment after it.
    reply_by = application.reply_by and application.reply_by - timedelta(seconds=1)
    return [
        application.id,
        one.name,
        application.title,
        place.name if place else "",
        _STAGES[language][application.stage],
        _day(application.submitted_at, zone),
        _day(reply_by, zone),
        _YES_NO[language][not application.is_late(at)],
        _DECISIONS[language][decision.action] if decision else "",
        _day(decision.made_at if decision else None, zone),
        (decision.member_name if decision else None) or "",
        ", ".join(one.viewers),
        rated.people,
        "" if rated.mean is None else f"{rated.mean:.1f}",
    ]


def _day(at: datetime | None, zone: ZoneInfo) -> str:
    return at.astimezone(zone).date().isoformat() if at else ""
