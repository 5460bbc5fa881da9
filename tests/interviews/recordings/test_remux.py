"""Remuxing recordings of every format that browsers produce."""

from itertools import pairwise
from pathlib import Path

import av
import pytest

from dayshift.providers.media import Unplayable
from dayshift.providers.media.remux import Playable, remux
from tests.interviews.recordings import media
from tests.interviews.recordings.media import Recorder, cut, record

EVERY_RECORDER = [media.VP8, media.VP9, media.H264_MKV, media.H264_MP4, media.SAFARI, media.SOUND_WEBM, media.SOUND_MP4]
TOLERANCE = 0.15
"""Seconds that audio may run longer than video because of codec delay and the last frame."""


def remux_segments(folder: Path, *segments: bytes) -> tuple[Playable, Path]:
    sources = []
    for number, data in enumerate(segments):
        sources.append(folder / f"segment-{number}")
        sources[-1].write_bytes(data)
    target = folder / "playable"
    return remux(sources, target), target


def frame_times(path: Path, kind: str) -> list[float]:
    with av.open(str(path)) as container:
        return [frame.time for frame in container.decode(**{kind: 0})]


@pytest.mark.parametrize("recorder", EVERY_RECORDER, ids=lambda recorder: recorder.mime_type)
def test_remux_sets_duration_and_keeps_all_packets(tmp_path: Path, recorder: Recorder) -> None:
    result, target = remux_segments(tmp_path, record(recorder, 2))

    kind = "mp4" if recorder.video == "libx264" or recorder.audio == "aac" else "webm"
    assert result.media_type == f"{'video' if recorder.video else 'audio'}/{kind}"
    assert result.seconds == pytest.approx(2, abs=TOLERANCE)
    with av.open(str(target)) as container:
        assert container.duration == pytest.approx(2_000_000, abs=TOLERANCE * 1_000_000)
    if recorder.video:
        assert len(frame_times(target, "video")) == 2 * media.FPS


@pytest.mark.parametrize("recorder", EVERY_RECORDER, ids=lambda recorder: recorder.mime_type)
def test_segments_are_concatenated(tmp_path: Path, recorder: Recorder) -> None:
    result, target = remux_segments(tmp_path, record(recorder, 2), record(recorder, 1), record(recorder, 2))

    assert result.seconds == pytest.approx(5, abs=3 * TOLERANCE)
    for kind in result.packets:
        instants = frame_times(target, kind)
        assert all(earlier < later for earlier, later in pairwise(instants))
        assert instants[-1] > 4.5


@pytest.mark.parametrize("recorder", [media.VP9, media.H264_MP4], ids=lambda recorder: recorder.mime_type)
def test_index_precedes_media_data(tmp_path: Path, recorder: Recorder) -> None:
    _, target = remux_segments(tmp_path, record(recorder, 4))
    data = target.read_bytes()
    index, first_packets = (b"\x1c\x53\xbb\x6b", b"\x1f\x43\xb6\x75") if recorder is media.VP9 else (b"moov", b"mdat")
    assert data.index(index) < data.index(first_packets)


@pytest.mark.parametrize(
    "recorder", [media.VP8, media.H264_MP4, media.H264_MKV], ids=lambda recorder: recorder.mime_type
)
def test_rotated_phone_keeps_both_picture_sizes(tmp_path: Path, recorder: Recorder) -> None:
    upright = record(recorder, 1, size=(120, 160))
    _, target = remux_segments(tmp_path, record(recorder, 1), upright)

    with av.open(str(target)) as container:
        assert (container.streams.video[0].width, container.streams.video[0].height) == (160, 120)
        frames = [frame for frame in container.decode(video=0) if frame.width == 120]
    (tmp_path / "upright").write_bytes(upright)
    with av.open(str(tmp_path / "upright")) as container:
        originals = list(container.decode(video=0))
    assert len(frames) == len(originals) == media.FPS
    for frame, original in zip(frames, originals, strict=True):
        assert (frame.to_ndarray(format="gray") == original.to_ndarray(format="gray")).all()


def test_rotated_phone_after_audio_only_segment(tmp_path: Path) -> None:
    sideways, upright = record(media.H264_MP4, 1), record(media.H264_MP4, 1, size=(120, 160))
    result, target = remux_segments(tmp_path, record(media.SOUND_OPUS_MP4, 1), sideways, upright)
    assert result.packets["video"] == 2 * media.FPS
    with av.open(str(target)) as container:
        assert [frame.width for frame in container.decode(video=0)] == [160] * media.FPS + [120] * media.FPS


def test_audio_only_segment_keeps_its_audio(tmp_path: Path) -> None:
    result, target = remux_segments(tmp_path, record(media.SOUND_WEBM, 2), record(media.VP9, 2))
    assert result.seconds == pytest.approx(4, abs=2 * TOLERANCE)
    assert frame_times(target, "video")[0] == pytest.approx(2, abs=TOLERANCE)
    assert frame_times(target, "audio")[0] == pytest.approx(0, abs=TOLERANCE)


@pytest.mark.parametrize("recorder", EVERY_RECORDER, ids=lambda recorder: recorder.mime_type)
def test_truncated_recording_is_playable_up_to_the_end(tmp_path: Path, recorder: Recorder) -> None:
    data = record(recorder, 6)
    result, _ = remux_segments(tmp_path, data[: len(data) * 3 // 4])
    assert 3 < result.seconds < 6.2


def test_empty_segment_is_skipped(tmp_path: Path) -> None:
    whole = record(media.VP9, 2)
    result, _ = remux_segments(tmp_path, whole[:200], whole)
    assert (result.left_out, result.packets["video"]) == (1, 2 * media.FPS)


@pytest.mark.parametrize(
    "segments",
    [
        pytest.param([b""], id="nothing"),
        pytest.param([b"#EXTM3U\nfile:///etc/hostname\n" * 20], id="a play list"),
        pytest.param([b"".join(cut(record(media.VP9, 2), 4)[1:])], id="without its first chunk"),
        pytest.param([record(media.VP9, 1), record(media.H264_MP4, 1)], id="codecs that cannot be joined"),
    ],
)
def test_unplayable_segments_are_rejected(tmp_path: Path, segments: list[bytes]) -> None:
    with pytest.raises(Unplayable):
        remux_segments(tmp_path, *segments)
