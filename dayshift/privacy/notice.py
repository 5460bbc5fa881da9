"""What people are told about their data: the public page, and the same words in the copy of their data."""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from urllib.parse import urlsplit

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse

from dayshift.accounts import CONSENT, PRIVACY, MaybeSignedIn, Notice, ShownNotice, not_shown_yet, record_if_possible
from dayshift.core.clock import now
from dayshift.core.language import Language, load_wording
from dayshift.core.pages import PRIVACY_PAGE, PublicPage, Site, choose_language, html_response
from dayshift.dependencies import Config, Db, ReaderLanguage, services_of
from dayshift.hiring.applications import GRANT_DAYS, KEEP_ENDED
from dayshift.knowledge.jurisdictions import RECORD_YEARS
from dayshift.privacy.export import KEPT
from dayshift.privacy.periods import BACKUPS_GONE, FILES_GONE, UNDO
from dayshift.settings import Settings

router = APIRouter()


@dataclass(frozen=True, slots=True)
class PrivacyNotice:
    """The parts of the notice, each with its paragraphs."""

    purposes: Sequence[str]
    data: Sequence[str]
    recipients: Sequence[str]
    periods: Sequence[str]
    rights: Sequence[str]

    def version(self, controller: str) -> str:
        """Return a digest of the words, which changes with them and with who is responsible."""
        return sha256(repr((self, controller)).encode()).hexdigest()[:16]


def notice_of(settings: Settings, language: Language) -> PrivacyNotice:
    """Return the notice of this installation: recipients and periods are those of its settings."""
    model_host, voice_host = (urlsplit(one).hostname for one in (settings.language_model_url, settings.transcriber_url))
    say = words(language)
    days = {
        "recordings": settings.retention_days, "sessions": settings.session_days, "grants": GRANT_DAYS,
        "orders": KEEP_ENDED.days, "copy": KEPT.days, "years": RECORD_YEARS, "undo": UNDO.days,
        "hours": int(FILES_GONE.total_seconds() // 3600), "backups": BACKUPS_GONE.days,
    }  # fmt: skip
    used = {
        "mail": settings.smtp_url, "sms": settings.sms_url, "model": model_host, "voice": voice_host,
        "video": settings.video_url, "storage": "://" in settings.storage_url and settings.storage_url,
    }  # fmt: skip
    hosts = {"model": model_host or "", "voice": voice_host or ""}
    return PrivacyNotice(
        purposes=say["purposes"].splitlines(),
        data=say["data"].splitlines(),
        recipients=[
            say["employers"].format(**days),
            say["outsiders"],
            *(say[f"to_{name}"].format(host=hosts.get(name, "")) for name, on in used.items() if on),
            say["transfers"],
        ],
        periods=say["periods"].format(**days).splitlines(),
        rights=say["rights"].splitlines(),
    )


@router.get(PRIVACY_PAGE, include_in_schema=False)
async def show_notice(
    request: Request, user: MaybeSignedIn, db: Db, config: Config, language: ReaderLanguage
) -> HTMLResponse:
    """The public page that says what is done with people's data."""
    sheet = services_of(request).stylesheet
    site = Site(config.product_name, config.public_url, sheet, language, config.contact)
    page = PublicPage(site, PRIVACY_PAGE, Path(__file__).parent / "templates", user is not None)
    shown = notice_of(config, language)
    if user:
        sent = Notice(PRIVACY, shown.version(config.controller), language)
        if new := await db.lookup(not_shown_yet, user.id, [sent]):
            await record_if_possible(db, user.id, new, now())
    return html_response(page.render("notice.html", say=words(language), notice=shown, controller=config.controller))


@router.post(f"{PRIVACY_PAGE}/language", include_in_schema=False)
async def choose_language_of_notice(request: Request) -> RedirectResponse:
    """Set the language of the pages."""
    return await choose_language(request, PRIVACY_PAGE)


def readme_of(
    settings: Settings, language: Language, employers: Sequence[str], shown: Sequence[ShownNotice] = ()
) -> str:
    """Return what Article 15 of the GDPR asks for beside the data itself; `employers` have been shown some of it.

    `shown`: the notices that the person was shown.
    """
    say, notice = words(language), notice_of(settings, language)
    named = [say["employers_yours"].format(names=", ".join(employers))] if employers else []
    responsible = [one for one in (settings.controller, settings.contact, say["controller_employers"]) if one]
    parts: list[tuple[str, Sequence[str]]] = [
        (say["controller"], responsible),
        (say["purposes_title"], notice.purposes),
        (say["data_title"], notice.data),
        (say["recipients_title"], [*notice.recipients, *named]),
        (say["periods_title"], notice.periods),
        (say["rights_title"], notice.rights),
        (say["logic_title"], say["logic"].splitlines()),
        *([(say["shown_title"], [_shown(one, say) for one in shown])] if shown else []),
    ]
    return "\n\n".join("\n".join([title, *(f"- {line}" for line in lines)]) for title, lines in parts)


def _shown(one: ShownNotice, say: dict[str, str]) -> str:
    name = {CONSENT: say["shown_consent"], PRIVACY: say["title"]}.get(one.name) or say["shown_ai"].format(rule=one.name)
    values = {"name": name, "version": one.version, "day": f"{one.shown_at:%Y-%m-%d}"}
    if one.accepted_at:
        return say["shown_accepted"].format(**values, agreed=f"{one.accepted_at:%Y-%m-%d}")
    return say["shown_line"].format(**values)


def words(language: Language) -> dict[str, str]:
    """All words of the notice in a language."""
    found: dict[str, str] = load_wording(__package__, language)["notice"]
    return found
