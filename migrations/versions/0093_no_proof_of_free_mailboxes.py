"""domains where anybody gets an address prove nothing"""

import sqlalchemy as sa
from alembic import op

revision = "0093"
down_revision = "0092"
branch_labels = None
depends_on = None

MAIL_PROVIDERS = """
    aol.com att.net bellsouth.net charter.net comcast.net cox.net earthlink.net fastmail.com gmail.com gmx.com gmx.net
    googlemail.com hey.com hotmail.com hotmail.es icloud.com live.com live.com.mx mac.com mail.com me.com msn.com
    outlook.com outlook.es pm.me proton.me protonmail.com rocketmail.com sbcglobal.net tuta.com tutanota.com
    verizon.net yahoo.com yahoo.com.mx ymail.com zohomail.com
""".split()  # noqa: SIM905


def upgrade() -> None:
    domains = sa.table("employer_domains", sa.column("domain"))
    op.execute(sa.delete(domains).where(domains.c.domain.in_(MAIL_PROVIDERS)))


def downgrade() -> None:
    pass
