"""Ratings in lists of applications: blind first, as on the person's page."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import bindparam, select

from dayshift.core.db import Tx
from dayshift.hiring.applications.models import ratings


@dataclass(frozen=True, slots=True)
class RatingSummary:
    """How many people rated, and their mean level over the questions that the member has rated.

    `mean` is None until the member has rated: `people` is all that they may know before.
    """

    people: int
    mean: float | None


NOBODY = RatingSummary(0, None)

_ratings = select(
    ratings.c.application_id, ratings.c.author, ratings.c.question_id, ratings.c.skipped, ratings.c.level
).where(ratings.c.application_id.in_(bindparam("ids", expanding=True)))


def rating_summaries(tx: Tx, author: str, application_ids: Sequence[str]) -> dict[str, RatingSummary]:
    """Return what a member may know of the ratings of these applications, by application."""
    people: dict[str, set[str]] = defaultdict(set)
    levels: dict[tuple[str, str], list[int]] = defaultdict(list)
    opened: dict[str, set[str]] = defaultdict(set)
    for row in tx.execute(_ratings, {"ids": list(application_ids)}):
        if row.author == author:
            opened[row.application_id].add(row.question_id)
        if not row.skipped:
            people[row.application_id].add(row.author)
        if row.level is not None:
            levels[row.application_id, row.question_id].append(row.level)
    found = {}
    for application_id in {*people, *opened}:
        shown = [level for question in opened[application_id] for level in levels[application_id, question]]
        mean = sum(shown) / len(shown) if shown else None
        found[application_id] = RatingSummary(len(people[application_id]), mean)
    return found
