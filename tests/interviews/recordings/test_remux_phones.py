"""Remuxing what phones record: turned pictures, varying rates, tracks of unequal length, other microphones."""

import struct
from fractions import Fraction
from pathlib import Path

import av
import numpy as np
import pytest

from tests.interviews.recordings import media
from tests.interviews.recordings.media import Recorder, record
from tests.interviews.recordings.test_remux import frame_times, remux_segments

EVERY_CODEC = [media.VP8, media.VP9, media.H264_MP4, media.SAFARI]
TURNED = {90: (0, 1, -1, 0), 180: (-1, 0, 0, -1), 270: (0, -1, 1, 0)}
"""Degrees clockwise, and the first numbers of the matrix in an MP4 file."""


def written(
    folder: Path, recorder: Recorder, times: list[float], *, sound: float, rate: int = media.RATE, layout: str = "mono"
) -> bytes:
    """A streamed recording with a picture at each of `times`, and `sound` seconds of a tone."""
    path = folder / f"{recorder.container}-{rate}-{layout}"
    options = (
        {"movflags": "frag_keyframe+empty_moov+default_base_moof"} if recorder.container == "mp4" else {"live": "1"}
    )
    with av.open(str(path), "w", format=recorder.container, options=options) as output:
        video = output.add_stream(recorder.video, rate=media.FPS, options=media.OPTIONS[recorder.video])
        video.width, video.height, video.pix_fmt = 160, 120, "yuv420p"
        video.codec_context.time_base = Fraction(1, 1000)
        video.codec_context.gop_size = media.FPS
        audio = output.add_stream(recorder.audio, rate=rate, layout=layout)
        resampler = av.AudioResampler(audio.format.name, layout, rate, frame_size=audio.codec_context.frame_size or 960)
        for number, at in enumerate(times):
            picture = np.full((120, 160, 3), number * 37 % 256, np.uint8)
            frame = av.VideoFrame.from_ndarray(picture, format="rgb24").reformat(format="yuv420p")
            frame.pts, frame.time_base = round(at * 1000), Fraction(1, 1000)
            output.mux(video.encode(frame))
        wave = np.sin(np.arange(round(sound * rate)) * 2 * np.pi * 440 / rate) * 8000
        channels = np.repeat(wave.astype(np.int16)[:, None], 2 if layout == "stereo" else 1, axis=1).reshape(1, -1)
        tone = av.AudioFrame.from_ndarray(channels, format="s16", layout=layout)
        tone.sample_rate, tone.pts, tone.time_base = rate, 0, Fraction(1, rate)
        for frame in [*resampler.resample(tone), *resampler.resample(None)]:
            output.mux(audio.encode(frame))
        for stream in (video, audio):
            output.mux(stream.encode(None))
    return path.read_bytes()


def assert_seeks(path: Path, seconds: float) -> None:
    """Jumps to three places, and decodes a picture near each of them."""
    for target in (0.0, seconds / 2, seconds * 0.9):
        with av.open(str(path)) as container:
            container.seek(round(target * 1_000_000))
            frame = next(container.decode(video=0))
            assert frame.time <= target + 0.2


@pytest.mark.parametrize("recorder", EVERY_CODEC, ids=lambda recorder: recorder.mime_type)
def test_varying_picture_rate_keeps_every_time(tmp_path: Path, recorder: Recorder) -> None:
    times = [0.0, 0.033, 0.1, 0.15, 0.7, 0.75, 1.6, 1.633, 2.9, 3.0]
    result, target = remux_segments(tmp_path, written(tmp_path, recorder, times, sound=3.1))
    assert frame_times(target, "video") == pytest.approx(times, abs=0.04)
    assert_seeks(target, result.seconds)


@pytest.mark.parametrize("recorder", EVERY_CODEC, ids=lambda recorder: recorder.mime_type)
@pytest.mark.parametrize(("picture", "sound"), [(1, 4), (4, 1)], ids=["camera", "microphone"])
def test_track_that_ends_early_shortens_nothing(tmp_path: Path, recorder: Recorder, picture: int, sound: int) -> None:
    times = [number / 10 for number in range(picture * 10)]
    result, target = remux_segments(tmp_path, written(tmp_path, recorder, times, sound=sound))
    assert result.seconds == pytest.approx(4, abs=0.15)
    assert len(frame_times(target, "video")) == len(times)
    assert frame_times(target, "audio")[-1] == pytest.approx(sound, abs=0.15)
    assert_seeks(target, picture)


@pytest.mark.parametrize("degrees", TURNED)
def test_turned_picture_stays_turned(tmp_path: Path, degrees: int) -> None:
    """Safari stores upright pictures sideways, with a matrix that says how to turn them."""
    data = bytearray(record(media.SAFARI, 2))
    matrix = data.index(b"tkhd") + 44
    a, b, c, d = (number << 16 for number in TURNED[degrees])
    struct.pack_into(">9i", data, matrix, a, b, 0, c, d, 0, 0, 0, 1 << 30)
    (tmp_path / "original").write_bytes(data)
    _, target = remux_segments(tmp_path, bytes(data))
    assert turned(target) == turned(tmp_path / "original") != 0


def turned(path: Path) -> int:
    with av.open(str(path)) as container:
        return next(container.decode(video=0)).rotation


@pytest.mark.parametrize("recorder", EVERY_CODEC, ids=lambda recorder: recorder.mime_type)
def test_other_microphone_keeps_its_sound(tmp_path: Path, recorder: Recorder) -> None:
    """A headset that connects in mid answer starts a new segment with another sample rate and number of channels."""
    times = [number / 10 for number in range(20)]
    rates = (48_000, 16_000) if recorder.audio == "libopus" else (48_000, 24_000)
    phone = written(tmp_path, recorder, times, sound=2, rate=rates[0], layout="stereo")
    headset = written(tmp_path, recorder, times, sound=2, rate=rates[1])
    for segments in ([phone, headset], [headset, phone], [phone, headset, phone]):
        result, target = remux_segments(tmp_path, *segments)
        assert result.seconds == pytest.approx(2 * len(segments), abs=0.3)
        assert_tone(target, 2 * len(segments))
        assert_seeks(target, result.seconds)


def assert_tone(path: Path, seconds: int) -> None:
    """The tone of 440 Hz is in the middle of each second."""
    with av.open(str(path)) as container:
        resampler = av.AudioResampler("s16", "mono", 16_000)
        heard = [part.to_ndarray()[0] for frame in container.decode(audio=0) for part in resampler.resample(frame)]
    wave = np.concatenate(heard).astype(float)
    for second in range(seconds):
        part = wave[second * 16_000 + 4_000 : second * 16_000 + 12_000]
        assert np.argmax(np.abs(np.fft.rfft(part))) * 2 == pytest.approx(440, abs=4)
