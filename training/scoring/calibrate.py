"""Measures the thresholds of confidence on answers that were not trained on, and writes them into the artifact.

    python -m training.scoring.calibrate ARTIFACT

Sure: within one level of both raters in 97 % of cases and equal to one of them in 75 %. Fairly sure, among the answers
that are not sure: within one level in 97 %, with no harmful act at level 4 or 5; if no limit gives that, nothing is
fairly sure. Each language has limits of its own, for which each promise holds in all, and nearly in each part of the
development answers: their parts have so few of one language that one error decides. A harmful act is likely from the
probability at which nine of ten such answers tell one. An answer is left to a person from a doubt that nine of ten
harmful answers exceed, or more of them: of the limits with which at most one of the others is shown at level 4 or 5,
those with which most answers have a level. Answers that are too long to be read to their end, and those at level 1,
have no level, so they count nowhere.
"""

import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dayshift.interviews.scoring.network import Prediction, network
from dayshift.interviews.scoring.score import LOWEST_LEVEL, Reading
from training.scoring.answer_set import DEVELOPMENT, RatedAnswer, load
from training.scoring.evaluate import HIGH
from training.scoring.reading import read

VERSION = "network-8"
"""Raise it with every change of weights, thresholds or rules that can change a report."""
LANGUAGES = ("en", "es")
SURE_WITHIN, SURE_EXACT = 0.97, 0.75
FAIRLY_WITHIN = 0.97
MARGIN = 0.005
"""The limit is chosen on the same answers, so they must be within one level this much more often than promised."""
PART_WITHIN, PART_EXACT = 0.02, 0.05
"""In a part of the development answers they may be so much less often within one level, or equal, than in all: that is
what chance does to 50 answers."""
MIN_ANSWERS = 30
"""A share of fewer answers than this says nothing."""
NEVER = 2.0
UNSET = {
    "harmful": 0.5,
    "doubtful": dict.fromkeys(LANGUAGES, 0.1),
    "sure": dict.fromkeys(LANGUAGES, 0.8),
    "fairly_sure": dict.fromkeys(LANGUAGES, 0.5),
}
"""Thresholds of a network that was not measured yet."""
HARMFUL_PRECISION = 0.9
HARMFUL_RECALL = 0.9
MAX_HARMFUL_HIGH = 1
"""So many harmful acts may be shown at level 4 or 5, as by `network-5`."""
STEPS = [step / 100 for step in range(2, 100)]


@dataclass(frozen=True, slots=True)
class Outcomes:
    """How right the likeliest levels are, one row per answer."""

    near: NDArray[np.float64]
    """The network's probability that the level is right within one."""
    exact: NDArray[np.bool_]
    """The level is that of one rater."""
    within: NDArray[np.bool_]
    """The level is within one of both raters."""
    harmful_high: NDArray[np.bool_]
    """A harmful act at level 4 or 5."""
    split: NDArray[np.str_]
    """The part of the answer set."""

    def share(self, column: NDArray[np.bool_], members: NDArray[np.bool_], margin: float) -> float:
        """The share of `members` in all, or in the part where it is lowest and `margin` more, of those with enough; 0
        if none has."""
        if members.sum() < MIN_ANSWERS:
            return 0.0
        parts = [members & (self.split == split) for split in np.unique(self.split)]
        lowest = min((float(column[part].mean()) for part in parts if part.sum() >= MIN_ANSWERS), default=1.0)
        return min(float(column[members].mean()), lowest + margin)

    def within_share(self, members: NDArray[np.bool_]) -> float:
        """How often `members` are within one level."""
        return self.share(self.within, members, PART_WITHIN)


def thresholds(answers: Sequence[RatedAnswer], readings: Sequence[Reading]) -> dict[str, Any]:
    """The limits of `Thresholds`."""
    seen = [reading.prediction for reading in readings]
    harmful = np.array([one.harmful for one in seen])
    acts = np.array([answer.harmful for answer in answers])
    certain = next((s for s in STEPS if s >= 0.3 and acts[harmful >= s].mean() >= HARMFUL_PRECISION), 0.9)
    doubt = np.array([reading.doubt for reading in readings])
    found = outcomes(answers, seen, [one.level for one in seen])
    cut, levels = np.array([reading.cut for reading in readings]), np.array([one.level for one in seen])
    spoken = np.array([answer.language for answer in answers])
    readable = ~cut & (levels != LOWEST_LEVEL)
    options = [
        list(_options(found, readable & (spoken == language), doubt, doubt[acts & (spoken == language)], certain / 2))
        for language in LANGUAGES
    ]
    allowed = [chosen for chosen in product(*options) if sum(one.harmful_high for one in chosen) <= MAX_HARMFUL_HIGH]
    best = dict(zip(LANGUAGES, max(allowed, key=lambda chosen: sum(one.shown for one in chosen)), strict=True))
    return {
        "harmful": round(certain, 4),
        "doubtful": {language: one.doubtful for language, one in best.items()},
        "sure": {language: one.sure for language, one in best.items()},
        "fairly_sure": {language: one.fairly_sure for language, one in best.items()},
    }


@dataclass(frozen=True, slots=True)
class _Option:
    """Limits of one language, how many answers have a level with them, and how many harmful acts one of 4 or 5."""

    doubtful: float
    sure: float
    fairly_sure: float
    shown: int
    harmful_high: int


def _options(
    found: Outcomes, members: NDArray[np.bool_], doubt: NDArray[np.float64], acts: NDArray[np.float64], highest: float
) -> Iterator[_Option]:
    """The limits of `members` for each limit of doubt, which lies below that of a harmful act."""
    yield _Option(0.0, NEVER, NEVER, 0, 0)
    for missed in sorted(acts)[: int((1 - HARMFUL_RECALL) * len(acts)) + 1]:
        doubtful = round(min(float(missed) * 0.99, highest), 4)
        trusted = members & (doubt < doubtful)
        sure = sure_from(found, trusted)
        rest = trusted & (found.near < sure)
        fairly = fairly_sure_from(found, rest)
        shown = trusted & ~rest | rest & (found.near >= fairly)
        yield _Option(doubtful, sure, fairly, int(shown.sum()), int((shown & found.harmful_high).sum()))


def outcomes(answers: Sequence[RatedAnswer], seen: list[Prediction], levels: list[int]) -> Outcomes:
    """How right these levels are."""
    rated = list(zip(answers, levels, strict=True))
    return Outcomes(
        near=np.array([one.near(level) for one, level in zip(seen, levels, strict=True)]),
        exact=np.array([level in answer.levels for answer, level in rated]),
        within=np.array([max(abs(level - rater) for rater in answer.levels) <= 1 for answer, level in rated]),
        harmful_high=np.array([answer.harmful and level >= HIGH for answer, level in rated]),
        split=np.array([answer.split for answer in answers]),
    )


def sure_from(found: Outcomes, members: NDArray[np.bool_]) -> float:
    """The lowest probability of being right within one from which `members` are as right as "sure" promises."""
    for step in STEPS:
        chosen = members & (found.near >= step)
        exact = found.share(found.exact, chosen, PART_EXACT)
        if found.within_share(chosen) >= SURE_WITHIN + MARGIN and exact >= SURE_EXACT:
            return step
    return NEVER


def fairly_sure_from(found: Outcomes, members: NDArray[np.bool_]) -> float:
    """The same for "fairly sure"."""
    for step in STEPS:
        chosen = members & (found.near >= step)
        if found.within_share(chosen) >= FAIRLY_WITHIN + MARGIN and not found.harmful_high[chosen].any():
            return step
    return NEVER


def main(artifact: Path) -> None:
    """Replace version and thresholds of the artifact, which has to be the shipped one."""
    answers = load(*DEVELOPMENT)
    found = thresholds(answers, [read(answer) for answer in answers])
    with np.load(artifact) as stored:
        arrays = {name: stored[name] for name in stored.files}
    meta = json.loads(str(arrays["meta"])) | {"version": VERSION, "thresholds": found}
    np.savez_compressed(artifact, **arrays | {"meta": np.array(json.dumps(meta, ensure_ascii=False))})
    network.cache_clear()
    print(VERSION, found)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
