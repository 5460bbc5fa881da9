"""`dayshift exchange`: connections with other systems."""

import sys
from typing import TYPE_CHECKING

import typer

from dayshift.cli.common import load_settings, read, say

if TYPE_CHECKING:
    from dayshift.core.db import Tx
    from dayshift.job_pages import Finding

exchange = typer.Typer(no_args_is_help=True, help="Connections with other systems.")

_STATES = {True: "works", False: "does not work", None: "not set up"}

CONNECTION_FAULT, FAULT_OF_PEOPLE = 1, 3
"""Exit codes; 2 is a wrong use of the command. With both kinds of faults it is the connection's."""


@exchange.callback()
def about() -> None:
    """Connections with other systems."""


@exchange.command("check")
def check_connections() -> None:
    """Say for every connection whether it works.

    Exits with code 1 if a connection does not work (no reply, 401, TLS), and with 3 if all do, but somebody has to
    correct something: a job without an end date, a domain that is not proved.
    """
    findings = read(_findings)
    for finding in findings:
        state = "needs somebody" if finding.works is False and finding.by_people else _STATES[finding.works]
        say(f"{finding.connection}: {state}: {finding.text}")
    faults = [finding for finding in findings if finding.works is False]
    if faults:
        sys.exit(FAULT_OF_PEOPLE if all(one.by_people for one in faults) else CONNECTION_FAULT)


def _findings(tx: "Tx") -> "list[Finding]":
    """Check every connection. Each package adds its own."""
    from dayshift.core.clock import now
    from dayshift.exchange.api_keys import check_api_keys
    from dayshift.exchange.assessments import check_assessments
    from dayshift.exchange.webhooks import check_webhooks
    from dayshift.job_pages import check_feeds, check_lists

    at = now()
    return [
        *check_lists(tx, load_settings().public_url, at),
        *check_feeds(tx, at),
        *check_webhooks(tx, at),
        *check_assessments(tx, at),
        *check_api_keys(tx, at),
        *_single_sign_on(tx),
    ]


def _single_sign_on(tx: "Tx") -> "list[Finding]":
    from dayshift.hiring.employers import OF_PEOPLE, all_providers, usable_domains
    from dayshift.job_pages import Finding

    found = []
    for one in all_providers(tx):
        name = f"single sign-on of employer {one.employer_id}"
        if not usable_domains(tx, one):
            found.append(Finding(name, False, "nobody can sign in: none of its domains is proved", by_people=True))
        elif one.failure:
            text = f"the last sign-in failed at {one.failed_at:%Y-%m-%d %H:%M} UTC: {one.failure}"
            found.append(Finding(name, False, text, by_people=one.failure in OF_PEOPLE))
        elif one.used_at is None:
            found.append(Finding(name, None, "nobody has signed in yet"))
        else:
            found.append(Finding(name, True, f"last sign-in at {one.used_at:%Y-%m-%d %H:%M} UTC"))
    return found or [Finding("single sign-on", None, "no employer has set it up")]
