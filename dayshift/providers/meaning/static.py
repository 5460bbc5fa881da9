"""Static embeddings: each token has a vector, and a text is the mean of its tokens'. Numpy alone, some 10 us a wish.

Imported only where a model is set: the library that reads the folders is an extra.
"""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from model2vec import StaticModel
from numpy.typing import NDArray

from dayshift.core.extras import ExtraMissing


class StaticMeaning:
    """`Meaning` over a folder as `StaticModel.save_pretrained` writes it: tokenizer, matrix and configuration."""

    def __init__(self, folder: Path) -> None:
        try:
            self._model = StaticModel.from_pretrained(folder)
            self.vectors(["work"])
        except Exception as error:  # Whatever its readers raise: of a broken folder nothing can be said for certain.
            raise ExtraMissing(f"the model of meaning in {folder} cannot be read: {error}") from error

    def vectors(self, texts: Sequence[str]) -> NDArray[np.float32]:
        rows = self._model.encode(list(texts), use_multiprocessing=False).astype(np.float32)
        lengths = np.linalg.norm(rows, axis=1, keepdims=True)
        lengths[lengths == 0] = 1
        unit: NDArray[np.float32] = rows / lengths
        return unit
