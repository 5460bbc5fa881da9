"""Voluntary demographics: what candidates say about themselves, for reports on fairness and nothing else.

The categories are those of EEO-1, because the law's reports are by them.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal, get_args

from sqlalchemy import bindparam, delete, select

from dayshift.accounts import keep_held
from dayshift.core.audit import record
from dayshift.core.db import Tx, insert
from dayshift.privacy.models import demographics as table

Sex = Literal["female", "male"]
Race = Literal["hispanic", "white", "black", "pacific_islander", "asian", "native_american", "two_or_more"]

SEXES: tuple[Sex, ...] = get_args(Sex)
RACES: tuple[Race, ...] = get_args(Race)

_one = select(table.c.sex, table.c.race).where(table.c.user_id == bindparam("user"))
_put = insert(table)
_put = _put.on_conflict_do_update(
    index_elements=[table.c.user_id], set_={name: _put.excluded[name] for name in ("sex", "race", "changed_at")}
)
_delete = delete(table).where(table.c.user_id == bindparam("user"))


@dataclass(frozen=True, slots=True)
class Demographics:
    """What a person says about themselves; None for what they would rather not say."""

    sex: Sex | None
    race: Race | None


def demographics_of(tx: Tx, user_id: str) -> Demographics:
    """Return what a person has said."""
    row = tx.execute(_one, {"user": user_id}).first()
    return Demographics(row.sex, row.race) if row else Demographics(None, None)


def set_demographics(tx: Tx, user_id: str, said: Demographics, at: datetime) -> None:
    """Replace what a person has said. Saying nothing leaves no row. The audit log has only that something changed."""
    keep_held(tx, list(table.c), table.c.user_id == user_id, user_id=user_id)
    if said == Demographics(None, None):
        tx.execute(_delete, {"user": user_id})
    else:
        tx.execute(_put, {"user_id": user_id, "sex": said.sex, "race": said.race, "changed_at": at})
    record(tx, "demographics.changed", "candidate", user_id, subject="person", subject_id=user_id)
