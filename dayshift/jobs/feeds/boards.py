"""The public JSON of job boards. Their locations are incomplete, and often a text with several of them."""

import re
from collections.abc import Iterator
from html import escape
from typing import Any

from dayshift.jobs.feeds.posting import PostedPay, PostedPlace, Posting
from dayshift.jobs.feeds.text import plain
from dayshift.jobs.feeds.values import first, listed, number, objects, text
from dayshift.knowledge.occupations import plain_name


def rest(listed_jobs: Any, total: Any) -> Iterator[Posting]:
    """Report a list that says that there are more jobs than it has."""
    count, stated = len(listed(listed_jobs)), number(total)
    if stated is not None and stated > count:
        yield Posting(line=count + 1, problem="more_pages", detail=f"{count} of {stated:g}")


def is_greenhouse(document: Any) -> bool:
    """{"jobs": [{"absolute_url", "location": {"name"}, ...}], "meta": {"total"}}"""
    jobs = document.get("jobs") if isinstance(document, dict) else None
    return isinstance(jobs, list) and ("meta" in document or "absolute_url" in first(jobs))


def read_greenhouse(document: Any) -> Iterator[Posting]:
    """Yield the postings of a board's list with `content=true&pay_transparency=true`."""
    for line, job in enumerate(objects(document["jobs"]), 1):
        where = text(job.get("location"))
        yield Posting(
            line=line,
            external_id=text(job.get("id")),
            title=text(job.get("title")),
            employer=text(job.get("company_name")),
            description=text(job.get("content")),
            places=[PostedPlace(text=where)] if where else [],
            offices=_greenhouse_offices(job),
            pay=_greenhouse_pay(job, where),
            employment=_metadata(job, "employment type", "time type", "job type"),
            hours=_metadata(job, "shift", "schedule"),
            url=text(job.get("absolute_url")),
            posted=text(job.get("first_published")) or text(job.get("updated_at")),
            expires=text(job.get("application_deadline")),
        )
    yield from rest(document["jobs"], first(document.get("meta")).get("total"))


def _greenhouse_offices(job: dict[str, Any]) -> list[PostedPlace]:
    offices = [PostedPlace(text=text(o.get("location")) or text(o.get("name"))) for o in objects(job.get("offices"))]
    return [office for office in offices if office.text]


def _greenhouse_pay(job: dict[str, Any], where: str) -> PostedPay:
    """Return the range for the job's place, or the only one. Several for other places say nothing."""
    ranges = [*objects(job.get("pay_input_ranges"))]
    if len(ranges) > 1:
        city = plain_name(re.split(r"[,;|(]", where)[0])
        here = [one for one in ranges if city and city in plain_name(text(one.get("title")))]
        same = {(one.get("min_cents"), one.get("max_cents")) for one in ranges}
        ranges = here or (ranges if len(same) == 1 else [])
    pay = first(ranges)
    return PostedPay(
        _dollars(pay.get("min_cents")),
        _dollars(pay.get("max_cents")),
        text(pay.get("title")),
        text(pay.get("currency_type")),
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
        more = "".join(
            f"<div>{words}</div>"
            for name in ("additional", "salaryDescription")
            if (words := text(job.get(name)) or escape(text(job.get(f"{name}Plain")), quote=False))
        )
        yield Posting(
            line=line,
            external_id=text(job.get("id")),
            title=text(job.get("text")),
            description=(text(job.get("description")) or text(job.get("descriptionPlain"))) + lists + more,
            places=[PostedPlace(text=name, country=country) for name in names if name],
            remote=text(job.get("workplaceType")) == "remote",
            pay=PostedPay(
                number(pay.get("min")),
                number(pay.get("max")),
                text(pay.get("interval")),
                text(pay.get("currency")),
                plain(text(job.get("salaryDescriptionPlain")) or text(job.get("salaryDescription"))),
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
    count, _, unit = text(pay.get("interval")).partition(" ")  # "1 HOUR", "2 WEEK", "0.5 MONTH", "1 TIME", "NONE"
    times = number(count) or 1.0
    low, high = number(pay.get("minValue")), number(pay.get("maxValue"))
    return PostedPay(
        low and low / times,
        high and high / times,
        "one-time" if unit == "TIME" else unit or count,
        text(pay.get("currencyCode")),
        text(compensation.get("compensationTierSummary")),
    )


def is_workable(document: Any) -> bool:
    """{"name", "jobs": [{"shortcode", "telecommuting", ...}]}"""
    jobs = document.get("jobs") if isinstance(document, dict) else None
    return isinstance(jobs, list) and "shortcode" in first(jobs)


def read_workable(document: Any) -> Iterator[Posting]:
    """Yield the postings of an account's widget with `details=true`."""
    for line, job in enumerate(objects(document["jobs"]), 1):
        shown = [at for at in objects(job.get("locations")) if at.get("hidden") is not True]
        places = [
            PostedPlace(
                city=text(at.get("city")),
                state=text(at.get("region") or at.get("state")),
                country=text(at.get("countryCode") or at.get("country")),
            )
            for at in shown or [job]
        ]
        yield Posting(
            line=line,
            external_id=text(job.get("shortcode")),
            title=text(job.get("title")),
            employer=text(document.get("name")),
            description=text(job.get("description")),
            places=places,
            remote=job.get("telecommuting") is True or text(job.get("workplace_type")) == "remote",
            employment=text(job.get("employment_type")),
            url=text(job.get("url")),
            posted=text(job.get("published_on")) or text(job.get("created_at")),
        )


def is_usajobs(document: Any) -> bool:
    """{"SearchResult": {"SearchResultItems": [{"MatchedObjectDescriptor", ...}]}}"""
    return isinstance(document, dict) and "SearchResultItems" in first(document.get("SearchResult"))


def read_usajobs(document: Any) -> Iterator[Posting]:
    """Yield the postings of a search at USAJOBS."""
    for line, item in enumerate(objects(document["SearchResult"]["SearchResultItems"]), 1):
        job = first(item.get("MatchedObjectDescriptor"))
        pay, details = first(job.get("PositionRemuneration")), first(first(job.get("UserArea")).get("Details"))
        yield Posting(
            line=line,
            external_id=text(item.get("MatchedObjectId")) or text(job.get("PositionID")),
            title=text(job.get("PositionTitle")),
            employer=text(job.get("OrganizationName")),
            description="\n\n".join(
                filter(None, [text(details.get("JobSummary")), text(details.get("MajorDuties")),
                              text(job.get("QualificationSummary"))])
            ),
            places=[
                PostedPlace(country=text(at.get("CountryCode")), text=text(at.get("LocationName")))
                for at in objects(job.get("PositionLocation"))
            ]
            or [PostedPlace(text=text(job.get("PositionLocationDisplay")))],
            remote=details.get("RemoteIndicator") is True,
            pay=PostedPay(
                number(pay.get("MinimumRange")),
                number(pay.get("MaximumRange")),
                text(pay.get("Description")) or _USAJOBS_UNITS.get(text(pay.get("RateIntervalCode")), "other"),
            ),
            employment=", ".join(text(one) for one in objects(job.get("PositionSchedule"))),
            url=text(job.get("PositionURI")),
            posted=text(job.get("PublicationStartDate")),
            expires=text(job.get("ApplicationCloseDate")),
        )  # fmt: skip
    found = first(document.get("SearchResult"))
    yield from rest(found.get("SearchResultItems"), found.get("SearchResultCountAll"))


_USAJOBS_UNITS = {"PH": "hour", "PD": "day", "BW": "biweekly", "PM": "month", "PA": "year"}


def is_recruitee(document: Any) -> bool:
    """{"offers": [{"slug", "careers_url", ...}]}"""
    offers = document.get("offers") if isinstance(document, dict) else None
    return isinstance(offers, list) and bool({"careers_url", "slug"} & first(offers).keys())


def read_recruitee(document: Any) -> Iterator[Posting]:
    """Yield the offers of a careers site."""
    for line, job in enumerate(objects(document["offers"]), 1):
        pay = first(job.get("salary"))
        places = [
            PostedPlace(
                text(at.get("street")),
                text(at.get("city")),
                text(at.get("state_code") or at.get("state")),
                text(at.get("postal_code")),
                text(at.get("country_code") or at.get("country")),
                text=text(at.get("location") or at.get("name")),
            )
            for at in [*objects(job.get("locations"))] or [job]
        ]
        yield Posting(
            line=line,
            external_id=text(job.get("id")),
            title=text(job.get("title")),
            employer=text(job.get("company_name")),
            description=text(job.get("description")) + text(job.get("requirements")),
            places=places,
            remote=job.get("remote") is True and job.get("hybrid") is not True and job.get("on_site") is not True,
            pay=PostedPay(
                number(pay.get("min")), number(pay.get("max")), text(pay.get("period")), text(pay.get("currency"))
            ),
            employment=text(job.get("employment_type_code")).replace("fulltime", "full-time"),
            url=text(job.get("careers_url")),
            posted=text(job.get("published_at")) or text(job.get("created_at")),
            expires=text(job.get("close_at")),
        )


def is_bamboohr(document: Any) -> bool:
    """{"result": [{"jobOpeningName", ...}], "meta": {"totalCount"}}"""
    return isinstance(document, dict) and "jobOpeningName" in first(document.get("result"))


def read_bamboohr(document: Any) -> Iterator[Posting]:
    """Yield the openings of a careers page (`/careers/list`). It names no employer, and has no texts."""
    for line, job in enumerate(objects(document["result"]), 1):
        at, other = first(job.get("location")), first(job.get("atsLocation"))
        yield Posting(
            line=line,
            external_id=text(job.get("id")),
            title=text(job.get("jobOpeningName")),
            places=[
                PostedPlace(
                    city=text(at.get("city")) or text(other.get("city")),
                    state=text(at.get("state")) or text(other.get("state")) or text(other.get("province")),
                    country=text(other.get("country")),
                )
            ],
            remote=job.get("isRemote") is True or text(job.get("locationType")) == "1",
            employment=text(job.get("employmentStatusLabel")),
        )
    yield from rest(document["result"], first(document.get("meta")).get("totalCount"))


def is_breezy(document: Any) -> bool:
    """[{"friendly_id", "published_date", ...}]"""
    return isinstance(document, list) and "friendly_id" in first(document)


def read_breezy(document: Any) -> Iterator[Posting]:
    """Yield the positions of a company's page."""
    for line, job in enumerate(objects(document), 1):
        places = [*objects(job.get("locations"))] or [*objects(job.get("location"))]
        yield Posting(
            line=line,
            external_id=text(job.get("id")),
            title=text(job.get("name")),
            employer=text(job.get("company")),
            description=text(job.get("description")),
            places=[
                PostedPlace(
                    city=text(at.get("city")),
                    state=text(first(at.get("state")).get("id") or at.get("state")),
                    country=text(first(at.get("country")).get("id") or at.get("country")),
                    text=text(at.get("name")),
                )
                for at in places
            ],
            remote=any(at.get("is_remote") is True for at in places),
            pay=PostedPay(text=text(job.get("salary"))),
            employment=text(job.get("type")),
            url=text(job.get("url")),
            posted=text(job.get("published_date")),
        )


def _metadata(job: dict[str, Any], *names: str) -> str:
    entries = objects(job.get("metadata"))
    return next((text(e.get("value")) for e in entries if any(n in text(e.get("name")).lower() for n in names)), "")


def _dollars(cents: Any) -> float | None:
    value = number(cents)
    return None if value is None else value / 100


def _milliseconds(value: Any) -> str:
    milliseconds = number(value)
    return "" if milliseconds is None else str(int(milliseconds) // 1000)
