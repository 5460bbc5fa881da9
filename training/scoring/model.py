"""The network in PyTorch: as `dayshift.interviews.scoring.network`, but for many answers at once.

Beside the answer, the head reads each sentence alone, because harm is learned by sentence.
"""

from collections.abc import Mapping

import torch
from torch import Tensor, nn
from torch.nn import functional

from dayshift.interviews.scoring.network import CUTS, EPSILON, HEADS, LAYERS, POOL_HEADS
from training.scoring.encoder import Weights
from training.scoring.examples import ASPECTS

FROZEN = 5
"""The lowest layers and the embeddings stay as they are: what they know of two languages is more than we can teach."""
POOL_WIDTH = 32
STRONGEST = 128
HIDDEN = 160
DROP_STATES, DROP_HIDDEN = 0.1, 0.2
KEPT_OUTPUTS = CUTS + 1 + len(ASPECTS)
"""Without those of the helper task."""
LEVEL_WEIGHT, HARMFUL_WEIGHT, ASPECT_WEIGHT, KIND_WEIGHT = 2.0, 1.5, 0.5, 0.3
WORST_WEIGHT, SENTENCE_WEIGHT = 1.0, 0.7
NEVER = -1e9
MATRICES = ("qkv", "out", "f1", "f2")
NORMS = ("ln1", "ln2")


class Layer(nn.Module):
    """Self-attention and feed-forward, each with a residual and a normalization."""

    def __init__(self, weights: Weights, number: int) -> None:
        super().__init__()
        for name in MATRICES:
            for part in ("w", "b"):
                setattr(self, name + part, nn.Parameter(torch.tensor(weights[f"{number}.{name}.{part}"])))
        for name in NORMS:
            for part in ("g", "b"):
                setattr(self, name + part, nn.Parameter(torch.tensor(weights[f"{number}.{name}.{part}"])))

    def forward(self, x: Tensor, hidden: Tensor, drop: float) -> Tensor:
        """`x` (answers, tokens, width); `hidden` is added to the logits of attention."""
        count, length, width = x.shape
        q, k, v = (x @ self.qkvw + self.qkvb).view(count, length, 3, HEADS, -1).permute(2, 0, 3, 1, 4)
        attention = torch.softmax(q @ k.transpose(-1, -2) * q.shape[-1] ** -0.5 + hidden, -1, dtype=q.dtype)
        heads = (attention @ v).transpose(1, 2).reshape(count, length, width)
        joined = functional.dropout(heads @ self.outw + self.outb, drop, self.training)
        x = functional.layer_norm(x + joined, (width,), self.ln1g, self.ln1b, EPSILON)
        inner = functional.gelu(x @ self.f1w + self.f1b, approximate="tanh")
        inner = functional.dropout(inner @ self.f2w + self.f2b, drop, self.training)
        return functional.layer_norm(x + inner, (width,), self.ln2g, self.ln2b, EPSILON)


class Model(nn.Module):
    """The pretrained layers with a new head, which reads states that are shifted and scaled by `mean` and `std`."""

    mean: Tensor
    std: Tensor

    def __init__(self, weights: Weights, kinds: int, generator: torch.Generator) -> None:
        super().__init__()
        width, pool = weights["emb"].shape[1], POOL_HEADS * POOL_WIDTH

        def normal(*shape: int) -> nn.Parameter:
            return nn.Parameter(torch.randn(*shape, generator=generator) * shape[0] ** -0.5)

        for name in ("emb", "places", "ln.g", "ln.b"):
            self.register_buffer(name.replace(".", ""), torch.tensor(weights[name]), persistent=False)
        self.layers = nn.ModuleList(Layer(weights, number) for number in range(LAYERS))
        self.layers[:FROZEN].requires_grad_(requires_grad=False)
        self.qw, self.kw, self.vw = normal(width, pool), normal(width, pool), normal(width, pool)
        self.qb = nn.Parameter(torch.randn(pool, generator=generator) * 0.5)
        self.mxw, self.hw = normal(width, STRONGEST), normal(pool + STRONGEST + width, HIDDEN)
        self.ow = nn.Parameter(normal(HIDDEN, KEPT_OUTPUTS + kinds).data * 0.3)
        self.vb, self.mxb, self.hb = (nn.Parameter(torch.zeros(size)) for size in (pool, STRONGEST, HIDDEN))
        self.ob = nn.Parameter(torch.zeros(KEPT_OUTPUTS + kinds))
        self.register_buffer("mean", torch.zeros(width))
        self.register_buffer("std", torch.ones(width))

    def states(self, batch: Mapping[str, Tensor]) -> Tensor:
        """One vector for each token."""
        ids, mask = batch["ids"], batch["mask"]
        hidden = ((1 - mask) * NEVER)[:, None, None, :].to(torch.bfloat16)
        shape = (self.emb.shape[1],)
        with torch.no_grad():
            x = self.emb[ids] + self.places[: ids.shape[1]]
            x = functional.layer_norm(x, shape, self.lng, self.lnb, EPSILON)
            for layer in self.layers[:FROZEN]:
                x = layer(x, hidden, 0.0)
        for layer in self.layers[FROZEN:]:
            x = layer(x, hidden, DROP_STATES)
        return x.float()

    def forward(self, batch: Mapping[str, Tensor]) -> tuple[Tensor, Tensor]:
        """The logits of each answer, and of each of its sentences alone."""
        with torch.autocast("cpu", torch.bfloat16):
            states = self.states(batch)
        x, answer, part, of = (states - self.mean) / self.std, batch["answer"], batch["part"], batch["of"]
        count, length, _ = x.shape
        unsaid = answer[..., None] == 0
        asked = (x * batch["asked"][..., None]).sum(1) / batch["asked"].sum(1, keepdim=True)
        query = (asked @ self.qw + self.qb).view(count, POOL_HEADS, -1)
        keys = (x @ self.kw).view(count, length, POOL_HEADS, -1)
        values = (x @ self.vw + self.vb).view(count, length, POOL_HEADS, -1)
        features = x @ self.mxw + self.mxb
        logits = torch.einsum("bhd,bthd->bth", query, keys) * query.shape[-1] ** -0.5
        logits = logits.masked_fill(unsaid, NEVER)
        pooled = torch.einsum("bth,bthd->bhd", torch.softmax(logits, 1), values).reshape(count, -1)
        strongest = features.masked_fill(unsaid, NEVER).amax(1)
        whole = self._head(pooled, strongest, asked)

        said, parts = part >= 0, len(of)
        member = part[said]
        weight = torch.exp(logits - logits.amax(1, keepdim=True).detach())[said]
        total = torch.zeros(parts, POOL_HEADS).index_add(0, member, weight).clamp(min=1e-9)[..., None]
        pooled = (
            torch.zeros(parts, POOL_HEADS, POOL_WIDTH).index_add(0, member, weight[..., None] * values[said]) / total
        )
        places = member[:, None].expand(-1, STRONGEST)
        strongest = torch.full((parts, STRONGEST), NEVER).scatter_reduce(0, places, features[said], "amax")
        return whole, self._head(pooled.reshape(parts, -1), strongest, asked[of])

    def weights(self) -> Weights:
        """The weights as the scorer reads them: states are shifted and scaled by the last normalization, and what
        only the helper task needs is left out."""
        found = {}
        for name, value in self.state_dict().items():
            _, _, inner = name.rpartition("layers.")
            found[f"{inner[:-1]}.{inner[-1]}"] = value.float().numpy()
        found["o.w"], found["o.b"] = found["o.w"][:, :KEPT_OUTPUTS], found["o.b"][:KEPT_OUTPUTS].copy()
        mean, std, last = self.mean.numpy(), self.std.numpy(), f"{LAYERS - 1}.ln2"
        found[f"{last}.g"], found[f"{last}.b"] = found[f"{last}.g"] / std, (found[f"{last}.b"] - mean) / std
        return {name: value for name, value in found.items() if name not in {"mea.n", "st.d"}}

    def _head(self, pooled: Tensor, strongest: Tensor, asked: Tensor) -> Tensor:
        features = torch.cat([pooled, functional.relu(strongest), asked], 1)
        features = functional.dropout(features, DROP_HIDDEN, self.training)
        hidden = functional.relu(features @ self.hw + self.hb)
        return functional.dropout(hidden, DROP_HIDDEN, self.training) @ self.ow + self.ob


def loss(batch: Mapping[str, Tensor], whole: Tensor, parts: Tensor) -> Tensor:
    """The loss of a batch.

    Cumulative link for the level (a half level is a half vote for a cut), harm of the answer, of its worst sentence
    and of the sentences of which it is known, told aspects, and the kind of answer that the writer was asked for.
    """
    binary = functional.binary_cross_entropy_with_logits

    def each(logits: Tensor, labels: Tensor) -> Tensor:
        return binary(logits, labels, reduction="none")

    count, of = len(batch["level"]), batch["of"]
    cuts = (batch["level"][:, None] - torch.arange(CUTS)).clamp(0, 1)
    level, harmful = each(whole[:, :CUTS], cuts).mean(1), each(whole[:, CUTS], batch["harmful"])
    known = batch["told"] >= 0
    told = each(whole[:, CUTS + 1 : KEPT_OUTPUTS], batch["told"].clamp(min=0)) * known
    kind = functional.cross_entropy(whole[:, KEPT_OUTPUTS:], batch["kind"], reduction="none")
    suspected = parts[:, CUTS]
    worst = each(torch.full((count,), NEVER).scatter_reduce(0, of, suspected, "amax"), batch["harmful"])
    labelled = (batch["act"] >= 0).float()
    alone = torch.zeros(count).index_add(0, of, each(suspected, batch["act"].clamp(min=0)) * labelled)
    alone = alone / torch.zeros(count).index_add(0, of, labelled).clamp(min=1)
    total = LEVEL_WEIGHT * level + HARMFUL_WEIGHT * harmful + KIND_WEIGHT * kind
    total = total + ASPECT_WEIGHT * told.sum(1) / known.sum(1).clamp(min=1)
    return (total + WORST_WEIGHT * worst + SENTENCE_WEIGHT * alone).mean()
