"""Whether API keys are in use."""

from datetime import datetime, timedelta

from dayshift.core.db import Tx
from dayshift.exchange.api_keys.queries import ApiKey, all_keys, has_ended
from dayshift.job_pages import Finding

UNUSED = timedelta(days=90)
"""A key that was not used for as long should be revoked."""


def check_api_keys(tx: Tx, at: datetime) -> list[Finding]:
    """Say of each key when it was last used. Names no key's secret, and no name that an owner gave it."""
    found = [_finding(one, has_ended(tx, one), at) for one in all_keys(tx)]
    return found or [Finding("API keys", None, "no employer has created one")]


def _finding(key: ApiKey, ended: bool, at: datetime) -> Finding:
    name = f"API key {key.id}"
    if ended:
        return Finding(name, None, f"of employer {key.employer_id} has ended: its creator is no longer an owner")
    if key.last_used_at is None:
        return Finding(name, None, f"of employer {key.employer_id} has not been used yet")
    if key.last_used_at < at - UNUSED:
        return Finding(
            name, None, f"has not been used since {key.last_used_at:%Y-%m-%d}: revoke it if nothing needs it"
        )
    return Finding(name, True, f"was last used at {key.last_used_at:%Y-%m-%d %H:%M} UTC")
