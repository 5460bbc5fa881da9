"""A job as schema.org markup, with what Google asks of a JobPosting. Pure."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from dayshift.core.language import DEFAULT
from dayshift.job_pages import fields
from dayshift.jobs.catalog import Job
from dayshift.knowledge.occupations import STATES, licences_of, soc_of

OPEN_ENDED = timedelta(days=30)
"""How far ahead `validThrough` lies for a job whose source states no end; such a job is listed until its source
drops it."""

_SCHEMA_HOURS = {"full-time": "FULL_TIME", "part-time": "PART_TIME"}


@dataclass(frozen=True, slots=True)
class Listing:
    """What the markup says beyond the job itself.

    `direct`: a candidate can apply at this address. `same_as`: the employer's own site, if it has proved that.
    """

    url: str
    direct: bool
    same_as: str | None
    at: datetime


def posting_of(job: Job, listing: Listing) -> dict[str, Any]:
    """The job as a schema.org JobPosting. Fields not stated are left out."""
    organization = {"@type": "Organization", "name": job.employer, "sameAs": listing.same_as}
    stated = {
        "title": job.title,
        "description": fields.markup_of(job),
        "identifier": {"@type": "PropertyValue", "name": job.employer, "value": job.id},
        "url": listing.url,
        "datePosted": (job.posted_at or job.created_at).isoformat(),
        "validThrough": (job.expires_at or _midnight(listing.at) + OPEN_ENDED).isoformat(),
        "hiringOrganization": {name: value for name, value in organization.items() if value is not None},
        "employmentType": _SCHEMA_HOURS[job.employment_type] if job.employment_type else None,
        "workHours": fields.shifts_of(job, DEFAULT),
        "jobImmediateStart": True if job.start == "immediately" else None,
        "baseSalary": _salary(job),
        "occupationalCategory": soc_of(job.occupation),
        "experienceRequirements": _experience(job),
        "qualifications": _qualifications(job),
        "directApply": listing.direct,
        **_where(job),
    }
    kept = {name: value for name, value in stated.items() if value is not None}
    return {"@context": "https://schema.org/", "@type": "JobPosting", **kept}


def _qualifications(job: Job) -> str | None:
    """The license that the employer asks for, and those that the law asks for."""
    by_law = [licence.english for licence in licences_of(job.occupation, job.state)]
    return "; ".join([*filter(None, [job.licence]), *by_law]) or None


def _midnight(at: datetime) -> datetime:
    return at.replace(hour=0, minute=0, second=0, microsecond=0)


def _where(job: Job) -> dict[str, Any]:
    if job.remote:
        limit = {"@type": "Country", "name": "USA"}
        if job.state:
            limit = {"@type": "State", "name": f"{STATES[job.state]}, USA"}
        return {"jobLocationType": "TELECOMMUTE", "applicantLocationRequirements": limit}
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
    ends = {"minValue": job.pay_low, "maxValue": job.pay_high}
    stated = {name: cents / 100 for name, cents in ends.items() if cents is not None}
    if not stated:
        return None
    value = {"@type": "QuantitativeValue", **stated, "unitText": "HOUR"}
    return {"@type": "MonetaryAmount", "currency": "USD", "value": value}


def _experience(job: Job) -> dict[str, Any] | None:
    if not job.experience_years:
        return None
    return {"@type": "OccupationalExperienceRequirements", "monthsOfExperience": 12 * job.experience_years}
