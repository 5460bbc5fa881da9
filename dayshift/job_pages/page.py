"""The public page of a job: works without scripts, with schema.org markup for search engines. Pure."""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from dayshift.core.language import DEFAULT, Language
from dayshift.job_pages import fields
from dayshift.jobs import Job

if TYPE_CHECKING:
    from jinja2 import Environment


@cache
def _templates() -> "Environment":
    from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape  # noqa: PLC0415  (not at a start)

    return Environment(
        loader=FileSystemLoader(Path(__file__).parent / "templates"),
        autoescape=select_autoescape(["html"]),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


_SCHEMA_HOURS = {"full-time": "FULL_TIME", "part-time": "PART_TIME"}


@dataclass(frozen=True, slots=True)
class Site:
    """What all pages share: product name, base URL, stylesheet path (None before a build) and language."""

    product: str
    url: str
    stylesheet: str | None
    language: Language


@dataclass(frozen=True, slots=True)
class PageState:
    """The viewer's part of the page. `answer` is None if no field of the job answers `question`."""

    signed_in: bool = False
    saved: bool = False
    question: str | None = None
    answer: str | None = None


def job_page(job: Job, site: Site, state: PageState) -> str:
    """The whole page."""
    text = fields.wording(site.language)
    return (
        _templates()
        .get_template("job.html")
        .render(
            job=job,
            site=site,
            state=state,
            say=text["page"] | {"unknown": text["page"]["unknown"].format(product=site.product)},
            job_id=job.id,
            title=text["page"]["title"].format(title=job.title, employer=job.employer),
            pay=fields.pay_of(job, site.language),
            place=fields.place_of(job, site.language),
            facts=[(label, value or text["fields"]["not_stated"]) for label, value in _facts(job, site.language)],
            paragraphs=[part.strip() for part in job.description.split("\n\n") if part.strip()],
            data=_embedded(posting_of(job, site)),
        )
    )


def gone_page(job_id: str, site: Site, state: PageState) -> str:
    """The page of a job that does not exist, or no longer exists."""
    say = fields.wording(site.language)["page"]
    return _templates().get_template("gone.html").render(site=site, say=say, job_id=job_id, state=state)


def posting_of(job: Job, site: Site) -> dict[str, Any]:
    """The job as a schema.org JobPosting. What the employer did not state is left out."""
    stated = {
        "title": job.title,
        "description": "".join(f"<p>{Markup.escape(part)}</p>" for part in job.description.split("\n\n")) or job.title,
        "identifier": {"@type": "PropertyValue", "name": job.source, "value": job.external_id},
        "url": f"{site.url}/jobs/{job.id}",
        "datePosted": (job.posted_at or job.created_at).isoformat(),
        "validThrough": job.expires_at.isoformat() if job.expires_at else None,
        "hiringOrganization": {"@type": "Organization", "name": job.employer},
        "employmentType": _SCHEMA_HOURS[job.employment_type] if job.employment_type else None,
        "workHours": fields.shifts_of(job, DEFAULT),
        "jobImmediateStart": True if job.start == "immediately" else None,
        "baseSalary": _salary(job),
        "experienceRequirements": _experience(job),
        "qualifications": job.licence,
        "directApply": True,
        **_where(job),
    }
    kept = {name: value for name, value in stated.items() if value is not None}
    return {"@context": "https://schema.org/", "@type": "JobPosting", **kept}


def _facts(job: Job, language: Language) -> list[tuple[str, str | None]]:
    text = fields.wording(language)
    return [
        (text["topics"]["hours"], fields.hours_of(job, language)),
        (text["topics"]["shifts"], fields.shifts_of(job, language)),
        (text["topics"]["start"], fields.start_of(job, language)),
        (text["page"]["experience"], fields.experience_of(job, language)),
        *([(text["page"]["licence"], job.licence)] if job.licence else []),
    ]


def _where(job: Job) -> dict[str, Any]:
    if job.remote:
        country = {"@type": "Country", "name": "USA"}
        return {"jobLocationType": "TELECOMMUTE", "applicantLocationRequirements": country}
    address = {
        "streetAddress": job.street,
        "addressLocality": job.city,
        "addressRegion": job.state,
        "postalCode": job.zip,
        "addressCountry": "US",
    }
    stated = {name: value for name, value in address.items() if value is not None}
    return {"jobLocation": {"@type": "Place", "address": {"@type": "PostalAddress", **stated}}}


def _salary(job: Job) -> dict[str, Any] | None:
    stated = [cents / 100 for cents in (job.pay_low, job.pay_high) if cents is not None]
    if not stated:
        return None
    value = {"@type": "QuantitativeValue", "minValue": min(stated), "maxValue": max(stated), "unitText": "HOUR"}
    return {"@type": "MonetaryAmount", "currency": "USD", "value": value}


def _experience(job: Job) -> dict[str, Any] | None:
    if not job.experience_years:
        return None
    return {"@type": "OccupationalExperienceRequirements", "monthsOfExperience": 12 * job.experience_years}


def _embedded(data: dict[str, Any]) -> Markup:
    """JSON that is safe inside a script element: nothing an employer writes can close the element."""
    text = json.dumps(data, ensure_ascii=False)
    for sign in "<>&\u2028\u2029":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return Markup(text)  # noqa: S704  (escaped above)
