"""HR Open ("HR-JSON") position openings. Versions differ in names and nesting; names of people are not read."""

from collections.abc import Iterator
from typing import Any

from dayshift.jobs.feeds.posting import PostedPay, PostedPlace, Posting
from dayshift.jobs.feeds.values import first, is_closed, number, objects, text


def recognises(document: Any) -> bool:
    """Whether this is a position opening, a list of them, or an object that contains them."""
    return any("positionProfiles" in opening for opening in _openings(document))


def read(document: Any) -> Iterator[Posting]:
    """Yield one posting per position profile of each opening."""
    for line, opening in enumerate(_openings(document), 1):
        if is_closed(text(opening.get("statusCode"))):
            continue
        for profile in objects(opening.get("positionProfiles")):
            yield _posting(line, opening, profile)


def _openings(document: Any) -> Iterator[dict[str, Any]]:
    if isinstance(document, dict) and "positionProfiles" not in document:
        for name in ("positionOpenings", "positionOpening", "PositionOpening", "data"):
            if name in document:
                return objects(document[name])
    return objects(document)


def _posting(line: int, opening: dict[str, Any], profile: dict[str, Any]) -> Posting:
    instruction = first(profile.get("postingInstructions"))
    pay = first(profile.get("offeredRemunerationPackage"))
    ranges = first(pay.get("ranges")) or pay
    return Posting(
        line=line,
        external_id=text(profile.get("positionId")) or text(opening.get("documentId")),
        title=text(profile.get("positionTitle")) or text(profile.get("title")),
        employer=_organisation(profile) or _organisation(opening),
        description="\n".join(
            text(part.get("content") or part.get("description") or part.get("value"))
            for part in objects(profile.get("positionFormattedDescriptions"))
        )
        or text(profile.get("positionDescription")),
        places=[_place(place) for name in _PLACES for place in objects(profile.get(name))],
        remote=text(profile.get("workplaceType")).lower() == "remote",
        pay=PostedPay(
            _amount(ranges.get("minimumAmount")),
            _amount(ranges.get("maximumAmount")),
            text(ranges.get("amountIntervalCode") or pay.get("basisCode") or ranges.get("basisCode")),
            text(first(ranges.get("minimumAmount")).get("currency")),
        ),
        employment=text(profile.get("positionScheduleTypeCodes") or profile.get("positionScheduleTypeCode")),
        hours=text(profile.get("shifts") or profile.get("workingHours")),
        experience=text(profile.get("experienceRequirements")),
        start=text(profile.get("startDate")),
        posted=text(instruction.get("start")),
        expires=text(instruction.get("end")),
        url=text(first(instruction.get("applicationMethods")).get("url")),
    )


_PLACES = ("positionLocations", "physicalLocations", "PhysicalLocation", "physicalLocation")


def _organisation(holder: dict[str, Any]) -> str:
    return text(first(holder.get("organization") or holder.get("hiringOrganization")).get("name"))


def _place(place: dict[str, Any]) -> PostedPlace:
    address = first(place.get("address")) or first(first(place.get("locationSummary"))) or place
    return PostedPlace(
        street=text(address.get("line") or address.get("streetAddress")),
        city=text(address.get("city") or address.get("municipality")),
        state=text(address.get("countrySubdivisions") or address.get("region")).rsplit("-", 1)[-1],
        zip=text(address.get("postalCode")),
        country=text(address.get("countryCode") or address.get("country")),
        text=text(place.get("name")),
    )


def _amount(value: Any) -> float | None:
    return number(value.get("value")) if isinstance(value, dict) else number(value)
