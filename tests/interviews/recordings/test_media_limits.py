"""Media jobs run in child processes with resource limits, so a malicious file fails only its own job."""

import asyncio
import errno
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
from av.error import FFmpegError

from dayshift.providers.media import MediaCrashed, OverLimits, Unplayable, process, run_media
from dayshift.providers.media.child import JOBS
from dayshift.providers.media.remux import plain_errors
from tests.interviews.recordings import media
from tests.interviews.recordings.media import record

KEY_FRAME = b"\x9d\x01\x2a"
"""The start code of a VP8 key frame, which precedes its size."""
MB = 1_000_000
HUGE = struct.pack("<HH", 16_000, 16_000)


def set_header_size(data: bytes, width: int, height: int) -> bytes:
    """Change the picture size in the header of a 160 x 120 WebM file."""
    old = b"\xb0\x81\xa0\xba\x81\x78"
    assert old in data
    longer = b"\xb0\x82" + struct.pack(">H", width) + b"\xba\x82" + struct.pack(">H", height)
    # The three enclosing elements grow too. Their lengths are written with eight bytes or one.
    return _replace_and_resize(data, data.index(old), len(old), longer)


def _replace_and_resize(data: bytes, at: int, length: int, new: bytes) -> bytes:
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
    """Returns a recording whose header says 160 x 120 and whose key frames say 16,000 x 16,000."""
    data = bytearray(record(media.VP8, 2))
    at = data.find(KEY_FRAME)
    while at >= 0:
        data[at + 3 : at + 7] = HUGE
        at = data.find(KEY_FRAME, at + 7)
    return bytes(data)


def remux(folder: Path, *segments: bytes) -> process.Done:
    sources = []
    for number, data in enumerate(segments):
        (folder / f"segment-{number}").write_bytes(data)
        sources.append(str(folder / f"segment-{number}"))
    return asyncio.run(run_media("remux", sources=sources, target=str(folder / "playable")))


@pytest.fixture
def peaks(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Peak memory in bytes of each job that this test runs."""
    found = []
    ask = process._Child.ask

    def measured(child: process._Child, request: dict[str, Any]) -> dict[str, Any]:
        answer = ask(child, request)
        found.append(answer["memory"])
        return answer

    monkeypatch.setattr(process._Child, "ask", measured)
    return found


def test_remux_reports_media_type_and_cpu_time(tmp_path: Path) -> None:
    done = remux(tmp_path, record(media.VP8, 2))
    assert done.result["media_type"] == "video/webm"
    assert 0 < done.cpu_seconds < 5


def test_warm_child_has_little_overhead(tmp_path: Path) -> None:
    remux(tmp_path, record(media.VP8, 1))
    started = time.perf_counter()
    done = remux(tmp_path, record(media.VP8, 1))
    assert time.perf_counter() - started - done.cpu_seconds < 1


def test_oversized_picture_is_rejected_before_decoding(tmp_path: Path) -> None:
    with pytest.raises(OverLimits, match="pictures of 16000 x 16000") as refused:
        remux(tmp_path, set_header_size(hidden_bomb(), 16_000, 16_000))
    assert refused.value.cpu_seconds < 2
    with pytest.raises(OverLimits, match="pictures of 4097 x 8"):
        remux(tmp_path, set_header_size(record(media.VP8, 1), 4097, 8))


def test_picture_larger_than_its_header_is_not_decoded(tmp_path: Path, peaks: list[int]) -> None:
    with pytest.raises(Unplayable) as refused:
        remux(tmp_path, hidden_bomb())
    assert refused.value.cpu_seconds < 5
    assert not isinstance(refused.value, OverLimits), "rejected for its size, not for its memory use"
    [peak] = peaks
    assert peak < 400 * MB


def test_unsupported_codecs_are_rejected(tmp_path: Path) -> None:
    data = record(media.VP8, 1)
    with pytest.raises(OverLimits, match="no video of a browser"):
        remux(tmp_path, data.replace(b"V_VP8", b"V_FFV", 1))
    with pytest.raises(OverLimits, match="no audio of a browser"):
        remux(tmp_path, data.replace(b"A_OPUS", b"A_FLAC", 1))


def test_memory_is_limited_per_job(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = record(media.VP9, 1, size=(1920, 1080))
    process._end()  # A child that has done other work may have free memory for a picture.
    with monkeypatch.context() as limits:
        limits.setattr(process, "MEMORY_BYTES", 2 * MB)  # Less than one picture.
        with pytest.raises(OverLimits, match=r"memory|allocate"):
            remux(tmp_path, data)
    assert remux(tmp_path, data).result["media_type"] == "video/webm"


@pytest.mark.parametrize("job", sorted(JOBS))
def test_job_imports_modules_before_limits_apply(tmp_path: Path, job: str) -> None:
    """A module that fails to load for lack of memory would make an audio file look unplayable."""
    (tmp_path / "source").write_bytes(record(media.VP8, 1))
    source, target = str(tmp_path / "source"), str(tmp_path / "target")
    arguments = {
        "remux": {"sources": [source], "target": target},
        "read_through": {"source": source},
        "copy_sound": {"source": source, "folder": str(tmp_path)},
        "voiced_seconds": {"source": source},
        "decode_sound": {"sources": [source], "target": target},
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
def test_memory_limit_excludes_loaded_modules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, numpy: bool) -> None:
    (tmp_path / "source").write_bytes(record(media.VP8, 1))
    monkeypatch.setattr(process, "_idle", [])
    monkeypatch.setattr(process, "MEMORY_BYTES", 60 * MB)
    if numpy:  # NumPy takes more address space than this limit.
        asyncio.run(run_media("voiced_seconds", source=str(tmp_path / "source")))
    assert remux(tmp_path, record(media.VP8, 1)).result["media_type"] == "video/webm"
    process._end()


@pytest.mark.parametrize(("limit", "end"), [("cpu", signal.SIGXCPU), ("wall", signal.SIGALRM)])
def test_child_limits_cpu_and_wall_time(limit: str, end: signal.Signals) -> None:
    limits = {"memory": 2**30, "cpu": 30, "wall": 30, "file": 1000, limit: 1}
    program = f"from dayshift.providers.media.child import _limit\n_limit({limits}, 0)\nwhile True: pass"
    done = subprocess.run([sys.executable, "-c", program], check=False)
    assert done.returncode == -end


def endless_source(folder: Path) -> Path:
    """Returns a source that never ends: a pipe that stays empty."""
    pipe = folder / "endless"
    os.mkfifo(pipe)
    return pipe


def test_endless_job_is_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as limits:
        limits.setattr(process, "WALL_SECONDS", 1)
        with pytest.raises(OverLimits, match="too long"):
            asyncio.run(run_media("remux", sources=[str(endless_source(tmp_path))], target=str(tmp_path / "x")))
    assert remux(tmp_path, record(media.VP8, 1))


def test_job_is_killed_when_its_task_is_cancelled(tmp_path: Path) -> None:
    async def scenario() -> None:
        job = asyncio.create_task(
            run_media("remux", sources=[str(endless_source(tmp_path))], target=str(tmp_path / "x"))
        )
        await asyncio.sleep(0.5)
        job.cancel()
        with pytest.raises(asyncio.CancelledError):
            await job

    started = time.monotonic()
    asyncio.run(scenario())
    assert time.monotonic() - started < 20
    assert remux(tmp_path, record(media.VP8, 1))


def test_cpu_signal_is_reported_as_over_limits() -> None:
    with pytest.raises(OverLimits, match="too long") as refused:
        process._outcome({"signal": signal.SIGXCPU, "cpu": 60.1})
    assert refused.value.cpu_seconds == 60.1


def test_crash_is_distinguished_from_rejection() -> None:
    with pytest.raises(MediaCrashed, match="signal 11"):
        process._outcome({"signal": signal.SIGSEGV, "cpu": 0.1})


def test_child_environment_has_no_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DAYSHIFT_DATABASE_URL", "postgresql://secret")
    child = process._Child()
    child._process = process._start()
    environment = Path(f"/proc/{child._process.pid}/environ").read_bytes()
    child.kill()
    assert b"secret" not in environment


def mutants(data: bytes, count: int, rng: random.Random) -> list[bytes]:
    """Returns truncations, flipped bits, wrong sizes, and duplicated or removed parts."""
    found = []
    for number in range(count):
        damaged = bytearray(data)
        kind = number % 5
        if kind == 0:
            del damaged[rng.randrange(len(data)) :]
        elif kind == 1:
            for _ in range(rng.choice((1, 8, 64))):
                damaged[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
        elif kind == 2:  # The headers with the sizes are at the beginning.
            at = rng.randrange(12, min(len(data) - 8, 1500))
            damaged[at : at + 4] = struct.pack(">I", rng.choice((0, 1, 0x7FFFFFFF, 0xFFFFFFFF, len(data) * 100)))
        elif kind == 3:
            at, size = rng.randrange(len(data)), rng.randrange(1, 4000)
            damaged[at:at] = damaged[at : at + size]
        else:
            at = rng.randrange(12, len(data))
            del damaged[at : at + rng.randrange(1, 4000)]
        found.append(bytes(damaged))
    return found


@pytest.mark.parametrize(
    "recorder", [media.VP8, media.VP9, media.H264_MKV, media.H264_MP4, media.SAFARI, media.SOUND_MP4], ids=str
)
def test_damaged_recordings_end_in_a_defined_state(tmp_path: Path, recorder: media.Recorder, peaks: list[int]) -> None:
    for number, data in enumerate(mutants(record(recorder, 1), 40, random.Random(str(recorder)))):
        started = time.monotonic()
        try:
            done = remux(tmp_path, data)
            cpu, outcome = done.cpu_seconds, done.result["media_type"]
        except Unplayable as error:
            cpu, outcome = error.cpu_seconds, "unplayable"
        assert outcome in {"video/webm", "video/mp4", "audio/webm", "audio/mp4", "unplayable"}
        assert cpu < 5, f"mutant {number}"
        assert time.monotonic() - started < 30, f"mutant {number}"
    assert max(peaks) < 1100 * MB


def test_io_error_of_a_readable_file_means_that_it_is_damaged(tmp_path: Path) -> None:
    """FFmpeg reports some damaged files as EIO. A fault of the disk is retried, damage is not."""
    readable = tmp_path / "segment-0"
    readable.write_bytes(b"damaged")
    with pytest.raises(Unplayable), plain_errors(readable):
        raise FFmpegError(errno.EIO, "Input/output error")
    for sources in ((), (tmp_path / "unreadable",)):
        with pytest.raises(OSError, match="Input/output error"), plain_errors(*sources):
            raise FFmpegError(errno.EIO, "Input/output error")
