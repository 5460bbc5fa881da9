"""What the command line does with calls: `dayshift calls live`, `link`."""

import asyncio
from collections.abc import Callable
from datetime import timedelta
from typing import Annotated, TypeVar

import typer

from dayshift.calls.queries import call_of, guest_key
from dayshift.core.clock import now
from dayshift.core.db import Tx, open_database
from dayshift.core.terminal import say
from dayshift.interviews import any_interview, going_on
from dayshift.settings import Settings

T = TypeVar("T")

calls = typer.Typer(no_args_is_help=True, help="Interviews that go on now, and who may watch them.")


@calls.callback()
def about_calls() -> None:
    """Interviews that go on now, and who may watch them."""


@calls.command("live")
def live() -> None:
    """List the interviews whose candidates are there now."""

    def load(tx: Tx) -> list[str]:
        found = [(one, call_of(tx, one.id)) for one in going_on(tx)]
        return [f"{one.id}  {one.candidate_name}, {one.job_title}" for one, call in found if call.present]

    for line in _with_database(load):
        say(line)


@calls.command("link")
def link(
    interview_id: Annotated[str, typer.Argument(help="The interview's id.", metavar="INTERVIEW")],
    name: Annotated[str, typer.Option(help="Who watches. The candidate sees this name.")],
    hours: Annotated[int, typer.Option(help="After so many hours the link opens nothing.", min=1, max=72)] = 4,
) -> None:
    """Print a link with which one person can watch one interview as it goes on."""
    if not 1 <= len(name.strip()) <= 120:
        raise typer.BadParameter("a name has 1 to 120 characters")
    settings = Settings()

    def make(tx: Tx) -> str:
        if any_interview(tx, interview_id) is None:
            raise typer.BadParameter(f"there is no interview {interview_id}")
        return guest_key(tx, interview_id, name.strip(), now() + timedelta(hours=hours))

    typer.echo(f"{settings.link_url}/watch?key={_with_database(make)}")


def _with_database(work: Callable[[Tx], T]) -> T:
    async def run() -> T:
        db = open_database(Settings().database)
        try:
            return await db.read(work)
        finally:
            db.close()

    return asyncio.run(run())
