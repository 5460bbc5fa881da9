"""What a model of meaning is asked."""

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray


class Meaning(Protocol):
    """Turns texts into vectors that are the closer the more alike the texts' meanings are. For many threads."""

    def vectors(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """A row for each text, of length 1; of length 0 where the model knows nothing in it."""
        ...
