"""The public JSON of three job boards: Greenhouse, Lever and Ashby. Their locations are incomplete."""

from collections.abc import Iterator
from typing import Any

from dayshift.jobs.feeds.posting import PostedPay, PostedPlace, Posting
from dayshift.jobs.feeds.values import first, listed, number, objects, text


def is_greenhouse(document: Any) -> bool:
    """{"jobs": [{"absolute_url", "location": {"name"}, ...}], "meta": {"total"}}"""
    jobs = document.get("jobs") if isinstance(document, dict) else None
    return isinstance(jobs, list) and ("meta" in document or "absolute_url" in first(jobs))


def read_greenhouse(document: Any) -> Iterator[Posting]:
    """Yield the postings of a board's list with `content=true&pay_transparency=true`."""
    for line, job in enumerate(objects(document["jobs"]), 1):
        pay = first(job.get("pay_input_ranges"))
        yield Posting(
            line=line,
            external_id=text(job.get("id")),
            title=text(job.get("title")),
            employer=text(job.get("company_name")),
            description=text(job.get("content")),
            places=[PostedPlace(text=part) for part in _split(text(job.get("location")))],
            remote=_is_remote(text(job.get("location"))),
            pay=PostedPay(
                _dollars(pay.get("min_cents")),
                _dollars(pay.get("max_cents")),
                text(pay.get("title")),
                text(pay.get("currency_type")),
            ),
            employment=_metadata(job, "employment type", "time type", "job type"),
            hours=_metadata(job, "shift", "schedule"),
            url=text(job.get("absolute_url")),
            posted=text(job.get("first_published")) or text(job.get("updated_at")),
            expires=text(job.get("application_deadline")),
        )


def is_lever(document: Any) -> bool:
    """[{"text", "categories", "hostedUrl", ...}]"""
    return isinstance(document, list) and "categories" in first(document)


def read_lever(document: Any) -> Iterator[Posting]:
    """Yield a site's postings with `mode=json`."""
    for line, job in enumerate(objects(document), 1):
        at, pay = first(job.get("categories")), first(job.get("salaryRange"))
        names = [text(name) for name in listed(at.get("allLocations"))] or [text(at.get("location"))]
        country = text(job.get("country"))
        lists = "".join(f"<p>{text(part.get('text'))}</p><ul>{text(part.get('content'))}</ul>"
                        for part in objects(job.get("lists")))  # fmt: skip
        yield Posting(
            line=line,
            external_id=text(job.get("id")),
            title=text(job.get("text")),
            description=(text(job.get("description")) or text(job.get("descriptionPlain"))) + lists,
            places=[PostedPlace(text=name, country=country) for name in names if name],
            remote=text(job.get("workplaceType")) == "remote",
            pay=PostedPay(
                number(pay.get("min")), number(pay.get("max")), text(pay.get("interval")), text(pay.get("currency"))
            ),
            employment=text(at.get("commitment")),
            url=text(job.get("hostedUrl")),
            posted=_milliseconds(job.get("createdAt")),
        )


def is_ashby(document: Any) -> bool:
    """{"apiVersion", "jobs": [{"isListed", ...}]}"""
    jobs = document.get("jobs") if isinstance(document, dict) else None
    return isinstance(jobs, list) and ("apiVersion" in document or "isListed" in first(jobs))


def read_ashby(document: Any) -> Iterator[Posting]:
    """Yield the postings of a board with `includeCompensation=true`, without unlisted ones."""
    for line, job in enumerate(objects(document["jobs"]), 1):
        if job.get("isListed") is False:
            continue
        elsewhere = [_ashby_place(place) for place in objects(job.get("secondaryLocations"))]
        yield Posting(
            line=line,
            external_id=text(job.get("id")),
            title=text(job.get("title")),
            description=text(job.get("descriptionHtml")) or text(job.get("descriptionPlain")),
            places=[_ashby_place(job), *elsewhere],
            remote=job.get("isRemote") is True and text(job.get("workplaceType")) in {"", "Remote"},
            pay=_ashby_pay(first(job.get("compensation"))),
            employment=text(job.get("employmentType")),
            url=text(job.get("jobUrl")),
            posted=text(job.get("publishedAt")),
        )


def _ashby_place(job: dict[str, Any]) -> PostedPlace:
    address = first(first(job.get("address")).get("postalAddress")) or first(job.get("address"))
    return PostedPlace(
        city=text(address.get("addressLocality")),
        state=text(address.get("addressRegion")),
        zip=text(address.get("postalCode")),
        country=text(address.get("addressCountry")),
        text=text(job.get("location")),
    )


def _ashby_pay(compensation: dict[str, Any]) -> PostedPay:
    parts = [*objects(compensation.get("summaryComponents"))]
    for tier in objects(compensation.get("compensationTiers")):
        parts += objects(tier.get("components"))
    pay = next((part for part in parts if text(part.get("compensationType")) in {"Salary", "Hourly"}), {})
    return PostedPay(
        number(pay.get("minValue")),
        number(pay.get("maxValue")),
        text(pay.get("interval")),
        text(pay.get("currencyCode")),
        text(compensation.get("compensationTierSummary")),
    )


def _metadata(job: dict[str, Any], *names: str) -> str:
    entries = objects(job.get("metadata"))
    return next((text(e.get("value")) for e in entries if any(n in text(e.get("name")).lower() for n in names)), "")


def _split(location: str) -> list[str]:
    """Split a board's location, which may contain several separated by ';', '|', '/' or 'or'."""
    for mark in (";", "|", " / ", " or "):
        if mark in location:
            return [part.strip() for part in location.split(mark) if part.strip()]
    return [location] if location else []


def _is_remote(location: str) -> bool:
    return location.lower().split(" ")[0].strip("(-,") == "remote"


def _dollars(cents: Any) -> float | None:
    value = number(cents)
    return None if value is None else value / 100


def _milliseconds(value: Any) -> str:
    milliseconds = number(value)
    return "" if milliseconds is None else str(int(milliseconds) // 1000)
