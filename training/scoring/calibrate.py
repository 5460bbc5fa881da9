"""Measures the thresholds of confidence on the development answers and writes them into the artifact.

    python -m training.scoring.calibrate ARTIFACT

Reached: the limit with the best kappa. Sure: within one level of both raters in 97 % of cases and equal to one of them
in 75 %. Fairly sure: within one level in 92 %. An answer is at level 1 for a harmful act from the probability at which
nine of ten such answers tell one; from the probability that nine of ten harmful answers exceed, it is left to a person.
"""

import json
import sys
from pathlib import Path

import numpy as np

from dayshift.scoring.network import network
from training.scoring.answer_set import RatedAnswer, load
from training.scoring.evaluate import kappa_with_raters
from training.scoring.reading import read

SURE_WITHIN, SURE_EXACT = 0.97, 0.75
FAIRLY_WITHIN = 0.92
HARMFUL_PRECISION = 0.9
HARMFUL_RECALL = 0.9
STEPS = [step / 100 for step in range(2, 100)]


def thresholds(answers: list[RatedAnswer]) -> dict[str, float]:
    """The limits of `Thresholds`."""
    seen = [read(answer).prediction for answer in answers]
    above = np.array([one.above for one in seen])
    harmful = np.array([one.harmful for one in seen])
    acts = np.array([answer.harmful for answer in answers])
    certain = next((s for s in STEPS if s >= 0.3 and acts[harmful >= s].mean() >= HARMFUL_PRECISION), 0.9)
    doubtful = min(float(np.quantile(harmful[acts], 1 - HARMFUL_RECALL, method="lower")) + 0.001, certain / 2)

    def levels(reached: float) -> list[int]:
        found: list[int] = (above >= reached).sum(1).tolist()
        return found

    reached = max((0.35, 0.4, 0.45, 0.5), key=lambda limit: kappa_with_raters(answers, levels(limit)))
    likeliest = levels(reached)
    open_ = harmful < doubtful
    chance = np.array([one.chances[level] for one, level in zip(seen, likeliest, strict=True)])
    within = np.array([max(abs(level - r) for r in a.levels) <= 1 for a, level in zip(answers, likeliest, strict=True)])
    exact = np.array([level in answer.levels for answer, level in zip(answers, likeliest, strict=True)])

    def lowest(enough: float, equal: float) -> float:
        for step in STEPS:
            chosen = open_ & (chance >= step)
            if chosen.any() and within[chosen].mean() >= enough and exact[chosen].mean() >= equal:
                return step
        return STEPS[-1]

    sure = lowest(SURE_WITHIN, SURE_EXACT)
    fairly = min(lowest(FAIRLY_WITHIN, 0.0), sure - 0.01)
    found = {"harmful": certain, "doubtful": doubtful, "reached": reached, "sure": sure, "fairly_sure": fairly}
    return {name: round(value, 4) for name, value in found.items()}


def main(artifact: Path) -> None:
    """Replace the thresholds of the artifact, which has to be the shipped one."""
    found = thresholds(load("dev"))
    with np.load(artifact) as stored:
        arrays = {name: stored[name] for name in stored.files}
    meta = json.loads(str(arrays["meta"])) | {"thresholds": found}
    np.savez_compressed(artifact, **arrays | {"meta": np.array(json.dumps(meta, ensure_ascii=False))})
    network.cache_clear()
    print(found)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
