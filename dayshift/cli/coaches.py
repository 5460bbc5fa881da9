"""`dayshift coaches`: hiring coaches that candidates can book."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dayshift.cli.common import installation, load_settings, read, say, write

if TYPE_CHECKING:
    from dayshift.core.db import Tx

coaches = typer.Typer(no_args_is_help=True, help="Hiring coaches that candidates can book.")


@coaches.command("import")
def import_coaches(
    path: Annotated[Path, typer.Argument(help="TOML file with a [[coach]] for each person.", exists=True)],
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask before coaches can no longer be booked.")] = False,
) -> None:
    """Make the people in a file the coaches who can be booked.

    A coach has name, email, zone, hours ({mon = ["09:00-12:00", "13:00-17:00"]}); optional: days_off, buffer_minutes
    and daily_limit. Coaches who are not in the file keep their bookings and get no new ones: it names them and asks.
    """
    from dayshift.core.clock import now
    from dayshift.core.spreadsheets import decoded
    from dayshift.scheduling import CoachesDamaged, read_coaches, retired_by, save_coaches

    installation()
    try:
        text = decoded(path.read_bytes()).removeprefix("\ufeff")
        if "\ufffd" in text:
            line = text[: text.index("\ufffd")].count("\n") + 1
            sys.exit(f"dayshift: {path}: line {line} has bytes that are no letters: save the file as UTF-8")
        entries = read_coaches(text)
    except CoachesDamaged as error:
        sys.exit(f"dayshift: {path}: {error}")
    retired = read(lambda tx: retired_by(tx, entries, now()))
    for coach, booked in retired:
        say(f"{coach.name} ({coach.email}) is not in the file and can no longer be booked.")
        say(*(f"    stays booked: {one.starts_at:%Y-%m-%d %H:%M} UTC, {one.name} ({one.email})" for one in booked))
    if retired and not yes:
        if not sys.stdin.isatty():
            sys.exit("dayshift: nothing was changed; --yes confirms it")
        typer.confirm("Go on?", abort=True)
    saved = write(lambda tx: save_coaches(tx, entries))
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
