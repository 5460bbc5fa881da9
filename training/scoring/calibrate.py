"""Measures the thresholds of confidence on answers that were not trained on, and writes them into the artifact.

    python -m training.scoring.calibrate ARTIFACT

Sure: within one level of both raters in 97 % of cases and equal to one of them in 75 %. Fairly sure, among the answers
that are not sure: within one level in 97 %, with no harmful act at level 4 or 5; if no limit gives that, nothing is
fairly sure. Each language has limits of its own, and each promise holds in all, and on its own for the development
answers, for those to the newer questions and for those of strangers (`dev-3`). A harmful act is likely from the
probability at which nine of ten such answers tell one. An answer is left to a person from the doubt that 95 % of the
harmful answers exceed, or more of them, until at most one of the others is shown at level 4 or 5. Answers that are too
long to be read to their end, and those at level 1, have no level, so they count nowhere.
"""

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dayshift.interviews.scoring.network import Prediction, network
from dayshift.interviews.scoring.score import LOWEST_LEVEL, Reading
from training.scoring.answer_set import RatedAnswer, Split, load
from training.scoring.evaluate import HIGH
from training.scoring.reading import read

VERSION = "network-6"
"""Raise it with every change of weights, thresholds or rules that can change a report."""
MEASURED_ON: tuple[Split, ...] = ("dev", "newer", "dev-3")
"""The development answers, those to the questions of the newer kinds of work, and those of strangers."""
LANGUAGES = ("en", "es")
SURE_WITHIN, SURE_EXACT = 0.97, 0.75
FAIRLY_WITHIN = 0.97
MARGIN = 0.01
"""The limit is chosen on the same answers, so they must be within one level this much more often than promised."""
MIN_ANSWERS = 30
"""A share of fewer answers than this says nothing."""
NEVER = 2.0
UNSET = {
    "harmful": 0.5,
    "doubtful": 0.1,
    "sure": dict.fromkeys(LANGUAGES, 0.8),
    "fairly_sure": dict.fromkeys(LANGUAGES, 0.5),
}
"""Thresholds of a network that was not measured yet."""
HARMFUL_PRECISION = 0.9
HARMFUL_RECALL = 0.95
MAX_HARMFUL_HIGH = 1
"""So many harmful acts may be shown at level 4 or 5, as by `network-5`."""
STEPS = [step / 100 for step in range(2, 100)]


@dataclass(frozen=True, slots=True)
class Outcomes:
    """How right the likeliest levels are, one row per answer."""

    chance: NDArray[np.float64]
    """The network's probability of the level."""
    near: NDArray[np.float64]
    """Its probability that the level is right within one."""
    exact: NDArray[np.bool_]
    """The level is that of one rater."""
    within: NDArray[np.bool_]
    """The level is within one of both raters."""
    harmful_high: NDArray[np.bool_]
    """A harmful act at level 4 or 5."""
    split: NDArray[np.str_]
    """The part of the answer set."""

    def share(self, column: NDArray[np.bool_], members: NDArray[np.bool_]) -> float:
        """The share of `members` in all, or in the part where it is lowest, of those with enough; 0 if none has."""
        parts = [members, *(members & (self.split == split) for split in np.unique(self.split))]
        return min((float(column[part].mean()) for part in parts if part.sum() >= MIN_ANSWERS), default=0.0)


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
    missed = sorted(doubt[acts])[: int((1 - HARMFUL_RECALL) * acts.sum()) + 1]
    for highest in reversed(missed):
        doubtful = min(float(highest) * 0.99, certain / 2)
        sure, fairly, shown = {}, {}, np.zeros(len(answers), bool)
        for language in LANGUAGES:
            members = readable & (doubt < doubtful) & (spoken == language)
            sure[language] = sure_from(found, members)
            rest = members & (found.chance < sure[language])
            fairly[language] = fairly_sure_from(found, rest)
            shown |= members & ~rest | rest & (found.near >= fairly[language])
        if (shown & found.harmful_high).sum() <= MAX_HARMFUL_HIGH:
            break
    return {"harmful": round(certain, 4), "doubtful": round(doubtful, 4), "sure": sure, "fairly_sure": fairly}


def outcomes(answers: Sequence[RatedAnswer], seen: list[Prediction], levels: list[int]) -> Outcomes:
    """How right these levels are."""
    rated = list(zip(answers, levels, strict=True))
    return Outcomes(
        chance=np.array([one.chances[level] for one, level in zip(seen, levels, strict=True)]),
        near=np.array([one.near(level) for one, level in zip(seen, levels, strict=True)]),
        exact=np.array([level in answer.levels for answer, level in rated]),
        within=np.array([max(abs(level - rater) for rater in answer.levels) <= 1 for answer, level in rated]),
        harmful_high=np.array([answer.harmful and level >= HIGH for answer, level in rated]),
        split=np.array([answer.split for answer in answers]),
    )


def sure_from(found: Outcomes, members: NDArray[np.bool_]) -> float:
    """The lowest probability of a level from which `members` are as right as "sure" promises."""
    for step in STEPS:
        chosen = members & (found.chance >= step)
        if found.share(found.within, chosen) >= SURE_WITHIN + MARGIN and found.share(found.exact, chosen) >= SURE_EXACT:
            return step
    return NEVER


def fairly_sure_from(found: Outcomes, members: NDArray[np.bool_]) -> float:
    """The lowest probability of being right within one from which `members` are as right as "fairly sure" promises."""
    for step in STEPS:
        chosen = members & (found.near >= step)
        if found.share(found.within, chosen) >= FAIRLY_WITHIN + MARGIN and not found.harmful_high[chosen].any():
            return step
    return NEVER


def main(artifact: Path) -> None:
    """Replace version and thresholds of the artifact, which has to be the shipped one."""
    answers = load(*MEASURED_ON)
    found = thresholds(answers, [read(answer) for answer in answers])
    with np.load(artifact) as stored:
        arrays = {name: stored[name] for name in stored.files}
    meta = json.loads(str(arrays["meta"])) | {"version": VERSION, "thresholds": found}
    np.savez_compressed(artifact, **arrays | {"meta": np.array(json.dumps(meta, ensure_ascii=False))})
    network.cache_clear()
    print(VERSION, found)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
