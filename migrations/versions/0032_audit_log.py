"""audit log"""

import sqlalchemy as sa
from alembic import op

revision = '0032'
down_revision = '0031'
branch_labels = None
depends_on = None

TABLES = ('audit_entries', 'audit_chain')


def upgrade() -> None:
    op.create_table('audit_entries',
    sa.Column('id', sa.String(length=36), nullable=False),
    sa.Column('at', sa.String(length=32), nullable=False),
    sa.Column('employer_id', sa.String(length=36), nullable=True),
    sa.Column('actor', sa.String(length=9), nullable=False),
    sa.Column('actor_id', sa.String(length=64), nullable=True),
    sa.Column('action', sa.String(length=30), nullable=False),
    sa.Column('subject', sa.String(length=11), nullable=True),
    sa.Column('subject_id', sa.String(length=64), nullable=True),
    sa.Column('client', sa.String(length=8), nullable=False),
    sa.Column('network', sa.String(length=49), nullable=True),
    sa.Column('details', sa.Text(), nullable=False),
    sa.CheckConstraint("actor IN ('member','candidate','link','operator','system')", name=op.f('ck_audit_entries_actor')),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_audit_entries'))
    )
    with op.batch_alter_table('audit_entries', schema=None) as batch_op:
        batch_op.create_index('ix_audit_entries_employer_id_id', ['employer_id', 'id'], unique=False)
        batch_op.create_index('ix_audit_entries_subject_id', ['subject_id'], unique=False)
    op.create_table('audit_chain',
    sa.Column('number', sa.BigInteger(), autoincrement=False, nullable=False),
    sa.Column('entry_id', sa.String(length=36), nullable=False),
    sa.Column('hash', sa.String(length=64), nullable=False),
    sa.ForeignKeyConstraint(['entry_id'], ['audit_entries.id'], name=op.f('fk_audit_chain_entry_id')),
    sa.PrimaryKeyConstraint('number', name=op.f('pk_audit_chain')),
    sa.UniqueConstraint('entry_id', name=op.f('uq_audit_chain_entry_id'))
    )
    if op.get_bind().dialect.name == 'sqlite':
        for table in TABLES:
            for change in ('UPDATE', 'DELETE'):
                op.execute(
                    f"CREATE TRIGGER {table}_{change.lower()} BEFORE {change} ON {table} "
                    "BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END"
                )
        for table, key in (('audit_entries', 'id'), ('audit_chain', 'number')):  # INSERT OR REPLACE fires no DELETE.
            op.execute(
                f"CREATE TRIGGER {table}_insert BEFORE INSERT ON {table} "
                f"WHEN EXISTS (SELECT 1 FROM {table} WHERE {key} = NEW.{key}) "
                "BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END"
            )
        return
    op.execute(
        "CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN RAISE EXCEPTION 'the audit log is append-only'; END $$"
    )
    for table in TABLES:
        op.execute(
            f"CREATE TRIGGER {table}_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON {table} "
            "FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change()"
        )


def downgrade() -> None:
    op.drop_table('audit_chain')
    op.drop_table('audit_entries')
    if op.get_bind().dialect.name != 'sqlite':
        op.execute("DROP FUNCTION refuse_audit_change()")
