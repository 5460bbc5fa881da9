"""`dayshift jobs`, `wish`: the catalogue of jobs, and how job searches are understood."""

import json
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dayshift.cli.common import installation, load_settings, read, say, with_database, write

if TYPE_CHECKING:
    from dayshift.core.db import Database
    from dayshift.jobs.catalog import Feed, Import, Noted, Refusal, Report

jobs = typer.Typer(no_args_is_help=True, help="The catalogue of jobs.")

_SHOWN = 10
"""Refused postings that a report lists one by one."""


@jobs.command("import")
def import_jobs(  # noqa: PLR0913, PLR0917  (one parameter for each option)
    source: Annotated[str, typer.Argument(help="A file, a folder of pages, or an http(s) address.")],
    name: Annotated[str, typer.Option(help="Name under which its jobs are stored; by default from SOURCE.")] = "",
    kind: Annotated[str | None, typer.Option(help="Kind of feed; detected by default.")] = None,
    employer: Annotated[str, typer.Option(help="Employer of postings that name none.")] = "",
    remove_many: Annotated[
        bool, typer.Option(help="Also remove jobs that would be held: over a third within a week, or the last.")
    ] = False,
    dry_run: Annotated[bool, typer.Option(help="Report what would change, and change nothing.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the report as JSON.")] = False,
) -> None:
    """Make the catalogue's jobs of SOURCE equal to what it lists now. Importing the same again changes nothing."""
    from dayshift.core.clock import now
    from dayshift.jobs.catalog import KINDS, Feed, FeedDamaged, Report, last_imports, local_copy, record_import
    from dayshift.knowledge.occupations import serve_countries

    if not source.strip():  # An unset variable of a shell: the folder "" is the one that the command runs in.
        raise typer.BadParameter("name a file, a folder or an address", param_hint="SOURCE")
    if kind is not None and kind not in KINDS:
        raise typer.BadParameter(f"the kinds are {', '.join(KINDS)}", param_hint="--kind")
    installation()  # Before a download.
    serve_countries(load_settings().served_countries)
    stored_as = name or _source_name(source)
    try:
        with local_copy(source) as path:
            report = import_source(Feed(path, stored_as, kind, employer), remove_many=remove_many, apply=not dry_run)
    except FeedDamaged as error:
        report = Report(stored_as, refused=str(error))
        if not dry_run and any(one.source == stored_as for one in read(last_imports)):  # Else it may be a typing error.
            write(lambda tx: record_import(tx, report, now()))
    say(*(json.dumps(report.as_json(), indent=1) if as_json else _in_words(report)).split("\n"))
    sys.exit(1 if report.incomplete else 0)


@jobs.command("confirm")
def confirm_removal(
    name: Annotated[str, typer.Argument(help="Name of the source, as in 'dayshift jobs imports'.")],
    held: Annotated[int, typer.Argument(help="The number of jobs that its last import held.")],
) -> None:
    """Let the next import of a source remove the jobs that its last one held. A scheduled import runs at once."""
    from dayshift.core.errors import NotFound
    from dayshift.jobs.catalog import confirm_removal as confirm

    try:
        write(lambda tx: confirm(tx, name, held))
    except NotFound:
        sys.exit(f"{name} holds no {held} jobs: see 'dayshift jobs imports'.")
    say(f"The next import of {name} may remove up to {held} jobs.")


@jobs.command("imports")
def list_imports(as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False) -> None:
    """List the last import of each source, newest first. Exits with code 1 if one needs attention."""
    from dataclasses import asdict

    from dayshift.jobs.catalog import last_imports

    found = read(last_imports)
    lines = [
        f"{one.imported_at:%Y-%m-%d %H:%M}  {one.source}: "
        + (f"REFUSED{_since(one)}, nothing was changed: {one.refused}" if one.refused else _counts(one))
        for one in found
    ]
    listed = json.dumps([asdict(one) for one in found], default=str, indent=1)
    say(*(listed.split("\n") if as_json else lines or ["No source was imported yet."]))
    sys.exit(1 if any(one.refused or one.is_waiting for one in found) else 0)


def _since(one: "Import") -> str:
    return f" since {one.refused_since:%Y-%m-%d %H:%M}" if one.refused_since else ""


def _counts(one: "Import") -> str:
    counts = ", ".join(f"{getattr(one, name)} {name}" for name in ("read", "added", "changed", "removed"))
    if not one.held:
        return counts
    waits = "confirmed" if one.confirmed else f"confirm with 'dayshift jobs confirm {one.source} {one.held}'"
    return f"{counts}; {one.held} HELD that the feed lacks ({waits})"


@jobs.command("sample")
def load_sample() -> None:
    """Load the sample catalogue. Loading it again changes nothing."""
    from dayshift.core.clock import now
    from dayshift.jobs.catalog import import_sample

    print(f"{write(lambda tx: import_sample(tx, now()))} sample jobs are in the catalogue.")


@jobs.command("questions")
def list_questions(most: Annotated[int, typer.Option(help="Maximum number, the latest first.")] = 100) -> None:
    """List questions about jobs that no field of the job answers. Does not show who asked."""
    from dayshift.job_pages import open_questions

    lines = [
        f"{one.asked_at:%Y-%m-%d %H:%M}  {one.title or 'a job that has gone'}"
        f"{f' at {one.employer}' if one.employer else ''} ({one.job_id}): {one.question}"
        for one in read(lambda tx: open_questions(tx, most))
    ]
    say(*lines or ["Nobody has asked what the jobs' own fields do not say."])


def wish(
    text: Annotated[str, typer.Argument(help="A job search, in a candidate's words.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Show how a job search is understood: titles, pay, times and place."""
    from dayshift.knowledge.occupations import parse_search, use_embeddings

    use_embeddings(load_settings().wish_model_dir)
    reading = parse_search(text).as_json()
    lines = [f"{entry['score']:.2f}  {entry['title']}" for entry in reading["titles"][:10]]
    lines += [f"{name}: {value}" for name, value in reading.items() if name != "titles" and value]
    say(*([json.dumps(reading)] if as_json else lines or ["No work that is known."]))


def import_source(feed: "Feed", *, remove_many: bool, apply: bool) -> "Report":
    """Import a feed and record the import, with a progress bar on a terminal. Raises `FeedDamaged`."""
    from dayshift.core.clock import now
    from dayshift.jobs.catalog import files_of, import_and_record, import_feed

    size = sum(file.stat().st_size for file in files_of(feed.path))
    with typer.progressbar(length=max(1, size), label="reading", file=sys.stderr) as bar:

        def show(bytes_read: int) -> None:
            bar.update(max(0, bytes_read - bar.pos))

        async def load(db: "Database") -> "Report":
            if apply:
                return await import_and_record(db, feed, remove_many=remove_many, progress=show)
            return await import_feed(db, feed, now(), remove_many=remove_many, apply=False, progress=show)

        return with_database(load)


def _source_name(source: str) -> str:
    """The default name of a source: its file name or its address, without unusual characters."""
    plain = source.split("://", 1)[-1].split("?", 1)[0] if "://" in source else Path(source).name
    return re.sub(r"[^A-Za-z0-9._-]+", "-", plain).strip("-")[:64]


def _in_words(report: "Report") -> str:
    from dayshift.jobs.catalog import NOTES

    counts = ", ".join(f"{getattr(report, name)} {name}" for name in ("added", "changed", "unchanged", "removed"))
    lines = [f"{report.source}: {report.read} postings read; {counts}; {report.expired} expired already"]
    if report.held:
        lines.append(f"  HELD: the feed lacks {report.held} open jobs, which stay. If they are gone: --remove-many")
    if report.refused:
        lines[0] = f"{report.source}: REFUSED, nothing was changed: {report.refused}"
    for unit, count in report.assumed.items():
        lines.append(f"  pay for a {unit} was turned into pay for an hour {count} times")
    lines += [f"  quarantined {count} times: {reason}" for reason, count in report.quarantined.most_common()]
    lines += [f"  {_where(r)}: {r.detail}" for r in report.listed[:_SHOWN]]
    lines += _more(sum(report.quarantined.values()))
    lines += [f"  not kept {count} times: {reason}" for reason, count in report.noted.most_common()]
    lines += [f"  {_where(r)}: {r.field}: {NOTES[r.reason]}: {r.text}" for r in report.notes[:_SHOWN]]
    return "\n".join([*lines, *_more(sum(report.noted.values()))])


def _where(entry: "Refusal | Noted") -> str:
    file = f"{entry.file}, " if entry.file else ""
    return f"{file}line {entry.line}: {entry.external_id or '(no id)'} {entry.title!r}"


def _more(count: int) -> list[str]:
    return [f"  and {count - _SHOWN} more; --json lists them"] if count > _SHOWN else []
