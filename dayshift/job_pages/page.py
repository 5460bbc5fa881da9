"""The public page of a job: works without scripts, with structured data for search engines. Pure."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from markupsafe import Markup

from dayshift.core.language import Language
from dayshift.core.pages import AI_PAGE, PublicPage, Site
from dayshift.hiring.applications import Applicable
from dayshift.job_pages import fields
from dayshift.job_pages.actions import Asked
from dayshift.job_pages.employer_questions import AnsweredQuestion
from dayshift.job_pages.posting import Listing, posting_of
from dayshift.jobs.catalog import Job
from dayshift.knowledge.occupations import art_of, licences_of

_TEMPLATES = Path(__file__).parent / "templates"

Refused = Literal["contact", "too_many"]


@dataclass(frozen=True, slots=True)
class Question:
    """The viewer's question: what became of it, once `asked`, `sent` to the employer, or `refused`."""

    text: str
    asked: Asked | None = None
    sent: bool = False
    refused: Refused | None = None


@dataclass(frozen=True, slots=True)
class PageState:
    """The viewer's part of the page, and the questions that the employer has answered.

    `apply` says whether the viewer can apply; None for an unknown job. `notices`: what laws demand to be told about AI.
    `preview`: a member of an employer looks at it.
    """

    signed_in: bool = False
    saved: bool = False
    apply: Applicable | None = None
    question: Question | None = None
    answered: Sequence[AnsweredQuestion] = ()
    notices: Sequence[str] = ()
    preview: bool = False


@dataclass(frozen=True, slots=True)
class UsedAi:
    """The versions in use, and the language model and transcriber that are set up.

    `model` is None without a language model. `voice` is where the server turns speech into text: nowhere,
    here, or at `voice_host`.
    """

    scorer: str
    plans: Sequence[int]
    consent: str
    model: str | None
    model_host: str | None
    voice: Literal["none", "here", "host"]
    voice_host: str | None


def job_page(job: Job, site: Site, state: PageState, listing: Listing, similar: Sequence[Job]) -> str:
    """The whole page of an open job, with its structured data."""
    text = fields.wording(site.language)
    say = text["page"] | {name: text["page"][name].format(product=site.product) for name in ("unknown", "not_here")}
    return _page(f"/jobs/{job.id}", site, state).render(
        "job.html",
        job=job,
        state=state,
        say=say,
        promise=_promise(state.apply, site.language),
        lang=_lang_of(job, site.language),
        title=text["page"]["title"].format(title=job.title, employer=job.employer),
        pay=fields.pay_of(job, site.language),
        amount=fields.amount_of(job, site.language),
        tips=fields.has_tips(job),
        pay_words=fields.pay_words_of(job),
        place=fields.place_of(job, site.language),
        facts=[(label, value or text["fields"]["not_stated"]) for label, value in _facts(job, site.language)],
        paragraphs=[part.strip() for part in job.description.split("\n\n") if part.strip()],
        data=_embedded(posting_of(job, listing)),
        art=art_of(job.occupation, job.category),
        similar=_cards(similar, site.language),
    )


def gone_page(job_id: str, site: Site, state: PageState, similar: Sequence[Job]) -> str:
    """The page of a job that does not exist, or no longer exists."""
    say = fields.wording(site.language)["page"]
    gone = _closed(state.apply, site.language) or say["gone"]
    # The headings of the other reasons say why.
    why = say["gone_why"] if gone == say["gone"] else ""
    page = _page(f"/jobs/{job_id}", site, state)
    return page.render("gone.html", say=say, gone=gone, why=why, state=state, similar=_cards(similar, site.language))


def ai_page(site: Site, used: UsedAi, *, human_review: bool, signed_in: bool) -> str:
    """The page that says how AI is used, with the versions in use. `human_review`: whether an operator can do one."""
    text = fields.wording(site.language)
    hosts = {"product": site.product, "host": used.model_host, "model": used.model, "voice_host": used.voice_host}
    return _page(AI_PAGE, site, PageState(signed_in=signed_in)).render(
        "ai.html",
        say=text["page"] | {name: words.format(**hosts) for name, words in text["ai"].items()},
        used=used,
        human_review=human_review,
        plans=fields.listed([str(version) for version in used.plans], site.language),
    )


def _page(path: str, site: Site, state: PageState) -> PublicPage:
    return PublicPage(site, path, _TEMPLATES, state.signed_in, state.preview)


def _lang_of(job: Job, language: Language) -> Markup:
    """Return the attribute of text in which the employer wrote, unless it is the language of the page."""
    written = fields.language_of(job)
    return Markup(f' lang="{written}"') if written != language else Markup("")  # noqa: S704  (one of two)


def _cards(jobs: Sequence[Job], language: Language) -> list[dict[str, Any]]:
    """Return what a short card shows of each job."""
    return [
        {
            "id": job.id,
            "title": job.title,
            "lang": _lang_of(job, language),
            "amount": fields.amount_of(job, language),
            "where": ", ".join(filter(None, [job.employer, job.city])),
            "art": art_of(job.occupation, job.category),
        }
        for job in jobs
    ]


def _promise(apply: Applicable | None, language: Language) -> list[str]:
    """Within how many days the employer replies, and how often it did so in time; nothing if nobody hires there yet."""
    if apply is None or apply.reply_days is None or not apply.staffed:
        return []
    say = fields.wording(language)["apply"]
    days = say["day" if apply.reply_days == 1 else "days"].format(days=apply.reply_days)
    return [days, *([say["on_time"].format(percent=apply.percent)] if apply.percent is not None else [])]


def _closed(apply: Applicable | None, language: Language) -> str | None:
    return fields.wording(language)["closed"][apply.because] if apply and apply.because else None


def _facts(job: Job, language: Language) -> list[tuple[str, str | None]]:
    text = fields.wording(language)
    return [
        (text["topics"]["hours"], fields.hours_of(job, language)),
        (text["topics"]["shifts"], fields.shifts_of(job, language)),
        (text["topics"]["start"], fields.start_of(job, language)),
        (text["page"]["experience"], fields.experience_of(job, language)),
        *([(text["page"]["licence"], job.licence)] if job.licence else []),
        *(
            (text["page"]["needs"], f"{licence.text(language)} ({licence.source})")
            for licence in licences_of(job.occupation, job.state)
        ),
    ]


def _embedded(data: dict[str, Any]) -> Markup:
    """JSON that is safe inside a script element: nothing an employer writes can close the element."""
    text = json.dumps(data, ensure_ascii=False)
    for sign in "<>&\u2028\u2029":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return Markup(text)  # noqa: S704  (escaped above)
