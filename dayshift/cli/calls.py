"""`dayshift calls`: live interviews, and links to watch them."""

from datetime import timedelta
from typing import TYPE_CHECKING, Annotated

import typer

from dayshift.cli.common import checked_name, load_settings, read, say, write

if TYPE_CHECKING:
    from dayshift.core.db import Tx

calls = typer.Typer(no_args_is_help=True, help="Live interviews, and links to watch them.")


@calls.command("live")
def list_live() -> None:
    """List the interviews that can be watched now."""
    from dayshift.interviews.calls import live_now

    say(*(f"{one.id}  {one.candidate_name}, {one.job_title}" for one in read(live_now)))


@calls.command("link")
def make_link(
    interview_id: Annotated[str, typer.Argument(help="The interview's id.", metavar="INTERVIEW")],
    name: Annotated[str, typer.Option(help="Name of the person who watches. The candidate sees it.")],
    hours: Annotated[int, typer.Option(help="Hours until the link expires.", min=1, max=72)] = 4,
) -> None:
    """Print a link with which one person can watch a live interview."""
    from dayshift.core.audit import record
    from dayshift.core.clock import now
    from dayshift.interviews.calls import guest_key
    from dayshift.interviews.room import any_interview

    shown = checked_name(name)

    def make(tx: "Tx") -> str:
        if not load_settings().video_url:
            raise typer.BadParameter("nobody can watch live without a video provider: set DAYSHIFT_VIDEO_URL")
        if any_interview(tx, interview_id) is None:
            raise typer.BadParameter(f"there is no interview {interview_id}")
        record(tx, "link.created", "operator", subject="interview", subject_id=interview_id, details={"hours": hours})
        return guest_key(tx, interview_id, shown, now() + timedelta(hours=hours))

    typer.echo(f"{load_settings().link_url}/watch?key={write(make)}")
