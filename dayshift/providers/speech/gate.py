"""Decide whether a recording is worth a transcriber's time."""

from pathlib import Path

from dayshift.providers.media import run_media

SHORTEST = 0.4
"""Seconds of voice, all together, that a word takes."""


async def holds_voice(path: Path) -> bool:
    """Whether somebody speaks in a WebM or MP4 file. Raises `Unplayable`."""
    seconds: float = (await run_media("voiced_seconds", source=str(path))).result
    return seconds >= SHORTEST
