"""Feed import: jobs per second of CPU time, and peak memory.

Generates an XML feed in the format of job aggregators from a fixed seed: unique descriptions with phone numbers, and
store numbers in two of five titles. Imports it into an empty SQLite database, then again unchanged. Run as `python -m
bench.bench_import [JOBS] [KB]`; KB is the length of a description.
"""

import asyncio
import os
import random
import resource
import sys
import tempfile
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from bench.machine_speed import loop_milliseconds
from dayshift.core.db import open_database
from dayshift.jobs.catalog import Feed, Report, import_feed
from dayshift.knowledge.occupations import occupations, warm
from dayshift.knowledge.occupations.places import gazetteer
from dayshift.tables import migrate

NOW = datetime(2026, 6, 6, tzinfo=UTC)
_TEXT = """
we look for somebody who likes people and good work with kind colleagues fair pay early shifts late shifts a clean
kitchen busy floor guests orders stock tools training meals uniforms and a manager who listens every single day
"""
_WORDS = _TEXT.split()


def main() -> None:
    """Generate the feed, import it twice, and print the table."""
    size = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    kilobytes = float(sys.argv[2]) if len(sys.argv) > 2 else 0.5
    gazetteer()
    warm()
    with tempfile.TemporaryDirectory() as folder:
        feed = Path(folder, "feed.xml")
        with feed.open("w", encoding="utf-8") as file:
            file.writelines(_feed(size, kilobytes))
        url = f"sqlite:///{Path(folder, 'jobs.sqlite3')}"
        migrate(url)
        print(f"{size:,} jobs, {feed.stat().st_size / 1e6:,.0f} MB, load average {os.getloadavg()[0]:.1f}")
        print(f"a loop of a million steps takes {loop_milliseconds():.0f} ms of CPU time on this machine")
        print(f"{'':<10}{'CPU s':>9}{'jobs per CPU s':>16}{'wall s':>9}{'peak MB':>9}")
        rates = []
        for name in ("first", "again"):
            before = _peak_megabytes()
            cpu, wall = time.process_time(), time.perf_counter()
            report = asyncio.run(_import(url, feed))
            cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
            assert report.added + report.unchanged == size, report.as_json()
            more = f"(+{_peak_megabytes() - before:.0f})"
            rates.append(size / cpu)
            print(f"{name:<10}{cpu:>9.1f}{size / cpu:>16,.0f}{wall:>9.1f}{_peak_megabytes():>9.0f} {more}", flush=True)
    print(f"import: jobs_per_cpu_s={rates[0]:.0f}")


async def _import(url: str, feed: Path) -> Report:
    db = open_database(url)
    try:
        return await import_feed(db, Feed(feed, "bench"), NOW)
    finally:
        db.close()


def _feed(size: int, kilobytes: float) -> Iterator[str]:
    rng = random.Random(1)
    titles = [occupation.title for occupation in occupations().values()]
    places = list(gazetteer().by_zip.values())
    yield '<?xml version="1.0" encoding="utf-8"?>\n<source><publisher>bench</publisher>\n'
    for number in range(size):
        yield _job(rng, number, rng.choice(titles), rng.choice(places), int(kilobytes * 1000 / 6))
    yield "</source>\n"


def _job(rng: random.Random, number: int, title: str, place: object, words: int) -> str:
    low = rng.randint(14, 30)
    prefix = rng.choice(("", "", "Weekend ", "Senior ", "Experienced ", "Lead ", "Night "))
    suffix = f" - Store {rng.randint(1, 5000)}" if rng.random() < 0.4 else ""
    fields = {
        "title": f"{prefix}{title}{suffix}",
        "date": f"Fri, 05 Jun 2026 {rng.randint(0, 23):02}:{rng.randint(0, 59):02}:00 GMT",
        "referencenumber": f"R{number}",
        "url": f"https://jobs.example.com/{number}",
        "company": f"Employer {rng.randint(1, 3000)}",
        "city": place.city,
        "state": place.state,
        "country": "US",
        "postalcode": place.zip,
        "description": f"<p>{' '.join(rng.choices(_WORDS, k=words))}</p><ul><li>Call 212-555-0100</li></ul>",
        "salary": f"${low} - ${low + rng.randint(0, 8)} per hour",
        "jobtype": rng.choice(("fulltime", "parttime")),
        "experience": f"{rng.randint(0, 5)} years",
    }
    inside = "".join(f"<{name}><![CDATA[{value}]]></{name}>" for name, value in fields.items())
    return f"<job>{inside}</job>\n"


def _peak_megabytes() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000


if __name__ == "__main__":
    main()
