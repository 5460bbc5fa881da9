"""Cost of finalizing a ten-minute take, measured in a separate process."""

import json
import subprocess
import sys
from io import BytesIO
from pathlib import Path
from time import perf_counter, process_time

import av

from dayshift.providers.media.remux import remux
from tests.interviews.recordings.media import VP9, record

SECONDS = 600
CLIP_SECONDS = 20
"""Seconds that are encoded; the recording repeats them."""
GAP_SECONDS = 0.1
"""Seconds between two repetitions, because audio and video end at different times."""


def table(folder: Path) -> str:
    """Create a recording, finalize it in a separate process, and return the result as text."""
    source = folder / "ten-minutes.webm"
    long_take(source)
    command = [sys.executable, "-m", "bench.room.finalizing", str(source), str(folder / "playable")]
    result = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    size = source.stat().st_size / 1e6
    return (
        f"finalizing {result['seconds']:.0f} s of video, {size:.0f} MB: {result['took']:.2f} s, "
        f"{result['cpu']:.2f} s of CPU time, "
        f"peak memory {result['peak']:.0f} MB ({result['before']:.0f} MB before)\n"
    )


def long_take(target: Path) -> None:
    """Write ten minutes in the format of a browser's recorder: a stream without an index."""
    clip = BytesIO(record(VP9, CLIP_SECONDS, size=(1280, 720)))
    with target.open("wb") as file, av.open(file, "w", format="webm", options={"live": "1"}) as output:
        streams = {}
        for repeat in range(SECONDS // CLIP_SECONDS):
            clip.seek(0)
            with av.open(clip) as source:
                streams = streams or {
                    stream.index: output.add_stream_from_template(stream) for stream in source.streams
                }
                for packet in source.demux():
                    if packet.dts is None:
                        continue
                    shift = round(repeat * (CLIP_SECONDS + GAP_SECONDS) / packet.time_base)
                    packet.pts, packet.dts = packet.pts + shift, packet.dts + shift
                    packet.stream = streams[packet.stream.index]
                    output.mux(packet)


def main(source: str, target: str) -> None:
    """Finalize a take and print duration, CPU time and memory as JSON."""
    before = _peak()
    started, cpu = perf_counter(), process_time()
    playable = remux([Path(source)], Path(target))
    result = {"took": perf_counter() - started, "cpu": process_time() - cpu, "seconds": playable.seconds}
    print(json.dumps({**result, "before": before, "peak": _peak()}))


def _peak() -> float:
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM:")) * 1024 / 1e6


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
