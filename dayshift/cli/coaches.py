"""`dayshift coaches`: hiring coaches that candidates can book."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dayshift.cli.common import installation, load_settings, say, write

if TYPE_CHECKING:
    from dayshift.core.db import Tx

coaches = typer.Typer(no_args_is_help=True, help="Hiring coaches that candidates can book.")


@coaches.command("import")
def import_coaches(
    path: Annotated[Path, typer.Argument(help="TOML file with a [[coach]] for each person.", exists=True)],
) -> None:
    """Make the people in a file the coaches who can be booked.

    A coach has name, email, zone, hours ({mon = ["09:00-12:00", "13:00-17:00"]}); optional: days_off, buffer_minutes
    and daily_limit. Coaches who are not in the file keep their bookings and get no new ones.
    """
    from dayshift.scheduling import CoachesDamaged, read_coaches, save_coaches

    installation()
    try:
        entries = read_coaches(path.read_text("utf-8-sig"))
        saved = write(lambda tx: save_coaches(tx, entries))
    except CoachesDamaged as error:
        sys.exit(f"dayshift: {path}: {error}")
    say(*(f"{coach.name} ({coach.email}) can be booked." for coach in saved))


@coaches.command("links")
def show_links(
    renew: Annotated[str | None, typer.Option(help="Email address of a coach whose earlier links expire.")] = None,
) -> None:
    """Show the private page of every coach: their bookings, and a feed for their calendar."""
    from dayshift.core.errors import NotFound
    from dayshift.scheduling import active_coaches, coach_key, renew_link

    url = load_settings().link_url

    def load(tx: "Tx") -> list[str]:
        if renew:
            renew_link(tx, renew)
        return [f"{coach.name}: {url}/coach?key={coach_key(tx, coach)}" for coach in active_coaches(tx)]

    try:
        say(*write(load))
    except NotFound:
        sys.exit("dayshift: there is no coach of that address")


@coaches.command("sample")
def sample_coaches() -> None:
    """Add two sample coaches if there are none. Adding them again changes nothing."""
    from dayshift.scheduling import add_sample_coaches

    print(f"{len(write(add_sample_coaches))} coaches can be booked.")
