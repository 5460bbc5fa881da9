"""Statistics of an installation's scores: distribution, agreement, drift, and impact by group. Pure.

Agreement is Cohen's kappa with quadratic weights (Cohen 1968). The impact ratio of a group is its rate of favourable
advice divided by that of the most favoured group (the four-fifths rule looks for less than 0.8).
"""

import csv
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import mean

from dayshift.interviews.room import InterviewReport
from dayshift.interviews.scoring.agreement import weighted_kappa

FAVOURABLE = frozenset({"HIRE", "SECOND_INTERVIEW"})
MIN_GROUP = 5
"""Minimum group size: smaller groups are not significant, and could identify people."""


@dataclass(frozen=True)
class Scored:
    """One scored interview: its id, its percent (None without enough evidence) and its report."""

    id: str
    total: int | None
    report: InterviewReport


@dataclass(frozen=True)
class Rating:
    """The level that a person gave one competency of an interview."""

    interview: str
    competency: str
    level: int


def audit(
    scored: Sequence[Scored], ratings: Iterable[str] = (), groups: Iterable[str] = (), rated: Iterable[Rating] = ()
) -> list[str]:
    """Return the report's lines. `ratings` (interview,competency,level), `groups` (interview,group): CSV lines.

    `rated` are additional ratings. Raises KeyError for a missing column, ValueError for a level that is not a number.
    """
    lines = [f"{len(scored)} scored interviews"]
    lines += _advice(scored)
    lines += _levels(scored)
    lines += _versions(scored)
    lines += _agreement("embedded scorer and language model", list(_model_pairs(scored)))
    lines += _agreement("scores and human ratings", list(_human_pairs(scored, [*rated, *_read_ratings(ratings)])))
    lines += _impact(scored, groups)
    return lines


def _advice(scored: Sequence[Scored]) -> list[str]:
    counts = Counter(one.report.recommendation for one in scored)
    return [f"advice {name}: {n} ({n / len(scored):.0%})" for name, n in sorted(counts.items())]


def _levels(scored: Sequence[Scored]) -> list[str]:
    found: dict[str, list[int | None]] = defaultdict(list)
    for one in scored:
        for result in one.report.competencies:
            found[f"{one.report.plan}: {result.competency}"].append(result.level)
    lines = []
    for name, levels in sorted(found.items()):
        counts = "  ".join(f"{level or 'none'}: {levels.count(level)}" for level in (None, 1, 2, 3, 4, 5))
        lines.append(f"levels of {name}   {counts}")
    return lines


def _versions(scored: Sequence[Scored]) -> list[str]:
    found: dict[str, list[int]] = defaultdict(list)
    for one in scored:
        if one.total is not None:
            parts = (one.report.plan, one.report.plan_version, one.report.scorer, one.report.model)
            found[" ".join(str(part) for part in parts if part is not None)].append(one.total)
    return [f"total by version, {name}: mean {mean(t):.1f} of {len(t)}" for name, t in sorted(found.items())]


def _model_pairs(scored: Sequence[Scored]) -> Iterable[tuple[int, int]]:
    for one in scored:
        for result in one.report.competencies:
            embedded, *passes = result.ratings or [None]
            rated = [level for level in passes if level is not None]
            if embedded is not None and rated:
                yield embedded, round(mean(rated))


def _read_ratings(lines: Iterable[str]) -> list[Rating]:
    return [Rating(row["interview"], row["competency"], int(row["level"])) for row in csv.DictReader(lines)]


def _human_pairs(scored: Sequence[Scored], ratings: Iterable[Rating]) -> Iterable[tuple[int, int]]:
    levels = {(one.id, result.competency): result.level for one in scored for result in one.report.competencies}
    for rating in ratings:
        level = levels.get((rating.interview, rating.competency))
        if level is not None:
            yield level, rating.level


def _agreement(name: str, pairs: Sequence[tuple[int, int]]) -> list[str]:
    if not pairs:
        return [f"agreement of {name}: nothing to compare"]
    exact = mean(a == b for a, b in pairs)
    kappa = weighted_kappa(*zip(*pairs, strict=True))
    return [f"agreement of {name}: kappa {kappa:.2f}, {exact:.0%} exact, of {len(pairs)} levels"]


def _impact(scored: Sequence[Scored], groups: Iterable[str]) -> list[str]:
    favoured: dict[str, list[bool]] = defaultdict(list)
    advice = {one.id: one.report.recommendation in FAVOURABLE for one in scored}
    for row in csv.DictReader(groups):
        if row["interview"] in advice:
            favoured[row["group"]].append(advice[row["interview"]])
    rates = {name: mean(seen) for name, seen in favoured.items() if len(seen) >= MIN_GROUP}
    best = max(rates.values(), default=0)
    if not best:
        return ["impact ratios: no groups of five or more with favourable advice"]
    return [
        f"impact ratio of {name}: {rate / best:.2f} ({rate:.0%} of {len(favoured[name])})"
        for name, rate in sorted(rates.items())
    ]
