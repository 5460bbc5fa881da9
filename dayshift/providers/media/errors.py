"""Errors of media work."""


class MediaError(Exception):
    """Base class of media errors; `cpu_seconds` is the processor time used."""

    def __init__(self, why: str, *, cpu_seconds: float = 0.0) -> None:
        super().__init__(why)
        self.cpu_seconds = cpu_seconds


class Unplayable(MediaError):
    """The bytes are not a recording that can be joined and played."""


class OverLimits(Unplayable):
    """The recording exceeds what browsers produce: tracks, codecs, sizes, memory or time."""


class MediaCrashed(MediaError):
    """The child process died for another reason, such as lack of memory; may be retried."""
