"""Static embeddings: each token has a vector, and a text is the mean of its tokens'. About 10 us per text.

Imported only if a model is set: the library that reads it is an extra.
"""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from model2vec import StaticModel
from numpy.typing import NDArray

from dayshift.core.extras import ExtraMissing


class StaticEmbeddings:
    """A model in a folder written by `StaticModel.save_pretrained`: tokenizer, matrix and configuration."""

    def __init__(self, folder: Path) -> None:
        try:
            self._model = StaticModel.from_pretrained(folder)
            self.vectors(["work"])
        except Exception as error:  # The readers of a broken folder raise anything.
            raise ExtraMissing(f"the model of meaning in {folder} cannot be read: {error}") from error

    def vectors(self, texts: Sequence[str]) -> NDArray[np.float32]:
        rows = self._model.encode(list(texts), use_multiprocessing=False).astype(np.float32)
        lengths = np.linalg.norm(rows, axis=1, keepdims=True)
        lengths[lengths == 0] = 1
        unit: NDArray[np.float32] = rows / lengths
        return unit
