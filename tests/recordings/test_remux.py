"""Remuxing real recordings of every kind that browsers make."""

from itertools import pairwise
from pathlib import Path

import av
import pytest

from dayshift.providers.media import Unplayable
from dayshift.providers.media.remux import Playable, remux
from tests.recordings import media
from tests.recordings.media import Recorder, cut, record

EVERY_RECORDER = [media.VP8, media.VP9, media.H264_MKV, media.H264_MP4, media.SAFARI, media.SOUND_WEBM, media.SOUND_MP4]
LEAD = 0.15
"""Seconds that sound may run longer than the picture: the coder's delay and its last frame."""


def joined(folder: Path, *segments: bytes) -> tuple[Playable, Path]:
    sources = []
    for number, data in enumerate(segments):
        sources.append(folder / f"segment-{number}")
        sources[-1].write_bytes(data)
    target = folder / "playable"
    return remux(sources, target), target


def times(path: Path, kind: str) -> list[float]:
    with av.open(str(path)) as container:
        return [frame.time for frame in container.decode(**{kind: 0})]


@pytest.mark.parametrize("recorder", EVERY_RECORDER, ids=lambda recorder: recorder.mime_type)
def test_a_recording_gets_its_length_and_loses_no_packet(tmp_path: Path, recorder: Recorder) -> None:
    result, target = joined(tmp_path, record(recorder, 2))

    kind = "mp4" if recorder.video == "libx264" or recorder.audio == "aac" else "webm"
    assert result.media_type == f"{'video' if recorder.video else 'audio'}/{kind}"
    assert result.seconds == pytest.approx(2, abs=LEAD)
    with av.open(str(target)) as container:
        assert container.duration == pytest.approx(2_000_000, abs=LEAD * 1_000_000)
    if recorder.video:
        assert len(times(target, "video")) == 2 * media.FPS


@pytest.mark.parametrize("recorder", EVERY_RECORDER, ids=lambda recorder: recorder.mime_type)
def test_segments_play_one_after_the_other(tmp_path: Path, recorder: Recorder) -> None:
    result, target = joined(tmp_path, record(recorder, 2), record(recorder, 1), record(recorder, 2))

    assert result.seconds == pytest.approx(5, abs=3 * LEAD)
    for kind in result.packets:
        instants = times(target, kind)
        assert all(earlier < later for earlier, later in pairwise(instants))
        assert instants[-1] > 4.5


@pytest.mark.parametrize("recorder", [media.VP9, media.H264_MP4], ids=lambda recorder: recorder.mime_type)
def test_the_index_is_in_front(tmp_path: Path, recorder: Recorder) -> None:
    _, target = joined(tmp_path, record(recorder, 4))
    data = target.read_bytes()
    index, first_packets = (b"\x1c\x53\xbb\x6b", b"\x1f\x43\xb6\x75") if recorder is media.VP9 else (b"moov", b"mdat")
    assert data.index(index) < data.index(first_packets)


@pytest.mark.parametrize(
    "recorder", [media.VP8, media.H264_MP4, media.H264_MKV], ids=lambda recorder: recorder.mime_type
)
def test_a_phone_that_was_turned_keeps_both_pictures(tmp_path: Path, recorder: Recorder) -> None:
    upright = record(recorder, 1, size=(120, 160))
    _, target = joined(tmp_path, record(recorder, 1), upright)

    with av.open(str(target)) as container:
        assert (container.streams.video[0].width, container.streams.video[0].height) == (160, 120)
        frames = [frame for frame in container.decode(video=0) if frame.width == 120]
    (tmp_path / "upright").write_bytes(upright)
    with av.open(str(tmp_path / "upright")) as container:
        originals = list(container.decode(video=0))
    assert len(frames) == len(originals) == media.FPS
    for frame, original in zip(frames, originals, strict=True):
        assert (frame.to_ndarray(format="gray") == original.to_ndarray(format="gray")).all()


def test_a_turned_phone_after_sound_alone(tmp_path: Path) -> None:
    sideways, upright = record(media.H264_MP4, 1), record(media.H264_MP4, 1, size=(120, 160))
    result, target = joined(tmp_path, record(media.SOUND_OPUS_MP4, 1), sideways, upright)
    assert result.packets["video"] == 2 * media.FPS
    with av.open(str(target)) as container:
        assert [frame.width for frame in container.decode(video=0)] == [160] * media.FPS + [120] * media.FPS


def test_a_segment_without_picture_keeps_its_sound(tmp_path: Path) -> None:
    result, target = joined(tmp_path, record(media.SOUND_WEBM, 2), record(media.VP9, 2))
    assert result.seconds == pytest.approx(4, abs=2 * LEAD)
    assert times(target, "video")[0] == pytest.approx(2, abs=LEAD)
    assert times(target, "audio")[0] == pytest.approx(0, abs=LEAD)


@pytest.mark.parametrize("recorder", EVERY_RECORDER, ids=lambda recorder: recorder.mime_type)
def test_a_recording_that_breaks_off_plays_as_far_as_it_goes(tmp_path: Path, recorder: Recorder) -> None:
    data = record(recorder, 6)
    result, _ = joined(tmp_path, data[: len(data) * 3 // 4])
    assert 3 < result.seconds < 6.2


def test_a_segment_that_holds_nothing_is_left_out(tmp_path: Path) -> None:
    whole = record(media.VP9, 2)
    result, _ = joined(tmp_path, whole[:200], whole)
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
def test_what_cannot_play_is_refused(tmp_path: Path, segments: list[bytes]) -> None:
    with pytest.raises(Unplayable):
        joined(tmp_path, *segments)
