"""An employer's templates for messages and for the words in letters, by language, with placeholders."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from sqlalchemy import bindparam, delete, func, select, update

from dayshift.accounts import keep_held
from dayshift.core.db import Tx, hold_lock, insert
from dayshift.core.errors import InvalidRequest, NotFound
from dayshift.core.ids import new_id
from dayshift.core.language import Language
from dayshift.hiring.applications.errors import TooManyTemplates
from dayshift.hiring.applications.models import text_templates

Purpose = Literal["message", "invite", "ask", "offer", "decline"]
"""Where a template is offered: in messages, or in the form of this move."""

MAX_TEMPLATES = 100
"""Per employer."""

PLACEHOLDERS = ("name", "job", "employer", "place")
"""The candidate's first name, the job's title, the employer's name, and the address of the place of work."""

_PLACEHOLDER = re.compile(r"\{([^{}\n]*)\}")


@dataclass(frozen=True, slots=True)
class TextTemplate:
    """A text in one or both languages; `changed_by` is a member's id, None if the member is gone."""

    id: str
    name: str
    purpose: Purpose
    en: str | None
    es: str | None
    changed_by: str | None
    changed_at: datetime


@dataclass(frozen=True, slots=True)
class TemplateDraft:
    """A template as a member wants it."""

    name: str
    purpose: Purpose
    en: str | None
    es: str | None


@dataclass(frozen=True, slots=True)
class FilledTemplate:
    """A template with the values of one application, in the candidate's language if it has a text in it."""

    id: str
    name: str
    language: Language
    text: str


_columns = [text_templates.c[name] for name in TextTemplate.__slots__]
_of_employer = text_templates.c.employer_id == bindparam("employer")
_all = select(*_columns).where(_of_employer).order_by(func.lower(text_templates.c.name), text_templates.c.id)
_count = select(func.count()).select_from(text_templates).where(_of_employer)
_own = (_of_employer, text_templates.c.id == bindparam("template"))
_one = select(*_columns).where(*_own)
_insert = insert(text_templates)
_update = update(text_templates).where(*_own)
_delete = delete(text_templates).where(*_own)


def templates_of(tx: Tx, employer_id: str) -> list[TextTemplate]:
    """Return an employer's templates by name."""
    return [TextTemplate(*row) for row in tx.execute(_all, {"employer": employer_id})]


def add_template(tx: Tx, employer_id: str, member_id: str, draft: TemplateDraft, at: datetime) -> TextTemplate:
    """Add a template. Raises `InvalidRequest` for unknown placeholders, and `TooManyTemplates`."""
    check_template(draft)
    hold_lock(tx, f"templates of {employer_id}")
    if tx.execute(_count, {"employer": employer_id}).scalar_one() >= MAX_TEMPLATES:
        raise TooManyTemplates
    template = TextTemplate(new_id(), draft.name, draft.purpose, draft.en, draft.es, member_id, at)
    values = {name: getattr(template, name) for name in TextTemplate.__slots__}
    tx.execute(_insert, {**values, "employer_id": employer_id})
    return template


def change_template(
    tx: Tx, employer_id: str, template_id: str, member_id: str, draft: TemplateDraft, at: datetime
) -> TextTemplate:
    """Change a template. Raises `NotFound`, and `InvalidRequest` for unknown placeholders."""
    check_template(draft)
    change = _update.values(
        name=draft.name, purpose=draft.purpose, en=draft.en, es=draft.es, changed_by=member_id, changed_at=at
    )
    own = {"employer": employer_id, "template": template_id}
    _keep(tx, employer_id, template_id)
    if not tx.execute(change, own).rowcount:
        raise NotFound
    return TextTemplate(*tx.execute(_one, own).one())


def delete_template(tx: Tx, employer_id: str, template_id: str) -> None:
    """Delete a template. Raises `NotFound`."""
    _keep(tx, employer_id, template_id)
    if not tx.execute(_delete, {"employer": employer_id, "template": template_id}).rowcount:
        raise NotFound


def _keep(tx: Tx, employer_id: str, template_id: str) -> None:
    mine = (text_templates.c.employer_id == employer_id, text_templates.c.id == template_id)
    keep_held(tx, list(text_templates.c), *mine, employer_id=employer_id)


def check_template(draft: TemplateDraft) -> None:
    """Raise `InvalidRequest` for a template without a text, or with placeholders that nothing fills."""
    if draft.en is None and draft.es is None:
        raise InvalidRequest(fields={"en": "Please write the text in English, in Spanish or in both"})
    problems = {}
    for language, text in (("en", draft.en), ("es", draft.es)):
        if unknown := unknown_placeholders(text or ""):
            known = ", ".join(f"{{{name}}}" for name in PLACEHOLDERS)
            problems[language] = f"Unknown placeholder: {', '.join(unknown)}. You can use {known}."
    if problems:
        raise InvalidRequest(fields=problems)


def unknown_placeholders(text: str) -> list[str]:
    """Return what is in braces without being a placeholder, and braces without their pair."""
    unknown = [f"{{{name}}}" for name in _PLACEHOLDER.findall(text) if name not in PLACEHOLDERS]
    unknown += re.findall(r"[{}]", _PLACEHOLDER.sub("", text))
    return list(dict.fromkeys(unknown))


def fill_in(
    templates: Sequence[TextTemplate], purpose: Purpose, language: Language, values: Mapping[str, str]
) -> list[FilledTemplate]:
    """Return the templates for one purpose with placeholders filled, in this language where they have it. Pure."""
    other: Language = "es" if language == "en" else "en"
    filled = []
    for one in templates:
        texts = {"en": one.en, "es": one.es}
        chosen = language if texts[language] else other
        text = texts[chosen]
        if one.purpose == purpose and text:
            text = _PLACEHOLDER.sub(lambda found: values[found[1]], text)
            filled.append(FilledTemplate(one.id, one.name, chosen, text))
    return filled
