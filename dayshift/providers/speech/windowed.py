"""A Whisper model whose encoder reads a window of the length that is needed. For the child process only."""

from typing import TYPE_CHECKING, Any

from faster_whisper import WhisperModel

if TYPE_CHECKING:
    import numpy as np

FRAMES_PER_SECOND = 100


class WindowedModel(WhisperModel):  # type: ignore[misc]  # an untyped library
    """The encoder takes half of the time, and silence up to thirty seconds is most of what it reads of short speech."""

    seconds = 30.0
    """Length of the window; what is longer is cut off."""

    def encode(self, features: "np.ndarray[Any, Any]") -> Any:
        """Encode the first `seconds` of features (bands by frames, 100 a second)."""
        frames = 2 * round(self.seconds * FRAMES_PER_SECOND / 2)  # The encoder halves them.
        return super().encode(features[..., :frames])
