"""Writes the artifact of the scoring network: `network.npz`, and the layers as an ONNX model, `layers.onnx`.

The model is for ONNX Runtime: some operators are its own (`com.microsoft`). Weights are signed 8-bit integers with a
scale for each column. Activations are divided by the largest of their row, so that one token cannot take the precision
of the others, and rounded to 7 bits: sums of two 8-bit products would overflow on x86 processors without VNNI
instructions, which would then give other scores.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

from dayshift.interviews.scoring.network import BY_ROW, EPSILON, HEADS, LAYERS, LAYERS_FILE, SCALE, SCORES

TOP = 127
"""Largest quantized activation."""
MIN_GELU = 0.17
"""GELU is never below minus this."""
OWN = "com.microsoft"


@dataclass
class _Graph:
    """Nodes and constants of the model so far."""

    weights: Mapping[str, Any]
    nodes: list[onnx.NodeProto] = field(default_factory=list)
    constants: dict[str, onnx.TensorProto] = field(default_factory=dict)

    def add(self, operator: str, inputs: list[str], output: str, domain: str = "", **attributes: Any) -> str:
        self.nodes.append(helper.make_node(operator, inputs, [output], domain=domain, **attributes))
        return output

    def constant(self, name: str, value: Any, dtype: Any = np.float32) -> str:
        self.constants[name] = numpy_helper.from_array(np.ascontiguousarray(value, dtype), name)
        return name

    def weight(self, name: str) -> str:
        return self.constant(name, self.weights[name])

    def product(self, x: str, name: str, *, after_gelu: bool = False) -> str:
        """`x` times the matrix `name`, without its bias; `x` (1, tokens, width) is quantized by row."""
        below, smallest = (MIN_GELU, 1.0) if after_gelu else (1.0, 1e-6)
        zero = round(TOP * below / (1 + below))
        axis = self.constant("axis", [2], np.int64)
        largest = self.add("ReduceMax", [x if after_gelu else self.add("Abs", [x], f"{name} abs"), axis], f"{name} max")
        largest = self.add("Max", [largest, self.constant(f"{smallest}", smallest)], f"{name} scale by row")
        scale = self.constant(f"step {zero}", 1 / (TOP - zero))
        zero_point = self.constant(f"zero {zero}", zero, np.uint8)
        unit = self.add("Div", [x, largest], f"{name} unit")
        quantized = self.add("QuantizeLinear", [unit, scale, zero_point], f"{name} quantized")
        matrix = self.constant(name, self.weights[name], np.int8)
        columns = self.constant(SCALE + name, np.ravel(self.weights[SCALE + name]))
        inputs = [quantized, matrix, scale, columns, zero_point]
        product = self.add("MatMulIntegerToFloat", inputs, f"{name} product of units", OWN)
        return self.add("Mul", [product, largest], f"{name} product")

    def normalized(self, x: str, residual: str, bias: str, norm: str) -> str:
        """`x` plus bias plus residual, normalized."""
        inputs = [x, residual, self.weight(f"{norm}.g"), self.weight(f"{norm}.b"), self.weight(bias)]
        return self.add("SkipLayerNormalization", inputs, f"{norm} normalized", OWN, epsilon=EPSILON)


def layers_model(weights: Mapping[str, NDArray[Any]]) -> bytes:
    """The model, from quantized weights: `x` and `states` are (1, tokens, width) in 32-bit floats."""
    graph = _Graph(weights)
    x = "x"
    for layer in map(str, range(LAYERS)):
        together = graph.product(x, f"{layer}.qkv.w")
        parts = [f"{layer}.{part}" for part in ("q", "k", "v")]
        graph.nodes.append(helper.make_node("Split", [together], parts, axis=2, num_outputs=len(parts)))
        attended = graph.add(
            "MultiHeadAttention", [*parts, graph.weight(f"{layer}.qkv.b")], f"{layer}.attended", OWN, num_heads=HEADS
        )
        x = graph.normalized(graph.product(attended, f"{layer}.out.w"), x, f"{layer}.out.b", f"{layer}.ln1")
        inner = graph.product(x, f"{layer}.f1.w")
        inner = graph.add("FastGelu", [inner, graph.weight(f"{layer}.f1.b")], f"{layer}.gelu", OWN)
        inner = graph.product(inner, f"{layer}.f2.w", after_gelu=True)
        x = graph.normalized(inner, x, f"{layer}.f2.b", f"{layer}.ln2")
    shape = [1, "tokens", len(weights["0.ln1.g"])]
    made = helper.make_graph(
        [*graph.nodes, helper.make_node("Identity", [x], ["states"])],
        "layers",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, shape)],
        [helper.make_tensor_value_info("states", TensorProto.FLOAT, shape)],
        list(graph.constants.values()),
    )
    opsets = [helper.make_opsetid("", 18), helper.make_opsetid(OWN, 1)]
    serialized: bytes = helper.make_model(made, opset_imports=opsets, ir_version=10).SerializeToString()
    return serialized


def quantized(params: Mapping[str, Any]) -> dict[str, NDArray[Any]]:
    """Matrices as 8-bit integers with scales, for each row of those `BY_ROW` and each column of the others."""
    arrays: dict[str, NDArray[Any]] = {}
    for name, value in params.items():
        weight = np.asarray(value, np.float32)
        if weight.ndim == 1:
            arrays[name] = weight.astype(np.float16)
            continue
        scale = (np.abs(weight).max(1 if name in BY_ROW else 0, keepdims=True) / 127).astype(np.float16)
        arrays[name] = np.round(weight / scale.astype(np.float32)).clip(-127, 127).astype(np.int8)
        arrays[SCALE + name] = scale
    return arrays


def store(
    artifact: Path, meta: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]], scores: NDArray[np.float32]
) -> None:
    """Write quantized weights: those of the layers into `layers.onnx` beside it, the others into `artifact`.

    `scores`: the logarithms of the probabilities of the pieces.
    """
    others = {name: array for name, array in arrays.items() if not name.removeprefix(SCALE)[0].isdigit()}
    artifact.with_name(LAYERS_FILE).write_bytes(layers_model(arrays))
    np.savez_compressed(artifact, meta=np.array(json.dumps(meta, ensure_ascii=False)), **others | {SCORES: scores})
