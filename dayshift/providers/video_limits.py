"""What a call provider accepts, checked before the call so that a mistake has a clear name. Pure.

The limits are those that Daily's library 0.82 documents or enforces. Lengths count UTF-16 units, as
its JavaScript does. Every function raises `OutsideLimit`.
"""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

USER_DATA_MAX = 4096
DISPLAY_NAME_BELOW = 200
USER_ID_MAX = 36
TONES_MAX = 20
VOLUME_MAX = 2.0
BLUR_MAX = 1.0
BACKGROUND_IMAGES = range(1, 11)
ENCODING_LAYERS = range(1, 4)
AUDIO_CODECS = ("OPUS", "PCMU", "PCMA", "G722")
VIDEO_CODECS = ("H264", "VP8")
RECORDING_TYPES = ("cloud", "raw-tracks", "local")

_E164 = re.compile(r"\+[1-9][0-9]{1,14}")
_SIP_URI = re.compile(r"sip:\S+")
_TONES = re.compile(r"[0-9A-D*#]+")


class OutsideLimit(ValueError):
    """The provider would refuse this value; the message names the limit."""


@dataclass(frozen=True, slots=True)
class DialOut:
    """A call to a telephone or a SIP address; one that exists is within the limits."""

    sip_uri: str | None = None
    phone_number: str | None = None
    caller_id: str | None = None
    display_name: str | None = None
    user_id: str | None = None
    audio_codecs: Sequence[str] = ()
    video_codecs: Sequence[str] = ()

    def __post_init__(self) -> None:
        _require(
            (self.sip_uri is None) != (self.phone_number is None),
            "A dial-out needs either a SIP address or a phone number, and not both.",
        )
        _require(
            self.sip_uri is None or _SIP_URI.fullmatch(self.sip_uri),
            "A SIP address starts with 'sip:' and has no spaces.",
        )
        _require(
            self.phone_number is None or _E164.fullmatch(self.phone_number),
            "A phone number is '+', the country code and the number: at most 15 digits.",
        )
        _require(self.sip_uri is None or self.caller_id is None, "A caller id goes with a phone number only.")
        if self.display_name is not None:
            check_display_name(self.display_name)
        if self.user_id is not None:
            check_user_id(self.user_id)
        _check_codecs("audio", self.audio_codecs, AUDIO_CODECS)
        _check_codecs("video", self.video_codecs, VIDEO_CODECS)


def check_user_data(data: Any) -> None:
    """Data attached to a participant: a text as it is, anything else as compact JSON."""
    try:
        text = data if isinstance(data, str) else json.dumps(data, separators=(",", ":"), ensure_ascii=False)
    except (TypeError, ValueError) as error:
        raise OutsideLimit("User data must be JSON.") from error
    length = _length(text)
    _require(length <= USER_DATA_MAX, f"User data has {length} characters; {USER_DATA_MAX} are allowed.")


def check_display_name(name: str) -> None:
    """The name others see in the call."""
    _require(_length(name) < DISPLAY_NAME_BELOW, f"A display name has fewer than {DISPLAY_NAME_BELOW} characters.")


def check_user_id(user_id: str) -> None:
    """Our id of a person in the call."""
    _require(_length(user_id) <= USER_ID_MAX, f"A user id has at most {USER_ID_MAX} characters.")


def check_tones(tones: str) -> None:
    """Keypad tones (DTMF)."""
    _require(
        len(tones) <= TONES_MAX and _TONES.fullmatch(tones),
        f"Tones are 1 to {TONES_MAX} characters out of 0-9, A-D, * and #.",
    )


def check_volume(volume: float) -> None:
    """Volume of remote media; 1 leaves it as it is."""
    _require(0 <= volume <= VOLUME_MAX, f"A volume is between 0 and {VOLUME_MAX:g}.")


def check_blur(strength: float) -> None:
    """Strength of the background blur."""
    _require(0 < strength <= BLUR_MAX, f"A blur strength is above 0 and at most {BLUR_MAX:g}.")


def check_background_image(image: int) -> None:
    """Number of a background image."""
    _require(
        type(image) is int and image in BACKGROUND_IMAGES,  # True equals 1, and 2.0 equals 2.
        f"A background image is a whole number from {BACKGROUND_IMAGES[0]} to {BACKGROUND_IMAGES[-1]}.",
    )


def check_encodings(layers: Sequence[Any]) -> None:
    """Simulcast layers of one video track."""
    _require(len(layers) in ENCODING_LAYERS, f"Encodings have {ENCODING_LAYERS[0]} to {ENCODING_LAYERS[-1]} layers.")


def check_recording_type(kind: str) -> None:
    """How the provider records."""
    _require(kind in RECORDING_TYPES, f"A recording type is one of {', '.join(RECORDING_TYPES)}.")


def _check_codecs(medium: str, codecs: Sequence[str], known: Sequence[str]) -> None:
    unknown = [codec for codec in codecs if codec not in known]
    _require(not unknown, f"The {medium} codec must be one of {', '.join(known)}, not {', '.join(unknown)}.")


def _length(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def _require(holds: object, message: str) -> None:
    if not holds:
        raise OutsideLimit(message)
