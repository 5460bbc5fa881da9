"""What the command line does: `dayshift demo`."""

import asyncio
import logging
import sys

import typer

from dayshift.settings import Settings


def demo() -> None:
    """Fill an installation of your own with made-up people, and say who can sign in. Sends nothing to anybody.

    Candidates at each step, interviews that can be played and have their scores, a booking, an employer's review.
    """
    import structlog  # noqa: PLC0415  (what this command alone needs is loaded by it alone)

    from dayshift.core.db import DatabaseInUse  # noqa: PLC0415
    from dayshift.demo.filling import MailsWouldGoOut, Taken, populate  # noqa: PLC0415
    from dayshift.scheduling import commands  # noqa: PLC0415
    from dayshift.tables import migrate  # noqa: PLC0415

    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    settings = Settings()
    settings.data_dir.mkdir(parents=True, exist_ok=True)
    try:
        migrate(settings.database)
        commands.add_sample(settings)
        lines = asyncio.run(populate(settings))
        typer.echo("\n".join([*lines, "The private pages of the coaches: dayshift coaches links"]))
    except MailsWouldGoOut:
        sys.exit("dayshift: these settings send messages, and the people of the demo have no addresses")
    except Taken:
        sys.exit("dayshift: the people of the demo are there already")
    except DatabaseInUse as error:
        sys.exit(f"dayshift: {error}. Stop it first, or choose another DAYSHIFT_DATA_DIR.")
