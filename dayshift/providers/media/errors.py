"""How work on a recording fails."""


class MediaError(Exception):
    """Base of the errors of media work; `cpu_seconds` is the processor time that it took."""

    def __init__(self, why: str, *, cpu_seconds: float = 0.0) -> None:
        super().__init__(why)
        self.cpu_seconds = cpu_seconds


class Unplayable(MediaError):
    """The bytes are no recording that could be joined and played."""


class OverLimits(Unplayable):
    """The recording needs more than a browser's recording ever does: tracks, codecs, sizes, memory or time."""


class MediaCrashed(MediaError):
    """The child process died for another reason, such as a full memory of the machine: worth another try."""
