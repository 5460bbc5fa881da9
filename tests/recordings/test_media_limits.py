"""Media work runs in child processes with limits: a hostile file ends its own job and nothing else."""

import asyncio
import os
import random
import signal
import struct
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from dayshift.providers.media import MediaCrashed, OverLimits, Unplayable, process, run_media
from dayshift.providers.media.child import JOBS
from tests.recordings import media
from tests.recordings.media import record

PICTURE = b"\x9d\x01\x2a"
"""The start code of a VP8 key frame, in front of its size."""
MB = 1_000_000
HUGE = struct.pack("<HH", 16_000, 16_000)


def announce(data: bytes, width: int, height: int) -> bytes:
    """Change the size of the picture in the header of a WebM file of 160 x 120."""
    old = b"\xb0\x81\xa0\xba\x81\x78"
    assert old in data
    longer = b"\xb0\x82" + struct.pack(">H", width) + b"\xba\x82" + struct.pack(">H", height)
    # The lengths of the three elements around it grow with it; all of them are written with eight bytes or one.
    return _grown(data, data.index(old), len(old), longer)


def _grown(data: bytes, at: int, length: int, new: bytes) -> bytes:
    data = data[:at] + new + data[at + length :]
    more = len(new) - length
    for name, skipped in ((b"\x16\x54\xae\x6b", 4), (b"\xae\x01\x00\x00\x00", 1), (b"\xe0", 1)):  # Tracks, entry, video
        place = data.rindex(name, 0, at) + skipped
        first = data[place]
        width = 8 - first.bit_length() + 1
        size = int.from_bytes(data[place : place + width], "big") + more
        data = data[:place] + size.to_bytes(width, "big") + data[place + width :]
    return data


def hidden_bomb() -> bytes:
    """A recording whose header says 160 x 120 and whose key frames say 16,000 x 16,000."""
    data = bytearray(record(media.VP8, 2))
    at = data.find(PICTURE)
    while at >= 0:
        data[at + 3 : at + 7] = HUGE
        at = data.find(PICTURE, at + 7)
    return bytes(data)


def remux(folder: Path, *segments: bytes) -> process.Done:
    sources = []
    for number, data in enumerate(segments):
        (folder / f"segment-{number}").write_bytes(data)
        sources.append(str(folder / f"segment-{number}"))
    return asyncio.run(run_media("remux", sources=sources, target=str(folder / "playable")))


@pytest.fixture
def peaks(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Peak memory in bytes of each job of this test, and of no other child of this process."""
    found = []
    ask = process._Child.ask

    def measured(child: process._Child, request: dict[str, Any]) -> dict[str, Any]:
        answer = ask(child, request)
        found.append(answer["memory"])
        return answer

    monkeypatch.setattr(process._Child, "ask", measured)
    return found


def test_a_recording_is_made_and_charged(tmp_path: Path) -> None:
    done = remux(tmp_path, record(media.VP8, 2))
    assert done.result["media_type"] == "video/webm"
    assert 0 < done.cpu_seconds < 5


def test_a_warm_child_adds_little(tmp_path: Path) -> None:
    remux(tmp_path, record(media.VP8, 1))
    began = time.perf_counter()
    done = remux(tmp_path, record(media.VP8, 1))
    assert time.perf_counter() - began - done.cpu_seconds < 1


def test_a_picture_that_is_announced_too_large_is_refused_before_decoding(tmp_path: Path) -> None:
    with pytest.raises(OverLimits, match="pictures of 16000 x 16000") as refused:
        remux(tmp_path, announce(hidden_bomb(), 16_000, 16_000))
    assert refused.value.cpu_seconds < 2
    with pytest.raises(OverLimits, match="pictures of 4097 x 8"):
        remux(tmp_path, announce(record(media.VP8, 1), 4097, 8))


def test_a_picture_larger_than_announced_is_not_decoded(tmp_path: Path, peaks: list[int]) -> None:
    with pytest.raises(Unplayable) as refused:
        remux(tmp_path, hidden_bomb())
    assert refused.value.cpu_seconds < 5
    assert not isinstance(refused.value, OverLimits), "refused for its size, not for the memory that it took"
    [peak] = peaks
    assert peak < 400 * MB


def test_other_codecs_and_more_tracks_are_refused(tmp_path: Path) -> None:
    data = record(media.VP8, 1)
    with pytest.raises(OverLimits, match="no video of a browser"):
        remux(tmp_path, data.replace(b"V_VP8", b"V_FFV", 1))
    with pytest.raises(OverLimits, match="no audio of a browser"):
        remux(tmp_path, data.replace(b"A_OPUS", b"A_FLAC", 1))


def test_memory_is_limited_and_the_next_job_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = record(media.VP9, 1, size=(1920, 1080))
    with monkeypatch.context() as limits:
        limits.setattr(process, "MEMORY_BYTES", 2 * MB)  # Less than one picture.
        with pytest.raises(OverLimits, match=r"memory|allocate"):
            remux(tmp_path, data)
    assert remux(tmp_path, data).result["media_type"] == "video/webm"


@pytest.mark.parametrize("job", sorted(JOBS))
def test_a_job_loads_no_module_under_its_limits(tmp_path: Path, job: str) -> None:
    """A module that fails to load for want of memory would make a sound file look unplayable."""
    (tmp_path / "source").write_bytes(record(media.VP8, 1))
    source, target = str(tmp_path / "source"), str(tmp_path / "target")
    arguments = {
        "remux": {"sources": [source], "target": target},
        "read_through": {"source": source},
        "copy_sound": {"source": source, "folder": str(tmp_path)},
        "voiced_seconds": {"source": source},
        "decode_sound": {"source": source, "target": target},
    }[job]
    program = (
        "import sys\n"
        "from dayshift.providers.media import child\n"
        f"child.prepare({job!r})\n"
        "loaded = set(sys.modules)\n"
        f"child.JOBS[{job!r}](**{arguments!r})\n"
        "print(*set(sys.modules) - loaded)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


@pytest.mark.parametrize("numpy", [False, True])
def test_the_memory_of_a_job_is_its_own_whatever_its_child_has_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, numpy: bool
) -> None:
    (tmp_path / "source").write_bytes(record(media.VP8, 1))
    monkeypatch.setattr(process, "_idle", [])
    monkeypatch.setattr(process, "MEMORY_BYTES", 60 * MB)
    if numpy:  # It takes more address space than this.
        asyncio.run(run_media("voiced_seconds", source=str(tmp_path / "source")))
    assert remux(tmp_path, record(media.VP8, 1)).result["media_type"] == "video/webm"
    process._end()


@pytest.mark.parametrize(("limit", "end"), [("cpu", signal.SIGXCPU), ("wall", signal.SIGALRM)])
def test_processor_time_and_time_are_limited(limit: str, end: signal.Signals) -> None:
    limits = {"memory": 2**30, "cpu": 30, "wall": 30, "file": 1000, limit: 1}
    program = f"from dayshift.providers.media.child import _limit\n_limit({limits}, 0)\nwhile True: pass"
    done = subprocess.run([sys.executable, "-c", program], check=False)
    assert done.returncode == -end


def spin(folder: Path) -> Path:
    """A source that is never read to its end: a pipe that stays empty."""
    pipe = folder / "endless"
    os.mkfifo(pipe)
    return pipe


def test_a_job_that_does_not_end_is_killed_and_the_next_one_works(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as limits:
        limits.setattr(process, "WALL_SECONDS", 1)
        with pytest.raises(OverLimits, match="too long"):
            asyncio.run(run_media("remux", sources=[str(spin(tmp_path))], target=str(tmp_path / "x")))
    assert remux(tmp_path, record(media.VP8, 1))


def test_a_job_is_killed_with_the_task_that_waits_for_it(tmp_path: Path) -> None:
    async def story() -> None:
        job = asyncio.create_task(run_media("remux", sources=[str(spin(tmp_path))], target=str(tmp_path / "x")))
        await asyncio.sleep(0.5)
        job.cancel()
        with pytest.raises(asyncio.CancelledError):
            await job

    began = time.monotonic()
    asyncio.run(story())
    assert time.monotonic() - began < 20
    assert remux(tmp_path, record(media.VP8, 1))


def test_processor_time_is_limited() -> None:
    with pytest.raises(OverLimits, match="too long") as refused:
        process._outcome({"signal": signal.SIGXCPU, "cpu": 60.1})
    assert refused.value.cpu_seconds == 60.1


def test_a_crash_is_told_from_a_refusal() -> None:
    with pytest.raises(MediaCrashed, match="signal 11"):
        process._outcome({"signal": signal.SIGSEGV, "cpu": 0.1})


def test_the_child_knows_no_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DAYSHIFT_DATABASE_URL", "postgresql://secret")
    child = process._Child()
    child._process = process._start()
    environment = Path(f"/proc/{child._process.pid}/environ").read_bytes()
    child.kill()
    assert b"secret" not in environment


RANDOM = random.Random(16)


def mutants(data: bytes, count: int) -> list[bytes]:
    """Truncations, flipped bits, lies about sizes, and parts of it twice or left out."""
    found = []
    for number in range(count):
        damaged = bytearray(data)
        kind = number % 5
        if kind == 0:
            del damaged[RANDOM.randrange(len(data)) :]
        elif kind == 1:
            for _ in range(RANDOM.choice((1, 8, 64))):
                damaged[RANDOM.randrange(len(data))] ^= 1 << RANDOM.randrange(8)
        elif kind == 2:  # In front there are the headers, and with them the sizes.
            at = RANDOM.randrange(12, min(len(data) - 8, 1500))
            damaged[at : at + 4] = struct.pack(">I", RANDOM.choice((0, 1, 0x7FFFFFFF, 0xFFFFFFFF, len(data) * 100)))
        elif kind == 3:
            at, size = RANDOM.randrange(len(data)), RANDOM.randrange(1, 4000)
            damaged[at:at] = damaged[at : at + size]
        else:
            at = RANDOM.randrange(12, len(data))
            del damaged[at : at + RANDOM.randrange(1, 4000)]
        found.append(bytes(damaged))
    return found


@pytest.mark.parametrize(
    "recorder", [media.VP8, media.VP9, media.H264_MKV, media.H264_MP4, media.SAFARI, media.SOUND_MP4], ids=str
)
def test_damaged_recordings_end_in_a_clear_state(tmp_path: Path, recorder: media.Recorder, peaks: list[int]) -> None:
    for number, data in enumerate(mutants(record(recorder, 1), 40)):
        began = time.monotonic()
        try:
            done = remux(tmp_path, data)
            cpu, outcome = done.cpu_seconds, done.result["media_type"]
        except Unplayable as error:
            cpu, outcome = error.cpu_seconds, "unplayable"
        assert outcome in {"video/webm", "video/mp4", "audio/webm", "audio/mp4", "unplayable"}
        assert cpu < 5, f"mutant {number}"
        assert time.monotonic() - began < 30, f"mutant {number}"
    assert max(peaks) < 1100 * MB
