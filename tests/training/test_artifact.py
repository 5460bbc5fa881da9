"""The ONNX model of the layers gives what the layers give in floating point, within the error of 8-bit products."""

import math

import numpy as np
import pytest
from numpy.typing import NDArray
from onnxruntime import InferenceSession

from dayshift.interviews.scoring.network import EPSILON, HEADS, LAYERS
from training.scoring.artifact import layers_model, quantized

pytestmark = pytest.mark.slow

WIDTH, INNER = 2 * HEADS, 4 * HEADS
TOKENS = 7

Floats = NDArray[np.float64]


def random_weights(generator: np.random.Generator) -> dict[str, Floats]:
    weights = {}
    for layer in range(LAYERS):
        shapes = {"qkv": (WIDTH, 3 * WIDTH), "out": (WIDTH, WIDTH), "f1": (WIDTH, INNER), "f2": (INNER, WIDTH)}
        for name, shape in shapes.items():
            weights[f"{layer}.{name}.w"] = generator.normal(0, shape[0] ** -0.5, shape)
            weights[f"{layer}.{name}.b"] = generator.normal(0, 0.3, shape[1])
        for name in ("ln1", "ln2"):
            weights[f"{layer}.{name}.g"] = generator.uniform(0.5, 1.5, WIDTH)
            weights[f"{layer}.{name}.b"] = generator.normal(0, 0.3, WIDTH)
    return weights


def normalized(x: Floats, gain: Floats, bias: Floats) -> Floats:
    return (x - x.mean(1, keepdims=True)) / np.sqrt(x.var(1, keepdims=True) + EPSILON) * gain + bias


def layers(w: dict[str, Floats], x: Floats) -> Floats:
    """The layers in 64-bit floating point."""
    erf = np.vectorize(math.erf)
    for layer in map(str, range(LAYERS)):
        q, k, v = (
            part.reshape(len(x), HEADS, -1).transpose(1, 0, 2)
            for part in np.split(x @ w[f"{layer}.qkv.w"] + w[f"{layer}.qkv.b"], 3, axis=1)
        )
        likeness = q @ k.transpose(0, 2, 1) * q.shape[-1] ** -0.5
        likeness = np.exp(likeness - likeness.max(-1, keepdims=True))
        heads = (likeness / likeness.sum(-1, keepdims=True) @ v).transpose(1, 0, 2).reshape(len(x), -1)
        joined = heads @ w[f"{layer}.out.w"] + w[f"{layer}.out.b"]
        x = normalized(x + joined, w[f"{layer}.ln1.g"], w[f"{layer}.ln1.b"])
        inner = x @ w[f"{layer}.f1.w"] + w[f"{layer}.f1.b"]
        inner = inner * (1 + erf(inner / math.sqrt(2))) / 2
        x = normalized(x + inner @ w[f"{layer}.f2.w"] + w[f"{layer}.f2.b"], w[f"{layer}.ln2.g"], w[f"{layer}.ln2.b"])
    return x


@pytest.mark.parametrize("seed", range(5))
def test_the_model_is_the_layers(seed: int) -> None:
    generator = np.random.default_rng(seed)
    weights = random_weights(generator)
    x = generator.normal(size=(TOKENS, WIDTH))
    x[0] *= 50  # A token that is this large takes no precision from the others.
    session = InferenceSession(layers_model(quantized(weights)), providers=["CPUExecutionProvider"])
    states = session.run(None, {"x": x[None].astype(np.float32)})[0][0]
    expected = layers(weights, x)
    assert np.abs(states - expected).mean() < 0.05 * np.abs(expected).mean()
    assert states == pytest.approx(expected, abs=0.3)
