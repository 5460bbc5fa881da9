"""What a node carries, and what breaks first at 10, 100 and 1,000 times that: `python -m bench.scale_model`.

A calculation, not a measurement: the constants are measured by a command of this repository, defaults of
settings, or assumed, and each says which. It prints the tables of docs/scaling.md, which a test compares.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

DAY = 86_400


@dataclass(frozen=True, slots=True)
class Constant:
    """A number of the model, its unit, and where it comes from."""

    value: float
    unit: str
    basis: Literal["measured", "setting", "assumed"]
    source: str


CONSTANTS = {
    "journey_cpu": Constant(0.085, "s", "measured", "bench-load: 27 calls, two server processes on PostgreSQL"),
    "journey_db": Constant(0.0152, "s", "measured", "bench-load: PostgreSQL's processor time for them"),
    "upload_cpu": Constant(0.0058, "s/MB", "measured", "bench-room: durable, with checksums"),
    "finalize_cpu": Constant(0.00313, "s/s", "measured", "bench-room: 1.89 s for 603 s of video"),
    "hear_cpu": Constant(46, "s", "measured", "bench-speech: an interview of five answers of a minute, written down"),
    "score_cpu": Constant(0.0087, "s", "measured", "bench-interviewer: one answer"),
    "search_cpu_1m": Constant(0.00166, "s", "measured", "bench-matching: New York among 1,000,000 jobs"),
    "search_cpu_10m": Constant(0.0111, "s", "measured", "bench-matching: New York among 10,000,000 jobs"),
    "interview_rows": Constant(
        0.1, "MB", "assumed", "rows of an interview, its answers, chunks, tasks and one application"
    ),
    "job_hot": Constant(12, "bytes", "measured", "bench-matching: what a search reads"),
    "job_import": Constant(0.00012, "s", "measured", "bench_import: 8,337 jobs per second of processor time"),
    "interviews_at_once": Constant(500, "", "measured", "bench-load: one process, SQLite, p99 13 ms"),
    "speech": Constant(300, "s", "assumed", "five answers of a minute"),
    "video_rate": Constant(0.05, "MB/s", "assumed", "400 kbit/s: 3.0 MB for 60 s in the walk of bench-web"),
    "chunk": Constant(4, "s", "setting", "the recorder's interval: one row a chunk"),
    "chunk_db": Constant(0.0006, "s", "assumed", "PostgreSQL's processor time for a chunk's row"),
    "length": Constant(600, "s", "assumed", "an interview from its first to its last call"),
    "views": Constant(1.5, "", "assumed", "times that a recording is played by staff"),
    "play_cpu": Constant(0.002, "s/MB", "assumed", "sending a recording from the server; none from S3 or a CDN"),
    "searches": Constant(4, "", "assumed", "searches for each interview"),
    "peak": Constant(0.10, "of a day", "assumed", "the busiest hour's share of a day's work"),
    "busy": Constant(0.6, "", "assumed", "how busy processors may be in that hour"),
    "cores": Constant(2, "", "measured", "a node is the machine of the benchmarks"),
    "disk": Constant(2_000_000, "MB", "assumed", "a node's disk"),
    "retention": Constant(90, "days", "setting", "the default of DAYSHIFT_RETENTION_DAYS"),
    "primary_cores": Constant(32, "", "assumed", "the largest single PostgreSQL server worth having"),
}
C = {name: constant.value for name, constant in CONSTANTS.items()}


@dataclass(frozen=True, slots=True)
class Load:
    """What an operator has to serve."""

    name: str
    interviews: float
    jobs: float
    candidates: float


def interview_megabytes() -> float:
    """Return the size of an interview's recording."""
    return C["speech"] * C["video_rate"]


def interview_cpu(jobs: float, *, own_media: bool) -> float:
    """Return the servers' and workers' processor seconds for one interview with its searches and playback."""
    size = interview_megabytes()
    playing = C["views"] * size * C["play_cpu"] if own_media else 0.0
    recording = size * C["upload_cpu"] + C["speech"] * C["finalize_cpu"]
    scoring = 5 * C["score_cpu"]
    return C["journey_cpu"] + recording + scoring + C["searches"] * search_cpu(jobs) + playing


def search_cpu(jobs: float) -> float:
    """Return the processor seconds of a search in a large city, linear between and beyond the two measured sizes."""
    slope = (C["search_cpu_10m"] - C["search_cpu_1m"]) / 9e6
    return max(C["search_cpu_1m"] + slope * (jobs - 1e6), 0.0003)


def database_cpu() -> float:
    """Return PostgreSQL's processor seconds for one interview."""
    return C["journey_db"] + C["speech"] / C["chunk"] * C["chunk_db"]


def at_peak(interviews: float) -> float:
    """Return the interviews that begin in a second of the busiest hour, for a number of interviews a day."""
    return interviews * C["peak"] / 3600


def node_interviews(*, jobs: float = 1e6) -> dict[str, float]:
    """Return how many interviews a day one node carries, by what ends first."""
    usable = C["cores"] * C["busy"]
    return {
        "speech, written down within the hour": usable / C["hear_cpu"] * 3600 / C["peak"],
        "speech, written down within the day": usable / C["hear_cpu"] * DAY,
        "processors": usable / interview_cpu(jobs, own_media=True) * 3600 / C["peak"],
        "interviews at once": C["interviews_at_once"] / C["length"] * 3600 / C["peak"],
        "disk for recordings": C["disk"] / C["retention"] / interview_megabytes(),
    }


def needs(load: Load) -> dict[str, float]:
    """Return what a load needs in its busiest hour."""
    rate = at_peak(load.interviews)
    size = interview_megabytes()
    return {
        "interviews at once": rate * C["length"],
        "server and worker cores": rate * interview_cpu(load.jobs, own_media=False) / C["busy"],
        "cores for speech": rate * C["hear_cpu"] / C["busy"],
        "PostgreSQL cores": rate * database_cpu() / C["busy"],
        "rows written a second": rate * (C["speech"] / C["chunk"] + 27),
        "recordings in, Mbit/s": rate * size * 8,
        "recordings out, Mbit/s": rate * size * 8 * C["views"],
        "recordings kept, TB": load.interviews * size * C["retention"] / 1e6,
        "PostgreSQL, GB a year": load.interviews * 365 * C["interview_rows"] / 1e3,
    }


def speech_hours() -> float:
    """Return machine-hours of two cores that write down the speech of a thousand interviews."""
    return 1000 * C["hear_cpu"] / C["busy"] / C["cores"] / 3600


def cost_of_thousand(jobs: float) -> tuple[float, float]:
    """Return machine-hours of two cores and gigabytes kept, for a thousand interviews."""
    hours = 1000 * interview_cpu(jobs, own_media=False) / C["busy"] / C["cores"] / 3600
    return hours, interview_megabytes()


def loads() -> list[Load]:
    """Return one node's processors filled, and 10, 100 and 1,000 times that, with the national goal."""
    one = node_interviews()["processors"]
    return [
        Load("one node", one, 1e6, one * 10),
        Load("10 times", one * 10, 5e6, one * 100),
        Load("goal", 1e6, 50e6, 10e6),
        Load("100 times", one * 100, 50e6, one * 1000),
        Load("1,000 times", one * 1000, 50e6, one * 10_000),
    ]


def tables() -> Iterator[str]:
    """Yield the lines of the tables in docs/scaling.md."""
    yield "| one node is full at | interviews a day |"
    yield "|---|---|"
    for name, number in sorted(node_interviews().items(), key=lambda item: item[1]):
        yield f"| {name} | {number:,.0f} |"
    yield ""
    columns = [(load, needs(load)) for load in loads()]
    yield "| in the busiest hour | " + " | ".join(load.name for load, _ in columns) + " |"
    yield "|---|" + "---|" * len(columns)
    yield "| interviews a day | " + " | ".join(f"{load.interviews:,.0f}" for load, _ in columns) + " |"
    yield "| jobs | " + " | ".join(f"{load.jobs:,.0f}" for load, _ in columns) + " |"
    for name in columns[0][1]:
        yield f"| {name} | " + " | ".join(_short(need[name]) for _, need in columns) + " |"
    yield ""
    yield "| a thousand interviews cost | 1,000,000 jobs | 50,000,000 jobs |"
    yield "|---|---|---|"
    (few, size), (many, _) = cost_of_thousand(1e6), cost_of_thousand(50e6)
    yield f"| hours of a two-core node | {few:.2f} | {many:.2f} |"
    yield f"| hours to write down speech | {speech_hours():.1f} | {speech_hours():.1f} |"
    yield f"| GB kept | {size:.0f} | {size:.0f} |"


def _short(value: float) -> str:
    return f"{value:,.0f}" if value >= 10 else f"{value:.1f}"


def main() -> None:
    """Print the tables and the last line."""
    print("\n".join(tables()))
    first = min(node_interviews().items(), key=lambda item: item[1])
    hours, size = cost_of_thousand(1e6)
    ends = f"node_interviews_a_day={first[1]:.0f} first={first[0].split()[0]}"
    print(f"scale: {ends} hours_per_1000={hours:.2f} gb_per_1000={size:.0f}")


if __name__ == "__main__":
    main()
