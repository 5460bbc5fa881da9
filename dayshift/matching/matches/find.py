"""Find the jobs that fit a search: read those in reach, score them, explain the best."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from dayshift.core.db import Tx
from dayshift.core.ids import first_id
from dayshift.jobs.catalog import Job, always_hiring, find_jobs, groups_near, has_jobs
from dayshift.jobs.index import Area, columns, jobs_within, shift_bits
from dayshift.knowledge.occupations import (
    EMPLOYMENT_TYPES,
    EmploymentType,
    NamedWork,
    Place,
    Shift,
    locate_zip,
    occupations,
    work_in,
)
from dayshift.matching.matches.explain import Cap, Factor, cap_of, factors_of
from dayshift.matching.matches.improvements import Better, Change, better_by_change, changed
from dayshift.matching.matches.job_search import JobSearch
from dayshift.matching.matches.score import (
    MATCH,
    NEAR_MILES,
    PERFECT,
    Scores,
    matches_of,
    ordered,
    role_cap,
    score,
)


@dataclass(frozen=True, slots=True)
class OtherPlace:
    """The same job at another place in reach."""

    job: Job
    distance_miles: float


@dataclass(frozen=True, slots=True)
class Match:
    """A job of 60 % or more. `score` is the sum of the factors' points, capped, rounded down.

    A job that was posted for several places is one match, at the nearest; `also_at` are the others in reach, nearest
    first, at most `MAX_OTHERS`. `always_hiring`: it has no last opening.
    """

    job: Job
    score: int
    distance_miles: float | None
    factors: tuple[Factor, ...]
    cap: Cap | None
    better: tuple[Better, ...]
    also_at: tuple[OtherPlace, ...]
    always_hiring: bool


@dataclass(frozen=True, slots=True)
class Highlights:
    """The number of matches for which each of four statements is true."""

    pay_meets_expectations: int
    convenient_location: int
    schedule_fits: int
    experience_matches: int


MAX_OTHERS = 20

Sort = Literal["best", "pay", "distance", "newest"]


@dataclass(frozen=True, slots=True)
class View:
    """Filters, order and page of the matches. None or empty does not filter.

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
    """One change to a search without matches that alone would bring this many.

    radius: twice; for the others see `Better`.
    """

    change: Change | Literal["radius"]
    matches: int


@dataclass(frozen=True, slots=True)
class Matches:
    """The result of a search. The figures count every match; `shown` those that pass the filters; `matches` is a page.

    `avg_match` is the mean of the shown scores, rounded down; None without matches. `place` is None if the zip code
    is unknown, so that nothing is near it. `read_as` are the usual titles of the occupations that the text names; for
    `understood` and `suggested` see `NamedWork`. `widen`: if nothing matches, the changes that would bring matches.
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


@dataclass(frozen=True, slots=True)
class LocatedSearch:
    """A search with its zip code and words looked up. `place` is None if the zip code is unknown."""

    search: JobSearch
    place: Place | None
    work: NamedWork

    @property
    def fits(self) -> dict[str, float]:
        """How well each occupation that the search names fits it, 0 to 1."""
        return {fit.occupation: fit.fit for fit in self.work.fits}


def locate(search: JobSearch) -> LocatedSearch:
    """Look up the zip code and the words of a search."""
    return LocatedSearch(search, locate_zip(search.zip_code), work_in(search.text))


def find_matches(
    tx: Tx,
    search: JobSearch,
    now: datetime,
    view: View = EVERYTHING,
    *,
    exclude: Collection[str] = (),
) -> Matches:
    """Score every open job in reach of the search, except the ids in `exclude`, and explain one page."""
    located = locate(search)
    work = located.work
    scores = score_near(tx, located, now, exclude=exclude)
    matching, others = _at_nearest_place(tx, located, scores, matches_of(scores))
    percent = scores.percent[matching]
    shown = matching[_passes(view, scores, matching)]
    page = _in_order(view, scores, shown)[view.offset :]
    return Matches(
        total_matches=len(matching),
        avg_match=int(percent.sum()) // len(matching) if len(matching) else None,
        perfect_matches=int((percent >= PERFECT).sum()),
        highlights=_highlights(scores, matching),
        shown=len(shown),
        matches=_explained(tx, located, scores, page, others),
        catalogue_empty=not (len(matching) or has_jobs(tx, now)),
        place=located.place,
        understood=work.understood,
        read_as=tuple(occupations()[fit.occupation].title for fit in work.fits if fit.how == "named"),
        suggested=work.suggested,
        widen=() if len(matching) else tuple(_widenings(tx, located, now, exclude=exclude)),
    )


def new_matches(
    tx: Tx, search: JobSearch, since: datetime, now: datetime, *, most: int = 5, exclude: Collection[str] = ()
) -> Matches:
    """The matches among the jobs first stored since then: `shown` is their number, `matches` the best.

    The other figures count older matches too. `exclude` are ids of jobs to leave out.
    """
    return find_matches(tx, search, now, View(since=since, limit=most), exclude=exclude)


def score_near(tx: Tx, located: LocatedSearch, now: datetime, *, exclude: Collection[str] = ()) -> Scores:
    """The scores of all open jobs in reach that can be a match."""
    search, fits = located.search, located.fits
    # A job whose role cannot reach 60 is not even read. This changes no result.
    reachable = [name for name, fit in fits.items() if role_cap(fit) >= MATCH]
    area = Area(located.place, search.radius_miles)
    return score(search, fits, jobs_within(tx, area, reachable, now, exclude=exclude))


def _widenings(tx: Tx, located: LocatedSearch, now: datetime, *, exclude: Collection[str]) -> Iterator[Widening]:
    search = located.search
    wider = replace(search, radius_miles=2 * search.radius_miles)
    changes: tuple[tuple[Change | Literal["radius"], JobSearch], ...] = (*changed(search).items(), ("radius", wider))
    for change, other in changes:
        changed_search = replace(located, search=other)
        scores = score_near(tx, changed_search, now, exclude=exclude)
        if count := len(_at_nearest_place(tx, changed_search, scores, matches_of(scores))[0]):
            yield Widening(change, count)


def _at_nearest_place(
    tx: Tx, located: LocatedSearch, scores: Scores, rows: NDArray[np.intp]
) -> tuple[NDArray[np.intp], Mapping[int, Sequence[int]]]:
    """Keep one row of each job that was posted for several places, the nearest; return its other rows by that row."""
    if located.place is None or not len(rows):
        return rows, {}
    groups = groups_near(tx, located.place.lat, located.search.radius_miles)
    if not groups:
        return rows, {}
    ids = scores.jobs.ids(rows)
    nearest: dict[str, list[int]] = {}
    places = np.isin(ids, list(groups)).nonzero()[0]
    for at in sorted(places.tolist(), key=lambda at: (float(scores.jobs.distance_miles[rows[at]]), str(ids[at]))):
        nearest.setdefault(groups[str(ids[at])], []).append(at)
    left = np.ones(len(rows), dtype=np.bool_)
    left[[at for _, *others in nearest.values() for at in others]] = False
    return rows[left], {int(rows[first]): [int(rows[at]) for at in others] for first, *others in nearest.values()}


def _passes(view: View, scores: Scores, rows: NDArray[np.intp]) -> NDArray[np.bool_]:
    """Which of these rows pass the filters of a view."""
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
    tx: Tx, located: LocatedSearch, scores: Scores, rows: NDArray[np.intp], others: Mapping[int, Sequence[int]]
) -> tuple[Match, ...]:
    ids = scores.jobs.ids(rows).tolist()
    shown = [(row, other) for row in rows.tolist() for other in others.get(row, ())[:MAX_OTHERS]]
    other_ids = scores.jobs.ids(np.array([other for _, other in shown], dtype=np.intp)).tolist() if shown else []
    details = find_jobs(tx, [*ids, *other_ids])
    also_at: dict[int, list[OtherPlace]] = {}
    for (row, other), job_id in zip(shown, other_ids, strict=True):
        miles = round(float(scores.jobs.distance_miles[other]), 1)
        also_at.setdefault(row, []).append(OtherPlace(details[job_id], miles))
    always = always_hiring(tx, ids)
    search, fits = located.search, {fit.occupation: fit for fit in located.work.fits}
    improvements = better_by_change(search, located.fits, scores.jobs.take(rows))

    def match(job: Job, row: int, better: tuple[Better, ...]) -> Match:
        values = {name: float(column[row]) for name, column in scores.factors.items()}
        miles = float(scores.jobs.distance_miles[row])
        return Match(
            job=job,
            score=int(scores.percent[row]),
            distance_miles=None if job.remote else round(miles, 1),
            factors=factors_of(search, fits, job, miles, values),
            cap=cap_of(float(scores.uncapped[row]), float(scores.exact[row]), role_cap(values["role"])),
            better=better,
            also_at=tuple(also_at.get(row, ())),
            always_hiring=job.id in always,
        )

    return tuple(
        match(details[job_id], row, better)
        for job_id, row, better in zip(ids, rows.tolist(), improvements, strict=True)
    )


def _highlights(scores: Scores, rows: NDArray[np.intp]) -> Highlights:
    factors = {name: values[rows] for name, values in scores.factors.items()}
    return Highlights(
        pay_meets_expectations=int((factors["pay"] == 1).sum()),
        convenient_location=int((scores.jobs.distance_miles[rows] <= NEAR_MILES).sum()),
        schedule_fits=int((factors["schedule"] == 1).sum()),
        experience_matches=int((factors["experience"] == 1).sum()),
    )
