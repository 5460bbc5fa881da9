"""Spoken test sentences, by a synthesizer: no recordings of people are part of the repository.

`python -m tests.speaker TEXT LANGUAGE FILE` writes a WAV file, with a pause at the end.
"""

import ctypes
import sys
import wave
from functools import cache
from typing import Any

import espeakng_loader
import numpy as np

RATE = 16_000
VOICES = {"en": "en-us", "es": "es-419"}
WORDS_PER_MINUTE = 150

_pieces: list[Any] = []


@ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(ctypes.c_short), ctypes.c_int, ctypes.c_void_p)
def _collect(samples: Any, count: int, _events: Any) -> int:
    if samples and count:
        _pieces.append(np.ctypeslib.as_array(samples, (count,)).copy())
    return 0


@cache
def _engine() -> tuple[Any, int]:
    """The library and its sample rate."""
    library = ctypes.CDLL(espeakng_loader.get_library_path())
    synchronous = 2
    rate = library.espeak_Initialize(synchronous, 0, espeakng_loader.get_data_path().encode(), 0)
    library.espeak_SetSynthCallback(_collect)
    return library, rate


@cache
def say(text: str, language: str) -> np.ndarray:
    """Samples of one channel at `RATE`, 32-bit floats."""
    library, rate = _engine()
    _pieces.clear()
    library.espeak_SetVoiceByName(VOICES[language].encode())
    speed, utf8 = 1, 1
    library.espeak_SetParameter(speed, WORDS_PER_MINUTE, 0)
    data = text.encode()
    library.espeak_Synth(data, len(data) + 1, 0, 1, 0, utf8, None, None)
    library.espeak_Synchronize()
    spoken = np.concatenate(_pieces).astype(np.float32) / 32768
    places = np.linspace(0, len(spoken) - 1, int(len(spoken) * RATE / rate))
    return np.interp(places, np.arange(len(spoken)), spoken).astype(np.float32)


def pause(seconds: float) -> np.ndarray:
    """Silence."""
    return np.zeros(int(seconds * RATE), np.float32)


def write_wav(path: str, samples: np.ndarray) -> None:
    """Write one channel of 16 bits at `RATE`."""
    with wave.open(path, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes((samples * 32767).astype("<i2").tobytes())


if __name__ == "__main__":
    write_wav(sys.argv[3], np.concatenate([say(sys.argv[1], sys.argv[2]), pause(1)]))
