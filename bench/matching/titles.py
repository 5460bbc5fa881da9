"""How well wishes are understood, on wishes that the table of occupations was not written for."""

from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

from dayshift.jobs import understand

_WISHES = Path(__file__).with_name("wishes.tsv")


@dataclass(frozen=True)
class Quality:
    """Of some wishes: how many, the share with an answer among the first five, and the mean reciprocal rank."""

    count: int
    recall_at_5: float
    reciprocal_rank: float


def quality() -> dict[str, Quality]:
    """By kind of wish, and of all. In `pairs` two forms of one title must have the same best title."""
    ranks: dict[str, list[int | None]] = defaultdict(list)
    for line in _WISHES.read_text("utf-8").splitlines()[1:]:
        kind, wish, answers = line.split("\t")
        if kind == "pairs":
            first, second = (understand(form)[:1] for form in (wish, answers))
            same = [fit.occupation for fit in first] == [fit.occupation for fit in second]
            ranks[kind].append(1 if same else None)
            continue
        found = [fit.occupation for fit in understand(wish)]
        rank = min((found.index(answer) + 1 for answer in answers.split("|") if answer in found), default=None)
        ranks[kind].append(rank)
        ranks["all"].append(rank)
    return {kind: _quality(of_kind) for kind, of_kind in ranks.items()}


def _quality(ranks: list[int | None]) -> Quality:
    count = len(ranks)
    return Quality(
        count,
        sum(rank is not None and rank <= 5 for rank in ranks) / count,
        sum(1 / rank for rank in ranks if rank) / count,
    )
