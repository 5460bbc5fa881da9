"""Matches as API types."""

from collections.abc import Mapping
from dataclasses import replace

from dayshift.core.language import Language
from dayshift.core.schemas import shared
from dayshift.jobs.catalog import dollars
from dayshift.knowledge.occupations import art_of, licences_of, soc_of, title_in
from dayshift.matching.matches.explain import Factor, RoleReason
from dayshift.matching.matches.find import Match, Matches
from dayshift.matching.matches.replies import points_for
from dayshift.matching.matches.schemas import (
    BetterReply,
    FactorReply,
    HighlightsReply,
    MatchesReply,
    MatchReply,
    NeedReply,
    OtherPlaceReply,
    PayReply,
    PlaceReply,
    ReplyRateReply,
    WideningReply,
)
from dayshift.matching.saved_jobs import Marks


def matches_reply(
    found: Matches, zip_code: str, marks: Marks, reads: Language, percents: Mapping[str, int]
) -> MatchesReply:
    """Return the matches as the screens show them, with occupation names in the reader's language.

    `percents`: the employers' reply rates by job.
    """
    return MatchesReply(
        total_matches=found.total_matches,
        shown=found.shown,
        avg_match=found.avg_match,
        perfect_matches=found.perfect_matches,
        catalogue_empty=found.catalogue_empty,
        zip_code=zip_code,
        place=PlaceReply(city=found.place.city, state=found.place.state) if found.place else None,
        highlights=HighlightsReply(
            pay=found.highlights.pay_meets_expectations,
            location=found.highlights.convenient_location,
            schedule=found.highlights.schedule_fits,
            experience=found.highlights.experience_matches,
        ),
        understood=found.understood,
        read_as=[title_in(reads, title) for title in found.read_as],
        suggested=[title_in(reads, title) for title in found.suggested],
        widen=[WideningReply.model_validate(change) for change in found.widen],
        saved=len(marks.saved),
        hidden=len(marks.hidden),
        jobs=[_match(match, marks, reads, percents.get(match.job.id)) for match in found.matches],
    )


def _match(match: Match, marks: Marks, reads: Language, percent: int | None) -> MatchReply:
    job = match.job
    return MatchReply(
        **shared(job, MatchReply),
        art=art_of(job.occupation, job.category),
        soc=soc_of(job.occupation),
        also_at=[
            OtherPlaceReply(id=one.job.id, street=one.job.street, city=one.job.city, distance_miles=one.distance_miles)
            for one in match.also_at
        ],
        always_hiring=match.always_hiring,
        pay=PayReply(low=dollars(job.pay_low), high=dollars(job.pay_high)),
        score=match.score,
        distance_miles=match.distance_miles,
        cap=match.cap,
        factors=[FactorReply.model_validate(_worded(factor, reads)) for factor in match.factors],
        better=[BetterReply.model_validate(better) for better in match.better],
        replies=None if percent is None else ReplyRateReply(percent=percent, points=points_for(percent)),
        saved=job.id in marks.saved,
        needs=tuple(
            NeedReply(text=licence.text(reads), source=licence.source)
            for licence in licences_of(job.occupation, job.state)
        ),
    )


def _worded(factor: Factor, reads: Language) -> Factor:
    """Return the factor with the occupation names in its reason in the reader's language."""
    reason = factor.reason
    if not isinstance(reason, RoleReason):
        return factor
    title, near = (name and title_in(reads, name) for name in (reason.title, reason.near))
    return replace(factor, reason=replace(reason, title=title, near=near))
