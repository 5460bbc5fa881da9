"""members of several employers, proved domains, closed employers"""

import json
import secrets
from datetime import UTC, datetime

import sqlalchemy as sa
from alembic import op

revision = '0051'
down_revision = '0050'
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table('members', schema=None) as batch_op:
        batch_op.drop_constraint(op.f('uq_members_email'), type_='unique')
        batch_op.drop_index('ix_members_employer_id')
        batch_op.create_unique_constraint(op.f('uq_members_employer_id_email'), ['employer_id', 'email'])
        batch_op.create_index('ix_members_email', ['email'], unique=False)
    op.add_column('member_sessions', sa.Column('address_proved_at', sa.DateTime(timezone=True), nullable=True))
    with op.batch_alter_table('employers', schema=None) as batch_op:
        batch_op.add_column(sa.Column('closed_at', sa.DateTime(timezone=True), nullable=True))
    op.create_table('employer_domains',
    sa.Column('employer_id', sa.String(length=36), nullable=False),
    sa.Column('domain', sa.String(length=253), nullable=False),
    sa.Column('record', sa.String(length=64), nullable=False),
    sa.Column('email', sa.String(length=254), nullable=True),
    sa.Column('token_hash', sa.LargeBinary(length=32), nullable=True),
    sa.Column('expires_at', sa.DateTime(timezone=True), nullable=True),
    sa.Column('proof', sa.String(length=5), nullable=True),
    sa.Column('proved_at', sa.DateTime(timezone=True), nullable=True),
    sa.Column('created_at', sa.DateTime(timezone=True), nullable=False),
    sa.CheckConstraint('(proof IS NULL) = (proved_at IS NULL)', name=op.f('ck_employer_domains_proof')),
    sa.ForeignKeyConstraint(['employer_id'], ['employers.id'], name=op.f('fk_employer_domains_employer_id'), ondelete='CASCADE'),
    sa.PrimaryKeyConstraint('employer_id', 'domain', name=op.f('pk_employer_domains')),
    sa.UniqueConstraint('token_hash', name=op.f('uq_employer_domains_token_hash'))
    )
    proved = sa.text('proved_at IS NOT NULL')
    op.create_index('uq_employer_domains_domain', 'employer_domains', ['domain'], unique=True, sqlite_where=proved, postgresql_where=proved)
    op.create_table('identity_consents',
    sa.Column('member_id', sa.String(length=36), nullable=False),
    sa.Column('issuer', sa.String(length=500), nullable=False),
    sa.Column('subject', sa.String(length=255), nullable=False),
    sa.Column('page', sa.String(length=500), nullable=False),
    sa.Column('token_hash', sa.LargeBinary(length=32), nullable=True),
    sa.Column('expires_at', sa.DateTime(timezone=True), nullable=False),
    sa.ForeignKeyConstraint(['member_id'], ['members.id'], name=op.f('fk_identity_consents_member_id'), ondelete='CASCADE'),
    sa.PrimaryKeyConstraint('member_id', name=op.f('pk_identity_consents')),
    sa.UniqueConstraint('token_hash', name=op.f('uq_identity_consents_token_hash'))
    )
    _move_identities(with_employer=True)
    _list_domains()


def downgrade() -> None:
    """Before 0051 an address belongs to one employer: a person keeps the oldest account, and the others are deactivated."""
    op.get_bind().execute(sa.text(
        "UPDATE members SET email = id || '@deactivated.invalid', state = 'deactivated', deactivated_at = invited_at"
        ' WHERE EXISTS (SELECT 1 FROM members AS other WHERE other.email = members.email AND other.id < members.id)'
    ))
    _move_identities(with_employer=False)
    op.drop_table('identity_consents')
    op.drop_index('uq_employer_domains_domain', table_name='employer_domains')
    op.drop_table('employer_domains')
    with op.batch_alter_table('employers', schema=None) as batch_op:
        batch_op.drop_column('closed_at')
    op.drop_column('member_sessions', 'address_proved_at')
    with op.batch_alter_table('members', schema=None) as batch_op:
        batch_op.drop_index('ix_members_email')
        batch_op.drop_constraint(op.f('uq_members_employer_id_email'), type_='unique')
        batch_op.create_index('ix_members_employer_id', ['employer_id'], unique=False)
        batch_op.create_unique_constraint(op.f('uq_members_email'), ['email'])


def _move_identities(*, with_employer: bool) -> None:
    """Write the table of identities again, with or without the employer as part of its key."""
    connection = op.get_bind()
    rows = connection.execute(sa.text(
        'SELECT m.employer_id, i.issuer, i.subject, i.member_id, i.linked_at'
        ' FROM member_identities i JOIN members m ON m.id = i.member_id ORDER BY i.linked_at'
    ).columns(linked_at=sa.DateTime(timezone=True))).mappings().all()
    op.drop_index('ix_member_identities_member_id', table_name='member_identities')
    op.drop_table('member_identities')
    employer = [
        sa.Column('employer_id', sa.String(length=36), nullable=False),
        sa.ForeignKeyConstraint(['employer_id'], ['employers.id'], name=op.f('fk_member_identities_employer_id'), ondelete='CASCADE'),
    ] if with_employer else []
    key = ['employer_id', 'issuer', 'subject'] if with_employer else ['issuer', 'subject']
    table = op.create_table('member_identities',
    *employer,
    sa.Column('issuer', sa.String(length=500), nullable=False),
    sa.Column('subject', sa.String(length=255), nullable=False),
    sa.Column('member_id', sa.String(length=36), nullable=False),
    sa.Column('linked_at', sa.DateTime(timezone=True), nullable=False),
    sa.ForeignKeyConstraint(['member_id'], ['members.id'], name=op.f('fk_member_identities_member_id_members' if not with_employer else 'fk_member_identities_member_id'), ondelete='CASCADE'),
    sa.PrimaryKeyConstraint(*key, name=op.f('pk_member_identities'))
    )
    op.create_index('ix_member_identities_member_id', 'member_identities', ['member_id'], unique=False)
    kept = {}
    for row in rows:
        kept.setdefault(tuple(row[name] for name in key), {name: row[name] for name in (*key, 'member_id', 'linked_at')})
    if kept:
        op.bulk_insert(table, list(kept.values()))


def _list_domains() -> None:
    """List the domains of each provider. Only those whose jobs a member claimed by a mailed link are proved."""
    connection = op.get_bind()
    providers = connection.execute(sa.text('SELECT employer_id, domains FROM identity_providers ORDER BY changed_at')).all()
    claimed = connection.execute(sa.text(
        "SELECT c.employer_id, c.domain FROM claims c JOIN audit_entries a ON a.subject_id = c.id"
        " WHERE c.state = 'approved' AND a.action = 'claim.decided' AND a.actor = 'member'"
    )).all()
    mailed = {(row.employer_id, row.domain) for row in claimed}
    at = datetime.now(UTC)
    taken: set[str] = set()
    rows = []
    for employer_id, domains in providers:
        for domain in dict.fromkeys(json.loads(domains) if isinstance(domains, str) else domains):
            proved = (employer_id, domain) in mailed and domain not in taken
            if proved:
                taken.add(domain)
            rows.append({
                'employer_id': employer_id, 'domain': domain, 'record': secrets.token_hex(16), 'created_at': at,
                'proof': 'claim' if proved else None, 'proved_at': at if proved else None,
            })
    table = sa.table('employer_domains',
        sa.column('employer_id'), sa.column('domain'), sa.column('record'), sa.column('proof'),
        sa.column('proved_at', sa.DateTime(timezone=True)), sa.column('created_at', sa.DateTime(timezone=True)),
    )
    if rows:
        op.bulk_insert(table, rows)
