"""What each part of the scorer adds, on the development answers: prints a table in Markdown.

    python -m bench.interviewer.ablation FOLDER [--artifact NAME=FILE ...]

FOLDER keeps the package of the pretrained encoder between runs. Each `--artifact` adds a row for another network, such
as one of a training run without some of its data. The level of every row is the likeliest, shown or not.
"""

import argparse
import json
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bench.interviewer.metrics import predict_by_tfidf, predict_by_word_count
from bench.interviewer.perturbations import injected
from dayshift.interviews.scoring.agreement import interval
from dayshift.interviews.scoring.network import (
    FIRST,
    QUESTION_TOKENS,
    SCORES,
    SEPARATOR,
    UNKNOWN,
    WINDOW,
    Floats,
    Network,
    Prediction,
    load_network,
    network,
)
from dayshift.interviews.scoring.preprocessing import question_words, sentences_of
from training.scoring import encoder
from training.scoring.answer_set import RatedAnswer, load
from training.scoring.artifact import layers_model, quantized
from training.scoring.assign import UNSEEN
from training.scoring.calibrate import UNSET
from training.scoring.evaluate import HIGH, kappa_with_raters
from training.scoring.reading import plan_and_question, read

ANY_QUESTION = question_words("Tell me about your work.", "en")
PENALTIES = (30.0, 100.0, 300.0, 1000.0, 3000.0)
HELD_OUT = 5
"""Every so many training writers choose the penalty of the regression."""

Matrix = NDArray[np.float64]
Reader = Callable[[RatedAnswer, str], Prediction]


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--artifact", action="append", default=[], metavar="NAME=FILE")
    chosen = parser.parse_args()
    train, answers = load("train"), load("dev")
    print("| | kappa | 95 % | English | Spanish | trained questions | other questions | harmful at 4 or 5 |")
    print("|---|---|---|---|---|---|---|---|")
    middle = round(float(np.median([np.mean(answer.levels) for answer in train])))
    row(f"level {middle} for everyone, the median of training", answers, [middle] * len(answers))
    row("length of the answer", answers, predict_by_word_count(train, answers))
    row("words and pairs of words, TF-IDF, ridge regression", answers, predict_by_tfidf(train, answers))
    row(
        "pretrained encoder, not fine-tuned, ridge regression",
        answers,
        predict_by_encoder(train, answers, chosen.folder),
    )
    for name, reader in READERS.items():
        row(name, answers, [reader(answer, answer.text).level for answer in answers])
    for given in chosen.artifact:
        name, _, file = given.partition("=")
        other = load_network(Path(file))
        row(name, answers, [other.read(*_words(answer, answer.text)).prediction.level for answer in answers])
    print()
    for name in (SCORER, RAW):
        raised, count = raised_by_orders(answers, READERS[name])
        print(f"levels raised by an order to the scorer, {name}: {raised} of {count}")


def row(name: str, answers: Sequence[RatedAnswer], levels: Sequence[int]) -> None:
    """Print one row: kappa with its interval, kappa by part, and harmful acts at a high level."""
    unseen = {question for questions in UNSEEN.values() for question in questions}
    parts: list[Callable[[RatedAnswer], bool]] = [
        lambda answer: answer.language == "en",
        lambda answer: answer.language == "es",
        lambda answer: answer.question not in unseen,
        lambda answer: answer.question in unseen,
    ]

    def kappa(members: Sequence[int]) -> float:
        return kappa_with_raters([answers[i] for i in members], [levels[i] for i in members])

    low, high = interval(kappa, len(answers))
    by_part = [f"{kappa([i for i, one in enumerate(answers) if belongs(one)]):.2f}" for belongs in parts]
    harmful = [level for answer, level in zip(answers, levels, strict=True) if answer.harmful]
    acts = f"{sum(level >= HIGH for level in harmful)} of {len(harmful)}"
    everyone = f"{kappa(range(len(answers))):.2f}", f"{low:.2f} to {high:.2f}"
    print("| " + " | ".join([name, *everyone, *by_part, acts]) + " |", flush=True)


def raised_by_orders(answers: Sequence[RatedAnswer], reader: Reader) -> tuple[int, int]:
    """How many levels are raised by an order to the scorer before or after the answer, and of how many."""
    pairs = [(answer, text) for answer in answers for text in injected(answer)]
    before = [reader(answer, answer.text).level for answer, _ in pairs]
    after = [reader(answer, text).level for answer, text in pairs]
    return sum(second > first for first, second in zip(before, after, strict=True)), len(pairs)


def predict_by_encoder(train: Sequence[RatedAnswer], test: Sequence[RatedAnswer], folder: Path) -> list[int]:
    """Predict levels from the states of the pretrained encoder with ridge regression."""
    frozen = FrozenEncoder(encoder.read(encoder.fetch(folder)))
    seen, asked = (np.array([frozen.features(*_words(one, one.text)) for one in part], float) for part in (train, test))
    mean, scale = seen.mean(0), seen.std(0) + 1e-6
    seen, asked = (seen - mean) / scale, (asked - mean) / scale
    levels = np.array([np.mean(answer.levels) for answer in train])
    writers = sorted({answer.writer for answer in train})
    held_out = np.isin([answer.writer for answer in train], writers[::HELD_OUT])

    def error(penalty: float) -> float:
        predicted = _ridge(seen[~held_out], levels[~held_out], seen[held_out], penalty)
        return float(((predicted - levels[held_out]) ** 2).mean())

    predicted = _ridge(seen, levels, asked, min(PENALTIES, key=error))
    return [int(level) for level in np.clip(np.round(predicted), 0, 5)]


class FrozenEncoder(Network):
    """The pretrained encoder as it comes, without a head."""

    def __init__(self, pretrained: encoder.Encoder) -> None:
        meta = {"version": "", "thresholds": UNSET, "aspects": [], "pieces": pretrained.pieces}
        arrays = quantized(pretrained.weights)
        others = {"meta": np.array(json.dumps(meta)), SCORES: pretrained.scores}
        super().__init__(arrays | others, layers_model(arrays))

    def features(self, question: Sequence[str], sentences: Sequence[Sequence[str]]) -> Floats:
        """Mean and maximum of the states of the answer's tokens, and the mean state of the question."""
        asked = self.tokens(question)[:QUESTION_TOKENS]
        tokens = [token for words in sentences for token in self.tokens(words)][:WINDOW] or [UNKNOWN]
        states = self._states([FIRST, *asked, SEPARATOR, *tokens, SEPARATOR])
        answer, question_states = states[len(asked) + 2 : -1], states[: len(asked) + 2]
        features: Floats = np.concatenate([answer.mean(0), answer.max(0), question_states.mean(0)])
        return features


def _ridge(seen: Matrix, levels: Matrix, asked: Matrix, penalty: float) -> Matrix:
    weights = np.linalg.solve(seen.T @ seen + penalty * np.eye(seen.shape[1]), seen.T @ (levels - levels.mean()))
    predicted: Matrix = levels.mean() + asked @ weights
    return predicted


def _words(answer: RatedAnswer, text: str) -> tuple[Sequence[str], list[Sequence[str]]]:
    """Question and sentences as the network reads them."""
    _, question = plan_and_question(answer)
    found = sentences_of(text, question.text, answer.language)
    return question_words(question.text, answer.language), [sentence.words for sentence in found]


def _without_question(answer: RatedAnswer, text: str) -> Prediction:
    return network().read(ANY_QUESTION, _words(answer, text)[1]).prediction


def _without_preprocessing(answer: RatedAnswer, text: str) -> Prediction:
    return network().read(_words(answer, text)[0], [question_words(text, answer.language)]).prediction


SCORER = "the scorer"
RAW = "the same, with orders, copies, repetitions and introductions left in"
READERS: dict[str, Reader] = {
    SCORER: lambda answer, text: read(answer, text).prediction,
    'the same, without the question (all are read as answers to "Tell me about your work")': _without_question,
    RAW: _without_preprocessing,
}


if __name__ == "__main__":
    main()
