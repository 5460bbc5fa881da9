"""`dayshift demo`, `sample`: sample data."""

import logging
import sys

import typer

from dayshift.cli.coaches import sample_coaches
from dayshift.cli.common import become_owner, load_settings, run_async, write
from dayshift.cli.jobs import load_sample
from dayshift.cli.serve import migrate


def demo() -> None:
    """Add sample people to an installation, and print who can sign in. Sends no messages.

    Candidates at each step, interviews that can be played and have their scores, a booking, an employer's review.
    """
    import structlog

    from dayshift.core.db import DatabaseInUse
    from dayshift.demo import MailsWouldGoOut, Taken, populate
    from dayshift.scheduling import add_sample_coaches
    from dayshift.tables import migrate as to_head

    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    settings = load_settings()
    become_owner(settings)
    settings.data_dir.mkdir(parents=True, exist_ok=True)
    try:
        to_head(settings.database)
        write(add_sample_coaches)
        lines = run_async(populate(settings))
        typer.echo("\n".join([*lines, "The private pages of the coaches: dayshift coaches links"]))
    except MailsWouldGoOut:
        sys.exit("dayshift: these settings send messages, and the people of the demo have no addresses")
    except Taken:
        sys.exit("dayshift: the people of the demo are there already")
    except DatabaseInUse as error:
        sys.exit(f"dayshift: {error}. Stop it first, or choose another DAYSHIFT_DATA_DIR.")


def sample() -> None:
    """Migrate the database to the newest schema, and add the sample jobs, employers and coaches. Idempotent."""
    from dayshift.core.clock import now
    from dayshift.hiring.employers import add_sample_employers

    migrate()
    load_sample()
    print(f"{write(lambda tx: add_sample_employers(tx, now()))} sample employers take applications.")
    sample_coaches()
