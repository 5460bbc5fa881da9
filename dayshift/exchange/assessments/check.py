"""The finding of `dayshift exchange check` about assessments."""

from datetime import datetime, timedelta

from dayshift.core.db import Tx
from dayshift.exchange.assessments.keys import count_keys
from dayshift.hiring.applications import count_untold
from dayshift.job_pages import Finding

NAME = "assessments"
TIMEOUT = timedelta(hours=1)
"""How long a callback may take before it counts as a problem."""


def check_assessments(tx: Tx, at: datetime) -> list[Finding]:
    """Say whether applicant tracking systems hear of interviews that have ended."""
    keys = count_keys(tx)
    orders, untold = count_untold(tx, at - TIMEOUT)
    if not keys and not orders:
        return [Finding(NAME, None, "no applicant tracking system is connected")]
    text = f"{keys} keys, {orders} orders, {untold} callbacks that did not arrive within an hour"
    return [Finding(NAME, untold == 0, text)]
