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


@exchange.callback()
def about() -> None:
    """Connections with other systems."""


@exchange.command("check")
def check_connections() -> None:
    """Say for every connection whether it works; exits with code 1 if one does not."""
    findings = read(_findings)
    for finding in findings:
        say(f"{finding.connection}: {_STATES[finding.works]}: {finding.text}")
    if any(finding.works is False for finding in findings):
        sys.exit(1)


def _findings(tx: "Tx") -> "list[Finding]":
    """Check every connection. Each package adds its own."""
    from dayshift.core.clock import now
    from dayshift.exchange.api_keys import check_api_keys
    from dayshift.exchange.assessments import check_assessments
    from dayshift.exchange.webhooks import check_webhooks
    from dayshift.job_pages import check_lists

    at = now()
    return [
        *check_lists(tx, load_settings().public_url, at),
        *check_webhooks(tx, at),
        *check_assessments(tx, at),
        *check_api_keys(tx, at),
        *_single_sign_on(tx),
    ]


def _single_sign_on(tx: "Tx") -> "list[Finding]":
    from dayshift.hiring.employers import all_providers, usable_domains
    from dayshift.job_pages import Finding

    found = []
    for one in all_providers(tx):
        name = f"single sign-on of employer {one.employer_id}"
        if not usable_domains(tx, one):
            found.append(Finding(name, False, "nobody can sign in: none of its domains is proved"))
        elif one.failure:
            found.append(
                Finding(name, False, f"the last sign-in failed at {one.failed_at:%Y-%m-%d %H:%M} UTC: {one.failure}")
            )
        elif one.used_at is None:
            found.append(Finding(name, None, "nobody has signed in yet"))
        else:
            found.append(Finding(name, True, f"last sign-in at {one.used_at:%Y-%m-%d %H:%M} UTC"))
    return found or [Finding("single sign-on", None, "no employer has set it up")]
