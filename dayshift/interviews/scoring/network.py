"""The scoring network: what an answer shows, as probabilities.

Nine transformer layers (the lower ones of multilingual-e5-small, fine-tuned) read the word pieces of question and
answer together, in English or Spanish; attention that is directed by the question pools those of the answer. The layers
run in ONNX Runtime, with 8-bit matrix products; the rest is numpy. `training/scoring/train.py` makes both artifacts,
docs/scoring.md says from what and how well they do.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import resources
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

WINDOW = 384
"""Pieces that the layers read at once, some 280 words. Longer answers are read in several windows."""
STRIDE = 288
"""From the start of a window to that of the next, so they overlap."""
MAX_TOKENS = 1152
"""Longer texts are read up to here, some 800 words, and are marked as cut."""
LAYERS = 9
LAYERS_FILE = "layers.onnx"
HEADS = 12
POOL_HEADS = 8
QUESTION_TOKENS = 40
FIRST, SEPARATOR, UNKNOWN = 0, 2, 3
"""Numbers of the pieces that stand for the beginning, for the end of each part, and for unknown characters."""
BEGIN = "\u2581"
"""Before a piece that begins a word."""
UNLIKELY = 10.0
"""So much lower than that of any piece is the logarithm of the chance of an unknown character."""
EPSILON = 1e-12
SCALE = "scale of "
"""Before the name of a matrix: its scales."""
SCORES = "scores"
"""The array with the logarithms of the probabilities of the pieces."""
BY_ROW = ("emb", "places")
"""Matrices of which only some rows are read. They stay as small as they are stored."""
KNOWN_WORDS = 20_000
"""So many words are kept in pieces. Without a limit, made-up words would fill the memory."""
CUTS = 5
"""Between six levels (0: nothing answers the question) there are five cuts."""


@dataclass(frozen=True, slots=True)
class Thresholds:
    """Limits of probabilities, measured on the development answers (`training/scoring/calibrate.py`)."""

    harmful: float
    """From here a harmful act is so likely that a language model's good level needs a person, too. Never shown."""
    doubtful: Mapping[str, float]
    """From here an answer or one of its sentences may tell one, so a person reads it, by language. Never shown."""
    sure: Mapping[str, float]
    """A level that is right within one with this probability is sure, by language; above 1: never."""
    fairly_sure: Mapping[str, float]
    """The same for "fairly sure"."""


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

    @property
    def level(self) -> int:
        """The median level, 0 to 5: the highest with a probability of a half that the level is at it or above."""
        return sum(chance >= 0.5 for chance in self.above)

    def near(self, level: int) -> float:
        """The probability that the level is right within one."""
        return sum(self.chances[max(level - 1, 0) : level + 2])


@dataclass(frozen=True, slots=True)
class Window:
    """The pieces from `start` to `end`, which are read together. Those from `first` to `last` count."""

    start: int
    end: int
    first: int
    last: int


def windows(count: int) -> list[Window]:
    """The windows for so many pieces. Each piece counts once, in the window that shows more of what is around it."""
    starts = [0, *(min(start, count - WINDOW) for start in range(STRIDE, count - WINDOW + STRIDE, STRIDE))]
    borders = [0, *((before + WINDOW + after) // 2 for before, after in pairwise(starts)), count]
    return [
        Window(start, min(start + WINDOW, count), first, last)
        for start, (first, last) in zip(starts, pairwise(borders), strict=True)
    ]


class Tokenizer:
    """Cuts words into the pieces that are likeliest together (a unigram language model; Kudo, 2018).

    `scores` has the logarithm of the probability of each piece.
    """

    def __init__(self, pieces: Sequence[str], scores: Sequence[float]) -> None:
        self._pieces = dict(zip(pieces, zip(scores, range(len(pieces)), strict=True), strict=True))
        self._longest = max(map(len, self._pieces))
        self._unknown = min(scores) - UNLIKELY, UNKNOWN

    def tokens(self, words: Sequence[str]) -> list[int]:
        """Numbers of the pieces that make up the words."""
        return [number for word in words for number in self._word(word)]

    @lru_cache(KNOWN_WORDS)  # noqa: B019  (one tokenizer lives as long as the process)
    def _word(self, word: str) -> tuple[int, ...]:
        text = BEGIN + word
        # For each end: the best sum up to there, where its last piece begins, and the number of that piece.
        best = [(0.0, 0, 0)]
        for end in range(1, len(text) + 1):
            options = []
            for start in range(max(end - self._longest, 0), end):
                piece = self._pieces.get(text[start:end]) or (self._unknown if start == end - 1 else None)
                if piece:
                    options.append((best[start][0] + piece[0], start, piece[1]))
            best.append(max(options))
        found: list[int] = []
        end = len(text)
        while end:
            _, end, number = best[end]
            if number != UNKNOWN or found[-1:] != [UNKNOWN]:  # Unknown characters in a row are one piece.
                found.append(number)
        return tuple(reversed(found))


class Network:
    """The artifacts of one scorer version, loaded once per process: weights, and the layers as an ONNX model.

    Matrices are stored as 8-bit integers with scales: one for each row of those `BY_ROW`, and for each column of the
    others.
    """

    def __init__(self, weights: Mapping[str, Any], layers: bytes) -> None:
        meta = json.loads(str(weights["meta"]))
        self.version: str = meta["version"]
        self.thresholds = Thresholds(**meta["thresholds"])
        self._aspects: list[str] = meta["aspects"]
        self.tokens = Tokenizer(meta["pieces"], weights[SCORES].tolist()).tokens
        self._rows = {name: (weights[name], _scale(weights, name)) for name in BY_ROW if name in weights}
        self._w: dict[str, Floats] = {
            name: weights[name].astype(np.float32) * _scale(weights, name)
            for name in weights
            if name not in {"meta", SCORES, *BY_ROW} and not name.startswith(SCALE)
        }
        from onnxruntime import InferenceSession, SessionOptions  # noqa: PLC0415  (not at a start)

        options = SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1  # More would take cores from requests.
        options.enable_cpu_mem_arena = False  # It would keep the memory that the longest answer needed.
        self._layers = InferenceSession(layers, options, providers=["CPUExecutionProvider"])

    def read(self, question: Sequence[str], sentences: Sequence[Sequence[str]]) -> "Seen":
        """Read the sentences of an answer (in plain words) to a question, up to `MAX_TOKENS`."""
        tokens: list[int] = []
        starts = []
        for words in sentences:
            starts.append(min(len(tokens), MAX_TOKENS))
            if len(tokens) <= MAX_TOKENS:
                tokens += self.tokens(words)
        cut = len(tokens) > MAX_TOKENS
        asked, pooling = self._read(tuple(question), tokens[:MAX_TOKENS]) if tokens else (None, None)
        return Seen(self, asked, pooling, starts, cut=cut)

    def predict(self, asked: Floats | None, pooling: "Pooling | None") -> Prediction:
        """The prediction from these tokens alone; without any, nothing answers the question."""
        if asked is None or pooling is None or not len(pooling.keys):
            return Prediction((0.0,) * CUTS, 0.0, dict.fromkeys(self._aspects, 0.0))
        chance = 1 / (1 + np.exp(-self._head(pooling, asked)))
        above = np.minimum.accumulate(chance[:CUTS])
        told = dict(zip(self._aspects, chance[CUTS + 1 :].tolist(), strict=True))
        return Prediction(tuple(above.tolist()), float(chance[CUTS]), told)

    def _read(self, question: tuple[str, ...], tokens: Sequence[int]) -> tuple[Floats, "Pooling"]:
        """The mean state of the question, and what pooling takes of the answer's tokens."""
        asked = self.tokens(question)[:QUESTION_TOKENS]
        begin, parts, means = len(asked) + 2, [], []
        for window in windows(len(tokens)):
            states = self._states([FIRST, *asked, SEPARATOR, *tokens[window.start : window.end], SEPARATOR])
            means.append(states[:begin].mean(0))
            parts.append(states[begin + window.first - window.start : begin + window.last - window.start])
        answer = np.concatenate(parts)
        w, shape = self._w, (len(tokens), POOL_HEADS, -1)
        pooling = Pooling(
            keys=(answer @ w["k.w"]).reshape(shape),
            values=(answer @ w["v.w"] + w["v.b"]).reshape(shape),
            features=answer @ w["mx.w"] + w["mx.b"],
        )
        return np.mean(means, 0, dtype=np.float32), pooling

    def _states(self, tokens: Sequence[int]) -> Floats:
        """One vector for each token: embeddings, positions, and the layers of self-attention and feed-forward."""
        w = self._w
        words, places = self._row("emb", list(tokens)), self._row("places", slice(len(tokens)))
        x = _normalized(words + places, w["ln.g"], w["ln.b"])
        states: Floats = self._layers.run(None, {"x": x[None]})[0][0]
        return states

    def _row(self, name: str, which: list[int] | slice) -> Floats:
        stored, scale = self._rows[name]
        rows: Floats = stored[which].astype(np.float32) * (scale[which] if scale.ndim else scale)
        return rows

    def _head(self, pooling: "Pooling", asked: Floats) -> Floats:
        """The logits."""
        w = self._w
        hidden = np.maximum(self.features(pooling, asked) @ w["h.w"] + w["h.b"], 0)
        logits: Floats = hidden @ w["o.w"] + w["o.b"]
        return logits

    def features(self, pooling: "Pooling", asked: Floats) -> Floats:
        """What the head reads: the tokens, pooled by the question."""
        w = self._w
        query = (asked @ w["q.w"] + w["q.b"]).reshape(POOL_HEADS, -1)
        weight = _softmax(np.einsum("hd,thd->ht", query, pooling.keys) * query.shape[1] ** -0.5)
        pooled = np.einsum("ht,thd->hd", weight, pooling.values).ravel()
        strongest = np.maximum(pooling.features.max(0), 0)
        features: Floats = np.concatenate([pooled, strongest, asked])
        return features


@dataclass(frozen=True, slots=True)
class Pooling:
    """What pooling takes of each token: keys and values (tokens, heads, width), and features (tokens, width)."""

    keys: Floats
    values: Floats
    features: Floats

    def part(self, kept: NDArray[np.bool_]) -> "Pooling":
        return Pooling(self.keys[kept], self.values[kept], self.features[kept])


class Seen:
    """What the network saw of one answer: a prediction for the whole, and for some of its sentences.

    `cut`: the answer goes on after the last token that was read.
    """

    def __init__(
        self, network: Network, asked: Floats | None, pooling: Pooling | None, starts: Sequence[int], *, cut: bool
    ) -> None:
        self._network, self._asked, self._pooling, self._starts = network, asked, pooling, [*starts, None]
        self.cut = cut
        self.prediction = network.predict(asked, pooling)

    def part(self, numbers: Sequence[int]) -> Prediction:
        """The prediction if only the sentences with these numbers had been said, as they are understood here."""
        if self._pooling is None:
            return self.prediction
        kept = np.zeros(len(self._pooling.keys), bool)
        for number in numbers:
            kept[slice(*self._starts[number : number + 2])] = True
        return self._network.predict(self._asked, self._pooling.part(kept))


@cache
def network() -> Network:
    """The shipped network."""
    with resources.as_file(resources.files(__package__) / "data") as folder:
        return load_network(folder / "network.npz")


def load_network(artifact: Path) -> Network:
    """Load a network from its artifact, and the layers from the same folder."""
    with np.load(artifact) as weights:
        return Network(weights, artifact.with_name(LAYERS_FILE).read_bytes())


def _scale(weights: Mapping[str, Any], name: str) -> Floats:
    scale: Floats = np.asarray(weights.get(SCALE + name, 1), np.float32)
    return scale


def _normalized(x: Floats, gain: Floats, bias: Floats) -> Floats:
    centered = x - x.mean(1, keepdims=True)
    scaled: Floats = centered / np.sqrt((centered * centered).mean(1, keepdims=True) + EPSILON) * gain + bias
    return scaled


def _softmax(x: Floats) -> Floats:
    e = np.exp(x - x.max(-1, keepdims=True))
    shares: Floats = e / e.sum(-1, keepdims=True)
    return shares
