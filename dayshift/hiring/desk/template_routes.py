"""HTTP: an employer's templates for messages and letters, and their texts filled in for one application."""

from datetime import datetime
from typing import Annotated, Literal

from fastapi import APIRouter, Query
from pydantic import StringConstraints

from dayshift.accounts import find_user
from dayshift.core.audit import record
from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.core.errors import NotFound
from dayshift.core.http import errors
from dayshift.core.language import DEFAULT
from dayshift.core.limits import RateLimited, Rule
from dayshift.core.names import IsName
from dayshift.core.schemas import Body, Reply
from dayshift.dependencies import Db, Limiter
from dayshift.hiring.applications.access import load_for_member
from dayshift.hiring.applications.candidate import location_of
from dayshift.hiring.applications.errors import TooManyTemplates
from dayshift.hiring.applications.queries import Application
from dayshift.hiring.applications.schemas import Words
from dayshift.hiring.applications.text_templates import (
    FilledTemplate,
    Purpose,
    TemplateDraft,
    TextTemplate,
    add_template,
    change_template,
    delete_template,
    fill_in,
    templates_of,
)
from dayshift.hiring.desk.list_routes import Id
from dayshift.hiring.employers import ROLE_ERRORS, Hiring, find_employer, several_members

router = APIRouter(tags=["desk"])

TEMPLATES = "/api/desk/text-templates"
SAVE = Rule("save a template", 120, 3600)
"""Per member."""


class TemplateFields(Body):
    """A template in one or both languages. `{name}`, `{job}`, `{employer}` and `{place}` are filled in on use."""

    name: Annotated[str, StringConstraints(min_length=1, max_length=60), IsName]
    purpose: Purpose
    en: Words | None = None
    es: Words | None = None


class TextTemplateReply(Reply):
    """A template. `changedBy`: the name of the member who wrote it last."""

    id: str
    name: str
    purpose: Purpose
    en: str | None
    es: str | None
    changed_by: str | None
    changed_at: datetime


class TextTemplatesReply(Reply):
    """All templates of the employer by name."""

    templates: list[TextTemplateReply]


class FilledTemplateReply(Reply):
    """A template's text for one application. `language`: the candidate's, unless it has no text in it."""

    id: str
    name: str
    language: Literal["en", "es"]
    text: str


class FilledTemplatesReply(Reply):
    """The templates for one purpose with their placeholders filled; nothing is sent. `language` is the candidate's."""

    language: Literal["en", "es"]
    templates: list[FilledTemplateReply]


@router.get(TEMPLATES, responses=errors(*ROLE_ERRORS))
async def list_text_templates(member: Hiring, db: Db) -> TextTemplatesReply:
    """The employer's templates for messages and letters."""
    return await db.read(lambda tx: TextTemplatesReply(templates=_replies(tx, templates_of(tx, member.employer_id))))


@router.post(TEMPLATES, status_code=201, responses=errors(*ROLE_ERRORS, RateLimited, TooManyTemplates))
async def add_text_template(body: TemplateFields, member: Hiring, db: Db, limits: Limiter) -> TextTemplateReply:
    """Add a template. Unknown placeholders are refused by name."""
    await limits.count(SAVE, member.id)

    def write(tx: Tx) -> TextTemplateReply:
        template = add_template(tx, member.employer_id, member.id, _draft(body), now())
        record(
            tx, "template.saved", "member", member.id, subject="template", subject_id=template.id,
            employer_id=member.employer_id,
        )  # fmt: skip
        return _replies(tx, [template])[0]

    return await db.write(write)


@router.put(f"{TEMPLATES}/{{template_id}}", responses=errors(*ROLE_ERRORS, NotFound, RateLimited))
async def change_text_template(
    template_id: Id, body: TemplateFields, member: Hiring, db: Db, limits: Limiter
) -> TextTemplateReply:
    """Change a template. What was written with it before stays as it is."""
    await limits.count(SAVE, member.id)

    def write(tx: Tx) -> TextTemplateReply:
        template = change_template(tx, member.employer_id, template_id, member.id, _draft(body), now())
        record(
            tx, "template.saved", "member", member.id, subject="template", subject_id=template.id,
            employer_id=member.employer_id,
        )  # fmt: skip
        return _replies(tx, [template])[0]

    return await db.write(write)


@router.delete(f"{TEMPLATES}/{{template_id}}", status_code=204, responses=errors(*ROLE_ERRORS, NotFound))
async def delete_text_template(template_id: Id, member: Hiring, db: Db) -> None:
    """Delete a template."""

    def write(tx: Tx) -> None:
        delete_template(tx, member.employer_id, template_id)
        record(
            tx, "template.deleted", "member", member.id, subject="template", subject_id=template_id,
            employer_id=member.employer_id,
        )  # fmt: skip

    await db.write(write)


@router.get("/api/desk/applications/{application_id}/text-templates", responses=errors(*ROLE_ERRORS, NotFound))
async def fill_text_templates(
    application_id: Id, member: Hiring, db: Db, purpose: Annotated[Purpose, Query()]
) -> FilledTemplatesReply:
    """The templates for one purpose, filled in for this candidate. Sends nothing."""

    def load(tx: Tx) -> FilledTemplatesReply:
        application = load_for_member(tx, member, application_id, now()).application
        user = find_user(tx, application.user_id)
        language = user.language if user else DEFAULT
        filled = fill_in(templates_of(tx, member.employer_id), purpose, language, _values(tx, application))
        return FilledTemplatesReply(language=language, templates=[_filled(one) for one in filled])

    return await db.read(load)


def _values(tx: Tx, application: Application) -> dict[str, str]:
    """Return the value of each placeholder."""
    employer = find_employer(tx, application.employer_id)
    place = location_of(tx, application)
    return {
        "name": application.first_name,
        "job": application.title,
        "employer": employer.name,
        "place": place.address if place else employer.name,
    }


def _draft(body: TemplateFields) -> TemplateDraft:
    return TemplateDraft(body.name, body.purpose, body.en, body.es)


def _replies(tx: Tx, templates: list[TextTemplate]) -> list[TextTemplateReply]:
    members = several_members(tx, {one.changed_by for one in templates if one.changed_by})
    return [
        TextTemplateReply(
            id=one.id,
            name=one.name,
            purpose=one.purpose,
            en=one.en,
            es=one.es,
            changed_by=by.name if (by := members.get(one.changed_by or "")) else None,
            changed_at=one.changed_at,
        )
        for one in templates
    ]


def _filled(one: FilledTemplate) -> FilledTemplateReply:
    return FilledTemplateReply(id=one.id, name=one.name, language=one.language, text=one.text)
