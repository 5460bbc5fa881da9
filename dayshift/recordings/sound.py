"""The sound of a take by itself, for those who write down what is said: no picture goes with it."""

import asyncio
from pathlib import Path

from dayshift.providers.storage import Storage
from dayshift.recordings.access import Take


async def sound_of(storage: Storage, take: Take, folder: Path) -> Path | None:
    """A file in `folder` with the sound of a take that plays, not encoded anew; None where it has none.

    Raises `ObjectMissing` where the take's file is gone.
    """
    assert take.media_key is not None  # noqa: S101  (said above)
    whole = folder / "take"
    size = await storage.size(take.media_key)
    with whole.open("wb") as file:
        async for piece in storage.open_range(take.media_key, 0, size):
            await asyncio.to_thread(file.write, piece)
    return await asyncio.to_thread(_copy, whole, folder)


def _copy(source: Path, folder: Path) -> Path | None:
    import av  # noqa: PLC0415  (FFmpeg takes its time to load: with the first take.)

    from dayshift.recordings.remux import WEBM_CODECS  # noqa: PLC0415

    with av.open(str(source)) as container:
        if not container.streams.audio:
            return None
        sound = container.streams.audio[0]
        kind = "webm" if sound.codec_context.name in WEBM_CODECS else "mp4"
        target = folder / f"sound.{kind}"
        with av.open(str(target), "w", format=kind) as output:
            stream = output.add_stream_from_template(sound)
            for packet in container.demux(sound):
                if packet.dts is None:
                    continue
                packet.stream = stream
                output.mux(packet)
    return target
