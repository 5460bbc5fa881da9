"""Proof that a member was shown the warning about words before they sent them: a token over what was warned about."""

import json
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Annotated, Any

from fastapi import Header

from dayshift.core.db import Tx
from dayshift.core.errors import NotFound
from dayshift.core.signing import opened_by, sign
from dayshift.hiring.applications.fair_words import WRITTEN, Finding
from dayshift.hiring.employers import Member

WarningToken = Annotated[str, Header(alias="Wording-Warning", max_length=200)]
"""The token of the warning that the member went on after; empty if none was shown."""

_PURPOSE = "wording warning"


def warning_token(
    tx: Tx, member: Member, application_id: str, written: Mapping[str, Any], findings: Sequence[Finding]
) -> str | None:
    """Return the token of a warning about what a member wrote; None if nothing was found."""
    return sign(tx, _PURPOSE, f"{application_id} {_digest(member, written, findings)}") if findings else None


def was_warned(
    tx: Tx, token: str, member: Member, application_id: str | None, written: Mapping[str, Any],
    findings: Sequence[Finding],
) -> bool:  # fmt: skip
    """Whether `token` is of the warning about exactly these words by this member.

    `application_id`: None for words to several candidates, where the warning is about the letter to any of them.
    """
    try:
        about, _, digest = opened_by(tx, _PURPOSE, token).partition(" ")
    except NotFound:
        return False
    return application_id in (None, about) and digest == _digest(member, written, findings)


def _digest(member: Member, written: Mapping[str, Any], findings: Sequence[Finding]) -> str:
    texts = [(written.get(name) or "").strip() for name in WRITTEN]
    traits = sorted(one.trait for one in findings)
    return sha256(json.dumps([member.id, texts, traits]).encode()).hexdigest()
