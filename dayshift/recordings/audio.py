"""The sound of a take, without its picture, for a transcriber."""

from pathlib import Path

from dayshift.providers.media import run_media
from dayshift.providers.storage import Storage
from dayshift.recordings.queries import Take


async def sound_of(storage: Storage, take: Take, folder: Path) -> Path | None:
    """A file in `folder` with the sound of a playable take, as it is encoded; None if it has none.

    Raises `Unplayable`, and `ObjectMissing` if the take's file is gone.
    """
    assert take.media_key is not None  # noqa: S101  (said above)
    whole = folder / "take"
    await storage.append_to(whole, take.media_key)
    sound: str | None = (await run_media("copy_sound", source=str(whole), folder=str(folder))).result
    return Path(sound) if sound else None
