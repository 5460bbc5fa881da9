"""Work on recordings in child processes with limits: no decoder reads an upload in the server's own process."""

from dayshift.providers.media.errors import MediaCrashed, OverLimits, Unplayable
from dayshift.providers.media.process import Done, run_media

__all__ = ["Done", "MediaCrashed", "OverLimits", "Unplayable", "run_media"]
