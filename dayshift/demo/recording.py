"""A short synthetic recording in a browser's format, for the demo's answers: color bands and a hum."""

from functools import cache
from io import BytesIO

import av
import numpy as np

FPS = 10
RATE = 48_000
SIZE = (320, 240)
MIME_TYPE = "video/webm;codecs=vp8,opus"
_QUICK = {"deadline": "realtime", "cpu-used": "8"}


@cache
def recording(seconds: int, hue: int) -> bytes:
    """Return a WebM file of this length; `hue`, 0 to 255, distinguishes recordings."""
    target = BytesIO()
    with av.open(target, "w", format="webm", options={"live": "1"}) as output:
        video = output.add_stream("libvpx", rate=FPS, options=_QUICK)
        video.width, video.height = SIZE
        video.pix_fmt = "yuv420p"
        audio = output.add_stream("libopus", rate=RATE, layout="mono")
        resampler = av.AudioResampler(audio.format.name, "mono", RATE, frame_size=960)
        for number in range(seconds * FPS):
            output.mux(video.encode(_picture(number, hue)))
            for frame in resampler.resample(_sound(number)):
                output.mux(audio.encode(frame))
        for packets in (video.encode(None), audio.encode(None)):
            output.mux(packets)
    return target.getvalue()


def _picture(number: int, hue: int) -> av.VideoFrame:
    width, height = SIZE
    bands = (np.arange(width) + number * 6 + hue) % 256
    image = np.stack([np.tile(bands, (height, 1)), np.full((height, width), hue), np.full((height, width), 90)], axis=2)
    frame = av.VideoFrame.from_ndarray(image.astype(np.uint8), format="rgb24").reformat(format="yuv420p")
    frame.pts = number
    return frame


def _sound(number: int) -> av.AudioFrame:
    count = RATE // FPS
    at = np.arange(number * count, (number + 1) * count)
    wave = np.sin(at * 2 * np.pi * 220 / RATE) * np.sin(at * 2 * np.pi * 3 / RATE)
    frame = av.AudioFrame.from_ndarray((wave * 3000).astype(np.int16)[None, :], format="s16", layout="mono")
    frame.sample_rate, frame.pts = RATE, number * count
    return frame
