"""Trains the scoring network from the pretrained encoder, as until `network-5`. `tune.py` trains its head further.

    python -m training.scoring.train FOLDER ARTIFACT [--epochs 5] [--runs 4] [--without-acts]

FOLDER keeps the package of the pretrained encoder between runs. `--without-acts` leaves out the inserted pairs of a
harmful act and its honest twin, to see what they add.

Every run starts from the pretrained encoder (`encoder.py`) and fine-tunes it on the training answers together with a
head that predicts level, harmful act, told aspects and, as a helper task that is thrown away, the kind of answer that
the writer was asked for. Needs jax, optax and onnx, which nothing else uses.

The artifact has the mean of the weights of all runs, which start alike and draw their batches in another order: that
agrees better with raters than any single run ("Model soups", Wortsman and others, 2022).

The seed fixes everything that is random, and one processor the order of every sum, so the same machine gives the same
artifact bit for bit. Sums that are rounded differently, by more threads or another processor, grow into another
network: it agrees with raters as well, but gives a fifth of the answers another level (docs/scoring.md).
"""

import argparse
import json
import os
import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, get_args

import jax
import jax.numpy as jnp
import numpy as np
import optax

from dayshift.interviews.scoring.network import (
    CUTS,
    EPSILON,
    FIRST,
    HEADS,
    LAYERS,
    POOL_HEADS,
    QUESTION_TOKENS,
    SEPARATOR,
    UNKNOWN,
    WINDOW,
    Tokenizer,
)
from dayshift.interviews.scoring.preprocessing import question_words, sentences_of
from dayshift.knowledge.question_plans import newest
from dayshift.knowledge.question_plans.plan import Aspect
from training.scoring import encoder
from training.scoring.answer_set import RatedAnswer, load
from training.scoring.artifact import quantized, store
from training.scoring.calibrate import UNSET, VERSION
from training.scoring.evaluate import figures

ASPECTS: tuple[str, ...] = get_args(Aspect)
BUCKETS = (64, 96, 128, 176, WINDOW + QUESTION_TOKENS + 3)
TOKENS_PER_BATCH = 2048
POOL_WIDTH = 32
STRONGEST = 128
HIDDEN = 160
ENCODER_RATE = 8e-5
HEAD_RATE = 1e-3
SEED = 0
WORD_ERRORS = 0.06
INSERTED_HARM, INSERTED_TWIN = 0.1, 0.12
"""Shares of the training answers that get a harmful act, or its honest twin, inserted between two sentences."""
HARMFUL_WEIGHT, ASPECT_WEIGHT, KIND_WEIGHT, LEVEL_WEIGHT = 1.5, 0.5, 0.3, 2.0
OTHER_QUESTION = 0.1
"""Share of answers for which another question is drawn. Where one of the two is about schedules, nothing answers it."""
THIN_COPIES = 3
"""So often each thin answer is in an epoch, every time to another question."""
SCHEDULE = "availability"
KEEP_STATES, KEEP_HIDDEN = 0.9, 0.8
KEEP_QUESTION = 0.85
"""Without its question an answer is read in general, which is what holds for questions that were never trained."""

Params = dict[str, Any]


@dataclass(frozen=True)
class Example:
    """One answer in words. `told` has 1 or 0 for the aspects that were asked about, -1 for all others."""

    sentences: list[Sequence[str]]
    question: list[int]
    level: float
    harmful: float
    told: list[float]
    kind: int
    schedule: bool
    """The question asks for days and hours."""


def examples(answers: Sequence[RatedAnswer], tokenizer: Tokenizer) -> list[Example]:
    kinds = sorted({answer.kind for answer in answers})
    found = []
    for answer in answers:
        family, _, name = answer.question.partition("/")
        plan = newest(f"{family}-{answer.language}")
        assert plan is not None
        question = plan.question(name)
        asked = {follow_up.aspect for follow_up in question.follow_ups}
        told = [-1.0 if answer.told is None or a not in asked else float(a in answer.told) for a in ASPECTS]
        sentences = [s.words for s in sentences_of(answer.text, question.text, answer.language)]
        found.append(
            Example(
                sentences=sentences or [["-"]],
                question=tokenizer.tokens(question_words(question.text, answer.language))[:QUESTION_TOKENS],
                level=sum(answer.levels) / len(answer.levels),
                harmful=float(answer.harmful),
                told=told,
                kind=kinds.index(answer.kind),
                schedule=name == SCHEDULE,
            )
        )
    return found


def initial(weights: encoder.Weights, kinds: int, key: jax.Array) -> Params:
    """The pretrained encoder with a new head."""
    keys = iter(jax.random.split(key, 8))
    state = weights["emb"].shape[1]
    pool = POOL_HEADS * POOL_WIDTH

    def normal(rows: int, columns: int) -> jax.Array:
        return jax.random.normal(next(keys), (rows, columns)) * rows**-0.5

    outputs = CUTS + 1 + len(ASPECTS) + kinds
    head = {
        "q.w": normal(state, pool),
        "q.b": jax.random.normal(next(keys), (pool,)) * 0.5,
        "k.w": normal(state, pool),
        "v.w": normal(state, pool),
        "v.b": jnp.zeros(pool),
        "mx.w": normal(state, STRONGEST),
        "mx.b": jnp.zeros(STRONGEST),
        "h.w": normal(pool + STRONGEST + state, HIDDEN),
        "h.b": jnp.zeros(HIDDEN),
        "o.w": normal(HIDDEN, outputs) * 0.3,
        "o.b": jnp.zeros(outputs),
    }
    return {name: jnp.asarray(weight) for name, weight in weights.items()} | head


def forward(p: Params, batch: dict[str, Any], key: jax.Array | None) -> jax.Array:
    """Logits of a batch: as `Network`, but for many answers at once, and with dropout when a key is given."""
    ids, mask, answer, asked = batch["ids"], batch["mask"], batch["answer"], batch["asked"]
    count, length = ids.shape
    keys = iter(jax.random.split(key, 2 * LAYERS + 3)) if key is not None else None
    x = _dropout(_normalized(p["emb"][ids] + p["places"][:length], p["ln.g"], p["ln.b"]), KEEP_STATES, keys)
    unseen = (1 - mask)[:, None, None, :] * -1e9
    for layer in map(str, range(LAYERS)):
        q, k, v = (
            part.reshape(count, length, HEADS, -1).transpose(0, 2, 1, 3)
            for part in jnp.split(x @ p[f"{layer}.qkv.w"] + p[f"{layer}.qkv.b"], 3, axis=2)
        )
        attention = jax.nn.softmax(q @ k.transpose(0, 1, 3, 2) * q.shape[-1] ** -0.5 + unseen)
        heads = (attention @ v).transpose(0, 2, 1, 3).reshape(count, length, -1)
        joined = _dropout(heads @ p[f"{layer}.out.w"] + p[f"{layer}.out.b"], KEEP_STATES, keys)
        x = _normalized(x + joined, p[f"{layer}.ln1.g"], p[f"{layer}.ln1.b"])
        inner = jax.nn.gelu(x @ p[f"{layer}.f1.w"] + p[f"{layer}.f1.b"])
        inner = _dropout(inner @ p[f"{layer}.f2.w"] + p[f"{layer}.f2.b"], KEEP_STATES, keys)
        x = _normalized(x + inner, p[f"{layer}.ln2.g"], p[f"{layer}.ln2.b"])
    question = (x * asked[..., None]).sum(1) / asked.sum(1, keepdims=True)
    query = (question @ p["q.w"] + p["q.b"]).reshape(count, POOL_HEADS, -1)
    keyed = (x @ p["k.w"]).reshape(count, length, POOL_HEADS, -1)
    valued = (x @ p["v.w"] + p["v.b"]).reshape(count, length, POOL_HEADS, -1)
    logits = jnp.einsum("bhd,bthd->bht", query, keyed) * query.shape[-1] ** -0.5
    weight = jax.nn.softmax(logits + (1 - answer)[:, None, :] * -1e9)
    pooled = jnp.einsum("bht,bthd->bhd", weight, valued).reshape(count, -1)
    strongest = jnp.max(jnp.where(answer[..., None] > 0, x @ p["mx.w"] + p["mx.b"], -1e9), 1)
    features = _dropout(jnp.concatenate([pooled, jax.nn.relu(strongest), question], 1), KEEP_HIDDEN, keys)
    hidden = _dropout(jax.nn.relu(features @ p["h.w"] + p["h.b"]), KEEP_HIDDEN, keys)
    return hidden @ p["o.w"] + p["o.b"]


def loss(p: Params, batch: dict[str, Any], key: jax.Array) -> jax.Array:
    """Cumulative link for the level (a half level is a half vote for a cut), and the other tasks with their weights."""
    out = forward(p, batch, key)
    binary = optax.sigmoid_binary_cross_entropy
    cuts = jnp.clip(batch["level"][:, None] - jnp.arange(CUTS)[None], 0, 1)
    level = binary(out[:, :CUTS], cuts).mean(1)
    harmful = binary(out[:, CUTS], batch["harmful"])
    known = batch["told"] >= 0
    aspects = out[:, CUTS + 1 : CUTS + 1 + len(ASPECTS)]
    told = jnp.where(known, binary(aspects, jnp.maximum(batch["told"], 0)), 0).sum(1) / jnp.maximum(known.sum(1), 1)
    kind = optax.softmax_cross_entropy_with_integer_labels(out[:, CUTS + 1 + len(ASPECTS) :], batch["kind"])
    total = LEVEL_WEIGHT * level + HARMFUL_WEIGHT * harmful + ASPECT_WEIGHT * told + KIND_WEIGHT * kind
    return (total * batch["real"]).sum() / batch["real"].sum()


def acts() -> list[tuple[list[str], list[str]]]:
    """Pairs of a harmful act and its honest twin, in the words that the network reads."""
    pairs = []
    for file in sorted((Path(__file__).parent / "acts").glob("*.jsonl")):
        language = file.stem[:2]
        for line in file.read_text("utf-8").splitlines():
            pair = json.loads(line)
            bad, good = (
                [word for sentence in sentences_of(pair[key], "", language) for word in sentence.words]
                for key in ("bad", "good")
            )
            pairs.append((bad, good))
    return pairs


def thin_answers(data: Sequence[Example]) -> list[Example]:
    """Answers that say next to nothing, to questions of the training answers in turn."""
    found = []
    for line in (Path(__file__).parent / "thin.txt").read_text("utf-8").splitlines():
        if not line.startswith("#"):
            language, level, text = line.split("\t")
            words = [word for sentence in sentences_of(text, "", language) for word in sentence.words]
            for _ in range(THIN_COPIES):
                like = data[len(found) * 37 % len(data)]
                found.append(
                    replace(like, sentences=[words], level=float(level), harmful=0.0, told=[0.0] * len(ASPECTS))
                )
    return found


def augmented(
    example: Example, pairs: Sequence[tuple[list[str], list[str]]], vocabulary: Sequence[str], rng: random.Random
) -> Example:
    """The answer with word errors and perhaps with an act in it: a harmful one makes it harmful, at level 1."""
    chance = rng.random()
    if pairs and chance < INSERTED_HARM + INSERTED_TWIN:
        bad, good = rng.choice(pairs)
        at = rng.randint(0, len(example.sentences))
        inserted = bad if chance < INSERTED_HARM else good
        sentences = [*example.sentences[:at], inserted, *example.sentences[at:]]
        example = replace(example, sentences=sentences, told=[-1.0] * len(ASPECTS))
        if inserted is bad:
            example = replace(example, level=1.0, harmful=1.0)
        elif not example.level:
            example = replace(example, level=2.0)  # The twin is an own act, told without the rest of a good answer.
    return replace(example, sentences=[_with_errors(words, vocabulary, rng) for words in example.sentences])


def with_other_question(example: Example, others: Sequence[Example], rng: random.Random) -> Example:
    """The answer as if another kind of question had been asked, which nothing in it answers."""
    other = rng.choice(others)
    if other.schedule == example.schedule or example.harmful:
        return example
    return replace(example, question=other.question, level=0.0, told=[-1.0] * len(ASPECTS))


def batches(
    data: Sequence[Example],
    tokenizer: Tokenizer,
    rng: random.Random | None = None,
    pairs: Sequence[tuple[list[str], list[str]]] = (),
) -> Iterator[dict[str, Any]]:
    """Batches of answers of like length; with `rng` shuffled and augmented."""
    vocabulary = [word for example in data for words in example.sentences for word in words]
    buckets: dict[int, list[tuple[int, Example, list[int], int]]] = {}
    for number, original in enumerate(data):
        example = original
        if rng and rng.random() < OTHER_QUESTION:
            example = with_other_question(original, data, rng)
        elif rng:
            example = augmented(original, pairs, vocabulary, rng)
        answer = [token for words in example.sentences for token in tokenizer.tokens(words)][:WINDOW] or [UNKNOWN]
        question = example.question if rng is None or rng.random() < KEEP_QUESTION else []
        tokens = [FIRST, *question, SEPARATOR, *answer, SEPARATOR]
        size = next(size for size in BUCKETS if len(tokens) <= size)
        buckets.setdefault(size, []).append((number, example, tokens, len(question) + 2))
    made = []
    for size, members in sorted(buckets.items()):
        if rng:
            rng.shuffle(members)
        count = min(max(8, TOKENS_PER_BATCH // size), 32)
        made += [(size, count, members[at : at + count]) for at in range(0, len(members), count)]
    if rng:
        rng.shuffle(made)
    for size, count, members in made:
        yield _batch(members, size, count)


def _batch(members: Sequence[tuple[int, Example, list[int], int]], size: int, count: int) -> dict[str, Any]:
    ids = np.zeros((count, size), np.int32)
    mask, answer, asked = (np.zeros((count, size), np.float32) for _ in range(3))
    real = np.zeros(count, np.float32)
    mask[:, 0] = answer[:, 0] = asked[:, 0] = 1
    for row, (_, _, tokens, begin) in enumerate(members):
        ids[row, : len(tokens)], mask[row, : len(tokens)] = tokens, 1
        asked[row, :begin] = 1
        answer[row, 0], answer[row, begin : len(tokens) - 1] = 0, 1
        real[row] = 1
    rows = [example for _, example, _, _ in members] + [members[0][1]] * (count - len(members))
    return {
        "ids": ids,
        "mask": mask,
        "answer": answer,
        "asked": asked,
        "real": real,
        "level": np.array([row.level for row in rows], np.float32),
        "harmful": np.array([row.harmful for row in rows], np.float32),
        "told": np.array([row.told for row in rows], np.float32),
        "kind": np.array([row.kind for row in rows], np.int32),
        "numbers": np.array([number for number, *_ in members] + [-1] * (count - len(members))),
    }


def _with_errors(words: Sequence[str], vocabulary: Sequence[str], rng: random.Random) -> list[str]:
    """Words as a speech recognizer might hear them: some replaced, some lost."""
    heard = []
    for word in words:
        chance = rng.random()
        if chance < WORD_ERRORS / 2:
            heard.append(rng.choice(vocabulary))
        elif chance > WORD_ERRORS:
            heard.append(word)
    return heard


def use_one_processor() -> None:
    """Make sums come out alike: jax starts a thread for each processor that it may use."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})


def train(folder: Path, epochs: int, runs: int, artifact: Path, *, with_acts: bool) -> None:
    """Train, print the figures on the development answers after each epoch and in the end, and write the artifact."""
    use_one_processor()
    weights, pieces = encoder.load(encoder.fetch(folder))
    meta = {"version": VERSION, "aspects": ASPECTS, "pieces": pieces, "thresholds": UNSET}
    tokenizer = Tokenizer(pieces)
    answers, held_out = load("train"), load("dev")
    data, dev = examples(answers, tokenizer), examples(held_out, tokenizer)
    data += thin_answers(data)
    pairs = acts() if with_acts else []
    kinds = len({answer.kind for answer in answers})
    start = initial(weights, kinds, jax.random.PRNGKey(SEED))
    predict = jax.jit(lambda p, batch: forward(p, batch, None))

    def report(name: str, params: Params) -> None:
        out = np.zeros((len(dev), params["o.b"].shape[0]), np.float32)
        for batch in batches(dev, tokenizer):
            rows = batch["numbers"] >= 0
            out[batch["numbers"][rows]] = np.asarray(predict(params, batch))[rows]
        chance = 1 / (1 + np.exp(-out))
        levels = np.minimum.accumulate(chance[:, :CUTS], 1).sum(1)
        harmful, told = chance[:, CUTS], chance[:, CUTS + 1 : CUTS + 1 + len(ASPECTS)]
        known = np.array([[value >= 0 for value in example.told] for example in dev])
        hits = (told > 0.5) == (np.array([example.told for example in dev]) > 0.5)
        told_right = f" told {hits[known].mean():.2f}" if known.any() else ""
        print(f"{name}; {figures(held_out, levels, harmful)}{told_right}", flush=True)

    total: Params = {}
    for run in range(1, runs + 1):
        rng = random.Random(SEED + run)
        steps = epochs * sum(1 for _ in batches(data, tokenizer, rng, pairs))
        step, state = _stepper(start, steps, set(weights))
        params, key = start, jax.random.PRNGKey(SEED + run)
        for epoch in range(1, epochs + 1):
            began, losses = time.monotonic(), []
            for batch in batches(data, tokenizer, rng, pairs):
                key, own = jax.random.split(key)
                params, state, value = step(params, state, batch, own)
                losses.append(float(value))
            took = time.monotonic() - began
            report(f"run {run}, epoch {epoch}: loss {np.mean(losses):.3f}, {took:.0f} s", params)
        total = {name: total.get(name, 0) + value for name, value in params.items()}
        mean = {name: value / run for name, value in total.items()}
        report(f"mean of {run} runs", mean)
        kept = CUTS + 1 + len(ASPECTS)  # Without the output of the helper task.
        stored = mean | {"o.w": mean["o.w"][:, :kept], "o.b": mean["o.b"][:kept]}
        store(artifact, meta, quantized(stored))


def _stepper(
    start: Params, steps: int, pretrained: set[str]
) -> tuple[Callable[..., tuple[Params, Any, jax.Array]], Any]:
    """Return the function that makes one step of a run of so many, and the state with which the run starts."""
    schedule = optax.warmup_cosine_decay_schedule(0, 1, steps // 10, steps, 0.02)
    optimizer = optax.chain(optax.clip_by_global_norm(1.0), optax.adamw(schedule, weight_decay=0.01))
    rate = {name: ENCODER_RATE if name in pretrained else HEAD_RATE for name in start}

    @jax.jit
    def step(p: Params, state: Any, batch: dict[str, Any], key: jax.Array) -> tuple[Params, Any, jax.Array]:
        value, gradient = jax.value_and_grad(loss)(p, batch, key)
        updates, state = optimizer.update(gradient, state, p)
        return {name: p[name] + rate[name] * updates[name] for name in p}, state, value

    return step, optimizer.init(start)


def _normalized(x: jax.Array, gain: jax.Array, bias: jax.Array) -> jax.Array:
    centered = x - x.mean(-1, keepdims=True)
    return centered / jnp.sqrt((centered * centered).mean(-1, keepdims=True) + EPSILON) * gain + bias


def _dropout(x: jax.Array, keep: float, keys: Iterator[jax.Array] | None) -> jax.Array:
    return x if keys is None else x * jax.random.bernoulli(next(keys), keep, x.shape) / keep


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("artifact", type=Path)
    parser.add_argument("--epochs", type=int, default=5)
    parser.add_argument("--runs", type=int, default=4)
    parser.add_argument("--without-acts", action="store_true")
    chosen = parser.parse_args()
    train(chosen.folder, chosen.epochs, chosen.runs, chosen.artifact, with_acts=not chosen.without_acts)
