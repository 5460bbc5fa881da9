"""`dayshift audit`: the audit log, and whether it was changed."""

import sys
from typing import Annotated

import typer

from dayshift.cli.common import read, say

audit = typer.Typer(no_args_is_help=True, help="The log of who did what, in a chain of hashes.")


@audit.command("verify")
def verify_log(
    since: Annotated[str, typer.Option(help="A head that an earlier run printed, NUMBER:HASH.")] = "",
) -> None:
    """Verify that no entry was changed or removed. Exits with code 1 and names the first broken entry otherwise.

    Keep the printed head elsewhere: with --since, a later run also proves that nothing was cut off at the end.
    """
    from dayshift.core.audit import Head, verify

    known = None
    if since:
        number, _, link = since.partition(":")
        if not number.isdigit() or not link:
            sys.exit("dayshift: --since takes what an earlier run printed, NUMBER:HASH")
        known = Head(int(number), link)
    result = read(lambda tx: verify(tx, known))
    if result.broken:
        sys.exit(f"dayshift: the audit log is broken: {result.broken.subject} {result.broken.why}")
    print(f"{result.head.number} entries, unbroken; head {result.head.number}:{result.head.hash}")


@audit.command("list")
def list_entries(
    about: Annotated[str, typer.Option(help="Id of a person, an application, a job, a member ...")] = "",
    employer: Annotated[str, typer.Option(help="Id of an employer.")] = "",
    before: Annotated[str, typer.Option(help="Id of an entry: only those before it.")] = "~",
    most: Annotated[int, typer.Option(help="Number of entries.", min=1, max=1000)] = 50,
) -> None:
    """List entries, latest first."""
    from dayshift.core.audit import Entry, digest_of, entries

    def load(subject_id: str | None) -> list[Entry]:
        return read(
            lambda tx: entries(tx, employer_id=employer or None, subject_id=subject_id, before=before, most=most)
        )

    found = load(about or None)
    if about and not found:  # People appear by a digest of their id.
        found = load(digest_of(about))
    for one in found:
        who = f"{one.actor} {one.actor_id or ''}".strip()
        subject = f"{one.subject or ''} {one.subject_id or ''}".strip()
        where = f"{one.client} {one.network or ''}".strip()
        say(f"{one.id}  {one.at}  {who}  {one.action}  {subject}  {where}  {one.details}")
