"""Trains two heads for the released network, joins them with its own, and writes the artifact.

    make train-scorer
    python -m training.scoring.tune FOLDER ARTIFACT

The transformer and the pooling stay those of `network-5`, which git has. What they give for each answer, and for each
of its sentences, is computed once and kept in FOLDER, so a run that was stopped goes on from there. Both heads start
from the released one. The first learns from `train-3`, answers of strangers. The second also learns from harmful
answers of the earlier training set, and from answers of `train-3` with a harmful act of `acts/` inserted.

Harm has a label for each sentence: no sentence of an honest answer tells a harmful act, an inserted act does, and of a
harmful answer at least the likeliest sentence does. Until `network-5` only whole answers had a label, so that honest
sentences were suspected when they were looked at alone.

The joined head gives the mean of the logits: for levels of the old and the first (the second sees too many harmful
answers), for harm of all three. Whether anything answers the question, and what is told, says the old head alone,
which has seen answers to other questions.

The seed fixes everything on one kind of processor. On another, features differ by rounding (docs/scoring.md).
"""

import argparse
import io
import json
import random
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import optax
from numpy.typing import NDArray

from dayshift.interviews.scoring.network import CUTS, LAYERS_FILE, SCALE, Network
from dayshift.interviews.scoring.preprocessing import question_words, sentences_of
from training.scoring.answer_set import RatedAnswer, load
from training.scoring.artifact import quantized
from training.scoring.calibrate import UNSET, VERSION
from training.scoring.reading import plan_and_question
from training.scoring.train import acts, use_one_processor

START = ("2cdd393b9c85c037d609ea79f6761ac17653d0a1", "c7d32b1cb1deebcb2266f02778ad4b6b46d1d9b3")
"""What git calls `network.npz` and `layers.onnx` of `network-5`."""
TAUGHT = ("h.w", "h.b", "o.w", "o.b")
INSERTED = 250
"""So many answers of strangers get a harmful act."""
MOST_WORDS = 150
"""Acts are inserted into answers that are no longer."""
MAX_PARTS = 30
"""An answer and its first sentences."""
PARTS, ANSWERS = 1024, 96
"""Most of a batch."""
RATE, KEEP = 1e-3, 0.8
FIRST, SECOND = (6, 1e-3), (8, 1e-2)
"""Of each head the epochs, and how strongly its weights are drawn to those that were released."""
LEVEL_WEIGHT, HARMFUL_WEIGHT, TOLD_WEIGHT, WORST_WEIGHT, SENTENCE_WEIGHT = 2.0, 1.5, 0.5, 1.5, 1.0
EARLIER_WEIGHT = 0.5
"""Of an answer on which the transformer was trained: its features look surer than those of strangers."""
SEED = 6

Params = dict[str, Any]


@dataclass(frozen=True)
class Item:
    """One answer: the words that the network reads, and its labels."""

    question: Sequence[str]
    sentences: Sequence[Sequence[str]]
    level: float
    harmful: bool
    acts: Sequence[int]
    """For each sentence 1 if it tells a harmful act, 0 if it does not, -1 if nobody knows."""
    weight: float = 1.0


def start() -> tuple[bytes, bytes]:
    """The two files of the released network."""
    command = ("git", "cat-file", "blob")
    network, layers = (subprocess.run([*command, name], check=True, capture_output=True).stdout for name in START)
    return network, layers


def items() -> dict[str, list[Item]]:
    """All answers to learn from."""
    rng, pairs = random.Random(SEED), acts()
    strangers, earlier = load("train-3"), load("train")
    honest = [one for one in strangers if not one.harmful and len(one.text.split()) < MOST_WORDS]
    return {
        "train-3": [_item(one) for one in strangers],
        "ins-bad": [_inserted(one, pairs, rng) for one in rng.sample(honest, INSERTED)],
        "train-harm": [_item(one, EARLIER_WEIGHT) for one in earlier if one.harmful],
    }


def _item(answer: RatedAnswer, weight: float = 1.0) -> Item:
    _, question = plan_and_question(answer)
    sentences = [one.words for one in sentences_of(answer.text, question.text, answer.language)]
    return Item(
        question_words(question.text, answer.language),
        sentences,
        sum(answer.levels) / len(answer.levels),
        answer.harmful,
        [-int(answer.harmful)] * len(sentences),
        weight,
    )


def _inserted(answer: RatedAnswer, pairs: Sequence[tuple[list[str], list[str]]], rng: random.Random) -> Item:
    """The answer with a harmful act between two sentences, which makes it level 1."""
    item, (act, _) = _item(answer), rng.choice(pairs)
    at = rng.randint(0, len(item.sentences))
    sentences, acts_ = list(item.sentences), list(item.acts)
    sentences.insert(at, act)
    acts_.insert(at, 1)
    return Item(item.question, sentences, 1.0, harmful=True, acts=acts_)


def features(network: Network, found: Iterable[Item]) -> list[NDArray[np.float16]]:
    """For each answer what the head reads of it, then of each of its first sentences; zeros for nothing."""
    width, made = 0, []
    for item in found:
        seen = network.read(item.question, item.sentences)
        count = len(item.sentences)
        stretches = [(0, count - 1), *((number, number) for number in range(count))] if count else []
        rows = [seen.features(*stretch) for stretch in stretches]
        width = width or next((len(row) for row in rows if row is not None), 0)
        made.append(rows)
    empty = np.zeros(width, np.float32)
    return [np.array([empty if row is None else row for row in rows or [None]], np.float16) for rows in made]


def kept(file: Path, network: Network, found: Sequence[Item]) -> list[NDArray[np.float16]]:
    """The features, from `file` if it is there."""
    if not file.exists():
        made = features(network, found)
        file.parent.mkdir(parents=True, exist_ok=True)
        np.savez(file, f=np.concatenate(made), n=np.array([len(rows) for rows in made]))
    with np.load(file) as stored:
        return np.split(stored["f"], np.cumsum(stored["n"])[:-1])


def batches(data: Sequence[tuple[Item, Any]], rng: random.Random) -> Iterator[dict[str, Any]]:
    """Batches in random order."""
    order, batch, parts = list(data), [], 0
    rng.shuffle(order)
    for item, rows in order:
        count = min(len(rows), MAX_PARTS)
        if parts + count > PARTS or len(batch) == ANSWERS:
            yield _batch(batch)
            batch, parts = [], 0
        batch.append((item, rows[:MAX_PARTS]))
        parts += count
    yield _batch(batch)


def _batch(members: Sequence[tuple[Item, Any]]) -> dict[str, Any]:
    """`of` has the answer of each sentence; ANSWERS for rows that are no sentence."""
    x, of, act = np.zeros((PARTS, members[0][1].shape[1]), np.float32), np.full(PARTS, ANSWERS), np.full(PARTS, -1.0)
    whole = np.zeros(ANSWERS, np.int32)
    level, harmful, weight = (np.zeros(ANSWERS, np.float32) for _ in range(3))
    at = 0
    for number, (item, rows) in enumerate(members):
        end = at + len(rows)
        x[at:end], whole[number] = rows, at
        said = np.abs(x[at + 1 : end]).sum(1) > 0
        of[at + 1 : end] = np.where(said, number, ANSWERS)
        act[at + 1 : end] = item.acts[: end - at - 1]
        level[number], harmful[number], weight[number] = item.level, item.harmful, item.weight
        at = end
    return {"x": x, "of": of, "act": act, "whole": whole, "level": level, "harmful": harmful, "weight": weight}


def logits(p: Params, x: jax.Array) -> jax.Array:
    """The head."""
    return jax.nn.relu(x @ p["h.w"] + p["h.b"]) @ p["o.w"] + p["o.b"]


def loss(p: Params, old: Params, batch: dict[str, Any], key: jax.Array, pull: float) -> jax.Array:
    """The loss of answers and of their sentences, and of the distance from the old weights."""
    first, second = jax.random.split(key)
    x, binary = batch["x"], optax.sigmoid_binary_cross_entropy
    dropped = x * jax.random.bernoulli(first, KEEP, x.shape) / KEEP
    hidden = jax.nn.relu(dropped @ p["h.w"] + p["h.b"])
    out = (hidden * jax.random.bernoulli(second, KEEP, hidden.shape) / KEEP) @ p["o.w"] + p["o.b"]
    whole, harm = out[batch["whole"]], out[:, CUTS]
    cuts = jnp.clip(batch["level"][:, None] - jnp.arange(CUTS), 0, 1)
    level = binary(whole[:, :CUTS], cuts).mean(1)
    harmful = binary(whole[:, CUTS], batch["harmful"])
    told = binary(whole[:, CUTS + 1 :], jax.nn.sigmoid(logits(old, x[batch["whole"]])[:, CUTS + 1 :])).mean(1)

    def by_answer(values: jax.Array) -> jax.Array:
        return jax.ops.segment_sum(values, batch["of"], num_segments=ANSWERS + 1)[:ANSWERS]

    highest = jax.ops.segment_max(harm, batch["of"], num_segments=ANSWERS + 1)[:ANSWERS]
    spoken = by_answer(jnp.ones_like(harm)) > 0
    worst = jnp.where(spoken, binary(jnp.where(spoken, highest, 0), batch["harmful"]), 0)
    known = (batch["act"] >= 0).astype(jnp.float32)
    alone = by_answer(binary(harm, jnp.maximum(batch["act"], 0)) * known) / jnp.maximum(by_answer(known), 1)
    total = LEVEL_WEIGHT * level + HARMFUL_WEIGHT * harmful + TOLD_WEIGHT * told
    total += WORST_WEIGHT * worst + SENTENCE_WEIGHT * alone
    distance = sum(((p[name] - old[name]) ** 2).sum() for name in p)
    return (total * batch["weight"]).sum() / batch["weight"].sum() + pull * distance


def fit(old: Params, data: Sequence[tuple[Item, Any]], epochs: int, pull: float) -> Params:
    """The weights of a head after training."""
    rng, key, p = random.Random(SEED), jax.random.PRNGKey(SEED), old
    steps = epochs * sum(1 for _ in batches(data, random.Random(SEED)))
    schedule = optax.warmup_cosine_decay_schedule(0, RATE, steps // 10, steps, RATE / 50)
    optimizer = optax.chain(optax.clip_by_global_norm(1.0), optax.adam(schedule))
    state = optimizer.init(p)

    @jax.jit
    def step(p: Params, state: Any, batch: dict[str, Any], key: jax.Array) -> tuple[Params, Any, jax.Array]:
        value, gradient = jax.value_and_grad(loss)(p, old, batch, key, pull)
        updates, state = optimizer.update(gradient, state, p)
        return optax.apply_updates(p, updates), state, value

    for epoch in range(1, epochs + 1):
        losses = []
        for batch in batches(data, rng):
            key, own = jax.random.split(key)
            p, state, value = step(p, state, batch, own)
            losses.append(float(value))
        print(f"epoch {epoch}: loss {np.mean(losses):.3f}", flush=True)
    return p


def joined(old: Params, first: Params, second: Params) -> Params:
    """One head that gives weighted means of the logits of three."""
    output = np.arange(old["o.b"].shape[0])
    alone, harm = (output == 0) | (output > CUTS), output == CUTS
    levels = ~alone & ~harm
    shares = (alone + levels / 2 + harm / 3, levels / 2 + harm / 3, harm / 3)
    heads = (old, first, second)
    return {
        "h.w": np.concatenate([np.asarray(head["h.w"]) for head in heads], 1),
        "h.b": np.concatenate([np.asarray(head["h.b"]) for head in heads]),
        "o.w": np.concatenate([np.asarray(head["o.w"]) * share for head, share in zip(heads, shares, strict=True)]),
        "o.b": sum(np.asarray(head["o.b"]) * share for head, share in zip(heads, shares, strict=True)),
    }


def tune(folder: Path, artifact: Path) -> None:
    """Train and write both files of the artifact."""
    use_one_processor()
    released, layers = start()
    with np.load(io.BytesIO(released)) as stored:
        arrays = {name: stored[name] for name in stored.files}
    network = Network(arrays, layers)
    data = {
        name: list(zip(part, kept(folder / f"{name}.npz", network, part), strict=True))
        for name, part in items().items()
    }
    old = {name: arrays[name].astype(np.float32) * arrays.get(SCALE + name, np.float32(1)) for name in TAUGHT}
    old = {name: jnp.asarray(weight, jnp.float32) for name, weight in old.items()}
    first = fit(old, data["train-3"], *FIRST)
    second = fit(old, [pair for part in data.values() for pair in part], *SECOND)
    meta = json.loads(str(arrays["meta"])) | {"version": VERSION, "thresholds": UNSET}
    arrays |= quantized(joined(old, first, second)) | {"meta": np.array(json.dumps(meta, ensure_ascii=False))}
    np.savez_compressed(artifact, **arrays)
    artifact.with_name(LAYERS_FILE).write_bytes(layers)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("artifact", type=Path)
    chosen = parser.parse_args()
    tune(chosen.folder, chosen.artifact)
