"""What it takes to make ten minutes of a take playable: run once alone, so that memory and time are its own."""

import json
import subprocess
import sys
from io import BytesIO
from pathlib import Path
from time import perf_counter, process_time

import av

from dayshift.providers.media.remux import remux
from tests.recordings.media import VP9, record

SECONDS = 600
PIECE = 20
"""Seconds that are really encoded; the rest repeats them."""
SEAM = 0.1
"""Seconds between two of them: sound and picture do not end at the same moment."""


def table(folder: Path) -> str:
    """Make the recording, make it playable in a process of its own, and say what that took."""
    source = folder / "ten-minutes.webm"
    long_take(source)
    command = [sys.executable, "-m", "bench.room.finalising", str(source), str(folder / "playable")]
    done = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    size = source.stat().st_size / 1e6
    return (
        f"finalising {done['seconds']:.0f} s of video, {size:.0f} MB: {done['took']:.2f} s, "
        f"{done['cpu']:.2f} s of processor, "
        f"{done['peak']:.0f} MB at most ({done['before']:.0f} MB before)\n"
    )


def long_take(target: Path) -> None:
    """Ten minutes as a browser's recorder writes them: a stream without an index."""
    piece = BytesIO(record(VP9, PIECE, size=(1280, 720)))
    with target.open("wb") as file, av.open(file, "w", format="webm", options={"live": "1"}) as output:
        streams = {}
        for repeat in range(SECONDS // PIECE):
            piece.seek(0)
            with av.open(piece) as source:
                streams = streams or {
                    stream.index: output.add_stream_from_template(stream) for stream in source.streams
                }
                for packet in source.demux():
                    if packet.dts is None:
                        continue
                    shift = round(repeat * (PIECE + SEAM) / packet.time_base)
                    packet.pts, packet.dts = packet.pts + shift, packet.dts + shift
                    packet.stream = streams[packet.stream.index]
                    output.mux(packet)


def main(source: str, target: str) -> None:
    """Make a take playable and print what that took as JSON."""
    before = _peak()
    started, cpu = perf_counter(), process_time()
    playable = remux([Path(source)], Path(target))
    took = {"took": perf_counter() - started, "cpu": process_time() - cpu, "seconds": playable.seconds}
    print(json.dumps({**took, "before": before, "peak": _peak()}))


def _peak() -> float:
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM:")) * 1024 / 1e6


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
