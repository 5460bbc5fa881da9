"""number the people of one name who applied before there were numbers"""

from collections import defaultdict

import sqlalchemy as sa
from alembic import op

from dayshift.hiring.applications.search import keys_of

revision = "0147"
down_revision = "0146"
branch_labels = None
depends_on = None

_applications = sa.table(
    "applications",
    *(sa.column(name) for name in ("id", "employer_id", "user_id", "name", "namesake", "submitted_at")),
)
_first_sent = sa.select(*_applications.c).order_by(_applications.c.submitted_at, _applications.c.id)
_number = (
    sa.update(_applications)
    .where(_applications.c.id == sa.bindparam("application"))
    .values(namesake=sa.bindparam("number"))
)


def upgrade() -> None:
    tx = op.get_bind()
    alike: dict[tuple[str, str], dict[str, int | None]] = defaultdict(dict)
    without: dict[tuple[str, str], list[tuple[str, str]]] = defaultdict(list)
    for row in tx.execute(_first_sent):
        name = (row.employer_id, next(iter(keys_of(row.name)), ""))
        alike[name][row.user_id] = alike[name].get(row.user_id) or row.namesake
        if row.namesake is None:
            without[name].append((row.id, row.user_id))
    rows = []
    for name, people in alike.items():
        taken = set(people.values())
        free = (number for number in range(1, 2 * len(people) + 1) if number not in taken)
        numbers = {user: number or next(free) for user, number in people.items()}
        rows += [{"application": one, "number": numbers[user]} for one, user in without[name] if numbers[user] > 1]
    if rows:
        tx.execute(_number, rows)


def downgrade() -> None:
    pass
