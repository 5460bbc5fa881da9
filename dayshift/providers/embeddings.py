"""Text embeddings. Optional: without a model, job searches are understood by words and letters alone."""

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from dayshift.core.extras import ExtraMissing, load


class EmbeddingModel(Protocol):
    """Turns texts into vectors: texts with similar meaning have similar vectors. Thread-safe."""

    def vectors(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """A row of length 1 for each text; of length 0 if the model knows none of its words."""
        ...


_FILES = ("config.json", "model.safetensors", "tokenizer.json")


def open_embeddings(folder: str) -> EmbeddingModel | None:
    """The model in a folder; None for "".

    Raises `ExtraMissing`, which names what is missing or broken: files, or the library that reads them.
    """
    if not folder:
        return None
    missing = [name for name in _FILES if not Path(folder, name).is_file()]
    if missing:
        raise ExtraMissing(f"the model of meaning in {folder} lacks {', '.join(missing)}")
    static = load("dayshift.providers.static_embeddings", "DAYSHIFT_WISH_MODEL_DIR", "semantic")
    model: EmbeddingModel = static.StaticEmbeddings(Path(folder))
    return model
