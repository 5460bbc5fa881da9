"""`dayshift exchange`: connections with other systems."""

import sys

import typer

from dayshift.cli.common import load_settings, read, say

exchange = typer.Typer(no_args_is_help=True, help="Connections with other systems.")

_STATES = {True: "works", False: "does not work", None: "not set up"}

CONNECTION_FAULT, FAULT_OF_PEOPLE = 1, 3
"""Exit codes; 2 is a wrong use of the command. With both kinds of faults it is the connection's."""


@exchange.callback()
def about() -> None:
    """Connections with other systems."""


@exchange.command("check")
def check() -> None:
    """Say for every connection whether it works.

    Exits with code 1 if a connection does not work (no reply, 401, TLS), and with 3 if all do, but somebody has to
    correct something: a job without an end date, a domain that is not proved.
    """
    from dayshift.core.clock import now
    from dayshift.exchange.check import check_connections

    found = read(lambda tx: check_connections(tx, load_settings().public_url, now()))
    for one in found:
        state = "needs somebody" if one.works is False and one.by_people else _STATES[one.works]
        say(f"{one.name}: {state}: {one.text}")
    faults = [one for one in found if one.works is False]
    if faults:
        sys.exit(FAULT_OF_PEOPLE if all(one.by_people for one in faults) else CONNECTION_FAULT)
