"""The scoring network: what an answer shows, as probabilities. Runs on numpy alone.

A sentence-piece tokenizer and a one-layer transformer (Universal Sentence Encoder lite, fine-tuned) read the words of
question and answer; attention that is directed by the question pools them. `training/scoring/train.py` makes the
artifact, docs/scoring.md says from what and how well it does.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import resources
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

MAX_TOKENS = 256
"""Longer texts are read up to here, some 200 words, and are marked as cut."""
HEADS = 4
POOL_HEADS = 8
QUESTION_TOKENS = 40
UNKNOWN = 0
UNKNOWN_SCORE = -20.0
KNOWN_WORDS = 20_000
"""So many words are kept in pieces. Without a limit, made-up words would fill the memory."""
CUTS = 5
"""Between six levels (0: nothing answers the question) there are five cuts."""


@dataclass(frozen=True, slots=True)
class Thresholds:
    """Limits of probabilities, measured on the development answers (`training/scoring/calibrate.py`)."""

    harmful: float
    """From here an answer tells a harmful act."""
    doubtful: float
    """From here it may tell one, so a person reads it."""
    reached: float
    """A level counts as reached from this probability that the answer is at it or above."""
    sure: float
    """A level as likely as this is sure."""
    fairly_sure: float
    """A level that is not sure is shown if it is right within one level with this probability; above 1: never."""


@dataclass(frozen=True, slots=True)
class Prediction:
    """What the network makes of one answer, all as probabilities."""

    above: tuple[float, ...]
    """That the level is above 0, 1, 2, 3 and 4."""
    harmful: float
    told: Mapping[str, float]
    """That the answer already tells an aspect, by aspect."""

    @property
    def expected(self) -> float:
        """The expected level, 0 to 5."""
        return sum(self.above)

    @property
    def chances(self) -> tuple[float, ...]:
        """The probability of each level, 0 to 5."""
        cuts = (1.0, *self.above, 0.0)
        return tuple(first - second for first, second in pairwise(cuts))

    def near(self, level: int) -> float:
        """The probability that the level is right within one."""
        return sum(self.chances[max(level - 1, 0) : level + 2])


class Network:
    """The artifact of one scorer version, loaded once per process."""

    def __init__(self, weights: Mapping[str, Any]) -> None:
        meta = json.loads(str(weights["meta"]))
        self.version: str = meta["version"]
        self.thresholds = Thresholds(**meta["thresholds"])
        self._aspects: list[str] = meta["aspects"]
        self._pieces: dict[str, tuple[float, int]] = {
            piece: (score, number) for number, (piece, score) in enumerate(meta["pieces"]) if score is not None
        }
        self._longest = max(map(len, self._pieces))
        self._w: dict[str, Floats] = {name: weights[name].astype(np.float32) for name in weights if name != "meta"}
        self._asked: dict[tuple[str, ...], Floats] = {}

    def read(self, question: Sequence[str], sentences: Sequence[Sequence[str]]) -> "Seen":
        """Read the sentences of an answer (plain English words) to a question, up to `MAX_TOKENS`."""
        tokens: list[int] = []
        starts = []
        for words in sentences:
            starts.append(min(len(tokens), MAX_TOKENS))
            if len(tokens) <= MAX_TOKENS:
                tokens += self.tokens(words)
        cut = len(tokens) > MAX_TOKENS
        pooling = self._pooling(tokens[:MAX_TOKENS]) if tokens else None
        return Seen(self, self._question(tuple(question)), pooling, starts, cut=cut)

    def predict(self, question: Floats, pooling: "Pooling | None") -> Prediction:
        """The prediction from these tokens alone; without any, nothing answers the question."""
        if pooling is None or not len(pooling.keys):
            return Prediction((0.0,) * CUTS, 0.0, dict.fromkeys(self._aspects, 0.0))
        chance = 1 / (1 + np.exp(-self._head(pooling, question)))
        above = np.minimum.accumulate(chance[:CUTS])
        told = dict(zip(self._aspects, chance[CUTS + 1 :].tolist(), strict=True))
        return Prediction(tuple(above.tolist()), float(chance[CUTS]), told)

    def tokens(self, words: Sequence[str]) -> list[int]:
        """Numbers of the most probable pieces, by the Viterbi algorithm over a unigram model."""
        return [number for word in words for number in self._word("\u2581" + word)]

    @lru_cache(KNOWN_WORDS)  # noqa: B019  (one network lives as long as the process)
    def _word(self, word: str) -> tuple[int, ...]:
        best = [0.0] + [-np.inf] * len(word)
        back = [(0, UNKNOWN)] * (len(word) + 1)
        for start in range(len(word)):
            for end in range(start + 1, min(len(word), start + self._longest) + 1):
                score, number = self._pieces.get(word[start:end], (None, UNKNOWN))
                if score is None:
                    if end > start + 1:
                        continue
                    score = UNKNOWN_SCORE
                if best[start] + score > best[end]:
                    best[end], back[end] = best[start] + score, (start, number)
        found, at = [], len(word)
        while at:
            at, number = back[at]
            found.append(number)
        return tuple(reversed(found))

    def _question(self, words: tuple[str, ...]) -> Floats:
        if words not in self._asked:
            self._asked[words] = self._w["emb"][self.tokens(words)[:QUESTION_TOKENS] or [UNKNOWN]].mean(0)
        return self._asked[words]

    def _states(self, tokens: Sequence[int]) -> Floats:
        """One vector for each token: embeddings, positions, self-attention, feed-forward."""
        w = self._w
        places = np.arange(len(tokens), dtype=np.float32)[:, None] * w["timing"][None]
        x = 2 * w["emb"][list(tokens)] + np.concatenate([np.sin(places), np.cos(places)], 1)
        h = _normalized(x, w["ln.g"], w["ln.b"])
        q, k, v = np.split(h @ w["qkv.w"] + w["qkv.b"], 3, axis=1)
        width = q.shape[1] // HEADS
        heads = []
        for i in range(HEADS):
            part = slice(i * width, (i + 1) * width)
            heads.append(_softmax(q[:, part] @ k[:, part].T * width**-0.5) @ v[:, part])
        x = x @ w["dense.w"] + w["dense.b"] + np.concatenate(heads, 1) @ w["out.w"] + w["out.b"]
        h = _normalized(x, w["ln2.g"], w["ln2.b"])
        states: Floats = x + np.maximum(h @ w["f1.w"] + w["f1.b"], 0) @ w["f2.w"] + w["f2.b"]
        return states

    def _pooling(self, tokens: Sequence[int]) -> "Pooling":
        w, states = self._w, self._states(tokens)
        shape = (len(tokens), POOL_HEADS, -1)
        return Pooling(
            keys=(states @ w["k.w"]).reshape(shape),
            values=(states @ w["v.w"] + w["v.b"]).reshape(shape),
            features=states @ w["mx.w"] + w["mx.b"],
        )

    def _head(self, pooling: "Pooling", question: Floats) -> Floats:
        """Pools the tokens by the question, and reads the logits from the pool."""
        w = self._w
        query = (question @ w["q.w"] + w["q.b"]).reshape(POOL_HEADS, -1)
        weight = _softmax(np.einsum("hd,thd->ht", query, pooling.keys) * query.shape[1] ** -0.5)
        pooled = np.einsum("ht,thd->hd", weight, pooling.values).ravel()
        strongest = np.maximum(pooling.features.max(0), 0)
        hidden = np.maximum(np.concatenate([pooled, strongest, question]) @ w["h.w"] + w["h.b"], 0)
        logits: Floats = hidden @ w["o.w"] + w["o.b"]
        return logits


@dataclass(frozen=True, slots=True)
class Pooling:
    """What pooling takes of each token: keys and values (tokens, heads, width), and features (tokens, width)."""

    keys: Floats
    values: Floats
    features: Floats

    def part(self, start: int, end: int | None) -> "Pooling":
        return Pooling(self.keys[start:end], self.values[start:end], self.features[start:end])


class Seen:
    """What the network saw of one answer: a prediction for the whole, and for stretches of its sentences.

    `cut`: the answer goes on after the last token that was read.
    """

    def __init__(
        self, network: Network, question: Floats, pooling: Pooling | None, starts: Sequence[int], *, cut: bool
    ) -> None:
        self._network, self._question, self._pooling, self._starts = network, question, pooling, starts
        self.cut = cut
        self.prediction = network.predict(question, pooling)

    def stretch(self, first: int, last: int) -> Prediction:
        """The prediction if only the sentences from `first` to `last` had been said, as they are understood here."""
        end = self._starts[last + 1] if last + 1 < len(self._starts) else None
        part = None if self._pooling is None else self._pooling.part(self._starts[first], end)
        return self._network.predict(self._question, part)


@cache
def network() -> Network:
    """The shipped network."""
    with (resources.files(__package__) / "data" / "network.npz").open("rb") as file, np.load(file) as weights:
        return Network(weights)


def _normalized(x: Floats, gain: Floats, bias: Floats) -> Floats:
    centered = x - x.mean(1, keepdims=True)
    scaled: Floats = centered / np.sqrt((centered * centered).mean(1, keepdims=True) + 1e-6) * gain + bias
    return scaled


def _softmax(x: Floats) -> Floats:
    e = np.exp(x - x.max(-1, keepdims=True))
    shares: Floats = e / e.sum(-1, keepdims=True)
    return shares
