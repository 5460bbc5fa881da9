"""Finding the jobs that fit: read the candidates, score them, explain the best."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from dayshift.core.db import Tx
from dayshift.core.ids import first_id
from dayshift.job_index import STORED, Area, Cells, columns, jobs_within, shift_bits
from dayshift.jobs import Job, find_jobs, has_jobs
from dayshift.matching.changes import Better, Change, better_by_change, changed
from dayshift.matching.explain import Cap, Factor, cap_of, factors_of
from dayshift.matching.score import (
    MATCH,
    NEAR_MILES,
    PERFECT,
    Scores,
    matches_of,
    ordered,
    role_cap,
    score,
)
from dayshift.matching.wish import Wish
from dayshift.occupations import (
    EMPLOYMENT_TYPES,
    EmploymentType,
    Place,
    Shift,
    TitleFit,
    locate_zip,
    nearest_titles,
    occupations,
    understand,
)


@dataclass(frozen=True, slots=True)
class Match:
    """A job of 60 % or more. `score` is the sum of the factors' points, capped, rounded down."""

    job: Job
    score: int
    distance_miles: float | None
    factors: tuple[Factor, ...]
    cap: Cap | None
    better: tuple[Better, ...]


@dataclass(frozen=True, slots=True)
class Highlights:
    """How many of all matches truly have each of the four things said about them."""

    pay_meets_expectations: int
    convenient_location: int
    schedule_fits: int
    experience_matches: int


Sort = Literal["best", "pay", "distance", "newest"]


@dataclass(frozen=True, slots=True)
class View:
    """Which of the matches are shown, in which order. None, or empty, leaves nothing out.

    `least_pay` in dollars per hour: the least that the job pays reaches it; jobs that state none are left out.
    `shifts`: the job requires no other. `sort` by pay follows the least that is paid, by age the newest first.
    `since`: only jobs that were first stored at that instant or later.
    """

    sort: Sort = "best"
    offset: int = 0
    limit: int = 50
    least_pay: float | None = None
    most_miles: float | None = None
    employment_type: EmploymentType | None = None
    shifts: tuple[Shift, ...] = ()
    category: str | None = None
    since: datetime | None = None


EVERYTHING = View()


@dataclass(frozen=True, slots=True)
class Widening:
    """One change to the wish that alone would bring so many matches where there are none.

    radius: twice; for the others see `Better`.
    """

    change: Change | Literal["radius"]
    matches: int


@dataclass(frozen=True, slots=True)
class Matches:
    """What was found. The figures count every match; `shown` those that the view lets through; `matches` a page.

    `avg_match` is the mean of the shown scores, rounded down; None without matches. `place` is None where
    the zip code is on no map, so that nothing is near it. `understood` says whether the text spoke of any work
    that we know well enough to match, `read_as` has the usual titles of what it named, `suggested` the nearest
    titles otherwise. `widen` says, where nothing matches, what would.
    """

    total_matches: int
    avg_match: int | None
    perfect_matches: int
    highlights: Highlights
    shown: int
    matches: tuple[Match, ...]
    catalogue_empty: bool
    place: Place | None
    understood: bool
    read_as: tuple[str, ...]
    suggested: tuple[str, ...]
    widen: tuple[Widening, ...] = ()


def find_matches(
    tx: Tx, wish: Wish, now: datetime, view: View = EVERYTHING, *, but: Collection[str] = (), cells: Cells = STORED
) -> Matches:
    """Score every open job within reach of the wish, but those with the ids in `but`; explain a page of them."""
    place = locate_zip(wish.zip_code)
    fits = {fit.occupation: fit for fit in understand(wish.text)}
    values = {name: fit.fit for name, fit in fits.items()}
    scores = score_near(tx, wish, values, now, but=but, cells=cells)
    understood = any(role_cap(fit.fit) >= MATCH for fit in fits.values())
    matching = matches_of(scores)
    percent = scores.percent[matching]
    shown = matching[_passes(view, scores, matching)]
    page = _in_order(view, scores, shown)[view.offset :]
    return Matches(
        total_matches=len(matching),
        avg_match=int(percent.sum()) // len(matching) if len(matching) else None,
        perfect_matches=int((percent >= PERFECT).sum()),
        highlights=_highlights(scores, matching),
        shown=len(shown),
        matches=_explained(tx, wish, fits, scores, page),
        catalogue_empty=not (len(matching) or has_jobs(tx, now)),
        place=place,
        understood=understood,
        read_as=tuple(occupations()[fit.occupation].title for fit in fits.values() if fit.how == "named"),
        suggested=() if understood else nearest_titles(wish.text),
        widen=() if len(matching) else tuple(_widenings(tx, wish, values, now, but=but, cells=cells)),
    )


def new_matches(
    tx: Tx, wish: Wish, since: datetime, now: datetime, *, most: int = 5, but: Collection[str] = ()
) -> Matches:
    """The matches among the jobs that were first stored since then: `shown` is their number, `matches` the best.

    The other figures count older matches too. `but` are ids of jobs to leave out.
    """
    return find_matches(tx, wish, now, View(since=since, limit=most), but=but)


def score_near(
    tx: Tx, wish: Wish, fits: Mapping[str, float], now: datetime, *, but: Collection[str] = (), cells: Cells = STORED
) -> Scores:
    """The scores of all open jobs within reach that can be a match."""
    # What can never reach 60 because of its role is not even read. This changes no result.
    reachable = [name for name, fit in fits.items() if role_cap(fit) >= MATCH]
    area = Area(locate_zip(wish.zip_code), wish.radius_miles)
    return score(wish, fits, jobs_within(tx, area, reachable, now, but=but, cells=cells))


def _widenings(
    tx: Tx, wish: Wish, fits: Mapping[str, float], now: datetime, *, but: Collection[str], cells: Cells
) -> Iterator[Widening]:
    wider = replace(wish, radius_miles=2 * wish.radius_miles)
    changes: tuple[tuple[Change | Literal["radius"], Wish], ...] = (*changed(wish).items(), ("radius", wider))
    for change, one in changes:
        if count := len(matches_of(score_near(tx, one, fits, now, but=but, cells=cells))):
            yield Widening(change, count)


def _passes(view: View, scores: Scores, rows: NDArray[np.intp]) -> NDArray[np.bool_]:
    """Which of these rows a view lets through."""
    jobs = scores.jobs.take(rows)
    passes = np.ones(len(rows), dtype=np.bool_)
    if view.least_pay is not None:
        passes &= jobs.pay_low >= max(1, view.least_pay * 100)
    if view.most_miles is not None:
        passes &= jobs.distance_miles <= view.most_miles
    if view.employment_type is not None:
        passes &= columns.employment_types(jobs.schedule) == EMPLOYMENT_TYPES.index(view.employment_type)
    if view.shifts:
        required = columns.shifts(jobs.schedule)
        passes &= (required != 0) & (required & ~np.uint8(shift_bits(view.shifts)) == 0)
    if view.category is not None:
        names = {name for name, entry in occupations().items() if entry.category == view.category}
        passes &= np.array([name in names for name in jobs.occupations], dtype=np.bool_)[jobs.occupation]
    if view.since is not None:
        passes &= jobs.ids(np.arange(len(jobs))) >= first_id(view.since)
    return passes


def _in_order(view: View, scores: Scores, rows: NDArray[np.intp]) -> NDArray[np.intp]:
    """These rows in the order of a view, up to the end of its page."""
    jobs, best, end = scores.jobs, (scores.exact, scores.uncapped), view.offset + view.limit
    match view.sort:
        case "best":
            return ordered(rows, best, jobs.ids, end)
        case "pay":
            return ordered(rows, (jobs.pay_low.astype(np.float64), *best), jobs.ids, end)
        case "distance":
            return ordered(rows, (-jobs.distance_miles, *best), jobs.ids, end)
        case "newest":  # Ids sort by age.
            return rows[np.argsort(jobs.ids(rows))[::-1]][:end]


def _explained(
    tx: Tx, wish: Wish, fits: Mapping[str, TitleFit], scores: Scores, rows: NDArray[np.intp]
) -> tuple[Match, ...]:
    ids = scores.jobs.ids(rows).tolist()
    details = find_jobs(tx, ids)
    better = better_by_change(wish, {name: fit.fit for name, fit in fits.items()}, scores.jobs.take(rows))
    return tuple(
        _match(wish, fits, details[job_id], scores, row, better_so)
        for job_id, row, better_so in zip(ids, rows.tolist(), better, strict=True)
    )


def _match(
    wish: Wish, fits: Mapping[str, TitleFit], job: Job, scores: Scores, row: int, better: tuple[Better, ...]
) -> Match:
    values = {name: float(column[row]) for name, column in scores.factors.items()}
    miles = float(scores.jobs.distance_miles[row])
    return Match(
        job=job,
        score=int(scores.percent[row]),
        distance_miles=None if job.remote else round(miles, 1),
        factors=factors_of(wish, fits, job, miles, values),
        cap=cap_of(float(scores.uncapped[row]), float(scores.exact[row]), role_cap(values["role"])),
        better=better,
    )


def _highlights(scores: Scores, rows: NDArray[np.intp]) -> Highlights:
    factors = {name: values[rows] for name, values in scores.factors.items()}
    return Highlights(
        pay_meets_expectations=int((factors["pay"] == 1).sum()),
        convenient_location=int((scores.jobs.distance_miles[rows] <= NEAR_MILES).sum()),
        schedule_fits=int((factors["schedule"] == 1).sum()),
        experience_matches=int((factors["experience"] == 1).sum()),
    )
