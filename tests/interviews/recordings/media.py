"""Small recordings, encoded on demand like those of a browser's MediaRecorder: streams without an index."""

from dataclasses import dataclass
from functools import cache
from io import BytesIO

import av
import numpy as np

FPS = 15
RATE = 48_000


@dataclass(frozen=True)
class Recorder:
    """The output of a browser's MediaRecorder: container, codecs and MIME type."""

    mime_type: str
    container: str
    video: str | None
    audio: str = "libopus"


VP8 = Recorder("video/webm;codecs=vp8,opus", "webm", "libvpx")
VP9 = Recorder("video/webm;codecs=vp9,opus", "webm", "libvpx-vp9")
H264_MKV = Recorder("video/x-matroska;codecs=avc1,opus", "matroska", "libx264")
H264_MP4 = Recorder("video/mp4;codecs=avc1,opus", "mp4", "libx264")
SAFARI = Recorder("video/mp4;codecs=avc1,mp4a.40.2", "mp4", "libx264", "aac")
SOUND_WEBM = Recorder("audio/webm;codecs=opus", "webm", None)
SOUND_OPUS_MP4 = Recorder("audio/mp4;codecs=opus", "mp4", None)
SOUND_MP4 = Recorder("audio/mp4;codecs=mp4a.40.2", "mp4", None, "aac")

OPTIONS = {
    "libvpx": {"deadline": "realtime", "cpu-used": "8"},
    "libvpx-vp9": {"deadline": "realtime", "cpu-used": "8"},
    "libx264": {"preset": "ultrafast", "tune": "zerolatency"},
}
_STREAMED = {"mp4": {"movflags": "frag_keyframe+empty_moov+default_base_moof"}}


@cache
def record(recorder: Recorder, seconds: float, *, size: tuple[int, int] = (160, 120), talking: bool = False) -> bytes:
    """Records moving bands and a tone. With `talking`, the tone pauses about twice a second."""
    buffer = _Pipe()
    options = _STREAMED.get(recorder.container, {"live": "1"})
    with av.open(buffer, "w", format=recorder.container, options=options) as output:
        video = _add_video(output, recorder.video, size) if recorder.video else None
        audio = output.add_stream(recorder.audio, rate=RATE, layout="mono")
        resampler = av.AudioResampler(audio.format.name, "mono", RATE, frame_size=960)
        for number in range(round(seconds * FPS)):
            if video:
                output.mux(video.encode(_picture(number, size)))
            for frame in resampler.resample(_sound(number, silent=talking and number // 4 % 2 == 1)):
                output.mux(audio.encode(frame))
        for stream in filter(None, (video, audio)):
            output.mux(stream.encode(None))
    return buffer.getvalue()


def cut(data: bytes, count: int) -> list[bytes]:
    """Splits the recording into `count` chunks for upload."""
    size = -(-len(data) // count)
    return [data[start : start + size] for start in range(0, len(data), size)]


class _Pipe(BytesIO):
    """A non-seekable target, like a network connection, so muxers write no duration or index."""

    def seekable(self) -> bool:
        return False

    seek = None


def _add_video(output, codec, size):
    stream = output.add_stream(codec, rate=FPS, options=OPTIONS[codec])
    stream.width, stream.height = size
    stream.pix_fmt = "yuv420p"
    stream.codec_context.gop_size = FPS * 2
    return stream


def _picture(number, size):
    width, height = size
    bands = (np.arange(width) * 3 + number * 9) % 256
    image = np.repeat(np.tile(bands, (height, 1))[:, :, None], 3, axis=2).astype(np.uint8)
    frame = av.VideoFrame.from_ndarray(image, format="rgb24").reformat(format="yuv420p")
    frame.pts = number
    return frame


def _sound(number, *, silent=False):
    count = RATE // FPS
    wave = np.sin(np.arange(number * count, (number + 1) * count) * 2 * np.pi * 440 / RATE)
    frame = av.AudioFrame.from_ndarray(
        (wave * (0 if silent else 8000)).astype(np.int16)[None, :], format="s16", layout="mono"
    )
    frame.sample_rate, frame.pts = RATE, number * count
    return frame
