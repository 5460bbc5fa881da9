"""Figures of agreement between predicted levels and two raters."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from dayshift.interviews.scoring.agreement import weighted_kappa
from training.scoring.answer_set import RatedAnswer
from training.scoring.assign import UNSEEN

WEAK, STRONG, HIGH = 2, 5, 4


def kappa_with_raters(answers: Sequence[RatedAnswer], levels: Sequence[int]) -> float:
    """The mean of the kappas with each rater."""
    raters = zip(*(answer.levels for answer in answers), strict=True)
    return float(np.mean([weighted_kappa(levels, rater) for rater in raters]))


def figures(answers: Sequence[RatedAnswer], expected: NDArray[np.float32], harmful: NDArray[np.float32]) -> str:
    """One line: kappa in all and by part, harmful and weak answers at level 4 or 5, strong ones at 3 or lower."""
    rounded = np.clip(np.round(expected), 0, 5).astype(int)
    unseen = {question for questions in UNSEEN.values() for question in questions}
    parts = {
        "all": [True] * len(answers),
        "en": [answer.language == "en" for answer in answers],
        "es": [answer.language == "es" for answer in answers],
        "seen": [answer.question not in unseen for answer in answers],
        "unseen": [answer.question in unseen for answer in answers],
    }
    told = []
    for name, members in parts.items():
        chosen = [i for i, member in enumerate(members) if member]
        told.append(f"{name} {kappa_with_raters([answers[i] for i in chosen], rounded[chosen].tolist()):.3f}")
    acts = np.array([answer.harmful for answer in answers])
    weak = np.array([max(answer.levels) <= WEAK for answer in answers])
    strong = np.array([min(answer.levels) == STRONG for answer in answers])
    exact = np.array([answer.levels[0] for answer in answers]) == rounded
    told.append(f"exact {exact.mean():.2f}")
    told.append(f"harmful at 4+ {(rounded[acts] >= HIGH).sum()}/{acts.sum()} found {(harmful[acts] > 0.3).mean():.2f}")
    told.append(f"false {(harmful[~acts] > 0.3).mean():.3f}")
    told.append(f"weak at 4+ {(rounded[weak] >= HIGH).mean():.3f} strong at 3- {(rounded[strong] < HIGH).mean():.3f}")
    return " ".join(told)
