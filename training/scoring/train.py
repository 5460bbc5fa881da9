"""Trains the network and writes its artifact, whose thresholds `calibrate.py` measures.

    python -m training.scoring.train FOLDER ARTIFACT

FOLDER keeps the package of the encoder, and the state after each epoch: a run that was stopped goes on from there, and
one that has ended only writes the artifact. From the fourth epoch on it prints figures on the development answers.

The upper layers are fine-tuned together with a head that predicts level, harmful act, told aspects and, as a helper
task, the kind of answer that the writer was asked for. What is written is the moving average of the weights. The seed
fixes everything that is random, and one thread the order of every sum; on another kind of processor weights differ.
"""

import argparse
import math
import random
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from dayshift.interviews.scoring.network import CUTS, Tokenizer
from training.scoring import encoder
from training.scoring.answer_set import DEVELOPMENT, TRAINING, RatedAnswer, load
from training.scoring.artifact import quantized, store
from training.scoring.calibrate import UNSET, VERSION
from training.scoring.evaluate import HIGH, kappa_with_raters
from training.scoring.examples import (
    ASPECTS,
    Augmented,
    Batch,
    Example,
    acts,
    batches,
    examples,
    log_odds,
    repeated,
    stories,
    thin_answers,
)
from training.scoring.model import Model, loss

LAYERS_RATE, HEAD_RATE = 8e-5, 1e-3
WARM_UP, LAST_RATE = 0.08, 0.02
DECAY = 0.01
AVERAGED = 0.995
"""What the moving average of the weights keeps at each step."""
EPOCHS = 8
STORY_COPIES = 2
"""So often both versions of each story are in an epoch."""
SHIFT = 0.75
"""Harmful acts and answers to other questions are much more frequent in training than in interviews. So much of the
difference of the logarithms of the odds is taken back; chosen on the development answers."""
ONE_SIDED = ("train-5", "train-6")
"""Training answers that were not written as a mix of all kinds."""
REPORTED_FROM = 4
MEASURED_EVERY = 20
"""The states are shifted and scaled as those of every so manieth answer need it."""
SEED = 0


def train(folder: Path, artifact: Path) -> None:
    """Train, print the figures on the development answers after each epoch."""
    torch.set_num_threads(1)
    torch.use_deterministic_algorithms(mode=True)
    torch.manual_seed(SEED)
    pretrained = encoder.read(encoder.fetch(folder))
    tokenizer = Tokenizer(pretrained.pieces, pretrained.scores.tolist())
    answers, held_out = load(*TRAINING), load(*DEVELOPMENT)
    data = examples(answers)
    kinds = max(example.kind for example in data) + 1
    data += repeated(data, answers) + thin_answers(data) + STORY_COPIES * stories()
    rng = random.Random(SEED)
    augmented = Augmented(data, acts(), rng)
    model = Model(pretrained.weights, kinds, torch.Generator().manual_seed(SEED))
    _measure_states(model, data[::MEASURED_EVERY], tokenizer)
    layers = [one for name, one in model.named_parameters() if one.requires_grad and name.startswith("layers")]
    head = [one for name, one in model.named_parameters() if not name.startswith("layers")]
    optimizer = torch.optim.AdamW(
        [{"params": layers, "lr": LAYERS_RATE}, {"params": head, "lr": HEAD_RATE}], weight_decay=DECAY
    )
    average = torch.optim.swa_utils.AveragedModel(model, avg_fn=_averaged)
    kept = folder / "state.pt"
    first = 0
    if kept.exists():
        state = torch.load(kept, weights_only=False)
        model.load_state_dict(state["model"])
        average.load_state_dict(state["average"])
        optimizer.load_state_dict(state["optimizer"])
        first = state["epoch"]
        rng.setstate(state["rng"])
        torch.set_rng_state(state["torch"])
    for epoch in range(first + 1, EPOCHS + 1):
        began, losses = time.monotonic(), []
        made = list(batches([augmented.changed(one) for one in data], tokenizer, rng))
        model.train()
        for number, batch in enumerate(made):
            factor = _rate((epoch - 1 + number / len(made)) / EPOCHS)
            for group, rate in zip(optimizer.param_groups, (LAYERS_RATE, HEAD_RATE), strict=True):
                group["lr"] = rate * factor
            value = _step(model, optimizer, batch, layers + head)
            average.update_parameters(model)
            losses.append(value)
            if number % 50 == 0:
                print(f"  {number} of {len(made)}: loss {np.mean(losses[-50:]):.3f}", flush=True)
        print(f"epoch {epoch}: loss {np.mean(losses):.3f}, {time.monotonic() - began:.0f} s", flush=True)
        if epoch >= REPORTED_FROM:
            _report(average.module, held_out, tokenizer)
        state = {"model": model.state_dict(), "average": average.state_dict(), "optimizer": optimizer.state_dict()}
        state |= {"epoch": epoch, "rng": rng.getstate(), "torch": torch.get_rng_state()}
        torch.save(state, kept.with_suffix(".new"))
        kept.with_suffix(".new").replace(kept)
    drawn = Augmented(data, acts(), random.Random(SEED + 1))  # On its own, so it is the same after a resumed run.
    trained = [drawn.changed(one) for one in data]
    asked = examples([answer for answer in answers if answer.split not in ONE_SIDED])
    write(average.module, pretrained, SHIFT * (log_odds(asked) - log_odds(trained)), artifact)


def write(model: Model, pretrained: encoder.Encoder, shift: NDArray[np.float64], artifact: Path) -> None:
    """Write both files of the artifact; its thresholds are not measured yet. `shift` is added to the first logits."""
    meta = {"version": VERSION, "thresholds": UNSET, "aspects": ASPECTS, "pieces": pretrained.pieces}
    weights = {name: pretrained.weights[name] for name in ("emb", "places", "ln.g", "ln.b")} | model.weights()
    weights["o.b"][: len(shift)] += shift
    store(artifact, meta, quantized(weights), pretrained.scores)


def _rate(done: float) -> float:
    """The share of the full rate: rising at first, then falling as a cosine."""
    falling = 0.5 * (1 + math.cos(math.pi * done))
    return min((done + 1e-3) / WARM_UP, 1) * (LAST_RATE + (1 - LAST_RATE) * falling)


def _averaged(average: Tensor, new: Tensor, seen: Tensor | int) -> Tensor:
    """The average keeps less while it is young."""
    kept = min(AVERAGED, (1 + float(seen)) / (10 + float(seen)))
    return average.lerp(new, 1 - kept)


def _step(model: Model, optimizer: torch.optim.Optimizer, batch: Batch, taught: list[Tensor]) -> float:
    tensors = _tensors(batch)
    value = loss(tensors, *model(tensors))
    optimizer.zero_grad()
    value.backward()
    torch.nn.utils.clip_grad_norm_(taught, 1.0)
    optimizer.step()
    return value.item()


def _tensors(batch: Batch) -> Mapping[str, Tensor]:
    return {name: torch.from_numpy(array) for name, array in batch.items()}


@torch.no_grad()
def _measure_states(model: Model, data: Sequence[Example], tokenizer: Tokenizer) -> None:
    """Shift and scale the states so that the new head reads numbers around 0, most of them within 1."""
    model.eval()
    found = [model.states(one)[one["answer"] > 0] for one in map(_tensors, batches(data, tokenizer))]
    model.mean.copy_(torch.cat(found).mean(0))
    model.std.copy_(torch.cat(found).std(0))


@torch.no_grad()
def _report(model: Model, answers: Sequence[RatedAnswer], tokenizer: Tokenizer) -> None:
    """Print the kappa of each part, and how many harmful acts are at level 4 or 5."""
    model.eval()
    above = np.zeros((len(answers), CUTS))
    for batch in batches(examples(answers), tokenizer):
        above[batch["numbers"]] = torch.sigmoid(model(_tensors(batch))[0][:, :CUTS]).numpy()
    levels = (np.minimum.accumulate(above, 1) >= 0.5).sum(1).tolist()
    for split in DEVELOPMENT:
        told = []
        for languages in (("en", "es"), ("en",), ("es",)):
            members = [i for i, one in enumerate(answers) if one.split == split and one.language in languages]
            told.append(kappa_with_raters([answers[i] for i in members], [levels[i] for i in members]))
        harmful = [level for one, level in zip(answers, levels, strict=True) if one.split == split and one.harmful]
        high = f"harmful at 4 or 5 {sum(level >= HIGH for level in harmful)}/{len(harmful)}"
        print(f"  {split}: kappa {told[0]:.3f}, English {told[1]:.3f}, Spanish {told[2]:.3f}, {high}", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("artifact", type=Path)
    chosen = parser.parse_args()
    train(chosen.folder, chosen.artifact)
