"""Which video provider an installation uses. One that it does not use is not loaded."""

from dayshift.providers.video.embedded import EmbeddedVideo
from dayshift.providers.video.protocol import VideoProvider
from dayshift.providers.video.simulated import SimulatedVideo

SIMULATED = "simulated:"


def open_video(url: str, webhook_secret: str = "") -> VideoProvider:
    """The provider that `url` names; our own pages where it names none. Raises ValueError for a URL of another form."""
    if not url:
        return EmbeddedVideo()
    if url == SIMULATED:
        return SimulatedVideo()
    from dayshift.providers.video.daily import DailyVideo  # noqa: PLC0415

    return DailyVideo(url, webhook_secret)
