"""What the command line does with the catalogue."""

import asyncio
import json
import re
from pathlib import Path

import typer

from dayshift.core.clock import now
from dayshift.core.db import open_database
from dayshift.jobs.feeds.source import files_of
from dayshift.jobs.imports import Feed, Report, import_feed, record_import

_SHOWN = 20


def source_name(source: str) -> str:
    """The name of a source by default: its file name, or its address, without what is odd in them."""
    plain = source.split("://", 1)[-1].split("?", 1)[0] if "://" in source else Path(source).name
    return re.sub(r"[^A-Za-z0-9._-]+", "-", plain).strip("-")[:64]


def import_source(database: str, feed: Feed, *, remove_many: bool, apply: bool) -> Report:
    """Import a feed into the database at this URL, with a progress bar where somebody watches."""

    async def run() -> Report:
        db = open_database(database)
        try:
            report = await import_feed(db, feed, now(), remove_many=remove_many, apply=apply, progress=show)
            if apply:
                await db.write(record_import, report, now())
            return report
        finally:
            db.close()

    size = sum(file.stat().st_size for file in files_of(feed.path))
    with typer.progressbar(length=max(1, size), label="reading") as bar:
        at = 0

        def show(read: int) -> None:
            nonlocal at
            bar.update(max(0, read - at))
            at = max(at, read)

        return asyncio.run(run())


def words_of(report: Report) -> str:
    """A report in words for the operator."""
    counts = ", ".join(f"{getattr(report, name)} {name}" for name in ("added", "changed", "unchanged", "removed"))
    lines = [f"{report.source}: {report.read} postings read; {counts}; {report.expired} expired already"]
    if report.refused:
        lines[0] = f"{report.source}: REFUSED, nothing was changed: {report.refused}"
    for unit, count in report.assumed.items():
        lines.append(f"  pay for a {unit} was turned into pay for an hour {count} times")
    lines += [f"  quarantined {count} times: {reason}" for reason, count in report.quarantined.most_common()]
    lines += [f"  line {r.line}: {r.external_id or '(no id)'} {r.title!r}: {r.detail}" for r in report.listed[:_SHOWN]]
    more = sum(report.quarantined.values()) - _SHOWN
    return "\n".join([*lines, *([f"  and {more} more; --json lists them"] if more > 0 else [])])


def as_json(report: Report) -> str:
    """A report as one JSON document."""
    return json.dumps(report.as_json(), indent=1)
