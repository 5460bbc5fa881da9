"""Open jobs as an XML feed for job boards: `<source>` with a `<job>` for each, as Indeed and others read it. Pure."""

import re
from collections.abc import Iterable, Mapping
from datetime import datetime
from email.utils import format_datetime

from dayshift.core.language import DEFAULT
from dayshift.job_pages import fields
from dayshift.jobs.catalog import Job

FOOT = "</source>\n"

_TYPES = {"full-time": "fulltime", "part-time": "parttime"}
_NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def head(publisher: str, url: str, at: datetime) -> str:
    """Return the beginning of a feed that is made at this time."""
    stated = {"publisher": publisher, "publisherurl": url, "lastBuildDate": format_datetime(at, usegmt=True)}
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<source>\n{_elements(stated)}\n'


def entries(jobs: Iterable[Job], url: str) -> str:
    """Return the entries of these jobs; fields that are not stated are left out."""
    return "".join(f"<job>{_elements(_stated(job, url))}</job>\n" for job in jobs)


def _stated(job: Job, url: str) -> dict[str, str | None]:
    posted = job.posted_at or job.created_at
    return {
        "title": job.title,
        "date": format_datetime(posted, usegmt=True),
        "referencenumber": job.id,
        "url": f"{url}/jobs/{job.id}",
        "company": job.employer,
        "streetaddress": job.street,
        "city": job.city,
        "state": job.state,
        "country": "US",
        "postalcode": job.zip,
        "description": fields.markup_of(job),
        "salary": fields.pay_of(job, DEFAULT),
        "jobtype": _TYPES[job.employment_type] if job.employment_type else None,
        "category": job.category,
        "experience": fields.experience_of(job, DEFAULT),
        "expirationdate": format_datetime(job.expires_at, usegmt=True) if job.expires_at else None,
        "remotetype": "Fully remote" if job.remote else None,
    }


def _elements(stated: Mapping[str, str | None]) -> str:
    return "".join(f"<{name}>{_cdata(value)}</{name}>" for name, value in stated.items() if value is not None)


def _cdata(text: str) -> str:
    """Return text that nothing an employer writes can end early, without characters that XML does not have."""
    return f"<![CDATA[{_NOT_XML.sub('', text).replace(']]>', ']]]]><![CDATA[>')}]]>"
