"""The public JSON of SmartRecruiters: a list in pages, and each posting with its texts at a URL of its own."""

import re
from collections.abc import Iterator
from typing import Any

from dayshift.jobs.feeds.boards import rest
from dayshift.jobs.feeds.posting import PostedPay, PostedPlace, Posting
from dayshift.jobs.feeds.values import first, number, objects, text

_LIST = re.compile(r".{0,40}/companies/[^/?#]{1,200}/postings/?")
_ID = re.compile(r"[\w-]{1,64}")


def may_be_list(path: str) -> bool:
    """Whether the path of a URL is that of a company's list."""
    return _LIST.fullmatch(path) is not None


def is_list(document: Any) -> bool:
    """Whether this is a page of a list."""
    return recognises(document) and "content" in document


def next_offset(document: dict[str, Any]) -> int | None:
    """Return where the page after this one begins; None after the last one."""
    listed = [*objects(document["content"])]
    end = int(number(document.get("offset")) or 0) + len(listed)
    return end if listed and end < (number(document.get("totalFound")) or 0) else None


def ids_of(document: dict[str, Any]) -> list[str]:
    """Return the ids of a page's postings, which end the addresses of their details."""
    return [one for job in objects(document["content"]) if _ID.fullmatch(one := text(job.get("id")))]


def recognises(document: Any) -> bool:
    """{"totalFound", "content": [{"releasedDate", ...}]}, or one of its postings with {"jobAd": {"sections"}}"""
    if not isinstance(document, dict):
        return False
    jobs = document.get("content")
    if "releasedDate" in document and "sections" in first(document.get("jobAd")):
        return True
    return isinstance(jobs, list) and ("totalFound" in document or "releasedDate" in first(jobs))


def read(document: Any) -> Iterator[Posting]:
    """Yield a company's postings, or one. Their texts are at the address of each, and not in the list."""
    listed_jobs = document.get("content", [document])
    for line, job in enumerate(objects(listed_jobs), 1):
        at, sections = first(job.get("location")), first(first(job.get("jobAd")).get("sections"))
        company, pay = first(job.get("company")), first(job.get("compensation"))
        yield Posting(
            line=line,
            external_id=text(job.get("id")),
            title=text(job.get("name")),
            employer=text(company),
            description="".join(text(part.get("text")) for part in map(first, sections.values())),
            places=[
                PostedPlace(
                    text(at.get("address")),
                    text(at.get("city")),
                    text(at.get("region")),
                    text(at.get("postalCode")),
                    text(at.get("country")),
                    text=text(at.get("fullLocation")),
                )
            ],
            remote=at.get("remote") is True and at.get("hybrid") is not True,
            pay=PostedPay(
                number(pay.get("min")), number(pay.get("max")), text(pay.get("period")), text(pay.get("currency"))
            ),
            employment=text(first(job.get("typeOfEmployment")).get("label")),
            url=_page(text(company.get("identifier")), text(job.get("id"))),
            posted=text(job.get("releasedDate")),
        )
    if (count := sum("jobAd" not in job for job in objects(listed_jobs))) > 0:
        yield Posting(line=len(listed_jobs) + 1, problem="no_texts", detail=f"{count} of {len(listed_jobs)}")
    yield from rest(listed_jobs, document.get("totalFound"))


def _page(company: str, job_id: str) -> str:
    return f"https://jobs.smartrecruiters.com/{company}/{job_id}" if company and job_id else ""
