"""`dayshift accommodations`: other ways to do the interview that candidates ask for."""

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from dayshift.cli.common import say, write

if TYPE_CHECKING:
    from dayshift.accounts import User
    from dayshift.core.db import Tx
    from dayshift.interviews.reviews import Accommodation

accommodations = typer.Typer(no_args_is_help=True, help="Accommodations that candidates ask for.")


@accommodations.command("list")
def list_waiting() -> None:
    """List the requests that wait for an answer, in the order in which they are due."""
    from dayshift.core.audit import record
    from dayshift.core.clock import now
    from dayshift.interviews.reviews import waiting_accommodations

    def load(tx: "Tx") -> "list[tuple[Accommodation, User]]":
        found = waiting_accommodations(tx)
        for one, user in found:
            if one.note:  # It can be about their health.
                record(tx, "person.read", "operator", subject="person", subject_id=user.id)
        return found

    at = now()
    found = write(load)
    for one, user in found:
        late = " LATE" if at > one.due_at else ""
        say(f"{one.id}  due {one.due_at:%Y-%m-%d}{late}  {one.kind}  {user.full_name} {user.email or user.phone or ''}")
        if one.note:
            say(f"    they write: {one.note}")
    typer.echo(f"{len(found)} requests wait for an answer.")


@accommodations.command("answer")
def answer_one(
    request: Annotated[str, typer.Argument(help="Id, as shown by list.")],
    reply: Annotated[str, typer.Option(help="What you tell the candidate, who gets it by mail.")],
    decline: Annotated[bool, typer.Option("--decline", help="It cannot be arranged.")] = False,
) -> None:
    """Answer a request: it is arranged, or cannot be."""
    from dayshift.core.errors import NotFound
    from dayshift.interviews.reviews import answer

    words = reply.strip()[:1000]
    if not words:
        sys.exit("dayshift: write a reply")
    try:
        write(lambda tx: answer(tx, request, "declined" if decline else "arranged", words))
    except NotFound:
        sys.exit("dayshift: no request of this id waits for an answer")
    print("answered")
